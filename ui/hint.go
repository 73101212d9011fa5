package ui

import (
	"strings"

	"dreamgate/keymap"
	"dreamgate/ui/style"
)

// hint is a sentence on the last row. It stays until the next key; a passing one says what is under
// way, and goes when that is done.
type hint struct {
	text           string
	alarm, passing bool
	// then is what is said when it passes, "" for nothing.
	then string
}

// say shows a sentence about what happened.
func (a *App) say(text string) { a.hint = hint{text: a.veil().text(text)} }

// alarm shows a sentence about what went wrong.
func (a *App) alarm(text string) { a.hint = hint{text: a.veil().text(text), alarm: true} }

// rereads says that what is on the screen is read again.
func (a *App) rereads() {
	a.hint = hint{text: "reading again" + a.st.Marks.Ellipsis, passing: true, then: "read again"}
}

// hintLine draws the last row: a sentence, the filter, or the keys that work now.
func (a *App) hintLine() string {
	w := a.layout.w
	switch {
	case a.hint.alarm:
		return a.st.Error.Render(style.Pad(" "+a.st.Short(a.hint.text, w-2), w))
	case a.hint.text != "":
		return a.st.Info.Render(style.Pad(" "+a.st.Short(a.hint.text, w-2), w))
	case a.barred() && a.screen == screenBrowse && !a.filter.active:
		return a.browse.preview.findBar(w, func(do keymap.Action) string { return a.keys.Key(keymap.Preview, do) })
	case a.barred() && !a.filter.active:
		return a.review.pane.FindBar(w)
	case a.barred():
		return style.Pad(" "+a.filter.draw(a.st, w-2), w)
	}
	return a.keyLine(w)
}

// sides names the keys that lead from a pane that has the focus to those of its sides, where not all are seen.
func (a *App) sides(p pane) string {
	b := &a.browse
	if b.view.focus != p || a.layout.class == wide && !b.view.alone {
		return ""
	}
	left, right := a.keyWord(keymap.Browse, keymap.Left, names[(p+panes-1)%panes]), a.keyWord(keymap.Browse, keymap.Right, names[(p+1)%panes])
	return left.text + " " + a.st.Marks.Dot + " " + right.text
}

// barred reports whether the last row is a line of text, not of keys.
func (a *App) barred() bool {
	found := a.screen == screenReview && !a.review.commit && a.review.pane.Finding() || a.inNote() && a.browse.preview.sought.shown
	return a.overlay == nil && (found || a.filter.active)
}

// keyLine lists the keys that work here, most useful first, as many as fit; help is always among
// them.
func (a *App) keyLine(w int) string {
	words, sep := a.keyWords(w)
	out := make([]string, len(words))
	for i, k := range words {
		out[i] = k.draw(a.st)
	}
	return style.Pad(" "+strings.Join(out, a.st.Muted.Render(sep)), w)
}

// keyWordAt is the key of the word at a cell of that line, "" where there is none.
func (a *App) keyWordAt(x int) string {
	words, sep := a.keyWords(a.layout.w)
	at := 1
	for _, k := range words {
		if at <= x && x < at+style.Width(k.text) {
			return k.press
		}
		at += style.Width(k.text + sep)
	}
	return ""
}

// keyWords are the words of the line of keys, and what stands between them.
func (a *App) keyWords(w int) (out []keyWord, sep string) {
	c := a.context()
	room := w - 2
	last := a.keyWord(c, keymap.ShowHelp, "help")
	sep = " " + a.st.Marks.Dot + " "
	if a.layout.class == narrow {
		sep = "  "
	}
	used := style.Width(last.text)
	if q, ok := a.overlay.(*question); ok {
		// The answers say what they do here, which the table cannot know. Where one has no room the box has them all.
		for _, s := range q.answers {
			key, word, _ := strings.Cut(s, " ")
			if k := a.spelled(key, word); used+style.Width(k.text+sep) <= room {
				used += style.Width(k.text + sep)
				out = append(out, k)
			}
		}
		return out, sep
	}
	for _, b := range a.hints(c) {
		if b.Action == keymap.ShowHelp || !a.works(b.Action) {
			continue
		}
		short := b.Short
		if c == keymap.Commit && b.Action == keymap.Go {
			short = a.review.dialog.Verb() // there may be nothing to commit
		}
		word := a.spelled(b.Keys[0], short)
		if need := style.Width(word.text) + style.Width(sep); used+need <= room {
			used += need
			out = append(out, word)
		}
	}
	if last.text != "" {
		out = append(out, last)
	}
	return out, sep
}

// keyWord is a key with its word, spelled for the screen; press is the key as the table has it.
type keyWord struct{ key, word, text, press string }

func (a *App) spelled(key, word string) keyWord {
	press := key
	if !a.st.Marks.ASCII {
		key = keymap.Spell(key)
	}
	return keyWord{key, word, key + " " + word, press}
}

func (k keyWord) draw(st *style.Styles) string {
	return st.Accent.Render(k.key) + st.Muted.Render(" "+k.word)
}

// keyWord spells an action's key, or nothing where it has none.
func (a *App) keyWord(c keymap.Context, action keymap.Action, word string) keyWord {
	key := a.keys.Key(c, action)
	if key == "" {
		return keyWord{}
	}
	return a.spelled(key, word)
}

// hints keeps the hint rows of each context: they never change while the program runs.
func (a *App) hints(c keymap.Context) []keymap.Binding {
	rows, ok := a.hintRows[c]
	if !ok {
		rows = a.keys.Hints(c)
		a.hintRows[c] = rows
	}
	return rows
}
