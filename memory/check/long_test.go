package check

import (
	"context"
	"errors"
	"fmt"
	"math/rand"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"dreamgate/diffview/hunk"
	"dreamgate/model"
)

// benchmarkNote judges the change of one note without any transcript: what the notes themselves cost.
func benchmarkNote(b *testing.B, old, new string) {
	base := model.Tree{"note.md": {Mode: 0o600, Data: []byte(old)}}
	proposed := model.Tree{"note.md": {Mode: 0o600, Data: []byte(new)}}
	in := Input{Base: base, Proposed: proposed, Changes: hunk.Diff(base, proposed), Origin: model.OriginModel, Zone: time.UTC}
	b.ReportAllocs()
	for b.Loop() {
		if _, _, err := Run(context.Background(), in); err != nil {
			b.Fatal(err)
		}
	}
}

// changed are two sides of a note of so many lines, of which every step-th differs.
func changed(lines, step int) (string, string) {
	rnd := rand.New(rand.NewSource(6))
	var old, new strings.Builder
	for i := range lines {
		s := sentence(rnd)
		old.WriteString(s + ".\n")
		if i%step == 1 {
			s = sentence(rnd)
		}
		new.WriteString(s + ".\n")
	}
	return old.String(), new.String()
}

// countdown is a context that ends when it was asked so many times.
type countdown struct {
	context.Context
	left atomic.Int64
}

func (c *countdown) Err() error {
	if c.left.Add(-1) < 0 {
		return context.Canceled
	}
	return nil
}

func TestRunStopsInsideOneHunk(t *testing.T) {
	old, new := changed(100, 1)
	base := model.Tree{"note.md": {Mode: 0o600, Data: []byte("# Note\n")}}
	proposed := model.Tree{"note.md": {Mode: 0o600, Data: []byte("# Note\n" + old + new)}}
	in := Input{Base: base, Proposed: proposed, Changes: hunk.Diff(base, proposed), Origin: model.OriginModel, Zone: time.UTC}
	for _, in := range []Input{in, {Base: proposed, Proposed: base, Changes: hunk.Diff(proposed, base), Origin: model.OriginModel, Zone: time.UTC}} {
		if n := len(in.Changes[0].Hunks); n != 1 {
			t.Fatalf("%d hunks", n)
		}
		ctx := &countdown{Context: context.Background()}
		ctx.left.Store(20)
		if _, _, err := Run(ctx, in); !errors.Is(err, context.Canceled) {
			t.Errorf("the end of the context was not heard: %v", err)
		}
	}
}

// The budget: 5,000 changes scattered over 20,000 lines, 3 s.
func BenchmarkNote20000Lines5000Hunks(b *testing.B) {
	old, new := changed(20000, 4)
	benchmarkNote(b, old, new)
}

// line is one line of about size bytes, of sentences that end in the given mark, and one number of it
// changed.
func line(size int, mark string) (string, string) {
	rnd := rand.New(rand.NewSource(7))
	var s strings.Builder
	for s.Len() < size/2 {
		s.WriteString(sentence(rnd) + mark)
	}
	half := s.String()
	for s.Len() < size {
		s.WriteString(sentence(rnd) + mark)
	}
	rest := s.String()[len(half):]
	at := fmt.Sprintf("the gateway listens on port %d%s", 8443, mark)
	return half + at + rest + "\n", half + strings.Replace(at, "8443", "8444", 1) + rest + "\n"
}

// The budget: one number changed in a line of 200 KB, 0.5 s.
func BenchmarkNoteLongLine(b *testing.B) {
	old, new := line(200_000, ". ")
	benchmarkNote(b, old, new)
}

// The budget: a number changed in a sentence of 40,000 words, 1 s.
func BenchmarkNoteLongSentence(b *testing.B) {
	old, new := line(40_000*6, " ")
	benchmarkNote(b, old, new)
}
