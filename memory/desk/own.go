package desk

import (
	"context"
	"fmt"
	"slices"

	"dreamgate/diffview/hunk"
	"dreamgate/memory"
	"dreamgate/memory/history"
	"dreamgate/model"
)

// own is what lies uncommitted of the notes that a plan writes, by whomever.
type own struct {
	// dirty are those that differ from the last commit, with the other halves of files that were moved.
	dirty []string
	// along are these halves: no plan writes them. All are the paths of the plan and along.
	along, all []string
}

// own asks git for it. Of a file that was moved, and written as a new one and a deleted one, a commit of one half
// alone would leave a repository that has the file twice, or not at all.
func (g git) own(ctx context.Context, p *plan) (o own, err error) {
	o.all = p.paths()
	if o.dirty, err = history.Dirty(ctx, g.dir, o.all); err != nil || len(o.dirty) == 0 {
		return o, err
	}
	gone, fresh, err := history.Unrecorded(ctx, g.dir)
	if err != nil || len(gone) == 0 {
		return o, err
	}
	come := model.Tree{}
	for _, path := range fresh {
		if f, ok := p.live[path]; ok && f.Regular() {
			come[path] = f
		}
	}
	for _, c := range hunk.Diff(gone, come) {
		if c.RenameOf == "" || !slices.Contains(o.dirty, c.Path) && !slices.Contains(o.dirty, c.RenameOf) {
			continue
		}
		for _, half := range []string{c.Path, c.RenameOf} {
			if !slices.Contains(o.all, half) {
				o.along = append(o.along, half)
			}
		}
	}
	o.all = append(o.all, o.along...)
	o.dirty = append(o.dirty, o.along...)
	slices.Sort(o.dirty)
	return o, nil
}

// ownEdits commits what the user did not commit of the notes that are about to be written, or says that it goes along.
func (c *carrying) ownEdits(ctx context.Context, o own) error {
	c.rec.Along = nil
	if len(o.dirty) == 0 {
		return nil
	}
	if c.o.Edits == model.EditsAlong || c.o.Edits == model.EditsByPlace && !c.git.AtRoot {
		if err := c.takeAlong(o.along); err != nil {
			return fmt.Errorf("%w; nothing was written", err)
		}
		c.note("your own uncommitted edits of " + some(o.dirty, 3) + " are part of the commit")
		return nil
	}
	hash, err := history.Commit(ctx, c.git.dir, o.dirty, dirtyMessage)
	if err != nil {
		return c.refusal(fmt.Errorf("your own edits of %s come first: %w", some(o.dirty, 3), err), "nothing was written")
	}
	c.note(fmt.Sprintf("your own edits of %s were committed first, by themselves: %s", some(o.dirty, 3), hash))
	return nil
}

// takeAlong takes halves of moved files into the commit, and keeps them with the review before anything is written: where
// git refuses, or the program dies, the commit is made later, when what the plan wrote hides that they belong to it.
func (c *carrying) takeAlong(halves []string) error {
	if c.along = halves; len(halves) == 0 {
		return nil
	}
	for _, path := range halves {
		c.rec.Along = append(c.rec.Along, recordFile{Path: memory.Text(path), New: sumAt(c.plan.live, path)})
	}
	return c.save(model.ReviewPending)
}

// stillAlong are the halves that an earlier attempt took along, as long as they are what they were then.
func (c *carrying) stillAlong(live model.Tree) (halves []string) {
	for _, f := range c.rec.Along {
		if path := string(f.Path); sumAt(live, path) == f.New {
			halves = append(halves, path)
		}
	}
	return halves
}

// paths are those of the commit.
func (c *carrying) paths() []string { return append(c.plan.paths(), c.along...) }
