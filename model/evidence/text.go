package evidence

import (
	"slices"
	"strings"

	"dreamgate/model"
)

// Text is a source that was read: cut into sentences and clauses, each with what it says.
type Text struct {
	Source    model.Source
	items     []item
	sentences []sentence
	// places, rows and spelling tell where its words stand; each is filled when first asked for.
	places   *index
	rows     *ledger
	spelling *spelling
	// whole are those of items that are no parts; filled when first asked for.
	whole map[string]bool
	// named are the notes that it names; filled when first asked for.
	named map[string]bool
	// dates are its relative dates in one zone; filled when first asked for.
	dates []relative
	dated bool
	// spoken is what tongue found; filled when first asked for.
	spoken *tongue
}

// item is a token with its key as a string.
type item struct {
	key        string
	kind       kind
	start, end int
	// part is as for a token; stop marks a word that says nothing by itself.
	part, stop bool
	entry      entry
}

// sentence is a piece of a text that is true or false as a whole. The numbers are half-open ranges
// of items and clauses.
type sentence struct {
	from, to int
	clauses  []clause
	mood     mood
}

// clause is the smallest piece that one negation governs.
type clause struct {
	from, to int
	// not says that it is negated; gone that it holds a word that may turn it round, so that
	// nothing can be concluded from a negation.
	not, gone bool
}

// mood tells a statement of fact from what only looks like one.
type mood uint8

const (
	asked mood = 1 << iota
	guessed
)

// reader cuts sources into texts.
type reader struct{ lex *lexer }

// newReader makes a reader; it may read any number of sources.
func newReader() *reader { return &reader{newLexer()} }

// Read cuts a source into a text that can be compared with others.
func Read(src model.Source) *Text { return newReader().read(src) }

// read copies the tokens out of the lexer, whose buffers the next text takes. A weekday stays a word
// that says something even where a language counts it among its stop words.
func (r *reader) read(src model.Source) *Text {
	t := &Text{Source: src}
	toks := r.lex.read(src.Text)
	t.items = make([]item, len(toks))
	for i, tok := range toks {
		stop := tok.kind == kindWord && tok.entry.class&classStop != 0 && tok.entry.weekday == 0 ||
			tok.kind == kindHan && strings.ContainsAny(src.Text[tok.start:tok.end], hanGrammar)
		t.items[i] = item{string(r.lex.key(tok)), tok.kind, tok.start, tok.end, tok.part, stop, tok.entry}
	}
	t.unstop()
	t.cut()
	t.retract()
	return t
}

// maxSentence is the number of items after which a sentence ends in any case, so that the cost of
// comparing stays bounded whatever a file holds.
const maxSentence = 300

// border is what stands between two tokens.
type border uint8

const (
	borderNone border = iota
	borderClause
	borderSentence
	borderQuestion
)

// cut finds the sentences and clauses.
func (t *Text) cut() {
	from, clauseFrom := 0, 0
	var clauses []clause
	endClause := func(at int) {
		if at > clauseFrom {
			c := t.clause(clauseFrom, at)
			// "never on Fridays or Sundays" denies both
			if n := len(clauses); n > 0 && clauses[n-1].not && t.items[clauseFrom].entry.class&classOr != 0 {
				c.not = true
			}
			clauses = append(clauses, c)
		}
		clauseFrom = at
	}
	endSentence := func(at int, question bool) {
		endClause(at)
		if at > from {
			s := sentence{from: from, to: at, clauses: clauses}
			s.mood = t.moodOf(s, question)
			t.sentences = append(t.sentences, s)
		}
		from, clauses = at, nil
	}
	last := 0
	for i, it := range t.items {
		if it.start < last { // a part of the token before it, or the whole of which that is one
			last = max(last, it.end)
			continue
		}
		gap := t.Source.Text[last:it.start]
		if containsStart(t.Source.Text[it.start:], hanTogether) {
			gap = ""
		}
		switch b := borderOf(gap); {
		case b >= borderSentence || i-from >= maxSentence:
			endSentence(i, b == borderQuestion)
		case b == borderClause && !t.relative(i), t.colon(clauseFrom, i, last), it.entry.class&(classJoin|classExcept) != 0 && it.kind == kindWord && !t.foreignTurn(it) && !t.denialOnly(clauseFrom, i, gap), t.label(i),
			t.Source.Trust == model.TrustTool && strings.Contains(t.Source.Text[last:it.start], "\n"):
			endClause(i)
		}
		last = it.end
	}
	endSentence(len(t.items), strings.ContainsAny(t.Source.Text[last:], "?？"))
}

// denialOnly reports whether the items from..to deny and say nothing else, with no mark behind them: "never while it
// runs" denies what follows.
func (t *Text) denialOnly(from, to int, gap string) bool {
	if from == to || gap != " " || !subordinate[t.lower(t.items[to])] || slices.ContainsFunc(t.items[from:to], item.solid) {
		return false
	}
	return t.clause(from, to).not
}

// subordinate open a clause of time or reason that hangs on what stands before it.
var subordinate = map[string]bool{"while": true, "whereas": true, "because": true, "während": true, "mientras": true, "porque": true, "enquanto": true,
	"mentre": true, "perché": true}

// hanTogether stand behind an "and" that means "with".
var hanTogether = []string{"一緒", "共に", "一起"}

// relative reports whether item i begins a clause that goes on about the thing before it.
func (t *Text) relative(i int) bool {
	switch t.lower(t.items[i]) {
	case "which", "who", "whose":
		return true
	}
	return false
}

// colon reports whether a colon before item i parts two clauses. It does behind a denial or a whole
// phrase; a word or three before it are the name of what follows ("Frame budget: 12 ms").
func (t *Text) colon(from, i, last int) bool {
	if i == from || !strings.HasPrefix(t.Source.Text[last:], ":") && !strings.HasPrefix(t.Source.Text[last:], "：") {
		return false
	}
	words := 0
	for _, it := range t.items[from:i] {
		if it.entry.class&(classNot|classGone) != 0 {
			return true
		}
		if !it.part {
			words++
		}
	}
	return words > 3
}

// label reports whether item i begins a pair of a name and a value right behind another value:
// "size: 4 colour: red".
func (t *Text) label(i int) bool {
	it := t.items[i]
	if i == 0 || it.kind == kindNumber || !strings.HasPrefix(t.Source.Text[it.end:], ":") {
		return false
	}
	k := t.items[i-1].kind
	return k == kindNumber || k == kindClock || k == kindDate
}

// borderOf judges the marks between two tokens.
func borderOf(gap string) border {
	switch gap {
	case " ", "", ";", ",", "|": // the latter part the columns of a table, and no clauses
		return borderNone
	case "和", "与", "與", "及", "と", "や":
		return borderClause
	}
	if strings.ContainsAny(gap, "?？") {
		return borderQuestion
	}
	if strings.ContainsAny(gap, "!。！") || strings.Contains(gap, ". ") || strings.Contains(gap, ".\n") ||
		strings.Contains(gap, ".)") || strings.Contains(gap, ".*") {
		return borderSentence
	}
	if at := strings.IndexByte(gap, '\n'); at >= 0 {
		rest := strings.TrimLeft(gap[at:], " \t\r")
		if strings.Count(rest, "\n") > 1 || strings.ContainsAny(strings.TrimLeft(rest, "\n\r \t"), "-*+#>|=•") ||
			strings.ContainsAny(gap[:at], ":;") {
			return borderSentence
		}
	}
	if strings.ContainsAny(gap, ",;()[]|，、；（）") || strings.Contains(gap, "—") ||
		strings.Contains(gap, "–") || strings.Contains(gap, " - ") || strings.Contains(gap, "->") {
		return borderClause
	}
	return borderNone
}

// bytes are the places of the items from..to in the text, with what stands between them.
func (t *Text) bytes(from, to int) string {
	if from >= to {
		return ""
	}
	end := len(t.Source.Text)
	if to < len(t.items) {
		end = t.items[to].start // Hiragana is no token, and may hold the negation
	}
	return t.Source.Text[t.items[from].start:max(end, t.items[from].start)]
}

// clause reads the polarity of the items from..to.
func (t *Text) clause(from, to int) clause {
	c := clause{from: from, to: to}
	hanText, lacks, than := false, false, false
	if last := t.items[to-1]; last.entry.class&classEnds != 0 && last.kind == kindWord {
		c.gone = true
	}
	for i := from; i < to; i++ {
		it := t.items[i]
		hanText = hanText || it.kind == kindHan
		switch {
		case it.kind != kindWord || it.part:
		case it.entry.class&classLack != 0:
			lacks = true
		case it.entry.class&classNot != 0 && !t.onlyAfter(i) && !t.foreignTurn(it):
			c.not = true
		case it.entry.class&classGone != 0:
			c.gone = true
		}
		than = than || it.kind == kindWord && thans[t.lower(it)]
	}
	if hanText {
		s := hanPlain.Replace(t.bytes(from, to))
		c.not = c.not || containsAny(s, hanNot) != containsAny(s, hanForbid) // what is not forbidden may be
		c.gone = c.gone || containsAny(s, hanGone)
	}
	lacks = lacks != t.keptOut(from, to)
	c.gone = c.gone || c.not && than // "no longer than" says "at most"
	c.not = c.not != lacks           // "never without" denies nothing, while "no, never" denies once
	return c
}

// foreignTurn reports whether a word denies or joins only in other languages than that of the text: "dont" is
// "of which" in French, and the O of "I/O" is no Spanish "or".
func (t *Text) foreignTurn(it item) bool {
	spoken := t.tongue()
	if spoken.at < 0 || !spoken.sure || it.entry.turns == 0 || it.entry.turns&(1<<spoken.at) != 0 {
		return false
	}
	return it.entry.langs&(1<<spoken.at) != 0 || it.end-it.start == 1
}

// thans stand behind a comparative.
var thans = map[string]bool{"than": true, "als": true, "чем": true}

// onlyAfter reports whether a "not" belongs to "not only", which denies nothing.
func (t *Text) onlyAfter(i int) bool {
	if i+1 >= len(t.items) {
		return false
	}
	switch t.lower(t.items[i+1]) {
	case "only", "just", "nur", "solo", "sólo", "seulement", "только":
		return true
	}
	return false
}

// containsAny reports whether a text holds one of some pieces.
func containsAny(s string, list []string) bool {
	for _, w := range list {
		if strings.Contains(s, w) {
			return true
		}
	}
	return false
}

// moodOf tells a question and a guess from a statement. A request in the form of a question ("can
// you always use pnpm?") is a request.
func (t *Text) moodOf(s sentence, question bool) mood {
	var m mood
	first, condition := true, false
	for i := s.from; i < s.to; i++ {
		it := t.items[i]
		if it.kind != kindWord || it.part {
			first = false
			continue
		}
		if word := t.lower(it); first && it.entry.class&classAsk != 0 {
			question = question || asks[word]
			if question && requests[word] && i+1 < s.to && t.lower(t.items[i+1]) == "you" {
				question = false
			}
		}
		if it.entry.class&classGuess != 0 && !t.guesses(s, i) {
			m |= guessed
		}
		switch t.lower(it) {
		case "if", "falls":
			condition = true
		case "would", "würde", "würden":
			if condition {
				m |= guessed // "if it rained we would close" closes nothing
			}
		}
		first = false
	}
	if question {
		m |= asked
	}
	if containsAny(t.bytes(s.from, s.to), hanGuess) {
		m |= guessed
	}
	return m
}

// guesses reports whether a "guess" says that somebody works a thing out from another: "the app guesses it from the
// phone" hedges nothing, "I guess it comes from the phone" does.
func (t *Text) guesses(s sentence, i int) bool {
	if word := t.lower(t.items[i]); word != "guess" && word != "guesses" || i == s.from || t.lower(t.items[i-1]) == "i" {
		return false
	}
	return slices.ContainsFunc(t.items[i+1:min(i+4, s.to)], func(it item) bool { w := t.lower(it); return w == "from" || w == "by" })
}

// lower is the word of an item in lower case.
func (t *Text) lower(it item) string { return strings.ToLower(t.Source.Text[it.start:it.end]) }

// asks are the words that open a question even without its mark: the others of their class open
// orders and side clauses as well. requests open an order if "you" follows.
var (
	asks = map[string]bool{"should": true, "shall": true, "what": true, "which": true, "who": true, "whose": true,
		"why": true, "how": true, "qué": true, "cuál": true, "soll": true, "sollen": true, "welche": true, "warum": true,
		"что": true, "какой": true, "почему": true}
	requests = map[string]bool{"can": true, "could": true, "will": true, "would": true}
)

// consents reports whether a text says yes to what was said before it.
func consents(text string) bool {
	if containsStart(text, hanYes) {
		return true
	}
	words := strings.FieldsFunc(strings.ToLower(firstSentence(text)), func(r rune) bool { return !starts(r) && r != '\'' })
	if len(words) == 0 || len(words) > 12 || lexicon()[words[0]].class&classYes == 0 {
		return false
	}
	for _, w := range words {
		if lexicon()[w].class&classNot != 0 {
			return false
		}
	}
	return true
}

// firstSentence is a text up to its first mark that ends one.
func firstSentence(text string) string {
	if at := strings.IndexAny(text, ".!?\n;"); at > 0 {
		return text[:at]
	}
	return text
}

// containsStart reports whether a text begins with one of some pieces.
func containsStart(s string, list []string) bool {
	for _, w := range list {
		if strings.HasPrefix(s, w) {
			return true
		}
	}
	return false
}

// text is what stands between the first and the last item of a range.
func (t *Text) text(from, to int) string {
	if from >= to {
		return ""
	}
	end := 0
	for _, it := range t.items[from:to] {
		end = max(end, it.end)
	}
	return t.Source.Text[t.items[from].start:end]
}

// lowerText is a piece of a text in lower case with single blanks and plain quotes.
func lowerText(s string) string {
	b := appendLower(make([]byte, 0, len(s)), strings.Join(strings.Fields(s), " "))
	return string(b)
}
