package memory

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"
)

// stored is a scene whose state lies where those of stores do.
func stored(t *testing.T) *scene {
	t.Helper()
	s := newScene(t)
	t.Setenv("XDG_STATE_HOME", filepath.Dir(s.dir))
	s.state = filepath.Join(filepath.Dir(s.dir), appName, "old-place")
	must(t, os.MkdirAll(s.state, 0o700))
	return s
}

// strays is what the next start does in the memory of a scene, with the folder for what is kept.
func (s *scene) strays(t *testing.T) (lines []string, aside map[string]string) {
	t.Helper()
	root, err := OpenRoot(s.dir)
	must(t, err)
	defer root.Close()
	lines, err = Strays(t.Context(), root, Unfinished(), func() (*Root, error) { return StoreState("new-place") })
	must(t, err)
	aside = map[string]string{}
	dir := filepath.Join(filepath.Dir(s.state), "new-place", asideDir)
	if _, err := os.Stat(dir); err == nil {
		aside = snapshot(t, dir)
	}
	return lines, aside
}

// TestMovedMidApply kills an apply at each operation and moves the memory away: the next start at the new place
// finds it, finishes or undoes it, and leaves no temporary file.
func TestMovedMidApply(t *testing.T) {
	points, finished := 0, 0
	for n := 1; ; n++ {
		s := stored(t)
		root, state := s.roots(t, dieAt(n))
		err, died := crash(func() error { return Apply(t.Context(), root, state, "x-2", s.writes) })
		if !died {
			must(t, err)
			s.done()
			break
		}
		points++
		moved := s.dir + "-moved"
		must(t, os.Rename(s.dir, moved))
		if n%2 == 0 { // the agent makes an empty one where it is started
			must(t, os.Mkdir(s.dir, 0o700))
		}
		s.dir = moved
		lines, aside := s.strays(t)
		got := snapshot(t, s.dir)
		isNew := reflect.DeepEqual(got, s.new)
		if !isNew && !reflect.DeepEqual(got, s.old) || len(aside) > 0 {
			t.Fatalf("dead at operation %d: %q\n%q\n%q", n, lines, got, aside)
		}
		if isNew {
			finished++
		}
		_, state = s.roots(t, nil)
		if left, _ := state.Names(journalDir); len(left) > 0 {
			t.Fatalf("dead at operation %d: the record is left: %q, %q", n, left, lines)
		}
		s.done()
	}
	if points < 50 || finished == 0 || finished == points {
		t.Errorf("%d points, %d finished", points, finished)
	}
	t.Logf("%d points, %d finished", points, finished)
}

// TestCopiedMidApply: a copy of a memory never takes its record away.
func TestCopiedMidApply(t *testing.T) {
	s := stored(t)
	root, state := s.roots(t, dieAt(56))
	_, died := crash(func() error { return Apply(t.Context(), root, state, "x", s.writes) })
	if !died {
		t.Fatal("it did not die")
	}
	original := s.dir
	s.dir += "-copy"
	for name, text := range snapshot(t, original) {
		_, data, _ := strings.Cut(text, " ")
		put(t, s.dir, name, data)
	}
	if lines, _ := s.strays(t); len(lines) > 0 {
		t.Errorf("%q", lines)
	}
	s.dir = original
	root, state = s.roots(t, nil)
	lines, err := Recover(t.Context(), root, state)
	must(t, err)
	if len(lines) == 0 {
		t.Error("nothing left to recover")
	}
	s.whole(t, "the original")
}

// TestCopiedMidApplyFromADiskThatIsAway: nor does one take it while the disk of the memory is not there.
func TestCopiedMidApplyFromADiskThatIsAway(t *testing.T) {
	s := stored(t)
	root, state := s.roots(t, dieAt(56))
	if _, died := crash(func() error { return Apply(t.Context(), root, state, "x", s.writes) }); !died {
		t.Fatal("it did not die")
	}
	_, state = s.roots(t, nil)
	names, err := state.Names(journalDir)
	must(t, err)
	j, err := state.readJournal(journalDir + "/" + names[0])
	must(t, err)
	if j.Folder == "" || j.Folder != FolderID(s.dir) {
		t.Skip("the system tells no folder from another")
	}
	j.Folder = "1234567-1"
	must(t, state.writeJournal(j, journalDir+"/"+names[0]))
	must(t, os.Rename(s.dir, s.dir+"-copy"))
	s.dir += "-copy"
	if lines, _ := s.strays(t); len(lines) > 0 {
		t.Errorf("%q", lines)
	}
	if left, _ := state.Names(journalDir); len(left) != 1 {
		t.Errorf("the record is gone: %q", left)
	}
}

// TestStraysWithoutRecord takes out what no record knows, when nobody can be at work with it any more, and keeps it.
func TestStraysWithoutRecord(t *testing.T) {
	s := stored(t)
	put(t, s.dir, TempPrefix+"20260101-x-0", "the only copy")
	put(t, s.dir, TempPrefix+"20260101-x-1", "another one")
	put(t, s.dir, "sub/"+TempPrefix+"tmp-ABC", "")
	if lines, _ := s.strays(t); len(lines) > 0 {
		t.Errorf("taken while somebody may be at work: %q", lines)
	}
	old := time.Now().Add(-2 * sweepAge)
	for _, p := range []string{TempPrefix + "20260101-x-0", TempPrefix + "20260101-x-1", "sub/" + TempPrefix + "tmp-ABC", "sub", "."} {
		must(t, os.Chtimes(filepath.Join(s.dir, p), old, old))
	}
	lines, aside := s.strays(t)
	if len(lines) != 3 || !strings.Contains(fmt.Sprint(lines), "it is kept in") || !strings.Contains(fmt.Sprint(lines), "was deleted") {
		t.Errorf("%q", lines)
	}
	if want := map[string]string{"stray-10f48862-20260101-x-0": "-rw------- the only copy",
		"stray-08518b71-20260101-x-1": "-rw------- another one"}; !reflect.DeepEqual(aside, want) {
		t.Errorf("kept %q", aside)
	}
	if got := snapshot(t, s.dir); !reflect.DeepEqual(got, s.old) {
		t.Errorf("%q", got)
	}
}

// TestStraysOfAnother: what was cut short in a memory that is gone is not done to another one that only looks as that
// did before. Two memories begin with the same index.
func TestStraysOfAnother(t *testing.T) {
	for _, left := range []bool{false, true} {
		points := 0
		for n := 1; ; n++ {
			s := stored(t)
			for name := range s.old {
				must(t, os.Remove(filepath.Join(s.dir, name)))
			}
			put(t, s.dir, "MEMORY.md", "# Memory\n")
			writes := []Write{
				{"MEMORY.md", text("# Memory\n", 0o644), text("# Memory\n- [a](a.md)\n", 0o644), false},
				{"a.md", nil, text("of one project", 0o644), false},
			}
			root, state := s.roots(t, dieAt(n))
			err, died := crash(func() error { return Apply(t.Context(), root, state, "x", writes) })
			if !died {
				must(t, err)
				s.done()
				break
			}
			points++
			if left { // made anew by the agent, and not the same any more
				for name := range snapshot(t, s.dir) {
					must(t, os.Remove(filepath.Join(s.dir, name)))
				}
				put(t, s.dir, "MEMORY.md", "# Another\n")
			} else {
				must(t, os.RemoveAll(s.dir))
			}
			s.dir += "-another"
			put(t, s.dir, "MEMORY.md", "# Memory\n")
			lines, _ := s.strays(t)
			if got := snapshot(t, s.dir); len(got) != 1 || got["MEMORY.md"] != "-rw-r--r-- # Memory\n" {
				t.Fatalf("dead at operation %d: %q, %q", n, got, lines)
			}
			s.done()
		}
		t.Logf("%d points", points)
	}
}

// TestStraysRace: two programs look after the same left file at once, and no trouble with one keeps anybody from
// the notes.
func TestStraysRace(t *testing.T) {
	s := stored(t)
	name := TempPrefix + "20260101-x-0"
	old := time.Now().Add(-2 * sweepAge)
	lay := func() {
		put(t, s.dir, name, "the only copy")
		for _, p := range []string{name, "."} {
			must(t, os.Chtimes(filepath.Join(s.dir, p), old, old))
		}
	}
	lay()
	root, err := OpenRoot(s.dir)
	must(t, err)
	defer root.Close()
	keep := func() (*Root, error) { return StoreState("new-place") }
	other := root.WithFault(func(op, p string) error {
		if op == "open" && p == name {
			_ = os.Remove(filepath.Join(s.dir, name))
		}
		return nil
	})
	if lines, err := Strays(t.Context(), other, nil, keep); err != nil || len(lines) > 0 {
		t.Errorf("taken by another program: %q, %v", lines, err)
	}
	lay()
	lines, err := Strays(t.Context(), root, nil, func() (*Root, error) { return nil, errors.New("the disk is full") })
	if err != nil || len(lines) != 1 || !strings.Contains(lines[0], name) || !strings.Contains(lines[0], "the disk is full") {
		t.Errorf("nowhere to keep it: %q, %v", lines, err)
	}
	if _, err := os.Stat(filepath.Join(s.dir, name)); err != nil {
		t.Error(err)
	}
	closed := root.WithFault(func(op, p string) error {
		if op == "readdir" {
			return errors.New("no entry")
		}
		return nil
	})
	if lines, err := Strays(t.Context(), closed, nil, keep); err != nil || len(lines) > 0 {
		t.Errorf("who reads the notes says that they cannot be read: %q, %v", lines, err)
	}
}

// TestSetAside: what is kept aside has a place whatever its name, and never takes that of something else.
func TestSetAside(t *testing.T) {
	s := newScene(t)
	_, state := s.roots(t, nil)
	long := strings.Repeat("n", maxName-3) + ".md"
	var kept []string
	for _, data := range []string{"one", "two", "one"} {
		file, err := state.setAside("20260101-x", long, []byte(data))
		must(t, err)
		got, err := os.ReadFile(file)
		must(t, err)
		if string(got) != data || filepath.Ext(file) != ".md" {
			t.Errorf("%s holds %q", file, got)
		}
		kept = append(kept, file)
	}
	if kept[0] == kept[1] || kept[0] != kept[2] {
		t.Errorf("%q", kept)
	}
}
