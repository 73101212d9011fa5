package diffview

import (
	"fmt"
	"strings"
	"testing"

	"dreamgate/diffview/hunk/hunktest"
	"dreamgate/model"
)

// BenchmarkLayout measures the two halves of a frame: New once for a hunk and a width, Window for
// each key.
func BenchmarkLayout(b *testing.B) {
	lines := func(n int, line func(int) string) string {
		var s strings.Builder
		for i := range n {
			s.WriteString(line(i) + "\n")
		}
		return s.String()
	}
	fact := func(i int) string {
		return fmt.Sprintf("- fact %d: the service listens on port %d and is restarted by hand, never by the timer", i, 1000+i)
	}
	long := strings.Repeat("word ", 40_000)
	for _, c := range []struct{ name, old, new string }{
		{"prose", string(prose.Base["a.md"].Data), string(prose.Proposed["a.md"].Data)},
		{"40lines", lines(40, fact), lines(40, func(i int) string { return fact(i) + ", since May" })},
		{"5000lines", "", lines(5000, fact)},
		{"change at 200k", long + "AMOUNT=100\n", long + "AMOUNT=900\n"},
		{"solid 1M", "a\n", strings.Repeat("x", 1_000_000) + "\n"},
		{"wide 1M", "a\n", strings.Repeat("日本語", 110_000) + "\n"},
	} {
		in := inputs(model.Tree{"a": hunktest.Text(c.old)}, model.Tree{"a": hunktest.Text(c.new)})[0]
		in.Width, in.Styles = 120, coloured()
		b.Run("New/"+c.name, func(b *testing.B) {
			for b.Loop() {
				New(in)
			}
		})
		l := New(in)
		b.Run("Window/"+c.name, func(b *testing.B) {
			for b.Loop() {
				l.Window(l.Len()-60, 60)
			}
		})
	}
}
