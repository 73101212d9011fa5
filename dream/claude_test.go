//go:build unix

package dream

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"dreamgate/dream/engine/claude"
	"dreamgate/model"
)

// playClaude puts a shell script into PATH that is called like the program and answers as a sound
// version does; what it does then is said by the test.
func playClaude(t *testing.T, does string) {
	t.Helper()
	bin := t.TempDir()
	script := "#!/bin/sh\nif [ \"$1\" = --version ]; then echo '2.1.332 (Claude Code)'; exit; fi\ncat > tmp/prompt\n" + does
	if err := os.WriteFile(filepath.Join(bin, "claude"), []byte(script), 0o700); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", bin+string(os.PathListSeparator)+os.Getenv("PATH"))
}

// TestClaude follows runs of that engine to where a user sees them: proposal, report, note, books.
func TestClaude(t *testing.T) {
	const (
		begun = `echo '{"type":"system","subtype":"init","tools":["Edit","Glob","Grep","Read","Write"],"permissionMode":"dontAsk"}'` + "\n"
		wrote = `echo four > memory/tone.md; echo '- tone.md: four lines [one:1]' > CHANGES.md
echo '{"type":"assistant","message":{"id":"m","content":[{"type":"tool_use","id":"t","name":"Write","input":{"file_path":"memory/tone.md"}}]}}'
echo '{"type":"user","message":{"content":[{"type":"tool_result","tool_use_id":"t"}]}}'
`
		denied = `echo '{"type":"system","subtype":"permission_denied","tool_name":"Write","tool_use_id":"d"}'` + "\n"
		done   = `echo '{"result":"done","is_error":false,"total_cost_usd":0.5,"modelUsage":{"m":{"inputTokens":40,"outputTokens":2}},"type":"result"}'` + "\n"
	)
	for _, c := range []struct {
		name, does, report, note string
		state                    model.RunState
	}{
		{"done", begun + wrote + denied + done, "claude was denied 1 call: Write", "1 change in 1 file proposed", model.RunReady},
		{"talk", begun + done, "", "it ended without a result and said: done", model.RunFailed},
		{"changed and failed", begun + wrote + "exit 143", "", "ended by a signal (terminated)", model.RunFailed},
		{"a shell", strings.Replace(begun, `"Edit"`, `"Bash","Edit"`, 1) + wrote + "sleep 60", "", "with the tools Bash, Edit, ", model.RunFailed},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := newWorld(t)
			playClaude(t, c.does)
			before := look(t, w.memory)
			d := w.dreamer(claude.New(""))
			run, err := d.Start(t.Context(), w.store, claude.Name)
			if err != nil {
				t.Fatal(err)
			}
			end, err := d.Wait(t.Context(), run.ID)
			if err != nil || end.State != c.state || !strings.Contains(end.Note, c.note) || !strings.Contains(strings.Join(end.Report, "\n"), c.report) {
				t.Errorf("%v, %s, note %q, report %q", err, end.State, end.Note, end.Report)
			}
			if c.state == model.RunReady && (end.Tokens != 42 || end.Cost != 0.5 || end.Files[0] != "tone.md") {
				t.Errorf("%d tokens, $%f, %v", end.Tokens, end.Cost, end.Files)
			}
			w.untouched(before)
			if b, err := readBooks(w.open()); err != nil || b.LastRun.IsZero() != (c.state != model.RunReady) {
				t.Errorf("the last run is %v, %v", b.LastRun, err)
			}
		})
	}
}
