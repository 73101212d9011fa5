package recall

import (
	_ "embed" // for the table of words
	"slices"
	"strings"
	"sync"
	"unicode/utf8"
)

//go:embed words.txt
var table string

// sense is one line of the table: words that mean the same, or words that go together.
type sense struct {
	id   int32
	near bool
}

// lexicon is the table, read.
type lexicon struct {
	stop, light map[string]bool
	// senses are found by the stem of a word. A phrase stands as its stems, joined by blanks.
	senses map[string][]sense
	// roots are the senses by the root of a single word.
	roots map[string][]sense
	// phrases are the longest phrase, in words, that begins with a stem.
	phrases map[string]int
	// asks are the kinds of question by the word or phrase, unstemmed, that opens them.
	asks map[string]string
	// bare are those of scripts without blanks, the longest first.
	bare []string
}

// words has the table. It is read when a store is first asked.
var words = sync.OnceValue(func() *lexicon {
	const size = 5000 // words, about; growing the maps would take longer than filling them
	l := &lexicon{stop: map[string]bool{}, light: map[string]bool{}, senses: make(map[string][]sense, size), roots: make(map[string][]sense, size),
		phrases: map[string]int{}, asks: map[string]string{}}
	section, id := "", int32(0)
	for line := range strings.Lines(table) {
		line = strings.TrimSpace(line)
		switch {
		case line == "" || line[0] == '#':
			continue
		case line[0] == '[':
			section = strings.Trim(line, "[]")
			continue
		}
		id++
		if section == "forms" {
			continue // read before, as stem needs them
		}
		for w := range strings.FieldsSeq(line) {
			l.add(section, fold(w), id)
		}
	}
	slices.SortStableFunc(l.bare, func(a, b string) int { return len(b) - len(a) })
	return l
})

func (l *lexicon) add(section, w string, id int32) {
	switch section {
	case "stop":
		l.stop[w] = true
	case "light":
		l.light[w], l.light[stem(w)] = true, true
	case "same", "near":
		key := stemPhrase(w)
		l.means(l.senses, key, sense{id, section == "near"})
		l.phrase(key)
		if !strings.Contains(key, " ") {
			l.means(l.roots, root(w), sense{id, section == "near"})
		}
	default:
		key := strings.ReplaceAll(w, "_", " ")
		l.asks[key] = strings.TrimSuffix("?"+section, "?bare")
		if r, _ := utf8.DecodeRuneInString(key); script(r) != noScript {
			l.bare = append(l.bare, key)
		}
	}
}

// means adds a sense to a word, once: a line may have two forms of one word.
func (l *lexicon) means(of map[string][]sense, w string, s sense) {
	if list := of[w]; len(list) == 0 || list[len(list)-1] != s {
		of[w] = append(list, s)
	}
}

func (l *lexicon) phrase(key string) {
	first, _, _ := strings.Cut(key, " ")
	l.phrases[first] = max(l.phrases[first], strings.Count(key, " ")+1)
}

// stemPhrase is the key of a word or of a phrase joined by "_".
func stemPhrase(w string) string {
	parts := strings.Split(w, "_")
	for i, p := range parts {
		parts[i] = stem(p)
	}
	return strings.Join(parts, " ")
}

// irregular leads from the forms that no rule makes to their word.
var irregular = sync.OnceValue(func() map[string]string {
	forms := map[string]string{}
	_, list, _ := strings.Cut(table, "[forms]")
	for line := range strings.Lines(list) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		w := strings.Fields(line)
		for i := 1; i < len(w); i++ {
			forms[fold(w[i])] = fold(w[0])
		}
	}
	return forms
})

// of are the senses of a word, by its stem or else by its root.
func (l *lexicon) of(t token) []sense {
	key := t.key
	if s, ok := l.senses[key]; ok || t.kind != plain || l.light[key] || l.stop[t.text] {
		return s // what stands in any text is of no root but its own
	}
	return l.roots[root(t.text)]
}

// knows reports whether the table holds a word at all.
func (l *lexicon) knows(t token) bool {
	if _, ok := irregular()[t.text]; ok {
		return true
	}
	return l.light[t.key] || len(l.of(t)) > 0
}

// slips are the senses of the words of the table that a word may be a slip for.
func (l *lexicon) slips(w string) (found []sense) {
	if allowed := slipsAllowed(w); allowed > 0 {
		short := stem(w)
		for key, senses := range l.senses {
			if distance(short, key, 1) <= 1 {
				found = append(found, senses...)
			}
		}
	}
	slices.SortFunc(found, func(a, b sense) int { return int(a.id - b.id) }) // a map has no order
	return found
}

// shortestPart is how many letters each part of a compound has at least.
const shortestPart = 4

// within are the senses of the words of the table that a compound begins and ends with (Pflanzen-schutz). It
// takes both for one of them to count: many a word begins like another by chance.
func (l *lexicon) within(w string) (found []sense) {
	if utf8.RuneCountInString(w) < 2*shortestPart || strings.ContainsAny(w, "0123456789") {
		return nil
	}
	for i := shortestPart; i <= len(w)-shortestPart; i++ {
		head, tail := l.part(w[:i]), l.part(w[i:])
		if len(head) > 0 && len(tail) > 0 {
			found = append(append(found, head...), tail...)
			break
		}
	}
	return found
}

// part are the senses of a part of a compound, with what joins it to the next (Wartung-s-plan).
func (l *lexicon) part(w string) []sense {
	if s, ok := l.senses[w]; ok {
		return s
	}
	if s, ok := l.senses[stem(w)]; ok {
		return s
	}
	for _, joint := range []string{"s", "en", "n", "e"} {
		if s, ok := l.senses[strings.TrimSuffix(w, joint)]; ok {
			return s
		}
	}
	return nil
}
