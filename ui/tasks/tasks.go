// Package tasks is the panel that lists the runs of dreams: where each stands, what it has done, how
// it ended, and the two keys that cancel one. It is a plain struct with verbs; time is passed in.
package tasks

import (
	"time"

	"dreamgate/keymap"
	"dreamgate/model"
	"dreamgate/ui/style"
)

// Options are what the panel draws and speaks with.
type Options struct {
	Styles *style.Styles
	// Keys names the keys in texts; nil is the table of defaults.
	Keys *keymap.Map
}

// Outcome is what an action led to, for the App to follow up.
type Outcome struct {
	// Handled is false for an action that means nothing here.
	Handled bool
	// Leave asks for the screen before.
	Leave bool
	// Cancel is the id of the run to cancel, "" for none.
	Cancel string
	// Review is the run whose review is to be opened; its Proposal is "" for none.
	Review model.Run
	// Hint is one printable line, "" for none.
	Hint string
}

// Panel is the list of runs.
type Panel struct{ o Options }

// New makes an empty panel.
func New(o Options) *Panel { return &Panel{o: o} }

// SetStyles changes the look.
func (p *Panel) SetStyles(st *style.Styles) {}

// SetSize gives the panel w by h cells.
func (p *Panel) SetSize(w, h int) {}

// SetRuns shows these runs. The selection stays on its run.
func (p *Panel) SetRuns(runs []model.Run) {}

// Selected is the run with the bar; false if there is none.
func (p *Panel) Selected() (model.Run, bool) { return model.Run{}, false }

// Handle does an action of the keymap contexts Tasks, List and Global at the time now.
func (p *Panel) Handle(a keymap.Action, now time.Time) Outcome { return Outcome{} }

// Ticking reports whether the picture changes with time alone: a run is at work, or esc is armed.
// The App then draws again every second.
func (p *Panel) Ticking(now time.Time) bool { return false }

// Render draws exactly h rows of w cells as of now.
func (p *Panel) Render(now time.Time) string { return "" }
