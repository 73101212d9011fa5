package ui

import (
	"cmp"
	"strings"

	"dreamgate/keymap"
	"dreamgate/model"
)

// No key is silent: one that does nothing where it is pressed says where it does something, one that works but
// changes nothing that is seen says that. Moving on at the end of a list is seen by the bar that stays.

// sayIdle says of a key that does nothing here where it does something.
func (a *App) sayIdle(key string) {
	uses, dot := a.keys.Uses(key), " "+a.st.Marks.Dot+" "
	key = a.named(key)
	if q, ok := a.overlay.(*question); ok {
		a.say(key + " is no answer" + dot + strings.Join(q.answers, dot))
		return
	}
	words := make([]string, len(uses))
	for i, u := range uses {
		words[i] = u.Word + " (" + u.Place + ")"
	}
	text := "no key " + key + " here"
	if len(words) > 0 {
		text = key + " does nothing here; elsewhere: " + strings.Join(words, ", ")
	}
	a.say(text + dot + a.keys.Key(a.context(), keymap.ShowHelp) + " shows the keys")
}

// named is a key as it is told to people.
func (a *App) named(key string) string {
	return model.PrintableLine(a.spelled(cmp.Or(strings.TrimSpace(key), "space"), "").key)
}

// unseen says of an action that left the screen as it was why it did.
func (a *App) unseen(action keymap.Action, key string) string {
	switch action {
	case keymap.ScrollDown:
		return "this is the end"
	case keymap.ScrollUp:
		return "this is the beginning"
	}
	if why := a.whyNot(action); why != "" {
		return why
	}
	return a.named(key) + " changes nothing here " + a.st.Marks.Dot + " " + a.keys.Key(a.context(), keymap.ShowHelp) + " shows the keys"
}

// moves reports whether an action moves in a list, where an end speaks for itself, or does what the frame does not
// show.
func moves(action keymap.Action) bool {
	switch action {
	case keymap.Up, keymap.Down, keymap.PageUp, keymap.PageDown, keymap.Top, keymap.Bottom, keymap.Redraw, keymap.Suspend:
		return true
	}
	return false
}
