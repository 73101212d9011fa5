package note

import (
	"bytes"
	"sync"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// maxMarkdown bounds what is handed to the Markdown parser, maxMarkdownLine each line of it, and
// maxRun and maxBrackets the lines that may make one paragraph: it takes quadratic time for brackets that
// nothing closes, and for definitions of links. An index is cut at a tenth of the first, a line is long
// at a fortieth of the second, and no paragraph comes near the others; what lies beyond is measured and
// searched for names, but its links are not read.
const (
	maxMarkdown     = 256 << 10
	maxMarkdownLine = 8 << 10
	maxRun          = 32 << 10
	maxBrackets     = 1000
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

// clipLines blanks what lies beyond the bounds of a line and of a paragraph, so that offsets stay.
func clipLines(data []byte) []byte {
	clipped, run, brackets := false, 0, 0
	for at := 0; at < len(data); {
		end := len(data)
		if i := bytes.IndexByte(data[at:], '\n'); i >= 0 {
			end = at + i
		}
		keep := end
		if end-at > maxMarkdownLine+len(closer) {
			keep = at + maxMarkdownLine
		}
		if line := data[at:keep]; endsParagraph(line) {
			run, brackets = 0, 0
		}
		run, brackets = run+keep-at, brackets+bytes.Count(data[at:keep], []byte{'['})
		if run > maxRun || brackets > maxBrackets {
			keep = at + len(fenceMark(data[at:keep]))
		}
		if keep < end {
			if !clipped {
				data, clipped = bytes.Clone(data), true
			}
			blankOut(data, at, keep, end)
		}
		at = end + 1
	}
	return data
}

var closer = []byte("-->")

// blankOut blanks a line from an offset on. The end of a comment stays, also one that the offset parts: or
// all that follows would become a part of it.
func blankOut(data []byte, start, from, end int) {
	closes := bytes.Contains(data[max(start, from-len(closer)+1):end], closer)
	rest := data[from:end]
	for i := range rest {
		rest[i] = ' '
	}
	if closes && len(rest) >= len(closer) {
		copy(rest[len(rest)-len(closer):], closer)
	}
}

// endsParagraph reports whether no line above belongs to one paragraph with this one: it is blank, or an
// item of a list at the margin.
func endsParagraph(line []byte) bool {
	text := bytes.TrimLeft(line, " ")
	if len(bytes.TrimSpace(text)) == 0 {
		return true
	}
	return len(line)-len(text) < 4 && len(text) > 2 && bytes.IndexByte([]byte("-*+"), text[0]) >= 0 && text[1] == ' ' &&
		len(bytes.TrimSpace(text[1:])) > 0
}

// fenceMark is what a line begins with if that may open or close a block of code, its indent included.
func fenceMark(line []byte) []byte {
	text := bytes.TrimLeft(line, " \t>")
	rest := bytes.TrimLeft(text, "`")
	if len(rest) == len(text) {
		rest = bytes.TrimLeft(text, "~")
	}
	if len(text)-len(rest) < 3 {
		return nil
	}
	return line[:len(line)-len(rest)]
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
