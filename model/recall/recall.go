package recall

import (
	"cmp"
	"math"
	"path"
	"slices"
	"strings"
	"time"

	"dreamgate/model"
)

// MaxOffered is how many notes, the newest, the agent offers to the model that chooses among them.
// The rules here read all of them, for that costs nothing, and say which the agent would not see.
const MaxOffered = 200

// MaxNotes is how many notes are added to a prompt at most, as the agent itself does.
const MaxNotes = 5

// mostRead is how much of a note is read, in bytes: of what is found the agent adds a 250th.
const mostRead = 1 << 20

// Where a word stands says what it is worth: a name is what the note is about. A name that stands in
// the file's name and in the index as well is still one name, so the best of them counts, and the
// body beside it.
const (
	inHead = 2.5
	inLine = 1.5
	inBody = 1.0
)

// Store is a memory, ready to be asked. It is safe for use by several goroutines.
type Store struct {
	notes []doc
	vocab vocabulary
	kin   [][]kin
	// heads are the notes that have a term in their name.
	heads map[int32][]int32
	// length is the mean length of a note, in weighed words.
	length float64
}

// doc is what is known of one note.
type doc struct {
	path    string
	modTime time.Time
	length  float64
	offered bool
}

// New reads the notes of a tree. Files that cannot be read are no candidates.
func New(t model.Tree, notes []model.Note, ix model.Index) *Store {
	s := &Store{heads: map[int32][]int32{}, vocab: vocabulary{by: map[string]int32{}, roots: map[string][]int32{}, senses: map[int32][]int32{}, within: map[int32][]int32{}}}
	lines := indexLines(ix)
	scan := &scanner{memo: map[string][]token{}}
	for _, n := range notes {
		f := t[n.Path]
		if !f.Regular() {
			continue
		}
		id := int32(len(s.notes))
		d := doc{path: n.Path, modTime: f.ModTime}
		f.Data = f.Data[min(n.BodyAt, len(f.Data)):]
		body := string(f.Data[:min(len(f.Data), mostRead)])
		parts := split(scan, n, lines[n.Path], body)
		for _, p := range parts {
			d.length += float64(p.weight) * float64(len(p.tokens))
		}
		s.vocab.note(id, parts)
		for _, t := range parts[0].tokens {
			at := s.vocab.by[t.key]
			s.heads[at] = append(s.heads[at], id)
		}
		s.notes = append(s.notes, d)
		s.length += d.length
	}
	s.length /= float64(max(1, len(s.notes)))
	s.relate(t)
	s.offer()
	return s
}

// offer marks the newest notes; of those of one moment the names decide, so that it is always the same.
func (s *Store) offer() {
	order := make([]int, len(s.notes))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int {
		return cmp.Or(s.notes[b].modTime.Compare(s.notes[a].modTime), strings.Compare(s.notes[a].path, s.notes[b].path))
	})
	for _, i := range order[:min(len(order), MaxOffered)] {
		s.notes[i].offered = true
	}
}

// indexLines are what the index says of each note.
func indexLines(ix model.Index) map[string]string {
	lines := map[string]string{}
	for _, e := range ix.Entries {
		for _, l := range e.Links {
			if l.Exists && !l.Mention {
				lines[l.Path] += " " + e.Label + " " + e.Summary
			}
		}
	}
	return lines
}

// split cuts a note into parts by what their words are worth.
func split(scan *scanner, n model.Note, line, body string) []part {
	stem := strings.TrimSuffix(path.Base(n.Path), ".md")
	head := scan.tokens(n.Name + "\n" + stem)
	rest := scan.tokens(n.Description + "\n" + line)
	text := phrases(scan.tokens(body))
	kinds := answers(n.Description+"\n"+body, text)
	known := map[string]bool{}
	unique := func(toks []token) (out []token) {
		for _, t := range toks {
			if k := t.key; !known[k] {
				known[k] = true
				out = append(out, t)
			}
		}
		return out
	}
	return []part{{unique(phrases(head)), inHead}, {unique(phrases(rest)), inLine}, {text, inBody}, {kinds, 1}}
}

// phrases adds the phrases of the table that the tokens hold.
func phrases(toks []token) []token {
	l := words()
	var seq []int
	for i, t := range toks {
		if t.kind == plain {
			seq = append(seq, i)
		}
	}
	for i, at := range seq {
		longest := l.phrases[toks[at].key]
		key := toks[at].key
		for n := 1; n < longest && i+n < len(seq); n++ {
			key += " " + toks[seq[i+n]].key
			if _, ok := l.senses[key]; ok {
				toks = append(toks, token{text: key, key: key, kind: listed, at: toks[at].at, to: toks[seq[i+n]].at})
			}
		}
	}
	return toks
}

// Query is what is asked.
type Query struct {
	// Text is the prompt. Recent are the last words of the session before it, if they shall count:
	// they help to choose among notes, and choose by themselves only where the prompt says nothing.
	Text, Recent string
}

// Pick is one chosen note.
type Pick struct {
	Path string
	// Score orders the picks of one query; Cover, from 0 to 1, is how much of the query the note
	// answers to.
	Score, Cover float64
	// Offered says that the note is one of those which the agent itself would offer.
	Offered bool
}

// unit is one word of a query.
type unit struct {
	word     string
	meanings []meaning
	// weight is what the word is worth before a store is seen.
	weight float64
	// ranks only: the unit orders notes and chooses none.
	ranks bool
	// again: the word was said before, and is not counted twice to order the notes.
	again bool
	// sentence of the query that it stands in.
	sentence int
}

// Select chooses the notes that bear on a query, the best first: MaxNotes at most, none if none does.
func (s *Store) Select(q Query) []Pick {
	if len(s.notes) == 0 {
		return nil
	}
	t := s.tally(s.units(q))
	var picks []Pick
	for i, d := range s.notes {
		if t.cover[i] > 0 {
			picks = append(picks, Pick{d.path, t.score[i], t.cover[i], d.offered})
		}
	}
	slices.SortFunc(picks, func(a, b Pick) int {
		return cmp.Or(cmp.Compare(b.Score, a.Score), strings.Compare(a.Path, b.Path))
	})
	if len(picks) == 0 || picks[0].Cover < leastCover {
		return nil
	}
	best := picks[0].Score
	picks = slices.DeleteFunc(picks, func(p Pick) bool { return p.Score < best*leastShare || p.Cover < leastCover/2 })
	return picks[:min(len(picks), MaxNotes)]
}

const (
	// leastCover is how much of a query the best note must answer to; those beside it half of that.
	// It lies in the midst of a gap: queries that a store answers in other words reach more than a
	// third, and what shares a word with it by chance stays below 0.3.
	leastCover = 0.3
	// leastShare is how near to the best note another one must come.
	leastShare = 0.2
)

// idf is how much it says that a word stands in so many notes of the store.
func (s *Store) idf(in float64) float64 {
	n := float64(len(s.notes))
	return math.Log(1 + (n-in+0.5)/(in+0.5))
}
