package review

import (
	"fmt"
	"slices"
	"strings"

	"github.com/charmbracelet/bubbles/key"
	"github.com/charmbracelet/bubbles/textinput"
	tea "github.com/charmbracelet/bubbletea"

	"dreamgate/diffview"
	"dreamgate/keymap"
	"dreamgate/model"
	"dreamgate/ui/style"
)

// mostWords bounds the words that are looked for, in letters.
const mostWords = 200

// finding is a search in what the hunks change.
type finding struct {
	input textinput.Model
	// typing says that the words are being written; else they are kept and keys go from place to place.
	typing bool
	// from is the item at which it began.
	from int
	// counts holds the number of places of each item, total their sum.
	counts []int
	total  int
	// foundAt is the place of the cursor; its item is summary while there is none.
	foundAt
	// again says that the last step went on from the other end.
	again bool
}

// foundAt is a place: the nth of an item, from 0.
type foundAt struct{ item, nth int }

func (f *finding) words() string {
	if f == nil {
		return ""
	}
	return f.input.Value()
}

// here is which of the places of an item is that of the cursor, -1 if it is none of them.
func (f *finding) here(at int) int {
	if f == nil || f.item != at || f.total == 0 {
		return -1
	}
	return f.nth
}

// on is the place of the cursor if it is in these items, else nowhere.
func (f *finding) on(from, to int) foundAt {
	if f == nil || f.total == 0 || f.item < from || f.item >= to {
		return foundAt{item: summary}
	}
	return f.foundAt
}

// place is which of all places is that of the cursor, from 1.
func (f *finding) place() int {
	n := f.nth + 1
	for _, c := range f.counts[:f.item] {
		n += c
	}
	return n
}

// Finding reports whether words are found: their bar takes the place of the line of keys.
func (p *Pane) Finding() bool { return p.sought != nil }

// find begins to write the words that are looked for, or goes on writing those that are found.
func (p *Pane) startFind() Outcome {
	if len(p.sheet.items) == 0 {
		return Outcome{Hint: "the proposal changes nothing"}
	}
	if p.sought == nil {
		in := textinput.New()
		in.CharLimit = mostWords
		// The clipboard is read by the terminal's own paste: no program of the machine is asked for it.
		in.KeyMap.Paste = key.NewBinding()
		p.sought = &finding{input: in, from: max(0, p.at), foundAt: foundAt{item: summary}}
	}
	p.sought.typing = true
	p.sought.input.CursorEnd()
	_ = p.sought.input.Focus() // the command would make the cursor blink
	return Outcome{}
}

// findInput gives a key or a paste to the words.
func (p *Pane) findInput(msg tea.KeyMsg) Outcome {
	f := p.sought
	if a, ok := p.o.Keys.Lookup(keymap.Finding, msg.String()); ok && !msg.Paste {
		switch a {
		case keymap.InputDn:
			p.nextFound(1)
		case keymap.InputUp:
			p.nextFound(-1)
		case keymap.Done:
			p.keepWords()
		default:
			p.endFind()
		}
		p.settle(Outcome{})
		return Outcome{Handled: true}
	}
	if msg.Type == tea.KeyRunes {
		msg.Runes = []rune(model.PrintableLine(string(msg.Runes)))
	}
	before := f.words()
	if f.input, _ = f.input.Update(msg); f.words() != before {
		p.seekWords()
	}
	p.settle(Outcome{})
	return Outcome{Handled: true}
}

// keepWords ends the writing of the words; where there are none, the last ones are found again.
func (p *Pane) keepWords() {
	f := p.sought
	if f.words() == "" {
		f.input.SetValue(p.lastWords)
		p.seekWords()
	}
	if f.words() == "" {
		p.endFind()
		return
	}
	f.typing = false
	f.input.Blur()
}

// endFind takes the marks away. The cursor stays at the hunk to which it was led: it is to be decided now.
func (p *Pane) endFind() {
	if words := p.sought.words(); words != "" {
		p.lastWords = words
	}
	p.sought = nil
}

// seekWords counts the places of the words and goes to the first one from where it began.
func (p *Pane) seekWords() {
	f := p.sought
	f.counts, f.total, f.item, f.nth, f.again = make([]int, len(p.sheet.items)), 0, summary, 0, false
	for i, it := range p.sheet.items {
		for _, d := range p.drawings(it) {
			f.counts[i] += diffview.Count(d.change.Hunks[d.at], f.words())
		}
		f.total += f.counts[i]
	}
	for i := range f.counts {
		if at := (f.from + i) % len(f.counts); f.counts[at] > 0 {
			p.toFound(at, 0)
			return
		}
	}
}

// nextFound goes to the next place in one direction, from the other end again where there is none. From a hunk
// to which another key went, the way goes on.
func (p *Pane) nextFound(dir int) {
	f := p.sought
	if f.total == 0 {
		return
	}
	f.again = false
	at, nth := p.at, f.nth+dir
	if at != f.item {
		at, nth = max(0, at), 0
		if dir < 0 && p.at != summary {
			nth = f.counts[at] - 1
		} else if dir < 0 {
			nth = -1
		}
	}
	for nth < 0 || nth >= f.counts[at] {
		at += dir
		if at < 0 || at >= len(f.counts) {
			at, f.again = (at+len(f.counts))%len(f.counts), true
		}
		if nth = 0; dir < 0 {
			nth = f.counts[at] - 1
		}
	}
	p.toFound(at, nth)
}

// toFound goes to a place and brings it up.
func (p *Pane) toFound(item, nth int) {
	f := p.sought
	f.item, f.nth = item, nth
	p.unfold(p.sheet.items[item])
	if p.at != item || p.result {
		p.to(item)
	}
	p.onList = false
	p.clamp() // in the whole file, first to the hunk
	hits := p.here().spot(item).hits
	if nth >= len(hits) {
		return
	}
	hit := hits[nth]
	w, h := p.room()
	if hit.Row < p.top || hit.Row >= p.top+h {
		p.top = max(0, hit.Row-h/3)
	}
	if beyond := w - foundRoom - style.Width(f.words()); !p.wrap && (hit.Cell < p.left || hit.Cell > p.left+beyond) {
		p.left = max(0, hit.Cell-w/3)
	}
}

// foundRoom is what of a row that is cut is no text, at most: numbers, signs and the mark of its end.
const foundRoom = 16

// Off says why an action is not done while words are found, "" if it is: a key that means the next place must
// never decide.
func (p *Pane) Off(a keymap.Action) string {
	if p.sought == nil {
		return ""
	}
	switch a {
	case keymap.Accept, keymap.Reject, keymap.Cycle, keymap.AcceptGroup, keymap.RejectGroup, keymap.AcceptFile, keymap.RejectFile,
		keymap.AcceptClean, keymap.RejectAll, keymap.Together, keymap.Bulk, keymap.Undo, keymap.Redo, keymap.Split, keymap.Join,
		keymap.Select, keymap.EditHunk, keymap.Note, keymap.OpenCommit:
		return p.o.key(keymap.Found, keymap.EndFind) + " ends the search; decisions are off"
	case keymap.NextFound, keymap.PrevFound:
		if p.sought.total == 0 {
			return "found nowhere: " + p.o.key(keymap.Found, keymap.Find) + " looks for other words"
		}
	}
	return ""
}

// findActions does the actions of words that are found; false if it is none.
func (p *Pane) findActions(a keymap.Action) (Outcome, bool) {
	switch {
	case a == keymap.Find:
		return p.startFind(), true
	case p.sought == nil:
		return Outcome{}, false
	case a == keymap.NextFound:
		p.nextFound(1)
	case a == keymap.PrevFound:
		p.nextFound(-1)
	case a == keymap.EndFind:
		p.endFind()
	default:
		why := p.Off(a)
		return Outcome{Hint: why}, why != ""
	}
	return Outcome{}, true
}

// FindBar is the row of the words, in w cells: how many places there are, and what keys mean now.
func (p *Pane) FindBar(w int) string {
	f := p.sought
	label, dot := " find /", " "+p.ink.Marks.Dot+" "
	if p.narrow() {
		label = " /"
	}
	told := p.told()
	if f.typing {
		room := max(w/3, w-style.Width(told)-3)
		row := style.Cut(p.ink.Field(label, f.words(), f.input.Position(), min(room, style.Width(label+f.words())+1)), room)
		return style.Pad(row+p.ink.Muted.Render("  "+p.ink.Short(told, w-style.Width(row)-2)), w)
	}
	words := p.ink.Short(model.PrintableLine(f.words()), w/3-style.Width(label))
	used := style.Width(label + words + "  " + told)
	parts := []string{told}
	for _, part := range p.foundKeys() {
		if n := style.Width(dot + part); used+n < w {
			used += n
			parts = append(parts, part)
		}
	}
	return style.Pad(p.ink.Accent.Render(label)+p.ink.Text.Render(words)+p.ink.Muted.Render("  "+p.ink.Short(strings.Join(parts, dot), w-style.Width(label+words)-3)), w)
}

// foundKeys are what the bar says of the keys, what matters most first.
func (p *Pane) foundKeys() []string {
	k := func(a keymap.Action, word string) string { return p.o.key(keymap.Found, a) + " " + word }
	list := []string{k(keymap.EndFind, "ends"), "decisions off", k(keymap.NextFound, "next"), k(keymap.PrevFound, "previous"), k(keymap.Find, "other words")}
	if p.sought.total == 0 {
		list = slices.Delete(list, 2, 4)
	}
	if p.sought.again {
		list = append([]string{"again from the other end"}, list...)
	}
	return list
}

// told is how many places there are, and which is that of the cursor.
func (p *Pane) told() string {
	f := p.sought
	switch {
	case f.words() == "" && p.lastWords != "":
		return "enter finds " + model.PrintableLine(p.lastWords) + " again"
	case f.words() == "":
		return "in what the hunks change"
	case f.total == 0:
		return "found nowhere"
	}
	return fmt.Sprintf("%s/%s", model.Number(f.place()), model.Number(f.total))
}
