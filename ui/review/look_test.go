package review

import (
	"fmt"
	"strings"
	"testing"

	"dreamgate/keymap"
)

// TestLooks holds the ways in which hunks can be shown.
func TestLooks(t *testing.T) {
	for _, c := range []struct {
		name string
		w, h int
		play func(*Pane)
	}{
		{"sides", 160, 29, func(p *Pane) { press(p, keymap.NextFlag, keymap.NextFlag) }},
		{"sides-rename", 160, 29, func(p *Pane) { toFile(p, "deploys.md") }},
	} {
		for look, st := range looks {
			p := New(Options{Styles: st})
			p.SetSize(c.w, c.h)
			p.Open(shop())
			c.play(p)
			got := p.Render()
			fits(t, c.name, got, c.w, c.h)
			golden(t, fmt.Sprintf("%s-%dx%d-%s", c.name, c.w, c.h+1, look), got)
		}
	}
}

// TestSidesFromTheirWidthOn: two columns come with the room for them, until they are put away.
func TestSidesFromTheirWidthOn(t *testing.T) {
	two := "{+pnpm+}"
	columns := func(p *Pane) bool {
		for row := range strings.SplitSeq(p.Render(), "\n") {
			if strings.Contains(row, "[-npm-]") && strings.Contains(row, two) {
				return true
			}
		}
		return false
	}
	p := opened(shop(), 159, 30)
	toFile(p, "testing.md")
	out := press(p, keymap.Sides)
	if columns(p) || out.Hint != "side by side needs 160 columns; there are 159" {
		t.Errorf("%q\n%s", out.Hint, p.Render())
	}
	if p.SetSize(160, 30); !columns(p) {
		t.Error(p.Render())
	}
	if press(p, keymap.Sides); columns(p) {
		t.Error(p.Render())
	}
	if press(p, keymap.Sides); !columns(p) {
		t.Error(p.Render())
	}
}
