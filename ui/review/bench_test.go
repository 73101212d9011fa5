package review

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"dreamgate/keymap"
	"dreamgate/model"
)

// hunksBudgeted is the size of a review that the budgets speak of.
const hunksBudgeted = 5000

// BenchmarkKeyToFrame measures the way from a key to its frame over a review of 5,000 hunks, with
// keys that read, decide and take back. The slowest of a hundred is reported as p99.
func BenchmarkKeyToFrame(b *testing.B) {
	keys := []keymap.Action{
		keymap.Accept, keymap.Down, keymap.PageDown, keymap.Reject, keymap.NextFlag, keymap.Undo, keymap.NextHunk,
		keymap.NextFile, keymap.Redo, keymap.Cycle, keymap.AcceptFile, keymap.PrevFile, keymap.Wrap, keymap.Result,
		keymap.Result, keymap.AcceptClean, keymap.Undo, keymap.WholeFile, keymap.Accept, keymap.PageDown, keymap.Down,
		keymap.NextHunk, keymap.NextFile, keymap.WholeFile, keymap.Sides, keymap.Down, keymap.Sides,
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

// listed is a review of n hunks that come apart, in files of 50.
func listed(n int) model.Review {
	base, proposed := model.Tree{}, model.Tree{}
	for f := 0; f*50 < n; f++ {
		var old, now strings.Builder
		for i := range min(50, n-f*50) {
			fmt.Fprintf(&old, "- the suite %d runs on port %d\n- it takes %d minutes\nkept\nkept too\n", i, 6000+i, i)
			fmt.Fprintf(&now, "- the suite %d ran on port %d\n- it took %d minutes\nkept\nkept too\n", i, 7000+i, i)
		}
		name := fmt.Sprintf("topics/note-%03d.md", f)
		base[name], proposed[name] = text(old.String()), text(now.String())
	}
	r := review("20261129-1800", base, proposed)
	r.Check.Hunks = map[string]model.Evidence{}
	for _, c := range r.Changes {
		for _, h := range c.Hunks {
			r.Check.Hunks[h.ID] = model.Evidence{Why: "measured again"}
		}
	}
	return r
}

// BenchmarkReshape is BenchmarkKeyToFrame for the keys that make something else of hunks.
func BenchmarkReshape(b *testing.B) {
	keys := []keymap.Action{
		keymap.NextHunk, keymap.Split, keymap.Accept, keymap.NextFile, keymap.Split, keymap.Undo, keymap.Redo, keymap.Join,
	}
	p := New(Options{Styles: looks["dark"]})
	p.SetSize(200, 59)
	p.Open(listed(hunksBudgeted))
	p.Handle(keymap.NextHunk)
	p.Render()
	took, splits := make([]time.Duration, 0, b.N), 0
	b.ResetTimer()
	for i := range b.N {
		start := time.Now()
		out := p.Handle(keys[i%len(keys)])
		p.Render()
		took = append(took, time.Since(start))
		if out.Changed && keys[i%len(keys)] == keymap.Split {
			splits++
		}
	}
	slices.Sort(took)
	b.ReportMetric(float64(took[len(took)*99/100].Microseconds())/1000, "p99-ms")
	b.ReportMetric(float64(splits), "splits")
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

// BenchmarkWholeFile measures the way to the whole of a file of 5,000 hunks, and from there a key to its frame.
func BenchmarkWholeFile(b *testing.B) {
	var old, now strings.Builder
	for i := range hunksBudgeted {
		fmt.Fprintf(&old, "line %d runs on port %d for the suite\nkept\nkept too\n", i, 6000+i)
		fmt.Fprintf(&now, "line %d ran on port %d for the whole suite\nkept\nkept too\n", i, 7000+i)
	}
	p := New(Options{Styles: looks["dark"]})
	p.SetSize(200, 59)
	p.Open(review("20261129-1900", model.Tree{"a.md": text(old.String())}, model.Tree{"a.md": text(now.String())}))
	p.Handle(keymap.NextHunk)
	b.Run("open", func(b *testing.B) {
		for b.Loop() {
			p.whole = false
			p.pages.clear()
			p.Handle(keymap.WholeFile)
			p.Render()
		}
	})
	keys := []keymap.Action{keymap.Accept, keymap.PageDown, keymap.NextHunk, keymap.Down, keymap.Undo}
	b.Run("key", func(b *testing.B) {
		took := make([]time.Duration, 0, b.N)
		for i := range b.N {
			start := time.Now()
			p.Handle(keys[i%len(keys)])
			p.Render()
			took = append(took, time.Since(start))
		}
		slices.Sort(took)
		b.ReportMetric(float64(took[len(took)*99/100].Microseconds())/1000, "p99-ms")
	})
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
