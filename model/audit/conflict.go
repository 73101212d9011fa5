package audit

import (
	"cmp"
	"fmt"
	"hash/maphash"
	"path"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"dreamgate/model"
	"dreamgate/model/note"
)

// Two notes contradict each other for sure only where both have the same sentence with another value in
// it. Even then they may be about two things, each named by its note: what is a fact of two carts, of
// staging and production, or of each day of a log is no contradiction. So the sentence has to name its
// subject itself, and the notes must not be called by what sets such things apart.

// fact is a sentence with one value in it, by their hashes.
type fact struct {
	key, value uint64
	// note is its place among the notes, line counts from 1 in the file.
	note, line int32
}

// facts are gathered note by note.
type facts struct {
	seed maphash.Seed
	list []fact
}

func newFacts() facts { return facts{seed: maphash.MakeSeed()} }

// add takes the sentences of a note that give one value.
func (f *facts) add(p *page) {
	for s := range statements(p) {
		f.list = append(f.list, fact{maphash.String(f.seed, s.key), maphash.String(f.seed, s.value), p.at, int32(s.line)})
	}
}

// statement is a sentence that gives one value.
type statement struct {
	line int
	// text is the sentence, key the same without its value, in lower case and bare of signs.
	text, key, value string
	// subject says that it names what it is about: code, or a name within it.
	subject bool
}

// statements calls yield for the sentences of a note that give one value, each as long as it could be
// said of a thing that both notes know.
func statements(p *page) func(yield func(statement) bool) {
	return func(yield func(statement) bool) {
		if spelledDate.MatchString(p.note.Path) {
			return
		}
		for l := range p.lines() {
			if l.code || !strings.ContainsAny(l.text, "0123456789/`") || len(l.text) > maxStatement ||
				strings.ContainsAny(l.text[:1], "|>") || isHeading(l.text) {
				continue
			}
			low := p.lowLine(l)
			for _, at := range sentences(l.text) {
				part := l.text[at[0]:at[1]]
				if !strings.ContainsAny(part, "0123456789/`") || elsewhere(low[at[0]:at[1]]) {
					continue
				}
				s, ok := read(strings.TrimLeft(part, " \t*+-"))
				if !ok {
					continue
				}
				s.line = l.number
				if !yield(s) {
					return
				}
			}
		}
	}
}

// elsewhere reports whether a sentence in lower case speaks of the past, or of what many things have.
func elsewhere(low string) bool {
	return cuesOf(low)&(cuePast|cueVague) != 0 || hasAny(low, signPast) ||
		strings.ContainsFunc(low, isWide) && (hasAny(low, widePast) || hasAny(low, wideVague))
}

// maxStatement is the longest line, in bytes, that is looked at: longer ones are no single statement.
const maxStatement = 400

// sentences are the ranges of a line behind each of which a sign ends a sentence.
func sentences(line string) [][2]int {
	var list [][2]int
	from := 0
	for i, r := range line {
		switch r {
		case '。', '；', '！', '？':
		case '.', ';', '!', '?':
			if i+1 < len(line) && line[i+1] != ' ' {
				continue
			}
		default:
			continue
		}
		list = append(list, [2]int{from, i})
		from = i + utf8.RuneLen(r)
	}
	return append(list, [2]int{from, len(line)})
}

// read takes a sentence apart. It is none that gives one value if it holds several or none, or says too
// little beside the value.
func read(text string) (s statement, ok bool) {
	var key []string
	for i, w := range words(text) {
		bare := strings.Trim(w, ".,:;()[]{}\"'“”*_<>、。，：")
		switch {
		case bare == "":
		case isValue(bare):
			if s.value != "" {
				return s, false
			}
			s.value = strings.ToLower(strings.Trim(bare, "`"))
			key = append(key, "\x00"+shapeOf(bare))
		default:
			first, _ := utf8.DecodeRuneInString(bare)
			s.subject = s.subject || first == '`' || i > 0 && unicode.IsUpper(first) || upperInside(bare)
			key = append(key, strings.ToLower(bare))
		}
	}
	if s.value == "" {
		return s, false
	}
	s.text, s.key = text, strings.Join(key, " ")
	return s, longEnough(key)
}

// words parts a text at its blanks; what stands in back-ticks is one word.
func words(text string) []string {
	var list []string
	from, code := -1, false
	for i := 0; i < len(text); i++ {
		c := text[i]
		switch blank := (c == ' ' || c == '\t') && !code; {
		case blank && from >= 0:
			list, from = append(list, text[from:i]), -1
		case !blank && from < 0:
			from = i
		}
		if c == '`' {
			code = !code && strings.Contains(text[i+1:], "`")
		}
	}
	if from >= 0 {
		list = append(list, text[from:])
	}
	return list
}

// isValue reports whether a word is a value: a figure, perhaps with a unit, a version, a path, an address,
// or code that is more than a name.
func isValue(w string) bool {
	if strings.HasPrefix(w, "`") {
		in := strings.Trim(w, "`")
		return figure.MatchString(in) || address.MatchString(in) || strings.Contains(in, " ")
	}
	return strings.ContainsAny(w, "0123456789") && figure.MatchString(w) || strings.ContainsAny(w, "/.") && address.MatchString(w)
}

var (
	figure  = regexp.MustCompile(`^[$€£#v]?\d+(?:[.,:]\d+)*(?:%|[a-zA-Z]{1,3})?$`)
	address = regexp.MustCompile(`^(?:https?://\S+|~?/?(?:[\w.-]+/)+[\w.-]*|[a-z0-9-]+(?:\.[a-z0-9-]+){2,}(?::\d+)?)$`)
)

// shapeOf is what kind of value a word is: only values of one kind can contradict each other.
func shapeOf(w string) string {
	in := strings.Trim(w, "`")
	switch {
	case figure.MatchString(in):
		return "figure " + strings.TrimLeft(strings.ToLower(in), "$€£#v0123456789.,:")
	case address.MatchString(in):
		return "address"
	}
	return "code"
}

func upperInside(w string) bool {
	return len(w) > 1 && strings.ContainsFunc(w[1:], unicode.IsUpper) && strings.ContainsFunc(w, unicode.IsLower)
}

// longEnough reports whether the words around a value tell what it is the value of.
func longEnough(key []string) bool {
	content, wide := 0, 0
	for _, w := range key {
		if w[0] == 0 {
			continue
		}
		if utf8.RuneCountInString(w) > 3 {
			content++
		}
		for _, r := range w {
			if isWide(r) {
				wide++
			}
		}
	}
	return len(key) > 3 && content >= 2 || wide >= 5
}

// conflicts finds sentences that just two notes have, with two values.
func (c *comparison) conflicts() {
	list := c.facts.list
	slices.SortFunc(list, func(a, b fact) int {
		return cmp.Or(cmp.Compare(a.key, b.key), cmp.Compare(a.note, b.note), cmp.Compare(a.line, b.line))
	})
	type pair struct{ a, b fact }
	var found []pair
	shared := map[[2]int32]int{}
	for i := 0; i < len(list); {
		j := i + 1
		for j < len(list) && list[j].key == list[i].key {
			j++
		}
		// More than two notes with the sentence have it from a form.
		if group := list[i:j]; len(group) == 2 && group[0].note != group[1].note && group[0].value != group[1].value {
			found = append(found, pair{group[0], group[1]})
			shared[[2]int32{group[0].note, group[1].note}]++
		}
		i = j
	}
	for _, p := range found {
		// So do two notes that differ by the value of several sentences.
		if shared[[2]int32{p.a.note, p.b.note}] == 1 {
			c.conflict(p.a, p.b)
		}
	}
}

// conflict is the finding on two sentences, unless they may be about two things.
func (c *comparison) conflict(a, b fact) {
	pa, pb := c.page(a.note), c.page(b.note)
	sa, okA := statementAt(pa, a, c.facts.seed)
	sb, okB := statementAt(pb, b, c.facts.seed)
	if !okA || !okB || apart(pa, pb, sa, sb) {
		return
	}
	shown := strings.Replace(sb.text, strings.Trim(sb.value, "`"), "…", 1)
	c.add(model.Finding{Rule: ruleConflict, Severity: model.Warning, Path: pb.note.Path, Line: sb.line,
		Message: fmt.Sprintf("“%s” is %s here and %s in %s:%d: find out which holds, and correct the other",
			note.Shorten(strings.Trim(shown, " .,;。"), 80), sb.value, sa.value, pa.note.Path, sa.line)})
}

// statementAt reads a sentence once more.
func statementAt(p *page, f fact, seed maphash.Seed) (statement, bool) {
	for s := range statements(p) {
		if s.line == int(f.line) && maphash.String(seed, s.key) == f.key {
			return s, true
		}
	}
	return statement{}, false
}

// apart reports whether two notes may each mean a thing of their own: nothing in the sentence says which,
// the names of the notes are of one form, or name two of the things that are alike by nature.
func apart(a, b *page, sa, sb statement) bool {
	ta, tb := title(a.note), title(b.note)
	key := map[string]bool{}
	for w := range terms(sa.key) {
		key[w] = true
	}
	var common, ownA, ownB, named int
	for w := range ta {
		if tb[w] {
			common++
		} else if !key[w] {
			ownA++
		}
		if key[w] {
			named++
		}
	}
	for w := range tb {
		if !ta[w] && !key[w] {
			ownB++
		}
		if key[w] {
			named++
		}
	}
	capitals := sa.subject && sb.subject && a.language() != "de" && b.language() != "de"
	if named == 0 && !capitals || common > 0 && ownA > 0 && ownB > 0 {
		return true
	}
	for _, w := range places {
		if ta[w] != tb[w] && !key[w] {
			return true
		}
	}
	return false
}

// places are words for things of which a project has several of a kind.
var places = strings.Fields("staging stage production prod dev development local preview beta canary qa ci linux macos mac windows ios android " +
	"web mobile desktop client server frontend backend primary replica blue green eu us asia v1 v2 v3 old new legacy")

// title are the words that a note is called by.
func title(n model.Note) map[string]bool {
	words := map[string]bool{}
	for w := range terms(lower(stemWords.Replace(strings.TrimSuffix(path.Base(n.Path), ".md") + " " + n.Name))) {
		if !slices.Contains(model.Types, w) {
			words[w] = true
		}
	}
	return words
}

// stemWords parts the words of a file name.
var stemWords = strings.NewReplacer("_", " ", "-", " ")
