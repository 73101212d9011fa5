package project

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"dreamgate/model"
)

// of returns the findings of a rule.
func of(m model.Memory, rule string) (found []model.Finding) {
	for _, f := range m.Findings {
		if f.Rule == rule {
			found = append(found, f)
		}
	}
	return found
}

func TestSecretsAreFindings(t *testing.T) {
	w := newWorld(t)
	dir := w.kept("-w-shop", "s1")
	token := "glpat-" + "Zk3vQ9sT1xYbN7mRwE2u" // parted, so that nobody takes this file for a leak
	w.write(filepath.Join(dir, "a.md"), "---\nname: a\ndescription: the first\ntype: user\n---\nbody\nThe token is "+token+".\n")
	w.write(filepath.Join(dir, "b.md"), "---\nname: b\ndescription: the second\ntype: user\n---\nThe token is glpat-[masked], see $TOKEN.\n")
	l := w.library()
	m, err := l.Read(t.Context(), model.Store{Dir: dir})
	if err != nil {
		t.Fatal(err)
	}
	found := of(m, "secret")
	if len(found) != 1 || found[0].Path != "a.md" || found[0].Line != 7 || found[0].Severity != model.Error {
		t.Fatalf("%+v", found)
	}
	if strings.Contains(found[0].Message, token) || !strings.Contains(found[0].Message, "(glpat-...)") {
		t.Errorf("%s", found[0].Message)
	}
	if m.Store.Summary.Findings[model.Error] == 0 {
		t.Error("the list of stores does not count it")
	}
}

// lines is an index with a number of entries, of which all but the first lack their notes.
func lines(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "- fact %d\n", i)
	}
	return b.String()
}

func TestOverflowFromGit(t *testing.T) {
	w := newWorld(t)
	dir := w.kept("-w-shop", "s1")
	w.write(w.path(".gitconfig"), "[user]\nname = A\nemail = a@example.com\n")
	git := func(daysAgo int, args ...string) {
		t.Helper()
		cmd := exec.Command("git", append([]string{"-C", dir}, args...)...)
		at := today.AddDate(0, 0, -daysAgo).Format("2006-01-02T15:04:05Z")
		cmd.Env = append(os.Environ(), "GIT_AUTHOR_DATE="+at, "GIT_COMMITTER_DATE="+at)
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("git %v: %v\n%s", args, err, out)
		}
	}
	read := func() []model.Finding {
		t.Helper()
		m, err := w.library().Read(t.Context(), model.Store{Dir: dir})
		if err != nil || len(m.Remarks) > 0 {
			t.Fatal(err, m.Remarks)
		}
		return of(m, "index-growth")
	}
	git(0, "init", "--quiet")
	for i, days := range []int{30, 20, 10, 0} {
		w.write(filepath.Join(dir, "MEMORY.md"), lines(110+10*i))
		git(days, "add", ".")
		git(days, "commit", "--quiet", "-m", "more")
	}
	found := read()
	if len(found) != 1 || !strings.Contains(found[0].Message, "grows by 7.0 lines a week (4 versions in git since 2026-10-30)") ||
		!strings.Contains(found[0].Message, "about 2027-01-29") {
		t.Fatalf("%+v", found)
	}
	// A commit that had no index, and one that cleaned it up.
	w.write(filepath.Join(dir, "MEMORY.md"), lines(100))
	git(0, "rm", "--cached", "--quiet", "MEMORY.md")
	git(0, "commit", "--quiet", "-m", "none")
	git(0, "add", ".")
	git(0, "commit", "--quiet", "-m", "less")
	if found := read(); len(found) != 0 {
		t.Errorf("what was cleaned up still grows: %+v", found)
	}
}

func TestOverflowFromDates(t *testing.T) {
	w := newWorld(t)
	dir := w.kept("-w-shop", "s1")
	var index strings.Builder
	for i := range 150 {
		path := filepath.Join(dir, fmt.Sprintf("n%03d.md", i))
		w.write(path, "---\nname: n\n---\nx\n")
		at := today.AddDate(0, 0, i-150)
		if err := os.Chtimes(path, at, at); err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&index, "- [Note %d](n%03d.md)\n", i, i)
	}
	w.write(filepath.Join(dir, "MEMORY.md"), index.String())
	m, err := w.library().Read(t.Context(), model.Store{Dir: dir})
	if err != nil {
		t.Fatal(err)
	}
	if found := of(m, "index-growth"); len(found) != 1 || !strings.Contains(found[0].Message, "150 dates of notes since 2026-07-02") {
		t.Errorf("%+v", found)
	}
}

// TestSharedPart: the part of a memory that a team shares needs no index of its own where that of the memory
// names its notes, and is no worse than others for it.
func TestSharedPart(t *testing.T) {
	w := newWorld(t)
	kept := w.kept(Slug(w.path("src", "app")), "s")
	w.write(filepath.Join(kept, "team", "b.md"), "---\nname: b\ndescription: d\ntype: project\n---\ntext\n")
	missing := func() (found model.Finding, ok bool) {
		t.Helper()
		s, err := w.library().Find(t.Context(), filepath.Join(kept, "team"))
		if err != nil || s.Kind != model.KindTeam {
			t.Fatalf("%+v, %v", s, err)
		}
		m, err := w.library().Read(t.Context(), s)
		if err != nil || m.Index.Status != model.StatusMissing {
			t.Fatalf("%v, %v", m.Index.Status, err)
		}
		for _, f := range m.Findings {
			if f.Rule == "missing-index" {
				return f, true
			}
		}
		return found, false
	}
	if f, ok := missing(); !ok || f.Severity != model.Warning {
		t.Errorf("nothing names it: %+v", f)
	}
	w.write(filepath.Join(kept, "MEMORY.md"), "- [b](team/b.md)\n")
	if f, ok := missing(); ok {
		t.Errorf("it is named: %+v", f)
	}
}
