// Package hunk is the algebra of changes: from two trees to hunks, and from decisions back to
// bytes. It is pure: no file, no clock, no terminal.
//
// A hunk is one maximal run of changed lines of one text file; where a run could slide over equal
// lines, it sits as late as possible. A change of mode, and a whole new, deleted, emptied or binary
// file, is a hunk of its own. Only LF ends a line, and a line keeps its end: "a" and "a\n" differ,
// "a\r\n" is one line.
//
// Three laws hold for every pair of trees: all hunks accepted give the proposed bytes, none give
// the base, and any choice gives what `git apply` makes of the same hunks.
//
//	diff.go    trees to changes
//	align.go   which lines of two files are the same
//	run.go     aligned lines to runs, groups
//	id.go      names that survive a restart
//	rename.go  which addition carries on which deletion
//	split.go   hunks to pieces, by block, line or sentence; unit.go the least that a selection of lines takes
//	shape.go   what a person made of hunks: pieces, and edits
//	divide.go  evidence of hunks to evidence of pieces
//	parted.go  a rename to the new name and what changes in the text; moved.go the same over a new base
//	apart.go   of the index the lines that belong to some hunks
//	shaped.go  both at once, what a screen shows in their place, and decisions carried over
//	halves.go  the two hunks of a rename, kept together
//	step.go    what was done in a review, to be taken back and done again
//	beside.go  what several people did in one review
//	rebase.go  a review over a base that has moved on: merge.go its files, again.go its renames, noted.go its notes
//	carry.go   an earlier proposal in a later one
//	against.go hunks against what was approved last
//	apply.go   decisions to bytes
//	patch.go   hunks to a patch that git takes
//	read.go    a patch to the tree that it makes; readname.go its names and binary files
//	words.go   what changed inside a line; pair.go which lines carry on which
//	halves.go  the two hunks of a rename as the one change that they are
//	tally.go   how far a review has come, and how large it is
package hunk
