package note

import (
	"bytes"
	"strings"
	"testing"

	"dreamgate/model"
)

func TestLoaded(t *testing.T) {
	many := strings.Repeat("- [A](a.md) — one\n", 250)
	wide := strings.Repeat("語", 200) + "\n"
	for _, c := range []struct{ name, text, want string }{
		{"empty", "", ""},
		{"plain", "# Notes\n\n- [A](a.md)\n", "# Notes\n\n- [A](a.md)"},
		{"frontmatter and comments", "---\nx: y\n---\n\n- [A](a.md)\n\n<!-- a\nb -->\n\n- [B](b.md)\n", "- [A](a.md)\n\n- [B](b.md)"},
		{"lines", "# Head\n" + many, "# Head\n" + strings.Repeat("- [A](a.md) — one\n", 199)},
		{"units", strings.Repeat(wide, 150), strings.Repeat(wide, 124)},
		{"one long line", strings.Repeat("é", 30_000), strings.Repeat("é", 25_000)},
	} {
		if got := string(Loaded([]byte(c.text))); got != c.want {
			t.Errorf("%s: %d bytes, want %d:\n%.80q", c.name, len(got), len(c.want), got)
		}
	}
}

// TestLoadedIsMeasured: what is loaded of any index is within the limits and loads again as it is.
func TestLoadedIsMeasured(t *testing.T) {
	for _, text := range []string{"\xff\n<!-- x", "<!-- a --> b\n- c\n", strings.Repeat("😀", 20_000), strings.Repeat("a <!-- b -->\n", 300), "---\n---\n\n\n"} {
		loaded := Loaded([]byte(text))
		ix := ParseIndex(model.File{Mode: 0o644, Data: loaded}, true, nil)
		if ix.Lines > MaxLines || ix.Units > MaxUnits || ix.CutAt != 0 {
			t.Errorf("%.30q: %d lines, %d units, cut at %d", text, ix.Lines, ix.Units, ix.CutAt)
		}
		if again := Loaded(loaded); !bytes.Equal(bytes.TrimSpace(again), bytes.TrimSpace(loaded)) {
			t.Errorf("%.30q loads again as %.60q", text, again)
		}
	}
}
