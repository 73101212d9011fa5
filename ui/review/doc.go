// Package review is the screen on which a person decides about a proposal, and the dialog that
// stands between the decisions and a commit. Both are plain structs with verbs: the App routes
// actions to them, and does what the returned Outcome asks for. Nothing here reads, writes or asks
// the clock.
//
//	pane.go       the Pane: what it holds, opening, sizes
//	keys.go       from actions to verbs; one hunk decided
//	works.go      which keys would do something now; why.go why one would not
//	beside.go     what others do to the review meanwhile
//	bulk.go       a group, a file, the whole decided; undo and redo
//	many.go       the rules that take many hunks, and what belongs together
//	reads.go      what a hunk does to the fields of a note, or to the entries of the index
//	selected.go   what the memory would be with what is accepted
//	decide.go     the book of what is done and the steps that led to it
//	shape.go      hunks split, joined and edited; what is shown of them
//	select.go     lines of a hunk selected; noting.go a note written; selection.go what the cursor stands for
//	find.go       words found in what the hunks change
//	mouse.go      clicks and the wheel
//	move.go       hunks, files, flags, scrolling
//	item.go       a proposal laid out as files and items to decide
//	view.go       the pane's shape; header.go its first row
//	list.go       the list of files
//	head.go       the rows above a hunk
//	page.go       rows that are drawn when they are seen
//	hunk.go       a hunk or a rename as a page
//	look.go       the ways in which hunks are shown
//	fold.go       hunks folded to their heads, and how much is shown around the others
//	whole.go      the file as it is, with its hunks at their places
//	against.go    hunks against what was approved last
//	result.go     the file as it would be
//	evidence.go   why, cited lines, flags and claims under a hunk
//	elsewhere.go  where the lines that a hunk takes away stand elsewhere
//	cited.go      the lines of sessions that a hunk rests on
//	summary.go    the whole proposal at a glance
//	para.go       foreign text as paragraphs
//	commit.go     the CommitDialog: state and keys
//	commitview.go what it shows, made of body.go
//	mend.go       what ends a finding of the result
//	editor.go     the text area of the message
//	outcome.go    what the App hands in and gets back
package review
