package audit

import (
	"fmt"
	"regexp"
	"strings"

	"dreamgate/model"
	"dreamgate/model/evidence"
)

// Notes of a sentence or two have too few words to be compared by how many they share. They are for one fact if they
// say the same words, but for those that say nothing, in the same order.

const (
	// mostGist is the length up to which a note is one fact, in bytes; leastGist the number of words from which it
	// says enough to be known by them.
	mostGist, leastGist = 200, 3
)

// saidOn finds, at the end of a line, the remark of when something was said or since when it is so.
var saidOn = regexp.MustCompile(`(?m)\s*[(（][^()（）]*\d{4}-\d\d-\d\d[^()（）]*[)）]\s*$`)

// gists are the places of the short notes by what they say.
type gists map[string][]int32

func (g gists) add(p *page) {
	body := p.text[min(p.note.BodyAt, len(p.text)):]
	if len(body) > mostGist || strings.Contains(body, "```") {
		return
	}
	text := saidOn.ReplaceAllString(strings.TrimSpace(body), "")
	if gist, words := evidence.Gist(text); words >= leastGist {
		g[gist] = append(g[gist], p.at)
	}
}

// sameGist finds short notes for one fact, beside those that were found to be nearly the same already.
func (c *comparison) sameGist() {
	named := map[string]bool{}
	for _, f := range c.found {
		named[f.Path] = named[f.Path] || f.Rule == ruleDuplicate
	}
	for _, list := range c.gists {
		for i, at := range list {
			p := c.notes[at]
			for _, before := range list[:i] {
				if named[p.Path] || !oneMatter(c.page(before), c.page(at)) {
					continue
				}
				named[p.Path] = true
				c.add(model.Finding{Rule: ruleDuplicate, Severity: model.Warning, Path: p.Path,
					Message: fmt.Sprintf("the note says the same as %s: make one note of the two", c.notes[before].Path)})
			}
		}
	}
}

// oneMatter reports whether two notes of one gist are about one thing: each has a word of what it is called. Where
// that stands only in the name, they may be about two.
func oneMatter(a, b *page) bool {
	about := func(p *page) bool {
		names := title(p.note)
		for w := range terms(p.body()) {
			for name := range names {
				if w == name || min(len(w), len(name)) > 3 && (strings.HasPrefix(w, name) || strings.HasPrefix(name, w)) {
					return true
				}
			}
		}
		return false
	}
	return about(a) && about(b)
}
