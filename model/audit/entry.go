package audit

import (
	"fmt"
	"path"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"dreamgate/model"
	"dreamgate/model/note"
)

// entry judges one line of the index.
func (c *collector) entry(e model.Entry) {
	f := model.Finding{Path: model.IndexName, Line: e.Line}
	if !e.Loaded {
		f.Rule, f.Severity = ruleUnderCut, model.Warning
		f.Message = subject(e) + " stands below the cut and is not loaded: move the line up, or make room above it"
		c.add(f)
	}
	if n := utf8.RuneCountInString(e.Text); n > note.MaxEntry {
		f.Rule, f.Severity = ruleEntryLong, model.Info
		f.Message = tooLong(e, n)
		if len(e.Links) > 0 {
			f.Fix = "shorten the line behind its link"
		}
		c.add(f)
	}
	for _, l := range e.Links {
		switch {
		case dangles(l):
			c.dangling(e, l)
		case l.Path == "" && !l.Wiki && note.Leaves(model.IndexName, l.Text):
			c.add(model.Finding{Rule: ruleOutside, Severity: model.Info, Path: model.IndexName, Line: e.Line,
				Message: fmt.Sprintf("the link to %s leaves the memory, which holds for nobody who has only these notes: name the place in words, or keep what is needed of it in a note", l.Text)})
		}
	}
}

// rest names where the rest of a line goes.
func rest(e model.Entry) string {
	if slices.ContainsFunc(e.Links, func(l model.Link) bool { return l.Exists && model.IsNote(l.Path) }) {
		return "let the note hold the rest"
	}
	return "put the rest into a note of its own"
}

// tooLong tells a line that is too long by its summary from one that is so by its name and link.
func tooLong(e model.Entry, line int) string {
	parts := ""
	switch summary := utf8.RuneCountInString(e.Summary); {
	case len(e.Links) == 0:
	case summary > note.MaxEntry:
		parts = fmt.Sprintf(", its summary alone %d", summary)
	default:
		parts = fmt.Sprintf(", %d of them its summary", summary)
	}
	return fmt.Sprintf("the line has %d characters%s: shorten it to %d and %s", line, parts, note.MaxEntry, rest(e))
}

// listed matches a list item.
var listed = regexp.MustCompile(`^\s*(?:[-*+]|\d{1,9}[.)])(?:\s|$)`)

// twice finds list items that are about a note which another one is about already. What links to
// several notes groups them, and is about none of them alone.
func (c *collector) twice() {
	first := map[string]model.Entry{}
	for _, e := range c.ix.Entries {
		about := ""
		for _, l := range e.Links {
			_, part, _ := strings.Cut(l.Text, "#")
			switch key := l.Path + "#" + part; {
			case about == "" && l.Exists && !l.Mention:
				about = key
			case about != key:
				about = "#"
			}
		}
		if about == "" || strings.HasPrefix(about, "#") || !listed.MatchString(e.Text) {
			continue
		}
		before, twice := first[about]
		if !twice {
			first[about] = e
			continue
		}
		f := model.Finding{Rule: ruleEntryTwice, Severity: model.Info, Path: model.IndexName, Line: e.Line}
		f.Message = fmt.Sprintf("the line is about %s, as line %d is: make one line of the two", e.Links[0].Path, before.Line)
		if strings.TrimSpace(e.Text) == strings.TrimSpace(before.Text) {
			f.Message = fmt.Sprintf("the line repeats line %d word for word: drop it", before.Line)
			f.Fix = "drop the line"
		}
		c.add(f)
	}
}

// subject names what an index line is about: the files, since whoever reads of a loss looks for
// them, else the text.
func subject(e model.Entry) string {
	var files []string
	for _, l := range e.Links {
		if l.Path != "" && !slices.Contains(files, l.Path) {
			files = append(files, l.Path)
		}
	}
	if len(files) > 0 {
		return strings.Join(files, " and ")
	}
	return fmt.Sprintf("%q", note.Shorten(strings.TrimSpace(e.Text), 60))
}

func (c *collector) dangling(e model.Entry, l model.Link) {
	f := model.Finding{Rule: ruleDangling, Severity: model.Error, Path: model.IndexName, Line: e.Line}
	if c.alike[0] == nil {
		c.alike = newAlike(c.tree)
	}
	if near := c.alike.nearest(l.Path); near != "" {
		f.Message = fmt.Sprintf("the link to %s names no file, %s", l.Path, spelledSo(l.Path, near))
		f.Fix = "link to " + near
	} else {
		f.Message = fmt.Sprintf("the link to %s names no file: drop the line, or write the note", l.Path)
		f.Fix = "drop the link"
	}
	c.add(f)
}

// otherForm is the line of the index that names a note in another Unicode form, 0 if there is none.
func (c *collector) otherForm(p string) int {
	name := norm.NFC.String(path.Base(p))
	if isASCII(name) {
		return 0
	}
	for _, e := range c.ix.Entries {
		if !isASCII(e.Text) && strings.Contains(norm.NFC.String(e.Text), name) {
			return e.Line
		}
	}
	return 0
}

func isASCII(s string) bool {
	return !strings.ContainsFunc(s, func(r rune) bool { return r >= utf8.RuneSelf })
}

func (c *collector) orphan(p string) {
	f := model.Finding{Rule: ruleOrphan, Severity: model.Warning, Path: p}
	f.Message = "the index does not name this note, so that a session does not know of it: add a line to MEMORY.md"
	if by := c.via[p]; by != "" {
		f.Message = fmt.Sprintf("the index does not name this note, so that a session meets it only by way of %s, which links to it: add a line to MEMORY.md", by)
	}
	f.Fix = "add a line to the index"
	if line := c.otherForm(p); line > 0 {
		f.Message = fmt.Sprintf("line %d of the index names this note in another Unicode form than the file has (the name of the file is %s), so that nothing that compares them finds it: write the name as the file is spelled",
			line, form(p))
	}
	if readme(p) {
		f.Severity, f.Fix = model.Info, ""
		f.Message = "this file is for people, but it lies where the agent looks for notes: keep it somewhere else, or let the index name it"
	}
	// Fixing the dead link beside it is the better way, so the safe fix is not offered.
	for _, e := range c.ix.Entries {
		for _, l := range e.Links {
			if dangles(l) && foldedPath(l.Path) == foldedPath(p) {
				f.Message = fmt.Sprintf("the index does not name this note but links to %s in line %d: write that link as %s",
					l.Path, e.Line, p)
				if sameButForm(l.Path, p) {
					f.Message = fmt.Sprintf("the index does not name this note but links, in line %d, to one that differs from it only in its Unicode form: write that link as the file is spelled", e.Line)
				}
				f.Fix = ""
			}
		}
	}
	c.add(f)
}
