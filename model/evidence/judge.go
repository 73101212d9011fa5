package evidence

import (
	"fmt"
	"strings"
	"time"

	"dreamgate/model"
)

// Ruling is what was found of one statement.
type Ruling struct {
	Claims []model.Claim
	// Flags are the reasons to look twice; Line of them is not set, At counts lines of the passage.
	Flags []model.Flag
}

// The kinds of flags that come from comparing a statement with its sources.
const (
	FlagUnsourced  = "unsourced"
	FlagUntrusted  = "untrusted-only"
	FlagWrongDate  = "wrong-date"
	FlagChanged    = "changed-number"
	FlagNegation   = "negation"
	FlagStale      = "stale-value"
	FlagNoCitation = "missing-citation"
	FlagLostFact   = "lost-fact"
)

// Judge says what became of the claims of statement n, in this order: kept from the old text,
// cited, found in another line, derived from a message's own date, else unsourced.
func (p *Pass) Judge(n int, b Bench) Ruling {
	h := p.hear(n, b)
	var r Ruling
	for _, c := range h.claims {
		claim, flag := h.claim(c)
		r.Claims = append(r.Claims, claim)
		if flag != nil {
			r.Flags = append(r.Flags, *flag)
		}
	}
	if flag := h.polarity(); flag != nil {
		r.Flags = append(r.Flags, *flag)
	}
	if len(r.Flags) == 0 {
		if flag := h.words(); flag != nil {
			r.Flags = append(r.Flags, *flag)
		}
	}
	return r
}

// claim judges one claim.
func (h *hearing) claim(c claim) (model.Claim, *model.Flag) {
	out := model.Claim{Kind: c.kind, Token: h.token(c.start, c.end), At: h.span(c.start, c.end)}
	rule := func(s model.Support, t *Text, reason string) (model.Claim, *model.Flag) {
		out.Support, out.Reason = s, reason
		if t != nil {
			out.Source = t.Source
		}
		return out, nil
	}
	for _, t := range h.bench.Kept {
		if h.hold(t, c, true) >= 0 {
			return rule(model.Kept, t, "stands in the old text")
		}
	}
	for _, t := range h.bench.Cited {
		if t.Source.Trust != model.TrustTool && h.hold(t, c, false) >= 0 {
			return h.latest(c, t, out, model.Cited)
		}
	}
	for _, t := range h.said {
		if h.hold(t, c, false) >= 0 && (!c.weak() || h.relevant(t)) {
			return h.latest(c, t, out, model.Found)
		}
	}
	if c.kind == claimDate {
		if t, reason, ok := h.derived(c); ok {
			return rule(model.Derived, t, reason)
		}
	}
	return h.without(c, out)
}

// latest accepts a claim that a line holds, unless a later line takes it back.
func (h *hearing) latest(c claim, t *Text, out model.Claim, s model.Support) (model.Claim, *model.Flag) {
	out.Support, out.Source = s, t.Source
	out.Reason = fmt.Sprintf("stands in %s", place(t.Source))
	if later, now, ok := h.replaced(c, t); ok {
		out.Reason = fmt.Sprintf("%s says %s, but %s says %s later", place(t.Source), out.Token, place(later.Source), now)
		return out, &model.Flag{Kind: FlagStale, Token: out.Token, At: out.At, Reason: out.Reason}
	}
	return out, nil
}

// without is the ruling on a claim that nobody trusted has said.
func (h *hearing) without(c claim, out model.Claim) (model.Claim, *model.Flag) {
	for _, list := range [][]*Text{h.bench.Cited, h.tool} {
		for _, t := range list {
			if t.Source.Trust == model.TrustTool && h.hold(t, c, false) >= 0 && (!c.weak() || h.relevant(t) || h.about[t] > 0.3) {
				out.Support, out.Source = model.Found, t.Source
				out.Reason = fmt.Sprintf("stands only in what a tool printed (%s); neither the user nor the agent said it", place(t.Source))
				return out, &model.Flag{Kind: FlagUntrusted, Token: out.Token, At: out.At, Reason: out.Reason}
			}
		}
	}
	out.Support = model.Unsourced
	kind := FlagUnsourced
	out.Reason = "stands in no gathered line and not in the old text"
	switch other, t := h.other(c); {
	case c.kind == claimDate:
		if expected, t := h.expected(); t != nil {
			kind, out.Reason = FlagWrongDate, fmt.Sprintf("%s (%s)", expected, place(t.Source))
		} else if phrase, t := h.vague(); t != nil {
			out.Reason = fmt.Sprintf("“%s” (%s) names no day", phrase, place(t.Source))
		}
	case t != nil:
		kind, out.Reason = FlagChanged, fmt.Sprintf("%s says %s", place(t.Source), other)
	}
	return out, &model.Flag{Kind: kind, Token: out.Token, At: out.At, Reason: out.Reason}
}

// place names a source for people.
func place(s model.Source) string {
	if s.Path != "" {
		return s.Path
	}
	who := map[model.Trust]string{model.TrustUser: "the user", model.TrustAssistant: "the agent", model.TrustTool: "a tool"}[s.Trust]
	name := s.Session
	if len(name) > 8 {
		name = name[:8]
	}
	return fmt.Sprintf("%s, %s:%d", who, name, s.Line)
}

// near are the lines that a date may follow from: the cited ones and those about the subject.
func (h *hearing) near() []*Text {
	out := append([]*Text(nil), h.bench.Cited...)
	for _, t := range h.said {
		if h.relevant(t) {
			out = append(out, t)
		}
	}
	return out
}

// derived looks for a message that the date follows from.
func (h *hearing) derived(c claim) (t *Text, reason string, ok bool) {
	want, ok := parseDay(c.keys[0][1:])
	if !ok {
		return nil, "", false
	}
	zone := h.bench.Zone
	for _, t := range h.near() {
		for _, r := range relatives(t.Source.Text, t.Source.Time, zone) {
			for _, d := range r.days {
				if want.is(d) {
					return t, arithmetic(r.phrase, t.Source.Time, zone, want.key()), true
				}
			}
			for _, m := range r.months {
				if want.day == 0 && want.is(m) {
					return t, arithmetic(r.phrase, t.Source.Time, zone, want.key()), true
				}
			}
		}
		if !t.Source.Time.IsZero() && want.named(t, zone) {
			return t, fmt.Sprintf("%s names the day, in a message of %s", place(t.Source), sayDay(t.Source.Time, zone)), true
		}
	}
	return nil, "", false
}

// is reports whether a date can be the given day.
func (d day) is(t time.Time) bool {
	return (d.year == 0 || d.year == t.Year()) && d.month == int(t.Month()) && (d.day == 0 || d.day == t.Day())
}

// named reports whether a text gives the date without its year, and the year is that of the
// message or next to it.
func (d day) named(t *Text, zone *time.Location) bool {
	if zone == nil {
		zone = time.UTC
	}
	said := t.Source.Time.In(zone)
	if d.day == 0 || d.year == 0 || !t.has("d"+day{0, d.month, d.day}.key()) || t.has("d"+d.key()) {
		return false
	}
	gap := time.Date(d.year, time.Month(d.month), d.day, 12, 0, 0, 0, time.UTC).Sub(said)
	return gap > -183*24*time.Hour && gap < 183*24*time.Hour
}

// expected is the day that a line about the statement would give.
func (h *hearing) expected() (reason string, t *Text) {
	for _, t := range h.near() {
		for _, r := range relatives(t.Source.Text, t.Source.Time, h.bench.Zone) {
			if len(r.days) > 0 {
				return arithmetic(r.phrase, t.Source.Time, h.bench.Zone, r.days[0].Format(time.DateOnly)), t
			}
		}
	}
	return "", nil
}

// vague is a phrase of a line about the statement from which no day follows.
func (h *hearing) vague() (phrase string, t *Text) {
	for _, t := range h.near() {
		for _, r := range relatives(t.Source.Text, t.Source.Time, h.bench.Zone) {
			if len(r.days) == 0 {
				return r.phrase, t
			}
		}
	}
	return "", nil
}

// other is the value that a line gives in the place of an unsourced number, with its unit.
func (h *hearing) other(c claim) (value string, t *Text) {
	if c.kind != claimNumber && c.kind != claimVersion && c.kind != claimTime {
		return "", nil
	}
	for _, t := range h.near() {
		for _, s := range t.sentences {
			if !h.usable(s.mood) || h.shared(t, s) == 0 {
				continue
			}
			if v := h.rival(t, s, c); v != "" {
				return v, t
			}
		}
	}
	return "", nil
}

// shared counts the words of the statement that a sentence holds, numbers not counted.
func (h *hearing) shared(t *Text, s sentence) int {
	n := 0
	for _, it := range h.items() {
		if it.kind != kindNumber && it.kind != kindClock && it.kind != kindDate && t.find(s, it.key) >= 0 {
			n++
		}
	}
	return n
}

// rival is a value of the claim's kind and unit in a sentence, which the statement does not have.
func (h *hearing) rival(t *Text, s sentence, c claim) string {
	for i := s.from; i < s.to; i++ {
		it := t.items[i]
		if it.part || string(it.key[0]) != c.keys[0][:1] || h.text.find(h.sentence, it.key) >= 0 {
			continue
		}
		unit, end := t.unitAt(i)
		if unit != c.unit {
			continue
		}
		return t.Source.Text[it.start:max(it.end, end)]
	}
	return ""
}

// replaced looks for a later line that takes a value back or gives another one for it.
func (h *hearing) replaced(c claim, by *Text) (later *Text, now string, ok bool) {
	if !c.weak() || c.kind == claimDate {
		return nil, "", false
	}
	base := 0
	for _, s := range by.sentences {
		base = max(base, h.shared(by, s))
	}
	for _, t := range h.said {
		if !after(t.Source, by.Source) {
			continue
		}
		for _, s := range t.sentences {
			if !h.usable(s.mood) {
				continue
			}
			if t.withdrawn(s, c) {
				return t, "it no longer holds", true
			}
			if n := h.shared(t, s); n >= 2 && n >= base && t.find(s, c.keys[0]) < 0 {
				if v := h.rival(t, s, c); v != "" {
					return t, v, true
				}
			}
		}
	}
	return nil, "", false
}

// after reports whether a line was said later than another.
func after(a, b model.Source) bool {
	if a.Session == b.Session {
		return a.Line > b.Line
	}
	return a.Time.After(b.Time)
}

// withdrawn reports whether a clause of the sentence calls the value wrong or past.
func (t *Text) withdrawn(s sentence, c claim) bool {
	for _, cl := range s.clauses {
		if !cl.gone && !cl.not {
			continue
		}
		words := 0
		at := -1
		for i := cl.from; i < cl.to; i++ {
			switch it := t.items[i]; {
			case it.key == c.keys[0]:
				at = i
			case !it.stop && !it.part && it.entry.class&(classGone|classNot) == 0:
				words++
			}
		}
		if at >= 0 && words <= 1 {
			return true
		}
	}
	return false
}

// words judges what is left of a statement when its claims are taken out.
func (h *hearing) words() *model.Flag {
	var open []item
	total, onlyTool := 0, 0
	for _, it := range h.items() {
		if h.inClaim(it) || it.entry.class&(classGuess) != 0 {
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
	if len(open) == 0 {
		return nil
	}
	first, last := open[0], open[len(open)-1]
	flag := &model.Flag{Token: h.token(first.start, first.end), At: h.span(first.start, first.end)}
	names := make([]string, len(open))
	for i, it := range open {
		names[i] = h.token(it.start, it.end)
	}
	switch {
	case onlyTool == len(open) && 2*len(open) >= total:
		flag.Kind = FlagUntrusted
		flag.Reason = fmt.Sprintf("“%s” stands only in what a tool printed", strings.Join(names, " "))
	case len(open) >= 2 && 10*len(open) >= 6*total:
		flag.Kind = FlagUnsourced
		if len(h.bench.Cited) == 0 {
			flag.Kind = FlagNoCitation
		}
		flag.Reason = fmt.Sprintf("nobody said this: no line about it has “%s”", strings.Join(names, "”, “"))
	default:
		return nil
	}
	_ = last
	return flag
}

func (h *hearing) inClaim(it item) bool {
	for _, c := range h.claims {
		if it.start >= c.start && it.end <= c.end {
			return true
		}
	}
	return false
}

// standing is the best place in which a word of the statement stands.
type standing int

const (
	standsNowhere standing = iota
	standsInTool
	standsTrusted
)

func (h *hearing) standing(it item) standing {
	for _, t := range h.bench.Kept {
		if t.has(it.key) || h.respelled(t, it) {
			return standsTrusted
		}
	}
	in := func(list []*Text, trusted bool) bool {
		for _, t := range list {
			if trusted != (t.Source.Trust != model.TrustTool) {
				continue
			}
			for _, s := range t.sentences {
				if h.usable(s.mood) && t.find(s, it.key) >= 0 {
					return true
				}
			}
		}
		return false
	}
	switch {
	case in(h.near(), true):
		return standsTrusted
	case in(h.bench.Cited, false) || in(h.tool, false):
		return standsInTool
	}
	return standsNowhere
}

// respelled reports whether the old text has the same word with a slip of the pen.
func (h *hearing) respelled(t *Text, it item) bool {
	if it.kind != kindWord || len(it.key) < 5 {
		return false
	}
	for _, old := range t.items {
		if old.kind == kindWord && !old.part && slip(old.key, it.key) {
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

// polarity looks for a clause that says the opposite of one of the statement's.
func (h *hearing) polarity() *model.Flag {
	for _, c := range h.clauses {
		if h.clauseWeight(c) < 2 || c.gone {
			continue
		}
		against, score := h.match(c, true)
		if against == nil || score < 0.6 {
			continue
		}
		if _, same := h.match(c, false); same >= score {
			continue
		}
		start, end := h.text.items[c.from].start, h.text.items[c.to-1].end
		return &model.Flag{
			Kind: FlagNegation, Token: h.token(start, end), At: h.span(start, end),
			Reason: fmt.Sprintf("%s says the opposite: “%s”", place(against.Source), short(against.Source.Text)),
		}
	}
	return nil
}

func short(s string) string {
	s = strings.Join(strings.Fields(s), " ")
	if len(s) <= 120 {
		return s
	}
	return strings.ToValidUTF8(s[:120], "") + "…"
}

func (h *hearing) clauseWeight(c clause) (n int) {
	for _, it := range h.text.items[c.from:c.to] {
		if !it.stop && !it.part {
			n++
		}
	}
	return n
}

// match finds the clause of a trusted source that has most of a clause of the statement, with the
// opposite polarity or with the same.
func (h *hearing) match(c clause, opposite bool) (best *Text, score float64) {
	lists := [][]*Text{h.bench.Kept, h.near()}
	for _, list := range lists {
		for _, t := range list {
			if t.Source.Trust == model.TrustTool {
				continue
			}
			for _, s := range t.sentences {
				if !h.usable(s.mood) {
					continue
				}
				for _, o := range s.clauses {
					agrees := o.not == c.not || o.gone
					if agrees == opposite {
						continue
					}
					if n := h.clauseShare(c, t, o); n > score {
						best, score = t, n
					}
				}
			}
		}
	}
	return best, score
}

// clauseShare is how much of a clause of the statement another clause holds.
func (h *hearing) clauseShare(c clause, t *Text, o clause) float64 {
	all, shared := 0, 0
	for _, it := range h.text.items[c.from:c.to] {
		if it.stop || it.part {
			continue
		}
		all++
		for i := o.from; i < o.to; i++ {
			if t.items[i].key == it.key {
				shared++
				break
			}
		}
	}
	if all == 0 || shared < 2 {
		return 0
	}
	return float64(shared) / float64(all)
}
