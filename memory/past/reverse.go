package past

import (
	"bytes"
	"context"
	"fmt"
	"io/fs"

	"dreamgate/diffview/hunk"
	"dreamgate/model"
)

// backward is a change being taken back from the notes as they are now.
type backward struct {
	ctx context.Context
	*walk
	target
	live, proposed model.Tree
	// clashes are, by path, the places at which what came since is undone as well; one whose To is
	// negative is the whole file.
	clashes map[string][]hunk.Clash
	report  []string
}

var wholeFile = []hunk.Clash{{To: -1}}

func (b *backward) say(format string, args ...any) {
	b.report = append(b.report, fmt.Sprintf(format, args...))
}

// at is a file of a tree, nil if there is none.
func at(t model.Tree, path string) *model.File {
	f, ok := t[path]
	if !ok {
		return nil
	}
	return &f
}

// sides are a file before and after the target. What cannot be taken back is said.
func (b *backward) sides(f model.RevisionFile) (old, new *model.File, ok bool) {
	if f.Special != "" {
		b.say("%s is %s, which is never written", f.Path, model.SpecialWord(f.Special))
		return nil, nil, false
	}
	before, after := b.trees(model.Revision{ID: b.ID, Files: []model.RevisionFile{f}})
	if len(before)+len(after) == 0 {
		b.say("what %s held is not kept here, so it stays as it is", f.Path)
		return nil, nil, false
	}
	return at(before, f.Path), at(after, f.Path), true
}

// file takes back what was done to one file: base is what the target left, goal what is to be in its
// place. The same change is made of the file as it is now.
func (b *backward) file(f model.RevisionFile, base, goal *model.File) {
	name := b.today[f.Path]
	now := at(b.live, name)
	if now != nil && !now.Regular() {
		b.say("%s is %s, which is never written", name, model.SpecialWord(now.Special()))
		return
	}
	if now != nil && b.Kept == model.KeptCommit {
		form, err := b.formOf(b.ctx, name, now.Data)
		if err != nil {
			b.say("%s: %v", name, err)
			return
		}
		base, goal = form.of(base), form.of(goal)
	}
	switch {
	case goal == nil && now == nil:
		b.say("%s is gone already", name)
	case goal == nil:
		if !same(now, base) {
			b.clashes[name] = wholeFile
			b.say("%s was changed since it came: to take it away takes that too, so it is left to the review", name)
		}
		delete(b.proposed, name)
	case base == nil:
		b.back(f.Path, goal)
	case now == nil:
		b.say("%s is no longer there: bring it back first (undo --file %[1]s)", name)
	default:
		b.changed(f, name, base, goal, now)
	}
}

// back brings a file back that the target took away.
func (b *backward) back(path string, goal *model.File) {
	now := at(b.live, path)
	switch {
	case now == nil:
	case same(now, goal):
		b.say("%s is there again as it was", path)
		return
	default:
		b.clashes[path] = wholeFile
		b.say("another %s is there now: the old text in its place is left to the review", path)
	}
	b.proposed[path] = model.File{Mode: goal.Mode, Data: goal.Data}
}

// changed takes a change of a file back, and its name where that was changed.
func (b *backward) changed(f model.RevisionFile, name string, base, goal, now *model.File) {
	result := model.File{Mode: now.Mode, Data: now.Data}
	if executable(base.Mode) != executable(goal.Mode) && executable(now.Mode) == executable(base.Mode) {
		result.Mode = now.Mode&^0o111 | goal.Mode&0o111
	}
	var clashes []hunk.Clash
	switch {
	case bytes.Equal(base.Data, goal.Data):
	case bytes.IndexByte(now.Data, 0) >= 0 || bytes.IndexByte(goal.Data, 0) >= 0 || bytes.IndexByte(base.Data, 0) >= 0:
		if !bytes.Equal(now.Data, base.Data) {
			clashes = wholeFile
		}
		result.Data = goal.Data
	default:
		result.Data, clashes = hunk.Merge(base.Data, now.Data, goal.Data)
	}
	if len(clashes) > 0 {
		b.say("%s was changed again since at %s: that is left to the review", name, model.Count(len(clashes), "place"))
	}
	if f.From != "" && f.From != name {
		if at(b.live, f.From) != nil || at(b.proposed, f.From) != nil {
			b.say("another note is called %s now, so %s keeps its name", f.From, name)
		} else {
			delete(b.proposed, name)
			if len(clashes) > 0 {
				// A note under another name is two hunks, of which neither goes without the other.
				clashes, b.clashes[name] = wholeFile, wholeFile
			}
			name = f.From
		}
	}
	b.proposed[name] = result
	if len(clashes) > 0 {
		b.clashes[name] = clashes
	}
}

// same reports whether two files hold the same.
func same(a, b *model.File) bool {
	return a != nil && b != nil && bytes.Equal(a.Data, b.Data) && executable(a.Mode) == executable(b.Mode)
}

// executable is all that git keeps of permissions.
func executable(m fs.FileMode) bool { return m&0o100 != 0 }
