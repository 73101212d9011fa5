package recalled

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"dreamgate/model"
	"dreamgate/model/recall"
)

func TestSession(t *testing.T) {
	state := t.TempDir()
	t.Setenv("XDG_STATE_HOME", state)
	now := time.Date(2026, 3, 2, 9, 0, 0, 0, time.UTC)
	tree := model.Tree{"a.md": {ModTime: now}, "b.md": {ModTime: now}}
	picks := []recall.Pick{{Path: "a.md"}, {Path: "b.md"}}
	open := func(session string) *Session {
		t.Helper()
		s, err := Open("shop", session)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { s.Close() })
		return s
	}
	s := open("one")
	if s.Room() != recall.MaxSession || len(s.Fresh(picks, tree)) != 2 {
		t.Fatalf("a new session: %+v", s)
	}
	if err := s.Add([]recall.Addition{{Path: "a.md", Units: 61_000}}, tree, now); err != nil {
		t.Fatal(err)
	}
	s = open("one")
	if got := s.Fresh(picks, tree); len(got) != 1 || got[0].Path != "b.md" || s.Room() != 440 {
		t.Errorf("the same session again: %v, room %d", got, s.Room())
	}
	changed := model.Tree{"a.md": {ModTime: now.Add(time.Second)}, "b.md": {ModTime: now}}
	if got := s.Fresh(picks, changed); len(got) != 2 {
		t.Errorf("a note that changed since: %v", got)
	}
	if got := open("two"); got.Room() != recall.MaxSession {
		t.Errorf("another session has %d", got.Room())
	}
	// Whatever a session calls itself, its file lies in the folder and can be written.
	for _, name := range []string{"", "../../x", "/etc/passwd", strings.Repeat("x", 5000), "a\x00b"} {
		if err := open(name).Add([]recall.Addition{{Path: "b.md", Units: 1}}, tree, now); err != nil {
			t.Errorf("%.20q: %v", name, err)
		}
	}
	files, err := filepath.Glob(filepath.Join(state, "*", "*", "recalled", "*.json"))
	if err != nil || len(files) != 6 {
		t.Fatalf("%v, %v", files, err)
	}
	// Damage begins anew; what is long over goes when a session begins.
	for _, f := range files {
		if err := os.WriteFile(f, []byte("{"), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.Chtimes(f, now, now); err != nil {
			t.Fatal(err)
		}
	}
	if got := open("one"); got.Room() != recall.MaxSession {
		t.Errorf("a damaged file gives room for %d", got.Room())
	}
	if err := open("new").Add(nil, tree, now.Add(31*24*time.Hour)); err != nil {
		t.Fatal(err)
	}
	if left, _ := filepath.Glob(filepath.Join(state, "*", "*", "recalled", "*.json")); len(left) != 1 {
		t.Errorf("after a month: %v", left)
	}
}
