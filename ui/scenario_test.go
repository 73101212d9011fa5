package ui_test

import (
	"testing"

	"dreamgate/ui/uitest"
)

func scenario(t testing.TB, f *fake) *uitest.Scenario {
	t.Helper()
	return uitest.New(t, f.deps())
}

func TestLook(t *testing.T) {
	f := newFake(shop())
	f.reviews["p1"] = moved()
	s := scenario(t, f)
	for _, z := range [][2]int{{120, 40}, {80, 24}, {40, 12}} {
		s.Size(z[0], z[1])
		t.Log("\n" + s.Plain())
	}
	s.Size(80, 24).Press("tab", "tab")
	t.Log("\n" + s.Plain())
	s.Press("?")
	t.Log("\n" + s.Plain())
	s.Press("esc", "d")
	t.Log("\n" + s.Plain())
	s.Press("esc", "a")
	t.Log("\n" + s.Plain())
	s.Press("esc", "r")
	t.Log("\n" + s.Plain())
	s = scenario(t, newFake(shop(), api()))
	t.Log("\n" + s.Plain())
	s.Size(80, 24)
	t.Log("\n" + s.Plain())
	s.Size(40, 12)
	t.Log("\n" + s.Plain())
}
