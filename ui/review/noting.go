package review

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/charmbracelet/bubbles/key"
	"github.com/charmbracelet/bubbles/textinput"
	tea "github.com/charmbracelet/bubbletea"

	"dreamgate/diffview/hunk"
	"dreamgate/keymap"
	"dreamgate/model"
	"dreamgate/ui/style"
)

// mostNote bounds a note, in letters: it is a sentence for a commit and for the next dream. One of several people may
// be longer.
const mostNote = 500

// noting is a note being written.
type noting struct {
	ids   []string
	input textinput.Model
	// was is the note as it stood when this began.
	was string
}

// Typing reports whether a line of text takes the keys: they go to Input, not through the keymap.
func (p *Pane) Typing() bool { return p.noting != nil || p.sought != nil && p.sought.typing }

// Context is where the next key is looked up.
func (p *Pane) Context() keymap.Context {
	switch {
	case p.noting != nil:
		return keymap.Remark
	case p.sought != nil && p.sought.typing:
		return keymap.Finding
	case p.sought != nil:
		return keymap.Found
	case p.selection != nil:
		return keymap.Selecting
	}
	return keymap.Review
}

// note begins to write what is to be said of the hunk at the cursor, or on the summary of the whole review.
func (p *Pane) note() Outcome {
	in := textinput.New()
	// The clipboard is read by the terminal's own paste: no program of the machine is asked for it.
	in.KeyMap.Paste = key.NewBinding()
	ids := []string{model.WholeReview}
	if p.at != summary {
		ids = p.sheet.items[p.at].ids
	}
	was := p.book.notes[ids[0]]
	in.CharLimit = max(mostNote, utf8.RuneCountInString(was))
	in.SetValue(was)
	in.CursorEnd()
	_ = in.Focus() // the command would make the cursor blink
	p.noting = &noting{ids, in, was}
	p.onList = false
	if p.at == summary {
		p.top = 0 // it is read again where it is written
	}
	return Outcome{}
}

// Input gives a key or a paste to the line of text: the note, or the words that are looked for.
func (p *Pane) Input(msg tea.KeyMsg) Outcome {
	if p.noting == nil {
		return p.findInput(msg)
	}
	n := p.noting
	p.touch()
	if a, ok := p.o.Keys.Lookup(keymap.Remark, msg.String()); ok && !msg.Paste {
		p.noting = nil
		out := Outcome{Handled: true}
		if a == keymap.Done {
			out = p.noted(n)
		}
		p.settle(out)
		return out
	}
	if msg.Type == tea.KeyRunes {
		msg.Runes = []rune(strings.ReplaceAll(model.PrintableLine(string(msg.Runes)), "\n", " "))
	}
	n.input, _ = n.input.Update(msg)
	return Outcome{Handled: true}
}

// noted keeps a note.
func (p *Pane) noted(n *noting) Outcome {
	next := p.book.ruling()
	on := "the review"
	if p.at != summary {
		on = p.name(p.sheet.items[p.at])
	}
	what := "noted on " + on
	for _, id := range n.ids {
		// Others may have split the hunk, or noted something themselves, while this was typed.
		if i := p.find(id); i != summary && !slices.Contains(p.sheet.items[i].ids, id) {
			id = p.sheet.items[i].ids[0]
		}
		before := next.Notes[id]
		if next.Notes[id] = hunk.BothNotes(before, n.was, strings.TrimSpace(n.input.Value())); before != n.was && before != "" {
			what = "noted, beside what somebody else did, on " + on
		}
	}
	if !p.book.rule(next, p.hunkID(), what) {
		return Outcome{Handled: true}
	}
	p.pages.clear()
	return Outcome{Handled: true, Changed: true, Hint: what}
}

// noteRow is the row in which a note is written, with its cursor.
func (p *Pane) noteRow(w int) string {
	in := p.noting.input
	return style.Pad(p.ink.Field(" note ", in.Value(), in.Position(), w-1), w)
}
