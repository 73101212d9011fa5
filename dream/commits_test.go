package dream

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"dreamgate/dream/engine"
	"dreamgate/memory/transcript"
	"dreamgate/model"
)

// project is a repository with these subjects, the oldest first.
func project(t *testing.T, subjects ...string) string {
	t.Helper()
	dir := t.TempDir()
	git := func(args ...string) {
		t.Helper()
		cmd := exec.Command("git", append([]string{"-C", dir, "-c", "user.name=d", "-c", "user.email=d@example.invalid"}, args...)...)
		cmd.Env = append(os.Environ(), "GIT_COMMITTER_DATE=2026-11-18T23:30:00+00:00")
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("git %q: %v\n%s", args, err, out)
		}
	}
	git("init", "-q")
	for _, s := range subjects {
		git("commit", "-q", "--allow-empty", "-m", s)
	}
	return dir
}

// lately runs a dream about a project and returns what the engine was told of its commits, and in the prompt.
func lately(t *testing.T, r Request) (file, told string, got Result) {
	t.Helper()
	r.Engine = fake{"look", func(_ context.Context, job engine.Job, _ func(model.Event)) error {
		data, err := os.ReadFile(filepath.Join(job.Dir, engine.CommitsFile))
		if file, told = string(data), job.Prompt; err != nil && !errors.Is(err, os.ErrNotExist) {
			return err
		}
		// It cites one, and writes into the file.
		return errors.Join(os.WriteFile(filepath.Join(job.Dir, engine.CommitsFile), []byte("x"), 0o600),
			os.WriteFile(filepath.Join(job.Dir, "memory/tone.md"), []byte("Gizmo-9 asks once.\n"), 0o600),
			os.WriteFile(filepath.Join(job.Dir, "CHANGES.md"), []byte("- tone.md: it asks once [COMMITS:7]\n"), 0o600))
	}}
	got, err := Propose(t.Context(), r)
	if err != nil {
		t.Fatal(err)
	}
	return file, told, got
}

// TestLately: an engine is told the last commits of the project, masked, printable and bounded; it cannot change
// them, and to cite one is no citation.
func TestLately(t *testing.T) {
	w := newWorld(t)
	r := w.request(nil)
	r.Projects = []string{project(t, "Start", "Use "+token, "Colour \x1b[31m it", strings.Repeat("long ", 200), "Gizmo-9 asks once"), t.TempDir()}
	file, told, got := lately(t, r)
	lines := strings.Split(strings.TrimSpace(file), "\n")
	last := lines[len(lines)-5:]
	if !strings.HasPrefix(last[0], "- 2026-11-18 ") || !strings.HasSuffix(last[0], " Gizmo-9 asks once") || !strings.HasSuffix(last[4], " Start") {
		t.Errorf("told %q", lines)
	}
	if strings.Contains(file, token) || strings.Contains(file, "\x1b") || len(last[1]) > 200 || !strings.Contains(file, "no evidence") {
		t.Errorf("told %q", file)
	}
	if !strings.Contains(told, "- COMMITS.md     5 recent commits of the project.") {
		t.Errorf("the prompt: %s", told)
	}
	if report := strings.Join(got.Proposal.Report, "\n"); !strings.Contains(report, "the engine changed COMMITS.md, which it was given to read") {
		t.Errorf("the report: %s", report)
	}
	for _, e := range got.Proposal.Check.Hunks {
		for _, c := range e.Citations {
			if c.Verdict == model.Supported {
				t.Errorf("a commit is cited: %+v", c)
			}
		}
	}
	r.Projects = append(r.Projects, r.Projects[0])
	if twice, _, _ := lately(t, r); twice != file {
		t.Errorf("of one history told twice: %q", twice)
	}
	r.Engine = away{}
	s, err := Preview(t.Context(), r)
	if err != nil || len(s.Files) == 0 || s.Files[1].Path != engine.CommitsFile || s.Files[1].Bytes != len(file) || !strings.Contains(s.Prompt, "COMMITS.md") {
		t.Errorf("a preview: %+v, %v", s.Files, err)
	}
}

// TestLatelyBounded: a long history is told to a bound.
func TestLatelyBounded(t *testing.T) {
	var subjects []string
	for range maxCommits + 5 {
		subjects = append(subjects, strings.Repeat("all of it ", 30))
	}
	w := newWorld(t)
	r := w.request(nil)
	r.Projects = []string{project(t, subjects...), project(t, subjects...)}
	if file, _, _ := lately(t, r); len(file) > maxLately || len(file) < maxLately*3/4 {
		t.Errorf("told %d bytes", len(file))
	}
}

// TestLatelyOfNothing: without a repository there is no such file and no word of it, nor for an extraction.
func TestLatelyOfNothing(t *testing.T) {
	w := newWorld(t)
	r := w.request(nil)
	r.Projects = []string{t.TempDir(), "/nowhere"}
	file, told, got := lately(t, r)
	if file != "" || strings.Contains(told, "COMMITS") || !strings.Contains(strings.Join(got.Proposal.Report, "\n"), "wrote COMMITS.md, outside") {
		t.Errorf("told %q, report %q", file, got.Proposal.Report)
	}
	r.Projects, r.extract = []string{project(t, "Start")}, &extraction{}
	r.fresh = func(f []transcript.File) selection { return all(f) }
	if file, told, _ := lately(t, r); file != "" || strings.Contains(told, "COMMITS") {
		t.Errorf("an extraction is told %q", file)
	}
}
