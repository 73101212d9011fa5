package reality

import (
	"strings"

	"dreamgate/model"
)

// The kinds of claims, as they are printed.
const (
	KindPath       = "path"
	KindScript     = "script"
	KindCommand    = "command"
	KindManager    = "manager"
	KindDependency = "dependency"
)

// mood is how a sentence means what it names.
type mood int

const (
	// asserted: it is there, or so the note says.
	asserted mood = iota
	// denied: the note itself says that it is gone.
	denied
	// doubtful: planned, an example, made by a program, or in another place.
	doubtful
)

// Claim is something that a note names, before anybody has looked for it.
type Claim struct {
	Kind string
	// Token is the text of the note, Line where it stands in the file, from 1.
	Token string
	Line  int
	// name is what is looked for: a path, a script, a manager, a dependency; tool is the program that
	// runs a script, "" for any.
	name, tool string
	// dir says that the path is written as a folder.
	dir bool
	// code says that it stands in code; weak that it is a claim only if the project knows it.
	code, weak bool
	mood       mood
}

// most bounds the claims of one note: a note that lists a whole tree is no reason to look for hours.
const most = 500

// Read returns the claims of a note in their order. of tells the body from what stands before it.
func Read(of model.Note, data []byte) []Claim {
	var out []Claim
	seen := map[Claim]bool{}
	for _, b := range blocks(data, of.BodyAt) {
		for _, c := range b.claims() {
			key := c
			key.Token, key.Line, key.code = "", 0, false
			if seen[key] {
				continue
			}
			seen[key] = true
			if out = append(out, c); len(out) == most {
				return out
			}
		}
	}
	return out
}

// claims reads a block sentence by sentence: the mood of one says nothing of the next.
func (b block) claims() []Claim {
	if b.shell {
		var out []Claim
		for c := range command(b.text) {
			c.Line, c.code = b.line(0), true
			out = append(out, c)
		}
		return out
	}
	var out []Claim
	for _, s := range sentences(b.text) {
		words := s.words()
		for _, w := range words {
			m := b.mood
			if m == asserted {
				m = s.moodOf(w, words)
			}
			for _, c := range w.claims {
				c.mood, c.Line, c.code = m, b.line(s.at+w.from), w.code
				out = append(out, c)
			}
		}
	}
	return out
}

// word is a part of a sentence that names something; from and to count from the sentence's start.
type word struct {
	from, to int
	code     bool
	claims   []Claim
}

// sentence is a part of a block; at counts from the block's start.
type sentence struct {
	text string
	at   int
}

// sentences cuts a text behind its full stops, but not in code, and not in "e.g." or a file's name.
func sentences(text string) []sentence {
	var out []sentence
	from, code := 0, false
	cut := func(to int) {
		if strings.TrimSpace(text[from:to]) != "" {
			out = append(out, sentence{text[from:to], from})
		}
		from = to
	}
	for i, r := range text {
		switch r {
		case '`':
			code = !code
		case '。', '！', '？', '；':
			if !code {
				cut(i + len(string(r)))
			}
		case '.', '!', '?', ';':
			if !code && ends(text, i) {
				cut(i + 1)
			}
		}
	}
	cut(len(text))
	return out
}

// ends reports whether the stop at i ends a sentence: a blank follows, and what stands before it is
// no abbreviation.
func ends(text string, i int) bool {
	if i+1 < len(text) && !strings.ContainsRune(" \n\t", rune(text[i+1])) {
		return false
	}
	if text[i] != '.' {
		return true
	}
	last := text[strings.LastIndexAny(text[:i], " \n\t(")+1 : i]
	return len(last) > 2 && !strings.Contains(last, ".") || last == "" || len(last) > 0 && last[len(last)-1] == '`' ||
		strings.ContainsAny(last, "/0123456789")
}
