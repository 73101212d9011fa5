package evidence

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"dreamgate/model"
)

// exchange looks for a line that has the statement's words and values, but not in these places:
// the value of one thing was given to another. A line that has them as the statement does clears it.
func (h *hearing) exchange() *model.Flag {
	var flag *model.Flag
	for _, list := range [][]*Text{h.near(), h.bench.Kept} {
		for _, t := range list {
			cited := slices.Contains(h.bench.Cited, t)
			if t.Source.Trust == model.TrustTool || h.about[t] < sameShare && !cited {
				continue
			}
			where, how := h.placesIn(t)
			if how == placesSame {
				return nil
			}
			if flag == nil && how == placesOther && h.about[t] >= exchangeShare {
				start, end := h.text.items[where.from].start, h.text.items[where.to-1].end
				flag = &model.Flag{
					Kind: flagChanged, Token: h.token(start, end), At: h.span(start, end),
					Reason: fmt.Sprintf("%s says it of something else: “%s”", place(t.Source), short(t.Source.Text)),
				}
			}
		}
	}
	return flag
}

// maxPaired is the number of clauses up to which each is compared with each.
const maxPaired = 8

// swapped looks for two words, plain ones too, that changed places: a line says with the first what the
// statement says with the second, word by word, and the other way round.
func (h *hearing) swapped() *model.Flag {
	if len(h.clauses) < 2 || len(h.clauses) > maxPaired {
		return nil
	}
	for _, t := range h.near() {
		if t.Source.Trust == model.TrustTool {
			continue
		}
		for _, s := range t.sentences {
			if len(s.clauses) < 2 || len(s.clauses) > maxPaired || !h.usable(t, s.mood) {
				continue
			}
			for i, a := range h.clauses {
				for _, b := range h.clauses[i+1:] {
					if h.swapIn(t, s, a, b) {
						start, end := h.text.items[a.from].start, h.text.items[a.to-1].end
						return &model.Flag{
							Kind: flagChanged, Token: h.token(start, end), At: h.span(start, end),
							Reason: fmt.Sprintf("%s says it of something else: “%s”", place(t.Source), short(t.Source.Text)),
						}
					}
				}
			}
		}
	}
	return nil
}

// swapIn reports whether two clauses of the statement have each a word of the other in a sentence, beside all else
// that they hold.
func (h *hearing) swapIn(t *Text, s sentence, a, b clause) bool {
	for _, p := range s.clauses {
		one, first := h.lacking(t, a, b, p)
		for _, q := range s.clauses {
			two, lone := h.lacking(t, b, a, q)
			if p.from != q.from && h.parted(t, a, b, p, q) {
				return true
			}
			if first && lone && p.from != q.from && one.key != two.key && t.find(sentence{from: p.from, to: p.to}, two.key) >= 0 &&
				t.find(sentence{from: q.from, to: q.to}, one.key) >= 0 {
				return true
			}
		}
	}
	return false
}

// lacking is the one word of a clause of the statement that a clause of a text has not; it says no if there are
// more or none, or if there is nothing else. What the statement's other clause has too may be left out: "roofs get
// the neutral soap, sides the alkaline one".
func (h *hearing) lacking(t *Text, o, other, p clause) (word item, lone bool) {
	missing, found := 0, 0
	for _, it := range h.text.items[o.from:o.to] {
		switch {
		case !it.solid():
		case t.find(sentence{from: p.from, to: p.to}, it.key) < 0:
			if h.text.find(sentence{from: other.from, to: other.to}, it.key) >= 0 {
				continue
			}
			missing++
			word = it
		default:
			found++
		}
	}
	return word, missing == 1 && found > 0
}

// exchangeShare is how much of the statement a line must hold for the places of its values to speak against
// it, sameShare how much to speak for it.
const exchangeShare, sameShare = 0.75, 0.5

// standpoint is how a text has the values of a statement: not all of them, in the same places, or in others.
type standpoint int

const (
	placesSilent standpoint = iota
	placesSame
	placesOther
)

// placesIn compares the places of the statement's values and names with those in a text, and returns a
// clause of which the text says a part of something else. A clause that the old text holds as it is asks
// for no second source.
func (h *hearing) placesIn(t *Text) (where clause, how standpoint) {
	beside := citation{claim: h.text, line: t}
	same, compared := true, false
	for _, o := range h.clauses {
		// plain words change places in free wording anyway: one value or name at least must have
		pair := strings.ContainsAny(h.text.bytes(o.from, o.to), "→=")
		counts := func(it item) bool {
			return pair && !it.part || it.kind != kindWord && it.kind != kindHan || h.inClaim(it) || h.nameIn(it, t)
		}
		items := h.text.items[o.from:o.to]
		same = same && !slices.ContainsFunc(items, func(it item) bool { return it.solid() && counts(it) && !t.has(it.key) })
		if !slices.ContainsFunc(items, func(it item) bool { return counts(it) && t.has(it.key) }) {
			continue
		}
		if t.Source.Path == "" && h.keptWhole(o) {
			continue
		}
		if beside.exchanges(o, counts) {
			return o, placesOther
		}
		compared = true
		same = same && beside.together(o, counts)
	}
	if compared && same {
		return clause{}, placesSame
	}
	return clause{}, placesSilent
}

// keptWhole reports whether a clause of an old text has all words of one of the statement.
func (h *hearing) keptWhole(o clause) bool {
	solid := h.clauseWeight(o)
	for _, t := range h.bench.Kept {
		whole := false
		t.tally(h.text.items[o.from:o.to], solid, func(int32, int) { whole = true })
		if whole && solid > 0 {
			return true
		}
	}
	return false
}

// nameIn reports whether a word that is written with a capital in the statement is a name in a text: it
// stands there with one in the midst of a sentence.
func (h *hearing) nameIn(it item, t *Text) bool {
	if r, _ := utf8.DecodeRuneInString(h.text.Source.Text[it.start:]); it.kind != kindWord || it.stop || it.part || !unicode.IsUpper(r) || h.text.language() == "de" {
		return false
	}
	x := t.index()
	return slices.ContainsFunc(x.all(x.id(it.key)), func(at int32) bool {
		return at > 0 && t.capital(int(at)) && t.inside(int(at))
	})
}

// inPlaceOf reports whether a clause of the line has something of its own in an item's place: a value where
// that is a value or its unit, any word where it is a name.
func (l *layout) inPlaceOf(p clause, it item) bool {
	x, rows := l.line.index(), l.line.ledger()
	for i := p.from; i < p.to; i++ {
		if x.solid[i] && !rows.marked[x.of[i]] && (it.names() || !l.line.items[i].names()) {
			return true
		}
	}
	return false
}

// together reports whether one clause of the line has all that counts of a clause of the claim.
func (c citation) together(o clause, counts func(item) bool) bool {
	l := c.lay(o)
	defer l.done()
	return slices.ContainsFunc(l.best, func(p clause) bool {
		return !slices.ContainsFunc(l.words, func(it item) bool {
			return it.solid() && counts(it) && c.line.find(sentence{from: p.from, to: p.to}, it.key) < 0
		})
	})
}

// exchanges reports whether all clauses of the line that have most of a clause of the claim say a part of it
// of something else, one of them a part that counts.
func (c citation) exchanges(o clause, counts func(item) bool) bool {
	l := c.lay(o)
	defer l.done()
	if slices.ContainsFunc(l.words, func(it item) bool { return it.kind == kindHan }) {
		l.prefer(item.value) // words are pairs there, of which the forms of one word share few
	}
	return !slices.ContainsFunc(l.best, func(p clause) bool { return !l.exchanged(p, nil) }) &&
		slices.ContainsFunc(l.best, func(p clause) bool {
			return l.exchanged(p, func(it item) bool { return counts(it) && l.inPlaceOf(p, it) })
		})
}

// prefer keeps those of the best clauses that have most of the words that count: of two with a word of the claim
// each, the one with its value is about the same.
func (l *layout) prefer(counts func(item) bool) {
	most := 0
	var best []clause
	for _, p := range l.best {
		n := 0
		for _, it := range l.words {
			if it.solid() && counts(it) && l.line.find(sentence{from: p.from, to: p.to}, it.key) >= 0 {
				n++
			}
		}
		if n > most {
			most, best = n, nil
		}
		if n == most {
			best = append(best, p)
		}
	}
	l.best = best
}

// misplaced looks for the value that the lines give to the subject of a claim, where they give the claim's
// value to something else only.
func (h *hearing) misplaced(c claim) (value string, by *Text) {
	words := h.subjects(c)
	if !c.weak() || c.kind == claimDate || len(words) == 0 {
		return "", nil
	}
	about := func(t *Text, o clause) bool {
		return slices.ContainsFunc(words, func(it item) bool { return t.find(sentence{from: o.from, to: o.to}, it.key) >= 0 })
	}
	for _, t := range h.near() {
		for _, s := range t.sentences {
			given, other := false, ""
			for _, o := range s.clauses {
				part := sentence{from: o.from, to: o.to}
				has, mine := t.find(part, c.keys[0]) >= 0, about(t, o)
				switch {
				case has && mine:
					return "", nil
				case has:
					given = given || t.ofSomething(o, c)
				case mine && !o.not && !o.gone && other == "":
					other = h.rival(t, part, c)
				}
			}
			if given && other != "" && by == nil {
				value, by = other, t
			}
		}
	}
	return value, by
}

// ofSomething reports whether a clause says what a value is of: "two new ones came, now it is fourteen" gives the
// total of what was named before.
func (t *Text) ofSomething(o clause, c claim) bool {
	return slices.ContainsFunc(t.items[o.from:o.to], func(it item) bool { return it.solid() && it.names() && it.key != c.keys[0] })
}

// traded looks for a line that gives two values to two things, where the statement has each value beside a word of
// the other thing.
func (h *hearing) traded() *model.Flag {
	if len(h.claims) > maxPaired {
		return nil
	}
	for i, c := range h.claims {
		for _, d := range h.claims[i+1:] {
			a, b := h.clauseOf(c), h.clauseOf(d)
			if !c.weak() || !d.weak() || a.from == b.from || c.keys[0] == d.keys[0] {
				continue
			}
			for _, t := range h.close() {
				if h.tradedIn(t, c, d, a, b) {
					return &model.Flag{
						Kind: flagChanged, Token: h.token(c.start, c.end), At: h.span(c.start, c.end),
						Reason: fmt.Sprintf("%s says it of something else: “%s”", place(t.Source), short(t.Source.Text)),
					}
				}
			}
		}
	}
	return nil
}

// tradedIn reports whether a text has the value of the first claim in a clause with a word that the statement has
// beside the second only, and the other way round.
func (h *hearing) tradedIn(t *Text, c, d claim, a, b clause) bool {
	own := func(mine, other clause, here, there sentence) bool {
		i := mine.from - 1
		return slices.ContainsFunc(h.text.items[mine.from:mine.to], func(it item) bool {
			i++
			unit := i > 0 && h.text.items[i-1].value() // "X" may be a unit and a name
			return it.solid() && !it.value() && (it.names() || !unit) && h.text.find(sentence{from: other.from, to: other.to}, it.key) < 0 &&
				t.find(here, it.key) >= 0 && t.find(there, it.key) < 0
		})
	}
	found := false
	for _, s := range t.sentences {
		if !h.usable(t, s.mood) {
			continue
		}
		for _, o := range s.clauses {
			p := sentence{from: o.from, to: o.to}
			if t.find(p, c.keys[0]) < 0 || t.find(p, d.keys[0]) >= 0 {
				continue
			}
			for _, u := range s.clauses {
				q := sentence{from: u.from, to: u.to}
				if t.find(q, d.keys[0]) < 0 || t.find(q, c.keys[0]) >= 0 {
					continue
				}
				if own(a, b, p, q) && own(b, a, q, p) {
					return false
				}
				found = found || own(a, b, q, p) && own(b, a, p, q)
			}
		}
	}
	return found
}

// maxUnited is the number of words of the old lines up to which each of their values is compared with each.
const maxUnited = 500

// united looks for two things to which the old lines give two values, and which the statement brings
// together under one of them, though no line says so.
func (h *hearing) united() *model.Flag {
	old := h.bench.Removed
	if old == nil || len(old.items) > maxUnited {
		return nil
	}
	for _, c := range h.claims {
		if c.kind != claimNumber && c.kind != claimTime && c.kind != claimVersion {
			continue
		}
		for _, s := range old.sentences {
			for _, o := range s.clauses {
				mine := sentence{from: o.from, to: o.to}
				if old.find(mine, c.keys[0]) < 0 {
					continue
				}
				if value, whose := h.lostBeside(c, mine); value != "" {
					return &model.Flag{
						Kind: flagMerged, Token: h.token(c.start, c.end), At: h.span(c.start, c.end),
						Reason: fmt.Sprintf("the old text says %s for “%s”, and this only for the other", value, whose),
					}
				}
			}
		}
	}
	return nil
}

// lostBeside is the value that another clause of the old lines gives to a thing of its own, where the
// statement has that thing, one of the first clause's own, and not the value.
func (h *hearing) lostBeside(c claim, mine sentence) (value, whose string) {
	old := h.bench.Removed
	own := func(s, other sentence) (item, bool) {
		for _, it := range old.items[s.from:s.to] {
			if it.solid() && it.names() && old.find(other, it.key) < 0 && h.text.find(h.sentence, it.key) >= 0 {
				return it, true
			}
		}
		return item{}, false
	}
	for _, s := range old.sentences {
		for _, o := range s.clauses {
			theirs := sentence{from: o.from, to: o.to}
			if o.from == mine.from || o.not || o.gone || old.find(theirs, c.keys[0]) >= 0 {
				continue
			}
			value := h.rival(old, theirs, c)
			if value == "" {
				continue
			}
			_, here := own(mine, theirs)
			it, there := own(theirs, mine)
			if here && there && !h.saidOf(c, it) {
				return value, old.Source.Text[it.start:it.end]
			}
		}
	}
	return "", ""
}

// saidOf reports whether a line gives the value of a claim together with a word.
func (h *hearing) saidOf(c claim, word item) bool {
	for _, t := range h.near() {
		for _, s := range t.sentences {
			if t.Source.Trust != model.TrustTool && h.usable(t, s.mood) && t.find(s, c.keys[0]) >= 0 && t.find(s, word.key) >= 0 {
				return true
			}
		}
	}
	return false
}
