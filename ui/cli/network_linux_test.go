package cli

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"os/exec"
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
		{0, "dream --dry-run"}, {0, "dream"}, {3, "review list"}, {3, "review show"}, {0, "review accept --clean"}, {0, "review apply"},
		{0, "extract --all"}, {0, "forget user-role.md"}, {0, "hook print"}, {0, "completion bash"},
		{0, "undo"}, {0, "review note"},
		{0, "review refresh"}, {0, "review reject"}, {0, "review discard"}, {3, "check --base . --proposed ."},
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
	for _, c := range lines {
		words := strings.Fields(c.line)
		switch last := func() string {
			rows := strings.Split(strings.TrimSpace(call(t, false, "review", "list").out), "\n")
			return strings.Fields(rows[len(rows)-1])[0]
		}; commandOf(c.line) {
		case "review note":
			var r reviewJSON
			if err := json.Unmarshal([]byte(call(t, false, "review", "show", last(), "--json").out), &r); err != nil {
				t.Fatal(err)
			}
			words = append(words, hunksOf(r.checkJSON)[0].ID, "said")
		case "review reject":
			words = append(words, last(), "--all")
		case "review refresh", "review discard":
			words = append(words, last())
		}
		code, out, err := run(words...)
		if err != nil || code != c.code {
			t.Errorf("dreamgate %s: exit %d, want %d, %v\n%s", c.line, code, c.code, err, out)
		}
	}
}

// needNoRun are the commands that the lines above leave out, and why none of them could do what those do not.
var needNoRun = map[string]string{
	"cite": "what check calls", "edit": "what undo calls", "eval": "asks a service where it is told to", "demo": "draws a screen",
	"carry-run": "what dream starts", "hook": "prints its help", "review": "draws a screen", "hook install": "writes a file", "hook remove": "writes a file",
	"tasks cancel": "needs a dream at work", "tasks log": "follows a dream", "review split": "decides", "review join": "decides",
	"review edit": "decides", "review undecide": "decides", "review undo": "decides", "review redo": "decides", "review unapply": "what undo calls",
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
	if words[0] == "review" || words[0] == "hook" {
		return strings.Join(words[:2], " ")
	}
	return words[0]
}
