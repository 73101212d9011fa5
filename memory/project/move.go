package project

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"path"
	"path/filepath"
	"strings"

	"dreamgate/diffview/hunk"
	"dreamgate/memory"
	"dreamgate/memory/check"
	"dreamgate/memory/transcript"
	"dreamgate/model"
	"dreamgate/model/note"
)

// ErrMoved says that there is nothing to move: the new place holds all of the notes.
var ErrMoved = errors.New("the memory of the new place holds all of these notes")

// Move makes a proposal that adds the notes of a store to the memory of the project in dir, where its
// project went. At the old place nothing changes. Where the agent keeps no memory for the project yet
// an empty folder is made, as the agent itself does when it is started there.
func (l *Library) Move(ctx context.Context, s model.Store, dir string) (model.Proposal, error) {
	fail := func(err error) (model.Proposal, error) {
		return model.Proposal{}, fmt.Errorf("move the memory of %s to %s: %w", s.Name, dir, err)
	}
	if err := Refusal(s); err != nil {
		return fail(err)
	}
	to, err := l.target(ctx, dir)
	if err != nil {
		return fail(err)
	}
	if to.ID == s.ID {
		return fail(errors.New("it is the memory of that project already"))
	}
	old, err := memory.ReadTree(ctx, s.Dir)
	if err != nil {
		return fail(err)
	}
	base, err := memory.ReadTree(ctx, to.Dir)
	if err != nil {
		return fail(err)
	}
	p := model.Proposal{Store: to, Origin: model.OriginImport, Engine: "move", Created: l.now(), Base: base}
	if p.Proposed, p.Changes = joined(old, base, filepath.Base(projectOf(s))); p.Changes == "" {
		return fail(ErrMoved)
	}
	// A folder of sessions that is gone bears nothing out, and the check says so.
	files, _, _ := transcript.Files(append(append([]string(nil), s.Transcripts...), to.Transcripts...))
	p.Check, p.Sources, err = check.Run(ctx, check.Input{Base: base, Proposed: p.Proposed, Changes: hunk.Diff(base, p.Proposed),
		Text: p.Changes, Origin: p.Origin, Transcripts: files, Repo: projectOf(to), Now: l.now()})
	if err != nil {
		return fail(err)
	}
	return p, nil
}

// target is the store of the project in dir; its folder is made if there is none.
func (l *Library) target(ctx context.Context, dir string) (model.Store, error) {
	if !isDir(dir) {
		return model.Store{}, errors.New("there is no such folder")
	}
	dir, err := filepath.Abs(dir)
	if err != nil {
		return model.Store{}, err
	}
	c := l.census(ctx)
	if l.slugOf(dir) != "" || holdsIndex(dir) { // a memory, and no project
		return l.atIn(dir, c), nil
	}
	root := memoryRoot(dir)
	kept := l.keptFor(dir, root)
	if kept.dir == "" {
		return model.Store{}, errors.New("the agent's folder is not known; set CLAUDE_CONFIG_DIR")
	}
	// Where a project's own settings point, not even a folder is made before the yes.
	suspect := l.suspect(kept.dir, c, kept.by.shared)
	if err := Refusal(model.Store{Dir: kept.dir, Untrusted: suspect}); err != nil {
		return model.Store{}, err
	}
	if err := os.MkdirAll(kept.dir, 0o700); err != nil {
		return model.Store{}, err
	}
	s := l.atIn(kept.dir, c)
	s.Untrusted = suspect
	if len(s.Projects) == 0 {
		s.Projects, s.Name = []string{root}, filepath.Base(root)
	}
	return s, Refusal(s)
}

// joined adds the notes of an old memory to another one, and says what it did, as CHANGES.md does. A note
// whose name is taken by another text gets a name of its own: which of them holds is the reviewer's to
// say. from is what the old project was called.
func joined(old, base model.Tree, from string) (model.Tree, string) {
	all := maps.Clone(base)
	if all == nil {
		all = model.Tree{}
	}
	var changes strings.Builder
	var added []string
	names := map[string]string{}
	for _, p := range old.Paths() {
		f := old[p]
		if !model.IsNote(p) || !f.Regular() {
			continue
		}
		name := free(all, p, f.Data, from)
		if name == "" {
			continue
		}
		all[name] = model.File{Mode: f.Mode, Data: f.Data}
		names[p], added = name, append(added, p)
		fmt.Fprintf(&changes, "- %s: it comes from the memory of %s, whose folder moved here\n", name, from)
	}
	index, there := base[model.IndexName]
	before, had := old[model.IndexName]
	switch {
	case !there && had && before.Regular():
		all[model.IndexName] = model.File{Mode: before.Mode, Data: before.Data}
	case len(added) > 0 && (!there || index.Regular()):
		all[model.IndexName] = model.File{Mode: index.Mode, Data: entered(index, old, added, names, all)}
	default:
		return all, changes.String()
	}
	fmt.Fprintf(&changes, "- %s: the lines of the notes that come from %s\n", model.IndexName, from)
	return all, changes.String()
}

// free is the name under which a note can be added, "" if it is there already.
func free(all model.Tree, p string, data []byte, from string) string {
	stem := strings.TrimSuffix(p, ".md")
	for i, name := 0, p; ; i++ {
		at, taken := all[name]
		if !taken {
			return name
		}
		if at.Regular() && bytes.Equal(at.Data, data) {
			return ""
		}
		name = stem + "-from-" + strings.Trim(Slug(from), "-")
		if i > 0 {
			name += fmt.Sprintf("-%d", i+1)
		}
		name += ".md"
	}
}

// entered is an index with a line for each added note: the line that the old index has for it, else one
// made from what the note says of itself.
func entered(index model.File, old model.Tree, added []string, names map[string]string, all model.Tree) []byte {
	f, ok := old[model.IndexName]
	was := note.ParseIndex(f, ok, old)
	lines := map[string]string{}
	for _, e := range was.Entries {
		for _, link := range e.Links {
			if lines[link.Path] == "" {
				lines[link.Path] = strings.ReplaceAll(e.Text, path.Base(link.Path), path.Base(names[link.Path]))
			}
		}
	}
	out := append([]byte(nil), index.Data...)
	if len(out) > 0 && out[len(out)-1] != '\n' {
		out = append(out, '\n')
	}
	end := "\n"
	if bytes.Contains(out, []byte("\r\n")) {
		end = "\r\n"
	}
	done := map[string]bool{}
	for _, p := range added {
		line := strings.TrimRight(lines[p], "\r\n")
		if line == "" {
			line = strings.TrimRight(note.Entry(note.Parse(names[p], all[names[p]]), was.Entries), "\r\n")
		}
		if !done[line] { // one line may name several notes
			done[line] = true
			out = append(append(out, line...), end...)
		}
	}
	return out
}
