// Package diffview draws hunks as rows of terminal cells: prose wrapped with a hanging indent, the
// changed words emphasised, and everything that cannot be seen made visible. It is pure: the same
// input gives the same rows, at any width, and no row is wider than that.
//
// A hunk is laid out once, which finds where its rows break; rows are styled only when they are
// asked for, so a hunk of a megabyte costs a screen no more than a short one.
//
//	layout.go     what is drawn, and in which order
//	line.go       one line of a file as printable text with its inks
//	height.go     how many rows that takes, where it is plain
//	find.go       words that are looked for
//	lookalike.go  letters that pass for others
//	reads.go      in words, what a change does to fields and entries
//	unseen.go     in words, what of a change cannot be seen
//	wrap.go       where the rows of a line break, and what of a long one is folded
//	draw.go       rows as cells
//	sides.go      what was and what is in two columns
//	context.go    the lines around a hunk
package diffview
