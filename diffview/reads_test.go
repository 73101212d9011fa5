package diffview

import "testing"

// TestFrontLines: a hunk below a frontmatter reads as no field.
func TestFrontLines(t *testing.T) {
	for text, want := range map[string]int{"---\nname: a\n": 0, "---\nname: a\n--- \r\nx": 3, "": 0, "a\n---\n---\n": 0} {
		if got := frontLines([]byte(text)); got != want {
			t.Errorf("%q: %d lines, want %d", text, got, want)
		}
	}
}
