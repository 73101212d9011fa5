package review

import (
	"bytes"
	"fmt"
	"sort"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"dreamgate/diffview/hunk"
	"dreamgate/model"
	"dreamgate/ui/style"
)

// resultPage is the file of the cursor with what is accepted so far.
func (p *Pane) resultPage() *page {
	w, _ := p.rightSize()
	f := p.sheet.files[p.file()]
	k := pageKey{at: p.file(), w: w, left: p.left, wrap: p.wrap, result: true}
	return p.pages.get(k, func() *page { return p.fileResult(f, k) })
}

// fileResult makes the bytes by the one function that a commit uses as well.
func (p *Pane) fileResult(f file, k pageKey) *page {
	g := newPage()
	say := func(s string) *page {
		g.rows(p.para(style.Lead{}, s, k.w))
		return g
	}
	changes, base := []model.Change{p.r.Changes[f.change]}, model.Tree{}
	if f.other >= 0 {
		changes = append(changes, p.r.Changes[f.other])
	}
	for _, c := range changes {
		if old, ok := p.r.Proposal.Base[c.Path]; ok {
			base[c.Path] = old
		}
	}
	tree, err := hunk.Apply(base, changes, p.book.now)
	if err != nil {
		return say(line(err.Error()))
	}
	got, ok := tree[f.path]
	if stays, is := tree[f.old]; !ok && is && f.old != "" {
		say("the file would stay " + model.PrintableLine(f.old))
		if bytes.Equal(stays.Data, base[f.old].Data) {
			return g
		}
		got, ok = stays, true // what changes in its text is accepted without the name
	}
	switch {
	case !ok:
		return say("the file would not be there")
	case len(got.Data) == 0:
		return say("the file would be empty")
	case bytes.IndexByte(got.Data, 0) >= 0:
		return say(fmt.Sprintf("binary, %d bytes", len(got.Data)))
	}
	t := p.numbered(got.Data, k)
	g.add(t.rows(), t.window)
	return g
}

// numbered is a text with the numbers of its lines, of which only the rows that are seen are made.
type numbered struct {
	inks
	lines []string
	// starts is the row at which each line begins, and the end of the last; nil if each line is
	// one row.
	starts []int
	// room is the width of the text beside the numbers, left its first cell where it is cut.
	digits, room, left int
}

func (p *Pane) numbered(data []byte, k pageKey) *numbered {
	t := &numbered{inks: p.ink, lines: hunk.Lines(data), left: k.left}
	t.digits = len(fmt.Sprint(len(t.lines)))
	t.room = max(1, k.w-t.digits-1)
	if !k.wrap {
		return t
	}
	t.starts = make([]int, 1, len(t.lines)+1)
	row := 0
	for i := range t.lines {
		row += len(t.fold(i))
		t.starts = append(t.starts, row)
	}
	return t
}

func (t *numbered) rows() int {
	if t.starts == nil {
		return len(t.lines)
	}
	return t.starts[len(t.lines)]
}

// text is a line as it may be shown.
func (t *numbered) text(i int) string {
	return style.Tabs(model.Printable(strings.TrimSuffix(t.lines[i], "\n")))
}

// fold wraps a line. One of few bytes, which most are, fits without a look at its letters.
func (t *numbered) fold(i int) []string {
	s := t.text(i)
	if len(s) <= t.room {
		return []string{s}
	}
	return style.Wrap(s, t.room)
}

// window draws n rows from a row on.
func (t *numbered) window(from, n int) (rows []string) {
	i, skip := from, 0
	if t.starts != nil {
		i = sort.Search(len(t.lines), func(i int) bool { return t.starts[i+1] > from })
		skip = from - t.starts[i]
	}
	for ; i < len(t.lines) && len(rows) < n; i++ {
		parts := []string{""}
		if t.starts == nil {
			parts[0] = ansi.Cut(t.text(i), t.left, t.left+t.room)
		} else {
			parts = t.fold(i)
		}
		for j, part := range parts {
			number := style.Repeat(" ", t.digits+1)
			if j == 0 {
				number = style.PadLeft(fmt.Sprint(i+1), t.digits) + " "
			}
			if j >= skip && len(rows) < n {
				rows = append(rows, t.Muted.Render(number)+t.Text.Render(part))
			}
		}
		skip = 0
	}
	return rows
}
