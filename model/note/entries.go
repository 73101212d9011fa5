package note

import (
	"bytes"
	"sort"
	"strings"

	"github.com/yuin/goldmark/ast"

	"dreamgate/model"
)

// entries returns the lines of an index that name a file or stand in a list. Comments are not part
// of it, and of code only lines that name a note.
func entries(data []byte, d doc, r *resolver, text spans) []model.Entry {
	b := entryBuilder{data: data, byLine: make(map[int]*model.Entry)}
	lines := lineCounter{data: data}
	d.walk(func(found foundLink) {
		l := r.resolve(found)
		l.Line = lines.at(d.base + found.from)
		e := b.entry(l.Line, d.base+found.from)
		if len(e.Links) == 0 { // the first link of a line is what the line is about
			e.Label = found.label
			e.Summary = b.behind(d.base+found.from, d.base+found.to)
		}
		e.Links = append(e.Links, l)
	})
	b.mentions(r.tree, text)
	b.listItems(d)
	// Three walks found lines in three orders.
	list := make([]model.Entry, 0, len(b.byLine))
	for _, e := range b.byLine {
		if e.Label == "" && e.Summary == "" {
			e.Summary = strings.TrimLeft(e.Text, " \t*+-")
		}
		list = append(list, *e)
	}
	sort.Slice(list, func(i, j int) bool { return list[i].Line < list[j].Line })
	return list
}

// entryBuilder gathers entries by their line.
type entryBuilder struct {
	data   []byte
	byLine map[int]*model.Entry
}

// entry returns the entry of a line, which holds the offset pos, and makes it when it is first asked
// for.
func (b *entryBuilder) entry(line, pos int) *model.Entry {
	if e, ok := b.byLine[line]; ok {
		return e
	}
	from, to := b.line(pos)
	e := &model.Entry{Line: line, Text: string(b.data[from:to])}
	b.byLine[line] = e
	return e
}

// line returns the range of the line around an offset, without its end.
func (b *entryBuilder) line(pos int) (from, to int) {
	from = bytes.LastIndexByte(b.data[:pos], '\n') + 1
	to = len(b.data)
	if i := bytes.IndexByte(b.data[pos:], '\n'); i >= 0 {
		to = pos + i
		if to > from && b.data[to-1] == '\r' {
			to--
		}
	}
	return from, to
}

// behind returns what stands on the line of from behind the offset to, without the dash or colon
// that parts it from the name.
func (b *entryBuilder) behind(from, to int) string {
	_, end := b.line(from)
	if to <= from || to >= end {
		return ""
	}
	return trimSummary(string(b.data[to:end]))
}

// trimSummary takes away the closing signs of the link's own emphasis, cell or code, and then the
// dash.
func trimSummary(s string) string {
	s = strings.TrimLeft(s, " \t|*_`)")
	s = strings.TrimLeft(s, "—–-:·")
	return strings.Trim(s, " \t|")
}

// mentions adds the notes that a loaded line names without a link, so that one can go to them.
func (b *entryBuilder) mentions(tree model.Tree, text spans) {
	notes := make([]model.Note, 0, len(tree))
	for p := range tree {
		if model.IsNote(p) {
			notes = append(notes, model.Note{Path: p})
		}
	}
	m := newMentions(notes)
	m.wikis = nil // those are links, and read as such
	lines := lineCounter{data: b.data}
	for _, s := range text {
		m.find(b.data[s.from:s.to], func(at mention) {
			line := lines.at(s.from + at.from)
			e := b.entry(line, s.from+at.from)
			for _, l := range e.Links {
				if l.Path == at.path {
					return
				}
			}
			name := string(b.data[s.from+at.from : s.from+at.to])
			if len(e.Links) == 0 {
				e.Label, e.Summary = name, b.behind(s.from+at.from, s.from+at.to)
			}
			e.Links = append(e.Links, model.Link{Line: line, Text: name, Path: at.path, Mention: true, Exists: true})
		})
	}
}

// listItems adds the first line of every list item that holds any text.
func (b *entryBuilder) listItems(d doc) {
	lines := lineCounter{data: b.data}
	_ = ast.Walk(d.root, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if n.Type() == ast.TypeInline {
			return ast.WalkSkipChildren, nil
		}
		// The item's own position counts columns, and is off where tabs indent; that of its text
		// is exact.
		first := n.FirstChild()
		if n.Kind() != ast.KindListItem || !entering || first == nil || first.Kind() == ast.KindList {
			return ast.WalkContinue, nil
		}
		if first.Type() == ast.TypeBlock && first.Lines().Len() > 0 {
			pos := d.base + first.Lines().At(0).Start
			b.entry(lines.at(pos), pos)
		}
		return ast.WalkContinue, nil
	})
}
