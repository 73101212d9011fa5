package ui

import (
	"github.com/charmbracelet/bubbles/key"
	"github.com/charmbracelet/bubbles/textinput"
	tea "github.com/charmbracelet/bubbletea"

	"dreamgate/model"
	"dreamgate/ui/style"
)

// besides is what stands beside the title of a list: the filter that hides rows, else their order.
func besides(st *style.Styles, filter, order string) string {
	if filter == "" {
		return order
	}
	return "/" + st.Short(model.PrintableLine(filter), 16)
}

// filter is the line in which a filter is typed.
type filter struct {
	input  textinput.Model
	active bool
}

func newFilter() filter {
	in := textinput.New()
	in.CharLimit = 200
	// The clipboard is read by the terminal's own paste: no program of the machine is asked for it.
	in.KeyMap.Paste = key.NewBinding()
	return filter{input: in}
}

// open begins to take keys, with the text there was.
func (f *filter) open(text string) {
	f.active = true
	f.input.SetValue(text)
	f.input.CursorEnd()
	// The command would make the cursor blink.
	_ = f.input.Focus()
}

func (f *filter) close() {
	f.active = false
	f.input.Blur()
}

// update takes a key or a paste and returns the text.
func (f *filter) update(msg tea.KeyMsg) string {
	f.input, _ = f.input.Update(msg)
	return f.input.Value()
}

// draw shows the text with its cursor. The component's own drawing measures text differently.
func (f *filter) draw(st *style.Styles, w int) string {
	runes := []rune(f.input.Value())
	at := min(f.input.Position(), len(runes))
	before, after := model.PrintableLine(string(runes[:at])), model.PrintableLine(string(runes[at:]))
	const cursor = "_"
	room := w - style.Width("filter / ") - 1
	before = style.Skip(before, style.Width(before)-max(0, room))
	return st.Accent.Render("filter /") + st.Text.Render(" "+before) + st.Accent.Render(cursor) +
		st.Text.Render(style.Cut(after, room-style.Width(before)))
}
