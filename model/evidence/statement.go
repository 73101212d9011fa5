package evidence

import (
	"slices"
	"strings"
	"unicode"

	"dreamgate/model"
)

// Statement is one sentence of a text that is to be judged.
type Statement struct {
	text *Text
	sentence
	claims []claim
	// content are the tokens that say something, each key once.
	content []item
	// lines are the byte offsets at which the lines of the passage begin.
	lines []int
}

// claim is one token of a statement that can be true or false on its own.
type claim struct {
	kind       string
	start, end int
	// keys are what a source must hold, all of them. exact says that they must stand side by side
	// in the spelling of words, without stems.
	keys  []string
	exact string
	// unit is what a number is counted in, "" if it is a bare number. denied says that it is denied.
	unit   string
	denied bool
}

// The kinds of claims, as model.Claim names them.
const (
	claimDate       = "date"
	claimTime       = "time"
	claimNumber     = "number"
	claimVersion    = "version"
	claimPath       = "path"
	claimURL        = "url"
	claimMail       = "email"
	claimIdentifier = "identifier"
	claimCommand    = "command"
	claimQuoted     = "quoted"
	claimName       = "name"
)

// weak reports whether a claim is of a kind that stands everywhere: a number proves nothing without
// its subject, while a path or a name in code is its own.
func (c claim) weak() bool {
	switch c.kind {
	case claimNumber, claimVersion, claimTime, claimDate:
		return true
	}
	return false
}

// Statements cuts lines into sentences. A sentence may run over several lines, as a wrapped
// paragraph does. The text around them tells their language where they are too short to; around may be
// nil.
func Statements(lines []string, around func() string) []*Statement {
	joined := strings.Join(lines, "\n")
	starts := make([]int, len(lines))
	at := 0
	for i, l := range lines {
		starts[i] = at
		at += len(l) + 1
	}
	t := Read(model.Source{Text: joined})
	lang := t.language()
	if !t.tongue().sure && around != nil { // a word or two may be of many languages
		if whole := around(); whole != "" {
			lang = whole
		}
	}
	claims := t.claims(lang)
	var out []*Statement
	for _, s := range t.sentences {
		st := &Statement{text: t, sentence: s, lines: starts}
		end := t.items[s.to-1].end
		for len(claims) > 0 && claims[0].start < end {
			st.claims = append(st.claims, claims[0])
			claims = claims[1:]
		}
		st.content = t.content(s)
		out = append(out, st)
	}
	return out
}

// content are the tokens of a sentence that say something, each key once.
func (t *Text) content(s sentence) []item {
	var out []item
	seen := map[string]bool{}
	for _, it := range t.items[s.from:s.to] {
		if !it.stop && !it.part && !seen[it.key] {
			seen[it.key] = true
			out = append(out, it)
		}
	}
	return out
}

// token is a piece of the passage as it is shown: on one line.
func (s *Statement) token(start, end int) string {
	return strings.Join(strings.Fields(s.text.Source.Text[start:end]), " ")
}

// span is the place of a piece of the passage; one that runs over a line's end is cut there.
func (s *Statement) span(start, end int) model.Span {
	line, ok := slices.BinarySearch(s.lines, start)
	if !ok {
		line-- // it begins inside the line before
	}
	if line+1 < len(s.lines) {
		end = min(end, s.lines[line+1]-1)
	}
	return model.Span{Line: line, Start: start - s.lines[line], End: end - s.lines[line]}
}

// Text is the sentence on one line.
func (s *Statement) Text() string {
	return strings.Join(strings.Fields(s.text.text(s.from, s.to)), " ")
}

// fence is a piece of a text between marks: code or a quotation.
type fence struct {
	start, end int
	code       bool
}

// claims finds all claims of a text, in order.
func (t *Text) claims(lang string) []claim {
	fences := fencesOf(t.Source.Text)
	named := t.names(lang)
	var out []claim
	last, next := 0, 0
	for i := 0; i < len(t.items); i++ {
		it := t.items[i]
		for next < len(fences) && fences[next].end <= it.start {
			next++
		}
		if it.start < last || it.part {
			continue
		}
		if next < len(fences) && it.start >= fences[next].start {
			if c, ok := t.fenced(fences[next], i); ok {
				out = append(out, c)
				last = c.end
				continue
			}
		}
		if c, ok := t.claimAt(i); ok {
			out = append(out, c)
			last = c.end
			continue
		}
		if end := named[i]; end > 0 {
			out = append(out, t.nameAt(i, end))
			last = t.items[end-1].end
		}
	}
	return out
}

// claimAt makes a claim of one token whose shape alone says that it is one.
func (t *Text) claimAt(i int) (claim, bool) {
	it := t.items[i]
	c := claim{start: it.start, end: it.end, keys: []string{it.key}, denied: t.deniedAt(sentence{to: len(t.items)}, i)}
	switch s := t.Source.Text[it.start:it.end]; it.kind {
	case kindDate:
		c.kind = claimDate
	case kindClock:
		c.kind = claimTime
	case kindURL:
		c.kind = claimURL
	case kindMail:
		c.kind = claimMail
	case kindIdent:
		c.kind = claimIdentifier
		if strings.ContainsAny(s, "/\\") || strings.Contains(strings.Trim(s, "."), ".") {
			c.kind = claimPath
		}
	case kindNumber:
		c.kind = claimNumber
		if it.entry.number > 0 && (!t.counts(i) || it.entry.class&classOrdinal != 0 && it.entry.number == 1) {
			return claim{}, false // "first" is said of much that is not counted
		}
		if strings.Count(s, ".") > 1 || s[0] == 'v' || s[0] == 'V' {
			c.kind = claimVersion
		}
		if unit, end := t.unitAt(i); unit != "" {
			c.unit, c.end = unit, max(end, c.end)
		}
	case kindWord:
		if it.entry.weekday == 0 {
			return claim{}, false
		}
		c.kind = claimDate
	default:
		return claim{}, false
	}
	return c, true
}

// counts reports whether a number word counts something: a word must follow.
func (t *Text) counts(i int) bool {
	j := t.behind(i)
	return j < len(t.items) && (t.items[j].kind == kindWord && !t.items[j].stop || t.items[j].kind == kindIdent)
}

// behind is the item that follows item i and is no other reading of its bytes.
func (t *Text) behind(i int) int {
	j := i + 1
	for j < len(t.items) && t.items[j].start < t.items[i].end {
		j++
	}
	return j
}

// unitAt returns the unit of the number i and where it ends: the word right behind it, with a word that
// multiplies between them, or a currency before it.
func (t *Text) unitAt(i int) (unit string, end int) {
	times := ""
	for j := t.behind(i); j < len(t.items); j = t.behind(j) {
		next := t.items[j]
		gap := t.Source.Text[t.items[i].end:max(next.start, t.items[i].end)]
		if times != "" {
			gap = t.Source.Text[t.items[j-1].end:max(next.start, t.items[j-1].end)]
		}
		if next.kind != kindWord || gap != "" && gap != " " {
			break
		}
		word := next.key[1:]
		if m := multiples[t.lower(next)]; m != "" && times == "" {
			times = m
			continue
		}
		if u, ok := units[word]; ok && u == word {
			if u == "m" && gap == "" {
				u = metreOrMinute
			}
			return times + u, next.end
		}
		break
	}
	if i > 0 {
		if prev := t.items[i-1]; prev.kind == kindWord && prev.end == t.items[i].start && strings.Contains("$€£", prev.key[1:]) {
			return prev.key[1:], t.items[i].end
		}
	}
	return "", 0
}

// metreOrMinute is the unit of "5m".
const metreOrMinute = "m|min"

// sameUnit reports whether two units are or may be the same.
func sameUnit(a, b string) bool {
	return a == b || a == metreOrMinute && (b == "m" || b == "min") || b == metreOrMinute && (a == "m" || a == "min")
}

// maxFence is the longest code span or quotation that is one claim, in bytes; a longer one is read
// like any other text.
const maxFence = 80

// fenced makes a claim of a code span or a quotation whose first item is i.
func (t *Text) fenced(f fence, i int) (claim, bool) {
	s := t.Source.Text[f.start:f.end]
	c := claim{start: f.start, end: f.end, kind: claimQuoted, exact: lowerText(s)}
	n := 0
	for ; i < len(t.items) && t.items[i].start < f.end; i++ {
		if it := t.items[i]; it.end <= f.end && !it.part {
			c.keys = append(c.keys, it.key)
			n++
		}
	}
	if n == 0 || f.end-f.start > maxFence || strings.Contains(s, "\n\n") {
		return claim{}, false
	}
	if f.code {
		c.kind = claimIdentifier
		if n > 1 {
			c.kind = claimCommand
		} else if strings.ContainsAny(s, "/\\") {
			c.kind = claimPath
		}
	}
	return c, true
}

// quotes pairs the marks of quotations; the code mark is first.
var quotes = [][2]string{{"`", "`"}, {`"`, `"`}, {"“", "”"}, {"„", "“"}, {"«", "»"}, {"「", "」"}, {"『", "』"}}

// fencesOf finds code spans and quotations that open and close on one line.
func fencesOf(text string) []fence {
	var out []fence
	for i := 0; i < len(text); {
		f, size := fenceAt(text, i)
		if size == 0 {
			i++
			continue
		}
		out = append(out, f)
		i = f.end + size
	}
	return out
}

// fenceAt reads the code span or quotation that opens at i and returns the size of its closing mark, 0
// if none opens. The search for the end is bounded: a lone mark in a long line opens nothing.
func fenceAt(text string, i int) (f fence, size int) {
	for n, q := range quotes {
		if !strings.HasPrefix(text[i:], q[0]) {
			continue
		}
		start := i + len(q[0])
		line := text[start:min(len(text), start+4*maxFence)]
		if at := strings.IndexByte(line, '\n'); at >= 0 {
			line = line[:at]
		}
		if end := strings.Index(line, q[1]); end > 0 {
			return fence{start, start + end, n == 0}, len(q[1])
		}
	}
	return fence{}, 0
}

// capitalNames reports whether a language writes only names with a capital in the midst of a sentence. German
// writes every noun so, and a language without a table is not guessed at.
func capitalNames(lang string) bool {
	switch lang {
	case "en", "es", "fr", "ru", "pt", "it":
		return true
	}
	return false
}

// names finds proper names: capitals inside a sentence, in a language that writes only names so.
// It maps the first item of each to the item behind its last.
func (t *Text) names(lang string) map[int]int {
	out := map[int]int{}
	if !capitalNames(lang) {
		return out
	}
	for _, s := range t.sentences {
		if t.titleCase(s) {
			continue
		}
		for i := s.from + 1; i < s.to; i++ {
			if !t.capital(i) || !t.inside(i) {
				continue
			}
			end := i + 1
			for end < s.to && t.capital(end) && t.Source.Text[t.items[end-1].end:t.items[end].start] == " " {
				end++
			}
			out[i] = end
			i = end
		}
	}
	return out
}

// capital reports whether an item is a word that is written like a name.
func (t *Text) capital(i int) bool {
	it := t.items[i]
	known := it.entry
	known.pole, known.side = 0, 0 // a place may be called after a quarter of the sky
	if it.kind != kindWord || it.part || it.stop || known != (entry{}) {
		return false
	}
	if capitals(t.Source.Text[it.start : it.end-1]) {
		return false // an abbreviation, or several of one
	}
	for n, r := range t.Source.Text[it.start:it.end] {
		if n == 0 && !unicode.IsUpper(r) {
			return false
		}
		if n > 0 && unicode.IsLower(r) {
			return it.end-it.start > 2
		}
	}
	return false // all capitals: an abbreviation, judged as a word
}

// inside reports whether plain words stand right before an item: behind a colon, a bullet or a
// bracket anything may begin with a capital.
func (t *Text) inside(i int) bool {
	prev := t.items[i-1]
	gap := t.Source.Text[prev.end:max(t.items[i].start, prev.end)]
	return gap == " " || gap == ", " || gap == "\n"
}

// titleCase reports whether all words of a sentence have capitals and no full stop follows, as in a
// heading.
func (t *Text) titleCase(s sentence) bool {
	words, capitals := 0, 0
	for i := s.from; i < s.to; i++ {
		if it := t.items[i]; it.kind == kindWord && !it.part && !it.stop {
			words++
			if r := []rune(t.Source.Text[it.start:it.end])[0]; unicode.IsUpper(r) {
				capitals++
			}
		}
	}
	rest := t.Source.Text[t.items[s.to-1].end:]
	return capitals > 1 && capitals == words && !strings.HasPrefix(rest, ".")
}

// nameAt makes a claim of the words of a name.
func (t *Text) nameAt(i, end int) claim {
	c := claim{kind: claimName, start: t.items[i].start, end: t.items[end-1].end}
	for _, it := range t.items[i:end] {
		c.keys = append(c.keys, it.key)
	}
	return c
}
