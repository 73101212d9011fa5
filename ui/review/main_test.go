package review

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
	"github.com/muesli/termenv"

	"dreamgate/keymap"
	"dreamgate/model"
	"dreamgate/ui/style"
)

var update = flag.Bool("update", false, "write the goldens")

var looks = map[string]*style.Styles{
	"dark": style.New(style.Options{Theme: "dark", Profile: termenv.TrueColor}),
	"none": style.New(style.Options{Theme: "dark", Profile: termenv.Ascii}),
}

var sizes = []struct {
	name string
	w, h int
}{{"120x40", 120, 39}, {"80x24", 80, 23}, {"40x12", 40, 11}}

// opened is a pane with a review, in the look without colours.
func opened(r model.Review, w, h int) *Pane {
	p := New(Options{Styles: looks["none"]})
	p.SetSize(w, h)
	p.Open(r)
	return p
}

// press does actions and returns the last outcome.
func press(p *Pane, actions ...keymap.Action) (out Outcome) {
	for _, a := range actions {
		out = p.Handle(a)
	}
	return out
}

// golden compares a screen with its file.
func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name+".golden")
	if *update {
		if err := os.WriteFile(path, []byte(got+"\n"), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if got+"\n" != string(want) {
		t.Errorf("%s is another; run with -update and look at the change\n%s", path, ansi.Strip(got))
	}
}

// fits checks the shape of a drawing: exactly h rows, none wider than w, no code but colours.
func fits(t *testing.T, name, s string, w, h int) {
	t.Helper()
	rows := strings.Split(s, "\n")
	if h > 0 && len(rows) != h {
		t.Fatalf("%s at %dx%d: %d rows", name, w, h, len(rows))
	}
	for i, row := range rows {
		if n := ansi.StringWidth(row); n > w {
			t.Fatalf("%s at %dx%d: row %d has %d cells: %q", name, w, h, i, n, row)
		}
		if bad := strings.IndexFunc(ansi.Strip(row), func(r rune) bool { return r < 0x20 || r >= 0x7f && r < 0xa0 }); bad >= 0 {
			t.Fatalf("%s at %dx%d: row %d has a control character: %q", name, w, h, i, row)
		}
	}
}

// shows fails unless each text stands on the screen.
func shows(t *testing.T, screen string, texts ...string) {
	t.Helper()
	screen = ansi.Strip(screen)
	for _, s := range texts {
		if !strings.Contains(screen, s) {
			t.Errorf("%q is not on the screen:\n%s", s, screen)
		}
	}
}
