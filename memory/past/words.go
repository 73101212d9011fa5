package past

import (
	"slices"
	"strings"

	"dreamgate/diffview/hunk"
	"dreamgate/model"
)

// mostKnown bounds how many contents are remembered by the lines that hold the words.
const mostKnown = 8192

// words looks for lines that hold certain words, and for when they came and went.
type words struct {
	list []string
	// known are the lines with the words of contents that were read.
	known  map[string][]string
	values []model.PastValue
	// open are the values, by note and text, of which it is not known yet when they came.
	open map[[2]string][]int
}

func newWords(text string) *words {
	return &words{list: strings.Fields(strings.ToLower(text)), known: map[string][]string{}, open: map[[2]string][]int{}}
}

func (w *words) none() bool { return len(w.list) == 0 }

// in reports whether a line holds all of the words, in any order and whatever their case.
func (w *words) in(line string) bool {
	line = strings.ToLower(line)
	return !slices.ContainsFunc(w.list, func(word string) bool { return !strings.Contains(line, word) })
}

// lines are those of a content that hold the words.
func (w *words) lines(from *walk, r model.Revision, f model.RevisionFile, name string) ([]string, bool) {
	if lines, ok := w.known[name]; ok {
		return lines, true
	}
	data, ok := from.content(r, f, name)
	if !ok {
		return nil, false
	}
	var found []string
	for _, l := range hunk.Lines(data) {
		if w.in(l) {
			found = append(found, strings.TrimSuffix(l, "\n"))
		}
	}
	if len(w.known) >= mostKnown {
		clear(w.known)
	}
	w.known[name] = found
	return found, true
}

// look returns the hunks of a revision by which lines with the words came or went. The revision is the
// nth that is handed over if there are any; today says how a file is called now.
func (w *words) look(from *walk, r model.Revision, nth int, today func(string) string) (changes []model.Change) {
	moved := false
	for _, f := range r.Files {
		if f.Special != "" {
			continue
		}
		old, ok := w.lines(from, r, f, f.Old)
		new, also := w.lines(from, r, f, f.New)
		moved = moved || ok && also && !slices.Equal(old, new)
	}
	if !moved {
		return nil
	}
	for _, c := range from.changes(r) {
		var hunks []model.Hunk
		for _, h := range c.Hunks {
			if w.note(h, nth, today(c.Path)) {
				hunks = append(hunks, h)
			}
		}
		if len(hunks) > 0 {
			c.Hunks = hunks
			changes = append(changes, c)
		}
	}
	return changes
}

// note takes down which lines with the words a hunk took away and put there; it reports whether there are
// any. Revisions come from the newest to the oldest: a line is seen to go before it is seen to come.
func (w *words) note(h model.Hunk, nth int, path string) bool {
	gone, come := w.difference(h.Removed, h.Added), w.difference(h.Added, h.Removed)
	for _, text := range come {
		key := [2]string{path, text}
		if open := w.open[key]; len(open) > 0 {
			w.values[open[0]].From = nth
			w.open[key] = open[1:]
			continue
		}
		w.values = append(w.values, model.PastValue{Path: path, Text: text, From: nth, Until: -1})
	}
	var instead []string
	if len(gone) > 0 {
		for _, l := range h.Added {
			if text := strings.TrimSpace(l); text != "" {
				instead = append(instead, strings.TrimSuffix(l, "\n"))
			}
		}
	}
	for _, text := range gone {
		key := [2]string{path, text}
		w.values = append(w.values, model.PastValue{Path: path, Text: text, From: -1, Until: nth, Instead: instead})
		w.open[key] = append(w.open[key], len(w.values)-1)
	}
	return len(gone)+len(come) > 0
}

// difference are the lines with the words on one side of a hunk that the other side does not have.
func (w *words) difference(side, other []string) (lines []string) {
	for _, l := range side {
		if w.in(l) && !slices.Contains(other, l) {
			lines = append(lines, strings.TrimSuffix(l, "\n"))
		}
	}
	return lines
}
