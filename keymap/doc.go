// Package keymap is the one table of what keys do. Code names actions, never keys; from the table
// come dispatch, the help overlay, the hint line, the key table of the README and the overrides of
// the user.
//
//	action.go   actions and contexts
//	table.go    the table of defaults
//	keymap.go   looking up a key: contexts and their parents
//	layout.go   keyboards that are not Latin
//	help.go     help, hints and the README's table
//	uses.go     where else a key does something
//	load.go     the user's overrides
//
// Keys are spelled as Bubble Tea names them ("ctrl+r", "pgdown", "enter", " " is "space"). Text
// inputs take every printable key; enter and esc in dialogs are fixed.
package keymap
