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

// draw shows the text with its cursor.
func (f *filter) draw(st *style.Styles, w int) string {
	return st.Field("filter / ", f.input.Value(), f.input.Position(), w)
}
