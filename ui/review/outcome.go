package review

import (
	"time"

	"dreamgate/keymap"
	"dreamgate/model"
	"dreamgate/ui/style"
)

// Options are what the parts of this package draw and speak with.
type Options struct {
	Styles *style.Styles
	// Keys names the keys in texts; nil is the table of defaults.
	Keys *keymap.Map
	// Zone is the user's; nil is UTC. Times of messages are shown in it.
	Zone *time.Location
}

// Outcome is what an action led to, for the App to follow up.
type Outcome struct {
	// Handled is false for an action that means nothing here: the App may know it.
	Handled bool
	// Changed says that decisions, hunks or notes are others than before: they are to be saved.
	Changed bool
	// Leave asks for the screen before.
	Leave bool
	// Commit asks, of the Pane, for the commit dialog; of the dialog, for the commit itself.
	Commit bool
	// Again asks, of the dialog, for another look at what would be written.
	Again bool
	// Edit asks for the text of a hunk in the user's editor; Edited brings it back. nil for none.
	Edit *Edit
	// Cited asks for the lines of sessions that a hunk rests on.
	Cited []Place
	// PutBack asks for a review that puts back what was approved last.
	PutBack bool
	// Editor asks for the message in the user's editor; SetMessage brings it back.
	Editor bool
	// Mend asks, of the dialog, for a decision that ends a finding, Undo for the last one to be taken back, or for
	// the notes to be put back that git made no commit of.
	Mend *model.Repair
	Undo bool
	// Hint is one printable line about what happened or why nothing did, "" for none.
	Hint string
	// Ask is a question with yes and no; on yes, Confirm does it, and Verb says what. "" for none.
	Ask, Verb string
}
