package model

import "testing"

func TestCount(t *testing.T) {
	for _, c := range []struct {
		n          int
		noun, want string
	}{
		{0, "note", "0 notes"}, {1, "note", "1 note"}, {2, "day", "2 days"}, {3, "entry", "3 entries"},
		{999, "line", "999 lines"}, {1000, "line", "1,000 lines"}, {-1234567, "byte", "-1,234,567 bytes"},
	} {
		if got := Count(c.n, c.noun); got != c.want {
			t.Errorf("%d %s: %q, want %q", c.n, c.noun, got, c.want)
		}
	}
}

// TestCounted: the verb agrees with the number.
func TestCounted(t *testing.T) {
	for n, want := range map[int]string{0: "0 hunks clash", 1: "1 hunk clashes", 2: "2 hunks clash"} {
		if got := Counted(n, "hunk", "clashes", "clash"); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
