package ui

// class says how much room there is.
type class int

// The classes of sizes. Below the least size only a word and the key to quit are left.
const (
	tiny class = iota
	narrow
	normal
	wide
)

// The least size of the narrow class, and the widths at which the others begin.
const (
	leastWidth, leastHeight = 40, 12
	normalWidth, wideWidth  = 80, 120
	// topicsWidth is what the topics take where two panes share the screen.
	topicsWidth = 34
)

// pane names one of the three panes of a store.
type pane int

// The panes, from left to right.
const (
	paneIndex pane = iota
	paneTopics
	panePreview
	panes
)

// names are what the panes are called beside each other.
var names = [panes]string{"index", "topics", "note"}

// rect is a rectangle in cells. An empty one is not shown.
type rect struct{ x, y, w, h int }

func (r rect) empty() bool { return r.w <= 0 || r.h <= 0 }

func (r rect) has(x, y int) bool { return x >= r.x && x < r.x+r.w && y >= r.y && y < r.y+r.h }

// layout is where everything stands on a screen of w by h cells.
type layout struct {
	w, h  int
	class class
	// body is all between the header and the hint line; full has the header's row as well.
	body, full rect
	panes      [panes]rect
	// framed says that panes have borders: below 80 columns their cells are needed.
	framed bool
}

// view is what the layout depends on besides the size.
type view struct {
	focus pane
	// side is the pane beside the topics where there is room for two.
	side pane
	// alone gives all the room to the focused pane.
	alone bool
}

// computeLayout is total: any size gives rectangles that are not negative and lie on the screen.
func computeLayout(w, h int, v view) layout {
	w, h = max(0, w), max(0, h)
	l := layout{w: w, h: h, class: classOf(w, h), framed: w >= normalWidth}
	l.full = rect{0, 0, w, max(0, h-1)}
	l.body = rect{0, min(1, h), w, max(0, h-2)}
	b := l.body
	switch {
	case l.class == tiny:
	case l.class == narrow || v.alone:
		l.panes[v.focus] = b
	case l.class == normal:
		l.panes[paneTopics] = rect{b.x, b.y, topicsWidth, b.h}
		side := v.side
		if v.focus != paneTopics {
			side = v.focus
		}
		l.panes[side] = rect{b.x + topicsWidth, b.y, b.w - topicsWidth, b.h}
	default:
		left := min(b.w*28/100, 64)
		mid := min(b.w*36/100, 64)
		l.panes[paneIndex] = rect{b.x, b.y, left, b.h}
		l.panes[paneTopics] = rect{b.x + left, b.y, mid, b.h}
		l.panes[panePreview] = rect{b.x + left + mid, b.y, b.w - left - mid, b.h}
	}
	return l
}

func classOf(w, h int) class {
	switch {
	case w < leastWidth || h < leastHeight:
		return tiny
	case w < normalWidth:
		return narrow
	case w < wideWidth:
		return normal
	}
	return wide
}
