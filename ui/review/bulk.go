package review

import (
	"fmt"
	"slices"
	"strings"

	"dreamgate/keymap"
	"dreamgate/model"
	"dreamgate/model/bulk"
)

// passed counts what a bulk key left alone.
type passed struct{ flagged, refused, removes, renames, edited, tied, named int }

// add counts an item; tied says that it belongs to others.
func (p *passed) add(it item, tied bool) {
	switch {
	case len(it.flags) > 0:
		p.flagged++
	case it.before.Known():
		p.refused++
	case len(it.ids) > 1:
		p.renames++
	case it.edited:
		p.edited++
	case it.removes:
		p.removes++
	case tied:
		p.tied++
	default:
		p.named++
	}
}

func (p passed) String() string {
	var parts []string
	if p.flagged > 0 {
		parts = append(parts, fmt.Sprintf("%d flagged", p.flagged))
	}
	if p.refused > 0 {
		parts = append(parts, fmt.Sprintf("%d refused before", p.refused))
	}
	if p.removes > 0 {
		parts = append(parts, model.Count(p.removes, "deletion"))
	}
	if p.renames > 0 {
		parts = append(parts, model.Count(p.renames, "rename"))
	}
	if p.edited > 0 {
		parts = append(parts, fmt.Sprintf("%d edited", p.edited))
	}
	if p.tied > 0 {
		parts = append(parts, model.Count(p.tied, "index line")+" of theirs")
	}
	if p.named > 0 {
		parts = append(parts, model.Count(p.named, "index line")+" of notes that stay")
	}
	return strings.Join(parts, ", ")
}

// clean says of the items of a range whether a bulk key may accept them together.
func (p *Pane) clean(from, to int) func(item) bool {
	among := map[string]bool{}
	for _, it := range p.sheet.items[from:to] {
		for _, id := range it.ids {
			among[id] = true
		}
	}
	clean := p.seen().Clean(func(id string) bool { return among[id] })
	return func(it item) bool {
		return !slices.ContainsFunc(it.ids, func(id string) bool { return !clean[id] })
	}
}

// seen is the review as the rules for many hunks see it.
func (p *Pane) seen() bulk.View {
	return bulk.View{Names: p.names, Changes: p.real, Check: p.r.Check, Decisions: p.book.now, Ties: p.ties}
}

// single says why nothing may be decided that way but by its own key, "" if it may.
func (p *Pane) single(d model.Decision) string {
	if d != model.Accepted {
		return ""
	}
	return p.r.Check.Loss.Warning()
}

// choose picks of a range the undecided items that a bulk key may take.
func (p *Pane) choose(from, to int, may func(item) bool) (take []item, left passed) {
	for _, it := range p.sheet.items[from:to] {
		switch {
		case !p.book.open(it):
		case may(it):
			take = append(take, it)
		default:
			left.add(it, p.tied(it))
		}
	}
	return take, left
}

// bulk decides items as one step and says how many, and what it passed by.
func (p *Pane) bulk(take []item, left passed, d model.Decision, where string) Outcome {
	rest := ""
	if s := left.String(); s != "" {
		rest = "; " + s + " left to you"
	}
	if len(take) == 0 {
		if rest == "" {
			return Outcome{Hint: "nothing is undecided in " + where}
		}
		return Outcome{Hint: "took nothing in " + where + rest}
	}
	what := fmt.Sprintf("%s %s in %s", d, model.Count(len(take), "hunk"), where)
	return Outcome{Changed: p.book.set(take, p.hunkID(), d, what), Hint: what + rest}
}

// group decides the hunks that only blank lines part from the one at the cursor. Flagged ones are
// decided by their own key only.
func (p *Pane) group(d model.Decision) Outcome {
	if s := p.single(d); s != "" {
		return Outcome{Hint: s}
	}
	it := p.sheet.items[p.at]
	var take []item
	var left passed
	clean := p.clean(it.groupFrom, it.groupTo)
	for _, m := range p.sheet.items[it.groupFrom:it.groupTo] {
		if d == model.Accepted && !clean(m) {
			left.add(m, p.tied(m))
			continue
		}
		take = append(take, m)
	}
	out := p.bulk(take, left, d, "this group")
	if out.Changed {
		// The way on leads from the end of the group, not from the hunk that had the cursor.
		p.at = it.groupTo - 1
		p.onward(&out)
	}
	return out
}

func (p *Pane) acceptFile() Outcome { return p.restOfFile(model.Accepted) }
func (p *Pane) rejectFile() Outcome { return p.restOfFile(model.Rejected) }

// restOfFile decides what is undecided in the file of the cursor and goes to what it passed by
// there, else to the next undecided hunk.
func (p *Pane) restOfFile(d model.Decision) Outcome {
	if p.at == summary {
		return Outcome{Hint: "choose a file first"}
	}
	if s := p.single(d); s != "" {
		return Outcome{Hint: s}
	}
	f, may := p.sheet.files[p.file()], anyItem
	if d == model.Accepted {
		may = p.clean(f.from, f.to)
	}
	take, left := p.choose(f.from, f.to, may)
	out := p.bulk(take, left, d, model.PrintableLine(f.path))
	if !out.Changed {
		return out
	}
	// The key starts a dream where notes are browsed: who meant that sees what it did here, and the way back.
	if d == model.Rejected {
		out.Hint = p.o.key(keymap.Review, keymap.Undo) + " takes it back: " + out.Hint
	}
	for i := f.from; i < f.to; i++ {
		if p.book.open(p.sheet.items[i]) {
			p.to(i)
			return out
		}
	}
	p.at = f.to - 1
	p.onward(&out)
	return out
}

// acceptClean accepts what needs no second look, over the whole review.
func (p *Pane) acceptClean() Outcome {
	if s := p.single(model.Accepted); s != "" {
		return Outcome{Hint: s}
	}
	take, left := p.choose(0, len(p.sheet.items), p.clean(0, len(p.sheet.items)))
	out := p.bulk(take, left, model.Accepted, "the review")
	if !out.Changed {
		return out
	}
	if i, ok := p.seek(summary, 1, p.book.open); ok && p.at != summary {
		p.to(i)
	}
	if left == (passed{}) {
		out.Hint += "; " + p.o.key(keymap.Review, keymap.OpenCommit) + " commits"
	}
	return out
}

// rejectAll asks first: it takes accepted hunks back as well.
func (p *Pane) rejectAll() Outcome {
	t := p.book.all
	if t.Rejected == t.Hunks() {
		return Outcome{Hint: "all is rejected already"}
	}
	all, verb := "all "+model.Count(t.Hunks(), "hunk"), "reject all "+model.Number(t.Hunks())
	if t.Hunks() == 1 {
		all, verb = "the one hunk", "reject it"
	}
	ask := fmt.Sprintf("Reject %s of this proposal?", all)
	switch {
	case t.Hunks() == 1 && t.Accepted == 1:
		ask = fmt.Sprintf("Reject %s of this proposal? It is accepted now.", all)
	case t.Accepted > 0:
		ask = fmt.Sprintf("Reject %s of this proposal? %d of them %s accepted now.", all, t.Accepted, model.Verb(t.Accepted, "is", "are"))
	}
	p.confirm = func() Outcome {
		return p.bulk(p.sheet.items, passed{}, model.Rejected, "the review")
	}
	return Outcome{Ask: ask, Verb: verb}
}

// undo takes the last step back and shows where it was taken.
func (p *Pane) undo() Outcome {
	s, ok := p.book.undo()
	if !ok {
		return Outcome{Hint: "nothing to undo"}
	}
	p.back(s)
	return Outcome{Changed: true, Hint: "undone: " + model.PrintableLine(s.What)}
}

func (p *Pane) redo() Outcome {
	s, ok := p.book.redo()
	if !ok {
		return Outcome{Hint: "nothing to redo"}
	}
	p.back(s)
	return Outcome{Changed: true, Hint: "done again: " + model.PrintableLine(s.What)}
}

// back goes to the place where a step was taken.
func (p *Pane) back(s model.Step) {
	here := p.at
	switch {
	case s.Reshapes():
		p.reshape()
		here = summary - 1 // what is there now is another hunk
	case len(s.Is.Notes) > 0:
		p.pages.clear()
	}
	if at := p.find(s.Place); at != here || p.result {
		p.to(at)
	}
}
