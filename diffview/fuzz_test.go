package diffview

import (
	"testing"

	"github.com/charmbracelet/x/ansi"

	"dreamgate/diffview/hunk/hunktest"
	"dreamgate/model"
)

func FuzzRender(f *testing.F) {
	for _, c := range cases() {
		f.Add(string(c.Base["a.md"].Data), string(c.Proposed["a.md"].Data), 30, 0, true, 3, 9)
	}
	f.Fuzz(func(t *testing.T, old, new string, width, left int, wrap bool, from, to int) {
		width %= 200
		for _, in := range inputs(model.Tree{"a": hunktest.Text(old)}, model.Tree{"a": hunktest.Text(new)}) {
			in.Width, in.Left, in.Wrap = width, left, wrap
			in.Flags = append(in.Flags, model.Flag{At: model.Span{Start: from, End: to}})
			for _, row := range render(in) {
				if got := ansi.StringWidth(row); got > width {
					t.Fatalf("%d cells in %d: %q", got, width, row)
				}
				if text := ansi.Strip(row); model.PrintableLine(text) != text {
					t.Fatalf("not printable: %q", text)
				}
			}
		}
	})
}
