package diffview

import (
	"strconv"
	"strings"

	"dreamgate/diffview/hunk"
	"dreamgate/model"
)

// Height is the number of rows that New would lay a hunk out in, where that can be told without doing it: of plain
// lines of which each has its row for sure, with nothing to be marked in them but what changed. A file may have
// thousands of such hunks, of which a screen shows a few.
func Height(in Input) (rows int, ok bool) {
	h := in.Hunk
	if h.Kind != model.HunkText || in.Width <= 0 || in.Find != "" || in.Lead != "" || in.Tail != "" || len(in.Flags) > 0 {
		return 0, false
	}
	room, sides := textRoom(in)
	if room < minText {
		return 0, false
	}
	changed := room
	if !in.Calm && (in.Styles == nil || in.Styles.Plain) {
		changed = (room - 4) / 3 // signs stand around changed words, of which each may be one letter
	}
	for i, lines := range [][]string{in.Before, in.After, h.Removed, h.Added} {
		most := room
		if i > 1 {
			most = changed
		}
		for _, s := range lines {
			body, ended := strings.CutSuffix(s, "\n")
			if !ended || !simple(body) || len(body) > contextBytes || i > 1 && strings.HasSuffix(body, " ") || in.Wrap && len(body) > most {
				return 0, false
			}
		}
	}
	if len(h.Removed)+len(h.Added) > 0 && sameLetters(h.Removed, h.Added) {
		return 0, false // there is something to be said of what cannot be seen
	}
	rows = len(in.Before) + len(in.After)
	if !sides {
		return rows + len(h.Removed) + len(h.Added), true
	}
	i, j := 0, 0
	for _, t := range hunk.Pairs(h.Removed, h.Added) {
		rows += max(t[0]-i, t[1]-j) + 1
		i, j = t[0]+1, t[1]+1
	}
	return rows + max(len(h.Removed)-i, len(h.Added)-j), true
}

// sameLetters reports whether lines of ASCII differ in nothing but blanks and how they are broken.
func sameLetters(a, b []string) bool {
	type place struct{ line, at int }
	next := func(lines []string, p *place) byte {
		for ; p.line < len(lines); p.line, p.at = p.line+1, 0 {
			for s := lines[p.line]; p.at < len(s); {
				c := s[p.at]
				if p.at++; c != ' ' && c != '\n' {
					return c
				}
			}
		}
		return 0
	}
	for p, q := (place{}), (place{}); ; {
		switch x, y := next(a, &p), next(b, &q); {
		case x != y:
			return false
		case x == 0:
			return true
		}
	}
}

// textRoom is the width of the text of a line, and whether there are two columns: what measure finds out from lines
// that are collected.
func textRoom(in Input) (room int, sides bool) {
	h := in.Hunk
	old, end := place(h)
	fresh := freshFrom(h)
	most := max(old, fresh, 0)
	if len(h.Removed) > 0 {
		most = max(most, old+len(h.Removed))
	}
	if len(h.Added) > 0 {
		most = max(most, fresh+len(h.Added))
	}
	if n := len(in.After); n > 0 {
		most = max(most, end+n, fresh+len(h.Added)+n)
	}
	digits := max(in.Digits, len(strconv.Itoa(most)))
	if in.Sides {
		if room = (in.Width-1)/2 - digits - 3; room >= minText {
			return room, true
		}
	}
	return in.Width - 2*digits - 4, false
}
