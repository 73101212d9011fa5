package diffview

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/charmbracelet/lipgloss"
	"github.com/charmbracelet/x/ansi"
	"github.com/muesli/termenv"

	"dreamgate/model"
)

func TestFind(t *testing.T) {
	for _, c := range []struct {
		line, words string
		want        []string
	}{
		{"run npm, then NPM and Npm", "npm", []string{"npm", "NPM", "Npm"}},
		{"aaaa", "aa", []string{"aa", "aa"}},
		{"Γνῶσις ΓΝΩΣΙΣ", "σισ", []string{"σις", "ΣΙΣ"}},
		{"grün GRÜN", "GrÜn", []string{"grün", "GRÜN"}},
		{"日本語のメモ", "語の", []string{"語の"}},
		{"a.c abc", "a.c", []string{"a.c"}},
		{"short", "longer than it", nil},
		{"anything", "", nil},
		{"\xff\xfe", "\xff", []string{"\xff", "\xfe"}}, // both are shown as what cannot be read
		{"", "x", nil},
	} {
		var got []string
		for _, p := range Find(c.line, c.words) {
			got = append(got, c.line[p[0]:p[1]])
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%q in %q: %q, want %q", c.words, c.line, got, c.want)
		}
	}
}

// TestHits: what is marked in the changed lines is what Find counts in them, in its order, and each place is
// in the row that is told.
func TestHits(t *testing.T) {
	h := model.Hunk{
		Kind: model.HunkText, OldStart: 3, NewStart: 3,
		Removed: []string{"run npm test; npm is slow\n", "kept apart\n"},
		Added:   []string{"run pnpm test, " + strings.Repeat("and more words ", 200) + "then NPM\n", "npm\n"},
	}
	styles := &Styles{
		Found:     lipgloss.NewStyle().Renderer(colours()).Background(lipgloss.Color("3")),
		FoundHere: lipgloss.NewStyle().Renderer(colours()).Background(lipgloss.Color("5")),
	}
	for _, shape := range []Input{{Wrap: true}, {}, {Wrap: true, Sides: true}, {Sides: true}} {
		for _, c := range []struct {
			st           *Styles
			here, around string
		}{
			{&Styles{Plain: true}, "▸▸npm◂◂ test, and", "▸npm◂ above"},
			{&Styles{Plain: true, ASCII: true}, ">>npm<< test, and", ">npm< above"},
			{styles, "\x1b[45mnpm\x1b[0m test, and", "\x1b[43mnpm\x1b[0m above"},
		} {
			in := Input{Hunk: h, Before: []string{"npm above\n"}, Width: 120, Wrap: shape.Wrap, Sides: shape.Sides, Styles: c.st, Find: "npm", Here: 2}
			l := New(in)
			if n := Count(h, "npm"); len(l.Hits()) != 5 || n != 5 {
				t.Fatalf("%d hits, %d counted, want 5", len(l.Hits()), n)
			}
			for i := range l.Hits() {
				in.Here, in.Left = i, 0
				hit := New(in).Hits()[i]
				in.Left = max(0, hit.Cell-10)
				row := ansi.Strip(New(in).Window(hit.Row, 1)[0])
				if !strings.Contains(strings.ToLower(row), "npm") {
					t.Errorf("hit %d is not in row %d: %s", i, hit.Row, row)
				}
			}
			all := strings.Join(l.Window(0, 100), "\n")
			if !strings.Contains(all, c.here) || !strings.Contains(all, c.around) {
				t.Errorf("no %q or no %q in\n%s", c.here, c.around, all)
			}
		}
	}
}

// TestHitsAreNotFolded: of a long line the rows with the words are shown.
func TestHitsAreNotFolded(t *testing.T) {
	line := strings.Repeat("plain words ", 400) + "needle " + strings.Repeat("plain words ", 400)
	h := model.Hunk{Kind: model.HunkText, OldStart: 1, NewStart: 1, Removed: []string{line + "one\n"}, Added: []string{line + "two\n"}}
	in := Input{Hunk: h, Width: 60, Wrap: true}
	show := func() string { return fmt.Sprint(New(in).Window(0, 1000)) }
	if strings.Contains(show(), "needle") {
		t.Fatal("the line is not folded, so this shows nothing")
	}
	in.Find = "needle"
	if n := strings.Count(show(), "▸needle◂"); n != 2 {
		t.Errorf("%d marks, want one on each side", n)
	}
}

func colours() *lipgloss.Renderer {
	r := lipgloss.NewRenderer(io.Discard)
	r.SetColorProfile(termenv.ANSI)
	return r
}
