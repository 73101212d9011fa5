// Package vhs holds the tapes that show the program: reading a memory, a dream with its review, and a
// dream that is cancelled. Its test plays the keys of each to the real program in a pseudo-terminal,
// and compares every screen that a tape takes a picture of with the text in <tape>.txt. A tape that
// no longer fits the program fails there.
package vhs
