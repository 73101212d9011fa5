package cli

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"
	"time"
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
	for _, c := range []struct {
		code int
		line string
	}{
		{0, "projects"}, {3, "audit"}, {0, "show"}, {0, "show testing.md"}, {0, "search Redis"}, {0, "recall how are the tests run"}, {0, "context"},
		{0, "layers"}, {0, "gates"}, {0, "tasks"}, {0, "history"}, {0, "blame testing.md"}, {0, "config"}, {0, "doctor"}, {0, "archive"},
		{0, "dream --dry-run"}, {0, "dream"}, {3, "review list"}, {3, "review show"}, {0, "review accept --clean"}, {0, "review apply"},
		{0, "extract --all"}, {0, "forget user-role.md"}, {0, "hook print"}, {0, "completion bash"},
	} {
		code, out, err := run(strings.Fields(c.line)...)
		if err != nil || code != c.code {
			t.Errorf("dreamgate %s: exit %d, want %d, %v\n%s", c.line, code, c.code, err, out)
		}
	}
}
