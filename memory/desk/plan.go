package desk

import (
	"context"
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"

	"dreamgate/diffview/hunk"
	"dreamgate/memory"
	"dreamgate/memory/history"
	"dreamgate/model"
)

// plan is what the decisions of a review would write, held against the memory as it is now.
type plan struct {
	// live is the memory now, result what it would be.
	live, result model.Tree
	// folders are those of the memory now.
	folders map[string]bool
	// writes are all files that the accepted hunks change, in path order.
	writes []memory.Write
	// stale and unwritable name the files that stand in the way, each with a word why; remarks are
	// sentences.
	stale, unwritable, remarks []string
	// laid are the files in which the accepted hunks are merged into what somebody else wrote since.
	laid []string
}

// newPlan works out the bytes by hunk.Apply on the base, and lays them on the live tree: notes that
// the proposal does not touch are as they are now, whatever they were when it was made. Where the live
// notes have moved on, the accepted hunks are merged into them if all of them come through as they were
// reviewed.
func newPlan(ctx context.Context, live *memory.Root, r model.Review, ds model.Decisions) (*plan, error) {
	tree, err := live.ReadTree(ctx)
	if err != nil {
		return nil, err
	}
	wanted, err := hunk.Apply(r.Proposal.Base, r.Changes, ds)
	if err != nil {
		return nil, fmt.Errorf("work out the accepted changes: %w", err)
	}
	p := &plan{live: tree, result: maps.Clone(tree), folders: foldersOf(tree)}
	writes := make([]memory.Write, 0, len(r.Changes))
	moved, from, selected := map[string]bool{}, map[string]string{}, hunk.Selected(r.Changes, ds)
	for _, c := range selected {
		w := memory.Write{Path: c.Path, Old: at(r.Proposal.Base, c.Path), New: at(wanted, c.Path)}
		writes = append(writes, w)
		live, exists := tree[w.Path]
		moved[w.Path] = p.special(w.Path) == "" && w.Standing(live, exists) == memory.Moved
	}
	for _, c := range selected {
		// What goes on under another name goes on as it is now; and what was deleted meanwhile stays so.
		if _, there := tree[c.Path]; !there && c.RenameOf != "" && (at(tree, c.RenameOf) == nil || hunk.IsName(c.Hunks[0]) && moved[c.RenameOf]) {
			moved[c.Path], from[c.Path] = true, c.RenameOf
		}
	}
	merged, stuck, err := p.merge(r, ds, moved)
	if err != nil {
		return nil, err
	}
	goes := map[string]bool{}
	for _, c := range selected {
		goes[c.RenameOf] = true
	}
	for _, w := range writes {
		w.Goes = w.New == nil && goes[w.Path]
		_, exists := tree[w.Path]
		switch {
		case !moved[w.Path]:
			p.add(w)
		case slices.Contains(stuck, w.Path):
			p.stale = append(p.stale, w.Path+": "+p.movedWord(w, exists, from[w.Path]))
		default:
			p.laid = append(p.laid, w.Path)
			w.Old, w.New = at(tree, w.Path), at(merged, w.Path)
			w.Goes = w.New == nil && goes[w.Path]
			p.add(w)
		}
	}
	if len(p.laid) > 0 {
		p.remarks = append(p.remarks, "changed since the proposal was made; the accepted changes are laid on what stands there now: "+some(p.laid, 5))
	}
	p.remarks = append(p.remarks, leftOut(r.Proposal)...)
	p.elsewhere(r)
	p.closed(live)
	return p, nil
}

// closed names the folders that no file of the plan can be put into, and those that stand in the place of one: the
// whole apply would be undone at the first of them.
func (p *plan) closed(live *memory.Root) {
	told := map[string]bool{}
	for _, w := range p.writes {
		if other := live.Twin(w.Path); w.New != nil && other != "" {
			p.unwritable = append(p.unwritable, (&memory.TwinError{Path: w.Path, Other: other}).Error())
			continue
		}
		// The tree knows only the folders that hold notes.
		if f, err := live.ReadFile(w.Path); err == nil && f.Mode.IsDir() && !p.folders[w.Path] {
			p.unwritable = append(p.unwritable, w.Path+": a folder without notes is in its place: remove that folder")
			continue
		}
		dir, err := live.Writable(w.Path)
		if err == nil || told[dir] {
			continue
		}
		told[dir] = true
		p.unwritable = append(p.unwritable, fmt.Sprintf("%s: nothing can be written into the folder %s: %v", w.Path, dir, err))
	}
}

// merge lays the accepted hunks on the live notes, if any of the files has moved on. Stuck are the files
// of which an accepted hunk does not come through.
func (p *plan) merge(r model.Review, ds model.Decisions, moved map[string]bool) (merged model.Tree, stuck []string, err error) {
	if !slices.Contains(slices.Collect(maps.Values(moved)), true) {
		return nil, nil, nil
	}
	// Of what was split and edited the parts are hunks like any other here.
	ruling := model.Ruling{Decisions: ds, Shape: r.Shape, Notes: r.Notes}
	next, how, err := hunk.Rebase(hunk.Review{Base: r.Proposal.Base, Proposed: r.Proposal.Proposed, Whole: r.Whole, Ruling: ruling}, p.live)
	if err != nil {
		return nil, nil, err
	}
	changes, err := hunk.Reshape(next.Whole, next.Ruling.Shape)
	if err != nil {
		return nil, nil, err
	}
	merged, err = hunk.Apply(p.live, changes, next.Ruling.Decisions)
	return merged, how.Unmade, err
}

// leftOut says which proposed files are no part of the review, because a link or another special
// file stands in their place.
func leftOut(p model.Proposal) []string {
	var lines []string
	for _, path := range p.Proposed.Paths() {
		if special := p.Base[path].Special(); special != "" && p.Proposed[path].Regular() {
			lines = append(lines, path+" is "+model.SpecialWord(special)+", which is never written: what is proposed for it is left out")
		}
	}
	return lines
}

// at is a file of a tree as a write takes it.
func at(t model.Tree, path string) *model.File {
	f, ok := t[path]
	if !ok {
		return nil
	}
	return &f
}

// add holds one file against the live one.
func (p *plan) add(w memory.Write) {
	p.writes = append(p.writes, w)
	live, exists := p.live[w.Path]
	if why := p.special(w.Path); why != "" {
		p.unwritable = append(p.unwritable, w.Path+": "+why)
		return
	}
	if exists && live.Mode.Perm()&0o200 == 0 {
		// A new file in its place would need no right to write the old one.
		p.unwritable = append(p.unwritable, w.Path+": it is read-only; chmod u+w lets it be changed")
		return
	}
	if live.Links > 1 {
		p.remarks = append(p.remarks, w.Path+" has a second hard link: the file of that name keeps the old text")
	}
	if w.New == nil {
		delete(p.result, w.Path)
	} else {
		p.result[w.Path] = *w.New
	}
}

// special says why a path is never written: it, or a folder on its way, is a link or another thing
// that is no plain file.
func (p *plan) special(file string) string {
	if special := p.live[file].Special(); special != "" {
		return "it is " + model.SpecialWord(special) + ", which is never written"
	}
	for dir := path.Dir(file); dir != "."; dir = path.Dir(dir) {
		if f, ok := p.live[dir]; ok {
			if special := f.Special(); special != "" {
				return dir + " is " + model.SpecialWord(special) + ", which is never written"
			}
			return dir + " is a file" + changePlaces
		}
	}
	if p.folders[file] {
		return "it is a folder" + changePlaces
	}
	return ""
}

// foldersOf are the folders that hold the files of a tree.
func foldersOf(t model.Tree) map[string]bool {
	folders := map[string]bool{}
	for p := range t {
		for dir := path.Dir(p); dir != "." && !folders[dir]; dir = path.Dir(dir) {
			folders[dir] = true
		}
	}
	return folders
}

// changePlaces is what to do about a file and a folder of one name: one write cannot take the place of the other
// so that a crash leaves either.
const changePlaces = ", and the two cannot change places at once: accept the deletion alone, and propose the rest again"

// movedWord says what became of a file in which an accepted hunk has no place any more. From is the file whose text
// goes there, "" if none.
func (p *plan) movedWord(w memory.Write, exists bool, from string) string {
	switch {
	case from != "" && at(p.live, from) == nil:
		return from + ", which was to go on under this name, was deleted since the proposal was made"
	case from != "":
		return from + ", which was to go on under this name, was changed since the proposal was made where that changes it too"
	case !exists:
		return "it was deleted since the proposal was made"
	case w.Old == nil:
		return "another one was created since the proposal was made"
	}
	return "what was to be changed there was changed since the proposal was made"
}

// elsewhere says what else the live memory has gained or lost since the base was read. None of that
// is touched.
func (p *plan) elsewhere(r model.Review) {
	touched := map[string]bool{}
	for _, w := range p.writes {
		touched[w.Path] = true
	}
	var names []string
	note := func(path, what string) {
		if !touched[path] {
			names = append(names, path+" ("+what+")")
		}
	}
	for path, f := range p.live {
		old, ok := r.Proposal.Base[path]
		if !ok {
			note(path, "new")
		} else if !sameThere(old, f) {
			note(path, "changed")
		}
	}
	for path := range r.Proposal.Base {
		if _, ok := p.live[path]; !ok {
			note(path, "deleted")
		}
	}
	if len(names) > 0 {
		slices.Sort(names)
		p.remarks = append(p.remarks, "the memory has changed since the proposal was made; what is not part of it stays: "+
			some(names, 5))
	}
}

// sameThere reports whether a file is the same as before. What a link leads to is no part of the memory: some hold it
// beside the link, to show it, and some do not.
func sameThere(old, now model.File) bool {
	return old.Target == now.Target && (now.Target != "" || string(old.Data) == string(now.Data))
}

// some lists the first names.
func some(names []string, most int) string {
	if len(names) <= most {
		return strings.Join(names, ", ")
	}
	return fmt.Sprintf("%s and %d more", strings.Join(names[:most], ", "), len(names)-most)
}

// paths are those of the writes.
func (p *plan) paths() []string {
	paths := make([]string, len(p.writes))
	for i, w := range p.writes {
		paths[i] = w.Path
	}
	return paths
}

// git is how the repository around a memory takes a commit.
type git struct {
	model.GitState
	dir string
}

// lookAround asks git about a store.
func lookAround(ctx context.Context, st model.Store) git {
	if st.Kind == model.KindFolder {
		return git{model.GitState{Unused: true}, st.Dir}
	}
	return git{history.State(ctx, st.Dir), st.Dir}
}

// takes reports whether accepted changes are committed, and else why not. A repository that lies
// around a memory and holds none of it, such as one of the home directory, is not one to put notes
// into unasked.
func (g git) takes() (bool, string) {
	switch {
	case g.Unused:
		return false, "these folders are no memory"
	case g.Err == history.NotInstalled:
		return false, g.Err
	case g.Err != "":
		// Git refuses to look: so it is asked before anything is written.
		return true, ""
	case g.Root == "":
		return false, "there is no git repository"
	case g.Ignored:
		return false, "the git repository " + g.Root + " ignores this memory"
	case !g.AtRoot && !g.Tracked:
		return false, "the git repository " + g.Root + " holds none of these notes (add them to it once to have them committed there)"
	}
	return true, ""
}

// lost names the accepted files of which the user has staged another version than the one on disk, or a merge has
// left two.
func (g git) lost(ctx context.Context, paths []string) ([]string, error) {
	staged, err := history.Staged(ctx, g.dir, paths)
	if err != nil {
		return nil, err
	}
	for i, p := range staged {
		staged[i] = p + ": git has a staged version of it that differs from the file; commit or unstage that first"
	}
	torn, err := history.Unmerged(ctx, g.dir, paths)
	for _, p := range torn {
		staged = append(staged, p+": two sides of a merge wait there to be put together; finish or abort the merge first")
	}
	return staged, err
}
