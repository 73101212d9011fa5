package audit

import (
	"fmt"
	"regexp"
	"strings"

	"dreamgate/model"
	"dreamgate/model/note"
)

// corrects finds words by which a note says that it takes the place of another one that it names, and
// corrected those by which a note says so of itself.
var (
	corrects = regexp.MustCompile(`(?i)\b(?:corrects?|corrections? (?:of|to|for)|supersedes?|replaces?|overrides?|obsoletes?|invalidates?|instead of|` +
		`korrigiert|berichtigt|ersetzt|anstelle|statt)\b|löst\b.*\bab\b|更正|纠正|取代|替代|訂正|置き換え|に代わ`)
	corrected = regexp.MustCompile(`(?i)\b(?:(?:superseded|replaced|corrected|obsoleted|overridden|invalidated) (?:by|in)|` +
		`(?:ersetzt|abgelöst|korrigiert|berichtigt|überholt) (?:durch|von|in))\b|被.*(?:取代|替代|更正|纠正)|置き換えられ|で訂正`)
)

// correctWords are pieces of those words, one of which each has.
var correctWords = []string{"correct", "supersed", "replac", "overrid", "obsolet", "invalidat", "instead", "korrig", "bericht", "ersetz", "anstelle", "statt",
	"löst", "überholt", "更正", "纠正", "取代", "替代", "訂正", "置き換え", "に代わ"}

// corrections finds notes below the cut that correct one which is loaded: a session then goes by the
// one that is wrong, and has no sign of the other.
func (c *collector) corrections() {
	loaded, below := map[string]bool{}, map[string]int{}
	for _, e := range c.ix.Entries {
		for _, l := range e.Links {
			if e.Loaded {
				loaded[l.Path] = true
			} else if below[l.Path] == 0 {
				below[l.Path] = e.Line
			}
		}
	}
	finder := note.NewFinder(c.notes)
	known := map[[2]string]bool{}
	// right corrects wrong.
	pair := func(right, wrong string) {
		line := below[right]
		if key := [2]string{right, wrong}; right == wrong || line == 0 || loaded[right] || !loaded[wrong] || known[key] {
			return
		}
		known[[2]string{right, wrong}] = true
		c.add(model.Finding{Rule: ruleCorrection, Severity: model.Error, Path: model.IndexName, Line: line,
			Message: fmt.Sprintf("%s corrects %s, but only what it corrects is loaded: move its line above line %d, or drop the line of %s",
				right, wrong, c.ix.CutAt, wrong)})
	}
	hear := func(of, text string) {
		if !strings.Contains(text, ".md") && !strings.Contains(text, "[[") {
			return // it names no note
		}
		if !hasAny(lower(text), correctWords) {
			return
		}
		for clause := range strings.SplitAfterSeq(text, ". ") {
			switch {
			case corrected.MatchString(clause):
				finder.Find(clause, func(p string) { pair(p, of) })
			case corrects.MatchString(clause):
				finder.Find(clause, func(p string) { pair(of, p) })
			}
		}
	}
	for _, n := range c.notes {
		if below[n.Path] == 0 && !loaded[n.Path] {
			continue
		}
		hear(n.Path, n.Description)
		for l := range bodyLines(string(c.tree[n.Path].Data), n.BodyAt) {
			if !l.code {
				hear(n.Path, l.text)
			}
		}
	}
	for _, e := range c.ix.Entries {
		if len(e.Links) > 0 && e.Links[0].Path != "" {
			hear(e.Links[0].Path, e.Summary)
		}
	}
}
