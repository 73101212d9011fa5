package cli

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"dreamgate/diffview/hunk"
	"dreamgate/model"
	"dreamgate/model/bulk"
)

// choice asks for one of a number of things; not ok where the answer is none.
func (l *linear) choice(ctx context.Context, question string, n int) (i int, ok bool, err error) {
	word, err := l.oneOf(ctx, fmt.Sprintf("%s 1 to %d, or none?", question, n), append(numbers(n), "none")...)
	if err != nil || word == "none" {
		return 0, false, err
	}
	i, err = strconv.Atoi(word)
	return i - 1, true, err
}

// counted is a rule with what it would take.
type counted struct {
	text, about      string
	accepts, rejects []string
	left             []string
}

// counted are the rules that make sense at the present place and take anything.
func (l *linear) counted() (list []counted) {
	h, c, here := l.hunk()
	v := view(l.r)
	for _, r := range bulk.Rules(l.r.Proposal, c.Path) {
		one := counted{text: r.Text, about: r.About, rejects: r.Rejects(v)}
		if one.accepts, one.left = r.Accepts(v); len(one.rejects) > 0 {
			list = append(list, one)
		}
	}
	if !here {
		return list
	}
	d := deciding{group: h.ID, to: model.Rejected}
	one := counted{text: "this group", about: "the hunks of the file that only blank lines part from this one"}
	if one.rejects, _, _ = d.grouped(l.r); l.number(one.rejects) > 1 {
		d.to = model.Accepted
		one.accepts, one.left, _ = d.grouped(l.r)
		list = append(list, one)
	}
	return list
}

// rejectAll refuses everything that is not refused yet, also what is accepted; so it asks first.
func (l *linear) rejectAll(ctx context.Context) error {
	var ids []string
	for _, c := range l.r.Changes {
		for _, h := range c.Hunks {
			if l.r.Decisions[h.ID] != model.Rejected {
				ids = append(ids, h.ID)
			}
		}
	}
	if len(ids) == 0 {
		return refuse("everything is rejected already")
	}
	if ok, err := l.yes(ctx, "Reject "+model.Count(l.number(ids), "hunk")+", also what is accepted?"); err != nil || !ok {
		return err
	}
	return l.many(ctx, model.Rejected, ids)
}

// rules decides many hunks by a rule that is chosen, after it was said how many it takes.
func (l *linear) rules(ctx context.Context) error {
	list := l.counted()
	if len(list) == 0 {
		return refuse("nothing is undecided")
	}
	for i, c := range list {
		left := ""
		if n := l.number(c.left); n > 0 {
			left = fmt.Sprintf(" and leave %d for a look each", n)
		}
		l.out().linef("rule %d: %s, which is %s. It would accept %d%s, or reject %d.", i+1, c.text, c.about, l.number(c.accepts), left, l.number(c.rejects))
	}
	i, ok, err := l.choice(ctx, "Which rule?", len(list))
	if err != nil || !ok {
		return err
	}
	word, err := l.oneOf(ctx, "accept, reject, or none?", "accept", "reject", "none")
	switch word {
	case "accept":
		return l.many(ctx, model.Accepted, list[i].accepts)
	case "reject":
		return l.many(ctx, model.Rejected, list[i].rejects)
	}
	return err
}

// many decides hunks as one step.
func (l *linear) many(ctx context.Context, to model.Decision, ids []string) error {
	if len(ids) == 0 {
		if s := l.r.Check.Loss.Warning(); s != "" {
			return refuse("%s", s)
		}
		return refuse("the rule takes nothing: all that it means wants a look each")
	}
	if err := l.rule(ctx, l.with(to, ids...), false); err != nil {
		return err
	}
	l.out().linef("%s, %s. Still undecided: %d.", did[to], model.Count(l.number(ids), "hunk"), undecided(l.r))
	l.seek(0)
	return nil
}

// lines makes a hunk of its own of some lines of the present one.
func (l *linear) lines(ctx context.Context) error {
	h, _, _ := l.hunk()
	units := hunk.Units(l.r.Whole, l.r.Shape, h.ID)
	if len(units) < 2 {
		return refuse("this hunk has no lines that could be decided by themselves")
	}
	n := l.numbered("added", h.Added, l.numbered("removed", h.Removed, 0))
	word, err := l.ask(ctx, fmt.Sprintf("Which lines, such as 2 or 2-4, of 1 to %d, or none?", n))
	if err != nil || word != "" && strings.HasPrefix("none", word) {
		return err
	}
	from, to, err := lineRange(word)
	if err != nil {
		return refusal{err}
	}
	ru, err := carved(l.r, h.ID, []string{h.ID}, from, to)
	if err != nil {
		return refusal{err}
	}
	before := l.count()
	if err := l.rule(ctx, ru, true); err != nil {
		return err
	}
	l.out().linef("Split into %s.", model.Count(l.count()-before+1, "piece"))
	return nil
}

// numbered tells lines with their numbers, and returns the last one.
func (l *linear) numbered(word string, side []string, n int) int {
	for _, s := range side {
		n++
		l.out().linef("line %d, %s: %s", n, word, strings.TrimRight(s, "\r\n"))
	}
	return n
}
