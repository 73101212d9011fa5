package style

import (
	"github.com/charmbracelet/glamour/ansi"
	"github.com/muesli/termenv"
)

// Markdown is the look of rendered notes, for glamour. Without colours emphasis is shown by the
// characters that made it. Code is not highlighted: a note is prose, and telling a language from
// its words costs more than the rest of the rendering.
func (s *Styles) Markdown() ansi.StyleConfig {
	t, plain := themes[s.Theme], s.Plain
	rule, bullet, quote := "────────", "• ", "│ "
	column, cross, row := "│", "┼", "─"
	if s.Marks.ASCII {
		rule, bullet, quote = "--------", "- ", "| "
		column, cross, row = "|", "+", "-"
	}
	ink := func(c colour) ansi.StylePrimitive { return ansi.StylePrimitive{Color: s.token(c)} }
	strong := func(c colour, prefix string) ansi.StyleBlock {
		p := ink(c)
		p.Bold, p.Prefix = ptr(true), prefix
		return ansi.StyleBlock{StylePrimitive: p}
	}
	around := func(p ansi.StylePrimitive, mark string) ansi.StylePrimitive {
		if plain {
			p.BlockPrefix, p.BlockSuffix = mark, mark
		}
		return p
	}
	code := ink(t.info)
	if plain {
		code.Prefix, code.Suffix = "`", "`"
	}
	heading := strong(t.accent, "")
	heading.BlockSuffix = "\n"
	hr := ink(t.faint)
	hr.Format = "\n" + rule + "\n"
	return ansi.StyleConfig{
		Document:   ansi.StyleBlock{Margin: ptr(uint(0))},
		BlockQuote: ansi.StyleBlock{StylePrimitive: ink(t.muted), Indent: ptr(uint(1)), IndentToken: &quote},
		List:       ansi.StyleList{LevelIndent: 2},
		Heading:    heading,
		H1:         strong(t.accent, "# "), H2: strong(t.accent, "## "), H3: strong(t.accent, "### "),
		H4: strong(t.muted, "#### "), H5: strong(t.muted, "##### "), H6: strong(t.muted, "###### "),
		Strikethrough:  around(ansi.StylePrimitive{CrossedOut: ptr(true)}, "~~"),
		Emph:           around(ansi.StylePrimitive{Italic: ptr(true)}, "*"),
		Strong:         around(ansi.StylePrimitive{Bold: ptr(true)}, "**"),
		HorizontalRule: hr,
		Item:           ansi.StylePrimitive{BlockPrefix: bullet},
		Enumeration:    ansi.StylePrimitive{BlockPrefix: ". "},
		Task:           ansi.StyleTask{Ticked: "[x] ", Unticked: "[ ] "},
		Link:           ink(t.muted), LinkText: ink(t.info),
		Image: ink(t.muted), ImageText: ansi.StylePrimitive{Format: "Image: {{.text}}"},
		Code:      ansi.StyleBlock{StylePrimitive: code},
		CodeBlock: ansi.StyleCodeBlock{StyleBlock: ansi.StyleBlock{StylePrimitive: ink(t.info), Margin: ptr(uint(2))}},
		Table: ansi.StyleTable{
			CenterSeparator: &cross, ColumnSeparator: &column, RowSeparator: &row,
		},
		DefinitionDescription: ansi.StylePrimitive{BlockPrefix: "\n- "},
	}
}

// token spells a colour for glamour, nil for the terminal's own.
func (s *Styles) token(c colour) *string {
	v := c.hex
	if s.Profile == termenv.ANSI {
		v = c.ansi
	}
	if v == "" || s.Plain {
		return nil
	}
	return &v
}

func ptr[T any](v T) *T { return &v }
