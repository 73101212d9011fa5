package ui_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"dreamgate/model"
	"dreamgate/ui"
	"dreamgate/ui/uitest"

	tea "github.com/charmbracelet/bubbletea"
)

// large is a memory of n notes, each a screen of prose, and an index line for each.
func large(n int) model.Memory {
	t := model.Tree{}
	index := ""
	var findings []model.Finding
	for i := range n {
		path := fmt.Sprintf("note-%04d.md", i)
		index += fmt.Sprintf("- [Note number %d](%s) — what there is to know of the matter of the number %d\n", i, path, i)
		t[path] = file(fmt.Sprintf("---\nname: Note number %d\ndescription: What there is to know\ntype: %s\n---\n\n# Heading\n\n%s",
			i, model.Types[i%4], strings.Repeat("Some **words** of a note with `code` and a [link](x.md).\n\n- an item\n- another one\n\n", 30)))
		if i%7 == 0 {
			findings = append(findings, model.Finding{Rule: "orphan", Severity: model.Warning, Path: path, Message: "The index does not name it."})
		}
	}
	t["MEMORY.md"] = file(index)
	return memoryOf(model.Store{ID: "large", Name: "large", Dir: "/data/large"}, t, findings)
}

func start(tb testing.TB, n, w, h int) *ui.App {
	tb.Helper()
	d := newFake(large(n)).deps()
	d.NoColor = false
	a := ui.New(tb.Context(), d)
	_, _ = a.Update(tea.WindowSizeMsg{Width: w, Height: h})
	// Reading and listing, without waiting for runs that never change.
	queue := []tea.Cmd{a.Init()().(tea.BatchMsg)[0]}
	for len(queue) > 0 {
		cmd := queue[0]
		queue = queue[1:]
		if cmd == nil {
			continue
		}
		switch msg := cmd().(type) {
		case tea.BatchMsg:
			queue = append(queue, msg...)
		default:
			_, next := a.Update(msg)
			queue = append(queue, next)
		}
	}
	return a
}

// BenchmarkView draws a frame of which nothing changed, and one of which the topics changed.
func BenchmarkView(b *testing.B) {
	for _, c := range []struct{ name, key string }{{"settled", ""}, {"moved", "j"}} {
		b.Run(c.name, func(b *testing.B) {
			a := start(b, 2000, 200, 60)
			msg := uitest.Key("j")
			back := uitest.Key("k")
			b.ResetTimer()
			for i := range b.N {
				if c.key != "" {
					b.StopTimer()
					if i%2 == 0 {
						_, _ = a.Update(msg)
					} else {
						_, _ = a.Update(back)
					}
					b.StartTimer()
				}
				_ = a.View()
			}
		})
	}
}

// BenchmarkKeyToFrame tells the slowest hundredth of key presses, each with its frame: moving,
// filtering, sorting and changing panes among 2,000 notes.
func BenchmarkKeyToFrame(b *testing.B) {
	a := start(b, 2000, 200, 60)
	keys := strings.Fields("j j j j pgdown k s j G g / n o t e backspace 1 2 esc tab j j tab j G g tab v v a j esc")
	var times []time.Duration
	b.ResetTimer()
	for i := range b.N {
		from := time.Now()
		_, _ = a.Update(uitest.Key(keys[i%len(keys)]))
		_ = a.View()
		times = append(times, time.Since(from))
	}
	slices.Sort(times)
	b.ReportMetric(float64(times[len(times)*99/100].Microseconds())/1000, "p99-ms")
	b.ReportMetric(float64(times[len(times)-1].Microseconds())/1000, "max-ms")
}

// BenchmarkFirstFrame makes the program and draws what is there before anything was read.
func BenchmarkFirstFrame(b *testing.B) {
	d := newFake(shop()).deps()
	for range b.N {
		a := ui.New(b.Context(), d)
		_, _ = a.Update(tea.WindowSizeMsg{Width: 120, Height: 40})
		if !strings.Contains(a.View(), "reading") {
			b.Fatal("the first frame waits")
		}
	}
}
