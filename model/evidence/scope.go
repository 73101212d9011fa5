package evidence

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"dreamgate/model"
)

// universals say that something holds without a limit. Those of scripts without blanks stand inside a clause.
var (
	universals = func() map[string]bool {
		set := map[string]bool{}
		for _, w := range strings.Fields("always every each all everywhere anyone everyone everybody anywhere " +
			"immer jede jeder jedes jeden jedem alle allen aller überall stets siempre todo toda todos todas cada " +
			"toujours tout toute tous toutes chaque partout sempre tudo всегда все всех всем каждый каждая каждое каждого каждую везде любой любая любые") {
			set[w] = true
		}
		return set
	}()
	nevers        = map[string]bool{"never": true, "nobody": true, "nie": true, "niemals": true, "niemand": true, "nunca": true, "jamais": true, "никогда": true, "никто": true}
	hanUniversals = []string{"所有", "全部", "每个", "每次", "总是", "すべて", "全て", "全員", "必ず", "常に", "毎回"}
)

// unlimited is a word of a range that says that something holds without a limit.
func (t *Text) unlimited(from, to int) (item, bool) {
	for i := from; i < to; i++ {
		it := t.items[i]
		if it.kind != kindWord || it.part || !universals[t.lower(it)] || i > from && t.lower(t.items[i-1]) == "at" {
			continue // "not at all"
		}
		if j := t.behind(i); j < len(t.items) && t.items[j].names() { // "every 15 seconds" is a period
			return it, true
		}
		if t.behind(i) >= to {
			return it, true
		}
	}
	if containsAny(t.bytes(from, to), hanUniversals) {
		return t.items[from], true
	}
	return item{}, false
}

// never is a word of a range that says that something never holds. Where an exception is made it holds sometimes.
func (t *Text) never(from, to int) (item, bool) {
	items := t.items[from:to]
	at := slices.IndexFunc(items, func(it item) bool { return it.kind == kindWord && !it.part && nevers[t.lower(it)] })
	if at < 0 || slices.ContainsFunc(items, func(it item) bool { return it.entry.class&(classExcept|classLack) != 0 }) {
		return item{}, false
	}
	return items[at], true
}

// widened looks for a statement that says of everything what a line says of a part: it has an "every" that no line
// about it has and no old text, or a "never", and the line has a limit in the midst of the words that they share.
func (h *hearing) widened() *model.Flag {
	general := (*Text).unlimited
	word, ok := general(h.text, h.from, h.to)
	if !ok {
		general = (*Text).never
		word, ok = general(h.text, h.from, h.to)
	}
	if !ok {
		return nil
	}
	var by *Text
	limit := ""
	for _, list := range [][]*Text{h.close(), h.bench.Kept} {
		for _, t := range list {
			if len(t.items) > maxClose {
				continue
			}
			for _, s := range t.sentences {
				if _, too := general(t, s.from, s.to); too && h.shared(t, s) > 0 {
					return nil
				}
				if old := t.Source.Path != ""; !old && by == nil && h.about[t] >= supportShare && h.usable(t, s.mood) {
					if limit = h.limitIn(t, s); limit != "" {
						by = t
					}
				}
			}
		}
	}
	if by == nil {
		return nil
	}
	return &model.Flag{
		Kind: flagMerged, Token: h.token(word.start, word.end), At: h.span(word.start, word.end),
		Reason: fmt.Sprintf("%s says it of less, with “%s”: “%s”", place(by.Source), limit, short(by.Source.Text)),
	}
}

// limitIn is a word or number that stands right beside one that a clause shares with the statement, and that the
// statement has not: "pupils under 16", "night flights". The clause must share two words at least.
func (h *hearing) limitIn(t *Text, s sentence) string {
	for _, o := range s.clauses {
		if n, _ := h.sharedBy(t, o); n < 2 {
			continue
		}
		shares := func(i int) bool {
			return i >= o.from && i < o.to && t.items[i].solid() && h.text.find(h.sentence, t.items[i].key) >= 0
		}
		for i := o.from; i < o.to; i++ {
			it := t.items[i]
			if !it.solid() || it.entry.class&(classLight|classGuess) != 0 || shares(i) || h.akinTo(it) {
				continue
			}
			before := i - 1
			for it.kind == kindNumber && before > o.from && t.items[before].stop { // "pupils under 16"
				before--
			}
			if shares(i+1) || it.kind == kindNumber && shares(before) {
				return t.Source.Text[it.start:it.end]
			}
		}
	}
	return ""
}

// akinTo reports whether the statement has a word of the same root.
func (h *hearing) akinTo(it item) bool {
	return slices.ContainsFunc(h.text.items[h.from:h.to], func(o item) bool { return akin(o, it) })
}

// ruledOut looks for a line that rules out a thing to which the statement adds something.
func (h *hearing) ruledOut() *model.Flag {
	for _, c := range h.clauses {
		if c.not || c.gone {
			continue
		}
		if by := h.forbidden(c); by != nil {
			return h.opposite(c, by)
		}
	}
	return nil
}

// forbidden is a line with a denied clause that says nothing beside words of a clause of the statement, where no
// line and no old text has the rest of that: whoever wrote it added to a thing that was ruled out.
func (h *hearing) forbidden(c clause) *Text {
	for _, t := range h.close() {
		for _, s := range t.sentences {
			for _, o := range s.clauses {
				if o.not && !o.gone && h.usable(t, s.mood) && h.covers(c, t, o) {
					return t
				}
			}
		}
	}
	return nil
}

// covers reports whether a clause of the statement has all words of one of a text, two at least, and everything
// else in it stands nowhere.
func (h *hearing) covers(c clause, t *Text, o clause) bool {
	mine := sentence{from: c.from, to: c.to}
	shared := 0
	for _, it := range t.items[o.from:o.to] {
		if !it.solid() || it.entry.class&classLight != 0 {
			continue
		}
		if h.text.find(mine, it.key) < 0 {
			return false
		}
		shared++
	}
	if shared < 2 {
		return false
	}
	for _, it := range h.text.items[c.from:c.to] {
		if it.solid() && t.find(sentence{from: o.from, to: o.to}, it.key) < 0 && h.standing(it) == standsTrusted {
			return false
		}
	}
	return true
}

// counted reports whether a small number says how many things the statement then lists: "two people: Ada and Bo".
func (h *hearing) counted(c claim) bool {
	if c.kind != claimNumber || c.unit != "" || len(c.keys) != 1 {
		return false
	}
	n, err := strconv.Atoi(c.keys[0][1:])
	if err != nil || n < 2 || n > 12 {
		return false
	}
	behind := h.text.Source.Text[c.end:h.text.items[h.to-1].end]
	colon := strings.IndexByte(behind, ':')
	if colon < 0 || len(strings.Fields(behind[:colon])) > 3 {
		return false
	}
	listed := 0
	for _, o := range h.clauses {
		if h.text.items[o.to-1].end > c.end+colon {
			listed++
		}
	}
	return listed >= n && listed <= n+2 // what comes behind the list may be clauses too
}

// exclusives say that nothing else is so.
var exclusives = func() map[string]bool {
	set := map[string]bool{}
	for _, w := range strings.Fields("only solely exclusively nur ausschließlich solo sólo solamente únicamente seulement uniquement только лишь apenas somente") {
		set[w] = true
	}
	return set
}()

// narrowed looks for a statement that says of one thing alone what a line says of two: "only Ada signs", where
// Ada and Bo sign.
func (h *hearing) narrowed() *model.Flag {
	at := slices.IndexFunc(h.text.items[h.from:h.to], func(it item) bool {
		return it.kind == kindWord && !it.part && exclusives[h.text.lower(it)]
	})
	if at < 0 {
		return h.narrowedHan()
	}
	word := h.text.items[h.from+at]
	for _, t := range h.close() {
		if h.about[t] < supportShare {
			continue
		}
		for _, s := range t.sentences {
			for i := 1; i < len(s.clauses) && h.usable(t, s.mood); i++ {
				o, before := s.clauses[i], s.clauses[i-1]
				if n, _ := h.sharedBy(t, before); n < 2 || before.not != o.not || !ands[t.lower(t.items[o.from])] {
					continue
				}
				if other := h.another(t, o); other != "" {
					return &model.Flag{
						Kind: flagMerged, Token: h.token(word.start, word.end), At: h.span(word.start, word.end),
						Reason: fmt.Sprintf("%s says it of “%s” too: “%s”", place(t.Source), other, short(t.Source.Text)),
					}
				}
			}
		}
	}
	return nil
}

// narrowedHan is narrowed for scripts without blanks: the statement says "only" where a line about it says "all".
func (h *hearing) narrowedHan() *model.Flag {
	for _, c := range h.clauses {
		if !containsAny(h.text.bytes(c.from, c.to), hanExclusives) {
			continue
		}
		var by *Text
		for _, t := range h.close() {
			text := t.Source.Text
			switch {
			case h.about[t] < limitShare:
			case containsAny(text, hanExclusives):
				return nil
			case by == nil && containsAny(text, hanUniversals):
				by = t
			}
		}
		if by != nil {
			start, end := h.text.items[c.from].start, h.text.items[c.to-1].end
			return &model.Flag{
				Kind: flagMerged, Token: h.token(start, end), At: h.span(start, end),
				Reason: fmt.Sprintf("%s says it of all: “%s”", place(by.Source), short(by.Source.Text)),
			}
		}
	}
	return nil
}

// limitShare is how much of a statement a line must hold to say of all what that says of some: the words for these
// are of the statement as well.
const limitShare = 0.4

// hanExclusives are the exclusives of scripts without blanks.
var hanExclusives = []string{"だけ", "のみ", "只有", "仅", "僅"}

// another is the thing that a clause behind an "and" is about, a word or two, if the statement and the old texts have
// nothing of it.
func (h *hearing) another(t *Text, o clause) string {
	from, to, n := -1, 0, 0
	for _, it := range t.items[o.from+1 : o.to] {
		if !it.solid() {
			continue
		}
		if h.akinTo(it) || it.value() || slices.ContainsFunc(h.bench.Kept, func(k *Text) bool { return k.has(it.key) }) {
			return ""
		}
		if n++; from < 0 {
			from = it.start
		}
		to = it.end
	}
	if n == 0 || n > 2 {
		return ""
	}
	return t.Source.Text[from:to]
}

// alternative looks for an "or" of the old lines that became an "and", or the other way round, where all else stayed
// and nobody said so.
func (h *hearing) alternative() *model.Flag {
	old := h.bench.Removed
	if old == nil || len(h.content) < 3 || len(old.items) > maxClose {
		return nil
	}
	for _, s := range old.sentences {
		a, b := old.joints(s), h.text.joints(h.sentence)
		if len(a) == 0 || len(a) != len(b) || !slices.EqualFunc(old.content(s), h.content, func(x, y item) bool { return x.key == y.key }) {
			continue
		}
		for i := range a {
			was, is := old.items[a[i]], h.text.items[b[i]]
			if was.entry.class&classOr == is.entry.class&classOr || h.joinsSo(is) {
				continue
			}
			return &model.Flag{
				Kind: flagMerged, Token: h.token(is.start, is.end), At: h.span(is.start, is.end),
				Reason: fmt.Sprintf("the old text says “%s”, and nobody said “%s”", old.Source.Text[was.start:was.end], h.token(is.start, is.end)),
			}
		}
	}
	return nil
}

// joints are the places of the words of a sentence that join two things.
func (t *Text) joints(s sentence) (out []int) {
	for i := s.from; i < s.to; i++ {
		if it := t.items[i]; it.kind == kindWord && !it.part && (ands[t.lower(it)] || it.entry.class&classOr != 0) && !t.foreignTurn(it) {
			out = append(out, i)
		}
	}
	return out
}

// joinsSo reports whether a line about the statement has the word that joins two things there.
func (h *hearing) joinsSo(is item) bool {
	return slices.ContainsFunc(h.near(), func(t *Text) bool {
		return t.Source.Trust != model.TrustTool && h.about[t] >= supportShare && slices.ContainsFunc(t.items, func(it item) bool { return it.key == is.key && it.kind == kindWord })
	})
}

// respelt looks for one character of a script without blanks that is another one in a line, between the same two on
// either side: a name or a value in a sentence that is word for word the same.
func (h *hearing) respelt() *model.Flag {
	for _, o := range h.clauses {
		from := h.text.items[o.from].start
		text := []rune(h.text.Source.Text[from:h.text.items[o.to-1].end])
		for i, at := 2, from+len(string(text[:min(2, len(text))])); i+2 < len(text); i, at = i+1, at+utf8.RuneLen(text[i]) {
			if window := text[i-2 : i+3]; slices.ContainsFunc(window, func(r rune) bool { return !han(r) || kana(r) || strings.ContainsRune(hanNumerals, r) }) {
				continue
			}
			if other, by := h.otherBetween(string(text[i-2:i]), text[i], string(text[i+1:i+3])); by != nil {
				end := at + utf8.RuneLen(text[i])
				return &model.Flag{
					Kind: flagUnsourced, Token: h.token(at, end), At: h.span(at, end),
					Reason: fmt.Sprintf("%s says “%c” there: “%s”", place(by.Source), other, short(by.Source.Text)),
				}
			}
		}
	}
	return nil
}

// otherBetween is the character that a line has between two texts where no line and no old text has the given one.
func (h *hearing) otherBetween(left string, mine rune, right string) (other rune, by *Text) {
	for _, list := range [][]*Text{h.close(), h.bench.Kept} {
		for _, t := range list {
			text := t.Source.Text
			if len(t.items) > maxClose {
				continue
			}
			if strings.Contains(text, left+string(mine)+right) {
				return 0, nil
			}
			at := strings.Index(text, left)
			if at < 0 || by != nil || t.Source.Path != "" {
				continue
			}
			r, n := utf8.DecodeRuneInString(text[at+len(left):])
			if han(r) && !kana(r) && strings.HasPrefix(text[at+len(left)+n:], right) {
				other, by = r, t
			}
		}
	}
	return other, by
}
