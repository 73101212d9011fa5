package tasks

import (
	"dreamgate/keymap"
	"dreamgate/model"
)

// Works reports whether an action would do something now, for the line of keys. One that would not
// says why when it is pressed all the same.
func (p *Panel) Works(a keymap.Action) bool {
	r, ok := p.current()
	switch a {
	case keymap.Cancel:
		return ok && endable(r) && p.log == ""
	case keymap.Details:
		return ok && p.log == "" && (r.State.Done() || len(r.Report) > 0)
	case keymap.Log:
		return ok
	case keymap.TaskReview:
		return ok && r.State.Done() && r.Proposal != ""
	}
	return true
}

// endable reports whether esc esc ends a run.
func endable(r model.Run) bool { return r.State == model.RunRunning || r.State == model.RunWaiting }

// Why says why an action would do nothing now, "" if it would do something.
func (p *Panel) Why(a keymap.Action) string {
	r, ok := p.current()
	done := ok && r.State.Done()
	switch {
	case p.Works(a):
		return ""
	case !ok && a == keymap.Cancel:
		return "no dream is at work"
	case !ok:
		return "no dream has run yet"
	case a == keymap.TaskReview && done:
		return "this run left nothing to review"
	case a == keymap.TaskReview && r.State == model.RunWaiting:
		return "this dream waits and has not begun"
	case a == keymap.TaskReview:
		return "the dream is still at work"
	case p.log != "":
		return "the steps of this run are shown; " + p.o.Keys.Key(keymap.Tasks, keymap.Log) + " goes back to the list"
	case a == keymap.Details:
		return "all that is known of it so far is shown; " + p.o.Keys.Key(keymap.Tasks, keymap.Log) + " lists its steps"
	case !done:
		return "it is being cancelled"
	}
	return "this dream is over"
}
