package transcript

import (
	"bytes"
	"strings"
	"sync"
	"unicode/utf16"
	"unicode/utf8"
)

// cursor walks one line of JSON without building values: nine lines in ten are looked at for their
// type only. Its methods report false where the text cannot be JSON; it forgives what no torn or
// damaged line shows, such as a doubled comma.
type cursor struct {
	b []byte
	i int
}

// space passes white space by.
func (c *cursor) space() {
	for c.i < len(c.b) {
		switch c.b[c.i] {
		case ' ', '\t', '\r', '\n':
			c.i++
		default:
			return
		}
	}
}

// peek is the next byte that is no white space, 0 at the end.
func (c *cursor) peek() byte {
	c.space()
	if c.i == len(c.b) {
		return 0
	}
	return c.b[c.i]
}

// atEnd reports whether nothing but white space is left.
func (c *cursor) atEnd() bool { return c.peek() == 0 && c.i == len(c.b) }

// str takes a string and returns what stands between its quotes, and whether that holds escapes.
func (c *cursor) str() (raw []byte, escaped, ok bool) {
	if c.peek() != '"' {
		return nil, false, false
	}
	start := c.i + 1
	for at := start; ; {
		n := bytes.IndexByte(c.b[at:], '"')
		if n < 0 {
			return nil, false, false
		}
		at += n
		if slashes(c.b[start:at])%2 == 0 {
			c.i = at + 1
			raw = c.b[start:at]
			return raw, escaped || bytes.IndexByte(raw, '\\') >= 0, true
		}
		escaped = true
		at++
	}
}

// slashes counts the backslashes at the end of b.
func slashes(b []byte) int {
	n := 0
	for n < len(b) && b[len(b)-1-n] == '\\' {
		n++
	}
	return n
}

// skip takes any value.
func (c *cursor) skip() bool {
	switch c.peek() {
	case 0:
		return false
	case '"':
		_, _, ok := c.str()
		return ok
	case '{', '[':
		return c.skipNested()
	}
	start := c.i
	for c.i < len(c.b) && plainValue(c.b[c.i]) {
		c.i++
	}
	return c.i > start
}

// skipNested takes an object or a list by its brackets alone.
func (c *cursor) skipNested() bool {
	for depth := 0; c.i < len(c.b); {
		switch c.b[c.i] {
		case '"':
			if _, _, ok := c.str(); !ok {
				return false
			}
			continue
		case '{', '[':
			depth++
		case '}', ']':
			depth--
			if depth == 0 {
				c.i++
				return true
			}
		}
		c.i++
	}
	return false
}

// plainValue reports whether a byte can stand in a number, true, false or null.
func plainValue(b byte) bool {
	return b >= '0' && b <= '9' || b >= 'a' && b <= 'z' || b == '-' || b == '+' || b == '.' || b == 'E'
}

// fields takes an object; fn is called on each key and must take its value.
func (c *cursor) fields(fn func(key []byte) bool) bool {
	return c.list('{', '}', func() bool {
		key, _, ok := c.str()
		if !ok || c.peek() != ':' {
			return false
		}
		c.i++
		return fn(key)
	})
}

// items takes a list; fn must take one value.
func (c *cursor) items(fn func() bool) bool { return c.list('[', ']', fn) }

// list walks what stands between two brackets and calls fn on each element.
func (c *cursor) list(open, end byte, fn func() bool) bool {
	if c.peek() != open {
		return false
	}
	c.i++
	for {
		switch c.peek() {
		case 0:
			return false
		case end:
			c.i++
			return true
		case ',':
			c.i++
		default:
			if !fn() {
				return false
			}
		}
	}
}

// isTrue takes any value and reports whether it was true.
func (c *cursor) isTrue() (is, ok bool) {
	c.space()
	start := c.i
	if !c.skip() {
		return false, false
	}
	return string(c.b[start:c.i]) == "true", true
}

// quoted takes any value and returns it if it is a string, else nothing.
func (c *cursor) quoted() (q quoted, ok bool) {
	if c.peek() != '"' {
		return q, c.skip()
	}
	q.raw, q.escaped, ok = c.str()
	return q, ok
}

// text takes any value and returns it if it is a string, else "".
func (c *cursor) text() (s string, ok bool) {
	q, ok := c.quoted()
	if !ok {
		return "", false
	}
	return q.text(), true
}

// scalar takes any value and returns a string's text, or what a number is written with, else "".
func (c *cursor) scalar() (s string, ok bool) {
	if b := c.peek(); b != '-' && (b < '0' || b > '9') {
		return c.text()
	}
	start := c.i
	ok = c.skip()
	return string(c.b[start:c.i]), ok
}

// kindOf takes any value and returns the "kind" of an object, else "".
func (c *cursor) kindOf() (kind string, ok bool) {
	if c.peek() != '{' {
		return "", c.skip()
	}
	ok = c.fields(func(key []byte) (good bool) {
		if string(key) != "kind" {
			return c.skip()
		}
		kind, good = c.text()
		return good
	})
	return kind, ok
}

// decoded are buffers for the decoding of strings.
var decoded = sync.Pool{New: func() any { return new([]byte) }}

// unescape turns the bytes between the quotes into text. What is not UTF-8, and half a surrogate
// pair, becomes U+FFFD: a record with one bad byte is still a record.
func unescape(raw []byte, escaped bool) string {
	if !escaped {
		return valid(string(raw))
	}
	b := decoded.Get().(*[]byte)
	*b = appendText((*b)[:0], raw)
	s := valid(string(*b))
	if cap(*b) <= mostHeld {
		decoded.Put(b)
	}
	return s
}

// plainEscapes are the characters that escapes of one letter stand for.
var plainEscapes = [256]byte{'n': '\n', 't': '\t', 'r': '\r', 'b': '\b', 'f': '\f', '"': '"', '\\': '\\', '/': '/'}

// appendText adds what the bytes between quotes stand for, whether it is UTF-8 or not.
func appendText(b, raw []byte) []byte {
	b, _ = appendPiece(b, raw, true)
	return b
}

// appendPiece is appendText for bytes that may go on behind their end: it stops before an escape that may, and
// returns how many bytes were used.
func appendPiece(b, raw []byte, last bool) (text []byte, used int) {
	for i := 0; i < len(raw); {
		n := bytes.IndexByte(raw[i:], '\\')
		if n < 0 || i+n+1 >= len(raw) && last {
			return append(b, raw[i:]...), len(raw)
		}
		b = append(b, raw[i:i+n]...)
		i += n
		// Escapes come in rows, in which the next one need not be looked for.
		for i+1 < len(raw) && raw[i] == '\\' {
			if !last && i+longestEscape > len(raw) {
				return b, i
			}
			i += 2
			switch e := raw[i-1]; {
			case e == 'u':
				r, used := escapedRune(raw[i:])
				b = utf8.AppendRune(b, r)
				i += used
			case plainEscapes[e] != 0:
				b = append(b, plainEscapes[e])
			default: // what no encoder writes stays as it is: a sieve for words relies on it
				b = append(b, '\\', e)
			}
		}
		if i+1 == len(raw) && !last {
			return b, i
		}
	}
	return b, len(raw)
}

// valid puts U+FFFD in the place of what is not UTF-8. Most texts are, and that is quick to see.
func valid(s string) string {
	if utf8.ValidString(s) {
		return s
	}
	return strings.ToValidUTF8(s, "\ufffd")
}

// escapedRune reads what follows \u, and a second escape if both make one rune. It returns the rune
// and the bytes used.
func escapedRune(b []byte) (rune, int) {
	first, ok := hex4(b)
	if !ok {
		return utf8.RuneError, 0
	}
	if !utf16.IsSurrogate(first) {
		return first, 4
	}
	if len(b) >= 10 && b[4] == '\\' && b[5] == 'u' {
		if second, ok := hex4(b[6:]); ok {
			if r := utf16.DecodeRune(first, second); r != utf8.RuneError {
				return r, 10
			}
		}
	}
	return utf8.RuneError, 4
}

// hex4 reads four hexadecimal digits.
func hex4(b []byte) (rune, bool) {
	if len(b) < 4 {
		return 0, false
	}
	r := rune(0)
	for _, d := range b[:4] {
		switch {
		case d >= '0' && d <= '9':
			d -= '0'
		case d >= 'a' && d <= 'f':
			d -= 'a' - 10
		case d >= 'A' && d <= 'F':
			d -= 'A' - 10
		default:
			return 0, false
		}
		r = r<<4 | rune(d)
	}
	return r, true
}
