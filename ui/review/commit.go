package review

import (
	tea "github.com/charmbracelet/bubbletea"

	"dreamgate/keymap"
	"dreamgate/model"
	"dreamgate/ui/style"
)

// CommitDialog shows what a commit would do, and then what it did. It opens waiting for its
// preview, so that no key can commit what has not been seen.
type CommitDialog struct{ o Options }

// NewCommit makes a dialog.
func NewCommit(o Options) *CommitDialog { return &CommitDialog{o: o} }

// SetStyles changes the look.
func (c *CommitDialog) SetStyles(st *style.Styles) {}

// SetSize gives the dialog w by h cells.
func (c *CommitDialog) SetSize(w, h int) {}

// Wait empties the dialog: the preview is being made.
func (c *CommitDialog) Wait() {}

// Open shows a preview.
func (c *CommitDialog) Open(p model.Preview) {}

// Fail shows why there is no preview, or why the commit did nothing.
func (c *CommitDialog) Fail(err error) {}

// Working says that the commit is being made; keys do nothing until Done or Fail.
func (c *CommitDialog) Working() {}

// Done shows what the commit did.
func (c *CommitDialog) Done(o model.Outcome) {}

// Options are the message and the choices as they stand.
func (c *CommitDialog) Options() model.CommitOptions { return model.CommitOptions{} }

// SetMessage replaces the message, as after the user's editor.
func (c *CommitDialog) SetMessage(s string) {}

// Editing reports whether the message takes the keys: they go to Input, not through the keymap.
func (c *CommitDialog) Editing() bool { return false }

// Input gives a key or a paste to the message.
func (c *CommitDialog) Input(msg tea.KeyMsg) Outcome { return Outcome{} }

// Handle does an action of the keymap contexts Commit, List and Global.
func (c *CommitDialog) Handle(a keymap.Action) Outcome { return Outcome{} }

// Confirm does what the last Ask asked.
func (c *CommitDialog) Confirm() Outcome { return Outcome{} }

// Render draws exactly h rows of w cells.
func (c *CommitDialog) Render() string { return "" }
