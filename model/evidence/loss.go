package evidence

import (
	"bytes"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"dreamgate/model"
)

// Loss weighs what a proposal takes out of the notes. The changes are those from base to proposed. It
// counts gross: a new text is no stand-in for an old one. Not lost are a line that stands elsewhere in the
// proposed files, the words with which a changed line still begins and ends, and words that an added line
// goes on with, five in a row. There each added place makes up for one removed one, so that the
// words which all notes of a kind share do not save a hundred of them. Of a frontmatter, which is much the
// same in all notes, only name and description count.
func Loss(base, proposed model.Tree, changes []model.Change) model.Loss {
	l := losses{added: map[uint64]int{}, stands: map[uint64]bool{}}
	var gone []model.Hunk // with what counts of their removed lines
	for _, c := range changes {
		for _, h := range c.Hunks {
			if h.Kind == model.HunkMode {
				continue
			}
			l.add(h.Added)
			if len(h.Removed) > 0 && model.IsNote(c.Path) {
				h.Removed = told(h, base[c.Path].Data)
				gone = append(gone, h)
				l.seek(h.Removed)
			}
		}
	}
	if len(gone) == 0 {
		return model.Loss{}
	}
	out := model.Loss{Text: l.read(base, proposed)}
	for _, h := range gone {
		out.Lost += l.lost(h)
	}
	return out
}

// losses is what has to be known of the whole proposal to weigh one hunk.
type losses struct {
	// added counts the runs of words of added lines.
	added map[uint64]int
	// stands holds the removed lines, and whether one of the proposed files has them.
	stands map[uint64]bool
}

// runLength is how many words in a row are taken to be the same text. Three or four are often the same in
// two notes of one kind, whatever they say; a sentence in which every fifth word is another is another.
const runLength = 5

func (l *losses) add(lines []string) {
	words := wordsOf(lines)
	for i := 0; i+runLength <= len(words); i++ {
		l.added[runAt(words, i)]++
	}
}

func (l *losses) seek(lines []string) {
	for _, line := range lines {
		if key, weight := lineKey(line, nil); weight > 0 {
			l.stands[key] = false
		}
	}
}

// read goes through all files once: it notes which removed lines stand in one, and returns the weight of
// the notes as they were.
func (l *losses) read(base, proposed model.Tree) (text int) {
	for path, f := range proposed {
		if !f.Regular() || !strings.HasSuffix(path, ".md") {
			continue
		}
		weight := l.weigh(f.Data, func(key uint64) {
			if _, sought := l.stands[key]; sought {
				l.stands[key] = true
			}
		})
		// Most notes of a large store stay as they are, and are read once.
		if old, ok := base[path]; ok && model.IsNote(path) && old.Regular() && bytes.Equal(old.Data, f.Data) {
			text += weight
		}
	}
	for path, old := range base {
		if !model.IsNote(path) || !old.Regular() {
			continue
		}
		if f, ok := proposed[path]; ok && f.Regular() && bytes.Equal(old.Data, f.Data) {
			continue
		}
		text += l.weigh(old.Data, func(uint64) {})
	}
	return text
}

// weigh is the weight of what counts of a file, line by line.
func (l *losses) weigh(data []byte, each func(key uint64)) (weight int) {
	front := front{}
	for line := range bytes.Lines(data) {
		if front.form(line) {
			continue
		}
		key, w := lineKey(line, nil)
		each(key)
		weight += w
	}
	return weight
}

// told are the removed lines of a hunk with nothing in the place of those that are form.
func told(h model.Hunk, old []byte) []string {
	lines, n := slices.Clone(h.Removed), 0
	front := front{}
	for line := range bytes.Lines(old) {
		n++
		if i := n - h.OldStart; front.form(line) && i >= 0 && i < len(lines) {
			lines[i] = ""
		}
		if !front.within {
			break
		}
	}
	return lines
}

// front follows the lines of a note through its frontmatter.
type front struct{ begun, within bool }

// form reports whether the next line is one of a frontmatter that says nothing of its own.
func (f *front) form(line []byte) bool {
	line = bytes.TrimSpace(line)
	fence := string(line) == "---"
	switch {
	case !f.begun:
		f.begun, f.within = true, fence
		return fence
	case !f.within:
		return false
	case fence:
		f.within = false
		return true
	}
	return !bytes.HasPrefix(line, []byte("name:")) && !bytes.HasPrefix(line, []byte("description:"))
}

// lost is the weight of what is lost of a hunk.
func (l *losses) lost(h model.Hunk) (weight int) {
	words := wordsOf(h.Removed)
	kept := edges(h)
	for i := 0; i+runLength <= len(words); i++ {
		if run := runAt(words, i); l.added[run] > 0 {
			l.added[run]--
			for j := range runLength {
				kept[i+j] = true
			}
		}
	}
	for i, w := range words {
		if !kept[i] && !l.stands[w.line] {
			weight += w.weight
		}
	}
	return weight
}

// edges marks the words of a hunk's removed side with which it still begins and ends; line by line where
// there are as many on both sides.
func edges(h model.Hunk) (kept []bool) {
	if len(h.Removed) != len(h.Added) {
		return between(wordsOf(h.Removed), wordsOf(h.Added))
	}
	for i := range h.Removed {
		kept = append(kept, between(wordsOf(h.Removed[i:i+1]), wordsOf(h.Added[i:i+1]))...)
	}
	return kept
}

// between marks the old words that stand before and after all that differs.
func between(old, now []lostWord) []bool {
	kept := make([]bool, len(old))
	from := 0
	for from < min(len(old), len(now)) && old[from].key == now[from].key {
		kept[from] = true
		from++
	}
	for to := 1; to <= min(len(old), len(now))-from && old[len(old)-to].key == now[len(now)-to].key; to++ {
		kept[len(old)-to] = true
	}
	return kept
}

// lostWord is a word as it is compared: without its marks and its case, and with the line it stands in.
type lostWord struct {
	key, line uint64
	weight    int
}

func wordsOf(lines []string) (words []lostWord) {
	for _, line := range lines {
		from := len(words)
		key, _ := lineKey(line, func(k uint64, weight int) { words = append(words, lostWord{key: k, weight: weight}) })
		for i := from; i < len(words); i++ {
			words[i].line = key
		}
	}
	return words
}

// runAt is the key of the run of words that begins at one.
func runAt(words []lostWord, at int) (key uint64) {
	for i := range runLength {
		key = mix(key, words[at+i].key)
	}
	return key
}

// mix adds a number to a key, as FNV does with bytes.
func mix(key, n uint64) uint64 { return (key ^ n) * 1099511628211 }

// emptyKey is the key that nothing was added to.
const emptyKey = 14695981039346656037

// lineKey is the key of the words of a text, each of which it tells, and their weight. Only letters and
// digits count: a list that gets other bullets, or bold type, says what it said. Where words are written
// without spaces, each character is one.
func lineKey[T string | []byte](text T, each func(word uint64, weight int)) (key uint64, weight int) {
	key = emptyKey
	word, size := uint64(emptyKey), 0
	end := func() {
		if size > 0 {
			key = mix(key, word)
			weight += size
			if each != nil {
				each(word, size)
			}
			word, size = emptyKey, 0
		}
	}
	for i := 0; i < len(text); {
		r, n := rune(text[i]), 1
		if r >= utf8.RuneSelf {
			r, n = utf8.DecodeRuneInString(string(text[i:min(i+utf8.UTFMax, len(text))]))
		}
		i += n
		switch {
		case 'a' <= r && r <= 'z' || '0' <= r && r <= '9':
			word, size = mix(word, uint64(r)), size+1
		case 'A' <= r && r <= 'Z':
			word, size = mix(word, uint64(r|0x20)), size+1
		case unicode.IsSpace(r):
			end()
		case r < utf8.RuneSelf:
		case unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana):
			end()
			word, size = mix(word, uint64(r)), n
			end()
		case r == utf8.RuneError || unicode.IsLetter(r) || unicode.IsNumber(r): // what is not UTF-8 is text as well
			word, size = mix(word, uint64(unicode.ToLower(r))), size+n
		}
	}
	end()
	return key, weight
}
