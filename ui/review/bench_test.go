package review

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"dreamgate/keymap"
)

// hunksBudgeted is the size of a review that the budgets speak of.
const hunksBudgeted = 5000

// BenchmarkKeyToFrame measures the way from a key to its frame over a review of 5,000 hunks, with
// keys that read, decide and take back. The slowest of a hundred is reported as p99.
func BenchmarkKeyToFrame(b *testing.B) {
	keys := []keymap.Action{
		keymap.Accept, keymap.Down, keymap.PageDown, keymap.Reject, keymap.NextFlag, keymap.Undo, keymap.NextHunk,
		keymap.NextFile, keymap.Redo, keymap.Cycle, keymap.AcceptFile, keymap.PrevFile, keymap.Wrap, keymap.Result,
		keymap.Result, keymap.AcceptClean, keymap.Undo,
	}
	p := New(Options{Styles: looks["dark"]})
	p.SetSize(200, 59)
	p.Open(crowd(hunksBudgeted))
	p.Render()
	took := make([]time.Duration, 0, b.N)
	b.ResetTimer()
	for i := range b.N {
		start := time.Now()
		p.Handle(keys[i%len(keys)])
		p.Render()
		took = append(took, time.Since(start))
	}
	slices.Sort(took)
	b.ReportMetric(float64(took[len(took)*99/100].Microseconds())/1000, "p99-ms")
}

// BenchmarkRender measures a frame of which nothing was drawn before.
func BenchmarkRender(b *testing.B) {
	p := New(Options{Styles: looks["dark"]})
	p.SetSize(200, 59)
	p.Open(crowd(hunksBudgeted))
	p.Handle(keymap.NextHunk)
	b.ResetTimer()
	for range b.N {
		p.pages.clear()
		p.touch()
		p.Render()
	}
}

// BenchmarkRenderScrolled measures a frame of which the pages are made.
func BenchmarkRenderScrolled(b *testing.B) {
	p := New(Options{Styles: looks["dark"]})
	p.SetSize(200, 59)
	p.Open(crowd(hunksBudgeted))
	p.Handle(keymap.NextHunk)
	b.ResetTimer()
	for range b.N {
		p.touch()
		p.Render()
	}
}

// BenchmarkOpen measures laying out a review.
func BenchmarkOpen(b *testing.B) {
	r := crowd(hunksBudgeted)
	p := New(Options{Styles: looks["dark"]})
	p.SetSize(200, 59)
	for i := range b.N {
		r.Proposal.ID = fmt.Sprint(i)
		p.Open(r)
		p.Render()
	}
}

// BenchmarkLongLine measures a key on a line of 200,000 letters.
func BenchmarkLongLine(b *testing.B) {
	p := New(Options{Styles: looks["dark"]})
	p.SetSize(80, 23)
	p.Open(hostile())
	toFile(p, "long.md")
	keys := []keymap.Action{keymap.Down, keymap.Wrap, keymap.Right, keymap.Wrap, keymap.Result, keymap.Result}
	b.ResetTimer()
	for i := range b.N {
		p.Handle(keys[i%len(keys)])
		p.Render()
	}
}
