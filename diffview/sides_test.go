package diffview

import (
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"dreamgate/diffview/hunk"
	"dreamgate/diffview/hunk/hunktest"
	"dreamgate/model"
)

// TestSidesHoldTheText: each column has all of its side and nothing of the other, and the rule between
// them stands in the same cell of every row.
func TestSidesHoldTheText(t *testing.T) {
	for _, c := range cases() {
		for i, in := range inputs(c.Base, c.Proposed) {
			in.Width, in.Sides, in.Flags = 90, true, nil
			l := New(in)
			if !l.sides {
				continue
			}
			var cols [2]string
			for i, row := range render(in) {
				if p := l.pairs[i]; p.left >= 0 && l.lines[l.rows[p.left].line].wide {
					continue
				}
				if ansi.StringWidth(row) < l.column+1 || ansi.Cut(row, l.column, l.column+1) != "│" {
					t.Fatalf("%s: no rule in %q", c.Name, row)
				}
				for k, s := range []string{ansi.Cut(row, 0, l.column), ansi.Cut(row, l.column+1, 999)} {
					cols[k] += squeeze(ansi.Cut(s, l.digits+3, 999))
				}
			}
			for k, side := range [][]string{in.Hunk.Removed, in.Hunk.Added} {
				want := ""
				for _, s := range append(append(append([]string{}, in.Before...), side...), in.After...) {
					body, end := split(s)
					if want += squeeze(body); end == "" {
						want += squeeze(`\ no newline at end of file`)
					}
				}
				if got := unmark(cols[k]); !marked(want) && got != unmark(want) {
					t.Errorf("%s, hunk %d, side %d:\n%q\n%q", c.Name, i, k, got, want)
				}
			}
		}
	}
}

func squeeze(s string) string { return strings.ReplaceAll(strings.ReplaceAll(s, " ", ""), "\t", "") }

// unmark takes off what is put into a text to show how it changed.
func unmark(s string) string {
	return strings.NewReplacer("[-", "", "-]", "", "{+", "", "+}", "", "·", "", "→", "", "␍", "", "[?!]", "", "[!]", "").Replace(s)
}

// marked reports whether a text is drawn with signs in the place of letters.
func marked(s string) bool {
	return model.PrintableLine(s) != s || disguised(s, true) != nil || strings.Contains(s, "\u00a0")
}

// TestSidesStandAbreast: a line stands beside the one that carries it on, and a token can be found.
func TestSidesStandAbreast(t *testing.T) {
	in := inputs(
		model.Tree{"a": hunktest.Text("one\nthe first of all lines\nthe second of all lines\nend\n")},
		model.Tree{"a": hunktest.Text("one\nquite new\nthe first of the lines\nthe second of the lines 22\nend\n")},
	)[0]
	in.Width, in.Wrap, in.Sides = 100, true, true
	l := New(in)
	rows := render(in)
	for i, want := range [][2]string{{"one", "one"}, {"", "quite new"}, {"the first", "the first"}, {"the second", "the second"}, {"end", "end"}} {
		old, fresh := ansi.Cut(rows[i], 0, l.column), ansi.Cut(rows[i], l.column+1, 99)
		if !strings.Contains(old, want[0]) || !strings.Contains(fresh, want[1]) || want[0] == "" && strings.TrimSpace(old) != "" {
			t.Errorf("row %d: %q", i, rows[i])
		}
	}
	if got := l.RowOf(true, 2); got != 3 {
		t.Errorf("the third added line is in row %d", got)
	}
	if got := l.RowOf(false, 1); got != 3 {
		t.Errorf("the second removed line is in row %d", got)
	}
	if got := l.FlagRows(); len(got) != 1 || got[0] != 3 {
		t.Errorf("flags in %v", got)
	}
	chosen := strings.Join(l.Chosen(0, 99, [2]int{0, 1}, [2]int{1, 2}), "\n")
	if strings.Count(chosen, "▌") != 2 || !strings.Contains(chosen, "-▌the first") || !strings.Contains(chosen, "+▌the first") {
		t.Error(chosen)
	}
}

// TestSidesNeedRoom: a hunk that has one side only, and one without room for two columns, is drawn in one.
func TestSidesNeedRoom(t *testing.T) {
	in := inputs(model.Tree{"a": hunktest.Text("a\n")}, model.Tree{"a": hunktest.Text("b\n")})[0]
	in.Sides, in.Wrap, in.Width = true, true, 48
	if New(in).sides {
		t.Error("two columns of less than twenty cells of text")
	}
	in.Width, in.Digits = 120, 4
	if l := New(in); !l.sides || !strings.HasPrefix(l.Window(0, 1)[0], "   1 - a") {
		t.Errorf("%q", l.Window(0, 1))
	}
	in = Input{Hunk: model.Hunk{Kind: model.HunkAdded, NewStart: 1, Added: hunk.Lines([]byte("x\n"))}, Width: 120, Sides: true}
	if New(in).sides {
		t.Error("a new file beside nothing")
	}
}
