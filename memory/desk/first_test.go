package desk

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"dreamgate/memory"
	"dreamgate/model"
)

// TestListedAfterAMove: a screen names no memory when it is opened, and lists what waits. A commit that was cut short before
// the memory was moved is finished or undone by that, and said.
func TestListedAfterAMove(t *testing.T) {
	told := 0
	for n := 40; n < 110; n += 5 {
		s := quickScene(t, n)
		before := s.tree()
		id := s.propose(model.OriginRules, map[string]string{"tone.md": "four\n", "rule.md": ""})
		r := s.review(id, model.Accepted)
		s.dies(n, func() error {
			_, err := s.desk.Commit(t.Context(), r, model.CommitOptions{})
			return err
		})
		moved := s.st.Dir + "-moved"
		must(t, os.Rename(s.st.Dir, moved))
		s.st = model.Store{ID: "moved-9", Name: "moved", Dir: moved}
		next := New(s.desk.now)
		_, err := next.List(t.Context(), s.st)
		must(t, err)
		if left, _ := filepath.Glob(filepath.Join(moved, memory.TempPrefix+"*")); len(left) > 0 {
			t.Errorf("%d: left %q", n, left)
		}
		_, rule := s.tree()["rule.md"]
		if undone := s.text("tone.md") == string(before["tone.md"].Data); undone != rule {
			t.Errorf("%d: half: rule.md there %v, tone.md %q", n, rule, s.text("tone.md"))
		}
		for _, line := range next.Told() {
			if strings.Contains(line, "cut short") {
				told++
			}
		}
	}
	if told == 0 {
		t.Error("no crash was told of")
	}
}
