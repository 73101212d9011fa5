package past

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"dreamgate/diffview/hunk"
	"dreamgate/memory"
	"dreamgate/memory/check"
	"dreamgate/memory/desk"
	"dreamgate/memory/history"
	"dreamgate/model"
	"dreamgate/model/note"
)

// leastID is how much of an id must be given: less is a slip of a finger.
const leastID = 4

// Undo makes a proposal that takes a past change back: all of it, what it did to one note, or some hunks.
// What was changed since stays: the change is reversed on the notes as they are now. Where both touch the
// same lines the hunk carries a flag and is left to the reviewer. What cannot be taken back at all is said
// in the report. Nothing is written.
func (p *Past) Undo(ctx context.Context, st model.Store, u model.Undo) (model.Proposal, error) {
	if u.Unapproved {
		return p.unapproved(ctx, st, u.Note)
	}
	w, err := p.open(ctx, st)
	if err != nil {
		return model.Proposal{}, err
	}
	defer w.close()
	live, err := memory.ReadTree(ctx, st.Dir)
	if err != nil {
		return model.Proposal{}, err
	}
	find := w.find
	if strings.Contains(u.ID, model.Dots) {
		find = w.findSpan
	}
	t, err := find(ctx, u, live)
	if err != nil {
		return model.Proposal{}, fmt.Errorf("undo: %w", err)
	}
	if len(u.Hunks) == 0 {
		t = w.alone(t)
	}
	b := &backward{ctx: ctx, walk: w, target: t, live: live, proposed: maps.Clone(live), clashes: map[string][]hunk.Clash{}}
	if err := b.all(u); err != nil {
		return model.Proposal{}, fmt.Errorf("undo %s: %w", t.Short(), err)
	}
	proposal := model.Proposal{Store: st, Origin: model.OriginUndo, Created: p.now(), Base: live, Proposed: b.proposed, Report: b.report}
	changes := hunk.Diff(live, b.proposed)
	if line := b.unmade(changes); line != "" {
		proposal.Report = append(proposal.Report, line)
	}
	if len(changes) == 0 {
		why := "nothing of it is left to take back"
		if len(b.report) > 0 {
			why += ": " + strings.Join(b.report, "; ")
		}
		return model.Proposal{}, fmt.Errorf("undo %s: %s", t.Short(), why)
	}
	if st.Kind == model.KindFolder {
		proposal.Check = check.Plain(changes)
		b.explain(changes, proposal.Check)
		return proposal, nil
	}
	proposal.Check, _, err = check.Run(ctx, check.Input{Base: live, Proposed: b.proposed, Changes: changes, Origin: model.OriginUndo, Now: p.now()})
	if err != nil {
		return model.Proposal{}, fmt.Errorf("undo %s: %w", t.Short(), err)
	}
	b.explain(changes, proposal.Check)
	return proposal, nil
}

// unmade says which notes go because the change that is taken back made them, "" if none does.
// Of one that was changed since that is said already.
func (b *backward) unmade(changes []model.Change) string {
	var names []string
	renamed := map[string]bool{}
	for _, c := range changes {
		renamed[c.RenameOf] = true
	}
	for _, c := range changes {
		if c.Status == model.Deleted && !renamed[c.Path] && len(b.clashes[c.Path]) == 0 {
			names = append(names, c.Path)
		}
	}
	const most = 5
	switch n := len(names); {
	case n == 0:
		return ""
	case n == 1:
		return names[0] + " did not exist before: to take this back deletes it"
	case n > most:
		names = append(names[:most:most], fmt.Sprintf("and %d more", n-most))
	}
	return strings.Join(names, ", ") + " did not exist before: to take this back deletes them"
}

// target is the revision that is to be taken back, and how its files are called today.
type target struct {
	model.Revision
	today map[string]string
	// later is, by their names of today, who changed files last after it.
	later map[string]model.Revision
}

// find looks for the revision that is meant.
func (w *walk) find(ctx context.Context, u model.Undo, live model.Tree) (t target, err error) {
	if u.ID != "" && len(u.ID) < leastID {
		return t, fmt.Errorf("%q is too short to name a change; dreamgate history lists them", u.ID)
	}
	var found []target
	note, names, later := u.Note, newNames(), map[string]model.Revision{}
	_, err = w.run(ctx, func(r model.Revision) bool {
		meant := u.ID != "" && (called(r, u.ID) || r.Review != "" && strings.HasPrefix(r.Review, u.ID))
		for _, f := range r.Files {
			if u.ID == "" && f.Path == note {
				meant = true
			}
		}
		if u.ID == "" && u.Note == "" {
			meant = r.Review != ""
		}
		if meant {
			hit := target{Revision: r, today: map[string]string{}, later: maps.Clone(later)}
			for _, f := range r.Files {
				hit.today[f.Path] = names.today(f.Path)
			}
			found = append(found, hit)
		}
		for _, f := range r.Files {
			if name := names.today(f.Path); later[name].ID == "" {
				later[name] = r
			}
		}
		names.older(r)
		// An id is looked for to the end: the start of it may fit another one.
		return len(found) == 0 || u.ID != "" && len(found) < 2 && found[0].ID != u.ID
	})
	if err != nil {
		return t, err
	}
	if commit := w.named(ctx, u.ID); len(found) == 0 && commit != "" {
		u.ID = commit
		return w.find(ctx, u, live)
	}
	return w.only(found, u)
}

// named is the commit that git knows by a word that is the id of no change, such as HEAD~1; "" for none, and for a commit.
func (w *walk) named(ctx context.Context, word string) string {
	if word == "" || !w.git {
		return ""
	}
	s, err := history.Between(ctx, w.st.Dir, word)
	if err != nil || !s.One || s.To == word {
		return ""
	}
	return s.To
}

// called reports whether an id, or the start of a hash, is that of a revision.
func called(r model.Revision, id string) bool {
	hash, part := strings.CutSuffix(r.ID, edits)
	id, asked := strings.CutSuffix(id, edits)
	return part == asked && strings.HasPrefix(hash, id)
}

// alone is the target as its review made it, by the backup. Edits that lay uncommitted in the same notes may have gone
// into the commit beside it: they are none of the review's, and stay.
func (w *walk) alone(t target) target {
	if t.Review == "" || t.Kept != model.KeptCommit || !w.backed[t.Review] {
		return t
	}
	made, ok := w.revision(desk.Carried{ID: t.Review})
	if !ok {
		return t
	}
	t.Files, t.Kept = made.Files, made.Kept
	for _, f := range t.Files {
		if t.today[f.Path] == "" {
			t.today[f.Path] = f.Path
		}
	}
	return t
}

// only is the one revision that was found, if it can be taken back.
func (w *walk) only(found []target, u model.Undo) (t target, err error) {
	switch {
	case len(found) > 1:
		return t, fmt.Errorf("several changes begin with %q, such as %s and %s", u.ID, found[0].Short(), found[1].Short())
	case len(found) == 1 && found[0].Merge:
		return t, fmt.Errorf("%s is a merge: take back what was merged", found[0].Short())
	case len(found) == 1 && found[0].Cut:
		return t, fmt.Errorf("the history begins with %s: what was there before is not known, so there is nothing to take back", found[0].Short())
	case len(found) == 1:
		return found[0], nil
	}
	missing := ""
	if len(w.remarks) > 0 {
		missing = " (" + strings.Join(w.remarks, "; ") + ")"
	}
	switch {
	case u.ID != "":
		return t, fmt.Errorf("there is no change %q in the history of %s%s; dreamgate history lists them", u.ID, w.st.Name, missing)
	case u.Note != "":
		return t, fmt.Errorf("nothing is kept of what became of %s%s", u.Note, missing)
	}
	return t, fmt.Errorf("no review of %s is known to have been carried out%s; dreamgate history lists what was changed", w.st.Name, missing)
}

// all takes back what is asked for of the target.
func (b *backward) all(u model.Undo) error {
	if len(u.Hunks) > 0 {
		return b.hunks(u)
	}
	files := b.Files
	if u.Note != "" {
		files = slices.DeleteFunc(slices.Clone(files), func(f model.RevisionFile) bool { return !b.is(f, u.Note) })
		if len(files) == 0 {
			return fmt.Errorf("it did nothing to %s", u.Note)
		}
	}
	for _, f := range files {
		old, new, ok := b.sides(f)
		if !ok {
			continue
		}
		b.file(f, new, old)
		if _, there := b.proposed[f.Path]; u.Note != "" && f.Status == model.Deleted && there {
			b.indexLines(f.Path)
		}
	}
	return nil
}

// is reports whether a file of the target is a note, by any of its names.
func (b *backward) is(f model.RevisionFile, note string) bool {
	return f.Path == note || f.From == note || b.today[f.Path] == note
}

// hunks takes single hunks back: what they did is reversed, and the rest of the change stands.
func (b *backward) hunks(u model.Undo) error {
	old, new := b.trees(b.Revision)
	changes := hunk.Diff(old, new)
	d, left := model.Decisions{}, map[string]bool{}
	for _, id := range u.Hunks {
		left[id] = true
	}
	touched := map[string]bool{}
	for _, c := range changes {
		for _, h := range c.Hunks {
			if left[h.ID] {
				delete(left, h.ID)
				touched[c.Path] = true
				continue
			}
			d[h.ID] = model.Accepted
		}
	}
	for id := range left {
		return fmt.Errorf("it has no hunk %q; dreamgate history --diff shows them", id)
	}
	without, err := hunk.Apply(old, changes, d)
	if err != nil {
		return err
	}
	asked := maps.Clone(touched)
	b.unlisted(new, without, touched)
	for _, f := range b.Files {
		if !touched[f.Path] {
			continue
		}
		if u.Note != "" && asked[f.Path] && !b.is(f, u.Note) {
			return fmt.Errorf("a hunk of %s is none of %s", f.Path, u.Note)
		}
		f.From = "" // the name is no hunk
		b.file(f, at(new, f.Path), at(without, f.Path))
	}
	return nil
}

// unlisted takes out of the index what the target said there of a note that is taken back whole: alone the line would
// lead nowhere. It stays a hunk of its own, to be refused or not.
func (b *backward) unlisted(new, without model.Tree, touched map[string]bool) {
	i := slices.IndexFunc(b.Files, func(f model.RevisionFile) bool { return f.Path == model.IndexName && f.Special == "" })
	if i < 0 {
		return
	}
	for _, f := range b.Files {
		_, came := new[f.Path]
		_, stays := without[f.Path]
		index, there := without[model.IndexName]
		if f.Status != model.Added || !came || stays || !there || f.Path == model.IndexName {
			continue
		}
		with := model.Tree{model.IndexName: index, f.Path: new[f.Path]}
		less, _ := note.Forget(with, f.Path)
		if now := less[model.IndexName]; string(now.Data) != string(index.Data) {
			without[model.IndexName], touched[model.IndexName] = now, true
			b.say("what the index says of %s goes with it", f.Path)
		}
	}
}

// indexLines brings the lines of the index back that the target took out with a note.
func (b *backward) indexLines(note string) {
	for _, f := range b.Files {
		if f.Path != model.IndexName || f.Special != "" || f.Old == "" || f.New == "" {
			continue
		}
		old, new := b.trees(model.Revision{ID: b.ID, Files: []model.RevisionFile{f}})
		changes := hunk.Diff(old, new)
		d, found := model.Decisions{}, false
		for _, c := range changes {
			for _, h := range c.Hunks {
				if names := func(l string) bool { return strings.Contains(l, note) }; slices.ContainsFunc(h.Removed, names) && !slices.ContainsFunc(h.Added, names) {
					found = true
					continue
				}
				d[h.ID] = model.Accepted
			}
		}
		without, err := hunk.Apply(old, changes, d)
		if found && err == nil {
			b.file(f, at(new, f.Path), at(without, f.Path))
		}
	}
}

// explain gives each hunk its reason, and a flag where it undoes what was changed since.
func (b *backward) explain(changes []model.Change, c model.Check) {
	why := "takes back " + b.Short() + ", " + b.At.Local().Format("2 Jan 2006") + ", " + b.Who()
	if b.Subject != "" {
		why += ": " + b.Subject
	}
	for _, change := range changes {
		for _, h := range change.Hunks {
			e := c.Hunks[h.ID]
			e.Why = why
			for _, clash := range b.clashes[change.Path] {
				if touches(h, clash) {
					e.Flags = append(e.Flags, model.Flag{Kind: model.FlagConflict, Line: max(1, h.NewStart),
						Reason: "this was changed again since" + b.since(change.Path) + ": to accept puts the text from before in the place of what is there now"})
					break
				}
			}
			c.Hunks[h.ID] = e
		}
	}
}

// since says who changed a file last after the target, "" if that is not known.
func (b *backward) since(path string) string {
	r, ok := b.later[path]
	if !ok {
		return ""
	}
	return ", last on " + r.At.Local().Format("2 Jan 2006") + " by " + r.Who()
}

// touches reports whether a hunk makes what a clash is about. One about the whole file has no end.
func touches(h model.Hunk, c hunk.Clash) bool {
	if h.Kind != model.HunkText || c.To < 0 {
		return true
	}
	from := h.NewStart
	if len(h.Added) > 0 {
		from--
	}
	return from <= c.To && c.From <= from+len(h.Added)
}
