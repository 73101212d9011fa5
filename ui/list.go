package ui

import "dreamgate/keymap"

// list is a cursor over n rows of which h are seen at a time. Every method leaves it valid.
type list struct{ cursor, offset, n, h int }

// set changes the number of rows and the window, and keeps the cursor in both.
func (l *list) set(n, h int) {
	l.n, l.h = max(0, n), max(1, h)
	l.to(l.cursor)
}

// to moves the cursor to a row and the window after it.
func (l *list) to(i int) {
	h := max(1, l.h)
	l.cursor = max(0, min(i, l.n-1))
	l.offset = max(0, min(l.offset, l.n-h))
	l.offset = min(l.offset, l.cursor)
	l.offset = max(l.offset, l.cursor-h+1)
}

// move does what a movement action says, and reports whether it was one.
func (l *list) move(a keymap.Action) bool {
	switch a {
	case keymap.Down:
		l.to(l.cursor + 1)
	case keymap.Up:
		l.to(l.cursor - 1)
	case keymap.PageDown:
		l.to(l.cursor + max(1, l.h-1))
	case keymap.PageUp:
		l.to(l.cursor - max(1, l.h-1))
	case keymap.ScrollDown:
		l.to(l.cursor + max(1, l.h/2))
	case keymap.ScrollUp:
		l.to(l.cursor - max(1, l.h/2))
	case keymap.Top:
		l.to(0)
	case keymap.Bottom:
		l.to(l.n - 1)
	default:
		return false
	}
	return true
}

// window is the range of rows that are seen.
func (l *list) window() (from, to int) { return l.offset, min(l.n, l.offset+l.h) }

// scroll is an offset into n rows of which h are seen: a list without a cursor.
type scroll struct{ offset, n, h int }

func (s *scroll) set(n, h int) {
	s.n, s.h = max(0, n), max(1, h)
	s.to(s.offset)
}

func (s *scroll) to(i int) { s.offset = max(0, min(i, s.n-s.h)) }

// move does what a movement action says, and reports whether it was one.
func (s *scroll) move(a keymap.Action) bool {
	switch a {
	case keymap.Down:
		s.to(s.offset + 1)
	case keymap.Up:
		s.to(s.offset - 1)
	case keymap.PageDown:
		s.to(s.offset + max(1, s.h-1))
	case keymap.PageUp:
		s.to(s.offset - max(1, s.h-1))
	case keymap.ScrollDown:
		s.to(s.offset + max(1, s.h/2))
	case keymap.ScrollUp:
		s.to(s.offset - max(1, s.h/2))
	case keymap.Top:
		s.to(0)
	case keymap.Bottom:
		s.to(s.n - 1)
	default:
		return false
	}
	return true
}

func (s *scroll) window() (from, to int) { return s.offset, min(s.n, s.offset+s.h) }
