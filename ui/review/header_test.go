package review

import (
	"strings"
	"testing"

	"dreamgate/keymap"
	"dreamgate/model"
	"dreamgate/ui/style"
)

// TestMeter: the header says how large the index would be and how many of its lines would lead nowhere, in fewer words
// where there is less room; past the limit a sign says what the colour does, down to the smallest screen.
func TestMeter(t *testing.T) {
	for _, c := range []struct {
		w    int
		ix   model.Index
		want string
	}{
		{160, model.Index{Status: model.StatusOK, Lines: 26, Units: 830}, "index 26/200 lines · 0.8/25.0k · !2 dangling"},
		{100, model.Index{Status: model.StatusNear, Lines: 181, Units: 12000}, "index 181/200, near"},
		{80, model.Index{Status: model.StatusOK, Lines: 26, Units: 830}, "index 26/200 "},
		{120, model.Index{Status: model.StatusCut, Lines: 216, Units: 12000}, "!index 216/200 lines · 12.0/25.0k"},
		{80, model.Index{Status: model.StatusCut, Lines: 216, Units: 12000}, "!index 216/200"},
		{40, model.Index{Status: model.StatusCut, Lines: 216, Units: 12000}, "!216/200"},
		{40, model.Index{Status: model.StatusCut, Lines: 16, Units: 26000}, "!26.0/25.0k"},
		{120, model.Index{Status: model.StatusMissing}, "! MEMORY.md would be gone"},
	} {
		p := opened(shop(), c.w, 24)
		press(p, keymap.NextHunk, keymap.Accept)
		p.SetSelected(&Selected{Index: c.ix, Dangling: 2})
		fits(t, "meter", p.Render(), c.w, 24)
		if head, _, _ := strings.Cut(p.Render(), "\n"); !strings.Contains(head, c.want) {
			t.Errorf("%d cells: %q is not in %q", c.w, c.want, head)
		}
	}
}

// TestHeaderCut: whatever stands in the header fits, or the last of it says that there is more.
func TestHeaderCut(t *testing.T) {
	for w := 40; w < 150; w++ {
		p := opened(massacre(), w, 12)
		p.Queue(2, 14)
		press(p, keymap.NextHunk, keymap.Accept)
		p.Moved(true, []string{"fact-01.md", "fact-02.md"})
		p.SetSelected(&Selected{Index: model.Index{Status: model.StatusCut, Lines: 216}, Fresh: make([]model.Finding, 207)})
		head := p.header()
		if style.Width(head) != w || !strings.Contains(head, "207 new") && w >= 80 || !strings.Contains(head, "2 notes changed: R") && w >= 80 {
			t.Errorf("%d cells: %q", w, head)
		}
		if !strings.HasSuffix(head, " ") && !strings.HasSuffix(head, "…") {
			t.Errorf("%d cells: cut without a mark: %q", w, head)
		}
	}
}

// TestMovedRows: the rows of what was changed on the disk say so.
func TestMovedRows(t *testing.T) {
	p := opened(shop(), 120, 40)
	p.Moved(true, []string{"staging.md", "elsewhere.md"})
	shows(t, p.Render(), "dream 29 Nov 14:02", "2 notes changed: R refreshes", "changed 0/1")
	if n := strings.Count(p.Render(), "changed 0/"); n != 1 {
		t.Errorf("%d rows say that they were changed", n)
	}
	p.Moved(true, nil)
	shows(t, p.Render(), "the notes moved on: R refreshes")
}

// TestWheelStays: the wheel scrolls and leads through the hunks of a file that does not fit; it never leaves the file.
func TestWheelStays(t *testing.T) {
	for _, size := range sizes {
		p := opened(shop(), size.w, size.h)
		for _, f := range p.sheet.files {
			p.toHunk(f.from)
			p.onList = false
			p.settle(Outcome{})
			at := p.at
			for _, steps := range []int{1, -1, 40, 40, 40, -40, -40, -40} {
				for range 9 {
					p.Wheel(size.w-2, steps)
				}
				if p.at < f.from || p.at >= f.to {
					t.Fatalf("%s: the wheel left %s for item %d", size.name, f.path, p.at)
				}
				if size.name == "120x40" && p.at != at {
					t.Errorf("%s: all of %s is seen, and the wheel went from hunk %d to %d", size.name, f.path, at, p.at)
				}
			}
		}
	}
}

// TestNamesToldApart: two names that begin and end as others do are not cut until they look the same.
func TestNamesToldApart(t *testing.T) {
	base := model.Tree{}
	for _, n := range []string{"feedback_cogokitu_first.md", "feedback_cogokitu_second.md", "feedback_cogokitu_third.md"} {
		base[n] = text(strings.Repeat("a line\n", 10))
	}
	for _, w := range []int{120, 80, 40} {
		p := opened(review("20261129-1800", base, model.Tree{}), w, 24)
		press(p, keymap.NextPane)
		p.onList = true
		p.touch()
		shows(t, p.Render(), "first.md", "ond.md", "third.md")
	}
}
