// Package style is the look of the screen: the colours of the themes, the named roles made of them
// once, the marks with their ASCII forms, and the measuring of text in cells.
//
//	theme.go    tokens: every colour literal there is
//	style.go    roles: what a pane draws with
//	mark.go     one-cell marks, and the words for them
//	cell.go     cut, pad, wrap and fit: nothing is wider than it may be
//	field.go    a line of text that is being written
//	split.go    breaking lines
//	spacing.go  scripts whose vowel signs take cells
//	hang.go     paragraphs whose rows hang below their first word
//	reflow.go   rows out of text that has colours already
//	markdown.go the look of rendered notes
//	box.go      frames, rules and gauges
//	choose.go   which theme and how many colours, from the flag and the environment
//
// No colour stands alone: what it says is said by a mark or a word as well, so the screen reads the
// same with NO_COLOR.
package style
