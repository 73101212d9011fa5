package evidence

import (
	"fmt"
	"slices"
	"strings"

	"dreamgate/model"
)

// words judges what is left of a statement when its claims are taken out.
func (h *hearing) words() *model.Flag {
	var open []item
	total, onlyTool := 0, 0
	for _, it := range h.content {
		if h.inClaim(it) || it.entry.class&(classGuess|classLight) != 0 || h.seam(it) {
			continue
		}
		total++
		switch h.standing(it) {
		case standsNowhere:
			open = append(open, it)
		case standsInTool:
			open = append(open, it)
			onlyTool++
		}
	}
	if len(open) == 0 || h.translated() {
		return nil
	}
	first := open[0]
	flag := &model.Flag{Token: h.token(first.start, first.end), At: h.span(first.start, first.end)}
	names := make([]string, len(open))
	for i, it := range open {
		names[i] = h.token(it.start, it.end)
	}
	switch {
	case onlyTool == len(open) && 2*len(open) >= total:
		flag.Kind = flagUntrusted
		flag.Reason = fmt.Sprintf("“%s” stands only in what a tool printed", strings.Join(names, " "))
	case len(open) >= 2 && float64(len(open)) >= h.openShare()*float64(total):
		flag.Kind = flagUnsourced
		if len(h.bench.Cited) == 0 {
			flag.Kind = FlagNoCitation
		}
		flag.Reason = fmt.Sprintf("nobody said this: no line about it has “%s”", strings.Join(names, "”, “"))
	default:
		return nil
	}
	return flag
}

// seam reports whether a pair of characters only runs over the border of a word that was said: the pair before it or
// behind it, which has one of its two characters, stands in a trusted source. In another order the borders are others.
func (h *hearing) seam(it item) bool {
	if it.kind != kindHan || h.standing(it) != standsNowhere {
		return false
	}
	return slices.ContainsFunc(h.text.items[h.from:h.to], func(o item) bool {
		return o.kind == kindHan && o.start != it.start && o.start < it.end && it.start < o.end && (o.stop || h.standing(o) == standsTrusted)
	})
}

// translated reports whether all cited lines are in another language than the statement, so that
// nothing can be said of its plain words.
func (h *hearing) translated() bool {
	return len(h.bench.Cited) > 0 && !slices.ContainsFunc(h.bench.Cited, func(t *Text) bool {
		return t.Source.Trust == model.TrustTool || !h.elsewhere(t)
	})
}

// among reports whether a line stands in a session that the change cites. In a line of another language
// there are no words to know the subject by.
func (h *hearing) among(t *Text) bool {
	return slices.ContainsFunc(h.bench.Cited, func(c *Text) bool { return c.Source.Session == t.Source.Session })
}

// elsewhere reports whether a text is in another language than the statement; an unknown one is none.
func (h *hearing) elsewhere(t *Text) bool {
	mine, other := h.text.tongue(), t.tongue()
	return mine.than(other) && other.than(mine)
}

// openShare is the share of plain words that must be missing for a statement to be nobody's: three in
// five, or three in four where somebody named the very thing that it speaks of, or the cited line has a
// value of it.
func (h *hearing) openShare() float64 {
	for _, c := range h.claims {
		list := h.support()
		if c.weak() { // a value stands in many lines; a new one rarely stands in the cited line by chance
			if h.kept(c) != nil {
				continue
			}
			list = h.bench.Cited
		}
		for _, t := range list {
			if t.Source.Trust != model.TrustTool && h.hold(t, c, false) >= 0 && (!c.weak() || h.besides(t, c)) {
				return 0.75
			}
		}
	}
	return 0.6
}

// inClaim reports whether a token is a part of a claim, and so was judged with it.
func (h *hearing) inClaim(it item) bool {
	for _, c := range h.claims {
		if it.start >= c.start && it.end <= c.end {
			return true
		}
	}
	return false
}

// onlyGuessed looks for a line that has nearly all of the statement, but asks it or guesses it, where
// no other line has most of it.
func (h *hearing) onlyGuessed() *model.Flag {
	var by *Text
	best, said := 0.0, 0.0
	for _, list := range [][]*Text{h.bench.Cited, h.said, h.bench.Kept} {
		for _, t := range list {
			old := t.Source.Path != ""
			decided := false
			h.shares(t, clauseMatch, func(n int, share float64) {
				switch {
				case share >= clauseMatch && (old || h.usable(t, t.sentences[n].mood) && t.Source.Trust != model.TrustTool):
					decided = true
					said = max(said, share)
				case share >= guessShare && !old && t.Source.Trust != model.TrustTool:
					if best = max(best, share); by == nil {
						by = t
					}
				}
			})
			if decided && (old || by == nil) {
				return nil
			}
		}
	}
	if by == nil || said >= best {
		return nil
	}
	start, end := h.text.items[h.from].start, h.text.items[h.to-1].end
	return &model.Flag{
		Kind: flagUnsourced, Token: h.token(start, end), At: h.span(start, end),
		Reason: fmt.Sprintf("%s asked or suggested it, and nobody decided it: “%s”", place(by.Source), short(by.Source.Text)),
	}
}

// guessShare is how much of a statement a question or a guess must hold to be where it comes from.
const guessShare = 0.75

// standing is the best place in which a word of the statement stands.
type standing int

const (
	standsNowhere standing = iota
	standsInTool
	standsTrusted
)

// standing looks a word up in the old text, then in what was said about the statement, then in what
// tools printed. Only a printed line that is about the statement counts: in the output of a long day
// nearly every word stands somewhere, and "printed by a tool" would be said of any free wording.
func (h *hearing) standing(it item) standing {
	for _, t := range h.bench.Kept {
		if t.has(it.key) {
			return standsTrusted
		}
	}
	if h.respelled(it) {
		return standsTrusted
	}
	in := func(list []*Text, trusted bool) bool {
		for _, t := range list {
			if tool := t.Source.Trust == model.TrustTool; tool == trusted || tool && h.about[t] < betterShare {
				continue
			}
			for _, s := range t.sentences {
				if h.usable(t, s.mood) && t.find(s, it.key) >= 0 {
					return true
				}
			}
		}
		return false
	}
	switch {
	case in(h.support(), true):
		return standsTrusted
	case in(h.bench.Cited, false) || in(h.tool, false):
		return standsInTool
	}
	return standsNowhere
}

// supportShare is how much of the statement a line must hold for its words to count. Below it, only
// the best line counts: many lines that have a word each say nothing together.
const supportShare = 0.5

// support are the lines whose words a statement may be made of: the cited ones, those that hold
// much of it, the best one, and what was said around these.
func (h *hearing) support() []*Text {
	if h.supporting != nil {
		return h.supporting
	}
	out := append([]*Text{}, h.bench.Cited...)
	for _, t := range h.said {
		if t.Source.Call {
			continue
		}
		if h.about[t] >= supportShare || h.about[t] > 0 && h.about[t] == h.best {
			out = append(out, t)
		}
	}
	anchors := out
	for _, t := range h.said {
		if !t.Source.Call && h.about[t] < supportShare && h.about[t] < h.best && slices.ContainsFunc(anchors, func(a *Text) bool { return sameTalk(a, t) }) {
			out = append(out, t)
		}
	}
	h.supporting = out
	return out
}

// respelled reports whether the removed side has the same word with a slip of the pen.
func (h *hearing) respelled(it item) bool {
	if it.kind != kindWord || len(it.key) < 5 || h.bench.Removed == nil {
		return false
	}
	for _, old := range h.bench.Removed.items {
		if old.kind == kindWord && !old.part && slip(old.key, it.key) && !h.text.has(old.key) {
			return true
		}
	}
	return false
}

// slip reports whether two words differ by one letter, or by two that changed places.
func slip(a, b string) bool {
	if len(a) > len(b) {
		a, b = b, a
	}
	if len(b)-len(a) > 1 || a == b {
		return false
	}
	i := 0
	for i < len(a) && a[i] == b[i] {
		i++
	}
	if len(a) < len(b) {
		return a[i:] == b[i+1:]
	}
	return a[i+1:] == b[i+1:] || i+2 <= len(a) && a[i] == b[i+1] && a[i+1] == b[i] && a[i+2:] == b[i+2:]
}
