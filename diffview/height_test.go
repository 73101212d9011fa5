package diffview

import (
	"math/rand/v2"
	"strings"
	"testing"

	"dreamgate/model"
)

// TestHeight: what is told of the rows of a hunk is how many it has.
func TestHeight(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 8))
	words := []string{"the", "suite", "runs", "on", "port", "6379", "- ", "  ", "x", "and-what-not", "\t", "é", "1. ", "`npm`", "\r", "日本"}
	text := func(n int) (out []string) {
		for range rng.IntN(n) {
			var b strings.Builder
			kinds := len(words)
			if rng.IntN(4) > 0 {
				kinds = 10
			}
			for range rng.IntN(14) {
				b.WriteString(words[rng.IntN(kinds)] + " "[:rng.IntN(2)])
			}
			end := "\n"
			if rng.IntN(40) == 0 {
				end = ""
			}
			out = append(out, strings.TrimRight(b.String(), " "[:rng.IntN(2)])+end)
		}
		return out
	}
	told := 0
	for range 20_000 {
		h := model.Hunk{Kind: model.HunkText, OldStart: 5 + rng.IntN(12000), NewStart: 5 + rng.IntN(12000), Removed: text(4), Added: text(4)}
		if rng.IntN(3) == 0 && len(h.Removed) > 0 {
			h.Added = []string{strings.Replace(h.Removed[0], "on", "in", 1)}
		}
		in := Input{Hunk: h, Before: text(5), After: text(5), Width: rng.IntN(220), Wrap: rng.IntN(3) > 0, Left: rng.IntN(9), Digits: rng.IntN(6),
			Calm: rng.IntN(4) == 0, Sides: rng.IntN(2) == 0, Styles: &Styles{Plain: rng.IntN(2) == 0, ASCII: rng.IntN(2) == 0}}
		if rng.IntN(9) == 0 {
			in.Styles = nil
		}
		if n, ok := Height(in); ok {
			told++
			if got := New(in).Len(); got != n {
				t.Fatalf("%d rows are told, and %d are there of %+v", n, got, in)
			}
		}
	}
	if told < 1000 {
		t.Errorf("only %d were told", told)
	}
}
