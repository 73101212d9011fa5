package hunktest

import (
	"math/rand/v2"
	"slices"
	"strings"

	"dreamgate/model"
)

// wide is a line of 20,000 bytes, to which a word is added: such lines differ at their very end only.
var wide = strings.Repeat("all on one line ", 1250)

// Random makes a file and a change of it: repeated lines and repeated blocks of lines, blank lines, very
// long ones, every kind of line end, wide letters, bytes that are no UTF-8, and now and then a NUL, an
// empty side or an absent file.
func Random(rng *rand.Rand) (old, new model.File, there, stays bool) {
	line := lines(rng)
	var a, b []string
	for range rng.IntN(30) {
		a = append(a, line())
	}
	if n := len(a); n > 1 && rng.IntN(4) == 0 {
		from := rng.IntN(n - 1)
		block := a[from : from+1+rng.IntN(n-from)]
		a = slices.Concat(a[:from], slices.Repeat(block, 2+rng.IntN(3)), a[from:])
	}
	churn := rng.IntN(10)
	for _, l := range a {
		for rng.IntN(12) < churn {
			b = append(b, line())
		}
		if rng.IntN(12) >= churn {
			b = append(b, l)
		}
	}
	text := func(lines []string) string {
		s := strings.Join(lines, "")
		if rng.IntN(4) == 0 {
			s = strings.TrimSuffix(s, "\n")
		}
		if rng.IntN(40) == 0 {
			s += "\x00tail"
		}
		return s
	}
	old, new = Text(text(a)), Text(text(b))
	if rng.IntN(12) == 0 {
		new.Mode = 0o755
	}
	return old, new, rng.IntN(20) > 0, rng.IntN(20) > 0
}

// lines makes a source of lines: of few different ones in one file and of many in another.
func lines(rng *rand.Rand) func() string {
	words := []string{"", "", " ", "\t", "a", "b", "- a", "日本", "e\u0301", "x\xff", "--- a/x", "@@ -1 +1 @@", "\u200b", "#"}
	ends := []string{"\n", "\n", "\n", "\r\n"}[:1+rng.IntN(4)]
	words = words[:2+rng.IntN(len(words)-1)]
	long := rng.IntN(25) == 0
	return func() string {
		word := words[rng.IntN(len(words))] + ends[rng.IntN(len(ends))]
		if long && rng.IntN(8) == 0 {
			return wide + word
		}
		return word
	}
}
