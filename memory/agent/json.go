package agent

import (
	"encoding/json"
	"fmt"
)

// value is where a JSON value stands in a text.
type value struct {
	// kind is '{', '[', '"' or 0 for what has no inside.
	kind       byte
	start, end int
	// keys are those of an object, one for each child.
	keys     []key
	children []value
}

// key is the key of a member, and where it begins.
type key struct {
	name  string
	start int
}

// parse finds all values of a text, which must be JSON as the agent takes it: without comments.
func parse(text []byte) (value, error) {
	var any json.RawMessage
	if err := json.Unmarshal(text, &any); err != nil {
		line := 1
		if at, ok := err.(*json.SyntaxError); ok {
			for _, b := range text[:min(int(at.Offset), len(text))] {
				if b == '\n' {
					line++
				}
			}
		}
		return value{}, fmt.Errorf("line %d: %w", line, err)
	}
	p := parser{text: text}
	return p.value(), nil
}

// parser walks a text that is known to be valid.
type parser struct {
	text []byte
	at   int
}

func (p *parser) space() {
	for p.at < len(p.text) {
		switch p.text[p.at] {
		case ' ', '\t', '\r', '\n':
			p.at++
		default:
			return
		}
	}
}

func (p *parser) value() (v value) {
	p.space()
	v.start = p.at
	switch c := p.text[p.at]; c {
	case '{', '[':
		v.kind = c
		p.at++
		p.inside(&v)
	case '"':
		v.kind = c
		p.str()
	default:
		for p.at < len(p.text) && !ends(p.text[p.at]) {
			p.at++
		}
	}
	v.end = p.at
	return v
}

// inside reads the children of an object or a list, and what closes it.
func (p *parser) inside(v *value) {
	for {
		p.space()
		switch p.text[p.at] {
		case '}', ']':
			p.at++
			return
		case ',':
			p.at++
			continue
		}
		if v.kind == '{' {
			k := key{start: p.at}
			// It is valid, or it would not have come this far.
			_ = json.Unmarshal(p.str(), &k.name)
			v.keys = append(v.keys, k)
			p.space()
			p.at++ // the colon
		}
		v.children = append(v.children, p.value())
	}
}

// str passes a string and returns it with its quotes.
func (p *parser) str() []byte {
	start := p.at
	for p.at++; p.text[p.at] != '"'; p.at++ {
		if p.text[p.at] == '\\' {
			p.at++
		}
	}
	p.at++
	return p.text[start:p.at]
}

func ends(c byte) bool {
	switch c {
	case ' ', '\t', '\r', '\n', ',', '}', ']':
		return true
	}
	return false
}

// member finds the value of a key, -1 if there is none. Of two alike the last one counts, as for every
// reader that keeps one.
func (v value) member(name string) int {
	for i := len(v.keys) - 1; i >= 0; i-- {
		if v.keys[i].name == name {
			return i
		}
	}
	return -1
}

// from is where child i begins, its key included.
func (v value) from(i int) int {
	if v.kind == '{' {
		return v.keys[i].start
	}
	return v.children[i].start
}
