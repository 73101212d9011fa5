// Package layers is the screen of the four layers of a memory: what a session is given, the notes, pages
// that sum up other files, and the transcripts. It is a plain struct with verbs; it scrolls and selects
// nothing.
//
//	layers.go  the Pane: what it holds, its verbs
//	view.go    frame and rows
//	parts.go   one layer each
package layers

import (
	"time"

	"dreamgate/keymap"
	"dreamgate/model"
	"dreamgate/ui/style"
)

// Options are what the pane draws with.
type Options struct {
	Styles *style.Styles
	// Home is what ~ stands for in paths, "" for nothing.
	Home string
	// Zone is that of the user.
	Zone *time.Location
}

// Outcome is what an action led to.
type Outcome struct {
	// Handled is false for an action that means nothing here.
	Handled bool
	// Leave asks for the screen before.
	Leave bool
}

// Pane is the screen.
type Pane struct {
	o    Options
	w, h int

	name   string
	index  model.Index
	layers *model.Layers
	// trouble says why there are no layers, "" if they are on their way.
	trouble string

	// top is the first row shown; last the greatest it can be.
	top, last int
	frame     string
	drawn     bool
}

// New makes a pane without content.
func New(o Options) *Pane {
	if o.Styles == nil {
		o.Styles = style.New(style.Options{})
	}
	if o.Zone == nil {
		o.Zone = time.UTC
	}
	return &Pane{o: o}
}

// SetStyles changes the look.
func (p *Pane) SetStyles(st *style.Styles) { p.o.Styles, p.drawn = st, false }

// SetSize gives the pane w by h cells.
func (p *Pane) SetSize(w, h int) {
	if w != p.w || h != p.h {
		p.w, p.h, p.drawn = max(0, w), max(0, h), false
	}
}

// Open shows a memory, whose layers are on their way. Those that are shown of the same one stay until then.
func (p *Pane) Open(m model.Memory) {
	if p.name != m.Store.Name {
		p.layers, p.top = nil, 0
	}
	p.name, p.index, p.trouble, p.drawn = m.Store.Name, m.Index, "", false
}

// Set shows layers.
func (p *Pane) Set(l model.Layers) { p.layers, p.trouble, p.drawn = &l, "", false }

// Fail says why there are none; the text is printable.
func (p *Pane) Fail(text string) { p.layers, p.trouble, p.drawn = nil, text, false }

// Handle does an action of the keymap contexts Layers, List and Global.
func (p *Pane) Handle(a keymap.Action) Outcome {
	page := max(1, p.room()-2)
	switch a {
	case keymap.Back:
		return Outcome{Handled: true, Leave: true}
	case keymap.Down:
		p.top++
	case keymap.Up:
		p.top--
	case keymap.PageDown, keymap.ScrollDown:
		p.top += page
	case keymap.PageUp, keymap.ScrollUp:
		p.top -= page
	case keymap.Top:
		p.top = 0
	case keymap.Bottom:
		p.top = p.last
	default:
		return Outcome{}
	}
	p.top, p.drawn = max(0, min(p.top, p.last)), false
	return Outcome{Handled: true}
}
