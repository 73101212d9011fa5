package evidence

import (
	"bytes"
	"unicode/utf8"
)

// stem returns how many bytes of a word in lower case stay when its ending is left out. It changes
// no byte, so that a key is a piece of its word. It is coarse on purpose: it only has to bring the
// forms of one word together, and the words it wrongly joins are compared in a context.
func stem(w []byte) int {
	ascii := true
	for _, b := range w {
		if b >= utf8.RuneSelf {
			ascii = false
			break
		}
	}
	switch {
	case ascii:
		return stemASCII(w)
	case w[0] >= 0xd0 && w[0] <= 0xd1: // Cyrillic in UTF-8: the endings of case and verb pile up
		return stemEnding(w[:stemEnding(w, russian, 6)], russian, 6)
	}
	return stemEnding(w, accented, 4)
}

// stemASCII cuts the endings of English, which serve for German and Spanish plurals too.
func stemASCII(w []byte) int {
	n := len(w)
	if n <= 3 {
		return n
	}
	if w[n-1] == 's' && w[n-2] != 's' && w[n-2] != 'u' && w[n-2] != 'i' {
		n--
	}
	switch {
	case n > 6 && bytes.HasSuffix(w[:n], []byte("ing")):
		n -= 3
	case n > 4 && (bytes.HasSuffix(w[:n], []byte("ed")) || bytes.HasSuffix(w[:n], []byte("en")) ||
		bytes.HasSuffix(w[:n], []byte("er")) || bytes.HasSuffix(w[:n], []byte("ly"))):
		n -= 2
	}
	for n > 3 && (w[n-1] == 'e' || w[n-1] == 'y' || w[n-1] == 'i') {
		n--
	}
	if n > 3 && w[n-1] == w[n-2] {
		n--
	}
	if string(w[:n]) == "not" { // a note is no denial
		n++
	}
	return n
}

// The endings that are cut, longest first.
var (
	russian = endings("иями ями ами его ого ему ому ыми ими ется ются ится ться тся лась лись лось лся " +
		"иях ях ах ов ев ей ой ый ий ая яя ое ее ые ие ую юю ом ем ам ям ть ала али ило ила или ыла ыли " +
		"ла ло ли ет ит ут ют ат ят ешь ишь ем им ну ия ии ию ал ил ыл ен на но ны а я о е и ы у ю ь й л н")
	accented = endings("ones ciones ción en er es em et os as ée és es s e o a n é í ó")
)

// endings cuts a list of endings.
func endings(list string) [][]byte { return bytes.Fields([]byte(list)) }

// stemEnding cuts the first ending that leaves enough bytes.
func stemEnding(w []byte, list [][]byte, least int) int {
	for _, e := range list {
		if len(w)-len(e) >= least && bytes.HasSuffix(w, e) {
			return len(w) - len(e)
		}
	}
	return len(w)
}
