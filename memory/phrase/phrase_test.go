package phrase

import (
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"
	"unicode/utf8"
)

func TestFind(t *testing.T) {
	for _, c := range []struct {
		words, text, want string
	}{
		{"needle in", "the Needle\n\t in hay", "Needle\n\t in"},
		{"  needle \n in ", "NEEDLE IN", "NEEDLE IN"},
		{"needle in", "needlein, needle  i", ""},
		{"zürich", "ZÜRICH", "ZÜRICH"},
		{"ZÜRICH", "in zürich", "zürich"},
		{"zurich", "Zürich", ""},
		{"毎秒", "1 毎秒 x", "毎秒"},
		{"毎秒", "毎分", ""},
		{"κόσμος", "ΚΌΣΜΟΣ", "ΚΌΣΜΟΣ"},
		{"μος", "κόσμοσ", "μοσ"},
		{"kelvin", "300 \u212aELVIN", "\u212aELVIN"},
		{"first", "fir\u017ft", "fir\u017ft"},
		{"straße", "STRA\u1e9eE", "STRA\u1e9eE"},
		{"память", "ПАМЯТЬ", "ПАМЯТЬ"},
		{"a b", "a\u00a0b", "a\u00a0b"},
		{"a b", "a\u3000\u2028b", "a\u3000\u2028b"},
		{"aab", "aaab", "aab"},
		{"😀 x", "😀  X", "😀  X"},
		{"", "a", ""},
		{"  ", "a b", ""},
		{"\\n", `a\nb`, `\n`},
	} {
		at, ok := New(c.words).Find(c.text)
		if got := c.text[at[0]:at[1]]; ok != (c.want != "") || ok && got != c.want {
			t.Errorf("%q in %q: %v %q, want %q", c.words, c.text, ok, got, c.want)
		}
	}
}

// naive is what the search must be equal to, done the simple way.
func naive(words, text string) bool {
	fold := func(s string) string {
		return strings.Map(orbit, strings.Join(strings.Fields(s), " "))
	}
	// What stands at the ends of a text is no part of a place, and neither is it when it is folded.
	return fold(words) != "" && strings.Contains(fold(text), fold(words))
}

func TestFindIsNaive(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	letters := []rune("aAbkKsſ\u212a éÉ\n\tσςΣ毎秒😀.\"\\")
	random := func(n int) string {
		r := make([]rune, n)
		for i := range r {
			r[i] = letters[rnd.IntN(len(letters))]
		}
		return string(r)
	}
	hits := 0
	for range 40_000 {
		text, words := random(rnd.IntN(40)), random(1+rnd.IntN(4))
		at, ok := New(words).Find(text)
		if ok != naive(words, text) {
			t.Fatalf("%q in %q: found %v", words, text, ok)
		}
		if ok {
			hits++
			if !naive(words, text[at[0]:at[1]]) {
				t.Fatalf("%q in %q: at %v", words, text, at)
			}
		}
	}
	if hits < 1000 {
		t.Errorf("only %d hits: the test tests nothing", hits)
	}
}

func TestAll(t *testing.T) {
	got := New("aba").All("ababa aba ABA", 9)
	if want := [][2]int{{0, 3}, {6, 9}, {10, 13}}; !reflect.DeepEqual(got, want) {
		t.Errorf("got %v", got)
	}
	if got := New("a").All("aaaa", 2); len(got) != 2 {
		t.Errorf("got %v", got)
	}
}

func TestLongest(t *testing.T) {
	may := func(r rune) bool { return r != ' ' && r != '"' }
	for words, want := range map[string]string{`say "hello there"`: "HELLO", `"`: "", "": "", "a": "A", `x"naïve`: "NA\u00cfVE"} {
		if got := string(New(words).Longest(may).Runes()); got != want {
			t.Errorf("%q: %q, want %q", words, got, want)
		}
	}
}

func TestPivot(t *testing.T) {
	for words, want := range map[string]rune{"eaz": 'Z', "tsk": 'K', "needle": 'D', "2026-01": '2', "das毎": '毎', "про毎": '毎'} {
		if got := New(words).Pivot(); got != want {
			t.Errorf("%q: %q, want %q", words, got, want)
		}
	}
}

func TestAround(t *testing.T) {
	long := strings.Repeat("é", 500)
	for _, c := range []struct {
		words, text, want string
	}{
		{"hit", "a  Hit\nb ", "a Hit b"},
		{"hit", "\n hit", "hit"},
		{"a b", "x a \n b y", "x a b y"},
		{"hit", long + " hit " + long, ""},
	} {
		at, _ := New(c.words).Find(c.text)
		got, mark := Around(c.text, at, 80)
		if c.want != "" && got != c.want {
			t.Errorf("%q: %q, want %q", c.text, got, c.want)
		}
		if len(got) > 80 || !utf8.ValidString(got) || !strings.EqualFold(got[mark[0]:mark[1]], c.words) {
			t.Errorf("%q: %q with %q", c.words, got, got[mark[0]:mark[1]])
		}
	}
}

// TestAroundIsBounded: whatever the text, what is shown of it is short, whole runes, and has the place.
func TestAroundIsBounded(t *testing.T) {
	rnd := rand.New(rand.NewPCG(3, 4))
	parts := []string{"x", " ", "\n\n  ", "毎秒", "word", "é", "\u3000"}
	for range 3000 {
		var b strings.Builder
		for range rnd.IntN(200) {
			b.WriteString(parts[rnd.IntN(len(parts))])
		}
		text := b.String()
		at, ok := New("word x").Find(text)
		if !ok {
			continue
		}
		got, mark := Around(text, at, 60)
		if len(got) > 60 || !utf8.ValidString(got) || got[mark[0]:mark[1]] != "word x" || strings.Contains(got, "  ") || strings.Contains(got, "\n") {
			t.Fatalf("%q: %q %v", text, got, mark)
		}
	}
}

func TestPair(t *testing.T) {
	for n := range 70 {
		for at := range n {
			// Nothing of the pair, and all of it near.
			b := []byte(strings.Repeat("Xo[^", 40))[:n]
			b[at] = 'Q'
			want := -1
			if at+1 < n {
				b[at+1] = 'n'
				want = at
			}
			if got := Pair(b, 'q', 'n', true); got != want {
				t.Fatalf("%q: %d, want %d", b, got, want)
			}
			if got := Pair(b, 'q', 'n', false); got != -1 {
				t.Fatalf("%q: %d, want none", b, got)
			}
		}
	}
}
