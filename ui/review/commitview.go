package review

import (
	"fmt"
	"strings"

	"dreamgate/keymap"
	"dreamgate/model"
	"dreamgate/ui/style"
)

// room is the part of the dialog inside its frame, or below its title where there is no frame.
func (c *CommitDialog) room() (w, h int) {
	if c.w < normalWidth {
		return c.w, max(0, c.h-1)
	}
	return c.w - 2, max(0, c.h-2)
}

// Render draws exactly h rows of w cells.
func (c *CommitDialog) Render() string {
	if c.drawn {
		return c.frame
	}
	w, h := c.room()
	if c.bodyFor != w {
		c.body, c.bodyFor = c.rows(w), w
	}
	c.bring(h)
	c.top = max(0, min(c.top, len(c.body)-h))
	rows, foot := c.body[min(c.top, len(c.body)):min(len(c.body), c.top+h)], c.place(h)
	if c.editing {
		rows, foot = strings.Split(c.message.View(), "\n"), "" // The line of keys says how to leave.
	}
	c.frame, c.drawn = c.box(rows, foot), true
	return c.frame
}

// box puts a title and, where there is room, a frame around the rows.
func (c *CommitDialog) box(rows []string, foot string) string {
	title := c.title()
	if c.w < normalWidth {
		head := c.ink.Accent.Render(c.ink.Short(title, c.w))
		if free := c.w - style.Width(title) - 1; foot != "" && free > 3 {
			head += " " + c.ink.Muted.Render(style.PadLeft(c.ink.Short(foot, free), free))
		}
		return style.Rows(append([]string{head}, rows...), c.w, c.h)
	}
	box := style.Box{Title: title, Foot: foot, Focus: true}
	return c.ink.Frame(box, strings.Join(rows, "\n"), c.w, c.h)
}

func (c *CommitDialog) title() string {
	switch {
	case c.editing:
		return "Message"
	case c.phase == done && c.outcome.GitError != "":
		return "Applied, not committed"
	case c.phase == done:
		return "Done"
	case c.phase == failed:
		return "Nothing was written"
	}
	switch {
	case c.closes():
		return "Close the review"
	case c.bare:
		return "Write, without a commit"
	}
	return "Commit"
}

// place says which rows are seen of a body that does not fit.
func (c *CommitDialog) place(h int) string {
	n := len(c.body)
	return c.ink.Place(c.top, min(n, c.top+h), n)
}

// rows are all rows of the dialog.
func (c *CommitDialog) rows(w int) []string {
	b := &body{inks: c.ink, w: w}
	switch c.phase {
	case waiting:
		b.text("Looking at what would be written " + c.ink.Marks.Ellipsis)
	case working:
		b.text("Writing and committing " + c.ink.Marks.Ellipsis)
	case failed:
		c.why(b)
		b.text(c.key(keymap.Go) + " goes back to the review; all decisions are kept.")
	case done:
		c.result(b)
	default:
		c.plan(b)
	}
	return b.rows
}

// why says what went wrong, in the lines of what said it: git tells what to do over many.
func (c *CommitDialog) why(b *body) {
	first, more, _ := strings.Cut(c.trouble, "\n")
	b.say(c.ink.Marks.No, c.ink.Error, line(first))
	for s := range strings.SplitSeq(more, "\n") {
		if s = strings.TrimSpace(s); s != "" {
			b.indented(line(s))
		}
	}
}

// plan shows what the commit would do, in the order in which it matters: the figures with what may
// be regretted, what is refused, what is written and found, where it goes, and with which words.
func (c *CommitDialog) plan(b *body) {
	if c.bare {
		// It stands before what the smallest screen shows.
		b.toggle(true, c.key(keymap.ToggleBare), "write the notes, and make no commit")
	}
	c.figures(b)
	c.obstacles(b)
	if c.closes() {
		if c.blocked() == "" {
			b.text("All is rejected: nothing will be written or committed. " + c.key(keymap.Go) + " closes the review.")
		}
		c.findings(b, false)
		return
	}
	c.files(b)
	if c.preview.Git.Unused {
		c.choices(b)
		return
	}
	c.findings(b, true)
	c.choices(b)
	if !c.bare {
		keys := c.key(keymap.EditMessage) + " edits"
		if c.mayBare() {
			keys += ", " + c.key(keymap.ToggleBare) + " writes without a commit"
		}
		b.title("Message (" + keys + ")")
		if c.outdated {
			b.text("Typed before the last decisions; an emptied message is made anew from the reasons.")
		}
		for l := range strings.SplitSeq(strings.TrimRight(c.message.Value(), "\n"), "\n") {
			b.indented(l)
		}
	}
	c.findings(b, false)
}

func (c *CommitDialog) key(a keymap.Action) string { return c.o.key(keymap.Commit, a) }

// figures count the decisions, and name in red what was taken at a risk.
func (c *CommitDialog) figures(b *body) {
	p, m := c.preview, c.ink.Marks
	tally := fmt.Sprintf("%d accepted   %s %d rejected", p.Accepted, m.Rejected, p.Rejected)
	if p.Undecided > 0 {
		tally += fmt.Sprintf("   %s %d undecided %s left out for good", m.Undecided, p.Undecided, model.Verb(p.Undecided, "is", "are"))
	}
	b.say(m.Accepted, c.ink.OK, tally)
	if p.Flagged > 0 {
		b.loud(m.Finding, c.ink.Error, fmt.Sprintf("%d accepted in spite of a flag", p.Flagged))
	}
	if p.Deletions > 0 {
		b.loud(m.Deleted, c.ink.Error, fmt.Sprintf("deletes %d of %s", p.Deletions, p.Of()))
	}
	if s := p.Loss.Shedding(); s != "" {
		b.loud(m.Finding, c.ink.Error, s)
	}
	if p.Index.Status != "" {
		b.rows = append(b.rows, c.ink.indexRows(p.Index, p.Dangling, b.w)...)
	}
	if n := c.fresh(); n > 0 {
		b.loud(m.Finding, c.ink.Warn, model.Count(n, "new finding")+" in the result, listed below")
	}
}

// isNew reports whether the live memory has not the finding i of the result.
func (c *CommitDialog) isNew(i int) bool { return i < len(c.preview.New) && c.preview.New[i] }

func (c *CommitDialog) fresh() (n int) {
	for i := range c.preview.Findings {
		if c.isNew(i) {
			n++
		}
	}
	return n
}

// obstacles list all that stops the commit, and after those of a kind what to do about them.
func (c *CommitDialog) obstacles(b *body) {
	p, m := c.preview, c.ink.Marks
	n := c.stops()
	if why := c.blocked(); n == 0 {
		if why != "" {
			b.loud(m.No, c.ink.Error, why)
		}
		return
	}
	b.title(fmt.Sprintf("What stops the commit: %d", n))
	for _, kind := range []struct {
		list []string
		todo string
	}{
		{p.Stale, c.o.key(keymap.Global, keymap.Reload) + " shows both sides"},
		{p.Secrets, fmt.Sprintf("decide it first: %s goes back to it, %s accepts or %s rejects it by itself; for a team only %s",
			c.key(keymap.Back), c.o.key(keymap.Review, keymap.Accept), c.o.key(keymap.Review, keymap.Reject), c.o.key(keymap.Review, keymap.Reject))},
		{p.Unwritable, "mend that, or reject what is accepted there"},
	} {
		for _, s := range kind.list {
			b.loud(m.No, c.ink.Error, line(s))
		}
		if len(kind.list) > 0 {
			b.indented(kind.todo)
		}
	}
	if c.busy() != "" {
		b.loud(m.No, c.ink.Error, model.PrintableLine(p.Git.Busy)+" is in progress in the repository; finish it first")
	}
}

// stops counts what stops the commit and has a line of its own.
func (c *CommitDialog) stops() int {
	p := c.preview
	n := len(p.Stale) + len(p.Secrets) + len(p.Unwritable)
	if n > 0 && c.busy() != "" {
		n++
	}
	return n
}

// files list what would be written and removed.
func (c *CommitDialog) files(b *body) {
	p, m := c.preview, c.ink.Marks
	if len(p.Files) == 0 {
		return
	}
	b.title("Files")
	wide := 0
	for _, f := range p.Files {
		wide = max(wide, style.Width(model.PrintableLine(f.Path)))
	}
	wide = min(wide, max(8, b.w-18))
	for _, f := range p.Files {
		mark, word := " ", ""
		switch f.Status {
		case model.Added:
			if mark, word = m.Added, "new"; f.From != "" {
				mark, word = m.Renamed, "from "+model.PrintableLine(f.From)
			}
		case model.Deleted:
			mark, word = m.Deleted, "deleted"
		case model.Emptied:
			mark, word = m.Emptied, "emptied"
		case model.Binary, model.ModeOnly:
			word = string(f.Status)
		}
		name := c.ink.ShortPad(model.PrintableLine(f.Path), wide)
		b.rows = append(b.rows, c.ink.Text.Render(mark+" "+name+" ")+c.ink.Add.Render(amount(m.Plus, f.Added))+
			c.ink.Del.Render(amount(m.Minus, f.Removed))+c.ink.Muted.Render(c.ink.Short(word, max(7, b.w-wide-3-2*amountWidth))))
	}
}

// amount is a count of lines in its column.
func amount(sign string, n int) string {
	if n == 0 {
		return style.Pad("", amountWidth)
	}
	return style.Pad(fmt.Sprint(sign, n), amountWidth)
}

// amountWidth is the column of a count of lines.
const amountWidth = 6

// findings list what the audit would say of the result: the new ones, which the selection causes, or
// those that the memory has already. The old ones may be many and stand at the end.
func (c *CommitDialog) findings(b *body, fresh bool) {
	list, n := c.preview.Findings, c.fresh()
	switch {
	case n == 0 && fresh && c.stops() > 0:
		// What must not be written is no part of the result: this is no word for all that is accepted.
		b.title("What the selection would bring")
		b.say(c.ink.Marks.Dot, c.ink.Muted, "nothing new that the audit finds, but for what stops the commit")
		return
	case len(list) == 0 && fresh:
		b.say(c.ink.Marks.Yes, c.ink.OK, "the audit of the result finds nothing")
		return
	case n == 0 && fresh:
		b.say(c.ink.Marks.Yes, c.ink.OK, "the audit of the result finds nothing new")
		return
	case fresh:
		title := fmt.Sprintf("What the selection would bring: %s", model.Count(n, "new finding"))
		if at := c.mendable(); len(at) > 1 {
			title += fmt.Sprintf("; %s and %s go from one to the next", c.key(keymap.NextHunk), c.key(keymap.PrevHunk))
		}
		b.title(title)
	case len(list) > n:
		b.title(fmt.Sprintf("Findings that stand already: %d", len(list)-n))
	}
	for i := 0; i < len(list); i += c.alike(i) {
		if f := list[i]; c.isNew(i) == fresh {
			if n := c.alike(i); n > 1 {
				f.Message += fmt.Sprintf(" (and %s more of this kind)", model.Number(n-1))
			}
			b.rows = append(b.rows, c.ink.finding(f, b.w)...)
			if fresh {
				c.repairs(b, i)
			}
		}
	}
}

// choices show git and the toggles, each with its key.
func (c *CommitDialog) choices(b *body) {
	p, g := c.preview, c.preview.Git
	if g.Unused {
		b.title("Two folders, and no memory")
		for _, s := range p.Remarks {
			b.say(c.ink.Marks.Dot, c.ink.Muted, line(s))
		}
		return
	}
	b.title("Git")
	switch {
	case g.Err != "":
		b.say(c.ink.Marks.No, c.ink.Warn, "git cannot be asked: "+line(g.Err))
	case c.mayInit():
		where := "there is no git repository here"
		if g.Root != "" {
			where = "the repository at " + line(g.Root) + " does not keep this memory"
		}
		b.text(where)
		b.toggle(c.init, c.key(keymap.ToggleInit), "git init: keep the memory in a repository of its own, and commit there")
		b.toggle(!c.init, c.key(keymap.ToggleInit), "no git: keep a backup of the old bytes in dreamgate's state folder")
	default:
		b.text("branch " + line(g.Branch) + " of " + line(g.Root))
	}
	if len(p.Dirty) > 0 && !c.bare {
		names := make([]string, len(p.Dirty))
		for i, s := range p.Dirty {
			names[i] = model.PrintableLine(s)
		}
		b.toggle(c.dirty, c.key(keymap.ToggleDirty), "commit your own uncommitted edits first, by themselves; else they go into this commit: "+strings.Join(names, ", "))
	}
	for _, s := range p.Remarks {
		b.say(c.ink.Marks.Dot, c.ink.Muted, line(s))
	}
}

// result shows what the commit did and how to take it back.
func (c *CommitDialog) result(b *body) {
	o, m := c.outcome, c.ink.Marks
	switch {
	case o.GitError != "":
		b.loud(m.No, c.ink.Error, "applied, not committed; git says:")
		for s := range strings.SplitSeq(strings.TrimSpace(o.GitError), "\n") {
			b.indented(line(s))
		}
		b.text(c.key(keymap.Go) + " tries the commit again; the message is kept.")
		b.text(c.key(keymap.ToggleBare) + " leaves it without a commit, and closes the review.")
		b.text(c.key(keymap.Undo) + " puts the notes back as they were; the review waits again, as it is decided.")
	case o.Commit != "":
		b.say(m.Yes, c.ink.OK, "committed "+model.PrintableLine(o.Commit[:min(len(o.Commit), shortHash)]))
	case len(o.Written)+len(o.Removed) == 0:
		b.say(m.Yes, c.ink.OK, "nothing was written; the review is closed")
	default:
		b.say(m.Yes, c.ink.OK, "written")
	}
	b.names("written", o.Written)
	b.names("removed", o.Removed)
	if o.Backup != "" && !strings.Contains(o.Undo, o.Backup) {
		b.label("backup", line(o.Backup))
	}
	if o.Undo != "" {
		b.label("undo", line(o.Undo))
	}
	for _, s := range o.Notes {
		b.say(m.Dot, c.ink.Muted, line(s))
	}
}

// shortHash is how much of a commit's hash is shown.
const shortHash = 10
