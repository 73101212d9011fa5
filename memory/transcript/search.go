package transcript

import (
	"bytes"
	"context"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Hit is one line that holds the words of a search.
type Hit struct {
	Line
	// Snippet is the text around the first place, on one line and at most snippetMax bytes. It is
	// not yet printable.
	Snippet string
	// Remark is set, with the session and nothing else, for what could not be read.
	Remark string
}

// snippetMax bounds a snippet in bytes, so that a hit in a picture or a log stays one short line.
const snippetMax = 280

// Search hands every block of conversation that holds the query to fn, file by file and in order;
// after each file come its remarks. Case is ignored, and any white space of the text is one blank.
// It stops at fn's error and returns that. A file that cannot be read is a remark.
func Search(ctx context.Context, files []File, query string, fn func(Hit) error) error {
	words := newPhrase(query)
	if len(words.fold) == 0 {
		return nil
	}
	for _, f := range files {
		if err := searchFile(ctx, f, words, fn); err != nil {
			return err
		}
	}
	return nil
}

// Finder is Search for single lines of other texts: what it returns looks for the query in one, and
// returns what stands around the first place.
func Finder(query string) func(line string) (snippet string, ok bool) {
	words := newPhrase(query)
	return func(line string) (string, bool) {
		if len(words.fold) == 0 {
			return "", false
		}
		return words.find(line)
	}
}

// searchFile searches one file and then tells what of it could not be read.
func searchFile(ctx context.Context, f File, words phrase, fn func(Hit) error) error {
	var stopped error
	stats, err := scan(ctx, f, words.mayHold, func(l Line) error {
		snippet, ok := words.find(l.Text)
		if !ok {
			return nil
		}
		stopped = fn(Hit{Line: l, Snippet: snippet})
		return stopped
	})
	switch {
	case stopped != nil:
		return stopped
	case ctx.Err() != nil:
		return ctx.Err()
	}
	remarks := stats.Remarks()
	if err != nil {
		remarks = append(remarks, err.Error())
	}
	for _, r := range remarks {
		if err := fn(Hit{Line: Line{Session: f.Session}, Remark: r}); err != nil {
			return err
		}
	}
	return nil
}

// phrase is what is searched for.
type phrase struct {
	// fold is the query in lower case with single blanks.
	fold []byte
	// anchor is the longest part of it that a raw line must hold as it is, whatever the encoder
	// escapes: letters and digits of ASCII. upper is the same in upper case, rare the place of
	// its least usual byte.
	anchor, upper []byte
	rare          int
}

// usual lists the letters of running text, the most frequent first: the byte that stands last here,
// or not at all, is the cheapest to look for.
const usual = "etaoinsrhldcumfpgwybvkxjqz"

// newPhrase prepares a query: its longest run of plain letters and digits is the anchor.
func newPhrase(query string) phrase {
	p := phrase{fold: []byte(strings.ToLower(strings.Join(strings.Fields(query), " ")))}
	run := 0
	for i := 0; i <= len(p.fold); i++ {
		if i < len(p.fold) && alphanumeric(p.fold[i]) {
			continue
		}
		if i-run > len(p.anchor) {
			p.anchor = p.fold[run:i]
		}
		run = i + 1
	}
	p.upper = bytes.ToUpper(p.anchor)
	best := -1
	for i, b := range p.anchor {
		rank := strings.IndexByte(usual, b)
		if rank < 0 {
			rank = len(usual)
		}
		if rank > best {
			best, p.rare = rank, i
		}
	}
	return p
}

// alphanumeric reports whether a byte stands for itself in JSON whoever wrote it.
func alphanumeric(b byte) bool { return b >= 'a' && b <= 'z' || b >= '0' && b <= '9' }

// mayHold reports whether a raw line can hold the phrase; it errs on the side of yes. A phrase of
// other scripts cannot be looked for before decoding, as an encoder may have escaped it.
func (p phrase) mayHold(raw []byte) bool {
	if len(p.anchor) == 0 {
		return true
	}
	return p.holds(raw, p.anchor[p.rare]) ||
		p.upper[p.rare] != p.anchor[p.rare] && p.holds(raw, p.upper[p.rare])
}

// holds looks for the anchor in any case, at the places where its rare byte is b.
func (p phrase) holds(raw []byte, b byte) bool {
	for at := p.rare; at < len(raw); at++ {
		n := bytes.IndexByte(raw[at:], b)
		if n < 0 {
			return false
		}
		at += n
		if p.at(raw, at-p.rare) {
			return true
		}
	}
	return false
}

// at reports whether the anchor stands at a place of a raw line, in any case.
func (p phrase) at(raw []byte, start int) bool {
	if start < 0 || start+len(p.anchor) > len(raw) {
		return false
	}
	for i := range p.anchor {
		if b := raw[start+i]; b != p.anchor[i] && b != p.upper[i] {
			return false
		}
	}
	return true
}

// find looks for the phrase in decoded text and returns what stands around it.
func (p phrase) find(text string) (string, bool) {
	flat := strings.Join(strings.Fields(text), " ")
	at := bytes.Index(lower(flat), p.fold)
	if at < 0 {
		return "", false
	}
	return around(flat, at), true
}

// lower is a text in lower case with every rune at the place of its own: a rune whose small form
// takes another number of bytes is left as it is.
func lower(s string) []byte {
	out := make([]byte, 0, len(s))
	for _, r := range s {
		if low := unicode.ToLower(r); utf8.RuneLen(low) == utf8.RuneLen(r) {
			r = low
		}
		out = utf8.AppendRune(out, r)
	}
	return out
}

// around cuts a line to a window with the hit in its first third, at rune borders.
func around(flat string, at int) string {
	if len(flat) <= snippetMax {
		return flat
	}
	const mark = "…"
	room := snippetMax - 2*len(mark)
	start := max(0, min(at-room/3, len(flat)-room))
	end := min(len(flat), start+room)
	for start > 0 && !utf8.RuneStart(flat[start]) {
		start++
	}
	for end < len(flat) && !utf8.RuneStart(flat[end]) {
		end--
	}
	cut := flat[start:end]
	if start > 0 {
		cut = mark + cut
	}
	if end < len(flat) {
		cut += mark
	}
	return cut
}
