package model

import (
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"
)

func TestPrintable(t *testing.T) {
	for _, c := range []struct{ name, in, want string }{
		{"plain", "a b\tc\n", "a b\tc\n"},
		{"escape", "\x1b]52;c;x\x07", "\u241b]52;c;x\u2407"},
		{"carriage return", "a\rb", "a\u240db"},
		{"c1", "a\u009b31m", "a<U+009B>31m"},
		{"bidi", "a\u202eb\u2066c", "a<U+202E>b<U+2066>c"},
		{"zero width", "a\u200bb", "a<U+200B>b"},
		{"tag", "a\U000e0041", "a<U+E0041>"},
		{"separator", "a\u2028b", "a<U+2028>b"},
		{"not utf-8", "a\xffb", "a\ufffdb"},
		{"family", "\U0001f468\u200d\U0001f469\u200d\U0001f467", "\U0001f468\U0001f469\U0001f467"},
		{"warning sign", "\u26a0\ufe0f", "\u26a0"},
		{"lone joiner", "a\u200db", "a<U+200D>b"},
		{"joiner before a sign that is shown as a mark", "\u0645\u200c\u0604", "\u0645<U+200C><U+0604>"},
		{"persian", "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645", "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645"},
		{"thumb", "\U0001f44d\U0001f3fd", "\U0001f44d"},
	} {
		if got := Printable(c.in); got != c.want {
			t.Errorf("%s: Printable(%q) = %q, want %q", c.name, c.in, got, c.want)
		}
	}
	if got := PrintableLine("a\nb\tc"); got != "a\u240ab c" {
		t.Errorf("PrintableLine = %q", got)
	}
}

// TestPrintableHasNoControl walks all of Unicode: what comes out drives no terminal.
func TestPrintableHasNoControl(t *testing.T) {
	for r := rune(0); r <= unicode.MaxRune; r++ {
		if !utf8.ValidRune(r) {
			continue
		}
		for _, out := range Printable("x" + string(r) + "y") {
			if out != '\n' && out != '\t' && (unicode.IsControl(out) || unicode.Is(unicode.Bidi_Control, out)) {
				t.Fatalf("U+%04X passes as U+%04X", r, out)
			}
		}
	}
}

// TestControlsAreNoPictures: what follows a control is shown in the same way before and after the control is a
// picture of itself.
func TestControlsAreNoPictures(t *testing.T) {
	for _, next := range []rune{0x200d, 0xfe0f, 0x1f3ff} {
		if raw, shown := PrintableRune(0x17, next, 0), PrintableRune('\u2417', next, 0); raw != shown {
			t.Errorf("%U: %q after a control, %q after its picture", next, raw, shown)
		}
	}
}

// FuzzPrintable: what comes out is settled UTF-8 of bounded length in which nothing drives a terminal, turns
// the direction or cannot be seen; and what is plain comes out as it was.
func FuzzPrintable(f *testing.F) {
	for _, s := range []string{"a\x1b[2Jb", "\x1b]8;;http://x\x1b\\l\x1b]8;;\x1b\\", "\x1b]52;c;eA==\x07", "\x1bPq\x1b\\", "\u009b31m\u0090\u009d\u009c", "\x9b31m\x90",
		"\u202ea\u2066b\u2069\u200e\u061c", "a\u200bb\u2060\ufeff", "\U000e0041\U000e007f", "\u200d\u200d\u0645\u200c\u0645", "\U0001f468\u200d\U0001f469\ufe0f",
		"#\ufe0f\u20e3", "\xed\xa0\x80\xc0\xaf\xf8", "\r\n\t\v\f\x00\x7f", "日本語 e\u0301", "\u2028\u2029\u0085\u00ad"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		out := Printable(s)
		if !utf8.ValidString(out) || Printable(out) != out {
			t.Fatalf("not settled: %q -> %q", s, out)
		}
		if len(out) > 4*len(s) {
			t.Fatalf("%d bytes of %d", len(out), len(s))
		}
		if plain(s) && out != s {
			t.Fatalf("%q became %q", s, out)
		}
		for _, r := range out {
			spelling := r == 0x200c || r == 0x200d
			if r != '\n' && r != '\t' && unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) || Invisible(r) && !spelling {
				t.Fatalf("%q lets U+%04X through", s, r)
			}
		}
		if line := PrintableLine(s); strings.ContainsAny(line, "\n\t\r") {
			t.Fatalf("%q is no line", line)
		}
	})
}
