package memory

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"dreamgate/model"
)

// caseless is a folder on a disk that tells no case apart: the temporary one, as on a Mac, or one below the folder that
// DREAMGATE_CASELESS names.
func caseless(t *testing.T) string {
	t.Helper()
	for _, base := range []string{t.TempDir(), os.Getenv("DREAMGATE_CASELESS")} {
		if base == "" {
			continue
		}
		dir, err := os.MkdirTemp(base, "case")
		must(t, err)
		t.Cleanup(func() { os.RemoveAll(dir) })
		put(t, dir, "Probe", "x")
		if _, err := os.Lstat(filepath.Join(dir, "pROBE")); err == nil {
			must(t, os.Remove(filepath.Join(dir, "Probe")))
			return dir
		}
	}
	t.Skip("no disk here takes two spellings of a name for one (DREAMGATE_CASELESS names a folder on one)")
	return ""
}

// TestNamesThatTheDiskTakesForOne: neither a rename by case alone nor a twin nor the deletion of a note that somebody
// has renamed so costs a note.
func TestNamesThatTheDiskTakesForOne(t *testing.T) {
	old := text("the text", 0o644)
	for name, c := range map[string]struct {
		there  string
		writes []Write
		word   string
	}{
		"renamed by case":          {"Case.md", []Write{{Path: "Case.md", Old: old, Goes: true}, {Path: "case.md", New: old}}, "takes that name for Case.md"},
		"renamed and changed":      {"Case.md", []Write{{Path: "Case.md", Old: old, Goes: true}, {Path: "case.md", New: text("more", 0o644)}}, "takes that name for Case.md"},
		"a twin":                   {"Case.md", []Write{{Path: "case.md", New: text("another", 0o644)}}, "takes that name for Case.md"},
		"in a folder":              {"sub/Case.md", []Write{{Path: "sub/case.md", New: old}}, "takes that name for sub/Case.md"},
		"two new ones":             {"Case.md", []Write{{Path: "A.md", New: text("one", 0o644)}, {Path: "a.md", New: text("two", 0o644)}}, "new as well"},
		"two new ones of one text": {"Case.md", []Write{{Path: "A.md", New: text("one", 0o644)}, {Path: "a.md", New: text("one", 0o644)}}, "new as well"},
		"deleted, and renamed":     {"case.md", []Write{{Path: "Case.md", Old: old}}, ""},
		"changed, and renamed":     {"case.md", []Write{{Path: "Case.md", Old: old, New: text("more", 0o644)}}, "changed since"},
		"spelled as it is, change": {"Case.md", []Write{{Path: "Case.md", Old: old, New: old}}, ""},
	} {
		dir := caseless(t)
		put(t, dir, c.there, "the text")
		root, err := OpenRoot(dir)
		must(t, err)
		state, err := OpenRoot(t.TempDir())
		must(t, err)
		err = Apply(t.Context(), root, state, "x", c.writes)
		if c.word == "" && err != nil || c.word != "" && (err == nil || !strings.Contains(err.Error(), c.word)) {
			t.Errorf("%s: %v", name, err)
		}
		if c.word == "new as well" && (errors.Is(err, ErrMoved) || !strings.HasSuffix(err.Error(), "; nothing was written")) {
			t.Errorf("%s: it is the disk, and nobody else: %v", name, err)
		}
		tree, err := root.ReadTree(t.Context())
		must(t, err)
		if got := tree[c.there]; len(tree) != 1 || string(got.Data) != "the text" {
			t.Errorf("%s: left are %q, %q", name, tree.Paths(), got.Data)
		}
		if names, err := state.Names(journalDir); err != nil || len(names) > 0 {
			t.Errorf("%s: %q, %v", name, names, err)
		}
		must(t, errors.Join(root.Close(), state.Close()))
	}
}

// TestFreshNamesThatTheDiskTakesForOne: of two notes of which a disk keeps one, the other is named, and all else is written.
func TestFreshNamesThatTheDiskTakesForOne(t *testing.T) {
	dir := filepath.Join(caseless(t), "out")
	tree := model.Tree{"A.md": *text("one", 0o644), "a.md": *text("two", 0o644), "b.md": *text("b", 0o644), "Sub/c.md": *text("three", 0o644), "sub/c.md": *text("four", 0o644)}
	written, err := WriteFresh(dir, tree)
	if err == nil || !strings.Contains(err.Error(), "a.md") || !strings.Contains(err.Error(), "sub/c.md") || !strings.Contains(err.Error(), "another disk") {
		t.Error(err)
	}
	if strings.Join(written, " ") != "A.md Sub/c.md b.md" {
		t.Error(written)
	}
	for p, want := range map[string]string{"A.md": "one", "Sub/c.md": "three", "b.md": "b"} {
		if got, err := os.ReadFile(filepath.Join(dir, p)); err != nil || string(got) != want {
			t.Errorf("%s: %q, %v", p, got, err)
		}
	}
}

// TestSpelled: on a disk that knows case, names that differ in it alone are two, also where both are the same file.
func TestSpelled(t *testing.T) {
	dir := t.TempDir()
	put(t, dir, "Case.md", "x")
	if _, err := os.Lstat(filepath.Join(dir, "case.md")); err == nil {
		t.Skip("this disk does not")
	}
	must(t, os.Link(filepath.Join(dir, "Case.md"), filepath.Join(dir, "cASE.MD")))
	put(t, dir, "é.md", "x")
	root, err := OpenRoot(dir)
	must(t, err)
	defer root.Close()
	for _, p := range []string{"Case.md", "cASE.MD", "case.md", "é.md", "e\u0301.md", "../x", "none/x.md"} {
		if other := root.Twin(p); other != "" {
			t.Errorf("%s: %s", p, other)
		}
	}
}
