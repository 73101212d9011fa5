package hunk

import (
	"math/rand/v2"
	"strings"
	"testing"
)

func TestMerge(t *testing.T) {
	for _, c := range []struct {
		name, base, ours, theirs, want string
		clashes                        int
	}{
		{"apart", "a\nb\nc\nd\n", "A\nb\nc\nd\n", "a\nb\nc\nD\n", "A\nb\nc\nD\n", 0},
		{"neighbours", "a\nb\nc\n", "A\nb\nc\n", "a\nB\nc\n", "A\nB\nc\n", 0},
		{"the same", "a\nb\n", "a\nB\n", "a\nB\n", "a\nB\n", 0},
		{"the same and more", "a\nb\nc\nd\n", "a\nB\nc\nD\n", "a\nB\nc\nd\n", "a\nB\nc\nD\n", 0},
		{"one line in two ways", "a\nb\nc\n", "a\nX\nc\n", "a\nY\nc\n", "a\nY\nc\n", 1},
		{"gone and changed", "a\nb\nc\n", "a\nX\nc\n", "a\nc\n", "a\nc\n", 1},
		{"appended below what goes", "a\nb\n", "a\nb\nc\n", "a\n", "a\nc\n", 0},
		{"appended below what goes, without an end", "a\nb", "a\nb\nc\n", "a\n", "a\nc\n", 0},
		{"two insertions", "a\nb\n", "a\nX\nb\n", "a\nY\nb\n", "a\nY\nb\n", 1},
		{"an insertion inside", "a\nb\nc\nd\n", "a\nb\nX\nc\nd\n", "a\nd\n", "a\nd\n", 1},
		{"the end of the last line", "a\nb", "A\nb", "a\nb\n", "A\nb\n", 0},
		{"the other end", "a\nb\n", "A\nb\n", "a\nb", "A\nb", 0},
		{"all of it", "a\n", "a\nb\n", "", "b\n", 0},
		{"all of it, changed", "a\n", "b\n", "", "", 1},
		{"a blank line at an end that has none", "", "0", "\n", "\n", 1},
		{"from nothing", "", "a\n", "b\n", "b\n", 1},
	} {
		got, clashes := Merge([]byte(c.base), []byte(c.ours), []byte(c.theirs))
		if string(got) != c.want || len(clashes) != c.clashes {
			t.Errorf("%s: %q, %+v", c.name, got, clashes)
		}
	}
}

// FuzzMerge: a merge ends, keeps what one side alone changed, is the same from both sides where nothing
// clashes, and what is not a clash stands there.
func FuzzMerge(f *testing.F) {
	f.Add([]byte("a\nb\nc"), []byte("a\nX\nb\nc"), []byte("a\nb\n"))
	f.Add([]byte("\r\n\n\xff\x00\n"), []byte(""), []byte("\r\n日本\n\xff\x00\n"))
	f.Add([]byte(strings.Repeat("a\n\n", 9)), []byte(strings.Repeat("a\n\n", 7)), []byte(strings.Repeat("a\n\n", 10)))
	f.Fuzz(func(t *testing.T, base, ours, theirs []byte) {
		if got, c := Merge(base, ours, base); string(got) != string(ours) || c != nil {
			t.Fatalf("%q", got)
		}
		if got, c := Merge(base, base, theirs); string(got) != string(theirs) || c != nil {
			t.Fatalf("%q", got)
		}
		got, clashes := Merge(base, ours, theirs)
		other, back := Merge(base, theirs, ours)
		if len(clashes) != len(back) || len(clashes) == 0 && strings.TrimSuffix(string(got), "\n") != strings.TrimSuffix(string(other), "\n") {
			t.Fatalf("%q and %q", got, other)
		}
		lines, last := Lines(got), 0
		for _, c := range clashes {
			if c.From < last || c.From > c.To || c.To > len(lines) {
				t.Fatalf("%+v of %q", c, got)
			}
			last = c.To
		}
		if text, left := besides(got, clashes); len(left) > len(clashes) || len(text) < len(got)-1 {
			t.Fatalf("%q lost of %q", text, got)
		}
	})
}

// TestMergeLaws: what one side did not change is the other's; a merge without a clash is the same from
// both sides; and a clash shows where theirs stands.
func TestMergeLaws(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 11))
	text := func() []byte {
		var b strings.Builder
		for range r.IntN(9) {
			b.WriteString(string(rune('a' + r.IntN(5))))
			b.WriteByte('\n')
		}
		return []byte(strings.TrimSuffix(b.String(), strings.Repeat("\n", r.IntN(2))))
	}
	mutate := func(s []byte) []byte {
		lines := Lines(s)
		var b strings.Builder
		for _, l := range lines {
			switch r.IntN(6) {
			case 0:
			case 1:
				b.WriteString("new" + string(rune('0'+r.IntN(3))) + "\n")
			case 2:
				b.WriteString(l + "more\n")
			default:
				b.WriteString(l)
			}
		}
		return []byte(b.String())
	}
	for range 20_000 {
		base := text()
		ours, theirs := mutate(base), mutate(base)
		if got, c := Merge(base, ours, base); string(got) != string(ours) || c != nil {
			t.Fatalf("nothing new for %q in %q: %q", ours, base, got)
		}
		if got, c := Merge(base, base, theirs); string(got) != string(theirs) || c != nil {
			t.Fatalf("%q from %q: %q", theirs, base, got)
		}
		got, clashes := Merge(base, ours, theirs)
		other, back := Merge(base, theirs, ours)
		if len(clashes) != len(back) || len(clashes) == 0 && strings.TrimSuffix(string(got), "\n") != strings.TrimSuffix(string(other), "\n") {
			t.Fatalf("%q, %q, %q: %q and %q", base, ours, theirs, got, other)
		}
		lines := Lines(got)
		for _, c := range clashes {
			if c.From > c.To || c.To > len(lines) {
				t.Fatalf("%q, %q, %q: %+v of %q", base, ours, theirs, c, got)
			}
		}
	}
}
