//go:build unix

package cli

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"dreamgate/model"
)

// TestNothingForOthers does a day's work under a umask that forbids nothing, in folders that stand open: all that
// is kept is its owner's alone, and no word of a session outlives the review that it was kept for.
func TestNothingForOthers(t *testing.T) {
	w := world(t)
	old := syscall.Umask(0)
	t.Cleanup(func() { syscall.Umask(old) })
	const sentinel = "zanzibar-4711"
	said := filepath.Join(filepath.Dir(w.Shop), "5f0c9d1e-9999-4aaa-8bbb-cccccccccccc.jsonl")
	line := `{"type":"user","timestamp":"2026-03-01T09:00:00Z","cwd":"` + filepath.Join(w.Dir, "src", "shop") + `","sessionId":"5f0c9d1e-9999-4aaa-8bbb-cccccccccccc",` +
		`"message":{"role":"user","content":"We call it ` + sentinel + ` among us. Redis is gone, the suite needs nothing but Go."}}` + "\n"
	if err := os.WriteFile(said, []byte(line), 0o600); err != nil {
		t.Fatal(err)
	}
	kept := []string{os.Getenv("XDG_STATE_HOME"), os.Getenv("XDG_CACHE_HOME"), os.Getenv("TMPDIR")}
	for _, dir := range kept[:2] {
		if err := os.MkdirAll(filepath.Join(dir, "dreamgate"), 0o777); err != nil {
			t.Fatal(err)
		}
	}
	run := parsed[dreamJSON](t, 0, "dream", "--memory", w.Shop, "--json")
	if run.State != model.RunReady {
		t.Fatalf("%+v", run.runJSON)
	}
	for _, line := range []string{"audit", "search Redis", "recall tests", "show testing.md", "history", "gates", "tasks", "doctor"} {
		call(t, false, strings.Fields(line)...)
	}
	modes(t, kept)
	if len(holding(t, kept, sentinel)) == 0 {
		t.Error("the proposal does not rest on the session: this test shows nothing")
	}
	want(t, 0, "review", "accept", "--clean")
	want(t, 0, "review", "apply")
	call(t, false, "extract", "--all")
	call(t, false, "undo")
	want(t, 0, "review", "list")
	modes(t, kept)
	if left := holding(t, kept, sentinel); len(left) > 0 {
		t.Errorf("words of a session are left in %q", left)
	}
}

// modes fails for every file and folder of ours that others may look into.
func modes(t *testing.T, dirs []string) {
	t.Helper()
	each(t, dirs, func(p string, info fs.FileInfo) {
		if info.Mode().Perm()&0o077 != 0 {
			t.Errorf("%s is %s", p, info.Mode())
		}
	})
}

// holding are the files that hold a word.
func holding(t *testing.T, dirs []string, word string) (list []string) {
	t.Helper()
	each(t, dirs, func(p string, info fs.FileInfo) {
		if info.Mode().IsRegular() && strings.Contains(read(t, p), word) {
			list = append(list, p)
		}
	})
	return list
}

func each(t *testing.T, dirs []string, do func(p string, info fs.FileInfo)) {
	t.Helper()
	for _, dir := range dirs {
		err := filepath.WalkDir(dir, func(p string, d fs.DirEntry, err error) error {
			if os.IsNotExist(err) || p == dir {
				return nil
			}
			if err != nil {
				return err
			}
			info, err := d.Info()
			if err == nil {
				do(p, info)
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}
