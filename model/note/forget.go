package note

import (
	"bytes"
	"cmp"
	"maps"
	"path"
	"slices"

	"dreamgate/model"
)

// Forget returns a tree without a note: its lines of the index are gone, and links to it in all other
// lines are plain text, so that no sentence loses a word. Every other byte stays. left are the files in
// which a link could not be told from what stands around it.
func Forget(tree model.Tree, file string) (without model.Tree, left []string) {
	without = maps.Clone(tree)
	delete(without, file)
	for _, p := range tree.Paths() {
		f := tree[p]
		if p == file || !f.Regular() || path.Ext(p) != ".md" {
			continue
		}
		splices, ok := unlinked(tree, p, file)
		if p == model.IndexName {
			splices = append(splices, lines(tree, file)...)
		}
		if !ok {
			left = append(left, p)
		}
		if len(splices) > 0 {
			f.Data = apply(f.Data, splices)
			without[p] = f
		}
	}
	return without, left
}

// splice puts a text in the place of a range of bytes.
type splice struct {
	span
	text []byte
}

// apply makes changes that lie apart; of two that touch the same bytes the larger one holds.
func apply(data []byte, list []splice) []byte {
	slices.SortFunc(list, func(a, b splice) int { return cmp.Or(cmp.Compare(a.from, b.from), cmp.Compare(b.to, a.to)) })
	var out []byte
	at := 0
	for _, s := range list {
		if s.from < at {
			continue
		}
		out = append(append(out, data[at:s.from]...), s.text...)
		at = s.to
	}
	return append(out, data[at:]...)
}

// lines are the whole lines of the index that speak of a note: entries of a list that name no other.
func lines(tree model.Tree, file string) (gone []splice) {
	data := tree[model.IndexName].Data
	for _, e := range ParseIndex(tree[model.IndexName], true, tree).Entries {
		names, others := false, false
		for _, l := range e.Links {
			names = names || l.Path == file
			others = others || l.Path != file && l.Path != ""
		}
		if !names || others || !listItem([]byte(e.Text)) {
			continue
		}
		from := lineStart(data, e.Line)
		to := len(data)
		if n := bytes.IndexByte(data[from:], '\n'); n >= 0 {
			to = from + n + 1
		}
		gone = append(gone, splice{span: span{from, to}})
	}
	return gone
}

// listItem reports whether a line begins an item of a list.
func listItem(line []byte) bool {
	line = bytes.TrimLeft(line, " \t")
	digits := 0
	for digits < len(line) && line[digits] >= '0' && line[digits] <= '9' {
		digits++
	}
	if len(line) < digits+2 || line[digits+1] != ' ' && line[digits+1] != '\t' {
		return false
	}
	if digits > 0 {
		return line[digits] == '.' || line[digits] == ')'
	}
	return line[0] == '-' || line[0] == '*' || line[0] == '+'
}

// unlinked turns the links of a file to a note into their labels. It is not ok if one of them has no end
// that can be found.
func unlinked(tree model.Tree, p, file string) (out []splice, ok bool) {
	data := tree[p].Data
	r := newResolver(p, tree)
	d := parseDoc(data)
	ok = true
	d.walk(func(l foundLink) {
		if r.resolve(l).Path != file {
			return
		}
		at := d.base + l.from
		label, end := written(data[at:], l.wiki)
		if end == 0 {
			ok = false
			return
		}
		out = append(out, splice{span{at, at + end}, bytes.Clone(label)})
	})
	return out, ok
}

// written returns what a reader sees of the link at the start of a text, with its markup, and the link's
// length; 0 if it cannot be told.
func written(text []byte, isWiki bool) (label []byte, length int) {
	if isWiki {
		inner, length := wikiAt(text)
		_, alias, has := bytes.Cut(inner, []byte{'|'})
		if name, _, cut := bytes.Cut(inner, []byte{'#'}); !has && cut && len(bytes.TrimSpace(name)) > 0 {
			inner = name
		}
		if has && len(bytes.TrimSpace(alias)) > 0 {
			inner = alias
		}
		return bytes.TrimSpace(inner), length
	}
	end := closing(text, '[', ']')
	if end == 0 {
		return nil, 0
	}
	label = text[1 : end-1]
	if end == len(text) {
		return label, end
	}
	switch text[end] {
	case '(':
		if n := destination(text[end:]); n > 0 {
			return label, end + n
		}
		return nil, 0
	case '[':
		if n := closing(text[end:], '[', ']'); n > 0 {
			return label, end + n
		}
	}
	return label, end // a reference that is its own label
}

// closing returns the length of a text from its opening bracket to the one that closes it, 0 if none
// does. Brackets behind a backslash and in a span of code do not count.
func closing(text []byte, open, end byte) int {
	depth := 0
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '\\':
			i++
		case '`':
			ticks := 1
			for i+ticks < len(text) && text[i+ticks] == '`' {
				ticks++
			}
			if n := bytes.Index(text[i+ticks:], text[i:i+ticks]); n >= 0 {
				i += ticks + n
			}
			i += ticks - 1
		case open:
			depth++
		case end:
			if depth--; depth == 0 {
				return i + 1
			}
		}
	}
	return 0
}

// destination returns the length of "(target "title")", 0 if it has no end.
func destination(text []byte) int {
	depth := 0
	for i := 0; i < len(text); i++ {
		switch c := text[i]; c {
		case '\\':
			i++
		case '<':
			if n := bytes.IndexByte(text[i:], '>'); n > 0 && depth == 1 {
				i += n
			}
		case '"', '\'':
			// Only behind white space does a title begin.
			if n := bytes.IndexByte(text[i+1:], c); n >= 0 && isSpace(text[i-1]) {
				i += n + 1
			}
		case '(':
			depth++
		case ')':
			if depth--; depth == 0 {
				return i + 1
			}
		}
	}
	return 0
}

func isSpace(c byte) bool { return c == ' ' || c == '\t' || c == '\n' || c == '\r' }
