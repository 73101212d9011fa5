package desk

import (
	"bytes"
	"context"
	"fmt"
	"slices"

	"dreamgate/memory"
	"dreamgate/memory/history"
)

// verify holds the commit and the disk against what was accepted, byte for byte: a hook may rewrite files or
// add some, and a filter may store other bytes.
func (c *carrying) verify(ctx context.Context) {
	for _, w := range c.plan.writes {
		live, err := c.s.live.ReadFile(w.Path)
		if w.Standing(live, err == nil) != memory.Done {
			c.note(w.Path + " is not what was accepted any more: it was changed while it was committed")
		}
	}
	held, err := history.Held(ctx, c.git.dir, c.out.Commit)
	if err != nil {
		c.note("the commit could not be checked: " + err.Error())
		return
	}
	objects := history.NewObjects(ctx, c.git.dir)
	defer objects.Close()
	var how []string
	files := map[string][]string{}
	for _, w := range c.plan.writes {
		what := c.stored(w, held, objects)
		if what == "" || slices.Contains(c.left, w.Path) {
			continue
		}
		if files[what] == nil {
			how = append(how, what)
		}
		files[what] = append(files[what], w.Path)
	}
	for _, what := range how {
		c.note(fmt.Sprintf(what, some(files[what], 5)))
	}
	more, err := history.Beyond(ctx, c.git.dir, c.out.Commit, c.paths())
	if err != nil {
		c.note("the commit could not be checked: " + err.Error())
	}
	if len(more) > 0 {
		c.note("the commit also holds " + some(more, 5) + ", which nobody accepted: a hook added it")
	}
}

// The ways in which a commit does not hold files as they were accepted.
const (
	heldStill  = "the commit still holds %s, which is gone from disk"
	heldNot    = "the commit does not hold %s"
	heldUnread = "the commit could not be checked for %s"
	heldEnds   = "the commit holds %s with other line ends than on disk, as core.autocrlf or an attribute of the repository wants it"
	heldOther  = "the commit holds %s with other bytes than were accepted: they went through a filter, as with Git LFS, or a hook changed them"
)

// stored says in which way the commit does not hold a file as it was accepted, "" if it does.
func (c *carrying) stored(w memory.Write, held map[string]string, objects *history.Objects) string {
	name, there := held[w.Path]
	switch {
	case w.New == nil && there:
		return heldStill
	case w.New == nil:
		return ""
	case !there:
		return heldNot
	}
	data, err := objects.Read(name)
	switch {
	case err != nil:
		return heldUnread
	case bytes.Equal(data, w.New.Data):
		return ""
	case bytes.Equal(unix(data), unix(w.New.Data)):
		return heldEnds
	}
	return heldOther
}

// unix is a text with line feeds alone at the ends of lines.
func unix(data []byte) []byte { return bytes.ReplaceAll(data, []byte("\r\n"), []byte("\n")) }
