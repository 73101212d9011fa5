package cli

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"dreamgate/keymap"
)

// TestParity holds that there is a command for each key of a review that does more than to show something, and
// that there is such a command.
func TestParity(t *testing.T) {
	m := keymap.Default()
	for _, c := range []keymap.Context{keymap.Review, keymap.Rules, keymap.Selecting, keymap.Commit} {
		for _, row := range m.In(c) {
			if !slices.Contains(row.Contexts, c) || row.Action == keymap.Back || c == keymap.Selecting && row.Action == keymap.Select {
				continue
			}
			if strings.HasPrefix(string(row.Action), "list.") && row.Action != keymap.Open || strings.HasPrefix(string(row.Action), "scroll.") {
				continue
			}
			if _, ok := parity[at(c, row.Action)]; !ok && !slices.Contains(looks, row.Action) {
				t.Errorf("%s (%s, %s) has no command: name one in parity, or among looks if it only shows something", row.Action, row.Keys, row.Long)
			}
		}
	}
	for key := range parity {
		if spokenFor[key] == "" {
			t.Errorf("%s has a command and no answer", key)
		}
	}
	for key, answer := range spokenFor {
		words := strings.Split(answer, ", ")
		v, ok := verbOf(words[0])
		switch {
		case strings.HasPrefix(answer, "("):
		case !ok || v.word != words[0]:
			t.Errorf("%s: %q is no answer", key, words[0])
		case v.word == "menu":
			if m, ok := menuVerbOf(strings.Fields(words[1])[0]); !ok || !strings.HasPrefix(words[1], m.word) {
				t.Errorf("%s: %q is no answer of the menu", key, words[1])
			}
		}
	}
	for key, command := range parity {
		a := &app{Program: Program{Stdout: &bytes.Buffer{}, Stderr: &bytes.Buffer{}}}
		words := strings.Fields(command)
		cmd, rest, err := a.root().Find(words)
		if err != nil || cmd.Name() != words[0] && (len(words) < 2 || cmd.Name() != words[1]) {
			t.Errorf("%s: there is no command %q (%v)", key, command, err)
			continue
		}
		for _, w := range rest {
			if flag, ok := strings.CutPrefix(w, "--"); ok && cmd.Flags().Lookup(flag) == nil {
				t.Errorf("%s: %s has no flag %s", key, cmd.CommandPath(), w)
			}
		}
	}
	if table := Parity(); !strings.Contains(table, "| `y` | `review accept --id HUNK` | `accept` |") || !strings.Contains(table, "`C` `enter`") {
		t.Errorf("the table is\n%s", table)
	}
}
