package review

import (
	"dreamgate/keymap"
	"dreamgate/model"
	"dreamgate/ui/style"
)

// Pane is the review of one proposal. New makes one; it shows nothing until Open.
type Pane struct{ o Options }

// New makes an empty pane.
func New(o Options) *Pane { return &Pane{o: o} }

// SetStyles changes the look.
func (p *Pane) SetStyles(st *style.Styles) {}

// SetSize gives the pane w by h cells.
func (p *Pane) SetSize(w, h int) {}

// Open shows a review. One with the id of the review that is open keeps the place and, if the
// decisions are those on the screen, what can be undone.
func (p *Pane) Open(r model.Review) {}

// Review returns the review with the decisions as they are now; the map is a copy.
func (p *Pane) Review() model.Review { return model.Review{} }

// Handle does an action of the keymap contexts Review, List and Global.
func (p *Pane) Handle(a keymap.Action) Outcome { return Outcome{} }

// Confirm does what the last Ask asked.
func (p *Pane) Confirm() Outcome { return Outcome{} }

// Wrapped reports whether long lines are folded, for the App to remember.
func (p *Pane) Wrapped() bool { return true }

// SetWrapped folds long lines or cuts them.
func (p *Pane) SetWrapped(on bool) {}

// Render draws exactly h rows of w cells.
func (p *Pane) Render() string { return "" }
