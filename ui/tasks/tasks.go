// Package tasks is the panel that lists the runs of dreams: where each stands, what it has done, how
// it ended, and the two keys that cancel one. It is a plain struct with verbs; time is passed in.
//
//	tasks.go  the Panel: what it holds, its verbs
//	view.go   frame, list and log
//	run.go    one run as rows
//	works.go  which keys would do something now
package tasks

import (
	"slices"
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

// armedFor is how long the first esc waits for the second: two seconds and more, as the clock of the panel moves once a
// second.
const armedFor = 3 * time.Second

// Panel is the list of runs.
type Panel struct {
	o    Options
	w, h int
	runs []model.Run
	// selected is the id of the run with the bar: runs come and go above and below it. moved says that
	// a key put it there since the panel was opened.
	selected string
	moved    bool
	// detailed are the ids of runs that show all that is known of them.
	detailed map[string]bool
	// waiting are the proposals that wait, by the folder of their memory, as far as they are known.
	waiting map[string][]string
	// armed is the run that a second esc cancels before the time armedUntil.
	armed      string
	armedUntil time.Time
	// log is the id of the run whose steps are shown, "" for the list.
	log string
	// top is the first row shown of the list, logTop of the log; follow keeps the log at its end.
	top, logTop int
	follow      bool

	// rows are the ids of the runs in the rows of the list.
	rows []string

	frame    string
	drawn    bool
	drawnFor time.Time
}

// New makes an empty panel.
func New(o Options) *Panel {
	if o.Styles == nil {
		o.Styles = style.New(style.Options{})
	}
	if o.Keys == nil {
		o.Keys = keymap.Default()
	}
	return &Panel{o: o, detailed: map[string]bool{}, waiting: map[string][]string{}}
}

// SetStyles changes the look.
func (p *Panel) SetStyles(st *style.Styles) {
	p.o.Styles, p.drawn = st, false
}

// SetSize gives the panel w by h cells.
func (p *Panel) SetSize(w, h int) {
	if w != p.w || h != p.h {
		p.w, p.h, p.drawn = max(0, w), max(0, h), false
	}
}

// Open puts the bar on a run at work, if there is one: it is what the panel is mostly opened for, and
// what esc is to cancel.
func (p *Panel) Open() {
	p.moved = false
	if r, ok := p.current(); !ok || r.State.Done() {
		p.toWork(nil)
	}
}

// toWork puts the bar on the newest run at work that is none of the known ones.
func (p *Panel) toWork(known []model.Run) {
	for _, r := range p.runs {
		same := func(k model.Run) bool { return k.ID == r.ID }
		if r.State.Works() && !slices.ContainsFunc(known, same) {
			p.selected, p.drawn = r.ID, false
			return
		}
	}
}

// SetRuns shows these runs. The selection stays on its run; as long as no key has moved it, a run that
// has just begun takes it.
func (p *Panel) SetRuns(runs []model.Run) {
	at, known := p.at(), p.runs
	p.runs = slices.Clone(runs)
	if !p.moved {
		p.toWork(known)
	}
	if p.at() < 0 && len(runs) > 0 {
		p.selected = runs[max(0, min(at, len(runs)-1))].ID
	}
	if r, ok := p.run(p.armed); !ok || !endable(r) {
		p.armed = ""
	}
	if _, ok := p.run(p.log); !ok {
		p.log = ""
	}
	p.drawn = false
}

// SetWaiting says which proposals of the memory in a folder wait: the review of any other run of it is decided, or
// another one took its place.
func (p *Panel) SetWaiting(dir string, ids []string) { p.waiting[dir], p.drawn = ids, false }

// at is the index of the selected run, -1 for none.
func (p *Panel) at() int {
	return slices.IndexFunc(p.runs, func(r model.Run) bool { return r.ID == p.selected })
}

func (p *Panel) run(id string) (model.Run, bool) {
	for _, r := range p.runs {
		if r.ID == id {
			return r, true
		}
	}
	return model.Run{}, false
}

// Reading reports whether the log of a run is shown.
func (p *Panel) Reading() bool { return p.log != "" }

// Click selects the run in a row of the panel.
func (p *Panel) Click(y int) {
	if at := y - 1 + p.top; p.log == "" && y >= 1 && y <= p.room() && at < len(p.rows) && p.rows[at] != "" {
		p.selected, p.moved, p.armed, p.drawn = p.rows[at], true, "", false
	}
}

// Current is the run with the bar; false if there is none.
func (p *Panel) Current() (model.Run, bool) { return p.current() }

// current is Current, for the panel itself.
func (p *Panel) current() (model.Run, bool) { return p.run(p.selected) }

// Handle does an action of the keymap contexts Tasks, List and Global at the time now.
func (p *Panel) Handle(a keymap.Action, now time.Time) Outcome {
	armed := p.armed != "" && now.Before(p.armedUntil)
	if p.drawn = false; a != keymap.Cancel {
		p.armed = ""
	}
	var out Outcome
	switch a {
	case keymap.Cancel:
		out = p.cancel(now, armed)
	case keymap.Back:
		if out.Leave = p.log == ""; !out.Leave {
			p.log = ""
		}
	case keymap.Details:
		switch r, ok := p.current(); {
		case !ok || p.log != "":
		case !p.Works(a):
			out.Hint = p.Why(a)
		default:
			p.detailed[r.ID] = !p.detailed[r.ID]
		}
	case keymap.Log:
		out = p.toggleLog()
	case keymap.TaskReview:
		out = p.review()
	default:
		if !p.move(a) {
			return Outcome{}
		}
	}
	out.Handled = true
	return out
}

// cancel is esc: out of the log, else the first or the second press on a run at work, else out.
func (p *Panel) cancel(now time.Time, armed bool) Outcome {
	r, ok := p.current()
	switch {
	case p.log != "":
		p.log = ""
	case !ok || r.State.Done():
		return Outcome{Leave: true}
	case r.State == model.RunCancelling:
		return Outcome{Hint: p.Why(keymap.Cancel)}
	case armed && p.armed == r.ID:
		p.armed = ""
		return Outcome{Cancel: r.ID, Hint: "cancelling; nothing is changed"}
	default:
		// The row says what a second press does, as long as it does it. A press that came too late for that may
		// find the row as the first one left it, so that nobody sees what it did.
		late := p.armed == r.ID && now.Before(p.armedUntil.Add(armedFor))
		if p.armed, p.armedUntil = r.ID, now.Add(armedFor); late {
			return Outcome{Hint: "that was too late: " + p.again()}
		}
	}
	return Outcome{}
}

// again says what the second esc does.
func (p *Panel) again() string {
	return p.o.Keys.Key(keymap.Tasks, keymap.Cancel) + " again to cancel"
}

func (p *Panel) toggleLog() Outcome {
	r, ok := p.current()
	switch {
	case p.log != "":
		p.log = ""
	case !ok:
		return Outcome{Hint: p.Why(keymap.Log)}
	default:
		p.log, p.follow = r.ID, true
	}
	return Outcome{}
}

func (p *Panel) review() Outcome {
	if why := p.Why(keymap.TaskReview); why != "" {
		return Outcome{Hint: why}
	}
	r, _ := p.current()
	return Outcome{Review: r}
}

// move does the movement actions; false if it is none. Rows of the list are runs, of the log steps.
func (p *Panel) move(a keymap.Action) bool {
	page := max(1, p.room()-2)
	switch a {
	case keymap.Down:
		p.step(1)
	case keymap.Up:
		p.step(-1)
	case keymap.PageDown, keymap.ScrollDown:
		p.step(page)
	case keymap.PageUp, keymap.ScrollUp:
		p.step(-page)
	case keymap.Top:
		p.step(-len(p.runs) - p.logTop)
	case keymap.Bottom:
		p.step(len(p.runs))
		p.follow = true
	case keymap.Right:
		if p.log == "" {
			p.toggleLog()
		}
	case keymap.Left:
		p.log = ""
	default:
		return false
	}
	return true
}

// step moves the selection, or the log by rows; a log left at its end follows what comes.
func (p *Panel) step(n int) {
	if p.log != "" {
		p.logTop, p.follow = p.logTop+n, false
		return
	}
	if len(p.runs) > 0 {
		p.selected, p.moved = p.runs[max(0, min(p.at()+n, len(p.runs)-1))].ID, true
	}
}

// Ticking reports whether the picture changes with time alone: a run is at work, or esc is armed.
// The App then draws again every second.
func (p *Panel) Ticking(now time.Time) bool {
	if p.armed != "" && now.Before(p.armedUntil) {
		return true
	}
	return slices.ContainsFunc(p.runs, func(r model.Run) bool { return !r.State.Done() })
}
