package hunk

import (
	"bytes"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"dreamgate/diffview/hunk/hunktest"
	"dreamgate/model"
)

// gitIn runs git in a folder with nothing of the user's settings.
func gitIn(t testing.TB, dir string, stdin []byte, args ...string) []byte {
	t.Helper()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("git is not installed")
	}
	cmd := exec.Command("git", args...)
	cmd.Dir = dir
	cmd.Stdin = bytes.NewReader(stdin)
	cmd.Env = []string{"PATH=" + os.Getenv("PATH"), "HOME=" + dir, "LC_ALL=C", "GIT_CONFIG_NOSYSTEM=1",
		"GIT_CEILING_DIRECTORIES=" + filepath.Dir(dir)}
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil && args[0] != "diff" {
		t.Fatalf("git %s: %v\n%.2000s", strings.Join(args, " "), err, stderr.String())
	}
	return out
}

func writeTree(t testing.TB, dir string, tree model.Tree) {
	t.Helper()
	for p, f := range tree {
		full := filepath.Join(dir, p)
		if err := os.MkdirAll(filepath.Dir(full), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(full, f.Data, f.Mode.Perm()); err != nil {
			t.Fatal(err)
		}
	}
}

func readTree(t testing.TB, dir string) model.Tree {
	t.Helper()
	tree := model.Tree{}
	err := filepath.WalkDir(dir, func(p string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := os.ReadFile(p)
		info, _ := d.Info()
		rel, _ := filepath.Rel(dir, p)
		tree[filepath.ToSlash(rel)] = model.File{Mode: info.Mode(), Data: data}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return tree
}

// applyGit lets git make a selection of a base.
func applyGit(t testing.TB, base model.Tree, picked []model.Change) model.Tree {
	t.Helper()
	dir := t.TempDir()
	writeTree(t, dir, base)
	if patch := Unified(base, picked); len(patch) > 0 {
		gitIn(t, dir, patch, "apply", "--whitespace=nowarn")
	}
	return readTree(t, dir)
}

// TestGitApply takes 2,100 random selections, each of one changed file of its own, seven runs of git
// for all of them, and holds Apply against what git makes of the same hunks.
func TestGitApply(t *testing.T) {
	taken, left := agree(t, rand.New(rand.NewPCG(2, 11)), 300, 7)
	if taken < 2000 || left < 1000 {
		t.Errorf("%d hunks taken and %d left are no test", taken, left)
	}
}

// agree makes random changes of some files and holds, as often as it is told, a random choice of their
// hunks against what git makes of it. It counts the hunks that were taken and left.
func agree(t *testing.T, rng *rand.Rand, files, rounds int) (taken, left int) {
	t.Helper()
	base, proposed := model.Tree{}, model.Tree{}
	for i := range files {
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
	laws(t, base, proposed, changes)
	for round := range rounds {
		d := model.Decisions{}
		for _, c := range changes {
			often := rng.IntN(4)
			for _, h := range c.Hunks {
				if round == 0 && rounds > 1 || rng.IntN(4) < often {
					d[h.ID] = model.Accepted
				}
			}
		}
		sum, _ := Counts(changes, d)
		taken, left = taken+sum.Accepted, left+sum.Undecided
		got, err := Apply(base, changes, d)
		if err != nil {
			t.Fatal(err)
		}
		if err := same(got, applyGit(t, base, Selected(changes, d))); err != nil {
			t.Fatalf("round %d: %.2000v", round, err)
		}
	}
	return taken, left
}

// TestGitApplyCases takes every selection of the hunks of each case.
func TestGitApplyCases(t *testing.T) {
	base, proposed := model.Tree{}, model.Tree{}
	most := 0
	for i, c := range hunktest.Cases {
		if c.Name == "hostile names" && runtime.GOOS != "linux" {
			continue // other systems refuse such names
		}
		for p, f := range c.Base {
			base[fmt.Sprintf("%d/%s", i, p)] = f
		}
		for p, f := range c.Proposed {
			proposed[fmt.Sprintf("%d/%s", i, p)] = f
		}
	}
	changes := Diff(base, proposed)
	for _, c := range changes {
		most = max(most, 1<<len(c.Hunks))
	}
	for bits := range most {
		d := model.Decisions{}
		for _, c := range changes {
			for i, h := range c.Hunks {
				if bits>>i&1 == 1 {
					d[h.ID] = model.Accepted
				}
			}
		}
		got, err := Apply(base, changes, d)
		if err != nil {
			t.Fatal(err)
		}
		if err := same(got, applyGit(t, base, Selected(changes, d))); err != nil {
			t.Errorf("selection %b: %v", bits, err)
		}
	}
}

// TestGitTakesBack holds that a patch can be undone, binary files included.
func TestGitTakesBack(t *testing.T) {
	for _, c := range hunktest.Cases {
		if c.Name != "binary and mode" && c.Name != "mode and text" {
			continue
		}
		dir := t.TempDir()
		writeTree(t, dir, c.Proposed)
		gitIn(t, dir, Unified(c.Base, Diff(c.Base, c.Proposed)), "apply", "-R", "--whitespace=nowarn")
		if err := same(readTree(t, dir), c.Base); err != nil {
			t.Errorf("%s: %v", c.Name, err)
		}
	}
}
