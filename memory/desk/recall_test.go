package desk

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"dreamgate/diffview/hunk"
	"dreamgate/model"
)

// later is a clock that goes on by an hour with each look.
func (s *scene) later() {
	at := now
	s.desk = New(func() time.Time { at = at.Add(time.Hour); return at })
}

// ends opens a proposal, decides its hunks by path, and closes it.
func (s *scene) ends(id string, say map[string]model.Decision, notes map[string]string) {
	s.t.Helper()
	r := s.review(id, model.Undecided)
	if r.Notes == nil {
		r.Notes = map[string]string{}
	}
	for _, c := range r.Changes {
		for _, h := range c.Hunks {
			if d, ok := say[c.Path]; ok {
				r.Decisions[h.ID] = d
			}
			if notes[c.Path] != "" {
				r.Notes[h.ID] = notes[c.Path]
			}
		}
	}
	must(s.t, s.desk.decide(s.t.Context(), s.st, id, r.Ruling()))
	for _, d := range r.Decisions {
		if d == model.Accepted {
			s.commit(r, model.CommitOptions{})
			return
		}
	}
	must(s.t, s.desk.Discard(s.t.Context(), s.st, id))
}

// standing is how the only hunk of a path stands, and whether it was refused before.
func (s *scene) standing(id, path string) (model.Decision, model.PastRefusal) {
	s.t.Helper()
	r, err := s.desk.Review(s.t.Context(), s.st, id)
	must(s.t, err)
	for _, c := range r.Changes {
		if c.Path == path && len(c.Hunks) == 1 {
			h := c.Hunks[0]
			return r.Decisions[h.ID], r.Check.Hunks[h.ID].Before
		}
	}
	s.t.Fatalf("no hunk of %s in %s", path, id)
	return 0, model.PastRefusal{}
}

var threeChanges = map[string]string{
	"tone.md":  note("Tone", "user", "Keep answers to four lines.\n"),
	"build.md": note("Build", "project", "Build with just.\n"),
	"new.md":   note("New", "project", "The office has moved to the harbour.\n"),
}

// TestRecall: what was refused arrives rejected with its note; an acceptance ends that; what a person
// proposes is his own.
func TestRecall(t *testing.T) {
	s := newScene(t)
	s.later()
	first := s.propose(model.OriginModel, threeChanges)
	s.ends(first, map[string]model.Decision{"tone.md": model.Rejected}, map[string]string{"tone.md": "five is what we want"})

	// Elsewhere in the file: the place does not count.
	s.put("tone.md", strings.Replace(s.text("tone.md"), "---\n\n", "---\n\nA first paragraph.\n\n", 1))
	again := maps.Clone(threeChanges)
	again["tone.md"] = strings.Replace(again["tone.md"], "---\n\n", "---\n\nA first paragraph.\n\n", 1)
	for _, origin := range []model.Origin{model.OriginModel, model.OriginRules} {
		id := s.propose(origin, again)
		d, before := s.standing(id, "tone.md")
		if d != model.Rejected || before.Review != first || before.Note != "five is what we want" || before.At.IsZero() {
			t.Errorf("%s: %s, %+v", origin, d, before)
		}
		if d, before := s.standing(id, "build.md"); d != model.Undecided || before.Known() {
			t.Errorf("%s: what nobody refused is %s, %+v", origin, d, before)
		}
		info := s.listed(t)[0]
		if info.Refused != 1 || info.Decided != 1 || info.Begun {
			t.Errorf("%+v", info)
		}
		must(t, s.desk.Discard(t.Context(), s.st, id))
	}
	for _, origin := range []model.Origin{model.OriginPerson, model.OriginUndo, model.OriginImport} {
		id := s.propose(origin, again)
		if d, before := s.standing(id, "tone.md"); d == model.Rejected || before.Known() {
			t.Errorf("%s: %s, %+v", origin, d, before)
		}
		must(t, s.desk.Discard(t.Context(), s.st, id))
	}

	// Left as it arrived, it is still what was said the first time.
	id := s.propose(model.OriginModel, again)
	if _, before := s.standing(id, "tone.md"); before.Review != first {
		t.Errorf("after two more reviews: %+v", before)
	}
	// Accepted after all, and proposed once more from the notes of before.
	s.ends(id, map[string]model.Decision{"tone.md": model.Accepted}, nil)
	s.put("tone.md", strings.Replace(s.text("tone.md"), "four lines", "five lines", 1))
	id = s.propose(model.OriginModel, again)
	if d, before := s.standing(id, "tone.md"); d != model.Undecided || before.Known() {
		t.Errorf("after an acceptance: %s, %+v", d, before)
	}
	// And refused once more.
	s.ends(id, map[string]model.Decision{"tone.md": model.Rejected, "new.md": model.Rejected}, nil)
	id = s.propose(model.OriginModel, again)
	if d, before := s.standing(id, "tone.md"); d != model.Rejected || before.Note != "" || before.Review == first {
		t.Errorf("refused again: %s, %+v", d, before)
	}
	// The note that never came, under another name.
	again["harbour.md"] = again["new.md"]
	delete(again, "new.md")
	must(t, s.desk.Discard(t.Context(), s.st, id))
	id = s.propose(model.OriginModel, again)
	if d, before := s.standing(id, "harbour.md"); d != model.Rejected || !before.Known() {
		t.Errorf("under another name: %s, %+v", d, before)
	}
}

// TestRecallRenamed: the same text for a note that has another name now is the same change; for a second
// note beside the first it is another one.
func TestRecallRenamed(t *testing.T) {
	for _, gone := range []bool{true, false} {
		s := newScene(t)
		s.later()
		s.ends(s.propose(model.OriginRules, map[string]string{"tone.md": threeChanges["tone.md"]}), map[string]model.Decision{"tone.md": model.Rejected}, nil)
		s.put("voice.md", s.text("tone.md"))
		if gone {
			must(t, os.Remove(filepath.Join(s.st.Dir, "tone.md")))
		}
		id := s.propose(model.OriginRules, map[string]string{"voice.md": threeChanges["tone.md"]})
		if d, before := s.standing(id, "voice.md"); (d == model.Rejected) != gone || before.Known() != gone {
			t.Errorf("gone %v: %s, %+v", gone, d, before)
		}
	}
}

// TestRecallPieces: of a hunk that was split and taken in part, the rest is what comes again.
func TestRecallPieces(t *testing.T) {
	s := newScene(t)
	s.later()
	s.put("build.md", note("Build", "project", "Build with make. Go is 1.22. Tests need a database.\n"))
	want := note("Build", "project", "Build with just. Go is 1.26. Tests need a database.\n")
	id := s.propose(model.OriginModel, map[string]string{"build.md": want})
	r := s.review(id, model.Undecided)
	shape, ok := hunk.SplitBy(r.Whole, r.Shape, r.Changes[0].Hunks[0].ID, hunk.Sentences)
	if !ok {
		t.Fatal("it does not come apart")
	}
	must(t, s.desk.decide(t.Context(), s.st, id, hunk.Reruled(r.Whole, r.Ruling(), shape)))
	r = s.review(id, model.Rejected)
	pieces := r.Changes[0].Hunks
	if len(pieces) != 2 {
		t.Fatalf("%d pieces", len(pieces))
	}
	r.Decisions[pieces[0].ID] = model.Accepted
	r.Notes[pieces[1].ID] = "1.22 is what we ship"
	s.commit(r, model.CommitOptions{})
	if got := s.text("build.md"); !strings.Contains(got, "just. Go is 1.22.") {
		t.Fatal(got)
	}
	id = s.propose(model.OriginModel, map[string]string{"build.md": want})
	if d, before := s.standing(id, "build.md"); d != model.Rejected || before.Note != "1.22 is what we ship" {
		t.Errorf("%s, %+v", d, before)
	}
}

// TestRecallReplace: an extraction that grows is not taken for one whose review has begun.
func TestRecallReplace(t *testing.T) {
	s := newScene(t)
	s.later()
	s.ends(s.propose(model.OriginModel, threeChanges), map[string]model.Decision{"build.md": model.Rejected}, nil)
	old, err := s.desk.Propose(t.Context(), s.proposes(t, "two.md"))
	must(t, err)
	id, err := s.desk.Replace(t.Context(), old, s.proposes(t, "two.md", "three.md"))
	must(t, err)
	if d, before := s.standing(id, "build.md"); d != model.Rejected || !before.Known() {
		t.Errorf("%s, %+v", d, before)
	}
	if _, err = s.desk.Replace(t.Context(), id, s.proposes(t, "two.md", "three.md")); err != nil {
		t.Errorf("nobody has begun it: %v", err)
	}
}

// TestRecallDamaged: a record that cannot be read is named, and the proposal comes all the same.
func TestRecallDamaged(t *testing.T) {
	s := newScene(t)
	s.later()
	first := s.propose(model.OriginModel, threeChanges)
	s.ends(first, map[string]model.Decision{"build.md": model.Rejected}, nil)
	closed := filepath.Join(s.base, "state", "dreamgate", s.st.ID, "closed", first+".json")
	must(t, os.WriteFile(closed, []byte("{"), 0o600))
	r := s.review(s.propose(model.OriginModel, threeChanges), model.Undecided)
	if text := strings.Join(r.Proposal.Report, "\n"); !strings.Contains(text, first) {
		t.Errorf("%q", text)
	}
}

// BenchmarkRecall lays a proposal down beside a thousand closed reviews of forty hunks each.
func BenchmarkRecall(b *testing.B) {
	dir := b.TempDir()
	b.Setenv("XDG_STATE_HOME", filepath.Join(dir, "state"))
	st := model.Store{ID: "acme-1", Name: "acme", Dir: filepath.Join(dir, "memory")}
	if err := os.MkdirAll(st.Dir, 0o755); err != nil {
		b.Fatal(err)
	}
	at := now
	d := New(func() time.Time { at = at.Add(time.Minute); return at })
	trees := func(n int) (model.Tree, model.Tree) {
		base, proposed := model.Tree{}, model.Tree{}
		for i := range 40 {
			path := fmt.Sprintf("note-%d.md", i)
			base[path] = model.File{Mode: 0o644, Data: []byte(note(path, "project", "As it was before it was looked at.\n"))}
			proposed[path] = model.File{Mode: 0o644, Data: []byte(note(path, "project", fmt.Sprintf("As it is in dream %d, in some more words than before.\n", n)))}
		}
		return base, proposed
	}
	for n := range 1000 {
		base, proposed := trees(n)
		id, err := d.Propose(b.Context(), model.Proposal{Store: st, Origin: model.OriginImport, Base: base, Proposed: proposed})
		if err == nil {
			err = d.Discard(b.Context(), st, id)
		}
		if err != nil {
			b.Fatal(err)
		}
	}
	for b.Loop() {
		base, proposed := trees(7)
		p := model.Proposal{Store: st, Origin: model.OriginModel, Base: base, Proposed: proposed}
		s, err := d.openState(st, false)
		if err != nil {
			b.Fatal(err)
		}
		s.recall(b.Context(), &p, diff(p))
		s.close()
	}
}
