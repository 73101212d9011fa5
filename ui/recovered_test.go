package ui_test

import (
	"testing"

	"dreamgate/ui/uitest"
)

// TestRecoveredIsToldOnce: what a crash left and a reading put in order is said on the screen, until a key says that it
// was read, and not again.
func TestRecoveredIsToldOnce(t *testing.T) {
	for _, size := range [][2]int{{120, 40}, {80, 24}, {40, 12}} {
		var lines []string
		d := newFake(shop()).deps()
		d.Told = func() []string {
			out := lines
			lines = nil
			return out
		}
		s := uitest.New(t, d).Size(size[0], size[1]).Misses("Found while")
		lines = []string{"review 7 was cut short \x1b[31mand is finished", "review 8 is taken back"}
		s.Press("R").Sees("Found while", "review 7 was", "review 8 is").Misses("\x1b[31m")
		s.Press("j", "esc").Misses("Found while").Press("R").Misses("Found while")
	}
}

// TestRecoveredWaitsForTheBoxBeforeIt: a box that is open is not taken away, and what was to be told is told at the
// next reading.
func TestRecoveredWaitsForTheBoxBeforeIt(t *testing.T) {
	w := &world{fake: newFake(shop())}
	slow := &interrupted{fake: w.fake}
	var lines []string
	d := w.deps()
	d.Library = slow
	d.Told = func() []string {
		out := lines
		lines = nil
		return out
	}
	s := uitest.New(t, d).Sees("Topics 5")
	slow.meanwhile = func() {
		lines = []string{"review 7 is finished"}
		s.Press("?")
	}
	s.Press("R").Sees("Keys: browse").Misses("review 7").Press("esc", "R").Sees("review 7 is finished")
}
