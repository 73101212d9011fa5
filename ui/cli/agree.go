package cli

import (
	"context"
	"fmt"
	"os"
	"strings"

	"dreamgate/model"
)

// commit says what would be written and asks for a yes. Done means that the review is carried out.
func (l *linear) commit(ctx context.Context) (done bool, err error) {
	for again := true; again && err == nil; {
		done, again, err = l.tryCommit(ctx)
	}
	return done, err
}

// tryCommit is commit until it is done, left, or to be told again after a repair.
func (l *linear) tryCommit(ctx context.Context) (done, again bool, err error) {
	if err := l.hear(ctx); err != nil {
		return false, false, err
	}
	seen := l.r.Ruling()
	l.r.Seen = &seen // all of it is saved, and was told
	view, err := l.parts.Desk.Preview(ctx, l.r)
	if err != nil {
		return false, false, err
	}
	l.tellPreview(view)
	if why := l.inTheWay(view); why != "" {
		l.out().linef("Not written: %s.", why)
		return false, false, nil
	}
	o := model.CommitOptions{Message: view.Message}
	if len(view.Files) > 0 {
		if err := l.options(ctx, view, &o); err != nil {
			return false, false, err
		}
	}
	ok, repair, err := l.agreed(ctx, view, &o)
	if repair != nil {
		return false, true, l.mend(ctx, *repair)
	}
	if err != nil || !ok {
		return false, false, err
	}
	out, err := l.parts.Desk.Commit(ctx, l.r, o)
	if err != nil {
		// Nothing was written and the review is as it was, so that it can go on.
		l.out().linef("Not written: %s.", err)
		return false, false, l.hear(ctx)
	}
	p := applying{app: l.app}
	return true, false, p.finished(l.r, nil, out)
}

// inTheWay says what a commit would refuse, "" if nothing.
func (l *linear) inTheWay(v model.Preview) string {
	switch {
	case len(v.Stale) > 0:
		return strings.Join(v.Stale, "; ") + "; the answer merge makes the review anew with both sides"
	case len(v.Secrets) > 0:
		return strings.Join(v.Secrets, "; ") + "; accept or reject each of these hunks, for a team only reject"
	case len(v.Unwritable) > 0:
		return strings.Join(v.Unwritable, "; ") + "; reject these hunks"
	case v.Accepted == 0 && v.Undecided > 0:
		return "nothing is accepted; accept something first, or reject the rest"
	}
	return ""
}

// tellPreview says what a commit would do.
func (l *linear) tellPreview(v model.Preview) {
	out := l.out()
	out.linef("")
	out.linef("What would be written: %s accepted, %d rejected.", model.Count(v.Accepted, "hunk"), v.Rejected)
	for _, f := range v.Files {
		out.linef("file: %s, %s, %s added, %s removed", f.Path, f.What(), model.Count(f.Added, "line"), model.Count(f.Removed, "line"))
	}
	if v.Undecided > 0 {
		out.linef("left out for good: %s undecided", model.Count(v.Undecided, "hunk"))
	}
	if v.Flagged > 0 {
		out.linef("warning: %d accepted in spite of a flag", v.Flagged)
	}
	if v.Deletions > 0 {
		out.linef("warning: %d of %s deleted or emptied", v.Deletions, v.Of())
	}
	if s := v.Loss.Shedding(); s != "" {
		out.linef("warning: %s", s)
	}
	if v.Git.Unused {
		for _, s := range v.Remarks {
			out.linef("remark: %s", s)
		}
		return
	}
	fresh, n := 0, 0
	for i, f := range v.Findings {
		if i < len(v.New) && v.New[i] {
			fresh++
			out.linef("new finding, %s, in %s: %s", f.Severity.String(), place(f), f.Message)
			if i >= len(v.Repairs) {
				continue
			}
			for _, r := range v.Repairs[i] {
				n++
				out.linef("repair %d: %s", n, r.Text)
			}
		}
	}
	if fresh == 0 {
		out.linef("new findings: none")
	}
	for _, s := range v.Remarks {
		out.linef("remark: %s", s)
	}
	if v.Git.Err != "" {
		out.linef("remark: git cannot be asked: %s", v.Git.Err)
	}
}

// options asks what a commit leaves open: a repository of its own, and edits that the user has not committed.
func (l *linear) options(ctx context.Context, v model.Preview, o *model.CommitOptions) (err error) {
	if noCommit(v) != "" {
		return nil // and nothing to ask about one
	}
	if v.Git.Free() {
		o.Init, err = l.yes(ctx, "No git repository keeps this memory. Make one of it, and commit there? With no, a backup of the old bytes is kept.")
		if err != nil {
			return err
		}
	}
	if len(v.Dirty) > 0 {
		o.Edits = model.EditsAlong
		var first bool
		first, err = l.yes(ctx, fmt.Sprintf("You have uncommitted edits of your own in %s. Commit them first, by themselves? With no, they go into this commit.",
			strings.Join(v.Dirty, ", ")))
		if first {
			o.Edits = model.EditsFirst
		}
	}
	return err
}

// noCommit says why the notes can be written now and not committed, "" if they can.
func noCommit(v model.Preview) string {
	if v.Git.Busy == "" || v.Git.Unused {
		return ""
	}
	return v.Git.Busy + " is in progress in the repository: finish it first, or write without a commit"
}

// agreed asks whether to write, and lets the message be changed, or a repair be carried out first.
func (l *linear) agreed(ctx context.Context, v model.Preview, o *model.CommitOptions) (bool, *model.Repair, error) {
	if v.Massive() {
		if ok, err := l.yes(ctx, fmt.Sprintf("This deletes %d of %s. Delete all %d?", v.Deletions, v.Of(), v.Deletions)); err != nil || !ok {
			return false, nil, err
		}
	}
	if v.Accepted == 0 {
		ok, err := l.yes(ctx, "All is rejected: nothing is written, and the review is closed. Close it?")
		return ok, nil, err
	}
	if v.Git.Unused {
		ok, err := l.yes(ctx, "Write this?")
		return ok, nil, err
	}
	for {
		subject, rest, _ := strings.Cut(strings.TrimRight(o.Message, "\n"), "\n")
		l.out().linef("message of the commit: %s", subject)
		question, words := l.writeWords(v, rest != "")
		word, err := l.oneOf(ctx, question, words...)
		repair, ok := repairNamed(v, word)
		switch {
		case err != nil || word == "no":
			return false, nil, err
		case ok:
			return false, &repair, nil
		case word == "yes":
			return true, nil, nil
		case word == "without":
			o.NoCommit, o.Init, o.Edits = true, false, model.CommitOptions{}.Edits
			return true, nil, nil
		case word == "whole":
			for s := range strings.SplitSeq(rest, "\n") {
				l.out().linef("message: %s", s)
			}
		default:
			if err := l.reword(ctx, o); err != nil {
				return false, nil, err
			}
			typed := o.Message
			if typed == v.Made {
				typed = "" // it is made anew with the next decision
			}
			if err := l.parts.Desk.Message(ctx, l.r.Proposal.Store, l.r.Proposal.ID, typed); err != nil {
				return false, nil, err
			}
		}
	}
}

// writeWords asks whether to write, with the words that answer; long says that the message has more than its first line.
func (l *linear) writeWords(v model.Preview, long bool) (question string, words []string) {
	question, words = "Write this? yes, no, message to change it, or without to make no commit?", []string{"yes", "no", "whole", "message", "without"}
	if long {
		question = "Write this? yes, no, whole to hear the whole message, message to change it, or without to make no commit?"
	}
	if why := noCommit(v); why != "" {
		l.out().linef("No commit can be made: %s.", why)
		question, words = "Write this? no, or without to make no commit?", []string{"no", "without"}
	}
	repairs := numbers(len(repairsOf(v)))
	if len(repairs) > 0 {
		question = strings.TrimSuffix(question, "?") + ", or the number of a repair to carry it out?"
	}
	return question, append(repairs, words...)
}

// reword changes the message: all of it in the editor on a terminal, else its first line, below which the rest
// stays as it is.
func (l *linear) reword(ctx context.Context, o *model.CommitOptions) error {
	if l.Terminal && l.parts.Editor != nil {
		s := &reshaping{app: l.app}
		text, err := s.edited(ctx, o.Message)
		if err != nil {
			l.out().linef("The message stays as it is: %s.", err)
			return ctx.Err()
		}
		if strings.TrimSpace(text) != "" {
			o.Message = text
		}
		return os.RemoveAll(s.draft)
	}
	line, err := l.line(ctx, "The first line of the message; what stands below it stays. An empty line keeps the one above:")
	if line = strings.TrimSpace(line); err != nil || line == "" {
		return err
	}
	if _, rest, ok := strings.Cut(o.Message, "\n"); ok {
		line += "\n" + rest
	}
	o.Message = line
	return nil
}
