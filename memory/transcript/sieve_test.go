package transcript

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"

	"dreamgate/memory/phrase"
)

// encode writes text between the quotes of JSON as an encoder might: some characters as themselves, some
// as escapes, as the source of chance has it.
func encode(rnd *rand.Rand, text string, share float64) string {
	var b strings.Builder
	for _, r := range text {
		switch {
		case rnd.Float64() < share:
			for _, u := range utf16.Encode([]rune{r}) {
				fmt.Fprintf(&b, []string{`\u%04x`, `\u%04X`}[rnd.IntN(2)], u)
			}
		case r == '"' || r == '\\':
			b.WriteString(`\` + string(r))
		case r == '/' && rnd.IntN(2) == 0:
			b.WriteString(`\/`)
		case r == '\n':
			b.WriteString(`\n`)
		case r == '\t':
			b.WriteString(`\t`)
		case r == '.' && rnd.IntN(4) == 0:
			b.WriteString(`\k.`) // no encoder writes this, but it is read
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

// pieces of the texts: letters that fold, that have several forms, that are escaped, and what the agent
// inserts.
var alphabet = []string{
	"a", "A", "b", "k", "K", "\u212a", "s", "S", "\u017f", "é", "É", "毎", "秒", "😀", "1", "0", ".", "-", "/", "$", "…", "\ufffd",
	" ", " ", "\n", "\t", "\u00a0", `"`, `\`, "u", "n", "<", ">", "<system-reminder>k</system-reminder>",
}

func randomText(rnd *rand.Rand, n int) string {
	var b strings.Builder
	for range n {
		b.WriteString(alphabet[rnd.IntN(len(alphabet))])
	}
	return b.String()
}

// simple is a phrase found in the simplest way, in text that is decoded.
func simple(words, text string) bool {
	fold := func(s string) string {
		return strings.Map(phrase.Fold, strings.Join(strings.Fields(s), " "))
	}
	return strings.Contains(fold(text), fold(words))
}

// TestSieveLosesNothing: whatever the texts, their spelling and the size of the blocks, a search behind
// the sieve finds what a look at every decoded line finds.
func TestSieveLosesNothing(t *testing.T) {
	rnd := rand.New(rand.NewPCG(5, 6))
	hits, refused, lines := 0, 0, 0
	for range 1500 {
		var raw strings.Builder
		share := []float64{0, 0, 0.1, 0.5, 1}[rnd.IntN(5)]
		var last string
		for range 1 + rnd.IntN(12) {
			last = randomText(rnd, rnd.IntN(30))
			raw.WriteString(turn([]string{"user", "assistant"}[rnd.IntN(2)], encode(rnd, last, share)))
			if rnd.IntN(5) == 0 {
				raw.WriteString([]string{"\n", "{}\n", "torn {\n", "\\\n", `"\` + "\n"}[rnd.IntN(5)])
			}
		}
		words := randomText(rnd, 1+rnd.IntN(3))
		if r := []rune(last); len(r) > 4 && rnd.IntN(2) == 0 {
			at := rnd.IntN(len(r) - 3)
			words = string(r[at : at+1+rnd.IntN(3)])
		}
		p := phrase.New(words)
		if p.Empty() {
			continue
		}
		text := raw.String()
		if rnd.IntN(2) == 0 {
			text = strings.TrimSuffix(text, "\n")
		}
		f := File{Session: "s"}
		var want, got []string
		at := func(h Hit) string { return fmt.Sprintf("%d@%d %s %v", h.N, h.Offset, h.Snippet, h.Mark) }
		wantStats, err := scanLines(newLineReader(context.Background(), strings.NewReader(text)), f, func(l Line) error {
			if place, ok := p.Find(l.Text); ok != simple(words, l.Text) {
				t.Errorf("%q in %q: %v", words, l.Text, ok)
			} else if ok {
				h := Hit{Line: l}
				h.Snippet, h.Mark = foundAt([]byte(l.Text), place).show()
				want = append(want, at(h))
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		r := newReader(&searching{words: p})
		r.step, r.buf = 1+rnd.IntN(200), make([]byte, 1+rnd.IntN(300))
		scan := scanner{file: f}
		err = r.gather(context.Background(), strings.NewReader(text), part{to: Place{Offset: int64(len(text))}}, &scan)
		if err != nil || scan.Lines != wantStats.Lines {
			t.Fatalf("%d lines, not %d: %v", scan.Lines, wantStats.Lines, err)
		}
		list, _ := r.kept.take()
		slices.Reverse(list)
		for _, h := range list {
			got = append(got, at(h))
		}
		if strings.Join(got, "\n") != strings.Join(want, "\n") {
			t.Fatalf("%q in\n%s\nfound %q\nnot   %q", words, text, got, want)
		}
		s := r.sifter
		s.begin(context.Background(), strings.NewReader(text), part{to: Place{Offset: int64(len(text))}})
		for {
			line, err := s.next()
			if errors.Is(err, io.EOF) {
				break
			}
			if lines++; line.refused {
				refused++
			}
		}
		hits += len(got)
	}
	if hits < 500 || refused < lines/4 {
		t.Errorf("%d hits, %d of %d lines refused: the test tests little", hits, refused, lines)
	}
}

// TestNear: what is found by decoding a part of a text is what is found in all of it.
func TestNear(t *testing.T) {
	rnd := rand.New(rand.NewPCG(7, 9))
	hits, sure := 0, 0
	fillers := []string{"x", "word ", "毎", "😀", `\\`, "\n\t", "a < b ", "<div>", "é ", "</b>", "ne", "edl", `"q" `, "      "}
	for range 1500 {
		var b strings.Builder
		part := func() {
			filler := fillers[rnd.IntN(len(fillers))]
			b.WriteString(strings.Repeat(filler, rnd.IntN(12_000)/len(filler)))
		}
		if rnd.IntN(20) == 0 {
			b.WriteString(" [Request interrupted by user]")
		}
		part()
		if rnd.IntN(10) == 0 {
			b.WriteString("<system-reminder>a needle")
		}
		part()
		for range rnd.IntN(3) {
			b.WriteString([]string{"needle", "NEEDLE in", "the needle  in hay", "毎秒", "nee"}[rnd.IntN(5)])
			part()
		}
		if rnd.IntN(10) == 0 {
			b.WriteString("</system-reminder>")
		}
		part()
		raw := encode(rnd, b.String(), []float64{0, 0, 0.01, 0.3, 1}[rnd.IntN(5)])
		if rnd.IntN(4) == 0 {
			raw = strings.ReplaceAll(raw, "毎", "\xe6\xaf")
		}
		words := []string{"needle", "needle in", "毎秒", "e", "in hay", "bce", "n"}[rnd.IntN(7)]
		f := newFinder(phrase.New(words))
		s := speech{parts: []quoted{{[]byte(raw), strings.Contains(raw, `\`)}}}
		got, ok := f.in(s)
		text := s.text()
		at, want := phrase.New(words).Find(text)
		if ok != want || want && got != foundAt([]byte(text), at) {
			t.Fatalf("%q in %d bytes: found %v %+v\nwant %v %+v", words, len(raw), ok, got, want, foundAt([]byte(text), at))
		}
		if ok {
			hits++
		}
		if first := f.sieve.first(s.parts[0].raw); first >= 0 {
			if _, _, is := f.near(s.parts[0].raw, first); is {
				sure++
			}
		}
	}
	if hits < 400 || sure < hits/4 {
		t.Errorf("%d hits, %d near: the test tests little", hits, sure)
	}
}

// TestSieve says which lines pass.
func TestSieve(t *testing.T) {
	for _, c := range []struct {
		words, raw string
		pass       bool
	}{
		{"needle", "a NEEDLE", true},
		{"needle", "a nee dle", false},
		{"needle", `n\u0065edle`, true},
		{"needle", `n\u0065edl`, true}, // the rest is left to the decoding
		{"needle", `n\u0065e\n`, false},
		{"needle", `\u00e5\u0165eedl`, false},
		{"needle", `\u001b[1m nee`, false},
		{"needle", `needl\\e`, false},
		{"needle in hay", "NEEDLE", true},
		{"kelvin", "\u212aELVIN", true},
		{"kelvin", `\u212aELVIN`, true},
		{"über", `\u00fcber`, true},
		{"über", `\u00dcBER`, true},
		{"über", `uber`, false},
		{"毎秒", `\u6bce\u79d2`, true},
		{"毎秒", `\u6BCE\u5206`, true},
		{"毎秒", `\u5206\u5206`, false},
		{"毎秒", "毎分", false},
		{"😀", `\ud83d\ude00`, true},
		{"😀", `\ud83d\ude01`, false},
		{`\n`, `\\n`, true},
		{"src/main.go", `src\/main.go`, true},
		{`"`, "x", true},
	} {
		s := newSieve(phrase.New(c.words))
		if got := s.all() || len(s.mark([]byte(c.raw+"\n"))) > 0; got != c.pass {
			t.Errorf("%q in %s: %v", c.words, c.raw, got)
		}
	}
	if got := newSieve(phrase.New("b")).mark([]byte("a\nb b\nc\n\\u0062 b\nd \\u0062\nx")); !slices.Equal(got, []int{2, 15, 19}) {
		t.Errorf("marks %v", got)
	}
}
