package desk

import (
	"path/filepath"
	"strings"
	"testing"

	"dreamgate/diffview/hunk"
	"dreamgate/model"
)

// token is put together here, so that no scanner takes this file for a leak.
var token = "glpat-" + "xQ7rT2mN9kL4wZ8yB5vC"

// leak brings a token into a note, and a change that has nothing to do with it into another.
func (s *scene) leak(name string) model.Review {
	s.t.Helper()
	id := s.propose(model.OriginPerson, map[string]string{
		name: note("Build", "project", "Build with `make all`; deploy with "+token+".\n"), "tone.md": fourLines["tone.md"]})
	r, err := s.desk.Review(s.t.Context(), s.st, id)
	must(s.t, err)
	return r
}

func decide(r model.Review, d model.Decision) model.Review {
	for _, c := range r.Changes {
		for _, h := range c.Hunks {
			if secret(r.Check, h.ID) {
				r.Decisions[h.ID] = d
			}
		}
	}
	return r
}

// TestSecretsAreDecided: a secret waits for its own key, also in an edit that arrives accepted; one key
// lets a false alarm pass, and what is written is what was proposed.
func TestSecretsAreDecided(t *testing.T) {
	s := newScene(t).repo()
	r := s.leak("build.md")
	if tally, _ := hunk.Counts(r.Changes, r.Decisions); tally.Accepted != 1 || tally.Undecided != 1 {
		t.Fatalf("%+v", tally)
	}
	before := s.tree()
	v, err := s.desk.Preview(t.Context(), r)
	must(t, err)
	if len(v.Secrets) != 1 || strings.Contains(strings.Join(v.Secrets, " "), token) {
		t.Errorf("%q", v.Secrets)
	}
	if _, err := s.desk.Commit(t.Context(), r, model.CommitOptions{}); err == nil || !strings.Contains(err.Error(), "build.md") || strings.Contains(err.Error(), token) {
		t.Errorf("an undecided secret: %v", err)
	}
	s.unchanged(before)
	s.commit(decide(r, model.Accepted), model.CommitOptions{})
	if !strings.Contains(s.text("build.md"), token) {
		t.Error("what was accepted is not what was written")
	}
	if log := s.git("log", "--format=%B"); strings.Contains(log, token) || !strings.Contains(log, "glpat-[masked]") {
		t.Errorf("the commit says:\n%s", log)
	}
}

// TestSecretsStayOutOfTeams: what a team shares takes none, whatever is decided.
func TestSecretsStayOutOfTeams(t *testing.T) {
	s := newScene(t)
	s.put(filepath.Join("team", "build.md"), note("Build", "project", "Build with `make all`.\n"))
	r := decide(s.leak("team/build.md"), model.Accepted)
	if _, err := s.desk.Commit(t.Context(), r, model.CommitOptions{}); err == nil || !strings.Contains(err.Error(), "team") {
		t.Error(err)
	}
	s.commit(decide(r, model.Rejected), model.CommitOptions{})
	if got := s.text("tone.md"); !strings.Contains(got, "four lines") {
		t.Error("the rest is not written")
	}
}
