package ui

import (
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/ansi"

	"dreamgate/diffview"
	"dreamgate/keymap"
	"dreamgate/model"
	"dreamgate/ui/style"
)

// noteFind is a search for words in the note that is shown.
type noteFind struct {
	line filter
	// shown says that words are marked, or being written.
	shown bool
	// hits are the places, at is that of the cursor.
	hits []noteHit
	at   int
}

// noteHit is a place: the cells it takes of one row of the body, or of several that wrap a line.
type noteHit []struct{ row, from, to int }

func (f *noteFind) words() string { return f.line.input.Value() }

// find looks for the words anew, in the body as it is laid out now: what is wrapped is found as what is not.
func (p *previewPane) find() {
	f := &p.sought
	f.hits = nil
	if !f.shown || f.words() == "" {
		return
	}
	var text strings.Builder
	starts, indents, rows := make([]int, len(p.body)), make([]int, len(p.body)), make([]string, len(p.body))
	for i, row := range p.body {
		plain := strings.TrimRight(ansi.Strip(row), " ")
		rows[i] = strings.TrimLeft(plain, " ")
		starts[i], indents[i] = text.Len(), len(plain)-len(rows[i])
		text.WriteString(rows[i] + " ")
	}
	row := 0
	for _, at := range diffview.Find(text.String(), f.words()) {
		for row+1 < len(starts) && starts[row+1] <= at[0] {
			row++
		}
		var hit noteHit
		for i := row; i < len(rows) && starts[i] < at[1]; i++ {
			from, to := max(0, at[0]-starts[i]), min(len(rows[i]), at[1]-starts[i])
			if from < to {
				cell := indents[i] + style.Width(rows[i][:from])
				hit = append(hit, struct{ row, from, to int }{i, cell, cell + style.Width(rows[i][from:to])})
			}
		}
		if len(hit) > 0 {
			f.hits = append(f.hits, hit)
		}
	}
	f.at = max(0, min(f.at, len(f.hits)-1))
}

// reach scrolls to the place of the cursor.
func (p *previewPane) reach() {
	p.rev++
	if f := &p.sought; len(f.hits) > 0 {
		if row := len(p.head) + f.hits[f.at][0].row; row < p.pos.offset || row >= p.pos.offset+p.pos.h {
			p.pos.to(row - p.pos.h/3)
		}
	}
}

// nextFound goes to another place, from the last to the first.
func (p *previewPane) nextFound(dir int) {
	if f := &p.sought; len(f.hits) > 0 {
		f.at = (f.at + dir + len(f.hits)) % len(f.hits)
		p.reach()
	}
}

// spot is the line of the note that was found, or that is the first to be seen of it; none while its head is seen.
func (p *previewPane) spot() spot {
	row, from := p.pos.offset-len(p.head), p.job.body
	if f := &p.sought; f.shown && len(f.hits) > 0 {
		row = f.hits[f.at][0].row
	}
	if p.raw {
		from = 0
	}
	line := lineOf(p.file.Data, from, p.body, row)
	if line == 0 {
		return spot{}
	}
	return spot{line, splitLines(p.file.Data)[line-1]}
}

// endFind takes the marks away.
func (p *previewPane) endFind() {
	p.sought.shown, p.sought.hits = false, nil
	p.sought.line.close()
	p.rev++
}

// marked is a row of the body with the places in it, and what stands before it: without colours a sign, since
// signs in the text would push its end out of the pane.
func (p *previewPane) marked(i int) (before, row string) {
	before, row = " ", p.body[i]
	for n := len(p.sought.hits) - 1; n >= 0; n-- {
		for _, at := range p.sought.hits[n] {
			here := n == p.sought.at
			switch {
			case at.row != i:
			case p.st.Plain && here:
				before = p.st.Marks.Bar
			case p.st.Plain && before == " ":
				before = p.st.Marks.Arrow
			case !p.st.Plain:
				ink := p.st.Found
				if here {
					ink = p.st.FoundHere
				}
				words := ansi.Strip(style.Cut(style.Skip(row, at.from), at.to-at.from))
				row = style.Cut(row, at.from) + ink.Render(words) + style.Skip(row, at.to)
			}
		}
	}
	return before, row
}

// findBar is the last row while words are found in the note; key spells what an action is done with.
func (p *previewPane) findBar(w int, key func(keymap.Action) string) string {
	f, st := &p.sought, p.st
	told := "in this note"
	switch {
	case f.words() != "" && len(f.hits) == 0:
		told = "found nowhere"
	case len(f.hits) > 0:
		told = model.Number(f.at+1) + "/" + model.Number(len(f.hits))
	}
	if f.line.active {
		room := max(w/3, w-style.Width(told)-3)
		field := style.Cut(st.Field(" find /", f.words(), f.line.input.Position(), min(room, style.Width(" find /"+f.words())+1)), room)
		return style.Pad(field+st.Muted.Render("  "+told), w)
	}
	parts := []string{told, key(keymap.NextFound) + " next", key(keymap.PrevFound) + " previous", key(keymap.Back) + " ends"}
	if len(f.hits) == 0 {
		parts = slices.Delete(parts, 1, 3)
	}
	rest := "  " + strings.Join(parts, " "+st.Marks.Dot+" ")
	words := st.Short(model.PrintableLine(f.words()), w/3)
	return style.Pad(st.Accent.Render(" find /")+st.Text.Render(words)+st.Muted.Render(st.Short(rest, w-8-style.Width(words))), w)
}

// inNote reports whether keys mean the note that is shown.
func (a *App) inNote() bool {
	return a.screen == screenBrowse && a.browse.loaded && a.browse.view.focus == panePreview
}

// actFind does the actions of words in the note; false if it is none.
func (a *App) actFind(action keymap.Action) bool {
	p := &a.browse.preview
	switch {
	case action == keymap.Find:
		if !p.sought.shown {
			p.sought.line.open("")
		}
		p.sought.line.open(p.sought.words())
		p.sought.shown = true
		p.rev++
	case action == keymap.NextFound:
		p.nextFound(1)
	case action == keymap.PrevFound:
		p.nextFound(-1)
	case action == keymap.Back && p.sought.shown:
		p.endFind()
	default:
		return false
	}
	return true
}

// handleFindKey gives a key to the words.
func (a *App) handleFindKey(msg tea.KeyMsg) tea.Cmd {
	p := &a.browse.preview
	f := &p.sought
	if action, ok := a.keys.Lookup(keymap.Finding, msg.String()); ok && !msg.Paste {
		switch {
		case action == keymap.InputDn:
			p.nextFound(1)
		case action == keymap.InputUp:
			p.nextFound(-1)
		case action == keymap.Done && f.words() != "":
			f.line.close()
		default:
			p.endFind()
		}
		return nil
	}
	f.at = 0
	f.line.update(msg)
	p.find()
	p.reach()
	return nil
}
