package review

import (
	"fmt"
	"slices"

	"dreamgate/keymap"
	"dreamgate/model"
	"dreamgate/model/bulk"
)

// Many is a rule that takes many hunks at once, with what it would take now.
type Many struct {
	// Text names what it means, About says it in a sentence.
	Text, About string
	// Accepts and Rejects count hunks, Leaves those that it means and would not accept.
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
		m := Many{Text: p.printable(r.Text), About: p.printable(r.About), Rejects: len(r.Rejects(v)), rule: r}
		var ids []string
		ids, m.Leaves = r.Accepts(v)
		if m.Accepts = len(ids); m.Rejects > 0 {
			list = append(list, m)
		}
	}
	if len(list) == 0 {
		return nil, "nothing is undecided"
	}
	return list, ""
}

func (p *Pane) printable(s string) string { return model.PrintableLine(p.behind.Cover(s)) }

// Take decides what a rule takes, as one step.
func (p *Pane) Take(m Many, d model.Decision) Outcome {
	if s := p.single(d); s != "" {
		return Outcome{Hint: s}
	}
	ids := m.rule.Rejects(p.seen())
	left := ""
	if d == model.Accepted {
		var n int
		if ids, n = m.rule.Accepts(p.seen()); n > 0 {
			left = fmt.Sprintf("; %d left to you", n)
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
	what := fmt.Sprintf("%s %s: %s", d, model.Count(len(ids), "hunk"), where)
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
}

// offering finds what belongs to a hunk that was decided, and says which key keeps them together.
func (p *Pane) offering(it item, d model.Decision) string {
	p.offer = offer{}
	ids := p.seen().Loose(it.ids...)
	if d == model.Undecided || len(ids) == 0 {
		return ""
	}
	p.offer = offer{ids, d}
	verb := map[model.Decision]string{model.Accepted: "accepts", model.Rejected: "rejects"}[d]
	return fmt.Sprintf("%s of %s belongs to it: %s %s it as well", model.Count(len(ids), "hunk"), p.filesOf(ids),
		p.o.key(keymap.Review, keymap.Together), verb)
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
		o = offer{p.seen().Loose(it.ids...), d}
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
	for i, it := range p.sheet.items {
		if o.to == model.Accepted && len(intersect(it.ids, o.ids)) > 0 && (len(it.flags) > 0 || it.edited || it.before.Known()) {
			p.toHunk(i)
			return Outcome{Hint: "look at it first, then decide: it carries a flag, was edited, or was refused before"}
		}
	}
	return p.some(o.ids, o.to, "what belongs to it")
}
