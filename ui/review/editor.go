package review

import (
	"io"

	"github.com/charmbracelet/bubbles/cursor"
	"github.com/charmbracelet/bubbles/textarea"
	"github.com/charmbracelet/lipgloss"
	"github.com/muesli/termenv"

	"dreamgate/ui/style"
)

// newEditor makes the text area of the commit message. It holds what it is given: no limit of
// letters or lines, no clipboard of its own, a cursor that stands still.
func newEditor(st *style.Styles) textarea.Model {
	t := textarea.New()
	t.Prompt = ""
	t.ShowLineNumbers = false
	t.CharLimit = 0
	t.MaxHeight = 0
	t.MaxWidth = 0
	t.KeyMap.Paste.SetEnabled(false)
	t.Cursor.SetMode(cursor.CursorStatic)
	dress(&t, st)
	return t
}

// dress gives the text area the look of the screen. Its cursor is reversed in any look: without
// colours it could not be seen otherwise, and reversing is none.
func dress(t *textarea.Model, st *style.Styles) {
	plain := textarea.Style{
		// The base holds many rows, and our own styles are of one.
		Base: lipgloss.NewStyle(), CursorLine: st.Text.Style, EndOfBuffer: st.Faint.Style,
		Placeholder: st.Muted.Style, Prompt: st.Muted.Style, Text: st.Text.Style,
	}
	t.FocusedStyle, t.BlurredStyle = plain, plain
	r := lipgloss.NewRenderer(io.Discard)
	r.SetColorProfile(termenv.ANSI)
	t.Cursor.Style = r.NewStyle().Reverse(true)
	t.Cursor.TextStyle = st.Text.Style
	t.EndOfBufferCharacter = ' '
}
