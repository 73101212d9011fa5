// Package ui is the screen: one Bubble Tea model, the App, and panes that are plain structs.
//
//	ports.go     what the screen needs of the rest of the program, by use
//	deps.go      what main hands over
//	run.go       Run: options, signals, the end
//	app.go       the App: its state, Init and View
//	update.go    Update: one call a message; sizes
//	keys.go      the way of a key: glued runes, overlay, input, pane, global; quitting
//	idle.go      what is said of a key that does nothing
//	mouse.go     clicks and the wheel
//	disabled.go  why a key cannot be used now
//	msgs.go      every message
//	cmds.go      commands: all input and output happens in them
//	layout.go    sizes to rectangles, pure and total
//	compose.go   drawings beside and over each other; memo.go keeps them
//	header.go    the first row; hint.go the last; words.go ages, counts, severities
//	places.go    the disk that is followed, the yes to a place, the move of a project
//	picker.go    the list of stores
//	browse.go    the three panes of a store, and what their keys do
//	badges.go    the words of badges; related.go goes from note to note
//	pane_*.go    index, topics, preview; list.go their cursors, filter.go the line of the filter
//	preview_find.go  words found in the note
//	palette.go   the commands, filtered as one types
//	veil*.go     secrets are covered in what a command hands to the screen
//	markdown.go  notes to rows, in a command and cached; tangle.go those that would take too long
//	overlay*.go  help, findings, reviews, engines, questions: one at a time; signs.go what the help says of signs
//	editor.go    a note to $EDITOR and back as a proposal; editorline.go, shellwords.go how editors are called
//	copy.go      what is selected goes to the clipboard
//	forget.go    the end of a note as a proposal
//	decide.go    the review pane's outcomes: preview, commit; saver.go keeps decisions on disk
//	queue.go     the reviews that wait; unapply.go one whose notes are put back; recovered.go what a crash left
//	beside.go    what others do to the open review meanwhile
//	selection.go the audit of what is accepted; approved.go hunks against what was approved last
//	search.go    searching: starting, listening, opening a hit
//	cited.go     the lines that a hunk rests on, in the screen of the search
//	layers.go    the layers of a memory: opening, reading
//	history.go   what became of a memory: opening, reading, undoing
//	dreams.go    runs: starting, watching, cancelling; gates.go why one would start by itself
//	sending.go   what a dream would send, before it leaves the machine
//	look.go      how the screen is set, kept for the next start
//	crash.go     panics of commands end the program in good order
//
// Sub-packages: style (the look), term (asks the terminal nothing), clipboard (copying), review (the review pane and the
// commit dialog), tasks (the panel of runs), search (the search screen), layers (the four layers), history (the screen of
// changes), cli (the other face of the program), uitest (drives the screen by hand in tests).
//
// # Panes
//
// A pane has SetSize(w, h), Render() string and verbs. Render returns exactly h rows of at most w
// cells, and costs nothing while nothing changed. No pane is a tea.Model, reads a file, starts a
// process, or looks at a clock or the environment: what takes time or touches the machine is a
// command of the App, and what a pane wants done is in the value that its verb returns.
//
// The review and the task panel take all rows but the last, which is the hint line and the App's.
package ui
