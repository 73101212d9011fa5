package ui_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"dreamgate/ui/uitest"
)

func TestCopy(t *testing.T) {
	f := pending(moved())
	d := f.deps()
	var got []string
	var fail error
	d.Copy = func(_ context.Context, text string) (string, error) {
		got = append(got, text)
		return "OSC 52 of the terminal", fail
	}
	s := uitest.New(t, d)
	last := func(want ...string) {
		t.Helper()
		for _, w := range want {
			if len(got) == 0 || !strings.Contains(got[len(got)-1], w) {
				t.Errorf("no %q in what was copied: %q", w, got)
			}
		}
	}
	s.Type("/tone").Press("enter", "ctrl+y").Sees("copied the path of the note by OSC 52 of the terminal, ")
	last(shop().Store.Dir + "/tone.md")
	s.Press("enter", "ctrl+y").Sees("copied the note by OSC 52")
	if want := string(shop().Tree["tone.md"].Data); got[len(got)-1] != want {
		t.Errorf("the note is %q, copied is %q", want, got[len(got)-1])
	}
	s.Press("esc", "esc", "tab", "tab", "ctrl+y").Sees("copied the line of the index")
	s.Press("a", "ctrl+y").Sees("copied the row").Press("esc")
	s.Press("r", "ctrl+y").Sees("copied the proposal as a patch")
	last("diff --git a/testing.md b/testing.md", "--- a/tone.md")
	s.Press("]", "ctrl+y").Sees("copied the hunk as a patch")
	last("+- run `pnpm test`\n", "@@ ")
	if strings.Contains(got[len(got)-1], "October") || strings.Contains(got[len(got)-1], "tone.md") {
		t.Errorf("more than the hunk: %s", got[len(got)-1])
	}
	s.Press("tab", "ctrl+y").Sees("copied the changes of the file")
	last("pnpm", "October")
	s.Press("A", "C", "ctrl+y").Sees("copied the message").Press("enter").Press("ctrl+y").Sees("copied the commit")
	last("3f2a1c9")
	s.Press("?", "ctrl+y").Sees("nothing here to copy").Press("esc")
	fail = errors.New("800 KB are more than a terminal takes")
	s.Press("ctrl+y").Sees("could not be copied: 800 KB")
	scenario(t, newFake()).Press("ctrl+y").Sees("nothing here to copy")
}

// TestCopyCoversSecrets: what the screen hides does not leave it by the clipboard, and that is said.
func TestCopyCoversSecrets(t *testing.T) {
	m := shop()
	m.Tree["tone.md"] = file("the key is hunter2-hunter2\n")
	d := newFake(memoryOf(m.Store, m.Tree, nil)).deps()
	d.Secrets = func(text string) [][2]int {
		if i := strings.Index(text, "hunter2-hunter2"); i >= 0 {
			return [][2]int{{i, i + len("hunter2-hunter2")}}
		}
		return nil
	}
	var got string
	d.Copy = func(_ context.Context, text string) (string, error) { got = text; return "to the clipboard", nil }
	uitest.New(t, d).Type("/tone").Press("enter", "enter", "ctrl+y").Sees("its secrets covered")
	if strings.Contains(got, "hunter2") || !strings.HasPrefix(got, "the key is [masked]") {
		t.Errorf("copied %q", got)
	}
}
