package desk

import (
	"context"
	"crypto/sha256"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"dreamgate/diffview/hunk"
	"dreamgate/model"
)

// maxRecalled bounds how many closed reviews are looked through for a refusal, the newest of them. One that
// is proposed again and again is handed on from review to review, and so is not forgotten.
const maxRecalled = 1000

// leastAlike is the length from which on a text is known again in a note of another name, in bytes: shorter
// ones are alike by chance.
const leastAlike = 24

type content = [sha256.Size]byte

// recall marks the hunks of a dream, or of rules, that a reviewer refused before, by what they do and not by
// where; and where pieces of a hunk were refused, these, in the cuts that it returns. A refusal ends with an acceptance
// of the same change that came later. A person who proposes knows what he does. A record that cannot be read costs its
// refusals and is named in the report.
func (s *store) recall(ctx context.Context, p *model.Proposal, changes []model.Change) map[string][]model.Cut {
	if !dreamt(p.Origin) {
		return nil
	}
	sums := hunk.Contents(changes)
	found, bad := s.verdicts(ctx, changes, sums)
	for _, err := range bad {
		p.Report = append(slices.Clip(p.Report), err.Error()+"; what was refused there is not known")
	}
	return found.remember(p, changes, sums, func(string) bool { return false })
}

// remember marks the hunks and pieces of a proposal that were refused, and returns the cuts of the pieces. Hunks that
// are passed over stay as they are.
func (v verdicts) remember(p *model.Proposal, changes []model.Change, sums map[string]content, passed func(id string) bool) map[string][]model.Cut {
	marks := v.marks(changes, p.Base)
	cuts := v.split(changes, sums, func(h model.Hunk, is recut) bool {
		whole, ok := v.of(h, p.Base)
		return !passed(h.ID) && (!ok || !is.at.Before(whole.at))
	}, func(id string, r model.PastRefusal) { marks[id] = r })
	for come, gone := range hunk.Renames(changes) {
		// Both halves are one decision. What was said of the deletion alone is no word on the name.
		half := hunk.NewName(come, model.Shape{Cuts: cuts})
		if half != come {
			delete(marks, come)
		}
		switch own := marks[gone]; {
		case !marks[half].Known():
			delete(marks, gone)
		case !own.Known():
			marks[gone] = marks[half]
		}
	}
	for id := range cuts {
		delete(marks, id)
	}
	maps.DeleteFunc(marks, func(id string, _ model.PastRefusal) bool { return passed(id) })
	p.Check.Hunks = maps.Clone(p.Check.Hunks)
	if p.Check.Hunks == nil {
		p.Check.Hunks = map[string]model.Evidence{}
	}
	for id, r := range marks {
		e := p.Check.Hunks[id]
		e.Before = r
		p.Check.Hunks[id] = e
	}
	return cuts
}

// marks are the refusals of hunks as they are proposed.
func (v verdicts) marks(changes []model.Change, base model.Tree) map[string]model.PastRefusal {
	out := map[string]model.PastRefusal{}
	for _, c := range changes {
		for _, h := range c.Hunks {
			if is, ok := v.of(h, base); ok && !is.accepted {
				out[h.ID] = is.refusal
			}
		}
	}
	return out
}

// dreamt reports whether an origin is one of dreams and rules, to which refusals are remembered.
func dreamt(o model.Origin) bool { return o == model.OriginModel || o == model.OriginRules }

// recalledOf are the hunks, and the pieces, that a check knows to have been refused before.
func recalledOf(c model.Check) (ids []string) {
	for id, e := range c.Hunks {
		if e.Before.Known() {
			ids = append(ids, id)
		}
	}
	slices.Sort(ids)
	return ids
}

// verdict is the last that was said of a change: by which review and when, and of which note.
type verdict struct {
	accepted bool
	at       time.Time
	review   string
	path     string
	refusal  model.PastRefusal
}

// verdicts are those of changes, by what they do; of texts, whatever the note; and of the pieces of hunks.
type verdicts struct {
	exact, text map[content]verdict
	cut         map[content]recut
}

// of is the verdict on a hunk. In a note of another name it is the same if the note of that name is gone:
// it was renamed, or was never let in.
func (v verdicts) of(h model.Hunk, base model.Tree) (verdict, bool) {
	if found, ok := v.exact[hunk.Content(h)]; ok && !found.at.IsZero() {
		return found, true
	}
	found, ok := v.text[textOf(h)]
	_, there := base[found.path]
	return found, ok && !found.at.IsZero() && !there
}

// textOf is what a hunk does to a note of any name; the zero content where that says too little.
func textOf(h model.Hunk) content {
	if !model.IsNote(h.Path) || h.Kind == model.HunkMode || h.Kind == model.HunkBinary ||
		len(strings.TrimSpace(strings.Join(h.Removed, "")+strings.Join(h.Added, ""))) < leastAlike {
		return content{}
	}
	h.Path = ""
	return hunk.Content(h)
}

// verdicts looks changes up in the closed reviews.
func (s *store) verdicts(ctx context.Context, changes []model.Change, sums map[string]content) (found verdicts, bad []error) {
	found = asking(changes, sums)
	for _, id := range slices.Backward(s.newest(maxRecalled)) {
		if ctx.Err() != nil {
			return found, append(bad, fmt.Errorf("the closed reviews were not looked through: %w", ctx.Err()))
		}
		c, err := s.closedRecord(id)
		if err != nil {
			bad = append(bad, err)
			continue
		}
		found.hear(&c)
	}
	return found, bad
}

// asking are verdicts to be found, of changes.
func asking(changes []model.Change, sums map[string]content) verdicts {
	v := verdicts{map[content]verdict{}, map[content]verdict{}, map[content]recut{}}
	for _, c := range changes {
		for _, h := range c.Hunks {
			v.exact[hunk.Content(h)], v.cut[sums[h.ID]] = verdict{}, recut{}
			if text := textOf(h); text != (content{}) {
				v.text[text] = verdict{}
			}
		}
	}
	return v
}

// hear takes over what a closed review says of what is asked for.
func (v verdicts) hear(c *closedRecord) {
	c.verdicts(v.take)
	c.recuts(func(sum content, is recut) {
		if was, asked := v.cut[sum]; asked && !is.at.Before(was.at) {
			v.cut[sum] = is
		}
	})
}

// newest are the ids of the newest closed reviews.
func (s *store) newest(most int) (ids []string) {
	// A folder that cannot be listed has none: the proposal is worth more than its past.
	_ = s.names(closedDir, func(id string) error {
		ids = append(ids, id)
		return nil
	})
	slices.Reverse(ids) // ids begin with the time, and are listed in order
	return ids[:min(most, len(ids))]
}

// take takes a verdict over if it is asked for and the last so far.
func (v verdicts) take(h model.Hunk, is verdict) {
	is.path = h.Path
	for key, list := range map[content]map[content]verdict{hunk.Content(h): v.exact, textOf(h): v.text} {
		was, asked := list[key]
		// Of two of one text in one review of which one was let in, the other is asked again.
		twin := was.accepted && was.review == is.review
		if asked && !is.at.Before(was.at) && !twin {
			list[key] = is
		}
	}
}

// verdicts hands out what a closed review said of each change: what was accepted and carried out, whoever
// proposed it, and what was refused of a dream.
func (c *closedRecord) verdicts(take func(model.Hunk, verdict)) {
	refuse := func(path string, h closedHunk) {
		if c.Came[model.RootOf(h.ID)] != "" {
			return // it is decided where it went on
		}
		plain := h.hunk(path)
		if h.Edited {
			plain.Added = each(h.Was, fromText)
		}
		take(plain, verdict{at: c.At, review: c.ID, refusal: c.refusal(h)})
	}
	for _, ch := range c.Changes {
		for _, h := range ch.Hunks {
			switch c.Decisions[h.ID] {
			case model.Accepted.String():
				if c.How == howAccepted {
					take(h.hunk(string(ch.Path)), verdict{at: c.At, review: c.ID, accepted: true})
				}
			case model.Rejected.String():
				if dreamt(c.Origin) {
					refuse(string(ch.Path), h)
				}
			}
		}
	}
	for _, ch := range c.Rests {
		for _, h := range ch.Hunks {
			if dreamt(c.Origin) {
				refuse(string(ch.Path), h)
			}
		}
	}
}

// refusal is what is remembered of a hunk that was rejected.
func (c *closedRecord) refusal(h closedHunk) model.PastRefusal {
	if h.Before != nil && h.Note == "" {
		// It arrived rejected and was left at that: what was said the first time still holds.
		return h.Before.refusal()
	}
	return model.PastRefusal{Review: c.ID, At: c.At, Note: string(h.Note)}
}

// rests are what is refused of hunks of which another part was accepted: a piece may end inside a line,
// and what is proposed again is the line.
func rests(v model.Review) []closedChange {
	if len(v.Shape.Cuts) == 0 {
		return nil
	}
	shape := model.Shape{Cuts: v.Shape.Cuts, Edits: maps.Clone(v.Shape.Edits)}
	accepted, both, notes := model.Decisions{}, model.Decisions{}, map[string][]string{}
	halves, paths := partedHalves(v)
	for _, c := range v.Changes {
		for _, h := range c.Hunks {
			switch d := v.Decisions[h.ID]; {
			case d == model.Accepted:
				accepted[h.ID], both[h.ID] = d, d
			case d == model.Rejected && (h.Of != "" || halves[h.ID]):
				both[h.ID] = model.Accepted
				delete(shape.Edits, h.ID)
				for _, path := range append([]string{c.Path}, paths[c.Path]...) {
					if note := v.Notes[h.ID]; note != "" && !slices.Contains(notes[path], note) {
						notes[path] = append(notes[path], note)
					}
				}
			}
		}
	}
	changes, err := hunk.Reshape(v.Whole, shape)
	if err != nil {
		return nil // it costs a memory, and no decision
	}
	now, err := hunk.Apply(v.Proposal.Base, changes, accepted)
	if err != nil {
		return nil
	}
	again, err := hunk.Apply(v.Proposal.Base, changes, both)
	if err != nil {
		return nil
	}
	return each(hunk.Diff(now, again), func(c model.Change) closedChange {
		return closedChange{Path: toText(c.Path), Status: c.Status, Hunks: each(c.Hunks, func(h model.Hunk) closedHunk {
			out := closeHunk(h, model.Evidence{})
			out.Note = toText(strings.Join(notes[c.Path], "; "))
			return out
		})}
	})
}

// partedHalves are the deletions of renames that are parted, which are as much a part of them as the pieces are; and
// the other name of a file that has two.
func partedHalves(v model.Review) (deletions map[string]bool, paths map[string][]string) {
	deletions, paths = map[string]bool{}, map[string][]string{}
	for come, gone := range hunk.Renames(v.Whole) {
		if _, ok := v.Shape.Cuts[come]; ok {
			deletions[gone] = true
		}
	}
	for _, c := range v.Whole {
		if c.RenameOf != "" {
			paths[c.Path], paths[c.RenameOf] = []string{c.RenameOf}, []string{c.Path}
		}
	}
	return deletions, paths
}
