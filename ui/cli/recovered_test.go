package cli

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestRecoveryIsSaid: what was recovered of an apply that was cut short is said once, by whichever command comes next,
// and not by a hook.
func TestRecoveryIsSaid(t *testing.T) {
	shop, folder := proposedShop(t)
	parsed[laidJSON](t, 0, "review", shop, folder, "--lay", "--json")
	states, err := filepath.Glob(filepath.Join(os.Getenv("XDG_STATE_HOME"), "dreamgate", "*", "proposals"))
	if err != nil || len(states) != 1 {
		t.Fatal(states, err)
	}
	for _, args := range [][]string{{"review", "list"}, {"review", "show"}, {"projects"}, {"show", "--memory", shop}, {"dream", "--dry-run", "--memory", shop}, {"recall", "tests", "--memory", shop}} {
		line := `["an apply that was cut short was finished: 2 files"]`
		if err := os.WriteFile(filepath.Join(filepath.Dir(states[0]), "recovered.json"), []byte(line), 0o600); err != nil {
			t.Fatal(err)
		}
		hook(t, `{"session_id":"s","prompt":"tests","cwd":"`+shop+`"}`, "--memory", shop)
		if r := call(t, false, args...); !strings.Contains(r.err, "was finished: 2 files") {
			t.Errorf("%v says %q", args, r.err)
		}
		if r := call(t, false, args...); strings.Contains(r.err, "cut short") {
			t.Errorf("%v says it again: %q", args, r.err)
		}
		if err := os.WriteFile(filepath.Join(filepath.Dir(states[0]), "recovered.json"), []byte(line), 0o600); err != nil {
			t.Fatal(err)
		}
		r := call(t, false, append(args, "--json")...)
		var answer recoveredJSON
		if err := json.Unmarshal([]byte(r.out), &answer); err != nil || len(answer.Recovered) != 1 || !strings.Contains(answer.Recovered[0], "was finished: 2 files") {
			t.Errorf("%v --json has %+v (%v)\n%s", args, answer, err, r.out)
		}
	}
}
