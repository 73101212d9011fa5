package audit

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"dreamgate/model"
)

// Spellings finds names of notes that are spelled by another case, or in another Unicode form, than the file has.
type Spellings struct {
	tree model.Tree
	// by finds a note by its folded path, "" where there are two.
	by map[string]string
}

// NewSpellings makes one for the notes of a tree.
func NewSpellings(t model.Tree) Spellings {
	s := Spellings{t, make(map[string]string, len(t))}
	for p := range t {
		if !model.IsNote(p) {
			continue
		}
		low := foldedPath(p)
		if _, taken := s.by[low]; taken {
			s.by[low] = ""
			continue
		}
		s.by[low] = p
	}
	return s
}

// named finds what is spelled like a Markdown file of the memory, marked the same with letters beyond ASCII. Words of
// some languages stand beside a name without a blank, so that the first is tried first.
var (
	named  = regexp.MustCompile(`[A-Za-z0-9_./-]+\.[mM][dD]\b`)
	marked = regexp.MustCompile(`[\pL\pM\pN_./-]+\.[mM][dD]\b`)
)

// Find returns the first name on a line that is spelled wrongly, where it stands, and how its file is
// spelled; is is "" if there is none.
func (s Spellings) Find(line string) (from, to int, is string) {
	if !strings.Contains(line, ".") {
		return 0, 0, ""
	}
	names := named.FindAllStringIndex(line, -1)
	if !isASCII(line) {
		names = append(names, marked.FindAllStringIndex(line, -1)...)
	}
	for _, at := range names {
		name := line[at[0]:at[1]]
		if _, ok := s.tree[name]; ok {
			continue
		}
		own := strings.TrimPrefix(name, "./")
		if is := s.by[foldedPath(own)]; is != "" && is != own {
			return at[1] - len(own), at[1], is
		}
	}
	return 0, 0, ""
}

// deadLinks are the paths that dead links mean, by their line: those have a finding already.
func (c *collector) deadLinks() map[int][]string {
	dead := map[int][]string{}
	for _, e := range c.ix.Entries {
		for _, l := range e.Links {
			if !l.Exists && l.Path != "" {
				dead[e.Line] = append(dead[e.Line], l.Path)
			}
		}
	}
	return dead
}

// spelled judges the names on one line of the index.
func (c *collector) spelled(s Spellings, l textLine, dead []string) {
	from, to, is := s.Find(l.text)
	if is == "" || slices.ContainsFunc(dead, func(p string) bool { return foldedPath(p) == foldedPath(is) }) {
		return
	}
	f := model.Finding{Rule: ruleCase, Severity: model.Warning, Path: model.IndexName, Line: l.number, Fix: "write " + is}
	f.Message = fmt.Sprintf("the line names %s, but the file is %s, which another disk takes for another file: write it so", l.text[from:to], is)
	if named := l.text[from:to]; sameButForm(named, is) {
		f.Message = fmt.Sprintf("the line names %s, which differs from the file of that name only in its Unicode form: the line is %s, the name of the file %s; write it as the file is spelled",
			named, form(named), form(is))
	}
	c.add(f)
}
