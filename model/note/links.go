package note

import (
	"bytes"
	"path"
	"strings"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/util"

	"dreamgate/model"
)

// foundLink is a link as it stands in the source; from and to count from the source's start.
type foundLink struct {
	target, label string
	wiki          bool
	// from is where its brackets open, to where the text behind it starts, 0 if that is not
	// known to be on the same line.
	from, to int
}

// walk calls fn for every link in document order.
func (d doc) walk(fn func(foundLink)) {
	_ = ast.Walk(d.root, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		switch n := n.(type) {
		case *ast.Link:
			fn(foundLink{
				target: string(n.Destination), label: d.label(n), from: n.Pos(), to: textBehind(n),
			})
		case *wiki:
			fn(foundLink{target: n.target, label: n.label, wiki: true, from: n.Pos(), to: n.end})
		}
		return ast.WalkContinue, nil
	})
}

// Linker reads the links of notes. What it has to know of the tree is worked out once.
type Linker struct{ r resolver }

// NewLinker makes a linker for the notes of a tree.
func NewLinker(tree model.Tree) *Linker { return &Linker{resolver{tree: tree}} }

// Links returns the links of a note in document order, those in code and comments left out.
func (k *Linker) Links(file string, data []byte) []model.Link {
	if !bytes.Contains(data, []byte("](")) && !bytes.Contains(data, []byte("[[")) && !bytes.Contains(data, []byte("]:")) {
		return nil
	}
	k.r.dir = path.Dir(file)
	d := parseDoc(data)
	lines := lineCounter{data: data}
	var links []model.Link
	d.walk(func(found foundLink) {
		l := k.r.resolve(found)
		l.Line = lines.at(d.base + found.from)
		links = append(links, l)
	})
	return links
}

// Leaves reports whether the target of a link, as it is written, is a file outside of the memory: it
// is absolute, or climbs above the root.
func Leaves(file, target string) bool {
	raw := unescape(target)
	raw, _, _ = strings.Cut(raw, "#")
	raw, _, _ = strings.Cut(raw, "?")
	if raw == "" || hasScheme(raw) || strings.HasPrefix(raw, "//") {
		return false
	}
	r := resolver{dir: path.Dir(file)}
	p := percentDecode(raw)
	return r.join(p) == "" && path.Join(r.dir, p) != "."
}

// label returns the text of a link without its markup.
func (d doc) label(link ast.Node) string {
	var b strings.Builder
	_ = ast.Walk(link, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if t, ok := n.(*ast.Text); ok && entering {
			b.Write(util.UnescapePunctuations(t.Segment.Value(d.source)))
			if t.SoftLineBreak() {
				b.WriteByte(' ')
			}
		}
		return ast.WalkContinue, nil
	})
	return b.String()
}

// textBehind returns where the node behind a link starts: the parser keeps no end of a link.
func textBehind(n ast.Node) int {
	switch next := n.NextSibling().(type) {
	case nil:
		return 0
	case *ast.Text:
		return next.Segment.Start
	default:
		return max(next.Pos(), 0)
	}
}

// resolver finds the files that links mean.
type resolver struct {
	dir  string
	tree model.Tree
	// names holds the paths of notes by stem and by name, made when first asked for.
	names map[string]string
}

func newResolver(file string, tree model.Tree) *resolver {
	return &resolver{dir: path.Dir(file), tree: tree}
}

func (r *resolver) resolve(found foundLink) model.Link {
	l := model.Link{Text: found.target, Wiki: found.wiki}
	if found.wiki {
		l.Path, l.Exists = r.wiki(found.target)
		return l
	}
	l.Path, l.Exists = r.file(found.target)
	return l
}

// file returns the file that a destination means, "" if it is none of this directory's, and
// whether it is there. A name that holds a # or a ? or looks like a scheme is taken whole if the
// tree has it, for people write such links.
func (r *resolver) file(dest string) (file string, exists bool) {
	raw := unescape(dest)
	if whole := r.join(percentDecode(raw)); whole != "" {
		if _, ok := r.tree[whole]; ok {
			return whole, true
		}
	}
	raw, _, _ = strings.Cut(raw, "#")
	raw, _, _ = strings.Cut(raw, "?")
	if raw == "" || hasScheme(raw) {
		return "", false
	}
	file = r.join(percentDecode(raw))
	_, exists = r.tree[file]
	return file, exists
}

// join resolves a path against the folder of the file, "" if it leaves the memory.
func (r *resolver) join(p string) string {
	if p == "" || p[0] == '/' || p[0] == '~' && (p == "~" || strings.HasPrefix(p, "~/")) {
		return ""
	}
	p = path.Join(r.dir, p)
	if p == "." || p == ".." || strings.HasPrefix(p, "../") {
		return ""
	}
	return p
}

// wiki returns the note that a [[name]] means: by its path, by its file name without .md, or by
// the name in its frontmatter. What has no target yet keeps the path that it would have.
func (r *resolver) wiki(name string) (file string, exists bool) {
	if name == "" {
		return "", false
	}
	// The name of a file is at hand; for names in frontmatter every note has to be read.
	for _, p := range []string{name, name + ".md"} {
		if p = r.join(p); p != "" && model.IsNote(p) {
			if _, ok := r.tree[p]; ok {
				return p, true
			}
		}
	}
	if r.names == nil {
		r.names = noteNames(r.tree)
	}
	if p, ok := r.names[name]; ok {
		return p, true
	}
	return r.join(strings.TrimSuffix(name, ".md") + ".md"), false
}

// noteNames maps stems and frontmatter names to paths; a stem goes before a name.
func noteNames(tree model.Tree) map[string]string {
	names := make(map[string]string, 2*len(tree))
	paths := tree.Paths()
	for _, p := range paths {
		if stem := strings.TrimSuffix(path.Base(p), ".md"); model.IsNote(p) && names[stem] == "" {
			names[stem] = p
		}
	}
	for _, p := range paths {
		if !model.IsNote(p) {
			continue
		}
		if n := Parse(p, tree[p]); n.Name != "" && names[n.Name] == "" {
			names[n.Name] = p
		}
	}
	return names
}

// unescape undoes the backslashes and entities of a destination.
func unescape(dest string) string {
	if !strings.ContainsAny(dest, `\&`) {
		return dest
	}
	b := util.UnescapePunctuations([]byte(dest))
	return string(util.ResolveEntityNames(util.ResolveNumericReferences(b)))
}

// percentDecode decodes %XX once; a % that starts no such code stays.
func percentDecode(s string) string {
	if !strings.Contains(s, "%") {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] == '%' && i+2 < len(s) && hexValue(s[i+1]) >= 0 && hexValue(s[i+2]) >= 0 {
			b.WriteByte(byte(hexValue(s[i+1])<<4 | hexValue(s[i+2])))
			i += 2
			continue
		}
		b.WriteByte(s[i])
	}
	return b.String()
}

func hexValue(c byte) int {
	switch {
	case c >= '0' && c <= '9':
		return int(c - '0')
	case c >= 'a' && c <= 'f':
		return int(c-'a') + 10
	case c >= 'A' && c <= 'F':
		return int(c-'A') + 10
	}
	return -1
}

// hasScheme reports whether a destination is a URL: a letter, then letters, digits and +-., then a
// colon.
func hasScheme(s string) bool {
	for i := range len(s) {
		switch c := s[i]; {
		case c == ':':
			return i > 0
		case c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z':
		case i > 0 && (c >= '0' && c <= '9' || c == '+' || c == '-' || c == '.'):
		default:
			return false
		}
	}
	return false
}

// lineCounter turns rising offsets into line numbers without counting twice.
type lineCounter struct {
	data []byte
	pos  int
	line int
}

// at returns the line, from 1, of an offset.
func (c *lineCounter) at(pos int) int {
	if pos < c.pos {
		c.pos, c.line = 0, 0
	}
	c.line += bytes.Count(c.data[c.pos:pos], []byte{'\n'})
	c.pos = pos
	return c.line + 1
}
