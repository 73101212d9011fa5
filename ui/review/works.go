package review

import (
	"slices"

	"dreamgate/diffview/hunk"
	"dreamgate/keymap"
	"dreamgate/model"
)

// Works reports whether an action would do something now, for the line of keys. One that would not
// says why when it is pressed all the same.
func (p *Pane) Works(a keymap.Action) bool {
	if p.Off(a) != "" {
		return false
	}
	if why := p.sealed(); why != "" {
		switch a {
		case keymap.Accept, keymap.Reject, keymap.AcceptClean, keymap.Undo, keymap.Split, keymap.EditHunk:
			return false
		}
	}
	if p.selection != nil {
		return true
	}
	switch a {
	case keymap.Undo:
		return len(p.book.done) > 0
	case keymap.NextFlag:
		return p.sheet.sum.flagged > 0
	case keymap.Split:
		return p.at != summary && p.splits()
	case keymap.EditHunk:
		return p.at != summary && p.uneditable(p.sheet.items[p.at], p.actual()) == ""
	case keymap.Accept, keymap.Reject, keymap.AcceptClean:
		return len(p.sheet.items) > 0
	case keymap.Open:
		return !p.onList && !p.result && p.at != summary && len(p.places(p.sheet.items[p.at])) > 0
	}
	return true
}

// surelySplit is how many bytes a hunk has that surely comes apart somewhere: to find out where would take too long.
const surelySplit = 8 << 10

// splits reports whether the hunk at the cursor comes apart. That is asked for every frame, and found out once.
func (p *Pane) splits() bool {
	h := p.actual()
	can, known := p.apart[h.ID]
	if !known {
		size := 0
		for _, l := range slices.Concat(h.Removed, h.Added) {
			size += len(l)
		}
		if can = hunk.Editable(h) && !h.Edited; size < surelySplit || len(p.sheet.items[p.at].ids) > 1 {
			_, can = hunk.Split(p.behind.Real.Whole, p.book.shape, h.ID)
		}
		p.apart[h.ID] = can
	}
	return can
}

// Works reports whether an action would do something now, for the line of keys.
func (c *CommitDialog) Works(a keymap.Action) bool {
	switch a {
	case keymap.Go:
		return c.phase == ready && c.blocked() == "" || c.phase == done && c.outcome.GitError != ""
	case keymap.EditMessage:
		return c.phase == ready && !c.preview.Git.Unused && !c.bare && !c.closes()
	case keymap.ToggleInit:
		return c.phase == ready && c.mayInit() && !c.closes()
	case keymap.ToggleDirty:
		return c.phase == ready && len(c.preview.Dirty) > 0 && !c.bare
	case keymap.ToggleBare:
		return c.phase == ready && c.mayBare() && !c.closes() || c.phase == done && c.outcome.GitError != ""
	case keymap.Accept, keymap.Reject:
		_, ok := c.repair(map[keymap.Action]model.Decision{keymap.Accept: model.Accepted, keymap.Reject: model.Rejected}[a])
		return ok
	case keymap.Undo:
		return false // it is said where something was done, or could be put back
	case keymap.Back:
		return c.phase != working
	}
	return true
}
