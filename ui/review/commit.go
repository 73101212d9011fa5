package review

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/charmbracelet/bubbles/textarea"
	tea "github.com/charmbracelet/bubbletea"

	"dreamgate/keymap"
	"dreamgate/model"
	"dreamgate/ui/style"
)

// CommitDialog shows what a commit would do, and then what it did. It opens waiting for its
// preview, so that no key can commit what has not been seen.
type CommitDialog struct {
	o     Options
	ink   inks
	w, h  int
	phase phase

	preview model.Preview
	outcome model.Outcome
	trouble string
	// init, dirty and bare are the choices: a repository first, own edits first, no commit at all. message is what
	// will be the commit's.
	init, dirty, bare bool
	message           textarea.Model
	editing           bool
	// given is the message that was made for the preview, before anybody changed it, and shown as it looks then.
	given, shown string
	// made is the message that was made for the present preview; outdated says that another one was typed before that.
	made     string
	outdated bool
	// of is the review.
	of string
	// again says that the preview is made anew for what others decided: choices and words stay.
	again bool
	// retried says that it is made anew because that was asked for, stopped what stood in the way before.
	retried bool
	stopped string
	// asked is set while a question about deletions stands.
	asked bool
	// finding is which of the new findings that can be ended the keys mean, meant its row; seek asks to show it.
	finding, meant int
	seek           bool

	top  int
	body []string
	// frame is the last drawing, bodyFor the width that body was made for; both stand until
	// anything changes.
	frame   string
	drawn   bool
	bodyFor int
}

// phase is where the dialog stands.
type phase int

const (
	waiting phase = iota
	ready
	working
	done
	failed
)

// NewCommit makes a dialog.
func NewCommit(o Options) *CommitDialog {
	c := &CommitDialog{o: o.whole()}
	c.message = newEditor(c.o.Styles)
	c.ink = newInks(c.o.Styles)
	return c
}

// SetStyles changes the look.
func (c *CommitDialog) SetStyles(st *style.Styles) {
	c.o.Styles, c.ink = st, newInks(st)
	dress(&c.message, st)
	c.touch()
}

// SetSize gives the dialog w by h cells.
func (c *CommitDialog) SetSize(w, h int) {
	if w == c.w && h == c.h {
		return
	}
	c.w, c.h = max(0, w), max(0, h)
	c.touch()
}

// touch makes the next Render draw anew.
func (c *CommitDialog) touch() {
	w, h := c.room()
	c.message.SetWidth(max(1, w))
	c.message.SetHeight(max(1, h))
	c.drawn, c.bodyFor = false, -1
}

// enter goes to a phase.
func (c *CommitDialog) enter(p phase) {
	c.phase, c.editing, c.asked, c.top = p, false, false, 0
	c.message.Blur()
	c.touch()
}

// Wait empties the dialog: the preview is being made.
func (c *CommitDialog) Wait() {
	c.preview, c.outcome, c.trouble, c.again, c.retried = model.Preview{}, model.Outcome{}, "", false, false
	c.enter(waiting)
}

// Open shows a preview. It says what another look found, "" for the first one.
func (c *CommitDialog) Open(p model.Preview) (word string) {
	again, editing, typed, top := c.again, c.editing, c.Typed(), c.top
	c.preview, c.again = p, false
	c.enter(ready)
	if c.retried {
		word, c.retried = c.found(), false
	}
	if !again {
		// Own edits are committed unasked only where the repository is there for the memory alone.
		c.init, c.bare = false, false
		c.dirty = len(p.Dirty) > 0 && p.First(model.EditsByPlace)
	} else if c.top = top; editing {
		c.edit()
	}
	made := cmp.Or(p.Made, p.Message)
	if typed {
		c.outdated = c.outdated || c.made != made
		c.made = made
		return word
	}
	c.given, c.made, c.outdated = made, made, false
	c.SetMessage(made)
	c.shown = c.message.Value()
	if p.Message != made {
		c.SetMessage(p.Message) // it was typed when this review was open before
	}
	return word
}

// For says which review the dialog is of: what was typed for another one is none of it.
func (c *CommitDialog) For(id string) {
	if c.of != id {
		c.of, c.given = id, ""
	}
}

// found says what another look at what would be written shows.
func (c *CommitDialog) found() string {
	switch why := c.blocked(); {
	case why != "":
		return "looked again; " + why
	case c.stopped != "":
		return "nothing stops it any more: " + c.Verb() + " with " + c.key(keymap.Go)
	}
	return "looked again at what would be written"
}

// Retry is Renew because somebody asked for another look: what stood in the way may be gone.
func (c *CommitDialog) Retry() {
	stopped := c.blocked()
	c.Renew()
	c.retried, c.stopped = true, stopped
}

// Retries reports whether another look is all that reading again means: there is none of which both sides are shown.
func (c *CommitDialog) Retries() bool { return c.phase == ready && len(c.preview.Stale) == 0 }

// Renew waits for a preview that is made anew because others decided something: what was typed and chosen stays, and
// nothing can be committed until it is there.
func (c *CommitDialog) Renew() {
	editing, top := c.editing, c.top
	c.enter(waiting)
	if c.again, c.top = true, top; editing {
		c.edit()
	}
}

// Typed reports whether the message is another one than was made for the preview.
func (c *CommitDialog) Typed() bool { return c.given != "" && c.message.Value() != c.shown }

// Kept is the message that a person typed, "" where it is the one that was made.
func (c *CommitDialog) Kept() string {
	if !c.Typed() || strings.TrimSpace(c.message.Value()) == "" {
		return ""
	}
	return c.message.Value()
}

// edit lets the message take the keys.
func (c *CommitDialog) edit() {
	c.editing = true
	c.message.Focus()
	// A message for nobody lets the text area scroll to its cursor.
	c.message, _ = c.message.Update(nil)
}

// Fail shows why there is no preview, or why the commit did nothing.
func (c *CommitDialog) Fail(err error) {
	c.trouble = err.Error()
	c.enter(failed)
}

// Working says that the commit is being made; keys do nothing until Done or Fail.
func (c *CommitDialog) Working() { c.enter(working) }

// Done shows what the commit did.
func (c *CommitDialog) Done(o model.Outcome) {
	c.outcome = o
	c.enter(done)
}

// Options are the message and the choices as they stand.
func (c *CommitDialog) Options() model.CommitOptions {
	if c.bare {
		return model.CommitOptions{NoCommit: true}
	}
	o := model.CommitOptions{Message: c.message.Value(), Init: c.init}
	switch {
	case len(c.preview.Dirty) == 0: // nobody was asked; what comes yet is decided by where it lies
	case c.dirty:
		o.Edits = model.EditsFirst
	default:
		o.Edits = model.EditsAlong
	}
	return o
}

// SetMessage replaces the message, as after the user's editor. What is committed is what is shown:
// a control character becomes its picture in both.
func (c *CommitDialog) SetMessage(s string) {
	c.message.SetValue(style.Tabs(model.Printable(s)))
	for c.message.Line() > 0 {
		c.message.CursorUp()
	}
	c.message.CursorStart()
	c.touch()
}

// Editing reports whether the message takes the keys: they go to Input, not through the keymap.
func (c *CommitDialog) Editing() bool { return c.editing }

// Input gives a key or a paste to the message.
func (c *CommitDialog) Input(msg tea.KeyMsg) Outcome {
	c.touch()
	if a, ok := c.o.Keys.Lookup(keymap.Message, msg.String()); ok && !msg.Paste {
		if a == keymap.Editor {
			return Outcome{Handled: true, Editor: true}
		}
		c.editing = false
		c.message.Blur()
		if strings.TrimSpace(c.message.Value()) == "" {
			c.SetMessage(c.made)
			c.given, c.shown, c.outdated = c.made, c.message.Value(), false
			return Outcome{Handled: true, Hint: "the message is the one that is made from the reasons"}
		}
		return Outcome{Handled: true, Hint: "the message is kept"}
	}
	if msg.Type == tea.KeyRunes && !msg.Alt {
		msg.Runes = []rune(style.Tabs(model.Printable(string(msg.Runes))))
	}
	// The commands of a text area blink its cursor and read the clipboard; it does neither here.
	c.message, _ = c.message.Update(msg)
	return Outcome{Handled: true}
}

// Handle does an action of the keymap contexts Commit, List and Global.
func (c *CommitDialog) Handle(a keymap.Action) Outcome {
	// Any key but yes takes the question back.
	c.asked = false
	if c.scroll(a) {
		c.touchView()
		return Outcome{Handled: true}
	}
	var out Outcome
	switch {
	case a == keymap.Back && c.phase == working:
		out.Hint = "the commit is being made"
	case a == keymap.Back:
		out.Leave = true
	case a == keymap.Go || a == keymap.OpenCommit:
		out = c.commit()
	case a == keymap.EditMessage || a == keymap.ToggleInit || a == keymap.ToggleDirty || a == keymap.ToggleBare:
		out = c.choose(a)
	default:
		var ok bool
		if out, ok = c.mend(a); !ok {
			return Outcome{}
		}
	}
	c.touch()
	out.Handled = true
	return out
}

// choose does what changes the commit before it is made.
func (c *CommitDialog) choose(a keymap.Action) Outcome {
	switch {
	case c.phase == waiting:
		return Outcome{Hint: "still looking at what would be written"}
	case c.phase == working:
		return Outcome{Hint: "the commit is being made"}
	case a == keymap.ToggleBare && c.phase == done && c.outcome.GitError != "":
		c.bare = true
		return Outcome{Commit: true}
	case c.phase != ready:
		return Outcome{Hint: "there is nothing left to choose"}
	case c.preview.Git.Unused:
		return Outcome{Hint: "nothing is committed here, there is only what is written"}
	case c.closes():
		return Outcome{Hint: "nothing is written, and so nothing is committed: " + c.key(keymap.Go) + " closes the review"}
	case a == keymap.ToggleBare && !c.mayBare():
		return Outcome{Hint: "no commit would be made anyway"}
	case a == keymap.ToggleBare:
		c.bare, c.top = !c.bare, 0 // the first row says how it stands
		return Outcome{Hint: c.willBe()}
	case c.bare:
		return Outcome{Hint: "no commit is made: " + c.key(keymap.ToggleBare) + " makes one again"}
	case a == keymap.EditMessage:
		c.edit()
	case a == keymap.ToggleInit && !c.mayInit():
		return Outcome{Hint: "the memory lies in a git repository already"}
	case a == keymap.ToggleInit:
		c.init = !c.init
		return Outcome{Hint: map[bool]string{true: "git init first, and a commit there", false: "no git: a backup is kept"}[c.init]}
	case a == keymap.ToggleDirty && len(c.preview.Dirty) == 0:
		return Outcome{Hint: "there are no uncommitted edits of your own in these files"}
	default:
		c.dirty = !c.dirty
		return Outcome{Hint: map[bool]string{true: "your own edits are committed first", false: "your own edits go into this commit"}[c.dirty]}
	}
	return Outcome{}
}

// willBe says what comes of the switch between a commit and none: nothing is written by it.
func (c *CommitDialog) willBe() string {
	word := map[bool]string{true: "will be written without a commit", false: "will be written and committed"}[c.bare]
	if c.blocked() != "" {
		return word + ", once nothing stops it"
	}
	return word + ": " + c.key(keymap.Go) + " does it"
}

// closes reports whether there is nothing to write, and the review only ends.
func (c *CommitDialog) closes() bool {
	return c.phase == ready && c.preview.Accepted == 0 && c.preview.Undecided == 0
}

// mayInit reports whether the memory is in no repository that a commit would go to.
func (c *CommitDialog) mayInit() bool { return c.preview.Git.Free() }

// mayBare reports whether a commit would be made that can be left out.
func (c *CommitDialog) mayBare() bool {
	return !c.preview.Git.Unused && (c.bare || c.init || !c.mayInit())
}

// commit asks for the commit, or says what stands in its way.
func (c *CommitDialog) commit() Outcome {
	switch c.phase {
	case waiting:
		return Outcome{Hint: "still looking at what would be written"}
	case working:
		return Outcome{Hint: "the commit is being made"}
	case failed:
		return Outcome{Leave: true}
	case done:
		// The files are written: what is left to try is git alone.
		if c.outcome.GitError != "" {
			c.bare = false
			return Outcome{Commit: true}
		}
		return Outcome{Leave: true}
	}
	switch why := c.blocked(); {
	case why != "" && c.outside():
		return Outcome{Again: true}
	case why != "":
		return Outcome{Hint: why}
	}
	if p := c.preview; p.Massive() {
		c.asked = true
		return Outcome{Ask: fmt.Sprintf("This deletes %d of %s. Delete all %d?", p.Deletions, p.Of(), p.Deletions),
			Verb: fmt.Sprintf("delete %d and commit", p.Deletions)}
	}
	return Outcome{Commit: true}
}

// Confirm does what the last Ask asked.
func (c *CommitDialog) Confirm() Outcome {
	ok := c.asked && c.phase == ready && c.blocked() == ""
	c.asked = false
	return Outcome{Handled: ok, Commit: ok}
}

// blocked says why this preview cannot be committed, "" if it can.
func (c *CommitDialog) blocked() string {
	p := c.preview
	switch {
	case len(p.Stale) > 0:
		return "refused: " + model.Count(len(p.Stale), "file") + " changed since the proposal was made; " + c.o.key(keymap.Global, keymap.Reload) + " shows both sides"
	case len(p.Secrets) > 0:
		return "refused: " + model.Count(len(p.Secrets), "hunk") + " with a credential; decide it first: " +
			c.o.key(keymap.Review, keymap.Accept) + " or " + c.o.key(keymap.Review, keymap.Reject)
	case len(p.Unwritable) > 0:
		return "refused: " + model.Count(len(p.Unwritable), "file") + " must not be written; see why above"
	case c.busy() != "":
		return "refused: " + model.PrintableLine(p.Git.Busy) + " is in progress in the repository; finish it first, or " + c.key(keymap.ToggleBare) + " writes without a commit"
	case p.Accepted == 0 && p.Undecided > 0:
		return "nothing is accepted"
	}
	return ""
}

// busy names what keeps git from a commit, "" if nothing does or none is to be made.
func (c *CommitDialog) busy() string {
	if c.bare {
		return ""
	}
	return c.preview.Git.Busy
}

// outside reports whether something stops the commit that is mended elsewhere: it may be gone by now.
func (c *CommitDialog) outside() bool {
	p := c.preview
	return len(p.Stale)+len(p.Unwritable) > 0 || c.busy() != ""
}

// Verb says what the key that does it would do.
func (c *CommitDialog) Verb() string {
	switch {
	case c.closes():
		return "close the review"
	case c.phase == ready && (c.bare || c.preview.Git.Unused):
		return "write"
	}
	return "commit"
}

// scroll does the movement actions; false if it is none.
func (c *CommitDialog) scroll(a keymap.Action) bool {
	_, h := c.room()
	switch a {
	case keymap.Down:
		c.top++
	case keymap.Up:
		c.top--
	case keymap.PageDown, keymap.ScrollDown:
		c.top += max(1, h-2)
	case keymap.PageUp, keymap.ScrollUp:
		c.top -= max(1, h-2)
	case keymap.Top:
		c.top = 0
	case keymap.Bottom:
		c.top = len(c.body)
	default:
		return false
	}
	return true
}

// touchView draws anew what is made already.
func (c *CommitDialog) touchView() { c.drawn = false }
