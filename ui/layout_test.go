package ui

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"dreamgate/keymap"
)

// TestLayoutIsTotal: any size gives rectangles on the screen that do not overlap.
func TestLayoutIsTotal(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 1))
	for range 20_000 {
		w, h := rnd.IntN(260)-5, rnd.IntN(90)-5
		v := view{focus: pane(rnd.IntN(int(panes))), side: []pane{paneIndex, panePreview}[rnd.IntN(2)], alone: rnd.IntN(4) == 0}
		l := computeLayout(w, h, v)
		area := 0
		for p, r := range l.panes {
			if r.w < 0 || r.h < 0 || r.x < 0 || r.y < 0 || r.x+r.w > max(0, w) || r.y+r.h > max(0, h) {
				t.Fatalf("%dx%d %+v: pane %d is %+v", w, h, v, p, r)
			}
			area += r.w * r.h
		}
		switch {
		case l.class == tiny && area > 0:
			t.Fatalf("%dx%d shows panes", w, h)
		case l.class != tiny && area != l.body.w*l.body.h:
			t.Fatalf("%dx%d %+v: panes take %d of %d cells", w, h, v, area, l.body.w*l.body.h)
		case l.class != tiny && l.panes[v.focus].empty():
			t.Fatalf("%dx%d %+v: the focused pane is not shown", w, h, v)
		}
	}
}

func TestClasses(t *testing.T) {
	for _, c := range []struct {
		w, h int
		want class
	}{{0, 0, tiny}, {39, 12, tiny}, {40, 11, tiny}, {40, 12, narrow}, {79, 50, narrow}, {80, 24, normal}, {119, 24, normal}, {120, 40, wide}} {
		if got := classOf(c.w, c.h); got != c.want {
			t.Errorf("%dx%d is of class %d, want %d", c.w, c.h, got, c.want)
		}
	}
}

// TestListStaysValid: whatever is done to a list, its cursor is a row and is seen.
func TestListStaysValid(t *testing.T) {
	moves := []keymap.Action{keymap.Up, keymap.Down, keymap.PageUp, keymap.PageDown, keymap.Top, keymap.Bottom}
	rnd := rand.New(rand.NewPCG(2, 2))
	var l list
	var s scroll
	for range 20_000 {
		switch rnd.IntN(6) {
		case 0:
			n, h := rnd.IntN(40)-1, rnd.IntN(12)-1
			l.set(n, h)
			s.set(n, h)
		case 1:
			l.to(rnd.IntN(60) - 10)
			s.to(rnd.IntN(60) - 10)
		default:
			a := moves[rnd.IntN(len(moves))]
			if !l.move(a) || !s.move(a) {
				t.Fatalf("%s is no movement", a)
			}
		}
		from, to := l.window()
		if l.cursor < 0 || l.n > 0 && (l.cursor < from || l.cursor >= to) || to-from > l.h || to > l.n || to-from < min(l.h, l.n) {
			t.Fatalf("invalid: %+v", l)
		}
		if from, to := s.window(); s.n > 0 && to-from != min(s.h, s.n) {
			t.Fatalf("invalid: %+v", s)
		}
	}
	if l.move(keymap.Quit) || s.move(keymap.Quit) {
		t.Error("quitting moves")
	}
}

// TestTheScreenLooksAtNothing: only the files named here may reach the machine, and none looks at the
// clock but through Deps.
func TestTheScreenLooksAtNothing(t *testing.T) {
	// Commands, and what runs before the first frame and after the last.
	reach := []string{"app.go", "crash.go", "editor.go", "run.go"}
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, word := range []string{"time.Now()", "time.Since(", "os.Getenv("} {
			if strings.Contains(string(text), word) {
				t.Errorf("%s calls %s", name, word)
			}
		}
		if !slices.Contains(reach, name) && strings.Contains(string(text), "\"os\"") {
			t.Errorf("%s imports os", name)
		}
	}
}
