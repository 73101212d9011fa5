package ui

import (
	"bytes"
	"fmt"
	"hash/maphash"
	"regexp"
	"strings"

	"github.com/charmbracelet/glamour"
	"github.com/charmbracelet/x/ansi"
	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	extast "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/text"

	"dreamgate/model"
	"dreamgate/ui/style"
)

// renderKey names what a note's rows are made of; equal keys give equal rows.
type renderKey struct {
	hash  uint64
	size  int
	width int
	raw   bool
	theme string
}

// renderJob is all that a rendering needs, so that it can run while the screen goes on.
type renderJob struct {
	key renderKey
	// data is the file; body the offset at which its text begins.
	data []byte
	body int
	st   *style.Styles
}

var seed = maphash.MakeSeed()

func newRenderJob(data []byte, body, width int, raw bool, st *style.Styles) renderJob {
	return renderJob{
		key:  renderKey{maphash.Bytes(seed, data), len(data), width, raw, st.Theme},
		data: data, body: min(body, len(data)), st: st,
	}
}

// rows lays the note out. It is slow for large notes and safe to call from any goroutine.
func (j renderJob) rows() []string {
	if j.key.raw {
		return plainRows(string(j.data), j.key.width)
	}
	body := j.data[j.body:]
	src, why := "", tooLarge(body)
	if why == "" {
		src = showHidden(model.Printable(string(body)))
		why = tangled(src)
	}
	if why != "" {
		return append([]string{j.st.Muted.Render(j.st.Short("Shown as it lies in the file: "+why+".", j.key.width)), ""},
			plainRows(string(body), j.key.width)...)
	}
	rows, err := j.rendered(src)
	if err != nil {
		return append([]string{j.st.Warn.Render(j.st.Short("It could not be rendered: "+model.PrintableLine(err.Error()), j.key.width)), ""},
			plainRows(string(body), j.key.width)...)
	}
	return rows
}

// rendered renders Markdown. A renderer is not safe for use by several goroutines and cheap to make,
// so each part has its own.
func (j renderJob) rendered(src string) (rows []string, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("the renderer stumbled: %v", r)
		}
	}()
	for _, p := range partsOf([]byte(src)) {
		part, err := j.renderedPart(p)
		if err != nil {
			return nil, err
		}
		if len(rows) > 0 && len(part) > 0 {
			rows = append(rows, "")
		}
		rows = append(rows, part...)
	}
	return rows, nil
}

// renderedPart renders a table to the width, which only the renderer can do, and all else to lines as
// long as they are: its way of breaking lines loses the indent of lists and does not break CJK text.
func (j renderJob) renderedPart(p docPart) ([]string, error) {
	wrap := 0
	if p.table {
		wrap = j.key.width
	}
	tr, err := glamour.NewTermRenderer(
		glamour.WithStyles(j.st.Markdown()), glamour.WithColorProfile(j.st.Profile), glamour.WithWordWrap(wrap),
	)
	if err != nil {
		return nil, fmt.Errorf("make a renderer: %w", err)
	}
	out, err := tr.Render(p.text)
	if err != nil {
		return nil, fmt.Errorf("render: %w", err)
	}
	if j.st.Plain {
		out = ansi.Strip(out)
	}
	return trimBlank(style.Reflow(style.Clean(out, model.Printable), j.key.width)), nil
}

// docPart is a stretch of Markdown that is a table or holds none at its top level.
type docPart struct {
	text  string
	table bool
}

// partsOf cuts Markdown around its tables.
func partsOf(src []byte) []docPart {
	if !bytes.ContainsRune(src, '|') {
		return []docPart{{string(src), false}}
	}
	var parts []docPart
	last := 0
	doc := markdown().Parser().Parse(text.NewReader(src))
	for n := doc.FirstChild(); n != nil; n = n.NextSibling() {
		if n.Kind() != extast.KindTable {
			continue
		}
		from, to := tableRange(n, src)
		if from < last || to <= from {
			continue
		}
		parts = append(parts, docPart{string(src[last:from]), false}, docPart{string(src[from:to]), true})
		last = to
	}
	return append(parts, docPart{string(src[last:]), false})
}

// tableRange is the range of whole lines that a table takes.
func tableRange(table ast.Node, src []byte) (from, to int) {
	from, rows := len(src), 0
	for row := table.FirstChild(); row != nil; row = row.NextSibling() {
		rows++
		for cell := row.FirstChild(); cell != nil; cell = cell.NextSibling() {
			if l := cell.Lines(); l.Len() > 0 {
				from, to = min(from, l.At(0).Start), max(to, l.At(l.Len()-1).Stop)
			}
		}
	}
	from = bytes.LastIndexByte(src[:from], '\n') + 1
	ends := 1
	if rows == 1 {
		// Below a lone header stands its rule, of which no cell tells.
		ends = 2
	}
	for range ends {
		if i := bytes.IndexByte(src[min(to, len(src)):], '\n'); i >= 0 {
			to += i + 1
		} else {
			to = len(src)
		}
	}
	return from, to
}

func markdown() goldmark.Markdown { return goldmark.New(goldmark.WithExtensions(extension.GFM)) }

// plainRows wraps text as it is.
func plainRows(text string, w int) []string {
	text = strings.TrimSuffix(strings.ReplaceAll(text, "\r\n", "\n"), "\n")
	return style.Wrap(model.Printable(text), w)
}

// trimBlank drops the empty rows that a renderer puts around a text, and blanks at row ends.
func trimBlank(rows []string) []string {
	for len(rows) > 0 && style.Blank(rows[0]) {
		rows = rows[1:]
	}
	for len(rows) > 0 && style.Blank(rows[len(rows)-1]) {
		rows = rows[:len(rows)-1]
	}
	return rows
}

var (
	// escapeRef is a character reference for ESC: Markdown turns it into the character itself, which
	// then looks like a colour of the renderer.
	escapeRef = regexp.MustCompile(`&#(?:0*27|[xX]0*1[bB]);`)
	// hiddenDef is a link definition that leads nowhere: a way to hide a comment.
	hiddenDef = regexp.MustCompile(`(?m)^( {0,3})\[([^\]\n]+\]: *(?:#|<>))`)
)

// showHidden changes Markdown so that what a renderer would leave out is shown as it is written: a
// model reads HTML comments as it reads all else, and so must a person who judges them.
func showHidden(src string) string {
	src = escapeRef.ReplaceAllString(src, "\u241b")
	src = hiddenDef.ReplaceAllString(src, `$1\[$2`)
	if !strings.Contains(src, "<") {
		return src
	}
	data := []byte(src)
	at := htmlStarts(data)
	if len(at) == 0 {
		return src
	}
	var b strings.Builder
	last := 0
	for _, i := range at {
		b.WriteString(src[last:i] + "&lt;")
		last = i + 1
	}
	b.WriteString(src[last:])
	return b.String()
}

// htmlStarts finds each `<` that begins or stands in HTML, in order.
func htmlStarts(data []byte) []int {
	var at []int
	add := func(s text.Segment) {
		for i := s.Start; i < s.Stop; i++ {
			if data[i] == '<' && (len(at) == 0 || i > at[len(at)-1]) {
				at = append(at, i)
			}
		}
	}
	// The walk's own function never fails.
	_ = ast.Walk(markdown().Parser().Parse(text.NewReader(data)), func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		switch n := n.(type) {
		case *ast.HTMLBlock:
			for i := range n.Lines().Len() {
				add(n.Lines().At(i))
			}
			if n.HasClosure() {
				add(n.ClosureLine)
			}
		case *ast.RawHTML:
			for i := range n.Segments.Len() {
				add(n.Segments.At(i))
			}
		}
		return ast.WalkContinue, nil
	})
	return at
}

// renderCache keeps the rows of the notes that were last looked at.
type renderCache struct {
	rows map[renderKey][]string
	// order holds the keys, the one used longest ago first.
	order []renderKey
}

// mostCached bounds the cache.
const mostCached = 64

func (c *renderCache) get(k renderKey) ([]string, bool) {
	rows, ok := c.rows[k]
	if ok {
		c.touch(k)
	}
	return rows, ok
}

func (c *renderCache) put(k renderKey, rows []string) {
	if c.rows == nil {
		c.rows = map[renderKey][]string{}
	}
	c.rows[k] = rows
	c.touch(k)
	if len(c.order) > mostCached {
		delete(c.rows, c.order[0])
		c.order = c.order[1:]
	}
}

func (c *renderCache) touch(k renderKey) {
	for i, o := range c.order {
		if o == k {
			c.order = append(c.order[:i], c.order[i+1:]...)
			break
		}
	}
	c.order = append(c.order, k)
}
