// Package model holds the values that pass from room to room: trees of files, notes, findings,
// badges, hunks and decisions, claims and citations, runs and their events. It does no input or
// output, knows no clock and no terminal; the rules of memory that work on these values stand in
// its sub-packages.
package model
