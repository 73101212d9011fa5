package past

import (
	"fmt"
	"os/exec"
	"strings"
	"testing"

	"dreamgate/model"
)

// longPast is a memory with so many commits, each of which changes one of 50 notes of 60 lines.
func longPast(b *testing.B, commits int) *world {
	b.Helper()
	w := newWorld(b)
	if out, err := exec.Command("git", "-C", w.st.Dir, "init", "-q", "-b", "main").CombinedOutput(); err != nil {
		b.Fatalf("%v\n%s", err, out)
	}
	notes := make([][]string, 50)
	for i := range notes {
		for j := range 60 {
			notes[i] = append(notes[i], fmt.Sprintf("Line %d of note %d says what it says about the project.", j, i))
		}
	}
	var in strings.Builder
	for c := range commits {
		n := c % len(notes)
		notes[n][(c*7)%60] = fmt.Sprintf("In round %d we use version %d of something.", c, c%90)
		text := strings.Join(notes[n], "\n") + "\n"
		message := fmt.Sprintf("round %d\n\n- note%d.md: modified\n\nDreamgate-Review: r%d\nDreamgate-Origin: model\n", c, n, c)
		fmt.Fprintf(&in, "commit refs/heads/main\ncommitter dev <dev@example.invalid> %d +0000\ndata %d\n%s\nM 644 inline note%d.md\ndata %d\n%s\n",
			1_700_000_000+c*3600, len(message), message, n, len(text), text)
	}
	cmd := exec.Command("git", "-C", w.st.Dir, "fast-import", "--quiet")
	cmd.Stdin = strings.NewReader(in.String())
	if out, err := cmd.CombinedOutput(); err != nil {
		b.Fatalf("%v\n%s", err, out)
	}
	if out, err := exec.Command("git", "-C", w.st.Dir, "reset", "-q", "--hard").CombinedOutput(); err != nil {
		b.Fatalf("%v\n%s", err, out)
	}
	return w
}

// BenchmarkPast asks a memory of 5,000 commits.
func BenchmarkPast(b *testing.B) {
	w := longPast(b, 5_000)
	for name, q := range map[string]model.HistoryQuery{
		"the newest 20":   {Limit: 20, Diff: true},
		"all, with diffs": {Diff: true},
		"one note":        {Note: "note7.md", Diff: true},
		"words":           {Words: "round 17 version"},
		"notes gone":      {Deleted: true},
	} {
		b.Run("history of "+name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := w.past.Each(b.Context(), w.st, q, func(model.Revision) error { return nil }); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
	b.Run("blame", func(b *testing.B) {
		for b.Loop() {
			out, err := w.past.Blame(b.Context(), w.st, "note7.md", 0)
			if err != nil || len(out.Lines) != 60 || out.Lines[3].Revision.ID == "" {
				b.Fatalf("%v %+v", err, out.Lines)
			}
		}
	})
	b.Run("undo", func(b *testing.B) {
		for b.Loop() {
			if _, err := w.past.Undo(b.Context(), w.st, model.Undo{ID: "r4990"}); err != nil {
				b.Fatal(err)
			}
		}
	})
}
