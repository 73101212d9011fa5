package review

import "dreamgate/keymap"

// Why says why an action would do nothing now, "" if it would do something.
func (p *Pane) Why(a keymap.Action) string {
	switch {
	case a == keymap.Redo && len(p.book.gone) == 0:
		return "nothing to redo"
	case (a == keymap.Result || a == keymap.WholeFile) && p.at == summary:
		return "choose a file first"
	case p.Works(a):
		return ""
	}
	if why := p.Off(a); why != "" {
		return why
	}
	if why := p.sealed(); why != "" {
		return why
	}
	switch a {
	case keymap.Undo:
		return "nothing is done yet"
	case keymap.NextFlag:
		return "no hunk is flagged"
	case keymap.Accept, keymap.Reject, keymap.AcceptClean:
		return "the proposal changes nothing"
	case keymap.Open:
		return "no line of a session is cited or found here"
	}
	if p.at == summary {
		return "choose a hunk first"
	}
	it, h := p.sheet.items[p.at], p.actual()
	switch a {
	case keymap.Split:
		return p.unsplit(it, h)
	case keymap.EditHunk:
		return p.uneditable(it, h)
	}
	return "it does nothing at this point"
}
