//go:build unix

package memory

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"dreamgate/model"
)

// outsideText is what lies beside the root of a fuzzed path.
const outsideText = "not yours\n"

// trap is a root with every kind of thing in it that leads out of it, and the folder around it.
func trap(t *testing.T) (around string, root *Root) {
	t.Helper()
	base := ""
	if info, err := os.Stat("/dev/shm"); err == nil && info.IsDir() {
		base = "/dev/shm"
	}
	around, err := os.MkdirTemp(base, "dreamgate-path-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(around) })
	in := filepath.Join(around, "root")
	put(t, around, "outside.md", outsideText)
	put(t, around, "folder/outside.md", outsideText)
	put(t, in, "sub/plain.md", "plain\n")
	for _, err := range []error{
		os.Symlink("../outside.md", filepath.Join(in, "link.md")), os.Symlink("../folder", filepath.Join(in, "linked")),
		os.Symlink("sub", filepath.Join(in, "inner")), os.Symlink(in, filepath.Join(in, "sub", "up")),
		os.Link(filepath.Join(around, "outside.md"), filepath.Join(in, "hard.md")), syscall.Mkfifo(filepath.Join(in, "pipe.md"), 0o600),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	return around, open(t, in)
}

// outside lists all that lies around the root but in it.
func outside(t *testing.T, around string) string {
	t.Helper()
	var b strings.Builder
	for _, dir := range []string{".", "folder"} {
		entries, err := os.ReadDir(filepath.Join(around, dir))
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range entries {
			b.WriteString(dir + "/" + e.Name() + "\n")
		}
	}
	for _, name := range []string{"outside.md", "folder/outside.md"} {
		data, err := os.ReadFile(filepath.Join(around, name))
		if err != nil {
			t.Fatal(err)
		}
		b.Write(data)
	}
	return b.String()
}

// FuzzPath: whatever a path is called, nothing outside of the root is read, written or removed, and no
// link, pipe or second name of a file is written through.
func FuzzPath(f *testing.F) {
	for _, p := range []string{
		"a.md", "sub/a.md", "sub/plain.md", "../outside.md", "sub/../../outside.md", "/etc/passwd", "link.md", "linked/outside.md",
		"inner/plain.md", "sub/up/plain.md", "sub/up/../../outside.md", "hard.md", "pipe.md", "a\x00b", "..\\outside.md",
		"%2e%2e%2foutside.md", "．．／outside.md", "\xc0\xae\xc0\xae/outside.md", "C:\\x", "\\\\host\\share\\x", "//host/x",
		".git/hooks/post-commit", ".GIT/config", "git~1/config", ".g\u200dit/config", "a//b", "a/./b", "", ".", "..", "...", "a/", "-rf",
		"new\nline.md", "\"quote\".md", "con", "nul.md", "a:stream", ".consolidate-lock", ".dreamgate-tmp-x", "sub/plain.md/x", "\u202emd.a",
		strings.Repeat("x", 300), strings.Repeat("a/", 200) + "b",
	} {
		f.Add(p)
	}
	f.Fuzz(func(t *testing.T, p string) {
		around, root := trap(t)
		before := outside(t, around)
		// A second name of a file lies in the root as well: it is read.
		if file, err := root.ReadFile(p); err == nil && p != "hard.md" && strings.Contains(string(file.Data), outsideText) {
			t.Errorf("%q: what is outside was read", p)
		}
		if file, err := root.Open(p); err == nil {
			file.Close()
		}
		old, err := root.ReadFile(p)
		write := Write{Path: p, New: &model.File{Mode: 0o644, Data: []byte("new\n")}}
		if err == nil {
			write.Old = &old
		}
		state := open(t, t.TempDir())
		_ = Apply(context.Background(), root.Volatile(), state.Volatile(), "fuzz", []Write{write})
		_ = root.Volatile().Write(p, []byte("new\n"), 0o600)
		_ = root.Volatile().Remove(p)
		if after := outside(t, around); after != before {
			t.Fatalf("%q: outside of the root it was\n%s\nand is\n%s", p, before, after)
		}
		for _, name := range []string{"link.md", "linked", "inner", "sub/up"} {
			if info, err := os.Lstat(filepath.Join(root.Dir(), name)); err == nil && info.Mode()&os.ModeSymlink == 0 && p != name {
				t.Errorf("%q: the link %s is none any more", p, name)
			}
		}
		if info, err := os.Lstat(filepath.Join(root.Dir(), ".git")); err == nil {
			t.Errorf("%q: git's folder was made: %v", p, info.Mode())
		}
	})
}
