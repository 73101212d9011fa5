package ui_test

import (
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"dreamgate/model"
	"dreamgate/ui/style"
	"dreamgate/ui/uitest"
)

// clicks clicks on a text of the screen.
func clicks(t *testing.T, s *uitest.Scenario, text string) *uitest.Scenario {
	t.Helper()
	for y, row := range strings.Split(s.Plain(), "\n") {
		if i := strings.Index(row, text); i >= 0 {
			return s.Send(tea.MouseMsg{X: style.Width(row[:i]), Y: y, Button: tea.MouseButtonLeft, Action: tea.MouseActionPress})
		}
	}
	t.Fatalf("no %q to click on:\n%s", text, s.Plain())
	return s
}

func turns(s *uitest.Scenario, x, y, steps int) *uitest.Scenario {
	b := tea.MouseButtonWheelDown
	if steps < 0 {
		b, steps = tea.MouseButtonWheelUp, -steps
	}
	for range steps {
		s.Send(tea.MouseMsg{X: x, Y: y, Button: b, Action: tea.MouseActionPress})
	}
	return s.Tick()
}

func TestMouseInReview(t *testing.T) {
	f := pending(moved())
	d := f.deps()
	d.Mouse = true
	s := uitest.New(t, d).Press("r")
	clicks(t, s, "tone.md ").Sees("▌○   tone.md", "{+two+}")
	clicks(t, s, "testing.md").Sees("▌○ hunk 1/2")
	clicks(t, s, "last quarter").Sees("▌○ hunk 2/2")
	clicks(t, s, "Summary").Sees("▌○   Summary")
	// Words of the line of keys, and of the foot of a box, are as good as their keys.
	clicks(t, s, "testing.md")
	clicks(t, s, "y accept").Sees("1/3 decided")
	clicks(t, s, "C commit").Sees("memory: what was accepted").Press("esc", "u").Sees("0/3 decided")
	clicks(t, s.Press("g"), "? help").Sees("Keys: review")
	clicks(t, s, "esc closes").Misses("Keys: review")
	s.Press("D").Sees("Sure?")
	clicks(t, s, "Files 2").Sees("answer it first", "Sure?")
	clicks(t, s, "y reject all 3").Sees("3/3 decided")
	// Beside a box that asks nothing a click closes it.
	s.Press("?").Send(tea.MouseMsg{X: 0, Y: 0, Button: tea.MouseButtonLeft, Action: tea.MouseActionPress}).Misses("Keys: review")
	// The wheel scrolls what is under the pointer, and nothing is decided by it.
	s.Press("u", "g")
	turns(s, 5, 5, 1).Sees("▌○   testing.md")
	turns(s, 5, 5, -3).Sees("▌○   Summary")
	turns(turns(turns(turns(s.Size(120, 14).Press("]"), 80, 5, 2), 80, 5, 2), 80, 5, 2), 80, 5, 2).Sees("testing.md ─", "0/3 decided")
	for _, size := range [][2]int{{80, 24}, {40, 12}} {
		turns(turns(s.Size(size[0], size[1]), 5, 5, 4), 30, 8, -40)
		for y := range size[1] {
			s.Send(tea.MouseMsg{X: 10, Y: y, Button: tea.MouseButtonLeft, Action: tea.MouseActionPress})
			s.Press("esc").Press("r")
		}
	}
}

// TestWheelIsTakenTogether: the first step is done at once, a flood after it in one.
func TestWheelIsTakenTogether(t *testing.T) {
	d := newFake(long()).deps()
	d.Mouse = true
	s := uitest.New(t, d).Press("tab", "tab").Sees("▌ - Entry 1")
	wheel := func(n int) {
		for range n {
			s.Send(tea.MouseMsg{X: 5, Y: 5, Button: tea.MouseButtonWheelDown, Action: tea.MouseActionPress})
		}
	}
	wheel(1)
	first := s.View()
	wheel(10)
	if s.View() != first {
		t.Error("a step in the pause is drawn")
	}
	if s.Tick(); s.View() == first {
		t.Error("the steps of the pause are lost")
	}
	after := s.View()
	if s.Tick(); s.View() != after {
		t.Error("steps are done twice")
	}
	wheel(1)
	if s.View() == after {
		t.Error("the first step after a pause waits")
	}
}

func TestMouseInBoxes(t *testing.T) {
	f := newFake(shop())
	f.runs = []model.Run{
		{ID: "a", Store: shop().Store, Engine: "offline", State: model.RunCancelled, Started: today, Ended: today},
		{ID: "b", Store: shop().Store, Engine: "other", State: model.RunFailed, Started: today, Ended: today, Note: "it broke"},
	}
	d := f.deps()
	d.Mouse = true
	s := uitest.New(t, d).Press("a")
	clicks(t, s, "It is a link").Sees("▌·  link.md")
	clicks(t, s, "enter goes there").Misses("Findings").Sees("▌link.md")
	s.Press(":").Type("sort")
	clicks(t, s, "enter does it").Sees("by name")
	s.Press("t")
	clicks(t, s, "other").Press("enter").Sees("it broke")
	clicks(t, s, "q back").Sees("Topics")
	turns(s.Press("?").Size(80, 24), 40, 10, 2).Sees("Keys")
}
