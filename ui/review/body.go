package review

import (
	"strings"

	"dreamgate/model"
	"dreamgate/ui/style"
)

// body collects the rows of the dialog.
type body struct {
	inks
	w    int
	rows []string
}

// text adds a sentence.
func (b *body) text(s string) { b.rows = append(b.rows, style.Hang(style.Lead{}, b.Text, s, b.w)...) }

// title adds a heading with an empty row before it.
func (b *body) title(s string) {
	b.rows = append(b.rows, "")
	b.rows = append(b.rows, style.Hang(style.Lead{}, b.Strong, s, b.w)...)
}

// say adds a line with a mark before it.
func (b *body) say(mark string, ink style.Ink, s string) {
	b.rows = append(b.rows, style.Hang(bullet(mark, ink), b.Text, s, b.w)...)
}

// loud is say with the colour over all of it.
func (b *body) loud(mark string, ink style.Ink, s string) {
	b.rows = append(b.rows, style.Hang(bullet(mark, ink), ink, s, b.w)...)
}

// indented adds a line of a quoted text.
func (b *body) indented(s string) {
	b.rows = append(b.rows, style.Hang(inset, b.Text, s, b.w)...)
}

// toggle adds a choice with its key.
func (b *body) toggle(on bool, key, s string) {
	box := "[ ] "
	if on {
		box = "[x] "
	}
	b.rows = append(b.rows, style.Hang(style.Lead{Mark: key + " " + box, Ink: b.Accent, Indent: style.Width(key) + 5}, b.Text, s, b.w)...)
}

// labelWidth is the column behind a label.
const labelWidth = 9

func (b *body) label(word, s string) {
	b.rows = append(b.rows, style.Hang(style.Lead{Mark: word, Ink: b.Muted, Indent: labelWidth}, b.Text, s, b.w)...)
}

// names adds a label with paths behind it.
func (b *body) names(word string, paths []string) {
	if len(paths) == 0 {
		return
	}
	shown := make([]string, len(paths))
	for i, p := range paths {
		shown[i] = model.PrintableLine(p)
	}
	b.label(word, strings.Join(shown, ", "))
}
