package cli

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/spf13/cobra"
)

// TestWithoutANetwork carries each command out where there is no network at all, not even the machine's own:
// only engines that ask a service need one.
func TestWithoutANetwork(t *testing.T) {
	w := world(t)
	t.Chdir(w.Shop)
	t.Setenv("DG_TEST_PROGRAM", "1")
	run := func(args ...string) (code int, out string, err error) {
		cmd := exec.Command(os.Args[0], append([]string{"--now", now.Format(time.RFC3339)}, args...)...)
		cmd.SysProcAttr = &syscall.SysProcAttr{Cloneflags: syscall.CLONE_NEWUSER | syscall.CLONE_NEWNET,
			UidMappings: []syscall.SysProcIDMap{{ContainerID: os.Getuid(), HostID: os.Getuid(), Size: 1}},
			GidMappings: []syscall.SysProcIDMap{{ContainerID: os.Getgid(), HostID: os.Getgid(), Size: 1}}}
		var b bytes.Buffer
		cmd.Stdout, cmd.Stderr = &b, &b
		err = cmd.Run()
		var exit *exec.ExitError
		if errors.As(err, &exit) {
			return exit.ExitCode(), b.String(), nil
		}
		return 0, b.String(), err
	}
	if _, out, err := run("--version"); err != nil {
		t.Skipf("this machine makes no network of its own: %v %s", err, out)
	}
	lines := []struct {
		code int
		line string
	}{
		{0, "projects"}, {3, "audit"}, {0, "show"}, {0, "show testing.md"}, {0, "search Redis"}, {0, "recall how are the tests run"}, {0, "context"},
		{0, "layers"}, {0, "gates"}, {0, "tasks"}, {0, "history"}, {0, "blame testing.md"}, {0, "config"}, {0, "doctor"}, {0, "archive"},
		{0, "cite --transcript SESSION --line 3 we moved from npm to pnpm"}, {0, "demo --setup --dir NEW/sample"},
		{0, "dream --dry-run"}, {0, "dream"}, {0, "tasks log"}, {1, "tasks cancel"}, {3, "review list"}, {3, "review show"}, {0, "review split HUNK"}, {0, "review join HUNK"}, {0, "review accept --clean"},
		{1, "review unapply ID"}, {0, "review apply"},
		{0, "extract --all"}, {0, "edit testing.md --with NEW/text.md"}, {0, "review discard ID"}, {0, "forget user-role.md"}, {2, "hook"}, {0, "hook print"},
		{0, "hook install --yes"}, {0, "hook remove --yes"}, {0, "completion bash"},
		{0, "undo"}, {0, "review note HUNK said"}, {0, "review undecide ID --all"}, {0, "review undo ID"}, {0, "review redo ID"},
		{0, "review edit HUNK --with NEW/text.md"},
		{0, "review refresh ID"}, {0, "review reject ID --all"}, {0, "review discard ID"}, {3, "check --base . --proposed ."}, {0, "review NEW ."},
	}
	carried := map[string]bool{}
	for _, c := range lines {
		carried[commandOf(c.line)] = true
	}
	// A new command is carried out here as well, or is named with its reason.
	for _, path := range commands((&app{}).root(), "") {
		if _, known := needNoRun[path]; carried[path] == known {
			t.Errorf("%q is carried out without a network: %v; named as needing no run: %v", path, carried[path], known)
		}
	}
	made := write(t, t.TempDir(), map[string]string{"text.md": "other words\n"})
	for _, c := range lines {
		line := strings.NewReplacer("SESSION", filepath.Join(filepath.Dir(w.Shop), "5f0c9d1e-2a4b-4c3d-9e8f-70a1b2c3d4e5.jsonl"), "NEW", made).Replace(c.line)
		if strings.Contains(line, " ID") || strings.Contains(line, " HUNK") {
			rows := strings.Split(strings.TrimSpace(call(t, false, "review", "list").out), "\n")
			id := strings.Fields(rows[len(rows)-1])[0]
			var r reviewJSON
			if err := json.Unmarshal([]byte(call(t, false, "review", "show", id, "--json").out), &r); err != nil || len(r.Files) == 0 {
				t.Fatalf("before dreamgate %s no review waits: %v", c.line, err)
			}
			line = strings.NewReplacer("ID", id, "HUNK", slices.MaxFunc(hunksOf(r.checkJSON), func(a, b hunkOf) int { return len(a.Added) - len(b.Added) }).ID).Replace(line)
		}
		code, out, err := run(strings.Fields(line)...)
		if err != nil || code != c.code {
			t.Errorf("dreamgate %s: exit %d, want %d, %v\n%s", c.line, code, c.code, err, out)
		}
	}
}

// needNoRun are the commands that the lines above leave out, and why none of them could do what those do not.
var needNoRun = map[string]string{
	"eval": "asks a service where it is told to", "carry-run": "what dream starts",
}

// commands are the paths of all commands that do something, without the program's name.
func commands(cmd *cobra.Command, path string) (list []string) {
	for _, c := range cmd.Commands() {
		sub := strings.TrimSpace(path + " " + c.Name())
		if c.Runnable() {
			list = append(list, sub)
		}
		list = append(list, commands(c, sub)...)
	}
	return list
}

// commandOf is the command of a line: all words but options and what they stand before, which no command is
// called.
func commandOf(line string) string {
	words := strings.Fields(line)
	if (words[0] == "review" || words[0] == "hook" || words[0] == "tasks") && len(words) > 1 && words[1] == strings.ToLower(words[1]) {
		return strings.Join(words[:2], " ")
	}
	return words[0]
}
