package desk

import (
	"bytes"
	"context"
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
	for _, w := range c.plan.writes {
		if slices.Contains(c.left, w.Path) {
			continue
		}
		if what := c.stored(w, held, objects); what != "" {
			c.note(what)
		}
	}
	more, err := history.Beyond(ctx, c.git.dir, c.out.Commit, c.plan.paths())
	if err != nil {
		c.note("the commit could not be checked: " + err.Error())
	}
	if len(more) > 0 {
		c.note("the commit also holds " + some(more, 5) + ", which nobody accepted: a hook added it")
	}
}

// stored says in which way the commit does not hold a file as it was accepted, "" if it does.
func (c *carrying) stored(w memory.Write, held map[string]string, objects *history.Objects) string {
	name, there := held[w.Path]
	switch {
	case w.New == nil && there:
		return "the commit still holds " + w.Path + ", which is gone from disk"
	case w.New == nil:
		return ""
	case !there:
		return "the commit does not hold " + w.Path
	}
	data, err := objects.Read(name)
	switch {
	case err != nil:
		return "the commit could not be checked for " + w.Path + ": " + err.Error()
	case bytes.Equal(data, w.New.Data):
		return ""
	case bytes.Equal(unix(data), unix(w.New.Data)):
		return "the commit holds " + w.Path + " with other line ends than the file, as core.autocrlf or an attribute of the repository wants it"
	}
	return "the commit holds other bytes of " + w.Path + " than were accepted: a hook or a filter of the repository changed them"
}

// unix is a text with line feeds alone at the ends of lines.
func unix(data []byte) []byte { return bytes.ReplaceAll(data, []byte("\r\n"), []byte("\n")) }
