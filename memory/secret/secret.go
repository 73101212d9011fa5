// Package secret finds credentials in text, so that they can be masked before the text leaves the
// place where it lies.
//
//	secret.go       Find, Mask, Hidden
//	known.go        tokens by their prefixes, keys in PEM blocks, passwords in URLs, values assigned
//	                to a name such as `api_key`: what is quick to see, also over line ends
//	rules.go        the rules of gitleaks, line by line, read when the first text is looked at
//	placeholder.go  what everyone prints as an example, and what names a thing
//	rules.json      the table of gitleaks' rules (MIT, LICENSE.gitleaks)
//	rules/          a module of its own: pins gitleaks, writes the table, holds us to its detector
//
// # Why a table of gitleaks' rules, and not its package
//
// Measured with gitleaks 8.30.1 on two cores: `detect` adds 17 s of processor time to the 28 s of a
// cold build and 11 MB to a binary of 21, most of it for archives and settings that nothing here
// reads; `config` alone adds 8 s and 4 MB. Both reach net/http, through a library for file systems,
// and a room that reads every note and every transcript is to have no way to the network. The table
// is 76 KB of data and adds nothing to the build. A rule's expression is compiled when a text first
// has one of its keywords, so neither the start of the program nor the first text waits 140 ms for
// all of them. The module in rules/ compares what both find in the same lines.
//
// Not kept are rules that ask for the path of a file, and the word that tells gitleaks to pass a line
// by: a text that a model wrote must not be able to say so.
package secret

import (
	"sort"
	"strings"
)

// Match is one credential: the bytes of it in the text, and what it is.
type Match struct {
	Start, End int
	// Kind is a short name for people: "gitlab token", "password in a URL".
	Kind string
	// Shown is how many of its first bytes tell the kind and give nothing away.
	Shown int
}

// Find returns the credentials of a text in order; they do not overlap. It is safe to call from any
// goroutine.
func Find(text string) []Match {
	found := append(known(text), blocks(text)...)
	t := rules()
	for at := 0; at < len(text); {
		end := strings.IndexByte(text[at:], '\n')
		if end < 0 {
			end = len(text) - at
		}
		found = t.find(strings.TrimSuffix(text[at:at+end], "\r"), at, found)
		at += end + 1
	}
	return apart(found)
}

// Masked stands for a credential.
const Masked = "[masked]"

// Mask replaces the credentials of a text: "glpat-[masked]".
func Mask(text string) string {
	found := Find(text)
	if len(found) == 0 {
		return text
	}
	var b strings.Builder
	at := 0
	for _, m := range found {
		b.WriteString(text[at : m.Start+m.Shown])
		b.WriteString(Masked)
		at = m.End
	}
	b.WriteString(text[at:])
	return b.String()
}

// Hidden returns the ranges of a text that must not be seen, for those who cover them themselves.
func Hidden(text string) [][2]int {
	found := Find(text)
	out := make([][2]int, len(found))
	for i, m := range found {
		out[i] = [2]int{m.Start + m.Shown, m.End}
	}
	return out
}

// apart sorts matches and joins those that overlap: each of them knows a piece that must not be
// seen. What they are is told by the one that begins first, unless it only knows that a name is given a value:
// then by the other, which knows the value.
func apart(found []Match) []Match {
	sort.SliceStable(found, func(i, j int) bool { return found[i].Start < found[j].Start })
	kept := found[:0]
	for _, m := range found {
		if n := len(kept); n > 0 && m.Start < kept[n-1].End {
			first := &kept[n-1]
			first.End = max(first.End, m.End)
			if first.Kind == kindAssigned {
				if first.Kind = m.Kind; first.Start == m.Start {
					first.Shown = m.Shown
				}
			}
			continue
		}
		kept = append(kept, m)
	}
	return kept
}
