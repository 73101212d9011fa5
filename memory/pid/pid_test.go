package pid

import (
	"os"
	"os/exec"
	"runtime"
	"testing"
	"time"
)

func TestExists(t *testing.T) {
	if !Exists(os.Getpid()) {
		t.Error("this process does not exist")
	}
	for _, none := range []int{0, -1, -os.Getpid()} {
		if Exists(none) {
			t.Errorf("%d exists", none)
		}
	}
	if runtime.GOOS != "linux" {
		t.Skip("what is no longer there is looked at as Linux shows it")
	}
	first, again := Start(os.Getpid()), Start(os.Getpid())
	if first == "" || first != again || Ticks(os.Getpid()) == "" {
		t.Errorf("it began at %q, %q, %q", first, again, Ticks(os.Getpid()))
	}
	cmd := exec.Command("true")
	if err := cmd.Start(); err != nil {
		t.Skip(err)
	}
	// Until it is waited for it keeps its number, and does not count.
	for end := time.Now().Add(5 * time.Second); Exists(cmd.Process.Pid) && time.Now().Before(end); {
		time.Sleep(time.Millisecond)
	}
	if Exists(cmd.Process.Pid) || Start(cmd.Process.Pid) != "" {
		t.Error("a process that has ended counts")
	}
	_ = cmd.Wait()
	if Exists(cmd.Process.Pid) || Start(cmd.Process.Pid) != "" || Ticks(cmd.Process.Pid) != "" {
		t.Error("a process that is gone counts")
	}
}
