package diffview

import (
	"strings"
	"testing"

	"dreamgate/diffview/hunk"
	"dreamgate/model"
)

// TestUnseen: each change that a look at the lines does not tell is told in words, and no other.
func TestUnseen(t *testing.T) {
	for _, c := range []struct{ name, old, fresh, want string }{
		{"words", "a b\n", "a c\n", ""},
		{"crlf to lf", "a\r\nb\r\n", "a\nb\n", "only the line ends differ: CRLF -> LF"},
		{"lf to crlf", "a\nb\n", "a\r\nb\r\n", "only the line ends differ: LF -> CRLF"},
		{"newline lost", "a\nb\n", "a\nb", "only the newline at the end of the file goes"},
		{"newline won", "a\nb", "a\nb\n", "only a newline at the end of the file comes"},
		{"ends and newline", "a\r\nb", "a\nb\n", "only the line ends differ: CRLF -> LF; a newline at the end of the file comes"},
		{"trailing", "a \nb\t\n", "a\nb\n", "only blanks at the ends of lines differ"},
		{"tabs", "\ta\n\tb\n", "    a\n    b\n", "only the indent differs: tabs -> spaces"},
		{"spaces", "- x\n  - a\n", "- x\n\t- a\n", "only the indent differs: spaces -> tabs"},
		{"indent", "- a\n  - b\n", "- a\n    - b\n", "only the indent differs"},
		{"inside", "a  b\n", "a b\n", "only blanks differ"},
		{"rewrapped", "one two three\nfour\n", "one two\nthree four\n", "only blanks differ"},
		{"wrapped", "one two three four\n", "one two\nthree four\n", "only the line breaks differ: the words stay as they are"},
		{"blank lines", "a\n", "a\n\n\n", "only blank lines differ"},
		{"zero width", "staging\n", "stag\u200bing\n", "puts in what cannot be seen: U+200B (zero width space)"},
		{"bom", "\ufeffa\n", "a\n", "takes out what cannot be seen: U+FEFF (byte order mark)"},
		{"bidi", "deny: admin\n", "deny: \u202enimda\u202c\n", "puts in what cannot be seen: U+202E (right-to-left override), U+202C (end of direction)"},
		{"no-break", "a b c\n", "a\u00a0b\u00a0c\n", "only blanks differ; puts in what cannot be seen: 2 x U+00A0 (no-break space)"},
		{"escape", "red\n", "\x1b[31mred\n", "puts in what cannot be seen: U+001B (escape)"},
		{"twin", "pay\n", "\u0440\u0430\u0443\n", "only letters differ that look the same: they are of another script"},
		{"emoji", "a 👨 b\n", "a 👨\u200d👩\u200d👧 b\n", ""},
		{"wide", "日本\n", "日本\u3000語\n", ""},
		{"one crlf", "a\r\nb\r\nc\r\n", "a\r\nx\nc\r\n", "the added lines end in LF, those around them in CRLF"},
	} {
		for _, d := range hunk.Diff(model.Tree{"a.md": {Data: []byte(c.old)}}, model.Tree{"a.md": {Data: []byte(c.fresh)}}) {
			before, after := Context([]byte(c.old), d, 0, 3)
			if got := strings.Join(Unseen(d.Hunks[0], append(before, after...)...), "; "); got != c.want {
				t.Errorf("%s: %q, want %q (%+v)", c.name, got, c.want, d.Hunks[0])
			}
		}
	}
	if got := Unseen(model.Hunk{Kind: model.HunkText}, "a\n"); got != nil {
		t.Errorf("of lines that stay: %q", got)
	}
	if got := Unseen(model.Hunk{Kind: model.HunkText, Removed: []string{"a\n"}, Added: []string{"a\n"}, Edited: true}); len(got) != 1 || !strings.Contains(got[0], "nothing differs") {
		t.Errorf("an edit that takes the change back: %q", got)
	}
	long := model.Hunk{Kind: model.HunkText, Removed: []string{strings.Repeat("a ", 40_000) + "\r\n"}, Added: []string{strings.Repeat("a ", 40_000) + "\n"}}
	if got := Unseen(long); len(got) != 1 || got[0] != "only the line ends differ: CRLF -> LF" {
		t.Errorf("%q", got)
	}
}

// TestUnseenIsDrawn: the words stand above the hunk in one column and across two, in ASCII as well.
func TestUnseenIsDrawn(t *testing.T) {
	h := model.Hunk{Kind: model.HunkText, OldStart: 1, NewStart: 1, Removed: []string{"a\r\n"}, Added: []string{"a\n"}}
	for _, sides := range []bool{false, true} {
		for _, st := range []*Styles{nil, {Plain: true, ASCII: true}, coloured()} {
			rows := render(Input{Hunk: h, Width: 70, Wrap: true, Sides: sides, Styles: st})
			if !strings.Contains(rows[0], "(only the line ends differ: CRLF -> LF)") {
				t.Errorf("%q", rows)
			}
			if mark := strings.Join(rows, ""); !strings.Contains(mark, "␍") && !strings.Contains(mark, "^M") {
				t.Errorf("no mark: %q", rows)
			}
		}
	}
}
