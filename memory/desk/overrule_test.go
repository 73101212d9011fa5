package desk

import (
	"errors"
	"io/fs"
	"maps"
	"slices"
	"strings"

	"dreamgate/diffview/hunk"
	"dreamgate/model"
)

// saying is what somebody said of a hunk in a review: what he had seen of it, and what he left.
type saying struct {
	id, hunk, by string
	was, is      model.Decision
	saw, note    string
	// word is one that nobody else writes, "" for none; stays says that he was told that others had been first.
	word  string
	stays bool
	// tried says that the commit which said it was refused: it may be on record, and need not.
	tried bool
}

// say splits a rename at random, decides hunks, and notes something on some, for who has a review open. It returns how
// it was and what he said, hunk by hunk: that counts once the desk has taken it.
func (g *stage) say(r *model.Review, by string) (was model.Ruling, words []saying) {
	was = r.Ruling()
	r.Decisions, r.Notes = maps.Clone(was.Decisions), maps.Clone(was.Notes)
	if r.Notes == nil {
		r.Notes = map[string]string{}
	}
	before := r.Shape
	g.split(r)
	for root := range r.Shape.Cuts {
		if !slices.Equal(before.Cuts[root], r.Shape.Cuts[root]) {
			g.reshaped[root], g.reshaped[hunk.Renames(r.Whole)[root]] = true, true
		}
	}
	for _, c := range r.Changes {
		for _, h := range c.Hunks {
			halves := hunk.Halves(r.Changes, h.ID)
			if d := g.rng.IntN(5); d > 0 && h.ID == halves[0] { // the others stay as they are
				for _, half := range halves {
					r.Decisions[half] = []model.Decision{model.Accepted, model.Accepted, model.Rejected, model.Undecided}[d-1]
				}
			}
		}
	}
	for _, c := range r.Changes {
		for _, h := range c.Hunks {
			s := saying{id: r.Proposal.ID, hunk: h.ID, by: by, was: was.Decisions[h.ID], is: r.Decisions[h.ID], saw: r.Notes[h.ID]}
			switch g.rng.IntN(12) {
			case 0, 1:
				s.word = g.word("note")
				r.Notes[h.ID] = strings.TrimPrefix(r.Notes[h.ID]+"; "+s.word, "; ")
			case 2:
				s.word = g.word("note")
				r.Notes[h.ID] = s.word
			case 3:
				delete(r.Notes, h.ID)
			}
			if s.note = r.Notes[h.ID]; s.is != s.was || s.note != s.saw {
				words = append(words, s)
			}
		}
	}
	return was, words
}

// heard takes what was said and came to the desk, with what that answered.
func (g *stage) heard(words []saying, b model.Beside) {
	for _, s := range words {
		_, places := g.stands(s.id, s.hunk)
		s.stays = slices.ContainsFunc(slices.Collect(maps.Values(places)), func(hunk string) bool {
			return slices.Contains(b.Kept, hunk) || slices.Contains(b.Kept, model.RootOf(hunk))
		})
		if s.stays {
			g.overruled++
		}
		g.ledger = append(g.ledger, s)
	}
}

// attempted takes what was said with a commit that was refused.
func (g *stage) attempted(words []saying) {
	for _, s := range words {
		s.tried = true
		g.ledger = append(g.ledger, s)
	}
}

// standing is what is on record of a hunk in one review.
type standing struct {
	d        model.Decision
	note     string
	recalled bool
}

// stands are what is on record of a hunk, in its review and in those as which that goes on, and its ids there, by
// review.
func (g *stage) stands(id, hunk string) (out []standing, places map[string]string) {
	s, err := g.s.desk.openKnown(g.s.st, id)
	must(g.t, err)
	defer s.close()
	places = map[string]string{}
	for hunk != "" {
		places[id] = hunk
		var c closedRecord
		err := s.read(closedPath(id), &c)
		if errors.Is(err, fs.ErrNotExist) {
			r, err := s.record(id)
			must(g.t, err)
			return append(out, standing{model.DecisionOf(r.Decisions[hunk]), noteOn(r.recordShape, hunk, nil), slices.Contains(r.Recalled, hunk)}), places
		}
		must(g.t, err)
		out = append(out, standing{model.DecisionOf(c.Decisions[hunk]), noteOn(c.recordShape, hunk, c.Changes), slices.Contains(c.Recalled, hunk)})
		came := c.Came[model.RootOf(hunk)]
		if hunk != model.RootOf(hunk) && came != "" {
			came += hunk[len(model.RootOf(hunk)):]
		}
		id, hunk = c.By, came
	}
	return out, places
}

// noteOn is all that is noted on a hunk and its pieces: who splits a hunk moves its note to one of them.
func noteOn(r recordShape, id string, closed []closedChange) string {
	var notes []string
	for on, note := range r.Notes {
		if model.RootOf(on) == model.RootOf(id) {
			notes = append(notes, string(note))
		}
	}
	for _, c := range closed {
		for _, h := range c.Hunks {
			if model.RootOf(h.ID) == model.RootOf(id) {
				notes = append(notes, string(h.Note))
			}
		}
	}
	return strings.Join(notes, " ")
}

// nobodyOverruled looks at the end: what somebody decided or noted stands, unless somebody else who had seen it changed
// it, or he was told that others had been first.
func (g *stage) nobodyOverruled() {
	for i, s := range g.ledger {
		if s.tried {
			continue
		}
		now, places := g.stands(s.id, s.hunk)
		decided := s.stays || s.is == s.was || g.reshaped[model.RootOf(s.hunk)] || slices.ContainsFunc(now, func(n standing) bool {
			return n.d == s.is || s.is == model.Undecided && n.recalled // what was refused elsewhere is told to those that wait
		})
		noted := s.word == "" || slices.ContainsFunc(now, func(n standing) bool { return strings.Contains(n.note, s.word) })
		for j, o := range g.ledger {
			if at := places[o.id]; i != j && model.RootOf(at) == model.RootOf(o.hunk) {
				decided = decided || at == o.hunk && !o.stays && o.was == s.is && o.is != s.is
				noted = noted || strings.Contains(o.saw, s.word) && !strings.Contains(o.note, s.word)
			}
		}
		if !decided {
			g.t.Errorf("seed %d: %s saw that %s is %s and said %s; it is %v, and nobody who had seen that changed it", g.seed, s.by, s.hunk, s.was, s.is, now)
		}
		if !noted {
			g.t.Errorf("seed %d: %s noted %q on %s, which is lost: %v", g.seed, s.by, s.word, s.hunk, now)
		}
	}
}
