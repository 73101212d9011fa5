package ui

import (
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"dreamgate/keymap"
	"dreamgate/ui/style"
)

// writer is an overlay in which text can be written: as long as it is, keys go to its input.
type writer interface {
	overlay
	writing() bool
	input(keys *keymap.Map, msg tea.KeyMsg) overlayOutcome
}

// stacked is an overlay that may lie on another one, which is there again when it is closed.
type stacked interface {
	overlay
	below() overlay
}

// command is an action as the palette lists it.
type command struct {
	action     keymap.Action
	keys, text string
	// why says why it does not work now, "" if it does; words is what the filter looks in.
	why, words string
}

// palette lists every action that means something where it was opened, and does the chosen one.
type palette struct {
	listBox
	line  filter
	all   []command
	shown []command
	under overlay
	// marks are the signs of the screen, run does an action where the palette was opened.
	marks style.Marks
	run   func(keymap.Action) tea.Cmd
}

// newPalette lists what can be done where the next key would be looked up.
func (a *App) newPalette() *palette {
	p := &palette{under: a.overlay, line: newFilter(), marks: a.st.Marks, run: a.act}
	p.listBox = listBox{
		ctx: keymap.Commands, title: "Commands", keys: "enter does it " + a.st.Marks.Dot + " esc closes",
		empty: "no command has these words", refuse: a.say,
		pick: func(i int) tea.Cmd { return p.run(p.shown[i].action) },
	}
	at := map[keymap.Action]int{}
	var off []command
	for _, b := range a.keys.In(a.context()) {
		if b.Action == keymap.Palette {
			continue
		}
		keys := a.spellAll(b.Keys)
		if i, ok := at[b.Action]; ok { // the same by another key
			if i >= 0 {
				p.all[i].keys += " " + keys
			}
			continue
		}
		c := command{action: b.Action, keys: keys, text: b.Long, why: a.whyNot(b.Action)}
		c.words = strings.ToLower(strings.Join([]string{b.Long, b.Short, string(b.Action), b.Section}, "\n"))
		if at[b.Action] = len(p.all); c.why == "" {
			p.all = append(p.all, c)
		} else {
			at[b.Action] = -1
			off = append(off, c)
		}
	}
	p.all = append(p.all, off...)
	p.line.open("")
	p.narrow()
	return p
}

func (p *palette) below() overlay { return p.under }
func (p *palette) writing() bool  { return true }

// narrow lists the commands that hold every word that is written.
func (p *palette) narrow() {
	words := strings.Fields(strings.ToLower(p.line.input.Value()))
	p.shown, p.choices = p.shown[:0], p.choices[:0]
	for _, c := range p.all {
		if !holdsAll(c.words, words) && (len(words) != 1 || c.keys != p.line.input.Value()) {
			continue
		}
		row := choice{head: c.keys, text: c.text, more: c.text, ink: accent, why: c.why}
		if c.why != "" {
			row.mark, row.ink = p.marks.No, func(r *style.Roles) style.Ink { return r.Muted }
			row.text = c.why + " " + p.marks.Dot + " " + c.text
			row.more = "Not now, " + c.why + ": " + c.text
		}
		p.shown, p.choices = append(p.shown, c), append(p.choices, row)
	}
	p.list.cursor = 0
}

// input takes a key or a paste.
func (p *palette) input(keys *keymap.Map, msg tea.KeyMsg) overlayOutcome {
	if a, ok := keys.Lookup(keymap.Commands, msg.String()); ok && !msg.Paste {
		switch a {
		case keymap.Done:
			return p.handle(keymap.Open)
		case keymap.InputUp:
			return p.handle(keymap.Up)
		case keymap.InputDn:
			return p.handle(keymap.Down)
		case keymap.PageUp, keymap.PageDown:
			return p.handle(a)
		}
		return overlayOutcome{closed: true}
	}
	before := p.line.input.Value()
	if p.line.update(msg) != before {
		p.narrow()
	}
	return overlayOutcome{}
}

func (p *palette) draw(st *style.Styles, w, h int) string {
	p.field = func(cols int) string { return st.Field(" : ", p.line.input.Value(), p.line.input.Position(), cols) }
	return p.listBox.draw(st, w, h)
}

// whyNot says why an action does nothing where the next key would be looked up, "" if it does something.
func (a *App) whyNot(action keymap.Action) string {
	if why := a.disabled(action); why != "" {
		return why
	}
	if a.overlay == nil && a.screen == screenReview && !a.review.commit {
		return a.review.pane.Why(action)
	}
	if a.overlay == nil && a.screen == screenTasks {
		return a.tasks.Why(action)
	}
	if a.works(action) {
		return ""
	}
	if why := idle[action]; why != "" {
		return why
	}
	return "it does nothing at this point"
}

// idle says of actions why they do nothing, where the screen says only that they do not.
var idle = map[keymap.Action]string{
	keymap.SearchAll: "no memory is open, all are searched", keymap.MoreHits: "all is searched",
	keymap.NextHit: "this is the last", keymap.PrevHit: "this is the first", keymap.Open: "there is nothing to open",
	keymap.NextHunk: "there is no other hunk", keymap.PrevHunk: "there is no other hunk",
	keymap.UndoChange: "there is nothing to take back here", keymap.UndoWhole: "there is nothing to take back here",
	keymap.HistoryAll: "this is the whole memory", keymap.Older: "all that is kept is listed",
	keymap.Go: "this cannot be committed as it is", keymap.EditMessage: "there is no message to edit now",
	keymap.ToggleInit: "the memory lies in a git repository already",
	keymap.ToggleBare: "no commit would be made", keymap.ToggleDirty: "there are no uncommitted edits of your own in these files", keymap.Back: "the commit is being made",
}
