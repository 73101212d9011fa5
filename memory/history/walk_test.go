package history

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"dreamgate/model"
)

// walked are the revisions of a repository, and the error.
func (r *repo) walked() (list []model.Revision, whole bool, err error) {
	whole, err = Walk(r.t.Context(), r.dir, func(v model.Revision) bool {
		list = append(list, v)
		return true
	})
	return list, whole, err
}

// told is a revision in few words.
func told(v model.Revision) string {
	text := v.Subject + ":"
	for _, f := range v.Files {
		text += " " + string(f.Status) + " "
		if f.From != "" {
			text += f.From + ">"
		}
		text += f.Path
	}
	return text
}

func TestWalk(t *testing.T) {
	r := newRepo(t)
	long := strings.Repeat("a line of some length, which is kept\n", 8)
	r.put("sub/long.md", long)
	r.git("add", "-A")
	r.git("commit", "-q", "-m", "long", "-m", "Co-Authored-By: Some Model <noreply@anthropic.com>")
	r.git("mv", "sub/long.md", "sub/a\nnew \"name\" -é.md")
	r.put("sub/a\nnew \"name\" -é.md", long+"more\n")
	r.git("rm", "-q", "rule.md")
	r.git("commit", "-qa", "-m", "", "--allow-empty-message")
	r.git("commit", "-q", "--allow-empty", "-m", "nothing")
	must(t, os.Chmod(filepath.Join(r.dir, "tone.md"), 0o755))
	must(t, os.Symlink("build.md", filepath.Join(r.dir, "link.md")))
	r.git("add", "-A")
	r.git("commit", "-q", "-m", "Accept 1 of 2\n\n- tone.md: mode, +0 -0\n  why: because\n\nDreamgate-Review: 2026-1\nDreamgate-Origin: model\nDreamgate-Engine: claude\nDreamgate-Model: large")

	list, whole, err := r.walked()
	must(t, err)
	var got []string
	for _, v := range list {
		got = append(got, told(v))
	}
	want := []string{
		"Accept 1 of 2: added link.md mode tone.md",
		": deleted rule.md modified sub/long.md>sub/a\nnew \"name\" -é.md",
		"long: added sub/long.md",
		"start: added build.md added rule.md added tone.md",
	}
	if !whole || !reflect.DeepEqual(got, want) {
		t.Errorf("whole %v, walked\n%q, want\n%q", whole, got, want)
	}
	v := list[0]
	if v.By != model.DoerDream || v.Review != "2026-1" || v.Engine != "claude" || v.Model != "large" ||
		v.Body != "- tone.md: mode, +0 -0\n  why: because" || v.Author != "dev" || v.At.IsZero() {
		t.Errorf("%+v", v)
	}
	if v.Files[0].Special != "link" || v.Files[1].NewMode != 0o755 {
		t.Errorf("%+v", v.Files)
	}
	if list[2].By != model.DoerAgent || list[3].By != model.DoerPerson {
		t.Errorf("by %s and %s", list[2].By, list[3].By)
	}

	below := *r
	below.dir = filepath.Join(r.dir, "sub")
	list, _, err = below.walked()
	must(t, err)
	if len(list) != 2 || told(list[0]) != ": modified long.md>a\nnew \"name\" -é.md" || told(list[1]) != "long: added long.md" {
		t.Errorf("of the folder: %d, %q", len(list), told(list[0]))
	}
}

func TestWalkStops(t *testing.T) {
	r := newRepo(t)
	r.git("commit", "-q", "-m", "x", "--allow-empty")
	r.put("tone.md", "2\n")
	r.git("commit", "-qam", "two")
	n := 0
	whole, err := Walk(t.Context(), r.dir, func(model.Revision) bool { n++; return false })
	must(t, err)
	if whole || n != 1 {
		t.Errorf("whole %v after %d", whole, n)
	}
}

// TestWalkMerge: a merge counts only with what it decided by itself.
func TestWalkMerge(t *testing.T) {
	r := newRepo(t)
	r.git("checkout", "-q", "-b", "side")
	r.put("tone.md", "side\n")
	r.git("commit", "-qam", "side")
	r.git("checkout", "-q", "main")
	r.put("rule.md", "main\n")
	r.git("commit", "-qam", "main")
	r.git("merge", "-q", "--no-edit", "side")
	r.git("checkout", "-q", "-b", "other")
	r.put("tone.md", "other\n")
	r.git("commit", "-qam", "other")
	r.git("checkout", "-q", "main")
	r.put("tone.md", "mine\n")
	r.git("commit", "-qam", "mine")
	r.git("merge", "-q", "-s", "ours", "--no-commit", "other")
	r.put("tone.md", "both\n")
	r.git("commit", "-qam", "both")
	list, whole, err := r.walked()
	must(t, err)
	var got []string
	for _, v := range list {
		got = append(got, told(v))
	}
	for _, want := range []string{"both: modified tone.md", "mine: modified tone.md", "other: modified tone.md", "side: modified tone.md"} {
		if !strings.Contains(strings.Join(got, "\n"), want) {
			t.Errorf("%q is not among %q", want, got)
		}
	}
	if !whole || len(list) != 6 || !list[0].Merge || list[1].Merge {
		t.Errorf("whole %v: %q", whole, got)
	}
}

// TestWalkLongMessage: a message of any length is cut and ends nothing.
func TestWalkLongMessage(t *testing.T) {
	r := newRepo(t)
	r.put("tone.md", "2\n")
	must(t, os.WriteFile(filepath.Join(r.home, "message"), []byte("long "+strings.Repeat("x\x1b[2J ", 1<<18)), 0o644))
	r.git("commit", "-qa", "-F", filepath.Join(r.home, "message"))
	list, whole, err := r.walked()
	must(t, err)
	if !whole || len(list) != 2 || len(list[0].Subject) > maxField || told(list[1]) != "start: added build.md added rule.md added tone.md" {
		t.Errorf("whole %v, %d revisions", whole, len(list))
	}
	if len(list[0].Files) != 1 || list[0].Files[0].Path != "tone.md" {
		t.Errorf("%+v", list[0].Files)
	}
}

func TestWalkWithoutHistory(t *testing.T) {
	r := bare(t)
	for _, step := range []func(){func() {}, func() { r.git("init", "-q") }} {
		step()
		list, whole, err := r.walked()
		if err != nil || !whole || list != nil {
			t.Errorf("%v %v %v", list, whole, err)
		}
		if ok, err := Commits(t.Context(), r.dir); ok || err != nil {
			t.Errorf("commits: %v %v", ok, err)
		}
	}
	r = newRepo(t)
	r.git("checkout", "-q", "--detach")
	if list, _, err := r.walked(); err != nil || len(list) != 1 {
		t.Errorf("detached: %v %v", list, err)
	}
	t.Setenv("PATH", t.TempDir())
	if ok, err := Commits(t.Context(), r.dir); ok || err == nil || !strings.Contains(err.Error(), "not installed") {
		t.Errorf("without git: %v %v", ok, err)
	}
}

func TestShallow(t *testing.T) {
	r := newRepo(t)
	r.put("tone.md", "2\n")
	r.git("commit", "-qam", "two")
	if Shallow(t.Context(), r.dir) {
		t.Error("a whole clone is shallow")
	}
	clone := *r
	clone.dir = filepath.Join(filepath.Dir(r.dir), "clone")
	r.git("clone", "-q", "--depth=1", "file://"+r.dir, clone.dir)
	list, whole, err := clone.walked()
	must(t, err)
	if !Shallow(t.Context(), clone.dir) || !whole || len(list) != 1 || len(list[0].Files) != 3 {
		t.Errorf("whole %v: %+v", whole, list)
	}
}

// TestObjects: what is missing or damaged is said of that one, and the next is read.
func TestObjects(t *testing.T) {
	r := newRepo(t)
	tone := strings.TrimSpace(r.git("rev-parse", "HEAD:tone.md"))
	rule := strings.TrimSpace(r.git("rev-parse", "HEAD:rule.md"))
	build := strings.TrimSpace(r.git("rev-parse", "HEAD:build.md"))
	must(t, os.Remove(filepath.Join(r.dir, ".git/objects", tone[:2], tone[2:])))
	damaged := filepath.Join(r.dir, ".git/objects", rule[:2], rule[2:])
	must(t, os.Chmod(damaged, 0o644))
	must(t, os.WriteFile(damaged, []byte("no object"), 0o644))
	o := NewObjects(t.Context(), r.dir)
	defer o.Close()
	for range 2 {
		if _, err := o.Read(tone); !errors.Is(err, ErrMissing) {
			t.Errorf("missing: %v", err)
		}
		if _, err := o.Read(rule); err == nil {
			t.Error("what is damaged was read")
		}
		if _, err := o.Read("HEAD:build.md\n" + build); !errors.Is(err, ErrMissing) {
			t.Errorf("a name that is none: %v", err)
		}
		if _, err := o.Read(strings.TrimSpace(r.git("rev-parse", "HEAD"))); !errors.Is(err, ErrMissing) {
			t.Errorf("a commit is no content: %v", err)
		}
		if data, err := o.Read(build); err != nil || string(data) != "make\n" {
			t.Errorf("%q %v", data, err)
		}
	}
	if data, err := o.Read(""); err != nil || len(data) > 0 {
		t.Errorf("%q %v", data, err)
	}
	// The commits are whole, so the walk is as well.
	if list, whole, err := r.walked(); err != nil || !whole || len(list) != 1 {
		t.Errorf("%v %v %v", list, whole, err)
	}
}

func TestWalkDamaged(t *testing.T) {
	r := newRepo(t)
	first := strings.TrimSpace(r.git("rev-parse", "HEAD"))
	r.put("tone.md", "2\n")
	r.git("commit", "-qam", "two")
	must(t, os.Remove(filepath.Join(r.dir, ".git/objects", first[:2], first[2:])))
	list, whole, err := r.walked()
	if err == nil || whole {
		t.Errorf("the end of a damaged history was taken for its end: %v, %v", list, err)
	}
}

func TestRemote(t *testing.T) {
	r := newRepo(t)
	if got := Remote(t.Context(), r.dir); got != (model.Remote{}) {
		t.Errorf("without a remote: %+v", got)
	}
	clone := *r
	clone.dir = filepath.Join(filepath.Dir(r.dir), "clone")
	r.git("clone", "-q", "file://"+r.dir, clone.dir)
	for i := range 2 {
		r.put("tone.md", fmt.Sprint("theirs", i))
		r.git("commit", "-qam", "theirs")
	}
	clone.put("rule.md", "ours")
	clone.git("commit", "-qam", "ours")
	got := Remote(t.Context(), clone.dir)
	if got.Name != "origin/main" || got.Ahead != 1 || got.Behind != 0 {
		t.Errorf("before a fetch: %+v", got)
	}
	clone.git("fetch", "-q")
	if got = Remote(t.Context(), clone.dir); got.Ahead != 1 || got.Behind != 2 || got.Fetched.IsZero() {
		t.Errorf("after a fetch: %+v", got)
	}
	clone.git("update-ref", "-d", "refs/remotes/origin/main")
	if got = Remote(t.Context(), clone.dir); !got.Gone || got.Ahead != 0 {
		t.Errorf("the branch is gone: %+v", got)
	}
	clone.git("checkout", "-q", "--detach")
	if got = Remote(t.Context(), clone.dir); !got.Others || got.Name != "" {
		t.Errorf("detached: %+v", got)
	}
}

// TestPending are edits that no commit holds.
func TestPending(t *testing.T) {
	r := newRepo(t)
	r.put("tone.md", "2\n")
	r.put("new.md", "2\n")
	got, err := Pending(t.Context(), r.dir)
	must(t, err)
	if !reflect.DeepEqual(got, []string{"new.md", "tone.md"}) && !reflect.DeepEqual(got, []string{"tone.md", "new.md"}) {
		t.Errorf("%q", got)
	}
}

// FuzzWalk: whatever a log holds, it is read without a panic, and every revision has files.
func FuzzWalk(f *testing.F) {
	hash := strings.Repeat("ab", 20)
	f.Add("C" + hash + "\x00\x001700000000\x00a\x00a@b\x00one\n\nX: y\x00E\x00\n:000000 100644 " + strings.Repeat("0", 40) + " " + hash + " A\x00sub/a.md\x00")
	f.Add("C" + hash + "\x00p q\x00x\x00a\x00noreply@anthropic.com\x00\x00E\x00\x00::100644 100644 100644 " + hash + " " + hash + " " + hash + " MR\x00a.md\x00")
	f.Add("C" + hash + "\x00\x00\x00\x00\x00Dreamgate-Origin: model\x00E\x00\n:100644 120000 " + hash + " " + hash + " R100\x00a\x00b")
	f.Add(":\x00::: \x00C\x00")
	f.Fuzz(func(t *testing.T, log string) {
		w := walker{prefix: "sub/", each: func(r model.Revision) bool {
			if len(r.Files) == 0 {
				t.Error("a revision without a file")
			}
			return true
		}}
		split := cutAt(0, 64)
		for data := []byte(log); len(data) > 0; {
			n, record, err := split(data, true)
			if err != nil || n == 0 {
				break
			}
			data = data[n:]
			if record != nil && !w.take(string(record)) {
				return
			}
		}
		w.over()
	})
}
