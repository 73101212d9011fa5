package bulk

import (
	"maps"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"dreamgate/model"
	"dreamgate/model/note"
	"dreamgate/model/recall"
)

// sameWords ties a line of the index that says something else of its note to the hunks of the note that say the same
// else: that put the same word in the place of the same, bring the note a word that it did not have, or take from
// it one that it then has no more. Words that say nothing by themselves do not count.
func (t Ties) sameWords(base model.Tree, index model.Change, changes []model.Change) {
	of, notes := map[string]model.Change{}, []model.Note{}
	wiki := slices.ContainsFunc(index.Hunks, func(h model.Hunk) bool { return strings.Contains(strings.Join(h.Added, ""), "[[") })
	for _, c := range changes {
		switch {
		case !model.IsNote(c.Path) || c.Status != model.Modified:
			continue
		case wiki: // which may be the name that a note gives itself
			notes = append(notes, note.Parse(c.Path, base[c.Path]))
		default:
			notes = append(notes, model.Note{Path: c.Path})
		}
		of[c.Path] = c
	}
	if len(notes) == 0 {
		return
	}
	finder, texts := note.NewFinder(notes), map[string]*telling{}
	for _, line := range index.Hunks {
		gone, come := about(finder, line.Removed), about(finder, line.Added)
		for _, path := range slices.Sorted(maps.Keys(gone)) {
			was, is := gone[path], come[path]
			if is == "" || was == is {
				continue
			}
			if texts[path] == nil {
				texts[path] = tell(base[path].Data, of[path].Hunks)
			}
			for _, i := range texts[path].same(turned(was, is), turned(is, was)) {
				t.knot(line.ID, of[path].Hunks[i].ID)
			}
		}
	}
}

// about are the lines that name each note, joined.
func about(f note.Finder, lines []string) map[string]string {
	out := map[string]string{}
	for _, l := range lines {
		named := map[string]bool{}
		f.Find(l, func(path string) { named[path] = true })
		for path := range named {
			out[path] += l
		}
	}
	return out
}

// mostTurned bounds the words of a line that are looked for in a note.
const mostTurned = 32

// turned are the words that a text says and another one does not.
func turned(says, not string) (out []string) {
	other := recall.Words(not)
	for _, w := range recall.Words(says) {
		if !slices.Contains(other, w) && len(out) < mostTurned {
			out = append(out, w)
		}
	}
	return out
}

// telling is a note with its hunks, folded: what stays of it, and of each hunk what goes and what comes.
type telling struct {
	stays string
	hunks [][2]string
}

func tell(data []byte, hunks []model.Hunk) *telling {
	lines, at := strings.SplitAfter(string(data), "\n"), 0
	var stays strings.Builder
	t := &telling{}
	for _, h := range hunks {
		from := h.OldStart
		if len(h.Removed) > 0 {
			from--
		}
		if from = min(from, len(lines)); from > at {
			stays.WriteString(strings.Join(lines[at:from], ""))
		}
		at = max(at, min(len(lines), from+len(h.Removed)))
		t.hunks = append(t.hunks, [2]string{recall.Fold(strings.Join(h.Removed, "")), recall.Fold(strings.Join(h.Added, ""))})
	}
	stays.WriteString(strings.Join(lines[at:], ""))
	t.stays = recall.Fold(stays.String())
	return t
}

// same are the hunks, by their places, in which some of these words go and some of those come. A word that several
// hunks change counts for those in which one takes the place of another, else for those that have most of the words:
// what a hunk has by the way is no reason.
func (t *telling) same(gone, come []string) (out []int) {
	shared, score, most := make([][]string, len(t.hunks)), make([]int, len(t.hunks)), map[string]int{}
	last, first := map[string]bool{}, map[string]bool{}
	for _, w := range gone {
		last[w] = !t.anywhere(w, 1)
	}
	for _, w := range come {
		first[w] = !t.anywhere(w, 0)
	}
	for i, h := range t.hunks {
		had, has := among(gone, h[0]), among(come, h[1])
		placed := len(had) > 0 && len(has) > 0
		for _, w := range had {
			if (placed || last[w]) && !says(h[1], w) {
				shared[i] = append(shared[i], w)
			}
		}
		for _, w := range has {
			if (placed || first[w]) && !says(h[0], w) {
				shared[i] = append(shared[i], w)
			}
		}
		if score[i] = len(shared[i]); placed {
			score[i] += 2 * mostTurned
		}
		for _, w := range shared[i] {
			most[w] = max(most[w], score[i])
		}
	}
	for i, words := range shared {
		if slices.ContainsFunc(words, func(w string) bool { return most[w] == score[i] }) {
			out = append(out, i)
		}
	}
	return out
}

// among are those of some words that a folded text has.
func among(words []string, text string) (out []string) {
	for _, w := range words {
		if says(text, w) {
			out = append(out, w)
		}
	}
	return out
}

// anywhere reports whether the note has a word before its hunks (side 0) or after them (1).
func (t *telling) anywhere(w string, side int) bool {
	return says(t.stays, w) || slices.ContainsFunc(t.hunks, func(h [2]string) bool { return says(h[side], w) })
}

// says reports whether a folded text has a word. A word that goes on is another form of it, one that begins earlier
// another word.
func says(text, w string) bool {
	first, _ := utf8.DecodeRuneInString(w)
	for from := 0; ; {
		i := strings.Index(text[from:], w)
		if i < 0 {
			return false
		}
		before, _ := utf8.DecodeLastRuneInString(text[:from+i])
		if from+i == 0 || first >= 0x2e80 || !unicode.IsLetter(before) && !unicode.IsDigit(before) {
			return true
		}
		from += i + len(w)
	}
}
