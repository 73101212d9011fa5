package note

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"dreamgate/model"
)

// simpleFields reads a block of plain `key: value` lines and one level of nesting, and reports
// false for anything that takes a YAML parser to be sure of. A test holds the two against each
// other.
func simpleFields(text []byte) ([]model.Field, bool) {
	var fields []model.Field
	s := simple{}
	for len(text) > 0 {
		line := text
		if i := bytes.IndexByte(text, '\n'); i >= 0 {
			line, text = bytes.TrimSuffix(text[:i], []byte{'\r'}), text[i+1:]
		} else {
			text = nil
		}
		line = bytes.TrimRight(line, " ")
		if len(line) == 0 {
			continue
		}
		f, emit, ok := s.line(line)
		if !ok {
			return nil, false
		}
		if emit {
			fields = append(fields, f)
		}
	}
	if s.open != "" { // the last key has no value at all
		fields = append(fields, model.Field{Key: s.open})
	}
	return fields, true
}

// simple is the state of simpleFields between two lines.
type simple struct {
	// open is a key without a value so far: the next line says whether it has any, or is a
	// mapping, whose lines then all have the indentation inner.
	open   string
	parent string
	inner  int
}

// line reads one line that is not blank, without its end. emit is false for a key that may still
// turn out to be a mapping.
func (s *simple) line(line []byte) (f model.Field, emit, ok bool) {
	// Tabs never indent in YAML; simplePair refuses them with every other control.
	indent := 0
	for indent < len(line) && line[indent] == ' ' {
		indent++
	}
	key, value, ok := simplePair(line[indent:])
	if !ok {
		return f, false, false
	}
	if indent == 0 {
		if s.open != "" { // two bare keys in a row: rare, and order would be lost
			return f, false, false
		}
		s.parent, s.inner = "", 0
		if value == "" {
			s.open = key
			return f, false, true
		}
		return model.Field{Key: key, Value: unquote(value)}, true, true
	}
	if s.open != "" {
		s.parent, s.inner, s.open = s.open, indent, ""
	}
	if s.parent == "" || indent != s.inner || value == "" {
		return f, false, false // a continuation line, or deeper nesting
	}
	return model.Field{Key: s.parent + "." + key, Value: unquote(value)}, true, true
}

// simplePair splits `key: value` where both are beyond doubt in YAML.
func simplePair(line []byte) (key, value string, ok bool) {
	i := 0
	for i < len(line) && (isAlnum(line[i]) || i > 0 && (line[i] == '-' || line[i] == '_')) {
		i++
	}
	if i == 0 || i == len(line) || line[i] != ':' || line[0] >= '0' && line[0] <= '9' {
		return "", "", false
	}
	// A colon with no blank behind it belongs to a plain text, as in a URL.
	rest := line[i+1:]
	if len(rest) == 0 {
		return string(line[:i]), "", true
	}
	if rest[0] != ' ' {
		return "", "", false
	}
	rest = bytes.TrimLeft(rest, " ")
	if !simpleValue(rest) {
		return "", "", false
	}
	return string(line[:i]), string(rest), true
}

// simpleValue reports whether a value, trimmed and not empty, is one line of YAML that means what
// it says.
func simpleValue(v []byte) bool {
	if len(v) == 0 {
		return false
	}
	for i := 0; i < len(v); {
		r, n := rune(v[i]), 1
		if r >= utf8.RuneSelf {
			r, n = utf8.DecodeRune(v[i:])
		}
		if !simpleRune(r) {
			return false
		}
		i += n
	}
	if q := v[0]; q == '"' || q == '\'' {
		in := v[1:]
		return len(in) > 0 && bytes.IndexByte(in, q) == len(in)-1 && bytes.IndexByte(in, '\\') < 0
	}
	// Every other sign at the start has a meaning in YAML, or is close to one that has.
	if c := v[0]; c < utf8.RuneSelf && !isAlnum(c) && c != '/' && c != '(' && c != '_' {
		return false
	}
	return !bytes.Contains(v, []byte(": ")) && v[len(v)-1] != ':' && !bytes.Contains(v, []byte(" #"))
}

// simpleRune reports whether a character has no meaning of its own to a YAML parser's reader.
func simpleRune(r rune) bool {
	switch r {
	case 0x7f, 0x2028, 0x2029, 0xfeff, utf8.RuneError, 0xfffe, 0xffff:
		return false
	}
	return r >= ' ' && (r < 0x7f || r >= 0xa0)
}

func isAlnum(c byte) bool {
	return c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}

// looseFields reads a block line by line, whatever YAML says of it: `key: value` at the margin,
// and below a key without a value its indented lines. What else stands there is passed over.
func looseFields(text []byte) []model.Field {
	var fields []model.Field
	parent := ""
	for _, line := range strings.Split(string(text), "\n") {
		line = strings.TrimRight(line, " \t\r")
		trimmed := strings.TrimLeft(line, " \t")
		key, value, ok := splitField(trimmed)
		if !ok {
			continue
		}
		prefix := ""
		if trimmed != line && parent != "" {
			prefix = parent + "."
		} else if trimmed == line {
			parent = ""
		}
		if value == "" && trimmed == line {
			parent = key
			continue
		}
		fields = append(fields, model.Field{Key: prefix + key, Value: looseValue(key, value)})
	}
	return fields
}

// looseValue takes a value's quotes away. A `#` stays: in a broken block one cannot know a
// comment from a heading. But a type, a session or a stamp never holds one.
func looseValue(key, value string) string {
	switch key {
	case "type", "originSessionId", "modified":
		value, _, _ = strings.Cut(value, " #")
		value = strings.TrimSpace(value)
	}
	return unquote(value)
}

// splitField splits `key: value`; a key is a word as the agent writes them.
func splitField(line string) (key, value string, ok bool) {
	key, value, ok = strings.Cut(line, ":")
	if !ok || key == "" || value != "" && value[0] != ' ' && value[0] != '\t' {
		return "", "", false
	}
	for i := range len(key) {
		if !isAlnum(key[i]) && key[i] != '_' && (i == 0 || key[i] != '-') {
			return "", "", false
		}
	}
	return key, strings.Trim(value, " \t"), true
}

// unquote takes one pair of quotes away that spans the whole value.
func unquote(v string) string {
	if len(v) >= 2 && (v[0] == '"' || v[0] == '\'') && v[len(v)-1] == v[0] {
		return v[1 : len(v)-1]
	}
	return v
}
