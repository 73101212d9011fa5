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

// reordered looks for two things that changed their order: what the statement puts before "then" a line puts
// behind it, and the other way round.
func (h *hearing) reordered() *model.Flag {
	mine := h.text.step(h.sentence)
	if mine < 0 {
		return nil
	}
	for _, t := range h.close() {
		for _, s := range t.sentences {
			if at := t.step(s); at < 0 || !h.usable(t, s.mood) || !h.crosses(mine, t, s, at) {
				continue
			}
			it := h.text.items[mine]
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
