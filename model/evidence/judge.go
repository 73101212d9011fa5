package evidence

import (
	"fmt"
	"slices"

	"dreamgate/model"
)

// Ruling is what was found of one statement.
type Ruling struct {
	Claims []model.Claim
	// Flags are the reasons to look twice; Line of them is not set, At counts lines of the passage.
	Flags []model.Flag
	// Holding are the cited lines that hold a part of it, Idle those that do and bear nothing out; Better is
	// a line that was not cited and holds most of it, where the cited ones hold nothing.
	Holding []model.Source
	Idle    []Idle
	Better  *model.Source
}

// Idle is a line that asks or suggests something, or that the user took back, and why it bears nothing out.
type Idle struct {
	Source model.Source
	Reason string
}

// FlagNoCitation is the kind of flag for a line that is cited and does not exist, and for a statement
// that nobody made and for which none is cited.
const FlagNoCitation = "missing-citation"

// The other kinds of flags that come from comparing a statement with its sources.
const (
	flagUnsourced = "unsourced"
	flagUntrusted = "untrusted-only"
	flagWrongDate = "wrong-date"
	flagChanged   = "changed-number"
	flagNegation  = "negation"
	flagStale     = "stale-value"
	flagMerged    = "merged-values"
)

// Judge says what became of the claims of statement n, in this order: kept from the old text,
// cited, found in another line, derived from a message's own date, else unsourced.
func (p *Pass) Judge(n int, b Bench) Ruling {
	h := p.hear(n, b)
	var r Ruling
	r.Holding, r.Idle, r.Better = h.fit()
	for _, c := range h.claims {
		claim, flag := h.claim(c)
		r.Claims = append(r.Claims, claim)
		if flag != nil {
			r.Flags = append(r.Flags, *flag)
		}
	}
	if only := slices.IndexFunc(r.Flags, func(f model.Flag) bool { return f.Kind != flagStale }); only < 0 && len(r.Flags) > 0 {
		if flag := h.polarity(); flag != nil { // a denial that went to another thing reads like a withdrawn value
			r.Flags = []model.Flag{*flag}
		}
	}
	for _, look := range []func() *model.Flag{
		h.polarity, h.none, h.alternative, h.exchange, h.traded, h.swapped, h.shifted, h.reordered, h.united, h.left, h.restored, h.onlyGuessed, h.stranger, h.words, h.tacked, h.ruledOut, h.widened, h.narrowed, h.respelt, h.weekday,
	} {
		if flag := look(); flag != nil {
			r.Flags = append(r.Flags, *flag)
		}
		if len(r.Flags) > 0 {
			break
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
	if t := h.kept(c); t != nil {
		return rule(model.Kept, t, "stands in "+t.Source.Path)
	}
	for _, t := range h.bench.Cited {
		if t.Source.Trust != model.TrustTool && h.hold(t, c, false) >= 0 {
			return h.latest(c, t, out, model.Cited)
		}
	}
	for _, t := range h.said {
		about := h.relevant(t) && (h.besides(t, c) || h.elsewhere(t) && h.among(t))
		if h.hold(t, c, false) >= 0 && (!c.weak() || about && !h.outdone(t, c) || h.answers(t, c)) {
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

// outdone reports whether a line that holds a value is less about the statement than a cited one of another
// session that gives another value. In a long stream a line with the number and a word or two of the subject
// is about something else.
func (h *hearing) outdone(t *Text, c claim) bool {
	return slices.ContainsFunc(h.bench.Cited, func(k *Text) bool {
		return k.Source.Session != t.Source.Session && k.Source.Trust != model.TrustTool && h.about[k] > h.about[t] &&
			slices.ContainsFunc(k.sentences, func(s sentence) bool { return h.usable(k, s.mood) && h.shared(k, s) > 0 && h.rival(k, s, c) != "" })
	})
}

// kept is the old text that a claim goes on from, nil if there is none. A value must stand there
// beside something else of the statement, if not on the very lines that it replaces: a note holds
// many numbers.
func (h *hearing) kept(c claim) *Text {
	words := h.subjects(c)
	for _, t := range h.bench.Kept {
		if h.hold(t, c, true) < 0 {
			continue
		}
		if !c.weak() || t == h.bench.Removed {
			return t
		}
		beside := false
		t.having(c.keys[0], func(n int) bool {
			beside = t.valueIn(t.sentences[n], c, true) && h.sharesWith(t, t.sentences[n], c, words)
			return !beside
		})
		if beside {
			return t
		}
	}
	return nil
}

// sharesWith reports whether a sentence shares something with the statement beside a claim, or the
// statement has nothing else. The words beside the claim in its clause count, if it has any.
func (h *hearing) sharesWith(t *Text, s sentence, c claim, words []item) bool {
	if len(words) > 0 {
		return slices.ContainsFunc(words, func(it item) bool { return t.find(s, it.key) >= 0 })
	}
	others := 0
	for _, it := range h.content {
		if it.start >= c.start && it.end <= c.end {
			continue
		}
		others++
		if t.find(s, it.key) >= 0 {
			return true
		}
	}
	return others == 0
}

// latest accepts a claim that a line holds, unless a later line takes it back.
func (h *hearing) latest(c claim, t *Text, out model.Claim, s model.Support) (model.Claim, *model.Flag) {
	out.Support, out.Source = s, t.Source
	out.Reason = place(t.Source) + " said it"
	if value, whose, ok := h.merged(c, t); ok {
		out.Reason = fmt.Sprintf("%s says “%s” for “%s”, and %s only for the other", place(t.Source), value, whose, out.Token)
		return out, &model.Flag{Kind: flagMerged, Token: out.Token, At: out.At, Reason: out.Reason}
	}
	if value, by := h.misplaced(c); by != nil {
		out.Reason = fmt.Sprintf("%s says “%s” of this, and %s of something else: “%s”", place(by.Source), value, out.Token, short(by.Source.Text))
		return out, &model.Flag{Kind: flagChanged, Token: out.Token, At: out.At, Reason: out.Reason}
	}
	if later, now, ok := h.replaced(c, t); ok {
		out.Reason = fmt.Sprintf("%s says %s, but %s says “%s” later", place(t.Source), out.Token, place(later.Source), now)
		return out, &model.Flag{Kind: flagStale, Token: out.Token, At: out.At, Reason: out.Reason}
	}
	return out, nil
}

// without is the ruling on a claim that nobody trusted has said.
func (h *hearing) without(c claim, out model.Claim) (model.Claim, *model.Flag) {
	for _, list := range [][]*Text{h.bench.Cited, h.tool} {
		for _, t := range list {
			if t.Source.Trust == model.TrustTool && h.hold(t, c, false) >= 0 && (!c.weak() || h.besides(t, c) && (h.relevant(t) || h.about[t] > 0.3) && !h.outdone(t, c)) {
				out.Support, out.Source = model.Found, t.Source
				out.Reason = place(t.Source) + " printed it; neither the user nor the agent said it"
				return out, &model.Flag{Kind: flagUntrusted, Token: out.Token, At: out.At, Reason: out.Reason}
			}
		}
	}
	if c.kind == claimPath && h.bench.Exists != nil && h.bench.Exists(out.Token) {
		out.Support, out.Source = model.Found, model.Source{Path: out.Token}
		out.Reason = "is a file of the repository"
		return out, nil
	}
	if h.counted(c) {
		out.Support, out.Reason = model.Derived, "counts what follows it"
		return out, nil
	}
	out.Support = model.Unsourced
	kind := flagUnsourced
	out.Reason = "stands in no gathered line and not in the old text"
	switch other, t := h.other(c); {
	case h.wondered(c) != nil:
		by := h.wondered(c)
		out.Reason = fmt.Sprintf("%s asked or suggested it, and nobody decided it: “%s”", place(by.Source), short(by.Source.Text))
	case c.kind == claimDate:
		if expected, t := h.expected(); t != nil {
			kind, out.Reason = flagWrongDate, place(t.Source)+": "+expected
		} else if phrase, t := h.vague(); t != nil {
			out.Reason = fmt.Sprintf("%s said “%s”, which names no day", place(t.Source), phrase)
		}
	case t != nil:
		kind, out.Reason = flagChanged, fmt.Sprintf("%s says “%s”", place(t.Source), other)
	}
	return out, &model.Flag{Kind: kind, Token: out.Token, At: out.At, Reason: out.Reason}
}

// wondered is a line that has a claim in a question or a guess, nil if none does.
func (h *hearing) wondered(c claim) *Text {
	for _, t := range h.near() {
		if n := h.hold(t, c, true); n >= 0 && t.Source.Trust != model.TrustTool && t.sentences[n].mood != 0 && (!c.weak() || h.besides(t, c)) {
			return t
		}
	}
	return nil
}

// place names a source for people.
func place(s model.Source) string {
	if s.Path != "" {
		return s.Path
	}
	who := map[model.Trust]string{model.TrustUser: "the user", model.TrustAssistant: "the agent", model.TrustTool: "a tool"}[s.Trust]
	return fmt.Sprintf("%s (%s)", who, s.Place())
}
