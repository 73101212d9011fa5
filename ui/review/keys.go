package review

import (
	"fmt"

	"dreamgate/keymap"
	"dreamgate/model"
)

// Handle does an action of the keymap contexts Review, List and Global.
func (p *Pane) Handle(a keymap.Action) Outcome {
	p.confirm = nil
	if p.selection != nil {
		if out, ok := p.selecting(a); ok {
			out.Handled = true
			p.settle(out)
			return out
		}
	}
	out, ok := p.findActions(a)
	if !ok {
		out, ok = p.move(a)
	}
	if !ok {
		out, ok = p.decide(a)
	}
	if !ok {
		out, ok = p.look(a)
	}
	if !ok {
		return Outcome{}
	}
	if a != keymap.Accept && a != keymap.Reject {
		p.offer = offer{}
	}
	if a != keymap.Select {
		p.selection = nil // what was selected is no longer what is looked at
	}
	out.Handled = true
	p.settle(out)
	return out
}

// settle follows up an action: figures, scroll, and a new drawing.
func (p *Pane) settle(out Outcome) {
	if out.Changed {
		p.recount()
	}
	p.clamp()
	p.touch()
}

// Confirm does what the last Ask asked.
func (p *Pane) Confirm() Outcome {
	do := p.confirm
	if p.confirm = nil; do == nil {
		return Outcome{Hint: "somebody else decided meanwhile: look at it, and ask again"}
	}
	out := do()
	out.Handled = true
	p.settle(out)
	return out
}

// look does the actions that show something else.
func (p *Pane) look(a keymap.Action) (Outcome, bool) {
	switch a {
	case keymap.NextHunk:
		return p.step(1), true
	case keymap.PrevHunk:
		return p.step(-1), true
	case keymap.NextFile:
		return p.stepFile(1), true
	case keymap.PrevFile:
		return p.stepFile(-1), true
	case keymap.NextFlag:
		return p.nextFlag(), true
	case keymap.NextPane, keymap.PrevPane:
		p.onList = !p.onList
	case keymap.Wrap:
		p.wrap, p.left = !p.wrap, 0
		p.reflowed()
		if p.wrap {
			return Outcome{Hint: "long lines are wrapped"}, true
		}
		return Outcome{Hint: "long lines are cut; " + p.sideKeys() + " move sideways"}, true
	case keymap.Sides:
		return p.beside(), true
	case keymap.WholeFile:
		return p.showWhole(), true
	case keymap.MoreContext:
		return p.context(1), true
	case keymap.LessContext:
		return p.context(-1), true
	case keymap.Fold:
		return p.fold(), true
	case keymap.WordMarks:
		return p.markWords(), true
	case keymap.Maximise:
		return p.maximise(), true
	case keymap.Undecided:
		return p.showOnly(), true
	case keymap.Result:
		return p.showResult(), true
	case keymap.Open:
		return p.openCited(), true
	case keymap.OpenCommit:
		return p.commit(), true
	case keymap.Back:
		if p.alone && !p.small() {
			p.alone = false
			return Outcome{}, true
		}
		if p.narrow() && !p.onList {
			p.onList = true
			return Outcome{}, true
		}
		return Outcome{Leave: true}, true
	default:
		return Outcome{}, false
	}
	return Outcome{}, true
}

func (p *Pane) sideKeys() string {
	return p.o.key(keymap.Review, keymap.Left) + " " + p.o.key(keymap.Review, keymap.Right)
}

// showResult changes between the hunks of a file and the file as it would be.
func (p *Pane) showResult() Outcome {
	if p.at == summary {
		return Outcome{Hint: "choose a file first"}
	}
	p.result, p.top, p.fresh = !p.result, 0, true
	if p.narrow() {
		p.onList = false
	}
	return Outcome{}
}

// commit asks for the dialog, which says itself what stands in the way.
func (p *Pane) commit() Outcome {
	switch {
	case p.r.State == model.ReviewClosed:
		return Outcome{Hint: p.sealed()}
	case p.book.all.Decided() == 0:
		return Outcome{Hint: "nothing is decided yet"}
	case p.book.all.Accepted == 0 && p.book.all.Undecided > 0:
		return Outcome{Hint: "nothing is accepted yet; " + model.Count(p.book.all.Undecided, "hunk") + " left"}
	}
	return Outcome{Commit: true}
}

// decide does the actions that change decisions; false if it is none.
func (p *Pane) decide(a keymap.Action) (Outcome, bool) {
	var do func() Outcome
	hunk := true
	switch a {
	case keymap.Accept:
		do = func() Outcome { return p.one(model.Accepted) }
	case keymap.Reject:
		do = func() Outcome { return p.one(model.Rejected) }
	case keymap.Cycle:
		do = p.cycle
	case keymap.AcceptGroup:
		do = func() Outcome { return p.group(model.Accepted) }
	case keymap.RejectGroup:
		do = func() Outcome { return p.group(model.Rejected) }
	case keymap.AcceptFile:
		do, hunk = p.acceptFile, false
	case keymap.RejectFile:
		do, hunk = p.rejectFile, false
	case keymap.AcceptClean:
		do, hunk = p.acceptClean, false
	case keymap.RejectAll:
		do, hunk = p.rejectAll, false
	case keymap.Together:
		do, hunk = p.together, false
	case keymap.Undo:
		do, hunk = p.undo, false
	case keymap.Redo:
		do, hunk = p.redo, false
	default:
		if do, _ = p.shapes(a); do == nil {
			return Outcome{}, false
		}
	}
	if why := p.sealed(); why != "" {
		return Outcome{Hint: why}, true
	}
	if len(p.sheet.items) == 0 {
		return Outcome{Hint: "the proposal changes nothing"}, true
	}
	if hunk && (a != keymap.Note || p.at != summary) {
		if why := p.bringUp(); why != "" {
			return Outcome{Hint: why}, true
		}
	}
	return do(), true
}

// bringUp shows the hunk that a key would decide, if it is not on the screen, and says so: nothing
// is decided unseen by a key that means one hunk.
func (p *Pane) bringUp() string {
	switch {
	case p.at == summary:
		i, ok := p.seek(summary, 1, p.book.open)
		if !ok {
			i, ok = p.seek(summary, 1, anyItem)
		}
		if !ok {
			return "all is decided; " + p.o.key(keymap.Review, keymap.Undecided) + " shows it again"
		}
		p.toHunk(i)
	case p.result:
		p.result, p.top = false, 0
	case p.narrow() && p.onList:
		p.onList = false
	case p.whole && !p.inView(p.at):
		p.fresh = true
	default:
		return ""
	}
	return "look at it first, then decide"
}

// one decides the hunk at the cursor and goes to the next undecided one.
func (p *Pane) one(d model.Decision) Outcome {
	it := p.sheet.items[p.at]
	out := Outcome{Changed: p.book.set([]item{it}, p.hunkID(), d, d.String()+" "+p.name(it))}
	hint := p.offering(it, d)
	p.onward(&out)
	if hint != "" {
		out.Hint = hint
	}
	return out
}

// onward goes to the next undecided hunk.
func (p *Pane) onward(out *Outcome) {
	if i, ok := p.around(p.book.open); ok {
		p.to(i)
		return
	}
	if out.Hint == "" && p.at != summary && !p.book.open(p.sheet.items[p.at]) {
		out.Hint = "all is decided; " + p.o.key(keymap.Review, keymap.OpenCommit) + " commits"
	}
}

// name says which hunk an item is.
func (p *Pane) name(it item) string {
	f := p.sheet.files[it.file]
	s := model.PrintableLine(f.path)
	if f.to-f.from > 1 {
		s = fmt.Sprintf("hunk %d of %s", it.at+1, s)
	}
	return s
}

func (p *Pane) cycle() Outcome {
	it := p.sheet.items[p.at]
	d, _ := p.book.of(it)
	next := map[model.Decision]model.Decision{
		model.Undecided: model.Accepted, model.Accepted: model.Rejected, model.Rejected: model.Undecided,
	}[d]
	return Outcome{Changed: p.book.set([]item{it}, p.hunkID(), next, next.String()+" "+p.name(it))}
}
