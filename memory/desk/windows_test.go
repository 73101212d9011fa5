package desk

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"dreamgate/diffview/hunk"
	"dreamgate/model"
)

// window is a screen on a review that others have open as well.
type window struct {
	s          *scene
	id         string
	whole      []model.Change
	renames    map[string]string
	was, ru    model.Ruling
	done, gone []model.Step
	turns      []model.Turn
	// said is what it did last of the rename, undecided if that was to take something back.
	said model.Decision
	// took says that it took something back, or joined it, since it was saved.
	took bool
}

func (w *window) changes() []model.Change {
	changes, err := hunk.Reshape(w.whole, w.ru.Shape)
	must(w.s.t, err)
	return changes
}

// name are the two halves of the rename.
func (w *window) name() []model.Hunk {
	for _, one := range hunk.Ones(w.changes()) {
		if len(one) == 2 {
			return one
		}
	}
	w.s.t.Fatal("there is no rename")
	return nil
}

// to makes another ruling of it, as one step.
func (w *window) to(ru model.Ruling) {
	made, ok := hunk.Made(w.ru, ru)
	if !ok {
		return
	}
	made.ID = NewID(w.s.desk.now())
	w.ru, w.done, w.gone, w.turns = ru, append(w.done, made), nil, append(w.turns, model.Turn{Step: made})
}

// key does what a key of the screen does.
func (w *window) key(rng *rand.Rand) {
	w.said = model.Undecided
	switch rng.IntN(7) {
	case 0, 1, 2: // a decision, mostly of the rename
		one := w.name()
		if all := slices.Collect(maps.Values(collected(w.changes()))); rng.IntN(3) == 0 {
			slices.SortFunc(all, func(a, b []model.Hunk) int { return cmpID(a[0].ID, b[0].ID) })
			one = all[rng.IntN(len(all))]
		}
		d := model.Decision(1 + rng.IntN(2))
		ru := w.ru
		ru.Decisions = maps.Clone(ru.Decisions)
		for _, h := range one {
			ru.Decisions[h.ID] = d
		}
		if w.to(ru); len(one) == 2 {
			w.said = d
		}
	case 3:
		if shape, ok := hunk.Split(w.whole, w.ru.Shape, w.name()[1].ID); ok {
			w.to(hunk.Reruled(w.whole, w.ru, shape))
		}
	case 4:
		w.took = true
		if shape, ok := hunk.Join(w.ru.Shape, hunk.Half(w.whole, w.name()[1].ID)); ok {
			w.to(hunk.Reruled(w.whole, w.ru, shape))
		}
	case 5:
		w.back(&w.done, &w.gone, true)
	case 6:
		w.back(&w.gone, &w.done, false)
	}
}

func collected(changes []model.Change) map[string][]model.Hunk {
	out := map[string][]model.Hunk{}
	for _, one := range hunk.Ones(changes) {
		out[one[0].ID] = one
	}
	return out
}

func cmpID(a, b string) int {
	if a < b {
		return -1
	}
	return 1
}

func (w *window) back(from, to *[]model.Step, undone bool) {
	w.took = true
	for len(*from) > 0 {
		step := (*from)[len(*from)-1]
		*from, *to = (*from)[:len(*from)-1], append(*to, step)
		ru := model.Ruling{Decisions: maps.Clone(w.ru.Decisions), Shape: w.ru.Shape, Notes: maps.Clone(w.ru.Notes)}
		turn := model.Turn{Step: step, Undone: undone}
		w.turns = append(w.turns, turn)
		if done, _ := hunk.Turned(w.renames, &ru, turn); done > 0 {
			w.ru = ru
			return
		}
	}
}

// save saves, and shows what others did.
func (w *window) save() model.Beside {
	b, err := w.s.desk.Decide(w.s.t.Context(), w.s.st, w.id, w.was, w.ru, w.turns...)
	must(w.s.t, err)
	now, _, err := w.s.desk.Ruling(w.s.t.Context(), w.s.st, w.id)
	must(w.s.t, err)
	w.was, w.ru, w.turns, w.said = now, now, nil, model.Undecided
	w.took = false
	return b
}

// TestTwoWindowsOnARename: one parts it, joins it, takes back or decides its parts while the other one decides it
// whole. Its halves are never decided apart, nothing is decided of what is not there, and who decides it has his word or
// is told that it was decided already; nothing of it gets undecided but by who takes something back.
func TestTwoWindowsOnARename(t *testing.T) {
	undone, overruled, partings := 0, 0, 0
	for seed := range uint64(150) {
		s := quickScene(t, int(seed))
		s.later()
		s.put("n.md", lines(nil))
		rng := rand.New(rand.NewPCG(seed, 9))
		r, err := s.desk.Review(t.Context(), s.st, s.proposeRename())
		must(t, err)
		var windows []*window
		for range 2 {
			windows = append(windows, &window{s: s, id: r.Proposal.ID, whole: r.Whole, renames: hunk.Renames(r.Whole), was: r.Ruling(), ru: r.Ruling()})
		}
		var trace []string
		for range 25 {
			w := windows[rng.IntN(2)]
			before := s.recordOf(w.id).ruling()
			was := hunk.Decided(before.Decisions, (&window{s: s, whole: r.Whole, ru: before}).name())
			for range 1 + rng.IntN(2) {
				w.key(rng)
			}
			said := w.said
			if rng.IntN(3) == 0 {
				w = windows[rng.IntN(2)] // it is not saved yet
				said = w.said
			}
			if seen := (&window{s: s, whole: r.Whole, ru: w.was}).name(); hunk.Decided(w.was.Decisions, seen) == said {
				said = model.Undecided // nothing new
			}
			trace = append(trace, fmt.Sprintf("%p: %v %v -> %v %v", w, w.was.Decisions, w.was.Shape.Cuts, w.ru.Decisions, w.ru.Shape.Cuts))
			took := w.took
			b := w.save()
			trace = append(trace, fmt.Sprintf("    = %v %v kept %v", w.ru.Decisions, w.ru.Shape.Cuts, b.Kept))
			rec := s.recordOf(w.id)
			now, err := s.desk.Review(t.Context(), s.st, w.id)
			must(t, err)
			one := (&window{s: s, whole: r.Whole, ru: now.Ruling()}).name()
			d := hunk.Decided(now.Decisions, one)
			if now.Decisions[one[0].ID] != now.Decisions[one[1].ID] {
				t.Fatalf("seed %d: the halves are decided apart: %v", seed, now.Decisions)
			}
			all, _ := hunk.Counts(now.Changes, now.Decisions)
			if len(rec.Decisions) != len(now.Decisions) || rec.tally() != all {
				t.Fatalf("seed %d: %v is on record, with %+v; decided are %v, with %+v", seed, rec.Decisions, rec.tally(), now.Decisions, all)
			}
			switch {
			case said != model.Undecided && d != said && len(b.Kept) == 0:
				t.Fatalf("seed %d: %s was said, and it is %s, from %v to %v\n%s", seed, said, d, before, now.Ruling(), strings.Join(trace[max(0, len(trace)-8):], "\n"))
			case said != model.Undecided && d != said:
				overruled++
			case said != model.Undecided && d == model.Undecided:
				t.Fatalf("seed %d: it is undecided", seed)
			case was != model.Undecided && d == model.Undecided && !took:
				t.Fatalf("seed %d: it was %s, and is undecided: nobody said so\n%s", seed, was, strings.Join(trace[max(0, len(trace)-8):], "\n"))
			case was != model.Undecided && d == model.Undecided:
				undone++
			}
			if now.Shape.Shaped() {
				partings++
			}
		}
	}
	if overruled < 40 || undone < 40 || partings < 500 {
		t.Errorf("%d overruled, %d undone, %d parted: that is no test", overruled, undone, partings)
	}
}
