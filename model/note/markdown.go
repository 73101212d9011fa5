package note

import (
	"bytes"
	"sync"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// maxMarkdown bounds what is handed to the Markdown parser, and maxMarkdownLine of each line: it
// takes quadratic time for brackets that nothing closes. An index is cut at a tenth of the one, a
// line is long at a fortieth of the other; what lies beyond is measured and searched for names, but
// its links are not read.
const (
	maxMarkdown     = 256 << 10
	maxMarkdownLine = 8 << 10
)

// markdown parses blocks and links as CommonMark has them. Emphasis is left out: it changes no
// link, and costs a third of the time.
var markdown = sync.OnceValue(func() parser.Parser {
	return parser.NewParser(
		parser.WithBlockParsers(parser.DefaultBlockParsers()...),
		parser.WithInlineParsers(
			util.Prioritized(parser.NewCodeSpanParser(), 100),
			util.Prioritized(wikiParser{}, 150),
			util.Prioritized(parser.NewLinkParser(), 200),
			util.Prioritized(parser.NewAutoLinkParser(), 300),
			util.Prioritized(parser.NewRawHTMLParser(), 400),
		),
		parser.WithParagraphTransformers(parser.DefaultParagraphTransformers()...),
	)
})

// doc is a parsed Markdown file. Positions in it count from base.
type doc struct {
	front front
	root  ast.Node
	// base is where the parsed text starts in the file, source that text.
	base   int
	source []byte
	// hasComment is false where no HTML comment can be.
	hasComment bool
}

// parseDoc parses what stands behind the frontmatter of a file.
func parseDoc(data []byte) doc {
	d := doc{front: cutFront(data)}
	d.base = d.front.bodyAt
	d.source = data[d.base:]
	if len(d.source) > maxMarkdown {
		d.source = d.source[:maxMarkdown]
	}
	d.source = clipLines(d.source)
	d.hasComment = bytes.Contains(d.source, []byte("<!--"))
	d.root = markdown().Parse(text.NewReader(d.source))
	return d
}

// clipLines blanks what stands behind maxMarkdownLine bytes of a line, so that offsets stay. The
// end of a comment stays too.
func clipLines(data []byte) []byte {
	clipped := false
	for at := 0; at < len(data); {
		end := len(data)
		if i := bytes.IndexByte(data[at:], '\n'); i >= 0 {
			end = at + i
		}
		if end-at > maxMarkdownLine+len("-->") {
			if !clipped {
				data, clipped = bytes.Clone(data), true
			}
			rest := data[at+maxMarkdownLine : end]
			closes := bytes.Contains(data[at+maxMarkdownLine-2:end], []byte("-->"))
			for i := range rest {
				rest[i] = ' '
			}
			if closes {
				copy(rest[len(rest)-3:], "-->")
			}
		}
		at = end + 1
	}
	return data
}

// blockSpan returns the bytes of the file that an HTML block takes, whole lines.
func (d doc) blockSpan(b *ast.HTMLBlock) span {
	lines := b.Lines()
	s := span{lines.At(0).Start, lines.At(lines.Len() - 1).Stop}
	if b.HasClosure() {
		s.to = b.ClosureLine.Stop
	}
	s.from = bytes.LastIndexByte(d.source[:s.from], '\n') + 1
	return span{s.from + d.base, s.to + d.base}
}

// wikiKind is the kind of a [[name]] node.
var wikiKind = ast.NewNodeKind("WikiLink")

// wiki is a [[name]] link, with an |alias or a #heading cut off.
type wiki struct {
	ast.BaseInline
	// target is the name, label what a reader sees, end the offset behind the brackets.
	target, label string
	end           int
}

// Kind implements ast.Node.
func (w *wiki) Kind() ast.NodeKind { return wikiKind }

// Dump implements ast.Node.
func (w *wiki) Dump(source []byte, level int) { ast.DumpHelper(w, source, level, nil, nil) }

// wikiParser reads [[name]] where CommonMark sees no link of its own.
type wikiParser struct{}

// Trigger implements parser.InlineParser.
func (wikiParser) Trigger() []byte { return []byte{'['} }

// Parse implements parser.InlineParser.
func (wikiParser) Parse(_ ast.Node, block text.Reader, _ parser.Context) ast.Node {
	line, seg := block.PeekLine()
	inner, length := wikiAt(line)
	if length == 0 || length < len(line) && (line[length] == '(' || line[length] == '[') {
		return nil
	}
	block.Advance(length)
	w := &wiki{end: seg.Start + length}
	w.target, w.label = wikiName(inner)
	return w
}

// wikiAt returns what stands between [[ and ]] at the start of a line, and the length of all of
// it; 0 if there is none.
func wikiAt(line []byte) (inner []byte, length int) {
	if !bytes.HasPrefix(line, []byte("[[")) {
		return nil, 0
	}
	end := bytes.IndexAny(line[2:], "[]\n")
	if end <= 0 || !bytes.HasPrefix(line[2+end:], []byte("]]")) {
		return nil, 0
	}
	return line[2 : 2+end], end + 4
}

// wikiName splits the inside of a [[name#heading|alias]].
func wikiName(inner []byte) (target, label string) {
	name, alias, has := bytes.Cut(inner, []byte{'|'})
	name, _, _ = bytes.Cut(name, []byte{'#'})
	target = string(bytes.TrimSpace(name))
	if has {
		return target, string(bytes.TrimSpace(alias))
	}
	return target, target
}
