package review

import (
	"fmt"
	"slices"

	"dreamgate/diffview/hunk"
	"dreamgate/keymap"
	"dreamgate/model"
	"dreamgate/model/bulk"
)

// Many is a rule that takes many hunks at once, with what it would take now.
type Many struct {
	// Text names what it means, About says it in a sentence.
	Text, About string
	// Accepts and Rejects count hunks, a rename as one, Leaves those that it means and would not accept.
	Accepts, Rejects, Leaves int
	rule                     bulk.Rule
}

// Many returns the rules that make sense here, but for those that mean nothing that is undecided; why says why
// there are none.
func (p *Pane) Many() (list []Many, why string) {
	if why := p.sealed(); why != "" {
		return nil, why
	}
	file := ""
	if p.at != summary {
		file = p.real[p.sheet.files[p.file()].change].Path
	}
	v := p.seen()
	for _, r := range bulk.Rules(p.behind.Real.Proposal, file) {
		accepts, leaves := r.Accepts(v)
		m := Many{Text: p.printable(r.Text), About: p.printable(r.About), Accepts: p.number(accepts), Rejects: p.number(r.Rejects(v)),
			Leaves: p.number(leaves), rule: r}
		if m.Rejects > 0 {
			list = append(list, m)
		}
	}
	if len(list) == 0 {
		return nil, "nothing is undecided"
	}
	return list, ""
}

// number is how many changes hunks are.
func (p *Pane) number(ids []string) int { return hunk.Number(p.real, ids) }

func (p *Pane) printable(s string) string { return model.PrintableLine(p.behind.Cover(s)) }

// Take decides what a rule takes, as one step.
func (p *Pane) Take(m Many, d model.Decision) Outcome {
	if s := p.single(d); s != "" {
		return Outcome{Hint: s}
	}
	ids := m.rule.Rejects(p.seen())
	left := ""
	if d == model.Accepted {
		var more []string
		if ids, more = m.rule.Accepts(p.seen()); len(more) > 0 {
			left = fmt.Sprintf("; %d left to you", p.number(more))
		}
	}
	out := p.some(ids, d, m.Text)
	out.Hint += left
	p.settle(out)
	return out
}

// some decides hunks as one step.
func (p *Pane) some(ids []string, d model.Decision, where string) Outcome {
	var take []item
	for _, it := range p.sheet.items {
		if mine := intersect(it.ids, ids); len(mine) > 0 {
			it.ids = mine
			take = append(take, it)
		}
	}
	what := fmt.Sprintf("%s %s: %s", d, model.Count(len(take), "hunk"), where)
	out := Outcome{Handled: true, Changed: p.book.set(take, p.hunkID(), d, what), Hint: what}
	if !out.Changed {
		out.Hint = "took nothing: " + where
	}
	return out
}

func intersect(a, b []string) (out []string) {
	for _, s := range a {
		if slices.Contains(b, s) {
			out = append(out, s)
		}
	}
	return out
}

// offer is what may be decided with what was decided just now.
type offer struct {
	ids []string
	to  model.Decision
	// shape has the hunks of ids as hunks of their own.
	shape model.Shape
}

// belonging finds what is undecided of what belongs to a hunk. Of a hunk of the index with lines of other notes only
// its own lines belong to it: they are parted from the rest when they are decided.
func (p *Pane) belonging(it item, d model.Decision) offer {
	o := offer{p.seen().Loose(it.ids...), d, p.book.shape}
	if len(o.ids) > 0 && d != model.Undecided {
		o.shape, o.ids = hunk.Apart(p.behind.Real.Whole, p.book.shape, it.ids, o.ids, p.tie)
	}
	return o
}

func (p *Pane) tie(changes []model.Change) map[string][]string {
	return bulk.Tie(p.behind.Real.Proposal.Base, changes)
}

// offering finds what belongs to a hunk that was decided, and says which key keeps them together.
func (p *Pane) offering(it item, d model.Decision) string {
	p.offer = offer{}
	o := p.belonging(it, d)
	if d == model.Undecided || len(o.ids) == 0 {
		return ""
	}
	p.offer = o
	verb := map[model.Decision]string{model.Accepted: "accepts", model.Rejected: "rejects"}[d]
	n := p.number(o.ids)
	what := model.Count(n, "hunk") + " of " + p.filesOf(p.seen().Loose(it.ids...))
	if !sameShape(o.shape, p.book.shape) {
		what, n = "its line in the index", 1
	}
	return fmt.Sprintf("%s %s to it: %s %s %s as well", what, model.Verb(n, "belongs", "belong"), p.o.key(keymap.Review, keymap.Together), verb, model.Verb(n, "it", "them"))
}

// filesOf names the files of hunks, the first of them.
func (p *Pane) filesOf(ids []string) string {
	var names []string
	for _, it := range p.sheet.items {
		name := model.PrintableLine(p.sheet.files[it.file].path)
		if len(intersect(it.ids, ids)) > 0 && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	if len(names) > 1 {
		return fmt.Sprintf("%s and %d more", names[0], len(names)-1)
	}
	return names[0]
}

// together decides what belongs to the hunk that was decided last, or else to the one at the cursor, as that
// was decided. What has a flag is shown first.
func (p *Pane) together() Outcome {
	o := p.offer
	if len(o.ids) == 0 && p.at != summary {
		it := p.sheet.items[p.at]
		d, _ := p.book.of(it)
		o = p.belonging(it, d)
		if len(p.seen().Ties[it.ids[0]]) == 0 {
			return Outcome{Hint: "nothing else belongs to this hunk"}
		}
		if d == model.Undecided {
			return Outcome{Hint: "decide this hunk first; then the key decides what belongs to it"}
		}
	}
	if len(o.ids) == 0 {
		return Outcome{Hint: "nothing that belongs to it is undecided"}
	}
	if s := p.single(o.to); s != "" {
		return Outcome{Hint: s}
	}
	p.offer = offer{}
	if !sameShape(o.shape, p.book.shape) {
		return p.takeApart(o)
	}
	if i := p.unseen(o); i != summary {
		p.toHunk(i)
		return Outcome{Hint: lookFirst}
	}
	return p.some(o.ids, o.to, "what belongs to it")
}

const lookFirst = "look at it first, then decide: it carries a flag, was edited, or was refused before"

// unseen is the first item of an offer that wants a look before it is accepted, the summary if there is none.
func (p *Pane) unseen(o offer) int {
	for i, it := range p.sheet.items {
		if o.to == model.Accepted && len(intersect(it.ids, o.ids)) > 0 && (len(it.flags) > 0 || it.edited || it.before.Known()) {
			return i
		}
	}
	return summary
}

// takeApart makes hunks of their own of the lines of an offer and decides them, as one step. Where one of them wants a
// look, that is all that it does.
func (p *Pane) takeApart(o offer) Outcome {
	place, next := p.hunkID(), hunk.Reruled(p.behind.Real.Whole, p.book.ruling(), o.shape)
	if _, check, err := hunk.Shaped(p.behind.Real.Whole, p.r.Proposal.Check, o.shape, p.behind.Judge); err != nil ||
		o.to == model.Accepted && slices.ContainsFunc(o.ids, func(id string) bool { return len(check.Hunks[id].Flags) > 0 || check.Hunks[id].Before.Known() }) {
		out := p.remake(next, o.ids[0], "parted the index")
		out.Hint = lookFirst
		return out
	}
	for _, id := range o.ids {
		next.Decisions[id] = o.to
	}
	what := fmt.Sprintf("%s %s of the index that belong to it", o.to, model.Count(len(o.ids), "hunk"))
	out := p.remake(next, place, what)
	out.Hint = what
	return out
}
