package diffview

import "strings"

// column is where a row stands.
type column uint8

const (
	both  column = iota // the whole width
	left                // what was
	right               // what is
)

// pair is a row of two columns: an index into the rows for each, -1 for none.
type pair struct{ left, right int }

// pair puts rows beside each other. A line stands beside the one that carries it on; what has no such
// line stands beside what came in its place, so that a change takes no more rows than its longer side.
func (l *Layout) pair() {
	var gone, come []stretch
	flush := func() {
		if len(gone)+len(come) > 0 {
			l.weave(gone, come)
		}
		gone, come = nil, nil
	}
	at := 0
	for i, ln := range l.lines {
		rows := stretch{at, at}
		for rows.to < len(l.rows) && l.rows[rows.to].line == i {
			rows.to++
		}
		at = rows.to
		switch {
		case ln.side == removed:
			gone = append(gone, rows)
		case ln.side == added:
			come = append(come, rows)
		case ln.side == notice && len(come) > 0: // of the line before it, in its column
			come[len(come)-1].to = rows.to
		case ln.side == notice && len(gone) > 0:
			gone[len(gone)-1].to = rows.to
		case ln.wide:
			l.abreast(rows, stretch{})
		default:
			flush()
			l.abreast(rows, rows)
		}
	}
	flush()
	for i, r := range l.flags {
		if r >= 0 {
			l.flags[i] = l.shown(r)
		}
	}
	for i := range l.hits {
		l.hits[i].Row = l.shown(l.hits[i].Row)
	}
}

// stretch is a range of rows.
type stretch struct{ from, to int }

// weave puts the removed lines of a change beside the added ones.
func (l *Layout) weave(gone, come []stretch) {
	i, j := 0, 0
	step := func(toI, toJ int) {
		for i < toI || j < toJ {
			var a, b stretch
			if i < toI {
				a, i = gone[i], i+1
			}
			if j < toJ {
				b, j = come[j], j+1
			}
			l.abreast(a, b)
		}
	}
	for _, t := range l.twins {
		step(t[0], t[1])
		step(t[0]+1, t[1]+1)
	}
	step(len(gone), len(come))
}

// abreast puts the rows of one line beside those of another; either may have none.
func (l *Layout) abreast(a, b stretch) {
	for k := range max(a.to-a.from, b.to-b.from) {
		p := pair{-1, -1}
		if a.from+k < a.to {
			p.left = a.from + k
		}
		if b.from+k < b.to {
			p.right = b.from + k
		}
		l.pairs = append(l.pairs, p)
	}
}

// shown is where a row stands in the drawing.
func (l *Layout) shown(row int) int {
	if !l.sides {
		return row
	}
	for i, p := range l.pairs {
		if p.left == row || p.right == row {
			return i
		}
	}
	return -1
}

// drawPair writes a row of two columns.
func (l *Layout) drawPair(p pair, chosen func(*line) bool) string {
	side := func(row int, c column) (string, int) {
		if row < 0 {
			return "", 0
		}
		r := l.rows[row]
		return l.draw(r, c, chosen(&l.lines[r.line]))
	}
	old, cells := side(p.left, left)
	if p.left >= 0 && l.lines[l.rows[p.left].line].wide {
		return old
	}
	fresh, _ := side(p.right, right)
	return old + strings.Repeat(" ", max(0, l.column-cells)) + l.inks.gutter.render(l.g.rule) + fresh
}
