package ui

import (
	"bytes"
	"strings"

	"github.com/yuin/goldmark/ast"
	extast "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/text"

	"dreamgate/model"
)

// Beyond these bounds a note is shown as it lies in the file: rendering takes half a millisecond a
// kilobyte, and a line this long is data, not prose.
const (
	mostRendered = 128 << 10
	longestLine  = 16 << 10
)

// Beyond these as well: the renderer takes time that grows with the square of the blocks beside each other
// and of the marks in one paragraph, and with a higher power of how deep blocks are nested. A hundred quotes
// in each other would keep it busy for minutes.
const (
	mostBlocks  = 4000
	mostNested  = 12
	mostColumns = 100
	mostMarks   = 8000
)

// tooLarge says why a text is not rendered, "" if it is.
func tooLarge(body []byte) string {
	if len(body) > mostRendered {
		return "it has " + model.Number(len(body)>>10) + " KB"
	}
	marks := 0
	for line := range bytes.SplitSeq(body, []byte{'\n'}) {
		if len(line) > longestLine {
			return "a line of it has " + model.Number(len(line)) + " bytes"
		}
		if len(bytes.TrimSpace(line)) == 0 {
			marks = 0
		}
		for _, c := range line {
			if strings.IndexByte("*_~[]", c) >= 0 {
				marks++
			}
		}
		if marks > mostMarks {
			return "a paragraph of it has too many marks"
		}
	}
	return ""
}

// tangled says why Markdown is not rendered for what stands in it, "" if it is.
func tangled(src string) string {
	blocks, depth, why := 0, 0, ""
	// The walk's own function never fails.
	_ = ast.Walk(markdown().Parser().Parse(text.NewReader([]byte(src))), func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if n.Type() == ast.TypeInline || n.Kind() == extast.KindTableCell {
			return ast.WalkSkipChildren, nil
		}
		step := 1
		if !entering {
			step = -1
		} else {
			blocks++
		}
		if n.Kind() == ast.KindBlockquote || n.Kind() == ast.KindList {
			depth += step
		}
		switch {
		case depth > mostNested:
			why = "its lists or quotes are nested too deep"
		case blocks > mostBlocks:
			why = "it has too many paragraphs, items or rows"
		case entering && n.Kind() == extast.KindTableHeader && n.ChildCount() > mostColumns:
			why = "a table of it has too many columns"
		default:
			return ast.WalkContinue, nil
		}
		return ast.WalkStop, nil
	})
	return why
}
