//go:build unix

package cli

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"dreamgate/model"
)

// oddKinds put something else in the place of a file or folder of ours.
var oddKinds = map[string]func(path string) error{
	"pipe":   func(p string) error { return syscall.Mkfifo(p, 0o600) },
	"folder": func(p string) error { return os.MkdirAll(filepath.Join(p, "in"), 0o700) },
	"link":   func(p string) error { return os.Symlink(filepath.Join(os.TempDir(), "nowhere"), p) },
	"torn":   func(p string) error { return os.WriteFile(p, []byte(`{"id":"x","dec`), 0o600) },
	"empty":  func(p string) error { return os.WriteFile(p, nil, 0o600) },
}

// TestOddNames puts what is no file of ours under every name of ours: nothing hangs, no command says what is untrue,
// nothing that was decided or proposed is lost, the notes are the old or the new, and doctor names it.
func TestOddNames(t *testing.T) {
	for _, name := range []string{
		"decisions/ID.json", "proposals/ID.json", "steps/ID.json", "applied/ID.json", "closed/ID.json", "applied/DONE.json", "closed/DONE.json",
		"books.json", "recovered.json", "trusted.json", "journal/x.applying.json", "runs/20260101-000000-000-000000.json", "../look.json",
		"decisions", "proposals", "steps", "applied", "closed", "journal", "runs", "aside", "archive", "recalled", "../.running", "../.scratch", "../../../cache/dreamgate/uses.json",
	} {
		for kind, put := range oddKinds {
			isFolder := !strings.HasSuffix(name, ".json")
			cache := strings.Contains(name, "cache")
			if isFolder && kind == "folder" || cache && (kind == "torn" || kind == "empty") {
				continue // as it is to be, or made again
			}
			t.Run(name+" "+kind, func(t *testing.T) { oddName(t, name, kind, put) })
		}
	}
}

func oddName(t *testing.T, name, kind string, put func(string) error) {
	h := homeWithMemory(t)
	note := read(t, filepath.Join(h.memory, "till.md"))
	edit := func(text string) {
		t.Helper()
		want(t, 0, "edit", "till.md", "--memory", h.memory, "--with", filepath.Join(write(t, h.dir, map[string]string{"new.md": strings.Replace(note, "18:30", text, 1)}), "new.md"))
	}
	edit("19:00")
	want(t, 0, "review", "apply", "--memory", h.memory)
	edit("20:00")
	state := filepath.Join(os.Getenv("XDG_STATE_HOME"), "dreamgate")
	only := func(pattern string) (path, id string) {
		t.Helper()
		list, err := filepath.Glob(filepath.Join(state, "*", pattern))
		if err != nil || len(list) != 1 {
			t.Fatal(list, err)
		}
		return list[0], strings.TrimSuffix(filepath.Base(list[0]), ".json")
	}
	proposal, id := only("proposals/*.json")
	_, done := only("closed/*.json")
	proposed := read(t, proposal)
	dir := filepath.Dir(filepath.Dir(proposal))
	at := strings.NewReplacer("ID", id, "DONE", done).Replace(name)
	if rest, ok := strings.CutPrefix(at, "../../../cache/"); ok {
		at = filepath.Join(os.Getenv("XDG_CACHE_HOME"), rest)
	} else {
		at = filepath.Join(dir, at)
	}
	for _, err := range []error{os.RemoveAll(at), os.MkdirAll(filepath.Dir(at), 0o700), put(at)} {
		if err != nil {
			t.Fatal(err)
		}
	}
	var doctor doctorJSON
	if err := json.Unmarshal([]byte(call(t, false, "doctor", "--json").out), &doctor); err != nil {
		t.Fatal(err)
	}
	named := false
	for _, c := range doctor.Checks {
		named = named || !c.OK && strings.Contains(c.Says, model.PrintableLine(at)) && strings.Contains(c.Says, "move it away")
	}
	if !named {
		t.Errorf("doctor does not name it: %+v", doctor.Checks)
	}
	for _, args := range [][]string{{"review", "list"}, {"review", "show", id}, {"review", "undo", id}, {"undo", done, "--memory", h.memory}, {"review", "apply", id, "--memory", h.memory}} {
		r := call(t, false, args...)
		if strings.Contains(r.out+r.err, "already written") || strings.Contains(r.err, "no such file") && r.code != 0 && kind != "link" {
			t.Errorf("%v: %+v", args, r)
		}
		// Lists and steps look at no proposal that is a file.
		blocks := name == "decisions/ID.json" || name == "closed/ID.json" || name == "proposals/ID.json" && (args[1] == "show" || args[1] == "apply")
		if blocks && args[0] == "review" && (r.code != 1 || !strings.Contains(r.err, "move it away")) {
			t.Errorf("%v: %+v", args, r)
		}
	}
	text := read(t, filepath.Join(h.memory, "till.md"))
	if !strings.Contains(text, "19:00") && !strings.Contains(text, "20:00") {
		t.Errorf("the note is %q", text)
	}
	if _, err := os.Lstat(at); err != nil && strings.HasPrefix(filepath.Dir(name), "decisions") {
		t.Errorf("it is gone: %v", err)
	}
	if strings.Contains(text, "19:00") && !strings.HasPrefix(name, "proposals") && read(t, proposal) != proposed {
		t.Error("the proposal is lost")
	}
}
