// Package desk keeps the proposals that wait for a decision, and carries the decisions out. It is
// the one way from a proposal to a memory: the screen and the commands call the same functions.
//
// A proposal is one file that never changes. What is decided of it lies in a second, small one, so
// that saving a key press costs little, and lists need not read the proposals. When a review is
// closed both go, and a record stays of what was accepted, refused and left out: cited lines of
// transcripts do not outlive the review they were kept for.
//
//	desk.go      Desk: proposals in, lists, discarding
//	store.go     the state folder of one store, its files
//	wire.go      proposals as JSON
//	evidence.go  the check as JSON
//	shape.go     what a person made of the hunks, and a review worked out anew from it
//	record.go    decisions, and what stays of a closed review
//	overtaken.go proposals that the live notes have gone past; refresh.go makes them anew
//	replace.go   proposals that grow
//	folders.go   folders that are no memory
//	recall.go    what was refused before
//	ruling.go    two windows on one review
//	queue.go     proposals that wait together, and later ones that have all of earlier ones
//	steps.go     what was done, on the screen and by commands, to be undone by either
//	recovered.go what is to be told of applies that were cut short
//	review.go    a proposal opened for review
//	plan.go      what the decisions would write, held against the live memory
//	preview.go   the same, for the eyes
//	secrets.go   credentials, which are decided one by one
//	message.go   the commit message
//	commit.go    carrying it out
//	unapply.go   putting back what git would not have
//	verify.go    what became of it in git
//	past.go      what was carried out before
package desk
