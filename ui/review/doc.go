// Package review is the screen on which a person decides about a proposal, and the dialog that
// stands between the decisions and a commit. Both are plain structs with verbs: the App routes
// actions to them, and does what the returned Outcome asks for. Nothing here reads, writes or asks
// the clock.
//
//	pane.go     the Pane: what it holds, opening, sizes
//	keys.go     from actions to verbs
//	decide.go   decisions: one, a group, a file, the whole; the undo stack
//	move.go     hunks, files, flags, panes, scrolling
//	item.go     a proposal as rows of files and items to decide
//	list.go     the list of files
//	hunk.go     the hunks of a file
//	evidence.go why, cited lines, claims and flags under a hunk
//	summary.go  the whole proposal at a glance
//	view.go     the pane's frame and header
//	commit.go   the CommitDialog: state and keys
//	commitview.go what it shows
package review
