package evidence

import "dreamgate/model"

// Fit says how the cited lines of a statement do.
type Fit struct {
	// Holding are the cited lines that hold a part of what the statement adds.
	Holding []*Text
	// Better is a line that holds most of the statement where the cited ones hold nothing of it.
	Better *Text
}

// The shares that tell a line that was clearly not meant from a loose reference.
const (
	fitShare    = 0.25
	betterShare = 0.6
)

// Fit compares the cited lines of statement n with all others. What the old text holds already
// needs no line and does not count.
func (p *Pass) Fit(n int, b Bench) Fit {
	h := p.hear(n, b)
	var f Fit
	var fresh []item
	for _, it := range h.content {
		if !h.inKept(it) {
			fresh = append(fresh, it)
		}
	}
	for _, t := range b.Cited {
		if h.holdsAny(t, fresh) || h.about[t] >= betterShare || h.resolves(t) || h.holdsClaim(t) {
			f.Holding = append(f.Holding, t)
		}
	}
	if len(f.Holding) > 0 || len(fresh) == 0 {
		return f
	}
	for _, t := range h.said {
		if t.Source.Trust != model.TrustTool && h.about[t] >= betterShare && h.holdsAny(t, fresh) {
			f.Better = t
			return f
		}
	}
	return f
}

func (h *hearing) inKept(it item) bool {
	for _, t := range h.bench.Kept {
		if t.has(it.key) {
			return true
		}
	}
	return false
}

// holdsAny reports whether a line holds enough of some tokens.
func (h *hearing) holdsAny(t *Text, items []item) bool {
	shared, all := 0.0, 0.0
	for _, it := range items {
		all += it.weight()
		if t.has(it.key) {
			shared += it.weight()
		}
	}
	return shared > 0 && shared >= fitShare*all
}

// holdsClaim reports whether a line holds a claim that is added here, be it kept elsewhere or not: a
// number only together with something else of the statement.
func (h *hearing) holdsClaim(t *Text) bool {
	for _, c := range h.claims {
		if h.bench.Removed != nil && h.hold(h.bench.Removed, c, true) >= 0 {
			continue
		}
		if h.hold(t, c, false) >= 0 && (!c.weak() || h.besides(t, c)) {
			return true
		}
	}
	return false
}

// resolves reports whether a date of the statement follows from a line.
func (h *hearing) resolves(t *Text) bool {
	for _, c := range h.claims {
		if want, ok := parseDay(c.keys[0][1:]); ok && c.kind == claimDate {
			for _, r := range relatives(t.Source.Text, t.Source.Time, h.bench.Zone) {
				for _, d := range r.days {
					if want.is(d) {
						return true
					}
				}
			}
		}
	}
	return false
}
