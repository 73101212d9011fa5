package cli

import (
	"fmt"
	"io"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"dreamgate/model"
)

// meter is the last line of what a person watches: how far a run is, where that is known. It is written over
// again and again, and taken away before anything else is said. A carriage return is all that it asks of a
// terminal.
type meter struct {
	w io.Writer
	// shown is the line that stands there, "" for none.
	shown string
}

// meterWidth is the width of the bar, in cells.
const meterWidth = 20

// show draws the line, unless it stands there already.
func (m *meter) show(stage model.Stage, p model.Progress) {
	if !p.Known() {
		return
	}
	full := int(p.Share()*meterWidth + 0.5)
	line := fmt.Sprintf("%s: [%s%s] %s", stage, strings.Repeat("#", full), strings.Repeat("-", meterWidth-full), p)
	if line = cut(line); line == m.shown {
		return
	}
	m.draw(line)
}

// clear takes the line away.
func (m *meter) clear() {
	if m.shown != "" {
		m.draw("")
	}
}

func (m *meter) draw(line string) {
	blank := max(0, ansi.StringWidth(m.shown)-ansi.StringWidth(line))
	end := "\r"
	if line != "" {
		end = "" // the cursor stays behind it
	}
	fmt.Fprint(m.w, "\r"+line+strings.Repeat(" ", blank)+end)
	m.shown = line
}
