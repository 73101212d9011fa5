package keymap

import (
	"slices"
	"strings"
)

// Use is what a key does in one place.
type Use struct {
	// Place is a word for the place, Word for what the key does there.
	Place, Word string
}

// uses are the places of which it is told what a key does there, in the order in which they are told. What lies
// on one of them (a selection, a line of text) is left out: who is there sees its keys.
var uses = []struct {
	context Context
	place   string
}{
	{Browse, "browse"}, {Preview, "note"}, {Review, "review"}, {Commit, "commit"}, {Rules, "many"}, {Tasks, "tasks"}, {Hits, "search"},
	{Passage, "passage"}, {History, "history"}, {Change, "change"}, {Layers, "layers"}, {Picker, "memories"}, {List, "lists"},
}

// Uses lists where a key does something, for somebody who presses it where it does nothing.
func (m *Map) Uses(key string) (out []Use) {
	if key == " " {
		key = "space"
	}
	if same := position(key); same != "" {
		key = same
	}
	for _, u := range uses {
		for _, b := range m.bindings {
			if has(b.Contexts, u.context) && slices.Contains(b.Keys, key) {
				out = append(out, Use{u.place, b.word()})
				break
			}
		}
	}
	return out
}

// word names what a binding does: as the line of keys does, else by the name of the action.
func (b Binding) word() string {
	if b.Short != "" {
		return b.Short
	}
	name := string(b.Action)
	return strings.ReplaceAll(name[strings.LastIndex(name, ".")+1:], "-", " ")
}
