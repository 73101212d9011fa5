package evidence

import (
	"fmt"
	"strings"

	"dreamgate/model"
)

// thens part what comes first from what comes next.
var thens = func() map[string]bool {
	set := map[string]bool{}
	for _, w := range strings.Fields("then afterwards dann danach anschließend luego después puis ensuite затем потом depois") {
		set[w] = true
	}
	return set
}()

// step is where a text parts what comes first from what comes next: the item of the "then", -1 where it has none or
// several.
func (t *Text) step(s sentence) int {
	at := -1
	for i := s.from + 1; i < s.to; i++ {
		it := t.items[i]
		if it.kind != kindWord || it.part || !thens[t.lower(it)] {
			continue
		}
		if at >= 0 {
			return -1
		}
		at = i
	}
	return at
}

// arrows part what comes first from what comes next.
var arrows = []string{"->", "→", "=>", "⇒", "➔", "➜"}

// chain are the items with which the links of a chain of arrows begin, nil where a sentence has no arrow.
func (t *Text) chain(s sentence) (starts []int) {
	last := 0
	for i := s.from; i < s.to; i++ {
		it := t.items[i]
		if i > s.from && it.start > last && containsAny(t.Source.Text[last:it.start], arrows) {
			starts = append(starts, i)
		}
		last = max(last, it.end)
	}
	if starts != nil {
		starts = append([]int{s.from}, starts...)
	}
	return starts
}

// linkOf is the only link of a chain that has a key, -1 if none or several have it.
func (t *Text) linkOf(starts []int, s sentence, key string) int {
	found := -1
	for n, from := range starts {
		to := s.to
		if n+1 < len(starts) {
			to = starts[n+1]
		}
		if t.find(sentence{from: from, to: to}, key) < 0 {
			continue
		}
		if found >= 0 {
			return -1
		}
		found = n
	}
	return found
}

// turnedChain looks for two things in a chain of arrows that stand in the other order in another text's chain, and
// returns the item of the first.
func (t *Text) turnedChain(s sentence, o *Text, p sentence) (int, bool) {
	mine := t.chain(s)
	if mine == nil {
		return 0, false
	}
	theirs := o.chain(p)
	if theirs == nil {
		return 0, false
	}
	first, at, place := -1, -1, -1 // the link and item that stand furthest on in the other chain so far
	for i := s.from; i < s.to; i++ {
		it := t.items[i]
		if !it.solid() {
			continue
		}
		m, n := t.linkOf(mine, s, it.key), o.linkOf(theirs, p, it.key)
		switch {
		case m < 0 || n < 0:
		case m > first && n < place:
			return at, true
		case n > place:
			first, at, place = m, i, n
		}
	}
	return 0, false
}

// reordered looks for two things that changed their order: what the statement puts before "then" or an arrow a line
// puts behind it, and the other way round.
func (h *hearing) reordered() *model.Flag {
	mine := h.text.step(h.sentence)
	for _, t := range h.close() {
		for _, s := range t.sentences {
			if !h.usable(t, s.mood) {
				continue
			}
			at, ok := h.text.turnedChain(h.sentence, t, s)
			if step := t.step(s); !ok && (mine < 0 || step < 0 || !h.crosses(mine, t, s, step)) {
				continue
			} else if !ok {
				at = mine
			}
			it := h.text.items[at]
			return &model.Flag{
				Kind: flagMerged, Token: h.token(it.start, it.end), At: h.span(it.start, it.end),
				Reason: fmt.Sprintf("%s has it in the other order: “%s”", place(t.Source), short(t.Source.Text)),
			}
		}
	}
	return nil
}

// crosses reports whether words of both sides of the statement's "then", at item mine, stand on the other side in a
// sentence that has its own at item at. What comes first in both may be what all of it is about.
func (h *hearing) crosses(mine int, t *Text, s sentence, at int) bool {
	var crossed, last bool // a first thing that comes next there; a next one that comes next there too
	back := false          // a next thing that comes first there
	for i := h.from; i < h.to; i++ {
		it := h.text.items[i]
		first, next := t.find(sentence{from: s.from, to: at}, it.key) >= 0, t.find(sentence{from: at + 1, to: s.to}, it.key) >= 0
		switch {
		case i == mine || !it.solid() || first == next:
		case i < mine:
			crossed = crossed || next
		default:
			back, last = back || first, last || next
		}
	}
	return crossed && back && !last
}
