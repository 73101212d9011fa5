// Package search is the screen on which notes and sessions are searched: a line for the words, the hits
// as they come, and what stands around one of them. It is a plain struct with verbs and searches nothing
// itself.
//
//	search.go   the Panel: what it holds, its verbs
//	view.go     frame and hits
//	passage.go  what stands around a hit
//	cited.go    lines that something rests on, with no search before them
package search

import (
	"slices"
	"strings"
	"time"

	"github.com/charmbracelet/bubbles/key"
	"github.com/charmbracelet/bubbles/textinput"
	tea "github.com/charmbracelet/bubbletea"

	"dreamgate/keymap"
	"dreamgate/model"
	"dreamgate/ui/style"
)

// Options are what the panel draws and speaks with.
type Options struct {
	Styles *style.Styles
	// Keys names the keys in texts; nil is the table of defaults.
	Keys *keymap.Map
	// Zone is that of the times; nil is UTC.
	Zone *time.Location
}

// Outcome is what a key led to, for the App to follow up.
type Outcome struct {
	// Handled is false for an action that means nothing here.
	Handled bool
	// Leave asks for the screen before.
	Leave bool
	// Stop says that what is being searched is no longer wanted; Start that Words are to be searched
	// at once, Soon that they are once no more is typed.
	Stop, Start, Soon bool
	// More asks for the hits behind those that are shown.
	More bool
	// Read asks for what stands around Hit, Visit for the note of Hit in its memory.
	Read, Visit bool
	Hit         model.Hit
	// Hint is one printable line, "" for none.
	Hint string
}

// MostHits is how many hits are shown before a search waits to be asked for as many more: a word may stand in
// every line.
const MostHits = 1000

// mostRemarks bounds what is told of what could not be searched.
const mostRemarks = 200

// state is how far a search is.
type state int

const (
	idle state = iota
	searching
	done
	// full is a search that waits because it has found enough.
	full
	failed
)

// Panel is the screen of a search.
type Panel struct {
	o     Options
	w, h  int
	input textinput.Model
	// typing says that the line of words takes the keys.
	typing bool
	// store is the name of the memory that is searched, "" if there is none to choose; all says that
	// every memory is.
	store string
	all   bool

	// words are those of the hits; state and fault say how the search went.
	words string
	state state
	fault string
	// hits are in the order in which they came: notes of them are the first ones.
	hits    []model.Hit
	notes   int
	remarks []model.Hit
	cursor  int
	// most is how many hits there is room for, rest what was told and is not shown yet.
	most int
	rest model.Hits
	// top is the first row of the list that is shown, above the number of rows over it.
	top, above int

	passage passage
	// cited says that the hits are lines that something rests on: there is no list to go back to.
	cited bool

	frame string
	drawn bool
}

// New makes an empty panel.
func New(o Options) *Panel {
	if o.Styles == nil {
		o.Styles = style.New(style.Options{})
	}
	if o.Keys == nil {
		o.Keys = keymap.Default()
	}
	if o.Zone == nil {
		o.Zone = time.UTC
	}
	in := textinput.New()
	in.CharLimit = 200
	// The clipboard is read by the terminal's own paste: no program of the machine is asked for it.
	in.KeyMap.Paste = key.NewBinding()
	return &Panel{o: o, input: in, most: MostHits}
}

// SetStyles changes the look.
func (p *Panel) SetStyles(st *style.Styles) {
	p.o.Styles, p.drawn = st, false
	p.passage.lay(p)
}

// SetSize gives the panel w by h cells.
func (p *Panel) SetSize(w, h int) {
	if w == p.w && h == p.h {
		return
	}
	p.w, p.h, p.drawn = max(0, w), max(0, h), false
	p.passage.lay(p)
}

// Open shows the panel for a memory, "" for none, ready for words. The hits of another memory go, those of
// the same stay.
func (p *Panel) Open(store string) (stop bool) {
	if store == "" || store != p.store {
		stop = true
		p.store, p.all = store, store == ""
		p.clear()
	}
	p.passage.close()
	p.focus()
	return stop
}

// focus gives the keys to the line of words.
func (p *Panel) focus() {
	p.typing, p.drawn = true, false
	p.input.CursorEnd()
	_ = p.input.Focus() // the command would make the cursor blink
}

func (p *Panel) clear() {
	p.words, p.state, p.fault = "", idle, ""
	p.hits, p.remarks, p.notes, p.cursor, p.top = nil, nil, 0, 0, 0
	p.most, p.rest = MostHits, model.Hits{}
	p.drawn = false
}

// Typing reports whether letters are text.
func (p *Panel) Typing() bool { return p.typing && !p.passage.open }

// Context is where the next key is looked up.
func (p *Panel) Context() keymap.Context {
	switch {
	case p.passage.open:
		return keymap.Passage
	case p.typing:
		return keymap.Words
	}
	return keymap.Hits
}

// Wanted are the words on the line, and whether every memory is to be searched for them.
func (p *Panel) Wanted() (words string, all bool) { return strings.TrimSpace(p.input.Value()), p.all }

// Words are those of the hits.
func (p *Panel) Words() string { return p.words }

// Stopped says that nothing more will be found.
func (p *Panel) Stopped() {
	if p.state == searching || p.state == full {
		p.state, p.rest, p.drawn = idle, model.Hits{}, false
	}
}

// Begin says that a search for the words on the line begins: what was found before goes.
func (p *Panel) Begin() {
	words, _ := p.Wanted()
	p.clear()
	p.words, p.state = words, searching
}

// Waits says that the search goes on when it is asked to.
func (p *Panel) Waits() bool { return p.state == full }

// GoOn makes room for more hits, and reports as Add does whether there is no need to listen for them.
func (p *Panel) GoOn() (enough bool) {
	if p.state != full {
		return true
	}
	rest := p.rest
	p.most, p.rest, p.state = p.most+MostHits, model.Hits{}, searching
	return p.Add(rest)
}

// Add takes what was found, and reports whether nothing more comes or is wanted yet.
func (p *Panel) Add(found model.Hits) (enough bool) {
	if p.state != searching {
		return true
	}
	p.drawn = false
	for i, h := range found.List {
		switch {
		case h.Remark != "":
			if len(p.remarks) < mostRemarks {
				p.remarks = append(p.remarks, h)
			}
		case len(p.hits) == p.most:
			found.List = slices.Clone(found.List[i:])
			p.state, p.rest = full, found
			return true
		default:
			if h.Path != "" {
				p.notes++
			}
			p.hits = append(p.hits, h)
		}
	}
	if found.Done {
		p.state = done
		if found.Err != nil {
			p.state, p.fault = failed, found.Err.Error()
		}
	}
	return found.Done
}

// Input does a key while the words are typed.
func (p *Panel) Input(msg tea.KeyMsg) Outcome {
	p.drawn = false
	if a, ok := p.o.Keys.Lookup(keymap.Words, msg.String()); ok && !msg.Paste {
		return p.typed(a)
	}
	before, _ := p.Wanted()
	p.input, _ = p.input.Update(msg)
	if words, _ := p.Wanted(); words != before {
		return Outcome{Handled: true, Stop: true, Soon: words != ""}
	}
	return Outcome{Handled: true}
}

// typed does an action of the line of words.
func (p *Panel) typed(a keymap.Action) Outcome {
	switch a {
	case keymap.Done:
		words, _ := p.Wanted()
		if words == "" {
			return Outcome{Handled: true, Hint: "type what is to be found"}
		}
		p.typing = false
		p.input.Blur()
		return Outcome{Handled: true, Start: words != p.words || p.state == idle}
	case keymap.Leave, keymap.InputInt:
		return Outcome{Handled: true, Leave: true, Stop: true}
	case keymap.InputUp:
		p.to(p.cursor - 1)
	case keymap.InputDn:
		p.to(p.cursor + 1)
	case keymap.SearchAll:
		return p.toggleAll()
	}
	return Outcome{Handled: true}
}

// toggleAll changes between one memory and all of them.
func (p *Panel) toggleAll() Outcome {
	if p.store == "" {
		return Outcome{Handled: true, Hint: "no memory is open: all of them are searched"}
	}
	p.all, p.drawn = !p.all, false
	words, _ := p.Wanted()
	return Outcome{Handled: true, Stop: true, Start: words != ""}
}

// Handle does an action of the contexts Hits and Passage.
func (p *Panel) Handle(a keymap.Action) Outcome {
	p.drawn = false
	if p.passage.open {
		return p.inPassage(a)
	}
	switch a {
	case keymap.Open:
		return p.read()
	case keymap.EditWords, keymap.Filter:
		p.focus()
	case keymap.SearchAll:
		return p.toggleAll()
	case keymap.MoreHits:
		if p.state != full {
			return Outcome{Handled: true, Hint: "all that was found is shown"}
		}
		return Outcome{Handled: true, More: true}
	case keymap.Reload:
		words, _ := p.Wanted()
		return Outcome{Handled: true, Stop: true, Start: words != ""}
	case keymap.Back:
		return Outcome{Handled: true, Leave: true, Stop: true}
	default:
		return Outcome{Handled: p.move(a)}
	}
	return Outcome{Handled: true}
}

// read asks for what stands around the selected hit.
func (p *Panel) read() Outcome {
	switch {
	case p.cursor < len(p.hits):
		return Outcome{Handled: true, Read: true, Hit: p.hits[p.cursor]}
	case p.cursor < p.count():
		return Outcome{Handled: true, Hint: "this could not be searched: there is nothing to open"}
	}
	return Outcome{Handled: true, Hint: "nothing is found that could be opened"}
}

// inPassage does an action while a passage is shown.
func (p *Panel) inPassage(a keymap.Action) Outcome {
	switch a {
	case keymap.Back:
		p.passage.close()
		return Outcome{Handled: true, Leave: p.cited}
	case keymap.NextHit, keymap.PrevHit:
		to := p.cursor + 1
		if a == keymap.PrevHit {
			to = p.cursor - 1
		}
		if to < 0 || to >= len(p.hits) {
			return Outcome{Handled: true, Hint: "there is no further " + p.unit()}
		}
		p.to(to)
		p.awaits()
		return p.read()
	case keymap.Open:
		if p.passage.hit.Path == "" {
			return Outcome{Handled: true, Hint: "only notes are opened in their memory"}
		}
		return Outcome{Handled: true, Visit: true, Hit: p.passage.hit}
	}
	return Outcome{Handled: p.passage.move(a)}
}

// Selected is the text of the hit with the bar, or of that whose passage is shown, and its place in words.
func (p *Panel) Selected() (what, text string) {
	h := p.passage.hit
	if !p.passage.open {
		if p.cursor >= len(p.hits) {
			return "", ""
		}
		h = p.hits[p.cursor]
	}
	if h.Path != "" {
		return "the line of the note", h.Text
	}
	return "the line of the session", h.Text
}

// Works reports whether an action would do something now.
func (p *Panel) Works(a keymap.Action) bool {
	switch a {
	case keymap.Open:
		return p.passage.open && p.passage.hit.Path != "" || !p.passage.open && p.cursor < len(p.hits)
	case keymap.SearchAll:
		return p.store != ""
	case keymap.MoreHits:
		return p.state == full
	case keymap.NextHit:
		return p.cursor+1 < len(p.hits)
	case keymap.PrevHit:
		return p.cursor > 0
	}
	return true
}

// count is the number of rows that the cursor can be on.
func (p *Panel) count() int { return len(p.hits) + len(p.remarks) }

// to moves the cursor.
func (p *Panel) to(i int) { p.cursor, p.drawn = max(0, min(i, p.count()-1)), false }

// Click moves the cursor to the hit in a row of the panel.
func (p *Panel) Click(y int) {
	if at := y - 1 - p.above; !p.passage.open && at >= 0 {
		if rows := p.layout(); p.top+at < len(rows) && rows[p.top+at].hit >= 0 {
			p.to(rows[p.top+at].hit)
		}
	}
}

// move does a movement action, and reports whether it was one.
func (p *Panel) move(a keymap.Action) bool {
	page := max(1, p.room()-1)
	switch a {
	case keymap.Down:
		p.to(p.cursor + 1)
	case keymap.Up:
		p.to(p.cursor - 1)
	case keymap.PageDown:
		p.to(p.cursor + page)
	case keymap.PageUp:
		p.to(p.cursor - page)
	case keymap.Top:
		p.to(0)
	case keymap.Bottom:
		p.to(p.count() - 1)
	default:
		return false
	}
	return true
}
