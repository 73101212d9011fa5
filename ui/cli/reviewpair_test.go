package cli

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"dreamgate/memory/project"
)

// twoFolders are two folders that no agent knows of, with all that lies in folders.
func twoFolders(t *testing.T) (a, b string) {
	t.Helper()
	dir := bare(t)
	a = write(t, filepath.Join(dir, "a"), map[string]string{"x.txt": "one\ntwo\n", "bin": "a\x00b", "gone.md": "gone\n", "same": "same\n",
		"team/key.txt": "none\n", ".git/config": "[core]\n"})
	b = write(t, filepath.Join(dir, "b"), map[string]string{"x.txt": "one\n2\n", "bin": "a\x00c", "same": "same\n", "deep/er/new.go": "package new\n",
		"team/key.txt": "ghp_" + "16C7e42F292c6912E7710c838347Ae178B4a\n"})
	if err := os.Symlink("x.txt", filepath.Join(a, "link")); err != nil {
		t.Fatal(err)
	}
	if err := syscall.Mkfifo(filepath.Join(b, "pipe"), 0o600); err != nil {
		t.Fatal(err)
	}
	return a, b
}

// TestFolders reviews two folders that are no memory: printed without a trace, laid down, decided, resumed,
// written with a backup and taken back.
func TestFolders(t *testing.T) {
	a, b := twoFolders(t)
	before := tree(t, a)
	printed := call(t, false, "review", a, b)
	if printed.code != exitRemains { // the credential
		t.Fatalf("exit %d\n%s%s", printed.code, printed.out, printed.err)
	}
	contains(t, printed.out, "gone.md  deleted", "deep/er/new.go  added", "bin  binary", "! secret")
	contains(t, printed.err, "left as it is: link (link to x.txt)", "left out: pipe (named pipe)")
	if strings.Contains(printed.out, "unsourced") || strings.Contains(printed.out, "destroyer") || strings.Contains(printed.out, "every later session") {
		t.Errorf("they are judged as a memory:\n%s", printed.out)
	}
	if left := tree(t, "state"); len(left) > 0 {
		t.Errorf("to print leaves something behind: %v", left)
	}
	if v := parsed[checkJSON](t, exitRemains, "review", a, b, "--json"); len(v.Files) != 5 || len(v.Audit) != 0 {
		t.Errorf("%+v", v)
	}
	if r := call(t, true, "review", a, b); len(r.screens) != 1 || r.screens[0].Dir != a || r.screens[0].Review == "" {
		t.Fatalf("%+v", r)
	}
	laid := want(t, 0, "review", "--lay", "a", "b") // the same one
	want(t, 0, "review", "accept", "--rule", "clean")
	if list := want(t, exitRemains, "review", "list"); strings.Count(list, "\n") != 1 || !strings.Contains(list, "3 decided") {
		t.Errorf("two reviews, or nothing decided:\n%s\n%s", laid, list)
	}
	want(t, 1, "review", "apply") // the credential has to be decided by itself
	shown := parsed[reviewJSON](t, exitRemains, "review", "show", "--json", "--memory", a)
	for _, f := range shown.Files {
		if f.Path == "team/key.txt" || f.Path == "gone.md" {
			want(t, 0, "review", "accept", "--id", f.Hunks[0].ID)
		}
	}
	want(t, 0, "review", "apply", "--out", "copy")
	same(t, "the folder", before, tree(t, a))
	done := parsed[outcomeJSON](t, 0, "review", "apply", "--init", "--json")
	if done.Commit != "" || done.Backup == "" || len(done.Written) != 4 || read(t, filepath.Join(a, "deep/er/new.go")) != "package new\n" {
		t.Errorf("%+v", done)
	}
	if _, err := os.Lstat(filepath.Join(a, "gone.md")); err == nil {
		t.Error("an accepted deletion is there")
	}
	want(t, 2, "review", "--lay", a, b) // nothing is left
	want(t, 0, "undo", done.Proposal, "--memory", a)
	want(t, 0, "review", "apply")
	delete(before, "deep/er")
	same(t, "the folder", before, tree(t, a))
	contains(t, want(t, 0, "history", "--memory", a), "import  Accept 5 of 5", "undo")
}

// TestFolderOrMemory: a folder means what lies in it, unless it is that of a project and notes are held
// against it.
func TestFolderOrMemory(t *testing.T) {
	w := world(t)
	code := write(t, t.TempDir(), map[string]string{"main.go": "package other\n"})
	s, err := project.New(project.Config(os.Getenv), nil, nil).Find(t.Context(), w.Shop)
	if err != nil || len(s.Projects) == 0 {
		t.Fatal(s, err)
	}
	src := s.Projects[0]
	if out := want(t, 0, "review", src, code); !strings.Contains(out, "main.go  ") || strings.Contains(out, "MEMORY.md") {
		t.Errorf("the memory stands for the folder:\n%s", out)
	}
	_, folder := proposedFrom(t, w.Shop)
	if out := want(t, exitRemains, "review", src, folder); !strings.Contains(out, "build.md  modified") || strings.Contains(out, "deleted") {
		t.Errorf("the folder stands for the memory:\n%s", out)
	}
	// A review of the folder itself is found beside that of its memory.
	want(t, 0, "review", "--lay", src, code)
	want(t, 0, "review", "--lay", src, folder)
	if out := want(t, exitRemains, "review", "list", "--memory", src); strings.Count(out, "  import  ") != 2 {
		t.Errorf("not both are listed:\n%s", out)
	}
	for _, dirs := range [][2]string{{src, filepath.Join(src, "..")}, {w.Dir, src}} {
		if r := call(t, false, "review", dirs[0], dirs[1]); r.code != exitUsage || !strings.Contains(r.err, "lies in") {
			t.Errorf("%v: exit %d\n%s", dirs, r.code, r.err)
		}
	}
	for _, args := range [][]string{{"review", code, "nowhere"}, {"review", "nowhere", code}, {"review", folder, filepath.Join(code, "main.go")}} {
		if r := call(t, false, args...); r.code != exitError || len(r.err) == 0 {
			t.Errorf("%v: exit %d\n%s", args, r.code, r.err)
		}
	}
}

// TestFoldersManyFiles: a folder may have more files than any memory.
func TestFoldersManyFiles(t *testing.T) {
	dir := bare(t)
	a, b := map[string]string{}, map[string]string{}
	for i := range 5000 {
		name := fmt.Sprintf("d%d/f%d.txt", i%40, i)
		a[name], b[name] = fmt.Sprint(i, "\n"), fmt.Sprint(i, "\nand\n")
	}
	write(t, filepath.Join(dir, "a"), a)
	write(t, filepath.Join(dir, "b"), b)
	want(t, 0, "review", "--lay", "a", "b")
	if out := want(t, 0, "review", "accept", "--rule", "additions"); !strings.HasPrefix(out, "5,000 hunks accepted") {
		t.Error(out)
	}
}

// TestFoldersReadOnly: what cannot be written is said before anything is.
func TestFoldersReadOnly(t *testing.T) {
	if os.Getuid() == 0 {
		t.Skip("the superuser may write anywhere")
	}
	a, b := twoFolders(t)
	if err := os.Chmod(a, 0o555); err != nil {
		t.Fatal(err)
	}
	defer os.Chmod(a, 0o755)
	want(t, 0, "review", "--lay", a, b)
	want(t, 0, "review", "accept", "--rule", "file=x.txt")
	r := call(t, false, "review", "apply")
	if r.code != exitError || !strings.Contains(r.err, "nothing can be written into the folder") {
		t.Errorf("exit %d\n%s", r.code, r.err)
	}
	want(t, 0, "review", "apply", "--out", "copy")
}

// TestLeftOut says what is missing in a copy of a memory that holds links and pipes, and holds no line against the
// copy that names one: it stands where it stood.
func TestLeftOut(t *testing.T) {
	dir := bare(t)
	m := write(t, filepath.Join(dir, "m"), map[string]string{"MEMORY.md": "- [Linked](linked.md): a\n- [Note](note.md): b\n",
		"note.md": "---\nname: note\ndescription: d\ntype: project\n---\nhello\n"})
	p := write(t, filepath.Join(dir, "p"), map[string]string{"MEMORY.md": "- [Linked](linked.md): a\n- [Note](note.md): b\n",
		"note.md": "---\nname: note\ndescription: d\ntype: project\n---\nhello\nThe shop opens early.\n"})
	if err := os.Symlink("../elsewhere.md", filepath.Join(m, "linked.md")); err != nil {
		t.Fatal(err)
	}
	const says = "left out: linked.md (link to ../elsewhere.md)"
	contains(t, want(t, 0, "review", "apply", "--base", m, "--proposed", p, "--accept-all", "--out", "one"), says)
	contains(t, want(t, 0, "dream", "--memory", m, "--out", "two"), says)
	contains(t, read(t, filepath.Join("two", "run.log")), says)
	if v := parsed[outcomeJSON](t, 0, "review", "apply", "--base", m, "--proposed", p, "--accept-all", "--out", "three", "--json"); !slices.Contains(v.Notes, says) {
		t.Errorf("%q", v.Notes)
	}
	if v := parsed[dreamJSON](t, 0, "dream", "--memory", m, "--out", "four", "--json"); !slices.Contains(v.Report, says) {
		t.Errorf("%q", v.Report)
	}
	for _, copied := range []string{p, "one", "two"} {
		r := call(t, false, "check", "--base", m, "--proposed", copied)
		if strings.Contains(r.out, "linked.md") {
			t.Errorf("%s: the link is missed:\n%s", copied, r.out)
		}
	}
}

// TestOnlyLinksDiffer: folders that differ in nothing that is reviewed do not hold the same, and what differs is said.
func TestOnlyLinksDiffer(t *testing.T) {
	dir := bare(t)
	a := write(t, filepath.Join(dir, "a"), map[string]string{"x.txt": "one\n"})
	b := write(t, filepath.Join(dir, "b"), map[string]string{"x.txt": "one\n"})
	if r := call(t, true, "review", a, b); r.code != exitUsage || !strings.Contains(r.err, "hold the same") {
		t.Errorf("exit %d, %s", r.code, r.err)
	}
	for path, to := range map[string]string{filepath.Join(a, "both"): "x.txt", filepath.Join(b, "both"): "y.txt", filepath.Join(b, "new"): "x.txt"} {
		if err := os.Symlink(to, path); err != nil {
			t.Fatal(err)
		}
	}
	const left, out = "left as it is: both (link to x.txt; in the other folder link to y.txt)", "left out: new (link to x.txt)"
	r := call(t, true, "review", a, b)
	if r.code != exitUsage || strings.Contains(r.err, "hold the same") {
		t.Errorf("exit %d, %s", r.code, r.err)
	}
	contains(t, r.err, "differ in nothing that is reviewed", left, out)
	printed := call(t, false, "review", a, b)
	contains(t, printed.err, left, out)
}

// TestChangedPlaces: a file that a folder takes the place of is refused with a way that leads to the end, and no
// review is overtaken by what it is made of.
func TestChangedPlaces(t *testing.T) {
	dir := bare(t)
	file := write(t, filepath.Join(dir, "file"), map[string]string{"x": "file\n", "same": "same\n"})
	folder := write(t, filepath.Join(dir, "folder"), map[string]string{"x/in.md": "in\n", "same": "same\n"})
	live := write(t, filepath.Join(dir, "live"), map[string]string{"x": "file\n", "same": "same\n"})
	for _, other := range []string{folder, file} {
		want(t, 0, "review", "--lay", live, other)
		if out := want(t, exitRemains, "review", "list"); strings.Contains(out, "overtaken") {
			t.Errorf("%s: %s", other, out)
		}
		want(t, 0, "review", "accept", "--all")
		if r := call(t, false, "review", "apply"); r.code != 1 || !strings.Contains(r.err, "accept the deletion alone, and propose the rest again") {
			t.Errorf("%s: exit %d\n%s", other, r.code, r.err)
		}
		want(t, 0, "review", "undecide", "--all")
		want(t, 0, "review", "accept", "--rule", "deletions")
		want(t, 0, "review", "apply")
		want(t, 0, "review", "--lay", live, other)
		want(t, 0, "review", "accept", "--all")
		if other == file {
			if r := call(t, false, "review", "apply"); r.code != 1 || !strings.Contains(r.err, "x: a folder without notes is in its place: remove that folder") {
				t.Errorf("exit %d\n%s", r.code, r.err)
			}
			if err := os.Remove(filepath.Join(live, "x")); err != nil {
				t.Fatal(err)
			}
		}
		want(t, 0, "review", "apply")
		same(t, other, tree(t, other), tree(t, live))
	}
}
