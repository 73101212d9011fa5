package agent

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
)

// layout is how a file is written: what is put in looks like what stands around it.
type layout struct {
	unit, newline string
	// flat says that all of it stands on one line.
	flat bool
}

// layoutOf looks at a text.
func layoutOf(text []byte, root value) layout {
	l := layout{unit: "  ", newline: "\n"}
	if bytes.Contains(text, []byte("\r\n")) {
		l.newline = "\r\n"
	}
	if len(root.children) == 0 {
		return l
	}
	before := text[root.start:root.from(0)]
	at := bytes.LastIndexByte(before, '\n')
	if l.flat = at < 0; !l.flat && at+1 < len(before) {
		l.unit = string(before[at+1:])
	}
	return l
}

// put returns the text with a child more at the end of a value. For an object the key is part of it.
func (l layout) put(text []byte, in value, name string, child any) []byte {
	indent := lineIndent(text, in.start) + l.unit
	many := !l.flat
	if len(in.children) > 0 {
		gap := text[in.start:in.from(0)]
		at := bytes.LastIndexByte(gap, '\n')
		if many = at >= 0; many {
			indent = string(gap[at+1:])
		}
	}
	piece := l.render(child, indent, many)
	if in.kind == '{' {
		colon := ":"
		if many {
			colon = ": "
		}
		piece = l.render(name, "", false) + colon + piece
	}
	switch {
	case len(in.children) > 0 && many:
		return insert(text, in.children[len(in.children)-1].end, ","+l.newline+indent+piece)
	case len(in.children) > 0:
		return insert(text, in.children[len(in.children)-1].end, ","+piece)
	case many:
		piece = l.newline + indent + piece + l.newline + lineIndent(text, in.start)
	}
	return slices.Concat(text[:in.start+1], []byte(piece), text[in.end-1:])
}

// render writes a value as JSON.
func (l layout) render(v any, indent string, many bool) string {
	var b strings.Builder
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if many {
		enc.SetIndent(indent, l.unit)
	}
	if err := enc.Encode(v); err != nil {
		panic(err) // all that is put is made of strings and numbers
	}
	return strings.ReplaceAll(strings.TrimSuffix(b.String(), "\n"), "\n", l.newline)
}

// cut returns the text without child i of a value, and without the comma that parted it from the others.
func cut(text []byte, in value, i int) []byte {
	switch {
	case i > 0:
		return slices.Delete(slices.Clone(text), in.children[i-1].end, in.children[i].end)
	case len(in.children) > 1:
		return slices.Delete(slices.Clone(text), in.from(0), in.from(1))
	}
	return slices.Delete(slices.Clone(text), in.start+1, in.end-1)
}

func insert(text []byte, at int, piece string) []byte {
	return slices.Concat(text[:at], []byte(piece), text[at:])
}

// lineIndent is the white space that the line of a place begins with.
func lineIndent(text []byte, at int) string {
	line := text[bytes.LastIndexByte(text[:at], '\n')+1 : at]
	return string(line[:len(line)-len(bytes.TrimLeft(line, " \t"))])
}
