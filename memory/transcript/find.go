package transcript

import (
	"bytes"
	"unicode"
	"unicode/utf8"

	"dreamgate/memory/phrase"
)

// finder looks for a phrase in what is said in one line. It decodes no more of a text than is shown of it,
// where that tells the same as all of it would. It is for one goroutine.
type finder struct {
	sieve  *sieve
	places *phrase.Places
	// reach is what an escaped phrase may take, in bytes.
	reach int
	// text is what was decoded last.
	text []byte
	// piece is how much of a long text is decoded at once, in bytes.
	piece int
}

func newFinder(p phrase.Phrase) *finder {
	return &finder{sieve: newSieve(p), places: p.In(nil), reach: longestEscape * len(p.Runes()), piece: pieceSize}
}

// found is the place of a phrase in a text, with what stands around it.
type found struct {
	text string
	at   [2]int
}

// show makes the short line of it, with the secrets in it covered. That takes longer than to find it, so it is
// done for what is told only.
func (f found) show() (snippet string, mark [2]int) {
	return phrase.Around(Covered(f.text), f.at, snippetMax)
}

// anywhere looks for the first place of the phrase in a speech, which may be one of a long line.
func (f *finder) anywhere(s speech, l longLine) (place found, ok bool, err error) {
	if !l.holds(s) {
		place, ok = f.in(s)
		return place, ok, nil
	}
	text, at, ok, err := f.far(s, l, [2]int{lookedBefore, lookedAfter})
	if ok {
		place = foundAt(text, at)
	}
	return place, ok, err
}

// in looks for the first place of the phrase in a speech.
func (f *finder) in(s speech) (found, bool) {
	first := 0
	if !s.call && !f.sieve.all() {
		first = -1
		for _, q := range s.parts {
			if first = f.sieve.first(q.raw); first >= 0 {
				break
			}
		}
		if first < 0 {
			return found{}, false
		}
	}
	if len(s.parts) == 1 && !s.call && !f.sieve.all() {
		if found, holds, sure := f.near(s.parts[0].raw, first); sure {
			return found, holds
		}
	}
	return f.whole(s)
}

// whole decodes all of a speech.
func (f *finder) whole(s speech) (found, bool) {
	if s.call {
		return f.look([]byte(s.text()), 0)
	}
	f.text = f.text[:0]
	for i, q := range s.parts {
		if i > 0 {
			f.text = append(f.text, '\n')
		}
		f.text = appendText(f.text, q.raw)
	}
	text := validBytes(f.text)
	if cap(f.text) > mostHeld {
		f.text = nil
	}
	if bytes.Contains(text, []byte("</")) || noticed(text) {
		text = []byte(spoken(string(text)))
	}
	return f.look(bytes.TrimSpace(text), 0)
}

// look finds the first place in a text that begins at from or behind it.
func (f *finder) look(text []byte, from int) (found, bool) {
	f.places.Reset(text)
	at, ok := f.places.Next(from)
	if !ok {
		return found{}, false
	}
	return foundAt(text, at), true
}

// longestEscape is the length of the longest escape of a character, stretch how much longer or shorter a
// text may be once it is decoded, slack what may come out wrong where the decoding begins in the midst of
// something, in bytes.
const longestEscape, stretch, slack = len(`\ud83d\ude00`), 4, 128

// near decodes what stands around the first place in a string at which the phrase may stand. It is not
// sure of what depends on the rest: whether the agent inserted what is there, or the phrase stands
// further on.
func (f *finder) near(raw []byte, first int) (place found, holds, sure bool) {
	from, to := first-stretch*(lookedBefore+slack), first+f.reach+stretch*(lookedAfter+slack)
	for from > 0 && from < first && raw[from-1] == '\\' {
		from++
	}
	from, to = max(0, from), min(len(raw), to)
	if to-from == len(raw) || inserts(raw[:to]) {
		return place, false, false
	}
	head := raw[:min(len(raw), noticeRoom)]
	f.text = appendText(f.text[:0], head)
	if begin := bytes.TrimLeftFunc(f.text, unicode.IsSpace); noticed(begin) {
		return place, false, true
	} else if len(head) < len(raw) && len(begin) < longestNotice {
		return place, false, false
	}
	f.text = appendText(f.text[:0], raw[from:to])
	text, begin := validBytes(f.text), 0
	if from == 0 {
		text = bytes.TrimLeftFunc(text, unicode.IsSpace)
	} else {
		begin = slack / 2
	}
	f.places.Reset(text)
	at, ok := f.places.Next(begin)
	if !ok || from > 0 && !goesOn(text, slack/2, at[0]-lookedBefore) || to < len(raw) && !goesOn(text, at[1]+lookedAfter, len(text)-slack/2) {
		return place, false, false
	}
	if to == len(raw) {
		text = bytes.TrimRightFunc(text, unicode.IsSpace)
	}
	return foundAt(text, at), true, true
}

// goesOn reports whether something stands between two places in a text: then what is shown of the text ends
// where it does in all of it, which has no white space at its ends.
func goesOn(text []byte, from, to int) bool {
	return from < to && len(bytes.TrimSpace(text[from:to])) > 0
}

// inserts reports whether something that the agent writes into a turn may begin in the bytes of a string.
func inserts(raw []byte) bool {
	for rest := raw; ; {
		at := bytes.IndexByte(rest, '<')
		if at < 0 {
			break
		}
		rest = rest[at+1:]
		for _, name := range inserted {
			n := 0
			for n < len(name) && n < len(rest) && name[n] == rest[n] {
				n++
			}
			if n == len(name) || n == len(rest) || rest[n] == '\\' && n+1 < len(rest) && rest[n+1] == 'u' {
				return true
			}
		}
	}
	return bytes.Contains(raw, []byte(`\u003`))
}

// noticed reports whether a text may be a notice of the agent as a whole.
func noticed(text []byte) bool {
	text = bytes.TrimLeftFunc(text, unicode.IsSpace)
	for _, n := range notices {
		if bytes.HasPrefix(text, []byte(n)) {
			return true
		}
	}
	return false
}

// longestNotice is the length of the longest notice, noticeRoom how much of a string is decoded to see
// one, in bytes.
var longestNotice = func() (most int) {
	for _, n := range notices {
		most = max(most, len(n))
	}
	return most
}()

const noticeRoom = 512

// validBytes puts U+FFFD in the place of what is not UTF-8, as valid does.
func validBytes(b []byte) []byte {
	if utf8.Valid(b) {
		return b
	}
	return bytes.ToValidUTF8(b, []byte("\ufffd"))
}

// lookedBefore and lookedAfter are how much of a text around a place is looked through for secrets, in
// bytes: what tells one often stands before it.
const lookedBefore, lookedAfter = 2 << 10, 5 * snippetMax

// foundAt takes as much of a text around a place as is looked at.
func foundAt(text []byte, at [2]int) found {
	lo, hi := max(0, at[0]-lookedBefore), min(len(text), at[1]+lookedAfter)
	// It is so much longer than a snippet that a cut of the one is a cut of the other.
	return found{string(text[lo:hi]), [2]int{at[0] - lo, at[1] - lo}}
}
