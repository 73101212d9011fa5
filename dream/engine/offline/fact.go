package offline

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// fact is what one sentence of the user says.
type fact struct {
	kind kind
	a, b term
	// about narrows the lines that a move concerns: one of its words must be near.
	about string
	// own narrows them further: all of its words must stand in the line itself.
	own bool
	// noted lets the name or the description of the note have some of them.
	noted bool
	// restates says that a is not known: it is whatever stands in its place.
	restates bool
	// text is the sentence, or what it asks to keep.
	text string
	// ask says that the user wants it kept, also if no note speaks of it yet.
	ask   bool
	in    *speech
	from  message
	cites []ref
}

// factsOf reads the sentences of a message. A message in jest says nothing.
func factsOf(m message) []fact {
	list := sentences(m.lines)
	var facts []fact
	var before *fact
	var nod *speech
	ever := false
	for _, s := range list {
		if in := nods(s); in != nil { // "always like this" says nothing that could stand alone
			before, nod = nil, in
			ever = ever || in.forEver(s.text)
			continue
		}
		f, ok := factOf(s, m)
		if ok && f.kind == refer {
			if before != nil {
				facts = appendAsked(facts, *before)
			}
			before = nil
			continue
		}
		// "Remember that" means the sentence right before it, if that was one to remember.
		before = nil
		if s.question {
			continue
		}
		if ok {
			facts = append(facts, f)
			facts = append(facts, moreOf(s, f, m)...)
		}
		before = &fact{kind: ask, text: s.text, in: guessSpeech(s.text), from: m, cites: []ref{m.ref}}
	}
	// What users say in words of their own goes before what they agree to.
	if nod != nil && !slices.ContainsFunc(facts, func(f fact) bool { return f.kind.asks() }) {
		if f, ok := nod.approved(m, ever); ok {
			facts = append(facts, f)
		}
	}
	// Most messages say nothing of the kind: whether they are in jest need not be asked.
	if len(facts) > 0 && inJest(list) {
		return nil
	}
	return facts
}

// joints are where a sentence goes on with another statement.
var joints = regexp.MustCompile(`(?i), (?:and|but|aber|und|y|pero|et|mais) | (?:and|und) (?:also|auch) |, (?:и|но) |[，、](?:而且|并且|另外|还有)|(?:たし|ので)、`)

// moreOf finds what a sentence says beside its first fact: "we moved from a to b, and c is gone". A
// text that is to be kept goes on to the end of its sentence.
func moreOf(s sentence, first fact, m message) (more []fact) {
	if first.kind.asks() {
		return nil
	}
	for _, part := range joints.Split(s.text, -1) {
		f, ok := factOf(sentence{text: part}, m)
		if !ok || f.kind != move && f.kind != gone || strings.EqualFold(f.a.text, first.a.text) || strings.EqualFold(f.a.text, first.b.text) {
			continue
		}
		f.text, f.ask = s.text, first.ask
		more = append(more, f)
	}
	return more
}

// asks reports whether such a sentence is a text to keep.
func (k kind) asks() bool { return k == ask || k == rule || k == praise || k == yes }

func inJest(list []sentence) bool {
	for _, s := range list {
		for _, in := range speeches() {
			if in.joke.MatchString(s.text) {
				return true
			}
		}
	}
	return false
}

// appendAsked marks the last fact as one to keep; where its sentence was no fact, its text is.
func appendAsked(facts []fact, before fact) []fact {
	known := false
	for i := range facts {
		if facts[i].text == before.text {
			facts[i].ask, known = true, true
		}
	}
	if known {
		return facts
	}
	if before.in.hedged(before.text) || !worthKeeping(before.text, before.in) {
		return facts
	}
	before.ask = true
	return append(facts, before)
}

// guessSpeech finds the language of a sentence by its script, and takes English among the Latin
// ones: only its notes on dates depend on it.
func guessSpeech(text string) *speech {
	code := "en"
	for _, r := range text {
		switch {
		case unicode.In(r, unicode.Hiragana, unicode.Katakana):
			code = "ja"
		case unicode.Is(unicode.Han, r) && code != "ja":
			code = "zh"
		case unicode.Is(unicode.Cyrillic, r):
			code = "ru"
		}
	}
	for _, s := range speeches() {
		if s.code == code {
			return s
		}
	}
	return speeches()[0]
}

// factOf finds what a sentence says. The first pattern that fits decides; a sentence that also asks
// to be remembered is a fact to keep.
func factOf(s sentence, m message) (fact, bool) {
	if s.question {
		return fact{}, false
	}
	text := asTyped(s.text)
	lower := strings.ToLower(text)
	for _, in := range speeches() {
		for _, p := range in.patterns {
			if !p.speaks(lower) {
				continue
			}
			g := p.re.FindStringSubmatch(text)
			if g == nil {
				continue
			}
			f := fact{kind: p.kind, text: s.text, in: in, from: m, cites: []ref{m.ref}}
			if f.fill(p, g, text) {
				if f.noted {
					text = g[0] // a "they" behind it is what the sentence is about
				}
				return f, !elsewhere(text)
			}
		}
	}
	return fact{}, false
}

// asTyped is a text as the tables have it: phones write the other apostrophe, and French puts blanks that do not
// break before a colon.
func asTyped(text string) string { return spelling.Replace(text) }

var spelling = strings.NewReplacer("’", "'", "\u00a0", " ", "\u202f", " ")

// elsewhere reports whether a sentence is about somebody else's affairs.
func elsewhere(text string) bool {
	for _, in := range speeches() {
		if in.aside.MatchString(text) {
			return true
		}
	}
	return false
}

// fill takes over what a pattern found, and reports whether that is a fact.
func (f *fact) fill(p compiled, g []string, text string) bool {
	part := func(name string) string {
		if i := p.re.SubexpIndex(name); i >= 0 {
			return g[i]
		}
		return ""
	}
	switch p.kind {
	case refer:
		return true
	case ask, rule:
		// No hedge is looked for: a rule may well have a condition.
		f.text, f.ask = strings.TrimSpace(part("text")), true
		return worthKeeping(f.text, f.in)
	case praise:
		// "Yes, exactly like this, the blue one" is about the work at hand.
		f.text, f.ask = strings.TrimSpace(part("text")), true
		return f.in.standing.MatchString(f.text) && !f.in.hedged(f.text) && worthKeeping(f.text, f.in)
	}
	var ok bool
	if f.restates = p.restates; f.restates {
		f.a.readings = []string{""}
	} else if f.a, ok = f.in.term(part("a")); !ok {
		return false
	}
	f.ask = f.in.stress.MatchString(text) && !f.restates
	if l := f.in.look(f.a.text); p.named && (l == lookWord || l == lookNumber) {
		return false
	}
	f.about, f.noted = strings.TrimSpace(part("s")+part("about")), p.noted
	if p.kind == move {
		if f.b, ok = f.in.term(part("b")); !ok || !f.moves(p, marked(part("a")) && marked(part("b"))) {
			return false
		}
	}
	// A day is in many lines, and what is on it is short enough to be named as it stands.
	if (p.own || p.kind == move && isoDay.MatchString(f.a.text)) && !f.narrow(part("v")+part("does")) {
		return false
	}
	// A hedge of one word in the place of a name is a name: "Maybe" may be a product.
	for _, name := range []string{part("a"), part("b")} {
		if p.kind != keep && strings.Contains(strings.TrimSpace(name), " ") && f.in.hedged(name) {
			return false
		}
	}
	rest := strings.Replace(strings.Replace(text, part("a"), " ", 1), part("b"), " ", 1)
	rest = strings.Replace(rest, part("no"), " ", 1) // the denial that the pattern is about is no hedge
	return p.kind == keep || !f.in.hedged(rest)
}

// marked reports whether a name is written as code: then it is a name, whatever words it is made of.
func marked(name string) bool {
	name = strings.TrimSpace(name)
	return len(name) > 2 && name[0] == '`' && name[len(name)-1] == '`'
}

// moves reports whether the two things of a move can be one for the other. Code says that both are written as such.
func (f *fact) moves(p compiled, code bool) bool {
	if strings.EqualFold(f.a.text, f.b.text) {
		return false
	}
	f.sameVersion()
	f.sameMeasure()
	a, b := f.in.look(f.a.text), f.in.look(f.b.text)
	if p.alike && !code && (a == lookWord || b == lookWord || (a == lookNumber) != (b == lookNumber)) {
		return false
	}
	if p.restates {
		return b == lookNumber || isoDay.MatchString(f.b.text)
	}
	if p.own {
		return (a == lookNumber) == (b == lookNumber)
	}
	matter := f.in.clean(f.about)
	if matter != "" && !f.in.names(matter) && len(strings.Fields(matter)) <= maxTermWords {
		return false // a file, a test: the work at hand
	}
	if a != lookNumber && !(p.alike && a == lookWord) {
		f.about = "" // a name is known by itself
		return true
	}
	return matter != "" // a bare number is anywhere, and so is a word that only its marks make a name
}

// sameVersion completes "from Go 1.22 to 1.23".
func (f *fact) sameVersion() {
	at := strings.LastIndexByte(f.a.text, ' ')
	if at < 0 || lookOf(f.b.text) != lookNumber || lookOf(f.a.text[at+1:]) != lookNumber {
		return
	}
	f.b = term{text: f.a.text[:at+1] + f.b.text, readings: []string{f.a.text[:at+1] + f.b.text}}
}

// sameMeasure completes "from 30 seconds to 45", and lets a line have the unit in another form.
func (f *fact) sameMeasure() {
	value, unit := measure(f.a.text)
	if lookOf(f.b.text) != lookNumber || unit == "" {
		return
	}
	if old, own := measure(f.b.text); own == "" {
		full := old + f.a.text[len(value):]
		f.b = term{text: full, readings: []string{full, old}}
	}
	f.a.readings = append(f.a.readings, value)
}

// narrow prepares a fact about one thing alone: does is what the thing does, "" if that is not said. A value that
// is a word of the language is in many lines, and only means the same where they tell of the same.
func (f *fact) narrow(does string) bool {
	f.own, f.about = true, f.in.clean(f.about)
	words := tokens(f.about)
	// What needs a thing that has a name may be anything but people.
	told := func(w string) bool { return !f.in.empty[w] && !links[w] || f.noted && len(w) > 4 && !links[w] }
	if len(words) == 0 || !slices.ContainsFunc(words, told) {
		return false
	}
	// "The test no longer ends with an error" is about the work at hand.
	if len(words) <= 2 && !f.in.names(f.about) && !(f.noted && (f.in.look(f.a.text) != lookWord || does != "")) {
		return false
	}
	if f.restates {
		return true
	}
	look := f.in.look(f.a.text)
	if f.kind == move { // where every noun has a capital, two of them are at least no other words
		look = max(lookOf(f.a.text), look)
	}
	if look == lookWord {
		f.about += " " + does
		return does != ""
	}
	return true
}

// hedged reports whether a text is no plain statement.
func (s *speech) hedged(text string) bool { return s.guess.MatchString(text) }

var (
	// tracked finds what an issue tracker, git or the code itself can tell better: the state of a
	// pull request, lists of tickets and commits, lines of files.
	tracked = regexp.MustCompile(`(?i:\b(?:prs?|mrs?|pull requests?|merge requests?|issues?|tickets?)\b.{0,24}\d)` +
		`|(?:#\d+|\b[A-Z]{2,8}-\d+|\b[0-9a-f]{7,40}\b|/pull/\d+).*(?:#\d+|\b[A-Z]{2,8}-\d+|\b[0-9a-f]{7,40}\b|/pull/\d+)` +
		`|\b\w+\.\w{1,4}:\d+\b|(?i:\bline \d+\b|\w\.\w{1,4}\b.*\b\d+ (?:lines|zeilen|líneas|строк)|(?:commit|коммит|提交|コミット) ?[0-9a-f]{7,40}\b)`)
	masked = regexp.MustCompile(`\[masked\]`)
)

// Bounds of a text that is kept, in runes.
const (
	minKept     = 12
	minKeptWide = 6
	maxKept     = 300
)

// worthKeeping reports whether a text that the user asked to keep can stand alone as a note. What
// holds for now only, what a tracker or git tells, and what names nothing is not kept.
func worthKeeping(text string, in *speech) bool {
	least := minKept
	if strings.ContainsFunc(text, isWide) {
		least = minKeptWide
	}
	n := utf8.RuneCountInString(text)
	if n < least || n > maxKept || strings.Contains(text, ellipsis) {
		return false
	}
	if least == minKept && len(strings.Fields(text)) < 3 {
		return false
	}
	return !in.brief.MatchString(text) && !tracked.MatchString(text) && !masked.MatchString(text)
}
