package memory

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"syscall"
	"testing"

	"dreamgate/model"
)

// scene is a memory with an apply for it that does every kind of thing to a file.
type scene struct {
	dir, state string
	old, new   map[string]string
	writes     []Write
	open       []*Root
}

func text(data string, mode fs.FileMode) *model.File {
	return &model.File{Mode: mode, Data: []byte(data)}
}

func newScene(t *testing.T) *scene {
	t.Helper()
	base := quickDir(t)
	s := &scene{dir: filepath.Join(base, "memory"), state: filepath.Join(base, "state")}
	must(t, os.Mkdir(s.dir, 0o755))
	must(t, os.Mkdir(s.state, 0o700))
	put(t, s.dir, "MEMORY.md", "old index")
	put(t, s.dir, "a.md", "old a")
	put(t, s.dir, "gone.md", "old gone")
	put(t, s.dir, "mode.md", "same")
	put(t, s.dir, "other.md", "untouched")
	put(t, s.dir, "\xff\n.md", "old \xff\x00")
	s.old = snapshot(t, s.dir)
	s.writes = []Write{
		{"MEMORY.md", text("old index", 0o644), text("new index", 0o644), false},
		{"a.md", text("old a", 0o644), text("new a", 0o644), false},
		{"gone.md", text("old gone", 0o644), nil, false},
		{"mode.md", text("same", 0o644), text("same", 0o755), false},
		{"\xff\n.md", text("old \xff\x00", 0o644), text("new \xff\x00", 0o644), false},
		{"sub/deep/new.md", nil, text("new note", 0o644), false},
		{"sub/also.md", nil, text("", 0o600), false},
	}
	s.new = map[string]string{
		"MEMORY.md": "-rw-r--r-- new index", "a.md": "-rw-r--r-- new a", "mode.md": "-rwxr-xr-x same",
		"\xff\n.md": "-rw-r--r-- new \xff\x00", "sub/deep/new.md": "-rw-r--r-- new note",
		"sub/also.md": "-rw------- ", "other.md": "-rw-r--r-- untouched",
	}
	return s
}

// quickDir is a folder in memory where there is one: these tests make some ten thousand files.
func quickDir(t *testing.T) string {
	t.Helper()
	base := os.TempDir()
	if info, err := os.Stat("/dev/shm"); err == nil && info.IsDir() {
		base = "/dev/shm"
	}
	dir, err := os.MkdirTemp(base, "dreamgate-test-")
	if err != nil {
		return t.TempDir()
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	return dir
}

// done lets go of a scene before the end of the test.
func (s *scene) done() {
	for _, r := range s.open {
		r.Close()
	}
	os.RemoveAll(filepath.Dir(s.dir))
}

// snapshot is every file below a directory, temporary ones too.
func snapshot(t *testing.T, dir string) map[string]string {
	t.Helper()
	got := map[string]string{}
	must(t, filepath.WalkDir(dir, func(p string, d fs.DirEntry, err error) error {
		if err != nil || p == dir {
			return err
		}
		rel, _ := filepath.Rel(dir, p)
		info, err := d.Info()
		if err != nil || d.IsDir() {
			return err
		}
		if !info.Mode().IsRegular() {
			got[rel] = info.Mode().String()
			return nil
		}
		data, err := os.ReadFile(p)
		got[rel] = info.Mode().String() + " " + string(data)
		return err
	}))
	return got
}

// roots opens the scene without a wait for the disk, which passes the seam all the same: the order
// of operations is what is tested.
func (s *scene) roots(t *testing.T, fault func(op, path string) error) (root, state *Root) {
	t.Helper()
	root, err := OpenRoot(s.dir)
	must(t, err)
	state, err = OpenRoot(s.state)
	must(t, err)
	s.open = append(s.open, root, state)
	return root.Volatile().WithFault(fault), state.Volatile().WithFault(fault)
}

// crash runs do and reports whether it died of the seam.
func crash(do func() error) (err error, died bool) {
	defer func() {
		if v := recover(); v != nil {
			if v != "crash" {
				panic(v)
			}
			died = true
		}
	}()
	return do(), false
}

// dieAt is a seam that crashes at operation n, and at every one after it: nothing that still runs
// while the panic unwinds reaches the disk.
func dieAt(n int) func(op, path string) error {
	count := 0
	return func(op, path string) error {
		if count++; count >= n {
			panic("crash")
		}
		return nil
	}
}

// whole fails unless the tree is entirely old or entirely new, and says which.
func (s *scene) whole(t *testing.T, at string) (isNew bool) {
	t.Helper()
	got := snapshot(t, s.dir)
	isNew = reflect.DeepEqual(got, s.new)
	if !isNew && !reflect.DeepEqual(got, s.old) {
		t.Fatalf("%s: half a change: %q", at, got)
	}
	_, state := s.roots(t, nil)
	journals, _ := state.Names(journalDir)
	_, err := os.Stat(filepath.Join(s.state, appliedDir, "x.json"))
	if len(journals) != 0 || (err == nil) != isNew {
		t.Fatalf("%s: new is %v, but the record: %v, %v", at, isNew, journals, err)
	}
	return isNew
}

func TestApply(t *testing.T) {
	s := newScene(t)
	root, state := s.roots(t, nil)
	must(t, Apply(t.Context(), root, state, "x", s.writes))
	if !s.whole(t, "applied") {
		t.Fatal("nothing was written")
	}
	if err := Apply(t.Context(), root, state, "x", s.writes); !errors.Is(err, ErrApplied) {
		t.Errorf("twice: %v", err)
	}
	back, err := Applied(state, "x")
	must(t, err)
	undo := make([]Write, len(back))
	for i, w := range back {
		undo[i] = Write{w.Path, w.New, w.Old, false}
	}
	must(t, Apply(t.Context(), root, state, "y", undo))
	if got := snapshot(t, s.dir); !reflect.DeepEqual(got, s.old) {
		t.Errorf("the backup does not lead back: %q", got)
	}
	if info, _ := os.Stat(RecordPath(state, "x")); info.Mode().Perm() != 0o600 {
		t.Error("others may read the backup")
	}
}

// TestApplyCrashesAnywhere dies at every operation of an apply; the next start, which itself dies at
// every operation, then the one after it, leave the old or the new memory.
func TestApplyCrashesAnywhere(t *testing.T) {
	points, ends := 0, map[bool]int{}
	for n := 1; ; n++ {
		for m := 1; ; m++ {
			s := newScene(t)
			root, state := s.roots(t, dieAt(n))
			err, died := crash(func() error {
				return Apply(t.Context(), root, state, "x", s.writes)
			})
			if !died {
				must(t, err)
				t.Logf("%d crashes, %d of them doubled by one in the recovery; %v ended new, %v old", n-1, points, ends[true], ends[false])
				return
			}
			root, state = s.roots(t, dieAt(m))
			_, again := crash(func() error {
				_, err := Recover(t.Context(), root, state)
				return err
			})
			root, state = s.roots(t, nil)
			_, err = Recover(t.Context(), root, state)
			must(t, err)
			ends[s.whole(t, fmt.Sprintf("died at %d, recovery at %d", n, m))]++
			s.done()
			if !again {
				break
			}
			points++
			m += 3 * (n % 7) // All points of the recovery for some crashes, a part of them for the others.
		}
	}
}

// TestApplyFailsAnywhere has every operation fail, once and from then on, as on a full disk.
func TestApplyFailsAnywhere(t *testing.T) {
	broken := errors.New("no space left on device")
	for _, forever := range []bool{false, true} {
		for n := 1; ; n++ {
			s := newScene(t)
			count := 0
			root, state := s.roots(t, func(op, path string) error {
				if count++; count == n || forever && count > n {
					return broken
				}
				return nil
			})
			err := Apply(t.Context(), root, state, "x", s.writes)
			at := fmt.Sprintf("op %d fails, forever %v", n, forever)
			if err == nil && count < n {
				s.whole(t, at)
				s.done()
				break
			}
			if !forever && err != nil {
				// A single failure is taken back at once, not only at the next start.
				if s.whole(t, at) {
					t.Fatalf("%s: %v, but written", at, err)
				}
				s.done()
				continue
			}
			root, state = s.roots(t, nil)
			_, rerr := Recover(t.Context(), root, state)
			must(t, rerr)
			if s.whole(t, at) != (err == nil) && !strings.Contains(err.Error(), "next start") {
				t.Fatalf("%s: %v", at, err)
			}
			s.done()
		}
	}
}

// TestApplySaysWhatToDo: each answer of the disk that a person can do something about says what.
func TestApplySaysWhatToDo(t *testing.T) {
	for answer, want := range map[error]string{syscall.ENOSPC: "make room", syscall.EDQUOT: "your quota", syscall.EROFS: "mounted read-only",
		syscall.EPERM: "protected", syscall.EACCES: "somebody else", errors.New("input/output error"): "output error"} {
		s := newScene(t)
		root, state := s.roots(t, func(op, path string) error {
			if op == "create" && strings.HasPrefix(path, TempPrefix) {
				return &fs.PathError{Op: "openat", Path: path, Err: answer}
			}
			return nil
		})
		err := Apply(t.Context(), root, state, "x", s.writes)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v: %v", answer, err)
		}
		if s.whole(t, "a disk that says no") {
			t.Error("written")
		}
		// The same of a file of ours, and once of one that an apply writes.
		_, full := s.roots(t, func(op, path string) error {
			if op == "write" {
				return answer
			}
			return nil
		})
		for _, err := range []error{full.Write("x.json", []byte("x"), 0o600), Apply(t.Context(), root, full, "y", s.writes)} {
			if err == nil || strings.Count(err.Error(), want) != 1 {
				t.Errorf("%v: %v", answer, err)
			}
		}
	}
}

// intruders are the ways in which another program changes a file.
var intruders = map[string]func(p string) error{
	"in place": func(p string) error { return os.WriteFile(p, []byte("intruder"), 0o644) },
	"by rename": func(p string) error {
		temp := filepath.Join(filepath.Dir(p), ".intruder")
		if err := os.WriteFile(temp, []byte("intruder"), 0o644); err != nil {
			return err
		}
		return os.Rename(temp, p)
	},
	"delete": os.Remove,
}

// TestApplyNeverOverwrites lets another program change a file at every moment of an apply: its
// change is there afterwards, and the rest is all old (and the apply says so) or all new.
func TestApplyNeverOverwrites(t *testing.T) {
	runs, conflicts := 0, 0
	for how, intrude := range intruders {
		for _, target := range []string{"MEMORY.md", "a.md", "gone.md", "mode.md", "sub/also.md"} {
			for n := 1; ; n++ {
				s := newScene(t)
				must(t, os.Mkdir(filepath.Join(s.dir, "sub"), 0o755))
				count, hit := 0, false
				root, state := s.roots(t, func(op, path string) error {
					if count++; count == n {
						hit = intrude(filepath.Join(s.dir, target)) == nil
					}
					return nil
				})
				err := Apply(t.Context(), root, state, "x", s.writes)
				if count < n {
					s.done()
					break
				}
				if !hit {
					s.done()
					continue // It was to delete what is not there.
				}
				runs++
				s.intruded(t, fmt.Sprintf("%s of %s at op %d: %v", how, target, n, err), target, how, err)
				s.done()
				if err != nil {
					conflicts++
					if !errors.Is(err, ErrMoved) || !strings.Contains(err.Error(), target) {
						t.Fatal(err)
					}
				}
			}
		}
	}
	t.Logf("%d intrusions, %d refused", runs, conflicts)
}

func (s *scene) intruded(t *testing.T, at, target, how string, err error) {
	t.Helper()
	got := snapshot(t, s.dir)
	want := s.new
	if err != nil {
		want = s.old
	}
	theirs, there := got[target]
	switch {
	case how == "delete" && there && !(err == nil && theirs == s.new[target]):
		// Deleting before the apply looks is a conflict; the apply may only have put it there after.
		t.Fatalf("%s: the deletion is lost: %q", at, theirs)
	case how != "delete" && !strings.HasSuffix(theirs, "intruder"):
		t.Fatalf("%s: the change is lost: %q", at, theirs)
	}
	delete(got, target)
	for p, data := range want {
		if p != target && got[p] != data {
			t.Fatalf("%s: %s is %q, want %q", at, p, got[p], data)
		}
		delete(got, p)
	}
	if len(got) != 0 {
		t.Fatalf("%s: left over: %q", at, got)
	}
}

// TestRecoverKeepsTheBytesOfOthers crashes an apply, has another program change a file, and starts
// again.
func TestRecoverKeepsTheBytesOfOthers(t *testing.T) {
	for _, target := range []string{"MEMORY.md", "a.md", "gone.md"} {
		for n := 1; ; n++ {
			s := newScene(t)
			root, state := s.roots(t, dieAt(n))
			_, died := crash(func() error {
				return Apply(t.Context(), root, state, "x", s.writes)
			})
			if !died {
				break
			}
			put(t, s.dir, target, "intruder")
			root, state = s.roots(t, nil)
			lines, err := Recover(t.Context(), root, state)
			must(t, err)
			got := snapshot(t, s.dir)
			if !strings.HasSuffix(got[target], "intruder") {
				t.Fatalf("%s, died at %d: %q", target, n, got[target])
			}
			got[target] = s.old[target]
			isOld := reflect.DeepEqual(got, s.old)
			delete(got, target)
			delete(s.new, target)
			if isNew := reflect.DeepEqual(got, s.new); !isOld && !isNew {
				t.Fatalf("%s, died at %d: half: %q, %q", target, n, got, lines)
			}
			s.done()
		}
	}
}

func TestApplyRefuses(t *testing.T) {
	s := newScene(t)
	outside := t.TempDir()
	put(t, outside, "tone.md", "dotfile")
	must(t, os.Symlink(filepath.Join(outside, "tone.md"), filepath.Join(s.dir, "tone.md")))
	must(t, os.Symlink(outside, filepath.Join(s.dir, "linked")))
	before := snapshot(t, s.dir)
	root, state := s.roots(t, nil)
	ok := Write{"a.md", text("old a", 0o644), text("new a", 0o644), false}
	for name, c := range map[string]struct {
		write Write
		want  string
	}{
		"link":          {Write{"tone.md", text("dotfile", 0o644), text("x", 0o644), false}, "link to " + outside},
		"link deleted":  {Write{"tone.md", text("dotfile", 0o644), nil, false}, "link to " + outside},
		"link above":    {Write{"linked/new.md", nil, text("x", 0o644), false}, "link to " + outside},
		"traversal":     {Write{"../x.md", nil, text("x", 0o644), false}, "no path below"},
		"absolute":      {Write{"/tmp/x.md", nil, text("x", 0o644), false}, "no path below"},
		"nul":           {Write{"a\x00.md", nil, text("x", 0o644), false}, "NUL"},
		"git":           {Write{".git/hooks/pre-commit", nil, text("x", 0o755), false}, "reserved"},
		"agent's lock":  {Write{AgentLock, nil, text("x", 0o644), false}, "reserved"},
		"twice":         {ok, "twice"},
		"link proposed": {Write{"b.md", nil, &model.File{Mode: fs.ModeSymlink, Target: "/etc"}, false}, "link to /etc"},
		"moved":         {Write{"other.md", text("something else", 0o644), nil, false}, "other.md"},
		"below a file":  {Write{"a.md/x.md", nil, text("x", 0o644), false}, "a.md"},
	} {
		err := Apply(t.Context(), root, state, "x", []Write{ok, c.write})
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v", name, err)
		}
		if got := snapshot(t, s.dir); !reflect.DeepEqual(got, before) {
			t.Fatalf("%s: something was written: %q", name, got)
		}
	}
	if err := Apply(t.Context(), root, state, "../x", nil); err == nil {
		t.Error("an id leads out of the state folder")
	}
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	if err := Apply(cancelled, root, state, "x", s.writes); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	if got := snapshot(t, s.dir); !reflect.DeepEqual(got, before) {
		t.Errorf("cancelled, but written: %q", got)
	}
}

// TestApplyPassesByWhatIsDone takes files that already are what they shall be, and modes that
// someone changed and nobody asked about.
func TestApplyPassesByWhatIsDone(t *testing.T) {
	s := newScene(t)
	put(t, s.dir, "a.md", "new a")
	must(t, os.Remove(filepath.Join(s.dir, "gone.md")))
	must(t, os.Chmod(filepath.Join(s.dir, "MEMORY.md"), 0o600))
	root, state := s.roots(t, nil)
	must(t, Apply(t.Context(), root, state, "x", s.writes))
	s.new["MEMORY.md"] = "-rw------- new index"
	if got := snapshot(t, s.dir); !reflect.DeepEqual(got, s.new) {
		t.Errorf("%q", got)
	}
	back, err := Applied(state, "x")
	must(t, err)
	for _, w := range back {
		if w.Path == "a.md" || w.Path == "gone.md" {
			t.Errorf("the record claims %s", w.Path)
		}
	}
}

func TestApplyWaitsForAnother(t *testing.T) {
	s := newScene(t)
	root, state := s.roots(t, nil)
	unlock, err := state.lock(t.Context(), 0)
	must(t, err)
	if _, err := state.lock(t.Context(), 0); !errors.Is(err, errBusy) {
		t.Error(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := Apply(ctx, root, state, "x", s.writes); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	done := make(chan error)
	go func() { done <- Apply(context.Background(), root, state, "x", s.writes) }()
	unlock()
	must(t, <-done)
}

// TestApplyKeepsHardLinksApart replaces the one name of a file and leaves its other name alone.
func TestApplyKeepsHardLinksApart(t *testing.T) {
	s := newScene(t)
	second := filepath.Join(filepath.Dir(s.dir), "second")
	must(t, os.Link(filepath.Join(s.dir, "a.md"), second))
	root, state := s.roots(t, nil)
	must(t, Apply(t.Context(), root, state, "x", s.writes))
	if got, _ := os.ReadFile(second); string(got) != "old a" {
		t.Errorf("written through: %q", got)
	}
}

// TestSwapWithoutExchange is the way of file systems that cannot exchange two names.
func TestSwapWithoutExchange(t *testing.T) {
	for _, live := range []string{"old a", "theirs"} {
		s := newScene(t)
		put(t, s.dir, "a.md", live)
		root, _ := s.roots(t, nil)
		sw := swap{f: root.top(), name: "a.md", temp: TempPrefix + "x-0", from: &content{0o644, "old a"}, to: &content{0o644, "new a"}}
		must(t, sw.stage())
		err := sw.replace()
		got := snapshot(t, s.dir)
		if live == "theirs" && (!errors.Is(err, errMoved) || got["a.md"] != "-rw-r--r-- theirs") {
			t.Errorf("%v: %q", err, got)
		}
		if live != "theirs" && (err != nil || got["a.md"] != "-rw-r--r-- new a") {
			t.Errorf("%v: %q", err, got)
		}
		if len(got) != len(s.old) {
			t.Errorf("left over: %q", got)
		}
	}
}

// TestBothVersionsOfAnother: a program that writes right before we swap, and again on top of what we put
// there, loses neither version, also if we die before the second one is looked at.
func TestBothVersionsOfAnother(t *testing.T) {
	for _, crash := range []bool{false, true} {
		s := newScene(t)
		swapped, wrote := false, false
		root, state := s.roots(t, func(op, path string) error {
			switch {
			case op == "exchange" && path == "a.md" && !swapped:
				swapped = true
				put(t, s.dir, "a.md", "theirs, first")
			case swapped && !wrote:
				wrote = true
				put(t, s.dir, "a.md", "theirs, second")
			case wrote && crash && op == "remove":
				panic("crash")
			}
			return nil
		})
		func() {
			defer func() { _ = recover() }()
			err := Apply(t.Context(), root, state, "x", s.writes)
			if !errors.Is(err, ErrMoved) || !crash && !strings.Contains(err.Error(), "aside") {
				t.Errorf("crash %v: %v", crash, err)
			}
		}()
		quiet, store := s.roots(t, nil)
		if _, err := Recover(t.Context(), quiet, store); err != nil {
			t.Fatal(err)
		}
		if got := snapshot(t, s.dir)["a.md"]; got != "-rw-r--r-- theirs, second" {
			t.Errorf("crash %v: %s", crash, got)
		}
		kept, err := filepath.Glob(filepath.Join(s.state, "aside", "*-a.md"))
		must(t, err)
		if len(kept) != 1 {
			t.Fatalf("crash %v: kept aside: %q", crash, kept)
		}
		if data, err := os.ReadFile(kept[0]); err != nil || string(data) != "theirs, first" {
			t.Errorf("crash %v: %q, %v", crash, data, err)
		}
	}
}
