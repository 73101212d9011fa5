package transcript

import (
	"bytes"
	"errors"
	"io"
	"slices"
	"unicode"
	"unicode/utf8"
)

// telling reads the text of a speech in pieces: what is between the quotes of its parts, a line end between
// two of them.
type telling struct {
	parts []io.Reader
	raw   []byte
	// end is where what was read ends in raw; text is what was decoded last, and open the beginning of a
	// character behind it.
	end        int
	text, open []byte
	// bad says that the last piece ended with what is not UTF-8.
	bad bool
}

// pieceSize is how much is decoded at once, in bytes.
const pieceSize = 64 << 10

// newTelling reads the parts of a speech, so many bytes at once; those that were cut out of their line are read
// from the file.
func newTelling(s speech, l longLine, size int) *telling {
	t := &telling{raw: make([]byte, size)}
	for _, q := range s.parts {
		if at, cut := l.cutOut(q); cut {
			t.parts = append(t.parts, io.NewSectionReader(l.file, at.from, at.to-at.from))
		} else {
			t.parts = append(t.parts, bytes.NewReader(q.raw))
		}
	}
	return t
}

// next returns the next piece of the text, which is good until it is called again, or io.EOF.
func (t *telling) next() ([]byte, error) {
	if len(t.parts) == 0 {
		return nil, io.EOF
	}
	n, err := t.parts[0].Read(t.raw[t.end:])
	t.end += n
	last := errors.Is(err, io.EOF)
	if err != nil && !last {
		return nil, err
	}
	text, used := appendPiece(append(t.text[:0], t.open...), t.raw[:t.end], last)
	t.end = copy(t.raw, t.raw[used:t.end])
	whole := len(text)
	if !last {
		whole -= torn(text)
	}
	t.text, t.open = text, append(t.open[:0], text[whole:]...)
	piece := t.valid(text[:whole])
	if last {
		t.parts, t.bad = t.parts[1:], false
		if len(t.parts) > 0 {
			piece = append(piece, '\n')
		}
	}
	return piece, nil
}

// torn is the length of a character at the end of a text of which more may come.
func torn(text []byte) int {
	for n := 1; n < utf8.UTFMax && n <= len(text); n++ {
		if tail := text[len(text)-n:]; utf8.RuneStart(tail[0]) {
			if utf8.FullRune(tail) {
				return 0
			}
			return n
		}
	}
	return 0
}

// valid puts U+FFFD in the place of what is not UTF-8, one for a row of bytes, also if it began in the piece
// before.
func (t *telling) valid(b []byte) []byte {
	if utf8.Valid(b) {
		t.bad = t.bad && len(b) == 0
		return b
	}
	first, n := utf8.DecodeRune(b)
	goesOn := t.bad && first == utf8.RuneError && n == 1
	lastRune, m := utf8.DecodeLastRune(b)
	t.bad = lastRune == utf8.RuneError && m == 1
	if b = validBytes(b); goesOn {
		b = b[utf8.RuneLen(utf8.RuneError):]
	}
	return b
}

// mark is a place at which something that the agent inserts begins or ends.
type mark struct {
	name int
	ends bool
	// from and to are its place in the text.
	from, to int64
}

// mostMarks bounds what is held of them. A text that has more is no one's words.
const mostMarks = 1 << 16

// insertions finds what spoken takes out of a text, in order.
func insertions(t *telling) ([][2]int64, error) {
	var (
		marks []mark
		buf   []byte
		base  int64
	)
	for last := false; !last; {
		piece, err := t.next()
		if last = errors.Is(err, io.EOF); err != nil && !last {
			return nil, err
		}
		buf = append(buf, piece...)
		at := 0
		for {
			n := bytes.IndexByte(buf[at:], '<')
			if n < 0 {
				at = len(buf)
				break
			}
			if at += n; !last && len(buf)-at < longestMark {
				break
			}
			if m, ok := markAt(buf[at:]); ok {
				m.from, m.to = m.from+base+int64(at), m.to+base+int64(at)
				marks = append(marks, m)
			}
			at++
		}
		if len(marks) > mostMarks {
			return nil, errTangled
		}
		base += int64(at)
		buf = buf[:copy(buf, buf[at:])]
	}
	return between(marks), nil
}

// longestMark is the length of the longest mark, in bytes.
var longestMark = func() (most int) {
	for _, name := range inserted {
		most = max(most, len(name)+len("</>"))
	}
	return most
}()

// markAt reads a mark.
func markAt(text []byte) (m mark, ok bool) {
	rest := text[1:]
	if len(rest) > 0 && rest[0] == '/' {
		m.ends, rest = true, rest[1:]
	}
	for i, name := range inserted {
		if len(rest) > len(name) && rest[len(name)] == '>' && string(rest[:len(name)]) == name {
			m.name, m.to = i, int64(len(text)-len(rest)+len(name)+1)
			return m, true
		}
	}
	return m, false
}

// between pairs marks as spoken does: name by name, each with the first end behind it, and what is taken out
// takes the marks in it along.
func between(marks []mark) (cuts [][2]int64) {
	for name := range inserted {
		left := marks[:0:0]
		open := -1
		for i, m := range marks {
			switch {
			case open < 0 && m.name == name && !m.ends:
				open = i
			case open >= 0 && m.name == name && m.ends:
				cuts = append(cuts, [2]int64{marks[open].from, m.to})
				open = -1
				continue
			}
			if open < 0 {
				left = append(left, m)
			}
		}
		if open >= 0 {
			left = append(left, marks[open:]...)
		}
		marks = left
	}
	slices.SortFunc(cuts, func(a, b [2]int64) int { return int(a[0] - b[0]) })
	return cuts
}

// spokenText reads a text without what the agent inserted, its beginning without white space.
type spokenText struct {
	*telling
	cuts [][2]int64
	at   int64
	// after says that something was taken out since the last byte, which lastByte is.
	after    bool
	any      bool
	lastByte byte
	out      []byte
}

// next returns the next piece, which may be empty, or io.EOF.
func (s *spokenText) next() ([]byte, error) {
	piece, err := s.telling.next()
	if err != nil {
		return nil, err
	}
	s.out = s.out[:0]
	for len(piece) > 0 {
		for len(s.cuts) > 0 && s.cuts[0][1] <= s.at {
			s.cuts, s.after = s.cuts[1:], true
		}
		n := int64(len(piece))
		if len(s.cuts) > 0 && s.cuts[0][0] <= s.at {
			n = min(n, s.cuts[0][1]-s.at)
		} else {
			if len(s.cuts) > 0 {
				n = min(n, s.cuts[0][0]-s.at)
			}
			s.say(piece[:n])
		}
		piece, s.at = piece[n:], s.at+n
	}
	return s.out, nil
}

// say adds what is left in the text. What stood on both sides of something stays apart.
func (s *spokenText) say(b []byte) {
	if !s.any {
		if b = bytes.TrimLeftFunc(b, unicode.IsSpace); len(b) == 0 {
			return
		}
	}
	if s.after && s.any && !blank(s.lastByte) && !blank(b[0]) {
		s.out = append(s.out, ' ')
	}
	s.out = append(s.out, b...)
	s.any, s.after, s.lastByte = true, false, b[len(b)-1]
}

// blanksMost is how much white space between two words of a phrase is looked over in a long text, in bytes.
const blanksMost = 4 << 10

// far looks for the first place of the phrase in a speech of which parts were cut out of its line, and returns
// what stands there, with at least so much around it as is wanted, and where the place is in that. No more than
// that is held.
func (f *finder) far(s speech, l longLine, around [2]int) (text []byte, at [2]int, ok bool, err error) {
	if s.call {
		return f.farCall(s, l)
	}
	cuts, err := insertions(newTelling(s, l, f.piece))
	if err != nil {
		return nil, at, false, err
	}
	said := spokenText{telling: newTelling(s, l, f.piece), cuts: cuts}
	keep := around[0] + f.reach + blanksMost
	from, asked := 0, false
	for {
		piece, err := said.next()
		last := errors.Is(err, io.EOF)
		if err != nil && !last {
			return nil, at, false, err
		}
		text = append(text, piece...)
		if last {
			text = bytes.TrimRightFunc(text, unicode.IsSpace)
		}
		if !asked && (last || len(text) >= longestNotice) {
			if asked = true; noticed(text) {
				return nil, at, false, nil
			}
		}
		f.places.Reset(text)
		at, ok = f.places.Next(min(from, len(text)))
		switch {
		case last, ok && goesOn(text, at[1]+around[1], len(text)), ok && len(text) > at[1]+around[1]+blanksMost:
			return text, at, ok, nil
		case ok:
			from = at[0]
			continue
		}
		from = max(0, len(text)-f.reach-blanksMost)
		if drop := len(text) - keep - f.piece; asked && drop > 0 {
			text = text[:copy(text, text[drop:])]
			from -= drop
		}
	}
}

// farCall is far for a call, of which the beginning is told.
func (f *finder) farCall(s speech, l longLine) (text []byte, at [2]int, ok bool, err error) {
	t := newTelling(s, l, f.piece)
	var input []byte
	for len(input) <= maxCall {
		piece, err := t.next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, at, false, err
		}
		input = append(input, piece...)
	}
	text = []byte(spoken(called(s.name, string(input))))
	f.places.Reset(text)
	at, ok = f.places.Next(0)
	return text, at, ok, nil
}
