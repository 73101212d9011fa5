package ui

import (
	"strings"

	"dreamgate/ui/style"
)

// beside joins drawings of equally many rows from left to right. Their rows have their full width.
func beside(parts ...string) string {
	rows := make([][]string, len(parts))
	size := 0
	for i, p := range parts {
		rows[i] = strings.Split(p, "\n")
		size += len(p)
	}
	var b strings.Builder
	b.Grow(size)
	for y := range rows[0] {
		if y > 0 {
			b.WriteByte('\n')
		}
		for i := range rows {
			b.WriteString(rows[i][y])
		}
	}
	return b.String()
}

// over lays a box on a drawing of w by h cells, in the middle. A box as large as the drawing covers
// it.
func over(under, box string, w, h int) string {
	rows, lines := strings.Split(under, "\n"), strings.Split(box, "\n")
	bw := style.Width(lines[0])
	x, y := max(0, (w-bw)/2), max(0, (h-len(lines))/2)
	for i, line := range lines {
		if y+i >= len(rows) {
			break
		}
		row := rows[y+i]
		rows[y+i] = style.Pad(row, x) + line + style.PadLeft(style.Skip(row, x+bw), w-x-bw)
	}
	return strings.Join(rows, "\n")
}

// overlayMemo keeps the last picture of a box on a drawing: while both stay, they are not cut anew.
type overlayMemo struct{ under, box, out string }

func (m *overlayMemo) over(under, box string, w, h int) string {
	if m.out == "" || m.under != under || m.box != box {
		*m = overlayMemo{under, box, over(under, box, w, h)}
	}
	return m.out
}
