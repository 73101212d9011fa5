package audit

import (
	"fmt"
	"path"
	"regexp"
	"slices"
	"strings"

	"dreamgate/model"
	"dreamgate/model/note"
)

// index judges the index: its size, and its lines.
func (c *collector) index() {
	f := model.Finding{Path: model.IndexName}
	ix := c.ix
	size := fmt.Sprintf("%d of %d lines and %d of %d characters",
		ix.Lines, note.MaxLines, ix.Units, note.MaxUnits)
	what, how := binding(ix)
	switch ix.Status {
	case model.StatusMissing:
		// What stands in the place of the index, if it is no plain file, has a finding of its own;
		// and an empty memory is not a faulty one.
		if ix.Special == "" && slices.ContainsFunc(c.notes, c.bare) {
			f.Rule, f.Severity = ruleMissingIndex, model.Error
			f.Message = "there is no MEMORY.md, so a session starts without a word of these notes: write one with a line for each"
			f.Fix = "write an index of all notes"
			if slices.ContainsFunc(c.tree.Paths(), func(p string) bool { return strings.HasPrefix(p, model.IndexName+"/") }) {
				f.Message = "MEMORY.md is a folder, so a session starts without a word of these notes: move it away and write an index"
				f.Fix = ""
			}
			c.add(f)
		}
		return
	case model.StatusCut:
		f.Rule, f.Severity, f.Line = ruleCut, model.Error, ix.CutAt
		f.Message = fmt.Sprintf("the index has %s, the %s bind, and nothing from line %d on is loaded: %s above",
			size, what, ix.CutAt, how)
		c.add(f)
		c.corrections()
	case model.StatusNear:
		f.Rule, f.Severity = ruleNear, model.Warning
		f.Message = fmt.Sprintf("the index has %s, the %s bind, and it will soon be cut: %s", size, what, how)
		c.add(f)
	}
	for _, e := range ix.Entries {
		c.entry(e)
	}
	c.twice()
	c.lines()
}

// Shared mends the findings of a part of a memory that a team shares and that has no index: its notes may
// be named by the index of the memory around it, in which folder is their place, and those are not unknown to
// a session.
func Shared(findings []model.Finding, notes []model.Note, folder string, around []byte) []model.Finding {
	at := slices.IndexFunc(findings, func(f model.Finding) bool { return f.Rule == ruleMissingIndex })
	if at < 0 {
		return findings
	}
	notes = slices.Clone(notes)
	for i := range notes {
		notes[i].Path = path.Join(folder, notes[i].Path)
	}
	named, unnamed := note.Named(around, notes), 0
	for _, n := range notes {
		if !named[n.Path] {
			unnamed++
		}
	}
	if unnamed == 0 {
		return slices.Delete(findings, at, at+1)
	}
	f := &findings[at]
	f.Severity = model.Warning
	f.Message = fmt.Sprintf("there is no MEMORY.md for this shared part, and that of the memory around it does not name %s of it: write one with a line for each note",
		model.Count(unnamed, "note"))
	return findings
}

// bare reports whether a note lies in no folder that has an index of its own, as the part that a team shares
// has.
func (c *collector) bare(n model.Note) bool {
	for dir := path.Dir(n.Path); dir != "."; dir = path.Dir(dir) {
		if _, ok := c.tree[path.Join(dir, model.IndexName)]; ok {
			return false
		}
	}
	return true
}

// binding names the limit that an index meets first, and what makes room under it. An index that is
// over both is cut by characters if the cut lies above the last line that could be loaded.
func binding(ix model.Index) (what, how string) {
	over := ix.Lines > note.MaxLines && (ix.Units <= note.MaxUnits || ix.CutAt > note.MaxLines)
	below := ix.Units <= note.MaxUnits && ix.Lines*note.MaxUnits >= ix.Units*note.MaxLines
	if over || below {
		return "lines", "drop or merge lines"
	}
	return "characters", "shorten or drop lines"
}

// heading is a line that opens a section, with its level and its text.
var heading = regexp.MustCompile(`^ {0,3}(#{1,6})[ \t]+(.*?)[ \t#]*$`)

// isHeading reports whether a line opens a section.
func isHeading(line string) bool {
	return strings.HasPrefix(strings.TrimLeft(line, " "), "#") && heading.MatchString(line)
}

// lines goes over the index as text, code left out: empty sections, names by another case, and whether
// a sentence says what all this is for.
func (c *collector) lines() {
	spellings, linked := NewSpellings(c.tree), c.deadLinks()
	var open section
	prose := false
	for l := range bodyLines(string(c.tree[model.IndexName].Data), 0) {
		m := heading.FindStringSubmatch(l.text)
		switch text := strings.TrimSpace(l.text); {
		case l.code:
			open = section{}
		case m != nil:
			c.sectionEnds(open, len(m[1]))
			open = section{line: l.number, level: len(m[1]), title: m[2]}
		case text != "":
			open = section{}
			prose = prose || sentence(text)
			c.spelled(spellings, l, linked[l.number])
		}
	}
	c.sectionEnds(open, 1)
	if !prose && len(c.notes) >= purposeFrom {
		c.add(model.Finding{Rule: rulePurpose, Severity: model.Info, Path: model.IndexName,
			Message: "no sentence says what this memory is for, so that each session decides anew: add one at the top, such as “" +
				purposeText + "”"})
	}
}

// purposeFrom is the number of notes from which on a memory needs to be told what it is for: of a few
// one sees it.
const purposeFrom = 8

// purposeText is a sentence to copy.
const purposeText = "This memory keeps what later sessions need and cannot learn from the code, the history or the documents."

// sentence reports whether a line is prose of its own: no list item, link, table or comment.
func sentence(text string) bool {
	if text == "" || listed.MatchString(text) || strings.ContainsAny(text[:1], "|<#[`=-*_+~") || strings.Contains(text, "](") {
		return false
	}
	if len(strings.Fields(text)) >= 5 {
		return true
	}
	wide := 0 // scripts without blanks have no words to count
	for _, r := range text {
		if r >= 0x2e80 {
			wide++
		}
	}
	return wide >= 10
}

// section is a heading below which nothing stood so far; a line of 0 is none.
type section struct {
	line, level int
	title       string
}

// sectionEnds judges a section at the next heading of some level, or at the end. A heading that says
// something by itself is no empty one, and neither is the title of the file.
func (c *collector) sectionEnds(s section, level int) {
	if s.line == 0 || level > s.level || s.level == 1 || strings.ContainsAny(s.title, ":：=`0123456789") ||
		len(strings.Fields(s.title)) > 6 {
		return
	}
	c.add(model.Finding{Rule: ruleSectionEmpty, Severity: model.Info, Path: model.IndexName, Line: s.line,
		Message: fmt.Sprintf("nothing stands below the heading %q: drop it, or move the lines that belong there", note.Shorten(s.title, 60))})
}
