package ui

import (
	"bytes"
	"fmt"
	"hash/maphash"
	"regexp"
	"strings"

	"github.com/charmbracelet/glamour"
	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
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

// Beyond these bounds a note is shown as it lies in the file: rendering takes about six
// milliseconds a kilobyte, and a line this long is data, not prose.
const (
	mostRendered = 64 << 10
	longestLine  = 8 << 10
)

// rows lays the note out. It is slow for large notes and safe to call from any goroutine.
func (j renderJob) rows() []string {
	if j.key.raw {
		return plainRows(string(j.data), j.key.width)
	}
	body := j.data[j.body:]
	if why := tooLarge(body); why != "" {
		return append([]string{j.st.Muted.Render(j.st.Short("Shown as it lies in the file: "+why+".", j.key.width)), ""},
			plainRows(string(body), j.key.width)...)
	}
	rows, err := j.rendered(body)
	if err != nil {
		return append([]string{j.st.Warn.Render(j.st.Short("It could not be rendered: "+model.PrintableLine(err.Error()), j.key.width)), ""},
			plainRows(string(body), j.key.width)...)
	}
	return rows
}

// tooLarge says why a text is not rendered, "" if it is.
func tooLarge(body []byte) string {
	if len(body) > mostRendered {
		return "it has " + number(len(body)>>10) + " KB"
	}
	for line := range bytes.SplitSeq(body, []byte{'\n'}) {
		if len(line) > longestLine {
			return "a line of it has " + number(len(line)) + " bytes"
		}
	}
	return ""
}

// rendered renders Markdown. A renderer is not safe for use by several goroutines and cheap to make,
// so each call has its own.
func (j renderJob) rendered(body []byte) (rows []string, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("the renderer stumbled: %v", r)
		}
	}()
	tr, err := glamour.NewTermRenderer(
		glamour.WithStyles(j.st.Markdown()), glamour.WithColorProfile(j.st.Profile),
		glamour.WithWordWrap(j.key.width),
	)
	if err != nil {
		return nil, fmt.Errorf("make a renderer: %w", err)
	}
	out, err := tr.Render(showHidden(model.Printable(string(body))))
	if err != nil {
		return nil, fmt.Errorf("render: %w", err)
	}
	rows = style.Reflow(style.Clean(out, model.Printable), j.key.width)
	return trimBlank(rows), nil
}

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
	md := goldmark.New(goldmark.WithExtensions(extension.GFM))
	var at []int
	add := func(s text.Segment) {
		for i := s.Start; i < s.Stop; i++ {
			if data[i] == '<' && (len(at) == 0 || i > at[len(at)-1]) {
				at = append(at, i)
			}
		}
	}
	// The walk's own function never fails.
	_ = ast.Walk(md.Parser().Parse(text.NewReader(data)), func(n ast.Node, entering bool) (ast.WalkStatus, error) {
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
