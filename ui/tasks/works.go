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
		return ok && r.State == model.RunRunning && p.log == ""
	case keymap.Details:
		return ok && p.log == "" && (r.State.Done() || len(r.Report) > 0)
	case keymap.Log:
		return ok
	case keymap.TaskReview:
		return ok && r.State.Done() && r.Proposal != ""
	}
	return true
}
