package hunk

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

// bracketed writes a line with its spans in brackets.
func bracketed(s string, spans []Span) string {
	var b strings.Builder
	at := 0
	for _, sp := range spans {
		b.WriteString(s[at:sp.Start] + "[" + s[sp.Start:sp.End] + "]")
		at = sp.End
	}
	return b.String() + s[at:]
}

func TestWords(t *testing.T) {
	for _, c := range []struct{ old, new, wantOld, wantNew string }{
		{"use node 16", "use node 22", "use node [16]", "use node [22]"},
		{"run npm test now", "run pnpm check now", "run [npm test] now", "run [pnpm check] now"},
		{"port 6379, host a.example", "port 6380, host a.example", "port [6379], host a.example", "port [6380], host a.example"},
		{"on 2026-10-12", "on 2026-11-12", "on 2026-[10]-12", "on 2026-[11]-12"},
		{"use `npm test` now", "use `npm test`", "use `npm test`[ now]", "use `npm test`"},
		{"same words", "same words", "same words", "same words"},
		{"nothing of it stays here", "all else is new", "nothing of it stays here", "all else is new"},
		{"blanks  at end  ", "blanks at end", "blanks[  ]at end[  ]", "blanks[ ]at end"},
		{"two  blanks ", "two blanks\t", "two[  ]blanks[ ]", "two[ ]blanks[\t]"},
		{"drop one word", "drop word", "drop [one ]word", "drop word"},
		{"drop the end", "drop the", "drop the[ end]", "drop the"},
		{"put here", "put more here", "put here", "put [more ]here"},
		{"\tindented", "    indented", "[\t]indented", "[    ]indented"},
		{"ends with cr\r", "ends with cr", "ends with cr[\r]", "ends with cr"},
		{"データベースは9時に止まる", "データベースは7時に止まる", "データベースは[9]時に止まる", "データベースは[7]時に止まる"},
		{"user is paypal", "user is p\u0430ypal", "user is [paypal]", "user is [p\u0430ypal]"},
		{"allow staging", "allow stag\u200bing", "allow [staging]", "allow [stag\u200bing]"},
		{"the cafe\u0301 is ok", "the cafe is ok", "the [cafe\u0301] is ok", "the [cafe] is ok"},
		{"family \U0001f469\u200d\U0001f469 here", "family \U0001f469\u200d\U0001f467 here",
			"family [\U0001f469\u200d\U0001f469] here", "family [\U0001f469\u200d\U0001f467] here"},
		{"bad \xff\xfe byte", "bad \xff\xfd byte", "bad \xff[\xfe] byte", "bad \xff[\xfd] byte"},
		{"", "new", "", "new"},
	} {
		o, n := Words(c.old, c.new)
		if a, b := bracketed(c.old, o), bracketed(c.new, n); a != c.wantOld || b != c.wantNew {
			t.Errorf("Words(%q, %q)\n got %q, %q\nwant %q, %q", c.old, c.new, a, b, c.wantOld, c.wantNew)
		}
	}
}

// TestWordsLong holds that a middle too long to compare counts as changed in one piece, if the lines
// still have enough in common.
func TestWordsLong(t *testing.T) {
	middle, same := strings.Repeat("a b ", longestMiddle), strings.Repeat("same ", longestMiddle)
	o, n := Words(same+middle+"end", same+"other end")
	if want := []Span{{len(same), len(same) + len(middle) - 1}}; !slices.Equal(o, want) || len(n) != 1 {
		t.Errorf("got %v, %v, want %v", o, n, want)
	}
	if o, n := Words("same "+middle, "same other"); o != nil || n != nil {
		t.Errorf("unlike lines have %v, %v", o, n)
	}
}

// outside is what of a line no span covers.
func outside(s string, spans []Span) string {
	var b strings.Builder
	at := 0
	for _, sp := range spans {
		b.WriteString(s[at:sp.Start])
		at = sp.End
	}
	return b.String() + s[at:]
}

// TestWordsLaw holds for random lines that what is not marked is the same on both sides, and that
// spans rise, are not empty, and never cut a letter.
func TestWordsLaw(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 4))
	parts := []string{" ", " ", "  ", "\t", "a", "word", "9", "-", "`", "日", "本", "e\u0301", "\xff", "\u200d", "\U0001f469", "é"}
	line := func() string {
		var b strings.Builder
		for range rng.IntN(20) {
			b.WriteString(parts[rng.IntN(len(parts))])
		}
		return b.String()
	}
	for range 20_000 {
		old, new := line(), line()
		if rng.IntN(2) == 0 {
			new = strings.Replace(old, parts[rng.IntN(len(parts))], parts[rng.IntN(len(parts))], 1)
		}
		o, n := Words(old, new)
		if o == nil && n == nil {
			continue
		}
		if a, b := outside(old, o), outside(new, n); a != b {
			t.Fatalf("%q and %q: %q stays as %q", old, new, a, b)
		}
		for s, spans := range map[string][]Span{old: o, new: n} {
			at := 0
			for _, sp := range spans {
				if sp.Start < at || sp.End <= sp.Start || sp.End > len(s) || cuts(s, sp.Start) || cuts(s, sp.End) {
					t.Fatalf("%q: spans %v", s, spans)
				}
				at = sp.End
			}
		}
	}
}

// cuts reports whether a place lies inside a letter of valid UTF-8.
func cuts(s string, at int) bool {
	for i := max(0, at-3); i < at; i++ {
		if r, n := utf8.DecodeRuneInString(s[i:]); r != utf8.RuneError && i+n > at {
			return true
		}
	}
	return false
}

func TestPairs(t *testing.T) {
	removed := []string{"- [Build](build.md): run make all\n", "- [CI](ci.md): green before merge\n"}
	added := []string{"- something else entirely\n", "- [Build](build.md): run make check\n", "\n", "- [CI](ci.md): green before a merge\n"}
	if got, want := Pairs(removed, added), [][2]int{{0, 1}, {1, 3}}; !slices.Equal(got, want) {
		t.Errorf("Pairs = %v, want %v", got, want)
	}
	many := strings.SplitAfter(strings.Repeat("line\n", 200), "\n")
	if got := Pairs(many, many); got != nil {
		t.Errorf("a large hunk has %d pairs", len(got))
	}
}

func BenchmarkWords(b *testing.B) {
	var long strings.Builder
	for i := range 20_000 {
		fmt.Fprintf(&long, "word%05d ", i)
	}
	shuffled := strings.Fields(long.String())
	rand.New(rand.NewPCG(1, 1)).Shuffle(len(shuffled), func(i, j int) { shuffled[i], shuffled[j] = shuffled[j], shuffled[i] })
	solid := strings.Repeat("x", 1_000_000)
	for _, c := range [][3]string{
		{"prose", "Run tests with `npm test`; the suite needs a local Redis on port 6379.", "Run tests with `pnpm test` (project moved from npm to pnpm in late Oct 2026)."},
		{"end of 200k", long.String() + "AMOUNT=100 end", long.String() + "AMOUNT=900 end"},
		{"both ends of 200k", "a " + long.String() + "b", "c " + long.String() + "d"},
		{"shuffled 200k", long.String(), strings.Join(shuffled, " ")},
		{"solid 1M", solid, solid + "y"},
	} {
		b.Run(c[0], func(b *testing.B) {
			for b.Loop() {
				Words(c[1], c[2])
			}
		})
	}
}
