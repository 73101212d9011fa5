package memory

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"math/rand"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"dreamgate/model"
)

func open(t *testing.T, dir string) *Root {
	t.Helper()
	r, err := OpenRoot(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { r.Close() })
	return r
}

func put(t *testing.T, dir, name, text string) {
	t.Helper()
	p := filepath.Join(dir, name)
	if err := os.MkdirAll(filepath.Dir(p), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(p, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(p, 0o644); err != nil { // whatever the umask of who runs the tests
		t.Fatal(err)
	}
}

func TestCheckPath(t *testing.T) {
	for p, ok := range map[string]bool{
		"a.md": true, "sub/a.md": true, "-rf.md": true, "new\nline.md": true, "*.md": true,
		":(top)a.md": true, "\xff.md": true, "..md": true, "a..b/c": true, " ": true,
		"": false, ".": false, "..": false, "../a": false, "a/../b": false, "a//b": false, "a/": false,
		"/etc/passwd": false, "./a": false, "a\x00b": false, "a/..": false,
	} {
		if err := checkPath(p); (err == nil) != ok {
			t.Errorf("checkPath(%q) = %v", p, err)
		}
	}
	for _, p := range []string{".git/config", "a/.GIT/x", ".gi\u200dt", "git~1/x", ".git .", ".consolidate-lock",
		"sub/.dreamgate-tmp-x"} {
		if checkWritable(p) == nil {
			t.Errorf("%q may be written", p)
		}
	}
	if err := checkWritable(".gitignore"); err != nil {
		t.Error(err)
	}
}

// What is never written is no part of a proposal, and each is named; what stays as it is is nobody's matter.
func TestAllowed(t *testing.T) {
	file := func(s string) model.File { return model.File{Mode: 0o600, Data: []byte(s)} }
	long := strings.Repeat("x", 256) + ".md"
	base := model.Tree{"a.md": file("a"), "git~1/kept.md": file("k"), "git~1/changed.md": file("c"), "git~1/gone.md": file("g")}
	proposed := model.Tree{"a.md": file("b"), "git~1/kept.md": file("k"), "git~1/changed.md": file("d"), AgentLock: file("1"),
		"sub/" + TempPrefix + "tmp-x": file("t"), "s/.GIT/config": file("u"), long: file("l"), ".hidden.md": file("h")}
	got, lines := Allowed(base, proposed)
	want := model.Tree{"a.md": file("b"), "git~1/kept.md": file("k"), "git~1/changed.md": file("c"), "git~1/gone.md": file("g"), ".hidden.md": file("h")}
	if !reflect.DeepEqual(got, want) || len(proposed) != 8 {
		t.Errorf("allowed %v", got.Paths())
	}
	said := strings.Join(lines, "\n")
	for _, s := range []string{AgentLock + " (it is the agent's own lock)", "git~1/changed.md (it belongs to git", "git~1/gone.md", TempPrefix + "tmp-x (such names", "s/.GIT/config", "longer than file systems"} {
		if !strings.Contains(said, s) {
			t.Errorf("%q is not said:\n%s", s, said)
		}
	}
	if len(lines) != 6 || strings.Contains(said, "kept") {
		t.Errorf("%d lines:\n%s", len(lines), said)
	}
	out := filepath.Join(t.TempDir(), "out")
	if written, err := WriteFresh(out, proposed); err != nil || !slices.Equal(written, []string{".hidden.md", "a.md"}) {
		t.Errorf("written %v, %v", written, err)
	}
}

// TestReadTreeLooksBeforeItOpens has everything in a folder that is not a note: nothing blocks, and
// nothing is followed.
func TestReadTreeLooksBeforeItOpens(t *testing.T) {
	dir, outside := t.TempDir(), t.TempDir()
	put(t, outside, "secret.md", "secret")
	hostile := []string{"-rf.md", "new\nline.md", "say \"hi\".md", "*.md", "\xff\xfe.md", "sub/deep/x.md"}
	for _, name := range hostile {
		put(t, dir, name, name)
	}
	put(t, dir, ".git/HEAD", "x")
	put(t, dir, "sub/.git", "gitdir: elsewhere")
	put(t, dir, AgentLock, "123")
	put(t, dir, TempPrefix+"tmp-1", "x")
	mkfifo(t, filepath.Join(dir, "pipe.md"))
	must(t, os.Symlink("/dev/zero", filepath.Join(dir, "zero.md")))
	must(t, os.Symlink(filepath.Join(outside, "secret.md"), filepath.Join(dir, "link.md")))
	must(t, os.Symlink(outside, filepath.Join(dir, "linked")))
	must(t, os.Symlink("sub", filepath.Join(dir, "inside")))
	big, err := os.Create(filepath.Join(dir, "big.md"))
	must(t, err)
	must(t, big.Truncate(maxFile+1))
	big.Close()
	must(t, os.Link(filepath.Join(dir, "*.md"), filepath.Join(outside, "second")))

	r := open(t, dir)
	tree, err := r.ReadTree(t.Context())
	must(t, err)
	if len(tree) != len(hostile)+6 {
		t.Errorf("tree holds %q", tree.Paths())
	}
	for _, name := range hostile {
		if string(tree[name].Data) != name || !tree[name].Regular() {
			t.Errorf("%q: %+v", name, tree[name])
		}
	}
	for name, want := range map[string]string{
		"pipe.md": "named pipe", "zero.md": "link to /dev/zero", "link.md": "link to " + outside + "/secret.md",
		"linked": "link to " + outside, "inside": "link to sub", "big.md": "too large to be a note",
	} {
		if got := tree[name].Special(); got != want || tree[name].Data != nil {
			t.Errorf("%s is a %q, want %q", name, got, want)
		}
	}
	if tree["*.md"].Links != 2 || tree["-rf.md"].Links != 1 {
		t.Error("hard links are not counted")
	}
	for _, p := range []string{"link.md", "pipe.md", "zero.md", "linked/secret.md", "inside/deep/x.md"} {
		var special *SpecialError
		if _, err := r.Open(p); !errors.As(err, &special) {
			t.Errorf("Open(%s) = %v", p, err)
		}
		if err := r.Write(p, []byte("x"), 0); !errors.As(err, &special) {
			t.Errorf("Write(%s) = %v", p, err)
		}
		if err := r.Remove(p); !errors.As(err, &special) {
			t.Errorf("Remove(%s) = %v", p, err)
		}
	}
	if got, _ := os.ReadFile(filepath.Join(outside, "secret.md")); string(got) != "secret" {
		t.Error("a link was written through")
	}
}

// TestReadTreeNamesWhatItCannotRead uses the seam for the permission: root may read everything.
func TestReadTreeNamesWhatItCannotRead(t *testing.T) {
	dir := t.TempDir()
	put(t, dir, "a.md", "a")
	put(t, dir, "b.md", "b")
	r := open(t, dir).WithFault(func(op, path string) error {
		if op == "open" && path == "a.md" {
			return &fs.PathError{Op: "open", Path: path, Err: fs.ErrPermission}
		}
		return nil
	})
	tree, err := r.ReadTree(t.Context())
	must(t, err)
	if tree["a.md"].Special() != "unreadable: permission denied" || tree["a.md"].Regular() || string(tree["b.md"].Data) != "b" {
		t.Errorf("%+v", tree)
	}
}

// TestReadTreeLooksAgain: a note that others delete and make anew while it is read is no unreadable one.
func TestReadTreeLooksAgain(t *testing.T) {
	dir := t.TempDir()
	put(t, dir, "a.md", "old")
	p, gone := filepath.Join(dir, "a.md"), 0
	r := open(t, dir).WithFault(func(op, path string) error {
		if op == "lstat" && path == "a.md" && gone < 3 {
			// Gone at this look, back at the next.
			if gone++; gone%2 == 1 {
				return os.Remove(p)
			}
			put(t, dir, "a.md", "new")
		}
		return nil
	})
	tree, err := r.ReadTree(t.Context())
	must(t, err)
	if f, there := tree["a.md"]; there && (f.Fault != "" || string(f.Data) != "new") {
		t.Errorf("%+v", f)
	}
}

// TestReadIsNeverTorn reads while another writer works in place: what comes back is one of its
// versions, or an honest fault.
func TestReadIsNeverTorn(t *testing.T) {
	dir := t.TempDir()
	a, b := strings.Repeat("a", 3000), strings.Repeat("b", 5000)
	put(t, dir, "n.md", a)
	reads := 0
	r := open(t, dir).WithFault(func(op, path string) error {
		if op == "read" {
			if reads++; reads == 1 {
				put(t, dir, "n.md", b)
			}
		}
		return nil
	})
	file, err := r.ReadFile("n.md")
	must(t, err)
	if string(file.Data) != b || reads != 2 {
		t.Errorf("%d bytes after %d reads", len(file.Data), reads)
	}
}

func TestWriteKeepsAndReplaces(t *testing.T) {
	dir, outside := t.TempDir(), t.TempDir()
	r := open(t, dir)
	must(t, r.Write("new/sub/a.md", []byte("1"), 0))
	must(t, os.Chmod(filepath.Join(dir, "new/sub/a.md"), 0o640))
	must(t, os.Link(filepath.Join(dir, "new/sub/a.md"), filepath.Join(outside, "second")))
	must(t, r.Write("new/sub/a.md", []byte("2"), 0))
	f, err := r.ReadFile("new/sub/a.md")
	must(t, err)
	if string(f.Data) != "2" || f.Mode.Perm() != 0o640 || f.Links != 1 {
		t.Errorf("%+v", f)
	}
	if old, _ := os.ReadFile(filepath.Join(outside, "second")); string(old) != "1" {
		t.Error("a hard link was written through")
	}
	must(t, r.Write("new/sub/a.md", []byte("3"), 0o755))
	if f, _ = r.ReadFile("new/sub/a.md"); f.Mode.Perm() != 0o755 {
		t.Errorf("mode %v", f.Mode)
	}
	must(t, r.Write("b.md", []byte("b"), 0o600))
	must(t, r.Remove("b.md"))
	must(t, r.Remove("b.md"))
	must(t, r.Remove("nowhere/b.md"))
	for _, p := range []string{"../x", "/tmp/x", "a\x00", ".git/config", AgentLock, "new"} {
		if r.Write(p, nil, 0) == nil {
			t.Errorf("%q was written", p)
		}
	}
	if names, err := r.Names("new/sub"); err != nil || len(names) != 1 {
		t.Error(names, err)
	}
	if names, err := r.Names("none"); err != nil || names != nil {
		t.Error(names, err)
	}
}

// TestWriteFailsWhole lets every operation of a write fail: the file is the old or the new one, and
// nothing else is left.
func TestWriteFailsWhole(t *testing.T) {
	for n := 1; ; n++ {
		dir := t.TempDir()
		put(t, dir, "a.md", "old")
		count := 0
		broken := errors.New("disk on fire")
		err := open(t, dir).WithFault(func(op, path string) error {
			if count++; count == n {
				return broken
			}
			return nil
		}).Write("a.md", []byte("new"), 0)
		got, rerr := os.ReadFile(filepath.Join(dir, "a.md"))
		must(t, rerr)
		if s := string(got); s != "old" && s != "new" || err == nil && s != "new" {
			t.Fatalf("op %d: %q, %v", n, got, err)
		}
		if names, _ := os.ReadDir(dir); len(names) != 1 {
			t.Fatalf("op %d left %v", n, names)
		}
		if err == nil {
			if n < 6 {
				t.Errorf("only %d operations pass the seam", n-1)
			}
			return
		}
		if !errors.Is(err, broken) {
			t.Fatal(err)
		}
	}
}

func TestTextSurvivesJSON(t *testing.T) {
	rng := rand.New(rand.NewSource(1))
	for range 2000 {
		b := make([]byte, rng.Intn(40))
		rng.Read(b)
		if rng.Intn(2) == 0 {
			b = bytes.ToValidUTF8(b, []byte("\u2028<&\x00"))
		}
		data, err := Text(b).MarshalJSON()
		must(t, err)
		var back Text
		must(t, back.UnmarshalJSON(data))
		if string(back) != string(b) {
			t.Fatalf("%q -> %s -> %q", b, data, back)
		}
	}
}

func TestDirs(t *testing.T) {
	home := t.TempDir()
	t.Setenv("HOME", home)
	for _, env := range []string{"XDG_STATE_HOME", "XDG_CACHE_HOME", "XDG_CONFIG_HOME"} {
		t.Setenv(env, "relative/is/ignored")
	}
	if _, err := FindState("shop-1"); !errors.Is(err, fs.ErrNotExist) {
		t.Error(err)
	}
	if entries, _ := os.ReadDir(home); len(entries) != 0 {
		t.Errorf("looking made %v", entries)
	}
	r, err := StoreState("shop-1")
	must(t, err)
	defer r.Close()
	want := filepath.Join(home, ".local/state/dreamgate/shop-1")
	if info, err := os.Stat(want); err != nil || info.Mode().Perm() != 0o700 || r.Dir() != want {
		t.Error(r.Dir(), info, err)
	}
	again, err := FindState("shop-1")
	must(t, err)
	must(t, again.Close())
	must(t, os.Chmod(want, 0o755))
	wide, err := StoreState("shop-1")
	must(t, err)
	defer wide.Close()
	if info, _ := os.Stat(want); info.Mode().Perm() != 0o700 {
		t.Error("others may look in")
	}
	must(t, r.Write("proposals/x.json", nil, 0o600))
	if info, _ := os.Stat(filepath.Join(want, "proposals")); info.Mode().Perm() != 0o700 {
		t.Error("others may look into a folder below")
	}
	for _, id := range []string{"", ".", "..", "a/b", "../x", `a\b`, "a\x00"} {
		if _, err := StoreState(id); err == nil {
			t.Errorf("id %q is taken", id)
		}
	}
	t.Setenv("HOME", "")
	if _, err := StateDir(); err == nil || !strings.Contains(err.Error(), "HOME") {
		t.Error(err)
	}
	t.Setenv("XDG_STATE_HOME", home)
	if dir, err := StateDir(); err != nil || dir != filepath.Join(home, "dreamgate") {
		t.Error(dir, err)
	}
}

// TestRootMayBeALink keeps the link of a memory directory that is one.
func TestRootMayBeALink(t *testing.T) {
	base := t.TempDir()
	must(t, os.MkdirAll(filepath.Join(base, "store/mem"), 0o755))
	link := filepath.Join(base, "memory")
	must(t, os.Symlink("store/mem", link))
	r := open(t, link)
	real, _ := filepath.EvalSymlinks(filepath.Join(base, "store/mem"))
	if r.Dir() != link || r.Real() != real {
		t.Error(r.Dir(), r.Real())
	}
	must(t, r.Write("a.md", []byte("x"), 0))
	if info, _ := os.Lstat(link); info.Mode()&fs.ModeSymlink == 0 {
		t.Error("the link is gone")
	}
	for _, dir := range []string{filepath.Join(base, "none"), filepath.Join(link, "a.md")} {
		if _, err := OpenRoot(dir); err == nil || strings.Count(err.Error(), dir) != 1 {
			t.Errorf("open %s: %v", dir, err)
		}
	}
}

func TestSweepTakesOnlyOldLeftovers(t *testing.T) {
	dir := t.TempDir()
	put(t, dir, "proposals/"+oneTime+"old", "x")
	put(t, dir, "proposals/"+oneTime+"young", "x")
	put(t, dir, "proposals/a.json", "x")
	old := time.Now().Add(-time.Hour)
	for _, name := range []string{oneTime + "old", "a.json"} {
		must(t, os.Chtimes(filepath.Join(dir, "proposals", name), old, old))
	}
	_, err := Recover(t.Context(), open(t, t.TempDir()), open(t, dir))
	must(t, err)
	var left []string
	entries, _ := os.ReadDir(filepath.Join(dir, "proposals"))
	for _, e := range entries {
		left = append(left, e.Name())
	}
	if fmt.Sprint(left) != "["+oneTime+"young a.json]" {
		t.Error(left)
	}
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func BenchmarkReadTree(b *testing.B) {
	dir := b.TempDir()
	for i := range 500 {
		os.WriteFile(filepath.Join(dir, fmt.Sprintf("note-%d.md", i)), bytes.Repeat([]byte("text\n"), 200), 0o644)
	}
	r, err := OpenRoot(dir)
	if err != nil {
		b.Fatal(err)
	}
	defer r.Close()
	for b.Loop() {
		if tree, err := r.ReadTree(b.Context()); err != nil || len(tree) != 500 {
			b.Fatal(err)
		}
	}
}
