package desk

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"dreamgate/diffview/hunk"
	"dreamgate/memory"
	"dreamgate/memory/history"
	"dreamgate/model"
)

// dirtyMessage is the message of the commit that holds the user's own edits.
const dirtyMessage = history.DirtyMessage

// Commit carries the review's decisions out and closes it: undecided is not accepted. An error
// means that nothing was written and the review is as it was; it is a memory.ErrMoved where files
// are no longer what the proposal was made from. Where the files are written and git refuses, there
// is no error: the outcome has git's words, the review stays as "uncommitted", and another Commit
// tries only the git commit again. Without a repository to commit to the review is closed and the
// outcome names the backup.
func (d *Desk) Commit(ctx context.Context, r model.Review, o model.CommitOptions) (model.Outcome, error) {
	s, err := d.openStore(ctx, r.Proposal.Store, r.Proposal.ID)
	if err != nil {
		return model.Outcome{}, err
	}
	defer s.close()
	done, err := s.alone(ctx)
	if err != nil {
		return model.Outcome{}, err
	}
	defer done()
	rec, err := s.record(r.Proposal.ID)
	if err != nil {
		return model.Outcome{}, err
	}
	if r, err = s.derived(r, rec); err != nil {
		return model.Outcome{}, err
	}
	c := &carrying{d: d, s: s, r: r, rec: rec, o: o, git: lookAround(ctx, r.Proposal.Store)}
	c.out.Notes = d.tell(s)
	c.out.Backup = memory.RecordPath(s.root, r.Proposal.ID)
	if rec.State == model.ReviewUncommitted {
		return c.retry(ctx)
	}
	return c.all(ctx)
}

// carrying is one review being carried out.
type carrying struct {
	d    *Desk
	s    *store
	r    model.Review
	rec  *record
	o    model.CommitOptions
	git  git
	plan *plan
	out  model.Outcome
	// commits says that there is a repository that takes the commit, unless why not.
	commits bool
	why     string
	// left are the files that the commit leaves out, along are other halves of files that the user moved and did not
	// commit: they go with the half that is written.
	left, along []string
}

// all goes the whole way of a review that is pending.
func (c *carrying) all(ctx context.Context) (model.Outcome, error) {
	tally, _ := hunk.Counts(c.r.Changes, c.r.Decisions)
	if tally.Accepted == 0 && tally.Undecided > 0 {
		return model.Outcome{}, errors.New("nothing is accepted yet: decide first, or reject all")
	}
	if lines := secrets(c.r); len(lines) > 0 {
		return model.Outcome{}, fmt.Errorf("%s; nothing was written", strings.Join(lines, "; "))
	}
	// The decisions are saved first: whatever happens from here on, they are not made twice.
	if err := c.save(model.ReviewPending); err != nil {
		return model.Outcome{}, err
	}
	if tally.Accepted == 0 {
		return c.reject()
	}
	if err := c.ready(ctx); err != nil {
		return model.Outcome{}, err
	}
	if err := memory.Apply(ctx, c.s.live, c.s.root, c.r.Proposal.ID, c.plan.writes); err != nil {
		return model.Outcome{}, err
	}
	c.wrote()
	// Were this write lost, the record of the apply would say the same.
	if err := c.save(model.ReviewUncommitted); err != nil {
		c.note(err.Error())
	}
	return c.commit(ctx)
}

// save writes the decisions, and the message so that a failed commit does not lose it.
func (c *carrying) save(state model.ReviewState) error {
	c.rec.rule(ofHunks(c.r.Changes, c.r.Ruling()))
	c.rec.size(c.r.Changes, c.r.Check)
	c.rec.State = state
	own := message(c.r)
	for _, m := range []string{string(c.rec.Message), own} {
		if strings.TrimSpace(c.o.Message) == "" {
			c.o.Message = m
		}
	}
	// Before the apply, a message that nobody edited is made anew with every decision.
	c.rec.Message = ""
	if state == model.ReviewUncommitted || c.o.Message != own {
		c.rec.Message = memory.Text(c.o.Message)
	}
	return c.s.write(recordPath(c.rec.ID), c.rec)
}

// note adds lines to show.
func (c *carrying) note(lines ...string) { c.out.Notes = append(c.out.Notes, lines...) }

// reject closes a review of which nothing is accepted.
func (c *carrying) reject() (model.Outcome, error) {
	if err := c.shut(howRejected); err != nil {
		return model.Outcome{}, err
	}
	c.out.Backup = ""
	c.note("nothing was accepted: the memory is as it was")
	return c.out, nil
}

// shut closes the review on the desk.
func (c *carrying) shut(how string) error {
	return c.s.shut(c.r.Proposal, c.rec, closing{At: c.d.now(), How: how, Commit: c.out.Commit})
}

// ready makes sure, before anything is written, that all of it can be, and puts what is there now
// into git where that was asked for.
func (c *carrying) ready(ctx context.Context) (err error) {
	if c.plan, err = newPlan(ctx, c.s.live, c.r, c.r.Decisions); err != nil {
		return err
	}
	if len(c.plan.stale) > 0 {
		return fmt.Errorf("%w: %s; nothing was written; refresh the review to see both sides", memory.ErrMoved, strings.Join(c.plan.stale, "; "))
	}
	if len(c.plan.unwritable) > 0 {
		return fmt.Errorf("%s; nothing was written", strings.Join(c.plan.unwritable, "; "))
	}
	c.commits, c.why = c.git.takes()
	if !c.commits && c.o.Init && !c.git.Unused && !c.o.NoCommit {
		if err := history.Init(ctx, c.git.dir); err != nil {
			return fmt.Errorf("%w; nothing was written", err)
		}
		c.note("a git repository was made in " + c.git.dir)
		c.git = lookAround(ctx, c.r.Proposal.Store)
		c.commits, c.why = c.git.takes()
	}
	if c.o.NoCommit {
		c.commits, c.why = false, "it was not asked for"
		return nil
	}
	if !c.commits && c.o.Edits == model.EditsFirst && c.git.Root != "" && !c.git.Ignored {
		// Committing the notes as they are to a repository that lies around them was asked for.
		c.commits = true
	}
	if !c.commits {
		return nil
	}
	return c.readyGit(ctx)
}

// readyGit makes sure that git can commit, and commits the user's own edits if that was asked for.
func (c *carrying) readyGit(ctx context.Context) error {
	if c.git.Err != "" {
		return c.refusal(errors.New(c.git.Err), "nothing was written")
	}
	err := errors.Join(history.Sayable(signed(c.o.Message, c.r.Proposal)), history.Ready(ctx, c.git.dir))
	if err != nil {
		return fmt.Errorf("%w; nothing was written", err)
	}
	own, err := c.git.own(ctx, c.plan)
	if err != nil {
		return fmt.Errorf("%w; nothing was written", err)
	}
	if err := history.Overlooked(ctx, c.git.dir, own.all); err != nil {
		return c.refusal(err, "nothing was written")
	}
	lost, err := c.git.lost(ctx, own.all)
	if err != nil {
		return fmt.Errorf("%w; nothing was written", err)
	}
	if len(lost) > 0 {
		return fmt.Errorf("%s; nothing was written", strings.Join(lost, "; "))
	}
	return c.ownEdits(ctx, own)
}

// wrote lists what was written and what stands beside it.
func (c *carrying) wrote() {
	for _, w := range c.plan.writes {
		if w.New == nil {
			c.out.Removed = append(c.out.Removed, w.Path)
		} else {
			c.out.Written = append(c.out.Written, w.Path)
		}
	}
	c.note(c.plan.remarks...)
}

// commit commits what is written, and closes the review unless git refuses.
func (c *carrying) commit(ctx context.Context) (model.Outcome, error) {
	kept := "the text from before is kept in " + c.out.Backup
	if !c.commits {
		c.note("not committed: " + c.why)
		c.out.Undo = c.undo() + "; " + kept
		return c.closed(), nil
	}
	hash, err := c.record(ctx)
	switch {
	case errors.Is(err, history.ErrNothing):
		c.note("git had nothing to commit: these files are in it as they are")
		c.out.Undo = c.undo() + "; " + kept
		return c.closed(), nil
	case err != nil:
		return c.refused(err)
	}
	c.out.Commit = hash
	c.out.Undo = c.undo()
	c.verify(ctx)
	if c.git.Branch == "" {
		c.note("HEAD is detached: the commit is on no branch")
	}
	return c.closed(), nil
}

// record makes the commit, without the new notes that git is told to ignore.
func (c *carrying) record(ctx context.Context) (string, error) {
	paths := c.paths()
	ignored, err := history.Ignored(ctx, c.git.dir, paths)
	if err != nil {
		return "", err
	}
	if len(ignored) > 0 {
		paths = slices.DeleteFunc(paths, func(p string) bool { return slices.Contains(ignored, p) })
		c.left = ignored
		c.note("git is told to ignore " + some(ignored, 5) + ": written, and not committed")
	}
	return history.Commit(ctx, c.git.dir, paths, signed(c.o.Message, c.r.Proposal))
}

// refused keeps the review of notes that are written and that git made no commit of. What was accepted stands:
// git's no is about the record of it alone. The commit can be tried again, and TakeBack ends it the other way.
func (c *carrying) refused(cause error) (model.Outcome, error) {
	id := c.r.Proposal.ID
	c.out.GitError = cause.Error()
	c.rec.GitError = memory.Text(c.out.GitError)
	c.out.Undo = "the changes are written but not committed; dreamgate review unapply " + id + " puts the notes back as they were, and " +
		"dreamgate review apply " + id + " --no-commit leaves git alone; the text from before is kept in " + c.out.Backup
	if err := c.save(model.ReviewUncommitted); err != nil {
		c.note(err.Error())
	}
	return c.out, nil
}

// refusal is git's own words, what became of the notes, and the ways on, each on a line of its own.
func (c *carrying) refusal(cause error, lines ...string) error {
	lines = append(lines, "the review is kept: mend it and commit again, or write the notes without a commit: dreamgate review apply "+
		c.r.Proposal.ID+" --no-commit")
	return fmt.Errorf("%w\n%s", cause, strings.Join(lines, "\n"))
}

// undo is the command that takes all of it back, as a review like any other.
func (c *carrying) undo() string {
	return "dreamgate undo " + c.r.Proposal.ID + " --memory " + model.ShellWord(c.r.Proposal.Store.Dir)
}

// closed closes the review after everything is done. If that fails it stays as uncommitted, and a
// retry finds nothing to commit and closes it.
func (c *carrying) closed() model.Outcome {
	if err := c.shut(howAccepted); err != nil {
		c.note(err.Error())
	}
	return c.out
}

// retry makes the git commit of a review that is applied: of the files that were written, as long as
// they are what was written.
func (c *carrying) retry(ctx context.Context) (out model.Outcome, err error) {
	tree, err := c.s.live.ReadTree(ctx)
	if err != nil {
		return model.Outcome{}, err
	}
	writes, moved, err := c.s.written(c.r.Proposal.ID, tree)
	if err != nil {
		return model.Outcome{}, err
	}
	if len(moved) > 0 && !c.o.NoCommit {
		return model.Outcome{}, fmt.Errorf("%w: %s", memory.ErrMoved, byHand(moved, c.r.Proposal.ID))
	}
	c.plan, c.along = &plan{live: tree, writes: writes}, c.stillAlong(tree)
	if len(moved) > 0 {
		// Nothing is left to be written: that git is left alone is all that was asked for.
		c.plan.remarks = []string{"changed since it was written, and as it is now: " + some(moved, 5)}
	}
	c.wrote()
	if c.commits, c.why = c.git.takes(); c.o.NoCommit {
		c.commits, c.why = false, "it was not asked for"
	}
	if err := c.save(model.ReviewUncommitted); err != nil {
		return model.Outcome{}, err
	}
	return c.commit(ctx)
}

// written are the files that an applied review wrote, and the paths of those that are no longer what it wrote.
func (s *store) written(id string, live model.Tree) (writes []memory.Write, moved []string, err error) {
	if writes, err = memory.Applied(s.root, id); err != nil {
		return nil, nil, fmt.Errorf("read what was written: %w", err)
	}
	for _, w := range writes {
		if f, exists := live[w.Path]; w.Standing(f, exists) != memory.Done {
			moved = append(moved, w.Path)
		}
	}
	return writes, moved, nil
}

// byHand is what is left to do about an applied review whose files others changed before git had them.
func byHand(moved []string, id string) string {
	return strings.Join(moved, ", ") + "; commit by hand, then close the review: dreamgate review discard " + id +
		"; or close it without a commit: dreamgate review apply " + id + " --no-commit"
}
