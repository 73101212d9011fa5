package style

import "dreamgate/model"

// Field draws a line of text that is being written, in w cells: a label, and of the text the part around the
// cursor, which is a place in its letters. What a component draws that takes the keys measures text
// differently.
func (s *Styles) Field(label, text string, at, w int) string {
	letters := []rune(text)
	at = max(0, min(at, len(letters)))
	before, after := model.PrintableLine(string(letters[:at])), model.PrintableLine(string(letters[at:]))
	const cursor = "_"
	label = Cut(label, w)
	room := max(0, w-Width(label)-1)
	before = Skip(before, Width(before)-room)
	return s.Accent.Render(label) + s.Text.Render(before) + s.Accent.Render(Cut(cursor, w-Width(label))) +
		s.Text.Render(Cut(after, room-Width(before)))
}
