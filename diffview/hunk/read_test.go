package hunk

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"dreamgate/diffview/hunk/hunktest"
	"dreamgate/model"
)

// TestReadPatchCases reads the patch of every case back.
func TestReadPatchCases(t *testing.T) {
	for _, c := range hunktest.Cases {
		changes := Diff(c.Base, c.Proposed)
		if len(changes) == 0 {
			continue
		}
		got, err := ReadPatch(c.Base, Unified(c.Base, changes))
		if err == nil {
			err = same(got, c.Proposed)
		}
		if err != nil {
			t.Errorf("%s: %v\n%s", c.Name, err, Unified(c.Base, changes))
		}
	}
}

// TestReadPatchAgrees reads some hundred random patches of our own and of git's back.
func TestReadPatchAgrees(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 17))
	base, proposed := model.Tree{}, model.Tree{}
	for i := range 400 {
		old, new, there, stays := hunktest.Random(rng)
		p := fmt.Sprintf("d%d/n %d.md", i%7, i)
		if there {
			base[p] = old
		}
		if stays || !there {
			proposed[p] = new
		}
	}
	changes := Diff(base, proposed)
	for _, c := range changes {
		patch := Unified(base, []model.Change{c})
		got, err := ReadPatch(base, patch)
		if err == nil {
			want := model.Tree{}
			for p, f := range base {
				want[p] = f
			}
			if delete(want, c.Path); side(proposed, c.Path).there {
				want[c.Path] = proposed[c.Path]
			}
			err = same(got, want)
		}
		if err != nil {
			t.Fatalf("%v\n%s", err, patch)
		}
	}
	// Of all at once git makes the same, and so it does of what it writes itself.
	got, err := ReadPatch(base, Unified(base, changes))
	if err != nil {
		t.Fatal(err)
	}
	if err := same(got, applyGit(t, base, changes)); err != nil {
		t.Error(err)
	}
	dir := t.TempDir()
	writeTree(t, dir, base)
	gitIn(t, dir, nil, "init", "-q")
	gitIn(t, dir, nil, "add", "-A")
	gitIn(t, dir, nil, "-c", "user.name=x", "-c", "user.email=x@y.z", "commit", "-q", "-m", "base")
	gitIn(t, dir, nil, "rm", "-q", "-r", ".")
	writeTree(t, dir, proposed)
	gitIn(t, dir, nil, "add", "-A")
	for _, flags := range [][]string{{"-M"}, {"--no-renames", "-U0"}, {"--no-prefix", "-M"}} {
		patch := gitIn(t, dir, nil, append([]string{"diff", "--cached", "--text", "--no-ext-diff"}, flags...)...)
		got, err := ReadPatch(base, patch)
		if err == nil {
			err = same(got, proposed)
		}
		if err != nil {
			t.Errorf("git diff %v: %v", flags, err)
		}
	}
}

// TestReadPatchPlaces: a block that has moved is found, one that could stand at two places is refused, and so
// is all that leads out of the folder.
func TestReadPatchPlaces(t *testing.T) {
	base := model.Tree{"a.md": hunktest.Text("new\nx\none\ny\nsame\nend\nsame\n"), "sub/b.md": hunktest.Text("b\n")}
	for _, c := range []struct{ name, patch, want string }{
		{"moved", "--- a/a.md\n+++ b/a.md\n@@ -7,3 +7,3 @@\n x\n-one\n+two\n y\n", ""},
		{"not at the end", "--- a/a.md\n+++ b/a.md\n@@ -2,2 +2,2 @@\n x\n-one\n+two\n", "its lines stand nowhere"},
		{"a change first", "--- a/a.md\n+++ b/a.md\n@@ -3,2 +3,2 @@\n-one\n+two\n y\n", ""},
		{"a change first, at the top", "--- a/a.md\n+++ b/a.md\n@@ -1,2 +1,2 @@\n-one\n+two\n y\n", "its lines stand nowhere"},
		{"plain", "--- a.md\t2026-01-01\n+++ a.md\t2026-01-02\n@@ -3 +3 @@\n-one\n+two\n", ""},
		{"folders", "--- old/a.md\n+++ new/a.md\n@@ -3 +3 @@\n-one\n+two\n", ""},
		{"further up", "--- a/notes/a.md\n+++ b/notes/a.md\n@@ -3 +3 @@\n-one\n+two\n", ""},
		{"twice", "--- a/a.md\n+++ b/a.md\n@@ -1 +1 @@\n-same\n+two\n", "block 1 of \"a.md\", line 3 of the patch: its lines do not stand where it says, and at 2"},
		{"nowhere", "--- a/a.md\n+++ b/a.md\n@@ -1 +1 @@\n-none\n+two\n", "its lines stand nowhere"},
		{"no file", "--- a/c.md\n+++ b/c.md\n@@ -1 +1 @@\n-none\n+two\n", "there is no file \"c.md\""},
		{"out", "--- /dev/null\n+++ b/../c.md\n@@ -0,0 +1 @@\n+two\n", "leads out"},
		{"root", "--- /dev/null\n+++ b//etc/c.md\n@@ -0,0 +1 @@\n+two\n", "leads out"},
		{"git", "--- /dev/null\n+++ b/.GIT/hooks/x\n@@ -0,0 +1 @@\n+two\n", "leads out"},
		{"there", "--- /dev/null\n+++ b/a.md\n@@ -0,0 +1 @@\n+two\n", "is there already"},
		{"nested", "--- /dev/null\n+++ b/a.md/x.md\n@@ -0,0 +1 @@\n+two\n", "a file and a folder"},
		{"link", "diff --git a/l b/l\nnew file mode 120000\n--- /dev/null\n+++ b/l\n@@ -0,0 +1 @@\n+two\n", "no plain file's"},
		{"short", "--- a/a.md\n+++ b/a.md\n@@ -3,4 +3,4 @@\n-one\n", "ends before"},
		{"long", "--- a/a.md\n+++ b/a.md\n@@ -3 +3 @@\n-one\n-y\n", "more lines"},
		{"nothing", "hello\n", "a unified diff is needed"},
		{"half gone", "--- a/a.md\n+++ /dev/null\n@@ -1 +0,0 @@\n-new\n", "not in the patch"},
	} {
		got, err := ReadPatch(base, []byte(c.patch))
		switch {
		case c.want == "" && err != nil:
			t.Errorf("%s: %v", c.name, err)
		case c.want == "" && string(got["a.md"].Data) != strings.Replace(string(base["a.md"].Data), "one", "two", 1):
			t.Errorf("%s: %q", c.name, got["a.md"].Data)
		case c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)):
			t.Errorf("%s: %v, want %q", c.name, err, c.want)
		}
	}
}

// FuzzReadPatch holds that no patch brings the reader down, or a name out of the folder.
func FuzzReadPatch(f *testing.F) {
	base := model.Tree{"a.md": hunktest.Text("a\nb\nc\n"), "z.bin": hunktest.Text("\x00\x01")}
	for _, c := range hunktest.Cases {
		f.Add(Unified(c.Base, Diff(c.Base, c.Proposed)))
	}
	f.Add([]byte("diff --git a/a.md b/b.md\nrename from a.md\nrename to b.md\n"))
	f.Fuzz(func(t *testing.T, patch []byte) {
		got, err := ReadPatch(base, patch)
		if err != nil {
			return
		}
		for p := range got {
			if !safe(p) {
				t.Errorf("the name %q", p)
			}
		}
		// What it makes of the base is a proposal like any other: it can be taken, left, and written again.
		changes := Diff(base, got)
		laws(t, base, got, changes)
		if len(changes) == 0 {
			return
		}
		again, err := ReadPatch(base, Unified(base, changes))
		if err == nil {
			err = same(again, got)
		}
		if err != nil {
			t.Errorf("written and read again: %v", err)
		}
	})
}
