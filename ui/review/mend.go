package review

import (
	"fmt"
	"slices"

	"dreamgate/keymap"
	"dreamgate/model"
	"dreamgate/ui/style"
)

// Mend decides hunks as a repair of the commit dialog says, as one step that can be undone. What is to be looked
// at first is shown instead.
func (p *Pane) Mend(r model.Repair) Outcome {
	if why := p.sealed(); why != "" {
		return Outcome{Handled: true, Hint: why}
	}
	if r.Look {
		p.selection = nil
		if at := p.find(r.Hunks[0]); at != summary {
			p.toHunk(at)
		}
		p.settle(Outcome{})
		return Outcome{Handled: true, Hint: "look at it first, then decide: " + line(p.behind.Cover(r.Text))}
	}
	out := p.some(r.Hunks, r.To, r.Text)
	out.Hint = fmt.Sprintf("done: %s; %s takes it back", line(p.behind.Cover(r.Text)), p.o.key(keymap.Commit, keymap.Undo))
	p.settle(out)
	return out
}

// mendable are the findings of the preview that a key can end, by their place in it.
func (c *CommitDialog) mendable() (at []int) {
	for i := 0; i < len(c.preview.Findings); i += c.alike(i) {
		if c.isNew(i) && len(c.mends(i)) > 0 {
			at = append(at, i)
		}
	}
	return at
}

// alike is how many findings the one at i stands for: itself, and those of its rule that follow.
func (c *CommitDialog) alike(i int) int {
	list, to := c.preview.Findings, i+1
	for to < len(list) && c.isNew(i) && c.isNew(to) && list[to].Rule == list[i].Rule {
		to++
	}
	if to-i < model.LeastAlike {
		return 1
	}
	return to - i
}

// mends are what ends the finding at i, and all that it stands for: a decision of all hunks that end one of them.
func (c *CommitDialog) mends(i int) (out []model.Repair) {
	n, all := c.alike(i), c.preview.Repairs
	if i+n > len(all) {
		return nil
	}
	first := i
	for first < i+n-1 && len(all[first]) == 0 {
		first++
	}
	for _, r := range all[first] {
		own := r.Hunks
		r.Hunks = slices.Clone(own)
		more, ends := 0, 1
		for _, others := range all[first+1 : i+n] {
			for _, o := range others {
				if o.To != r.To {
					continue
				}
				ends++
				r.Look = r.Look || o.Look
				if !slices.Contains(r.Hunks, o.Hunks[0]) {
					more++
					r.Hunks = append(r.Hunks, o.Hunks...)
				}
			}
		}
		if r.Look && more > 0 {
			r.Hunks, more, ends = own, 0, 1 // looked at one by one
		}
		if more > 0 {
			r.Text += fmt.Sprintf(", and %s more like it", model.Number(more))
		}
		if n > 1 && ends < n {
			r.Text += fmt.Sprintf(" (ends %d of them)", ends)
		}
		out = append(out, r)
	}
	return out
}

// mending is the finding that the keys mean, -1 for none.
func (c *CommitDialog) mending() int {
	at := c.mendable()
	if c.phase != ready || len(at) == 0 {
		return -1
	}
	return at[min(c.finding, len(at)-1)]
}

// repair is what a key would do to the finding that is meant.
func (c *CommitDialog) repair(to model.Decision) (model.Repair, bool) {
	if i := c.mending(); i >= 0 {
		for _, r := range c.mends(i) {
			if r.To == to {
				return r, true
			}
		}
	}
	return model.Repair{}, false
}

// mend does the actions on findings; false if it is none.
func (c *CommitDialog) mend(a keymap.Action) (Outcome, bool) {
	to := map[keymap.Action]model.Decision{keymap.Accept: model.Accepted, keymap.Reject: model.Rejected}[a]
	n := len(c.mendable())
	switch a {
	case keymap.Accept, keymap.Reject, keymap.Undo, keymap.NextHunk, keymap.PrevHunk:
	default:
		return Outcome{}, false
	}
	switch {
	case a == keymap.Undo && c.phase == done && c.outcome.GitError != "":
		return Outcome{Undo: true}, true
	case c.phase == waiting:
		return Outcome{Hint: "still looking at what would be written"}, true
	case c.phase != ready:
		return Outcome{Hint: "there is nothing left to choose"}, true
	case a == keymap.Undo:
		return Outcome{Undo: true}, true
	case n == 0:
		return Outcome{Hint: "there is no new finding that a key could end"}, true
	case a == keymap.NextHunk:
		c.finding, c.seek = (min(c.finding, n-1)+1)%n, true
	case a == keymap.PrevHunk:
		c.finding, c.seek = (min(c.finding, n-1)+n-1)%n, true
	default:
		r, ok := c.repair(to)
		if !ok {
			return Outcome{Hint: "nothing ends this finding in that way; see what is said under it"}, true
		}
		c.seek = true // the next one is shown where this one was
		return Outcome{Mend: &r}, true
	}
	return Outcome{}, true
}

// repairs shows under a finding what would end it: of the one that is meant with the keys.
func (c *CommitDialog) repairs(b *body, i int) {
	for _, r := range c.mends(i) {
		if i != c.mending() {
			b.rows = append(b.rows, style.Hang(style.Lead{Mark: "  " + c.ink.Marks.Dot, Ink: c.ink.Muted, Indent: 4}, c.ink.Muted, line(r.Text), b.w)...)
			continue
		}
		key := c.key(map[model.Decision]keymap.Action{model.Accepted: keymap.Accept, model.Rejected: keymap.Reject}[r.To])
		lead := style.Lead{Mark: c.ink.Marks.Bar + " " + key, Ink: c.ink.Accent, Indent: style.Width(key) + 3}
		c.meant = len(b.rows)
		b.rows = append(b.rows, style.Hang(lead, c.ink.Text, line(r.Text), b.w)...)
	}
}

// bring scrolls to the finding that is meant.
func (c *CommitDialog) bring(h int) {
	if !c.seek || c.phase != ready {
		return
	}
	c.seek = false
	if c.meant < c.top+2 || c.meant >= c.top+h {
		c.top = c.meant - h/2
	}
}
