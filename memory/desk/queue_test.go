package desk

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"dreamgate/diffview/hunk"
	"dreamgate/model"
)

// saying are the decisions of a proposal by path, its notes and what was written, as they are on the desk.
func (s *scene) saying(id string) map[string]string {
	s.t.Helper()
	r, err := s.desk.Review(s.t.Context(), s.st, id)
	must(s.t, err)
	out := map[string]string{}
	for _, c := range r.Changes {
		for i, h := range c.Hunks {
			text := r.Decisions[h.ID].String()
			if note := r.Notes[h.ID]; note != "" {
				text += ", " + note
			}
			if h.Edited {
				text += ", " + strings.TrimSpace(strings.Join(h.Added, ""))
			}
			out[fmt.Sprintf("%s %d", c.Path, i)] = text
		}
	}
	return out
}

// worked makes something of every hunk of a proposal of threeChanges: one is accepted, one refused with a note,
// and one edited.
func (s *scene) worked(id string) {
	s.t.Helper()
	r := s.review(id, model.Undecided)
	for _, c := range r.Changes {
		h := c.Hunks[0]
		switch c.Path {
		case "build.md":
			r.Decisions[h.ID] = model.Accepted
		case "tone.md":
			r.Decisions[h.ID], r.Notes[h.ID] = model.Rejected, "five"
		case "new.md":
			r.Shape, _ = hunk.Edit(r.Shape, h.ID, "In my words.\n")
			r.Decisions[h.ID] = model.Accepted
		}
	}
	must(s.t, s.desk.decide(s.t.Context(), s.st, id, r.Ruling()))
}

var workedAs = map[string]string{"build.md 0": "accepted", "tone.md 0": "rejected, five", "new.md 0": "accepted, In my words."}

// TestSupersedes: a later dream that has all of an earlier one takes its place, with all that was done to it; one
// that has a part of it stands beside it, and the list says how much.
func TestSupersedes(t *testing.T) {
	more := func(edits map[string]string) map[string]string {
		out := maps.Clone(threeChanges)
		maps.Copy(out, edits)
		return out
	}
	without := func(path string) map[string]string {
		out := more(map[string]string{"rule.md": note("Rule", "feedback", "Anybody tags a version.\n")})
		delete(out, path)
		return out
	}
	for _, c := range []struct {
		name  string
		later map[string]string
		work  bool
		// live is what was changed in between.
		live map[string]string
		// stand is how much is said to stand in the later one; none means that it took the place.
		stand int
	}{
		{"the same", more(nil), true, nil, 0},
		{"and more", more(map[string]string{"rule.md": note("Rule", "feedback", "Anybody tags a version.\n")}), true, nil, 0},
		{"nothing was done to it", more(map[string]string{"rule.md": "x\n"}), false, nil, 0},
		{"one is missing", without("build.md"), false, nil, 2},
		{"the accepted one is missing", without("build.md"), true, nil, 2},
		{"the refused one is missing", without("tone.md"), true, nil, 0},
		{"in other words", more(map[string]string{"build.md": note("Build", "project", "Build with ninja.\n")}), true, nil, 2},
		{"longer, and untouched", more(map[string]string{"new.md": threeChanges["new.md"] + "\nAnd more.\n"}), false, nil, 0},
		{"longer, and edited", more(map[string]string{"new.md": threeChanges["new.md"] + "\nAnd more.\n"}), true, nil, 3},
		{"the accepted one stands there by now", without("build.md"), true, map[string]string{"build.md": threeChanges["build.md"]}, 0},
		{"nothing in common", map[string]string{"rule.md": "x\n"}, true, nil, 0},
	} {
		s := newScene(t)
		s.later()
		first := s.propose(model.OriginModel, threeChanges)
		if c.work {
			s.worked(first)
		}
		for path, text := range c.live {
			s.put(path, text)
		}
		second := s.propose(model.OriginRules, c.later)
		list := s.listed(t)
		common := c.name != "nothing in common"
		switch {
		case c.stand == 0 && common:
			if len(list) != 1 || list[0].ID != second || !slices.Equal(list[0].Holds, []string{first}) {
				t.Errorf("%s: %+v", c.name, list)
				continue
			}
			want := map[string]string{}
			for key, text := range workedAs {
				want[key] = "undecided"
				if c.work {
					want[key] = text
				}
			}
			for key, is := range s.saying(second) {
				if w, ok := want[key]; ok && w != is {
					t.Errorf("%s: %s is %s, want %s", c.name, key, is, w)
				}
			}
			if s.state(first) != model.ReviewClosed {
				t.Errorf("%s: the first is %s", c.name, s.state(first))
			}
		default:
			if len(list) != 2 || list[0].ID != first || list[1].Later != "" {
				t.Fatalf("%s: %+v", c.name, list)
			}
			if list[0].Stand != c.stand || (list[0].Later == second) != common || common && list[0].Of != 3 {
				t.Errorf("%s: %+v", c.name, list[0])
			}
			if c.work && !maps.Equal(s.saying(first), workedAs) {
				t.Errorf("%s: the first is %v", c.name, s.saying(first))
			}
			// Once the later one is decided, nothing stands in it.
			must(t, s.desk.Discard(t.Context(), s.st, second))
			if list = s.listed(t); len(list) != 1 || list[0].Later != "" {
				t.Errorf("%s: %+v", c.name, list)
			}
		}
	}
}

// TestSupersedesItsKind: a dream takes no place of what a person, an undo or a folder proposes; a folder that is laid
// there again takes that of itself while nothing was done to it.
func TestSupersedesItsKind(t *testing.T) {
	for _, c := range []struct {
		first, second model.Origin
		work          bool
		left          int
	}{
		{model.OriginPerson, model.OriginModel, false, 2}, {model.OriginModel, model.OriginPerson, false, 2}, {model.OriginUndo, model.OriginUndo, false, 2},
		{model.OriginImport, model.OriginImport, false, 1}, {model.OriginImport, model.OriginImport, true, 2}, {model.OriginImport, model.OriginModel, false, 2},
		{model.OriginRules, model.OriginModel, true, 1},
	} {
		s := newScene(t)
		s.later()
		id := s.propose(c.first, threeChanges)
		if c.work {
			s.worked(id)
		}
		s.propose(c.second, threeChanges)
		if list := s.listed(t); len(list) != c.left {
			t.Errorf("%s, %s, begun %v: %+v", c.first, c.second, c.work, list)
		}
	}
}

// TestDecidesOnWhatWasSuperseded: a screen that has the earlier review open goes on deciding, in the later one; what
// cannot be decided there is said.
func TestDecidesOnWhatWasSuperseded(t *testing.T) {
	s := newScene(t)
	s.later()
	first := s.propose(model.OriginModel, threeChanges)
	open := s.review(first, model.Undecided)
	build, tone := open.Changes[0].Hunks[0], open.Changes[2].Hunks[0]
	did := func(do func()) error {
		was := hunk.Reruled(open.Whole, open.Ruling(), open.Shape) // a copy
		do()
		_, err := s.desk.Decide(t.Context(), s.st, first, was, open.Ruling())
		return err
	}
	must(t, did(func() { open.Decisions[tone.ID] = model.Rejected }))
	second := s.propose(model.OriginModel, map[string]string{"build.md": threeChanges["build.md"], "new.md": threeChanges["new.md"], "rule.md": "x\n"})
	// Somebody else decides a hunk of the later one meanwhile.
	other := s.review(second, model.Undecided)
	other.Decisions[other.Changes[2].Hunks[0].ID] = model.Accepted
	must(t, s.desk.decide(t.Context(), s.st, second, other.Ruling()))

	must(t, did(func() { open.Decisions[build.ID], open.Notes[build.ID] = model.Accepted, "at last" }))
	want := map[string]string{"build.md 0": "accepted, at last", "new.md 0": "undecided", "rule.md 0": "accepted"}
	if got := s.saying(second); !maps.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
	if err := did(func() { open.Decisions[tone.ID] = model.Accepted }); !errors.Is(err, errGoneOn) || !strings.Contains(err.Error(), second) {
		t.Errorf("a hunk that is not proposed any more: %v", err)
	}
	if now, told, err := s.desk.Refresh(t.Context(), s.st, first); now != second || len(told) != 1 || err != nil {
		t.Errorf("%s, %q, %v", now, told, err)
	}
	if _, err := s.desk.Commit(t.Context(), open, model.CommitOptions{}); !errors.Is(err, errClosed) || !strings.Contains(err.Error(), second) {
		t.Errorf("a commit of it: %v", err)
	}
	// A second one in the place of the second: the first goes on as that.
	third := s.propose(model.OriginModel, map[string]string{"build.md": threeChanges["build.md"], "new.md": threeChanges["new.md"], "rule.md": "x\n", "MEMORY.md": "y\n"})
	must(t, did(func() { delete(open.Decisions, build.ID) }))
	want = map[string]string{"build.md 0": "undecided, at last", "new.md 0": "undecided", "rule.md 0": "accepted", "MEMORY.md 0": "undecided"}
	if got := s.saying(third); !maps.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
	if list := s.listed(t); len(list) != 1 || len(list[0].Holds) != 2 {
		t.Errorf("%+v", list)
	}
	// What was refused in the first and was not proposed any more is remembered.
	must(t, s.desk.Discard(t.Context(), s.st, third))
	if d, before := s.standing(s.propose(model.OriginModel, threeChanges), "tone.md"); d != model.Rejected || !before.Known() {
		t.Errorf("%s, %+v", d, before)
	}
}

// TestFiveDaysAgo: a proposal still applies where its lines still stand, whatever came around them.
func TestFiveDaysAgo(t *testing.T) {
	s := newScene(t).repo()
	s.put("build.md", note("Build", "project", "Build with make.\n\nTests need a database.\n\nReleases are monthly.\n"))
	id := s.propose(model.OriginModel, map[string]string{
		"build.md": note("Build", "project", "Build with just.\n\nTests need a database.\n\nReleases are weekly.\n"),
		"tone.md":  threeChanges["tone.md"],
	})
	at := now.Add(5 * 24 * time.Hour)
	s.desk = New(func() time.Time { return at })
	s.put("build.md", note("Build", "project", "On Linux alone.\n\nBuild with make.\n\nTests need a database.\n\nReleases are daily.\n"))
	s.put("rule.md", "Another note.\n")
	list := s.listed(t)
	if len(list) != 1 || !slices.Equal(list[0].Overtaken, []string{"build.md"}) {
		t.Fatalf("%+v", list)
	}
	fresh, told, err := s.desk.Refresh(t.Context(), s.st, id)
	must(t, err)
	if len(told) < 2 {
		t.Errorf("%q", told)
	}
	r := s.review(fresh, model.Undecided)
	for _, c := range r.Changes {
		for _, h := range c.Hunks {
			if r.Decisions[h.ID] = model.Accepted; len(r.Check.Hunks[h.ID].Flags) > 0 {
				r.Decisions[h.ID] = model.Rejected // what was changed in between stays as it is
			}
		}
	}
	s.commit(r, model.CommitOptions{Edits: model.EditsFirst})
	if got := s.text("build.md"); !strings.Contains(got, "On Linux alone.\n\nBuild with just.\n") || !strings.Contains(got, "daily") {
		t.Error(got)
	}
	if s.text("tone.md") != threeChanges["tone.md"] {
		t.Error(s.text("tone.md"))
	}
}

// TestSupersedeCrashesAnywhere dies at every operation: the earlier is there with what was done to it, or the later
// has all of it; and a second try, and a screen that has the earlier open, go on.
func TestSupersedeCrashesAnywhere(t *testing.T) {
	for n := 1; ; n++ {
		s := quickScene(t, n)
		first := s.propose(model.OriginModel, threeChanges)
		s.worked(first)
		open := s.review(first, model.Undecided)
		r, err := s.desk.Review(t.Context(), s.st, first)
		must(t, err)
		open.Decisions, open.Notes = r.Decisions, r.Notes
		more := maps.Clone(threeChanges)
		more["rule.md"] = "x\n"
		base := s.tree()
		proposed := s.tree()
		for path, text := range more {
			proposed[path] = model.File{Mode: 0o644, Data: []byte(text)}
		}
		died := s.dies(n, func() error {
			_, err := s.desk.Propose(t.Context(), model.Proposal{Store: s.st, Origin: model.OriginModel, Base: base, Proposed: proposed})
			return err
		})
		list := s.listed(t)
		if len(list) != 1 || !died && list[0].ID == first {
			t.Fatalf("op %d: %+v", n, list)
		}
		holds := func(at string) {
			got := s.saying(list[0].ID)
			delete(got, "rule.md 0")
			if !maps.Equal(got, workedAs) {
				t.Fatalf("op %d, %s: %v", n, at, got)
			}
		}
		holds("after the crash")
		was := open.Ruling()
		was.Decisions, was.Notes = maps.Clone(was.Decisions), maps.Clone(was.Notes)
		tone := open.Changes[2].Hunks[0]
		open.Notes[tone.ID] = "five"
		open.Decisions[tone.ID] = model.Undecided
		_, err = s.desk.Decide(t.Context(), s.st, first, was, open.Ruling())
		must(t, err)
		if got := s.saying(list[0].ID)["tone.md 0"]; got != "undecided, five" {
			t.Fatalf("op %d: a screen that had it open: %s", n, got)
		}
		if !died {
			t.Logf("%d crashes", n-1)
			return
		}
	}
}
