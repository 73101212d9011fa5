package audit

import (
	"fmt"
	"path"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"dreamgate/model"
	"dreamgate/model/note"
)

// names judges the names of notes against their files and each other. Both are ways to link to a note,
// so two notes of one name make a link lead to either.
func (c *collector) names() {
	stems := make(map[string][]string, len(c.notes))
	named := map[string]string{}
	for _, n := range c.notes {
		stems[stem(n.Path)] = append(stems[stem(n.Path)], n.Path)
	}
	for _, n := range c.notes {
		if n.Name == "" || path.Base(n.Path) == model.IndexName {
			continue
		}
		f := model.Finding{Rule: ruleNameTwice, Severity: model.Warning, Path: n.Path, Line: fieldLine(c.tree[n.Path].Data, n, "name")}
		before, twice := named[n.Name]
		others := stems[n.Name]
		switch {
		case len(others) > 0 && !slices.Contains(others, n.Path):
			f.Message = fmt.Sprintf("the name %q is the file name of %s, so that a link by name leads there: rename the note", n.Name, others[0])
		case twice:
			f.Message = fmt.Sprintf("the name %q is that of %s as well, so that a link by name may mean either: rename one", n.Name, before)
		default:
			named[n.Name] = n.Path
			if !differs(n) {
				continue
			}
			f.Rule, f.Severity = ruleName, model.Info
			f.Message = fmt.Sprintf("the name %q is not that of the file, %s: give both one name, for links may use either", n.Name, stem(n.Path))
		}
		c.add(f)
	}
}

func stem(p string) string { return strings.TrimSuffix(path.Base(p), ".md") }

// slug is a name as the agent writes them. A name in words is a title: it need not be that of the file.
var slug = regexp.MustCompile(`^[a-z][a-z0-9]*(?:[-_][a-z0-9]+)+$`)

// differs reports whether a name and the file name are two names: they share less than half of the
// words of the shorter one.
func differs(n model.Note) bool {
	if !slug.MatchString(n.Name) {
		return false
	}
	parts := func(s string) map[string]bool {
		words := map[string]bool{}
		for _, w := range strings.FieldsFunc(strings.ToLower(s), func(r rune) bool { return r == '-' || r == '_' || r == ' ' || r == '.' }) {
			if !slices.Contains(model.Types, w) {
				words[w] = true
			}
		}
		return words
	}
	a, b := parts(n.Name), parts(stem(n.Path))
	shared := 0
	for w := range a {
		if b[w] {
			shared++
		}
	}
	joined := strings.Contains(letters.Replace(strings.ToLower(stem(n.Path))), letters.Replace(n.Name))
	return !joined && 2*shared < min(len(a), len(b))
}

// fieldLine is the line of a field of a frontmatter, at the margin or below metadata, 1 if it is not found.
func fieldLine(data []byte, n model.Note, key string) int {
	number, below := 0, false
	for l := range strings.Lines(string(data[:min(n.BodyAt, len(data))])) {
		number++
		inner := strings.TrimLeft(l, " ")
		if inner == l {
			below = strings.HasPrefix(l, "metadata:")
		}
		if rest, ok := strings.CutPrefix(inner, key); ok && (inner == l || below) && strings.HasPrefix(strings.TrimLeft(rest, " "), ":") {
			return number
		}
	}
	return 1
}

// cutShort matches a plain value that ends early, at the number of an issue or the name of a channel. A mark with
// a blank behind it is a comment that somebody meant.
var cutShort = regexp.MustCompile(`^(?:name|description):[ \t]+[^"'|>&*!\s].*?[ \t](#[\pL\pN]\S*)`)

// commented finds values of which YAML takes the rest for a comment: they look whole to whoever wrote them.
func (c *collector) commented(n model.Note) {
	data, number := looked(c.tree[n.Path].Data), 0
	for l := range strings.Lines(string(data[:min(n.BodyAt, len(data))])) {
		number++
		if m := cutShort.FindStringSubmatch(l); m != nil {
			key, _, _ := strings.Cut(l, ":")
			c.add(model.Finding{Rule: ruleFrontmatter, Severity: model.Warning, Path: n.Path, Line: number,
				Message: fmt.Sprintf("the %s ends before %s, for YAML takes a # after a blank for a comment: put the value in quotes", key, note.Shorten(m[1], 30))})
		}
	}
}

// described judges the description, by which a note is chosen.
func (c *collector) described(n model.Note) {
	f := model.Finding{Rule: ruleDescription, Severity: model.Warning, Path: n.Path, Line: 1}
	switch size := utf8.RuneCountInString(n.Description); {
	case strings.TrimSpace(n.Description) == "":
		f.Message = "the note has no description, which is what decides whether it is read: say in one line what it tells"
	case size > note.MaxDescription:
		f.Line = fieldLine(c.tree[n.Path].Data, n, "description")
		f.Message = fmt.Sprintf("the description has %d characters: shorten it to %d, for it is there to choose the note by", size, note.MaxDescription)
	default:
		return
	}
	c.add(f)
}

// size judges the length of a note.
func (c *collector) size(n model.Note) {
	if n.Lines <= note.MaxNoteLines && n.Bytes <= note.MaxNoteBytes {
		return
	}
	data := c.tree[n.Path].Data
	line, at := 0, 0
	for l := range strings.Lines(string(data[:min(len(data), note.MaxNoteBytes+1)])) {
		if at += len(l); at > note.MaxNoteBytes || line == note.MaxNoteLines {
			break
		}
		line++
	}
	what := "lines"
	if line < note.MaxNoteLines {
		what = "bytes"
	}
	c.add(model.Finding{Rule: ruleNoteLong, Severity: model.Warning, Path: n.Path, Line: line + 1,
		Message: fmt.Sprintf("the note has %d of %d lines and %d of %d bytes, the %s bind, and recall cuts it from line %d on: split it, or put first what matters",
			n.Lines, note.MaxNoteLines, n.Bytes, note.MaxNoteBytes, what, line+1)})
}

// placeholder are the words that stand for a name where a note tells how links are written.
var placeholder = map[string]bool{"name": true, "names": true, "note": true, "link": true, "links": true, "slug": true,
	"title": true, "file": true, "page": true, "wikilink": true, "wikilinks": true, "...": true, "…": true}

// links judges the links of a note.
func (c *collector) links(n model.Note) {
	if c.linker == nil {
		c.linker = note.NewLinker(c.tree)
	}
	seen := map[string]bool{}
	for _, l := range c.linker.Links(n.Path, c.tree[n.Path].Data) {
		if c.orphans[l.Path] && !c.orphans[n.Path] && c.via[l.Path] == "" {
			c.via[l.Path] = n.Path
		}
		if l.Exists || l.Path == "" || seen[l.Path] || l.Wiki && placeholder[l.Text] || !l.Wiki && !strings.EqualFold(path.Ext(l.Path), ".md") {
			continue
		}
		seen[l.Path] = true
		f := model.Finding{Rule: ruleBrokenLink, Severity: model.Warning, Path: n.Path, Line: l.Line,
			Message: fmt.Sprintf("the link to %s names no file: drop the link, or write the note", l.Path)}
		if c.alike[0] == nil {
			c.alike = newAlike(c.tree)
		}
		near := c.alike.nearest(l.Path)
		if near != "" {
			f.Message = fmt.Sprintf("the link to %s names no file, %s", l.Path, spelledSo(l.Path, near))
		}
		if l.Wiki {
			// The agent is told that it may link to what is not written yet.
			f.Severity = model.Info
			f.Message = fmt.Sprintf("[[%s]] names no note yet: write it when there is something to say, or drop the link", l.Text)
			if near != "" {
				f.Message = fmt.Sprintf("[[%s]] names no note, %s", l.Text, spelledSo(l.Path, near))
			}
		}
		c.add(f)
	}
}
