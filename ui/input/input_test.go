//go:build unix

package input

import (
	"fmt"
	"math/rand"
	"os"
	"strings"
	"testing"
	"time"
)

// line is a terminal to whose other end bytes are written.
func line(t *testing.T) (*Terminal, *os.File) {
	t.Helper()
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { r.Close(); w.Close() })
	return Of(r), w
}

// reads writes parts with a pause between them and returns what each read of the terminal gave.
func reads(t *testing.T, pause time.Duration, parts ...string) (got []string) {
	t.Helper()
	term, w := line(t)
	go func() {
		for i, p := range parts {
			if i > 0 {
				time.Sleep(pause)
			}
			_, _ = w.WriteString(p)
		}
		w.Close()
	}()
	for {
		b := make([]byte, 256)
		n, err := term.Read(b)
		if n > 0 {
			got = append(got, string(b[:n]))
		}
		if err != nil {
			return got
		}
	}
}

const colour = "\x1b]11;rgb:0000/ffff/aaaa\x1b\\"

// TestWholeKeys: a code that comes in parts is one read, whatever its parts would be as keys.
func TestWholeKeys(t *testing.T) {
	for _, parts := range [][]string{
		{"\x1b[", "A"}, {"\x1b", "[D"}, {"\x1b[1;5", "C"}, {"\x1bO", "P"}, {"\x1b[<64;20;", "9M"}, {"\x1b[<0;1", "0;5", "m"},
		{"\x1b[M", " yn"}, {"\x1b[M y", "n"}, {"\x1b[[", "A"}, {"\xe6\x97", "\xa5"}, {"jj\x1b[", "B"}, {"\x1b[200", "~yn\x1b[201~"},
	} {
		if got := reads(t, 5*time.Millisecond, parts...); len(got) != 1 || got[0] != strings.Join(parts, "") {
			t.Errorf("%q: %q", parts, got)
		}
	}
}

// TestKeysAreNotHeld: what a person types goes through as it is, in whatever reads it comes.
func TestKeysAreNotHeld(t *testing.T) {
	for _, keys := range []string{"y", "\x1b", "\x1b]", "\x1b[", "\x1b]]n", "\x1by", "\x1b\x1b", "\x1bP", "\x1bPn", "\x1b_", "é日", "\xff\xfe", "\x1b[A\x1b[B",
		"\x1b[\x1b[A", "\x1b]11", "\x1b[<0;10;5M\x1b[<0;10;5m", "\x1b[200~a\x1b[201~", "\x03", "\x00"} {
		if got := reads(t, 0, keys); len(got) != 1 || got[0] != keys {
			t.Errorf("%q: %q", keys, got)
		}
	}
	start := time.Now()
	if got := reads(t, 200*time.Millisecond, "\x1b", "[A"); fmt.Sprint(got) != "[\x1b [A]" {
		t.Errorf("%q", got)
	}
	if wait := time.Since(start); wait > time.Second {
		t.Errorf("it took %v", wait)
	}
}

// TestAnswers: what a terminal answers never arrives as keys.
func TestAnswers(t *testing.T) {
	for _, c := range []struct {
		parts []string
		want  string
	}{
		{[]string{colour}, ""},
		{[]string{"\x1b]11;rgb:0/f/a\x07"}, ""},
		{[]string{"j" + colour + "k" + colour + "\x1b[A"}, "jk\x1b[A"},
		{[]string{"\x1bP>|tmux 3.3a\x1b\\", "y"}, "y"},
		{[]string{"\x1bP1+r544e=787465726d\x1b\\"}, ""},
		{[]string{"\x1bP1$r0 q\x1b\\"}, ""},
		{[]string{"\x1b_Gi=1;OK\x1b\\n"}, "n"},
		{[]string{colour[:9], colour[9:]}, ""},
		{[]string{colour[:1], colour[1:]}, ""},
		{[]string{colour[:len(colour)-1], colour[len(colour)-1:] + "y"}, "y"},
		{[]string{"\x1b]52;c;" + strings.Repeat("QUFB", 1000) + "\x1b\\y"}, "y"},
		{[]string{colour[:20]}, ""},
	} {
		if got := strings.Join(reads(t, 5*time.Millisecond, c.parts...), ""); got != c.want {
			t.Errorf("%.60q: %q, want %q", c.parts, got, c.want)
		}
	}
	// Much later: the escape was a key by then, and what never ends takes nothing that is typed.
	if got := strings.Join(reads(t, 200*time.Millisecond, "\x1b", colour[1:]+"y"), ""); got != "\x1by" {
		t.Errorf("%q", got)
	}
	if got := strings.Join(reads(t, 250*time.Millisecond, colour[:20], "yn", "j"), ""); got != "ynj" {
		t.Errorf("%q", got)
	}
}

// TestLostEndOfAPaste: escape and ctrl+c end a paste of which the end was lost; within one they are text.
func TestLostEndOfAPaste(t *testing.T) {
	for _, c := range []struct {
		parts []string
		want  string
	}{
		{[]string{"\x1b[200~yn", "\x03"}, "\x1b[200~yn\x1b[201~\x03"},
		{[]string{"\x1b[200~yn", "A", "\x1b"}, "\x1b[200~ynA\x1b[201~\x1b"},
		{[]string{"\x1b[200~y\x03n", "\x1b[201~", "\x03"}, "\x1b[200~y\x03n\x1b[201~\x03"},
		{[]string{"\x03", "\x1b[200~a\x1b[201~", "\x03"}, "\x03\x1b[200~a\x1b[201~\x03"},
	} {
		if got := strings.Join(reads(t, 5*time.Millisecond, c.parts...), ""); got != c.want {
			t.Errorf("%q: %q, want %q", c.parts, got, c.want)
		}
	}
}

// TestAnyCut: wherever a stream of keys and answers is cut, the same keys come out.
func TestAnyCut(t *testing.T) {
	pieces := []string{"y", "\x1b[A", "\x1b[<0;10;5M", colour, "日", "\x1bOP", "\x1bP>|x(1)\x1b\\", "jj", "\x1b[M !!"}
	rng := rand.New(rand.NewSource(1))
	for range 200 {
		var all, want strings.Builder
		for range 1 + rng.Intn(6) {
			p := pieces[rng.Intn(len(pieces))]
			all.WriteString(p)
			if !strings.HasPrefix(p, "\x1b]") && !strings.HasPrefix(p, "\x1bP") {
				want.WriteString(p)
			}
		}
		cut := rng.Intn(all.Len() + 1)
		if got := strings.Join(reads(t, time.Millisecond, all.String()[:cut], all.String()[cut:]), ""); got != want.String() {
			t.Fatalf("%q cut at %d: %q", all.String(), cut, got)
		}
	}
}
