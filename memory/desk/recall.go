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
// where. A refusal ends with an acceptance of the same change that came later. A person who proposes knows
// what he does. A record that cannot be read costs its refusals and is named in the report.
func (s *store) recall(ctx context.Context, p *model.Proposal, changes []model.Change) {
	if !dreamt(p.Origin) {
		return
	}
	found, bad := s.verdicts(ctx, changes)
	for _, err := range bad {
		p.Report = append(slices.Clip(p.Report), err.Error()+"; what was refused there is not known")
	}
	p.Check.Hunks = maps.Clone(p.Check.Hunks)
	for _, c := range changes {
		for _, h := range c.Hunks {
			v, ok := found.of(h, p.Base)
			if !ok || v.accepted {
				continue
			}
			e := p.Check.Hunks[h.ID]
			e.Before = v.refusal
			if p.Check.Hunks == nil {
				p.Check.Hunks = map[string]model.Evidence{}
			}
			p.Check.Hunks[h.ID] = e
		}
	}
}

// dreamt reports whether an origin is one of dreams and rules, to which refusals are remembered.
func dreamt(o model.Origin) bool { return o == model.OriginModel || o == model.OriginRules }

// recalledOf are the hunks that a check knows to have been refused before.
func recalledOf(c model.Check, changes []model.Change) (ids []string) {
	for _, ch := range changes {
		for _, h := range ch.Hunks {
			if c.Hunks[h.ID].Before.Known() {
				ids = append(ids, h.ID)
			}
		}
	}
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

// verdicts are those of changes, by what they do; and of texts, whatever the note.
type verdicts struct{ exact, text map[content]verdict }

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
func (s *store) verdicts(ctx context.Context, changes []model.Change) (found verdicts, bad []error) {
	found = verdicts{map[content]verdict{}, map[content]verdict{}}
	for _, c := range changes {
		for _, h := range c.Hunks {
			found.exact[hunk.Content(h)] = verdict{}
			if text := textOf(h); text != (content{}) {
				found.text[text] = verdict{}
			}
		}
	}
	for _, id := range slices.Backward(s.newest(maxRecalled)) {
		if ctx.Err() != nil {
			return found, append(bad, fmt.Errorf("the closed reviews were not looked through: %w", ctx.Err()))
		}
		var c closedRecord
		if err := s.read(closedPath(id), &c); err != nil {
			bad = append(bad, fmt.Errorf("read closed review %s: %w", id, err))
			continue
		}
		c.ID = id
		c.verdicts(found.take)
	}
	return found, bad
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
		if root, _, _ := strings.Cut(h.ID, "."); c.Came[root] != "" {
			return // it is decided where it went on
		}
		r := model.PastRefusal{Review: c.ID, At: c.At, Note: string(h.Note)}
		if h.Before != nil && r.Note == "" {
			// It arrived rejected and was left at that: what was said the first time still holds.
			r = h.Before.refusal()
		}
		plain := h.hunk(path)
		if h.Edited {
			plain.Added = each(h.Was, fromText)
		}
		take(plain, verdict{at: c.At, review: c.ID, refusal: r})
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

// rests are what is refused of hunks of which another part was accepted: a piece may end inside a line,
// and what is proposed again is the line.
func rests(v model.Review) []closedChange {
	if len(v.Shape.Cuts) == 0 {
		return nil
	}
	shape := model.Shape{Cuts: v.Shape.Cuts, Edits: maps.Clone(v.Shape.Edits)}
	accepted, both, notes := model.Decisions{}, model.Decisions{}, map[string][]string{}
	for _, c := range v.Changes {
		for _, h := range c.Hunks {
			switch d := v.Decisions[h.ID]; {
			case d == model.Accepted:
				accepted[h.ID], both[h.ID] = d, d
			case d == model.Rejected && h.Of != "":
				both[h.ID] = model.Accepted
				delete(shape.Edits, h.ID)
				if note := v.Notes[h.ID]; note != "" {
					notes[h.Path] = append(notes[h.Path], note)
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
