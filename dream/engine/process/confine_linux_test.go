package process

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"dreamgate/dream/engine"
)

// TestConfined: whatever a program tries, nothing changes in a closed folder, by whatever way it is
// reached; beside it everything is as open as before, and so is everything afterwards.
func TestConfined(t *testing.T) {
	root := t.TempDir()
	at := func(parts ...string) string { return filepath.Join(append([]string{root}, parts...)...) }
	for _, dir := range []string{"live/notes/sub", "live/other", "scratch/" + engine.TempDir} {
		if err := os.MkdirAll(at(dir), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{"live/notes/a.md", "live/notes/sub/b.md", "live/other/log"} {
		if err := os.WriteFile(at(name), []byte("as it was\n"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink(at("live", "notes"), at("way")); err != nil {
		t.Fatal(err)
	}
	sh, err := exec.LookPath("sh")
	if err != nil {
		t.Skip(err)
	}
	run := func(script string) (open, status error) {
		t.Helper()
		dir := at("scratch")
		status, err := Run(t.Context(), Program{
			Path: sh, Args: []string{"-c", script}, Dir: dir, Env: append(Environ(dir), "PATH="+os.Getenv("PATH"), "ROOT="+root),
			LineMax: 1000, Hear: func(l Line) { t.Logf("%s: %s", script, l.Text) },
			Closed: []string{at("way"), at("live", "not", "there")}, Open: func(why error) { open = why },
		})
		if err != nil {
			t.Fatal(err)
		}
		return open, status
	}
	if open, _ := run("true"); open != nil {
		t.Skip(open)
	}
	for _, script := range []string{
		`echo x > "$ROOT/live/notes/a.md"`,
		`echo x > ../live/notes/a.md`,
		`echo x >> "$ROOT/way/sub/b.md"`,
		`ln -s "$ROOT/live/notes" l; echo x > l/new.md`,
		`ln "$ROOT/live/notes/a.md" h && echo x > h`,
		`mv "$ROOT/live/notes/a.md" .`,
		`mv "$ROOT/live" "$ROOT/dead"`,
		`mkdir -p "$ROOT/live/not/there"`,
		`rm -r "$ROOT/live/notes"`,
		`echo x > m; mv m "$ROOT/live/notes/a.md"`,
		`mkfifo "$ROOT/live/notes/p"`,
		`truncate -s 0 "$ROOT/live/notes/a.md"`,
		`(setsid sh -c 'echo x > "$ROOT/live/notes/a.md"')`,
		`echo x > "/proc/$PPID/root$ROOT/live/notes/a.md"`,
	} {
		if open, status := run(script); status == nil || open != nil {
			t.Errorf("%s: went well (%v)", script, open)
		}
	}
	for _, script := range []string{
		`echo y > memory.md; mkdir d; mv memory.md d/x; rm -r d`,
		`echo y > "$TMPDIR/t" && cat /proc/self/status > /dev/null`,
		`echo y > "$ROOT/live/other/log"; mkdir "$ROOT/live/other/new"; mv "$ROOT/live/other/log" "$ROOT/live/other/new"`,
		`cat "$ROOT/live/notes/a.md"`,
	} {
		if open, status := run(script); status != nil || open != nil {
			t.Errorf("%s: %v (%v)", script, status, open)
		}
	}
	if text, err := os.ReadFile(at("live", "notes", "a.md")); err != nil || string(text) != "as it was\n" {
		t.Errorf("the note is %q, %v", text, err)
	}
	if entries, _ := os.ReadDir(at("live", "notes")); len(entries) != 2 {
		t.Errorf("in the closed folder: %v", entries)
	}
	// The confinement was the program's, and is none of ours.
	if err := os.WriteFile(at("live", "notes", "a.md"), nil, 0o600); err != nil {
		t.Error(err)
	}
	if data, err := os.ReadFile("/proc/self/status"); err != nil || !strings.Contains(string(data), "NoNewPrivs:\t0") {
		t.Errorf("this process has given up rights: %v", err)
	}
}
