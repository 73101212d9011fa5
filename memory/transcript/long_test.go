package transcript

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"dreamgate/memory/phrase"
)

// longReader is a reader for which lines are long that are not.
func longReader(rnd *rand.Rand, words string) *reader {
	r := newReader(&searching{words: phrase.New(words)})
	r.step, r.buf = 64+rnd.IntN(200), make([]byte, 64)
	r.limit, r.keep, r.finder.piece = 300+rnd.IntN(2000), 60+rnd.IntN(100), 16+rnd.IntN(3000)
	return r
}

// TestLongLines: a line that is too long to be held is searched as any other, in pieces, and what is held stays
// small.
func TestLongLines(t *testing.T) {
	rnd := rand.New(rand.NewPCG(11, 3))
	hits := 0
	for range 500 {
		var raw strings.Builder
		for range 1 + rnd.IntN(4) {
			raw.WriteString(longRecord(rnd))
		}
		text := raw.String()
		if rnd.IntN(3) == 0 {
			text = text[:len(text)-rnd.IntN(min(len(text), 400))]
		}
		words := []string{"needle", "k", "毎", "s k", "秒", "in hay", ".", "$ Read"}[rnd.IntN(8)]
		var want, got []string
		at := func(h Hit) string {
			return fmt.Sprintf("%d@%d %s %v %q %v", h.N, h.Offset, h.Trust, h.Call, h.Snippet, h.Mark)
		}
		ref, err := scanLines(newLineReader(context.Background(), strings.NewReader(text)), File{}, func(l Line) error {
			if place, ok := phrase.New(words).Find(l.Text); ok {
				h := Hit{Line: l}
				h.Snippet, h.Mark = foundAt([]byte(l.Text), place).show()
				want = append(want, at(h))
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		r := longReader(rnd, words)
		scan := scanner{}
		err = r.gather(context.Background(), strings.NewReader(text), part{to: Place{Offset: int64(len(text))}}, &scan)
		if err != nil || scan.Lines != ref.Lines || len(r.mayHold) > 0 || scan.TooLongCount > 0 {
			t.Fatalf("%d lines of %d, %v may hold, %v", scan.Lines, ref.Lines, r.mayHold, err)
		}
		list, _ := r.kept.take()
		slices.Reverse(list)
		for _, h := range list {
			got = append(got, at(h))
		}
		if !slices.Equal(got, want) {
			t.Fatalf("%q in\n%s\nfound %s\nnot   %s", words, text, strings.Join(got, "\n"), strings.Join(want, "\n"))
		}
		if len(r.buf) > r.limit+2*r.step {
			t.Fatalf("%d bytes held", len(r.buf))
		}
		hits += len(got)
	}
	if hits < 120 {
		t.Errorf("%d hits: the test tests little", hits)
	}
}

// longRecord is a record of any kind with a text of any length.
func longRecord(rnd *rand.Rand) string {
	share := []float64{0, 0.05, 1}[rnd.IntN(3)]
	said := func() string {
		var b strings.Builder
		for range 1 + rnd.IntN(4) {
			b.WriteString(strings.Repeat(randomText(rnd, 1+rnd.IntN(4)), 1+rnd.IntN(200)))
			b.WriteString([]string{"", "needle", " in  hay ", "<ide_selection>", "</ide_selection>", "<system-reminder>", "</system-reminder>"}[rnd.IntN(7)])
		}
		if rnd.IntN(9) == 0 {
			return encode(rnd, "  [Request interrupted by user] "+b.String(), share)
		}
		text := encode(rnd, b.String(), share)
		if rnd.IntN(3) == 0 {
			text = strings.ReplaceAll(text, "秒", "\xe7\xa7")
		}
		return text
	}
	block := func() string {
		return fmt.Sprintf([]string{
			`{"type":"text","text":"%s"}`, `{"text":"%s","type":"text"}`, `{"type":"tool_result","content":"%s"}`,
			`{"type":"tool_result","content":[{"type":"text","text":"x\u0073"},{"type":"text","text":"%s"}]}`,
			`{"type":"tool_use","name":"Read","input":{"file_path":"%s","x":["}",1]}}`, `{"type":"thinking","thinking":"%s"}`,
			`{"type":"image","source":{"data":"%s"}}`, `{"type":"tool_use","name":"Bash","input":{"command":"%s"}}`,
		}[rnd.IntN(8)], said())
	}
	content := `"` + said() + `"`
	if rnd.IntN(2) == 0 {
		content = "[" + block() + "," + block() + "]"
	}
	more := fmt.Sprintf(`"toolUseResult":{"content":"%s","lines":["a","message",{"b":"}"}]},`, said())
	return fmt.Sprintf(`{"x":"message","y":[{"z":"\\"}],%s"message":{"role":"user","content":%s},"type":%q,"cwd":"/a","timestamp":"2026-11-05T08:00:00Z"}`+"\n",
		[]string{"", more}[rnd.IntN(2)], content, []string{"user", "assistant", "system"}[rnd.IntN(3)])
}

// TestTangledLine: a line of more parts than are held is told of as what may hold the words.
func TestTangledLine(t *testing.T) {
	text := turn("user", "a needle") + `{"type":"user","message":{"content":[` + strings.Repeat(`{"type":"text","text":"needle"},`, 200_000) + "]}}\n" + turn("user", "needle")
	hits := find(t, "needle", store(t, "s.jsonl", text))
	if len(hits) != 3 || hits[0].N != 3 || hits[1].N != 1 || !strings.Contains(hits[2].Remark, "line 2, which is too long") {
		t.Errorf("got %+v", hits)
	}
}

// TestLongDamaged: what is no JSON is passed by, however it is cut, and nothing of it is lost but itself.
func TestLongDamaged(t *testing.T) {
	rnd := rand.New(rand.NewPCG(4, 4))
	pieces := []string{"{", "}", "[", "]", `"`, `\`, ":", ",", "\x01", "1", `"type":"user"`, `"message":`, `"content":`, "needle", `\u00`, "\xff", " ", `{"type":"user","message":{"content":"`}
	for range 3000 {
		var b strings.Builder
		for range rnd.IntN(60) {
			b.WriteString(strings.Repeat(pieces[rnd.IntN(len(pieces))], 1+rnd.IntN(1+rnd.IntN(300))))
		}
		text := turn("user", "needle") + b.String() + "\n" + turn("user", "needle")
		r := longReader(rnd, "needle")
		if err := r.gather(context.Background(), strings.NewReader(text), part{to: Place{Offset: int64(len(text))}}, &scanner{}); err != nil {
			t.Fatal(err)
		}
		if list, _ := r.kept.take(); len(list) < 2 || list[0].N != 3 || list[len(list)-1].N != 1 {
			t.Fatalf("%d hits in %q", len(list), text)
		}
	}
}
