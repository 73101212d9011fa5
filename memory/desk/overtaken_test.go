package desk

import (
	"errors"
	"maps"
	"slices"
	"strings"
	"testing"

	"dreamgate/memory"
	"dreamgate/model"
)

// proposes is a proposal that changes build.md and adds a note.
func (s *scene) proposes(t *testing.T, more ...string) model.Proposal {
	t.Helper()
	root, err := memory.OpenRoot(s.st.Dir)
	must(t, err)
	defer root.Close()
	base, err := root.ReadTree(t.Context())
	must(t, err)
	proposed := maps.Clone(base)
	proposed["build.md"] = model.File{Mode: 0o644, Data: []byte(note("Build", "project", "Build with just.\n"))}
	for _, name := range append(more, "new.md") {
		proposed[name] = model.File{Mode: 0o644, Data: []byte(note(name, "project", "New.\n"))}
	}
	return model.Proposal{Store: s.st, Origin: model.OriginRules, Engine: "offline", Extracted: true, Base: base, Proposed: proposed,
		Check: model.Check{Hunks: map[string]model.Evidence{}}}
}

func (s *scene) listed(t *testing.T) []model.ProposalInfo {
	t.Helper()
	list, err := s.desk.List(t.Context(), s.st)
	must(t, err)
	return list
}

// TestOvertaken: a list says which files of a proposal the live notes have gone past, and nothing else.
func TestOvertaken(t *testing.T) {
	s := newScene(t)
	_, err := s.desk.Propose(t.Context(), s.proposes(t))
	must(t, err)
	build := s.text("build.md")
	for _, c := range []struct {
		name  string
		files map[string]string
		want  []string
	}{
		{"as it was", nil, nil},
		{"another note", map[string]string{"rule.md": "x\n"}, nil},
		{"written by another hand already", map[string]string{"build.md": note("Build", "project", "Build with just.\n")}, nil},
		{"changed", map[string]string{"build.md": build + "More.\n"}, []string{"build.md"}},
		{"created", map[string]string{"new.md": "Other.\n"}, []string{"build.md", "new.md"}},
		{"put back", map[string]string{"build.md": build}, []string{"new.md"}},
	} {
		for name, text := range c.files {
			s.put(name, text)
		}
		if got := s.listed(t); len(got) != 1 || !got[0].Extracted || !slices.Equal(got[0].Overtaken, c.want) {
			t.Errorf("%s: %+v, want %v", c.name, got, c.want)
		}
	}
}

// TestChangedPlaces: a file that a folder takes the place of, or the other way round, is not overtaken by itself.
func TestChangedPlaces(t *testing.T) {
	s := newScene(t)
	s.put("dir/in.md", "In.\n")
	p := s.proposes(t, "build.md/in.md", "dir")
	delete(p.Proposed, "build.md")
	delete(p.Proposed, "dir/in.md")
	_, err := s.desk.Propose(t.Context(), p)
	must(t, err)
	if got := s.listed(t); len(got) != 1 || len(got[0].Overtaken) > 0 {
		t.Errorf("%+v", got)
	}
	s.put("build.md", "Other.\n")
	if got := s.listed(t); len(got) != 1 || !slices.Equal(got[0].Overtaken, []string{"build.md"}) {
		t.Errorf("%+v", got)
	}
}

// TestReplace: a proposal of which nothing is decided makes room for one that holds it; one whose review
// has begun stays.
func TestReplace(t *testing.T) {
	s := newScene(t)
	old, err := s.desk.Propose(t.Context(), s.proposes(t))
	must(t, err)
	id, err := s.desk.Replace(t.Context(), old, s.proposes(t, "two.md"))
	must(t, err)
	if got := s.listed(t); len(got) != 1 || got[0].ID != id || got[0].Hunks != 3 {
		t.Errorf("%+v", got)
	}
	if _, err := s.desk.Replace(t.Context(), old, s.proposes(t)); !errors.Is(err, errUnknown) {
		t.Errorf("one that is gone: %v", err)
	}
	r, err := s.desk.Review(t.Context(), s.st, id)
	must(t, err)
	if !r.Proposal.Extracted {
		t.Error("it is forgotten where it came from")
	}
	must(t, s.desk.decide(t.Context(), s.st, id, model.Ruling{Decisions: model.Decisions{r.Changes[0].Hunks[0].ID: model.Accepted}}))
	if _, err := s.desk.Replace(t.Context(), id, s.proposes(t, "three.md")); !errors.Is(err, errBegun) {
		t.Errorf("a review that has begun: %v", err)
	}
	if got := s.listed(t); len(got) != 1 || got[0].ID != id || got[0].Decided != 1 {
		t.Errorf("%+v", got)
	}
}

// TestReplaceCutShort: whatever fails, one of the two proposals is there.
func TestReplaceCutShort(t *testing.T) {
	for stop := 0; ; stop++ {
		s := newScene(t)
		old, err := s.desk.Propose(t.Context(), s.proposes(t))
		must(t, err)
		n := 0
		broken := errors.New("broken")
		s.desk.fault = func(string, string) error {
			if n++; n == stop {
				return broken
			}
			return nil
		}
		_, err = s.desk.Replace(t.Context(), old, s.proposes(t, "two.md"))
		s.desk.fault = nil
		if len(s.listed(t)) == 0 {
			t.Fatalf("fault %d: both are gone (%v)", stop, err)
		}
		if stop > n {
			return
		}
	}
}

// TestOvertakenByItself: what a review wrote itself, and put back, has not overtaken it; what somebody else writes then has.
func TestOvertakenByItself(t *testing.T) {
	s := newScene(t)
	r := renamed(t, s)
	id := r.Proposal.ID
	s.hook("pre-commit", "exit 1")
	overtaken := func() string {
		t.Helper()
		paths, err := s.desk.Overtaken(t.Context(), s.st, id)
		must(t, err)
		return strings.Join(paths, " ")
	}
	if out := s.commit(s.review(id, model.Accepted), model.CommitOptions{}); out.GitError == "" || overtaken() != "" {
		t.Errorf("%+v, %q", out, overtaken())
	}
	_, err := s.desk.Unapply(t.Context(), s.st, id)
	must(t, err)
	if got := overtaken(); got != "" {
		t.Errorf("after it was put back: %q", got)
	}
	was := s.text("n.md")
	s.put("n.md", "else\n")
	if got := overtaken(); got != "n.md" {
		t.Errorf("after an edit: %q", got)
	}
	s.put("n.md", was)
	if got := overtaken(); got != "" {
		t.Errorf("after the edit was taken back: %q", got)
	}
	must(t, s.desk.Discard(t.Context(), s.st, id))
	if got := overtaken(); got != "" {
		t.Errorf("closed: %q", got)
	}
}
