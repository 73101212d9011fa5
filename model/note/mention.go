package note

import (
	"bytes"
	"path"
	"strings"
	"unicode"
	"unicode/utf8"

	"dreamgate/model"
)

// Named returns which of the notes an index names by their whole file name or as [[stem]] or
// [[name]], wherever that stands. It does not look at links that spell a name in another way (with
// %20, say): those are in the entries of the index.
func Named(index []byte, notes []model.Note) map[string]bool {
	m := newMentions(notes)
	named := make(map[string]bool, len(notes))
	m.find(index, func(at mention) { named[at.path] = true })
	return named
}

// Finder finds the notes that texts name.
type Finder struct{ m mentions }

// NewFinder makes a finder of the notes.
func NewFinder(notes []model.Note) Finder { return Finder{newMentions(notes)} }

// Find calls fn with the path of each note that a text names, for each time that it does.
func (f Finder) Find(text string, fn func(path string)) {
	f.m.find([]byte(text), func(at mention) { fn(at.path) })
}

// mention is a place at which a text names a note.
type mention struct {
	path     string
	from, to int
}

// mentions finds the names of notes in a text.
type mentions struct {
	// files maps a file name, with or without the folder that it is in, to the path of the note;
	// odd lists those that hold more than letters, digits and _.-/ of ASCII.
	files map[string]string
	odd   []string
	// wikis maps what may stand in [[ ]].
	wikis map[string]string
}

func newMentions(notes []model.Note) mentions {
	m := mentions{files: make(map[string]string, len(notes)), wikis: make(map[string]string, 2*len(notes))}
	add := func(to map[string]string, key, p string) {
		if _, taken := to[key]; key != "" && !taken {
			to[key] = p
		}
	}
	for _, n := range notes {
		add(m.files, n.Path, n.Path)
		add(m.wikis, strings.TrimSuffix(n.Path, ".md"), n.Path)
		add(m.wikis, n.Path, n.Path)
	}
	for _, n := range notes { // a file at the top goes before one of the same name further down
		base := path.Base(n.Path)
		add(m.files, base, n.Path)
		add(m.wikis, strings.TrimSuffix(base, ".md"), n.Path)
	}
	for _, n := range notes {
		add(m.wikis, n.Name, n.Path)
	}
	// Plain names are found in one pass over the text; each odd one takes a pass of its own, but few
	// notes have such names.
	for name := range m.files {
		if strings.ContainsFunc(name, func(r rune) bool { return r >= utf8.RuneSelf || !isPathByte(byte(r)) }) {
			m.odd = append(m.odd, name)
		}
	}
	return m
}

// find calls fn for every place at which the text names a note, first the plain names in order,
// then the odd ones, then the wiki links.
func (m mentions) find(text []byte, fn func(mention)) {
	suffix := []byte(".md")
	for pos := 0; ; {
		i := bytes.Index(text[pos:], suffix)
		if i < 0 {
			break
		}
		pos += i + len(suffix)
		if !endsName(text, pos) {
			continue
		}
		from := pos
		for from > 0 && isPathByte(text[from-1]) {
			from--
		}
		if p, ok := m.plain(text, from, pos); ok {
			fn(mention{path: p, from: from, to: pos})
		}
	}
	for _, name := range m.odd {
		m.findOdd(text, name, fn)
	}
	for pos := 0; ; {
		i := bytes.Index(text[pos:], []byte("[["))
		if i < 0 {
			break
		}
		pos += i
		inner, length := wikiAt(text[pos:])
		target, _ := wikiName(inner)
		if p, ok := m.wikis[target]; ok && length > 0 {
			fn(mention{path: p, from: pos, to: pos + length})
		}
		pos += max(length, 1)
	}
}

// plain resolves the run of path characters text[from:to], which ends in .md. A folder in front
// means another file, unless it is the note's own or leads into the memory.
func (m mentions) plain(text []byte, from, to int) (string, bool) {
	run := string(text[from:to])
	slash := strings.LastIndexByte(run, '/')
	// The whole run first: sub/note.md is that file and no mention of note.md.
	start := from + slash + 1
	if slash < 0 && !startsName(text, from) {
		return "", false
	}
	if p, ok := m.files[run]; ok && startsName(text, from) {
		return p, true
	}
	if slash < 0 || !intoMemory(run[:slash]) {
		return "", false
	}
	p, ok := m.files[string(text[start:to])]
	return p, ok
}

// findOdd looks for a name that holds blanks, brackets or letters beyond ASCII.
func (m mentions) findOdd(text []byte, name string, fn func(mention)) {
	for pos := 0; ; {
		i := bytes.Index(text[pos:], []byte(name))
		if i < 0 {
			return
		}
		from, to := pos+i, pos+i+len(name)
		pos = from + 1
		if !endsName(text, to) {
			continue
		}
		if from > 0 && text[from-1] == '/' {
			folder := from - 1
			for folder > 0 && isPathByte(text[folder-1]) {
				folder--
			}
			if !intoMemory(string(text[folder : from-1])) {
				continue
			}
		} else if !startsName(text, from) {
			continue
		}
		fn(mention{path: m.files[name], from: from, to: to})
	}
}

// intoMemory reports whether a folder is the memory's own, by the names that it has everywhere.
func intoMemory(folder string) bool {
	switch path.Base(folder) {
	case "memory", ".memory":
		return true
	}
	return folder == "."
}

// isPathByte reports whether a byte belongs to a plain path.
func isPathByte(c byte) bool { return isAlnum(c) || c == '_' || c == '-' || c == '.' || c == '/' }

// startsName reports whether a name that starts at an offset is not the rest of a longer one.
func startsName(text []byte, from int) bool {
	before, _ := utf8.DecodeLastRune(text[:from])
	if from == 0 || !inName(before) {
		return true
	}
	first, _ := utf8.DecodeRune(text[from:])
	return unspaced(before) && !unspaced(first)
}

// endsName reports whether a name that ends at an offset is not the start of a longer one. A dot
// behind it may end a sentence.
func endsName(text []byte, to int) bool {
	rest := text[to:]
	for len(rest) > 0 && rest[0] == '.' {
		rest = rest[1:]
	}
	if len(rest) == 0 {
		return true
	}
	next, _ := utf8.DecodeRune(rest)
	return !inName(next) || unspaced(next)
}

// inName reports whether a character next to a name makes it a part of a longer one.
func inName(r rune) bool {
	switch r {
	case '_', '-', '.', '+', '~', 0x200c, 0x200d: // the last two join letters and pictures
		return true
	}
	return unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r)
}

// unspaced reports whether a letter is of a script that puts no blanks between words, so that it
// may stand right beside a name that it is no part of.
func unspaced(r rune) bool {
	return r >= 0x2e80 && unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul,
		unicode.Bopomofo) || r >= 0xe00 && r < 0x1000 && unicode.In(r, unicode.Thai, unicode.Lao)
}
