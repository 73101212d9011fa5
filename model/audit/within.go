package audit

import (
	"cmp"
	"fmt"
	"hash/maphash"
	"slices"
	"strings"

	"dreamgate/model"
)

// told are the lines of all notes by their hashes, to find notes whose every line stands in another.
type told struct {
	seed  maphash.Seed
	notes []tale
	list  []toldLine
}

// tale is a note that says something: its place among the notes, and the number of its lines, 0 where one
// is too short to be compared.
type tale struct{ note, lines int32 }

// toldLine is a line of the note at a place of told.notes.
type toldLine struct {
	hash uint64
	tale int32
}

func newTold() told { return told{seed: maphash.MakeSeed()} }

func (t *told) add(p *page) {
	from, whole := len(t.list), true
	var h maphash.Hash
	h.SetSeed(t.seed)
	for l := range bodyLines(p.low, min(p.note.BodyAt, len(p.low))) {
		if strings.TrimSpace(l.text) == "" || isHeading(l.text) {
			continue
		}
		h.Reset()
		words := 0
		for w := range strings.FieldsSeq(strings.Trim(l.text, " \t*+->#.!。")) {
			words++
			h.WriteString(w)
			h.WriteByte(' ')
		}
		if l.code || words < 5 && !wide(l.text, 8) {
			whole = false
			continue
		}
		t.list = append(t.list, toldLine{h.Sum64(), int32(len(t.notes))})
	}
	lines := t.list[from:]
	slices.SortFunc(lines, func(a, b toldLine) int { return cmp.Compare(a.hash, b.hash) })
	t.list = t.list[:from+len(slices.Compact(lines))]
	n := tale{note: p.at}
	if whole {
		n.lines = int32(len(t.list) - from)
	}
	t.notes = append(t.notes, n)
}

// wide reports whether a text holds so many characters of scripts without blanks.
func wide(text string, least int) bool {
	n := 0
	for _, r := range text {
		if isWide(r) {
			n++
		}
	}
	return n >= least
}

// within finds notes that say nothing that another one does not say in the same lines. near are those that
// have been named as nearly the same as another.
func (c *comparison) within(near map[string]bool) {
	t := c.told
	slices.SortFunc(t.list, func(a, b toldLine) int { return cmp.Or(cmp.Compare(a.hash, b.hash), cmp.Compare(a.tale, b.tale)) })
	// How many lines two notes share, by the one whose lines all have to be shared.
	shared := map[int32]map[int32]int32{}
	for i := 0; i < len(t.list); {
		j := i + 1
		for j < len(t.list) && t.list[j].hash == t.list[i].hash {
			j++
		}
		group := t.list[i:min(j, i+maxPosting)]
		i = j
		for _, a := range group {
			if len(group) == 1 || t.notes[a.tale].lines == 0 {
				continue
			}
			if shared[a.tale] == nil {
				shared[a.tale] = map[int32]int32{}
			}
			for _, b := range group {
				shared[a.tale][b.tale]++
			}
		}
	}
	for a, others := range shared {
		n, in := t.notes[a], int32(-1)
		for b, count := range others {
			// Of two that say just the same, the later one is named.
			if count == n.lines && b != a && (t.notes[b].lines != n.lines || b < a) && (in < 0 || b < in) {
				in = b
			}
		}
		if path := c.notes[n.note].Path; in >= 0 && !near[path] {
			c.add(model.Finding{Rule: ruleDuplicate, Severity: model.Warning, Path: path,
				Message: fmt.Sprintf("all that the note says stands in %s as well: drop the note, or say in it what the other does not", c.notes[t.notes[in].note].Path)})
		}
	}
}
