package cli

import (
	"context"
	"slices"
	"strings"

	"dreamgate/diffview/hunk"
	"dreamgate/memory/search"
	"dreamgate/memory/secret"
	"dreamgate/model"
)

// hunkQuestion is what is asked of a hunk: what is most often answered. help names the rest.
const hunkQuestion = "accept, reject, split, edit, note, back, skip, undo, rest clean, rules, commit, quit, help?"

// unapply puts the notes back of which git made no commit.
func (l *linear) unapply(ctx context.Context) error {
	p := l.r.Proposal
	lines, err := l.parts.Desk.Unapply(ctx, p.Store, p.ID)
	if err != nil {
		return refusal{err}
	}
	for _, s := range lines {
		l.out().linef("%s", s)
	}
	l.out().linef("The notes are as they were, and the review waits with its decisions.")
	return l.load(ctx, p.Store, p.ID)
}

// undecide takes back what was decided of the hunk, whenever that was; undo takes back what was done last.
func (l *linear) undecide(ctx context.Context) error {
	h, _, _ := l.hunk()
	if l.r.Decisions[h.ID] == model.Undecided {
		return refuse("this hunk is undecided")
	}
	return l.rule(ctx, l.with(model.Undecided, hunk.Halves(l.r.Changes, h.ID)...), false)
}

// onward goes on by one hunk, whatever is decided of it.
func (l *linear) onward(context.Context) error {
	l.at++
	return nil
}

// toNext goes to the next hunk of a kind behind the present one, and from the last one to the first.
func (l *linear) toNext(is func(model.Hunk) bool) bool {
	here, n := l.at, l.count()
	for i := 1; i <= n; i++ {
		l.at = (here + i) % n
		if h, _, _ := l.hunk(); is(h) {
			return true
		}
	}
	l.at = here
	return false
}

func (l *linear) flagged(context.Context) error {
	if !l.toNext(func(h model.Hunk) bool { return len(l.r.Check.Hunks[h.ID].Flags) > 0 }) {
		return refuse("no hunk carries a flag")
	}
	return nil
}

// findWords goes to the next hunk that takes or brings a line with the words.
func (l *linear) findWords(ctx context.Context) error {
	line, err := l.line(ctx, "Words to find in what the hunks change:")
	words := strings.ToLower(strings.TrimSpace(line))
	if err != nil || words == "" {
		return err
	}
	n := 0
	has := func(h model.Hunk) bool {
		return strings.Contains(strings.ToLower(strings.Join(append(slices.Clone(h.Removed), h.Added...), "")), words)
	}
	for _, c := range l.r.Changes {
		for _, h := range c.Hunks {
			if has(h) {
				n++
			}
		}
	}
	if !l.toNext(has) {
		return refuse("no hunk has these words")
	}
	l.out().linef("They stand in %s.", model.Count(n, "hunk"))
	return nil
}

// result tells the file of the hunk as it would be.
func (l *linear) result(context.Context) error {
	_, c, _ := l.hunk()
	tree, err := hunk.Apply(l.r.Proposal.Base, l.r.Changes, l.r.Decisions)
	if err != nil {
		return refusal{err}
	}
	f, ok := tree[c.Path]
	if !ok {
		l.out().linef("With what is accepted there is no %s.", c.Path)
		return nil
	}
	l.out().linef("%s with what is accepted:", c.Path)
	l.out().tellLines("line", hunk.Lines(f.Data), true)
	return nil
}

// What is told around a cited line: so many blocks of the session before and after it.
const toldBefore, toldAfter = 4, 4

// cited tells what stands around the lines of sessions that the hunk rests on.
func (l *linear) cited(ctx context.Context) error {
	h, _, _ := l.hunk()
	e := l.r.Check.Hunks[h.ID]
	var at []model.Source
	for _, c := range e.Citations {
		at = append(at, c.Source)
	}
	for _, c := range e.Claims {
		at = append(at, c.Source)
	}
	told := map[string]bool{}
	for _, s := range at {
		if s.Session == "" || s.Line < 1 || told[spokenPlace(s)] {
			continue
		}
		told[spokenPlace(s)] = true
		p, err := search.Read(ctx, model.Hit{Store: l.r.Proposal.Store, Session: s.Session, Line: s.Line}, "")
		if err != nil {
			l.out().linef("%s: %s", spokenPlace(s), err)
			continue
		}
		l.out().linef("Around %s:", spokenPlace(s))
		for i := max(0, p.At-toldBefore); i < min(len(p.Lines), p.At+toldAfter+1); i++ {
			word := "beside"
			if i == p.At {
				word = "cited"
			}
			line := p.Lines[i]
			l.out().linef("%s, line %d, %s: %s", word, line.Line, speaker(model.Source{Trust: line.Trust, Call: line.Call}), cut(secret.Mask(line.Text)))
		}
	}
	if len(told) == 0 {
		return refuse("no line of a session is cited or found for this hunk")
	}
	return nil
}

// became tells what became of the note of the hunk.
func (l *linear) became(ctx context.Context) error {
	_, c, _ := l.hunk()
	if c.Status == model.Added && c.RenameOf == "" {
		return refuse("the note is new: nothing became of it before")
	}
	l.carry(ctx, l.r.Proposal.Store.Dir, menuVerb{word: "history", command: []string{"history"}}, orElse(c.RenameOf, c.Path))
	if err := ctx.Err(); err != nil {
		return err
	}
	return nil
}

// waits says after a command of the menu that a review waits, where it may have made one.
func (l *linear) waits(ctx context.Context, dir string) {
	if n := l.pending(ctx, dir); n > 0 {
		l.out().linef("Reviews that wait: %d. The answer reviews goes there.", n)
	}
}
