package cli

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// TestOutIsToldTheSame: a dream that leaves its result in a folder gets all that another one gets: what the project
// contradicts, and what was committed to it.
func TestOutIsToldTheSame(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the engine is a shell script")
	}
	world(t)
	var told []string
	for _, out := range [][]string{nil, {"--out", filepath.Join(t.TempDir(), "out")}} {
		seen := filepath.Join(t.TempDir(), "seen")
		args := append([]string{"dream", "--memory", "src/shop", "--engine", "command"}, out...)
		want(t, 0, append(args, "--", "sh", "-c", "cat AUDIT.md COMMITS.md > "+seen+"; echo nothing > CHANGES.md")...)
		data, err := os.ReadFile(seen)
		if err != nil {
			t.Fatal(err)
		}
		told = append(told, string(data))
	}
	if told[0] != told[1] {
		t.Errorf("on the desk\n%s\nand in a folder\n%s", told[0], told[1])
	}
	for _, part := range []string{"(reality, ", "# Recent commits of the project"} {
		if !strings.Contains(told[1], part) {
			t.Errorf("it is not told %q:\n%s", part, told[1])
		}
	}
}
