package ui_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"dreamgate/model"
	"dreamgate/ui"
	"dreamgate/ui/search"
	"dreamgate/ui/uitest"
)

// finds stands for the search: a test says what is found, and when.
type finds struct {
	mu sync.Mutex
	// asked are the searches, ended those whose context is over.
	asked []string
	ended int
	out   chan model.Hits
	// auto is found at once; nil leaves it to tell.
	auto []model.Hit
	fail error
}

func (f *finds) Search(ctx context.Context, s model.Store, all bool, words string) <-chan model.Hits {
	f.mu.Lock()
	defer f.mu.Unlock()
	where := s.Name
	if all {
		where = "all"
	}
	f.asked = append(f.asked, where+": "+words)
	out := make(chan model.Hits)
	f.out = out
	auto := f.auto
	go func() {
		<-ctx.Done()
		f.mu.Lock()
		f.ended++
		f.mu.Unlock()
	}()
	if auto != nil {
		go func() {
			select {
			case out <- model.Hits{List: auto, Done: true, Err: f.fail}:
			case <-ctx.Done():
			}
		}()
	}
	return out
}

// tell tells of hits as a search does.
func (f *finds) tell(h model.Hits) {
	f.mu.Lock()
	out := f.out
	f.mu.Unlock()
	out <- h
}

// ends waits until so many searches have ended.
func (f *finds) ends(n int) bool {
	for range 500 {
		f.mu.Lock()
		ended := f.ended
		f.mu.Unlock()
		if ended == n {
			return true
		}
		time.Sleep(10 * time.Millisecond)
	}
	return false
}

// over is how many searches have ended.
func (f *finds) over() int {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.ended
}

func (f *finds) last() string {
	f.mu.Lock()
	defer f.mu.Unlock()
	if len(f.asked) == 0 {
		return ""
	}
	return f.asked[len(f.asked)-1]
}

func (f *finds) Passage(_ context.Context, h model.Hit, words string) (p model.Passage, err error) {
	if f.fail != nil {
		return p, f.fail
	}
	if h.Path != "" {
		for i := range 40 {
			p.Lines = append(p.Lines, model.PassageLine{Line: i + 1, Text: fmt.Sprintf("line %d of the note", i+1)})
		}
		p.At = h.Line - 1
		p.Lines[p.At].Text, p.Lines[p.At].Marks = "here are "+words+" in it", [][2]int{{9, 9 + len(words)}}
		return p, nil
	}
	p.Before, p.After = true, true
	for i := range 30 {
		l := model.PassageLine{Line: h.Line - 8 + i, Trust: model.TrustAssistant, Time: h.Time, Text: strings.Repeat("so it was said before. ", 8)}
		if i%2 == 0 {
			l.Trust = model.TrustUser
		}
		p.Lines = append(p.Lines, l)
	}
	p.At = 8
	p.Lines[8].Trust, p.Lines[8].Text, p.Lines[8].Marks = h.Trust, h.Text, [][2]int{h.Mark}
	return p, nil
}

// hitsOf are those of the goldens: of notes and of sessions, of each kind of text.
func hitsOf(words string) []model.Hit {
	at := func(text string) (string, [2]int) {
		i := strings.Index(text, words)
		return text, [2]int{i, i + len(words)}
	}
	var list []model.Hit
	for i, text := range []string{
		"The suite needs a " + words + " on port 6379", "- [Tests](testing.md) - " + words,
	} {
		h := model.Hit{Store: shop().Store, Path: []string{"testing.md", "MEMORY.md"}[i], Line: 14 - 10*i}
		h.Text, h.Mark = at(text)
		list = append(list, h)
	}
	for i, text := range []string{
		words + " is gone, sessions live in Postgres now", strings.Repeat("a long way to go ", 9) + words + strings.Repeat(" and on it goes", 9),
		"毎秒 " + words + " 毎秒", "an escape \x1b[2J and " + words, "$ make " + words,
	} {
		h := model.Hit{
			Store: shop().Store, Session: fmt.Sprintf("%d3b81c42-6d0e-4f7a-8b95-1c2d3e4f5a6b", i), File: "/x", Line: 11 + i,
			Trust: []model.Trust{model.TrustUser, model.TrustAssistant, model.TrustTool}[i%3], Time: today.Add(-time.Duration(i) * 30 * time.Hour), Call: i == 4,
		}
		h.Text, h.Mark = at(text)
		list = append(list, h)
	}
	return append(list, model.Hit{Store: shop().Store, Session: "s7", Remark: "line 3 is damaged"})
}

func searching(t *testing.T, f *finds, stores ...model.Memory) (*uitest.Scenario, ui.Deps) {
	t.Helper()
	d := newFake(stores...).deps()
	d.Searches = f
	return uitest.New(t, d), d
}

func TestSearch(t *testing.T) {
	f := &finds{}
	s, _ := searching(t, f, shop(), api())
	s.Press("enter", "ctrl+f").Sees("Search", "Type words", "api").
		Type("red").Sees("/ red_").Misses("searching").Tick().Sees("searching")
	if got := f.last(); got != "api: red" {
		t.Fatalf("searched %q", got)
	}
	// Hits come as they are found, and what is typed on ends the search for less.
	list := hitsOf("redis")
	s.Do(func() { f.tell(model.Hits{List: list[:1]}) }).Until("testing.md:14").Sees("1 hit, searching", "Notes 1", "needs a redis")
	s.Type("is").Sees("1 hit, stopped").Tick()
	if got := f.last(); got != "api: redis" || !f.ends(1) {
		t.Fatalf("searched %q, or the first search goes on", got)
	}
	s.Do(func() { f.tell(model.Hits{List: list[:3]}) }).Until("Sessions 1").Sees("3 hits, searching").
		Press("enter").Sees("enter open", "ctrl+f this or all").
		Do(func() { f.tell(model.Hits{List: list[3:], Done: true}) }).Until("Not searched 1").
		Sees("7 hits", "line 3 is damaged", "call", "agent", "1/7").Misses("searching").
		Press("G", "enter").Sees("there is nothing to open")
	if len(f.asked) != 2 {
		t.Errorf("asked: %q", f.asked)
	}
	// A click selects a hit, and none of what stands beside the hits.
	s.Send(tea.MouseMsg{X: 5, Y: 9, Button: tea.MouseButtonLeft, Action: tea.MouseActionPress}).Sees("▌13b81c42:12", "4/7").
		Send(tea.MouseMsg{X: 5, Y: 7, Button: tea.MouseButtonLeft, Action: tea.MouseActionPress}).Sees("4/7").
		Send(tea.MouseMsg{X: 5, Y: 38, Button: tea.MouseButtonLeft, Action: tea.MouseActionPress}).Sees("4/7").Press("G")
	// A hit opens at its line, with what stands around it.
	s.Press("k", "k", "k", "enter").Sees("23b81c42:13", "▌tool", "line 13", "line 12", "hit 5/7").
		Press("g").Sees("more before this").Press("G").Sees("more behind this", "100%").
		Press("n").Sees("33b81c42:14", "hit 6/7", "␛[2J").Press("p", "p").Sees("hit 4/7").
		Press("enter").Sees("only notes").
		Press("esc").Sees("▌13b81c42:12    1 Mar 2026 08:00  agent", "… to go a long way to go redis and on")
	s.Press("g", "enter").Sees("testing.md:14", "▌14 here are redis in it", " 13 line 13", "raw", "hit 1/7").
		Press("G").Sees("100%").Press("esc", "esc").Sees("Wrap them.")
}

// TestSearchAllStores: one key searches everywhere, and back.
func TestSearchAllStores(t *testing.T) {
	f := &finds{auto: hitsOf("redis")}
	s, _ := searching(t, f, shop(), api())
	s.Press("enter", "ctrl+f").Type("redis").Press("enter").Until("7 hits")
	s.Press("ctrl+f").Until("all memories · 7 hits").Sees("shop       testing.md:14")
	if got := f.last(); got != "all: redis" {
		t.Fatalf("searched %q", got)
	}
	s.Press("/").Sees("redis_").Press("ctrl+f").Until("api · 7 hits")
	if got := f.last(); got != "api: redis" {
		t.Fatalf("searched %q", got)
	}
	// The note of another memory is opened there.
	s.Press("down", "up", "enter", "enter").Sees("testing.md:14").Press("enter").
		Sees("dreamgate  shop", "▌Database tests", "Topics 5")
	s.Press("esc").Sees("Memories 2")
	// From the list of memories all are searched.
	s.Press("ctrl+f").Sees("all memories").Press("ctrl+f").Sees("no memory is open")
	s.Press("esc").Sees("Memories 2")
}

// TestSearchVisitsTheIndex: a line of the index is found again there.
func TestSearchVisitsTheIndex(t *testing.T) {
	f := &finds{auto: hitsOf("mocks")}
	s, _ := searching(t, f, shop())
	s.Press("ctrl+f").Type("mocks").Press("enter").Until("7 hits").Press("j", "enter", "enter").Sees("▌Index ─", "▌ - Database tests")
}

// TestSearchCancel: who leaves ends the search, and what it still tells is dropped.
func TestSearchCancel(t *testing.T) {
	f := &finds{}
	s, _ := searching(t, f, shop())
	s.Press("ctrl+f").Type("redis").Press("enter").Sees("searching")
	list := hitsOf("redis")
	s.Do(func() { f.tell(model.Hits{List: list[:2]}) }).Until("2 hits, searching").Press("q").Sees("Topics 5")
	if !f.ends(1) {
		t.Fatal("the search goes on")
	}
	s.Press("ctrl+f").Sees("2 hits, stopped", "/ redis_").Press("enter").Sees("searching").Press("esc")
	s.Press("ctrl+f", "ctrl+c").Sees("Topics 5").Stays()
}

// TestSearchIsBounded: a search that finds without end stops, says so, and goes on where it was when it is
// asked to.
func TestSearchIsBounded(t *testing.T) {
	list := make([]model.Hit, 2*search.MostHits+5)
	for i := range list {
		list[i] = model.Hit{Session: fmt.Sprint("s", i), Line: 1, Text: "a", Mark: [2]int{0, 1}}
	}
	f := &finds{}
	s, _ := searching(t, f, shop())
	s.Press("ctrl+f").Type("a").Press("enter").Until("searching")
	s.Do(func() { f.tell(model.Hits{List: list[:search.MostHits+3]}) }).
		Until("Stopped after 1,000 hits, the newest first: m searches on for older ones").Sees("the first 1,000 hits").
		Press("/").Sees("enter, then m, searches on").Press("enter").Sees("the first 1,000 hits").
		Press("G").Sees("1,000/1,000").Press("m").Sees("1,003 hits, searching", "1,000/1,003")
	s.Do(func() { f.tell(model.Hits{List: list[search.MostHits+3:], Done: true}) }).Until("the first 2,000 hits")
	if f.over() > 0 {
		t.Error("a search was ended that waits")
	}
	s.Press("m").Sees("2,005 hits", "1,000/2,005").Press("m").Sees("all that was found is shown").
		Press("G").Sees("2,005/2,005").Press("pgup", "g").Sees("1/2,005")
	if !f.ends(1) || len(f.asked) != 1 {
		t.Errorf("the search is not over, or there were several: %q", f.asked)
	}
}

// TestSearchThatWaitsIsLeft: nothing is at work for a search that is left while it waits.
func TestSearchThatWaitsIsLeft(t *testing.T) {
	f := &finds{}
	s, _ := searching(t, f, shop())
	s.Press("ctrl+f").Type("a").Press("enter").Until("searching")
	s.Do(func() { f.tell(model.Hits{List: make([]model.Hit, search.MostHits+1)}) }).Until("the first 1,000 hits").Press("q")
	if !f.ends(1) {
		t.Error("the search goes on")
	}
	s.Press("ctrl+f").Sees("1,000 hits, stopped")
}

func TestSearchTrouble(t *testing.T) {
	f := &finds{auto: []model.Hit{}}
	s, d := searching(t, f, shop())
	s.Press("ctrl+f", "enter").Sees("type what is to be found").Type("x").Press("enter").Until("Nothing is found").
		Press("enter").Sees("nothing is found that could be opened")
	f.fail, f.auto = errors.New("disk on fire"), hitsOf("x")
	s.Press("R").Until("disk on fire").Sees("testing.md:14").Press("enter").Sees("could not be opened: disk on fire")
	s.Press("esc").Sees("Topics 5")
	d.Searches = nil
	uitest.New(t, d).Press("ctrl+f").Sees("nothing to search with")
	// A review is not left by a search.
	fk := pending(moved())
	d = fk.deps()
	d.Searches = &finds{auto: hitsOf("redis")}
	uitest.New(t, d).Press("r", "ctrl+f").Type("redis").Press("enter").Until("7 hits").Press("enter", "enter").Sees("go back to the notes first").
		Press("esc", "esc").Sees("Review", "0/3 decided")
}

// TestSearchCoversSecrets: neither the list nor a passage shows one.
func TestSearchCoversSecrets(t *testing.T) {
	f := &finds{auto: []model.Hit{{Session: "s", Line: 9, Text: "the key hunter2hunter2 is x", Mark: [2]int{26, 27}}}}
	d := newFake(shop()).deps()
	d.Searches = f
	d.Secrets = func(text string) [][2]int {
		if i := strings.Index(text, "hunter2hunter2"); i >= 0 {
			return [][2]int{{i, i + 14}}
		}
		return nil
	}
	uitest.New(t, d).Press("ctrl+f").Type("x").Press("enter").Until("1 hit").Sees("[masked]").Misses("hunter2").
		Press("enter").Sees("[masked]", "line 9").Misses("hunter2")
}

func TestSearchGolden(t *testing.T) {
	for look, set := range looks {
		t.Run(look, func(t *testing.T) {
			d := newFake(shop()).deps()
			set(&d)
			d.Searches = &finds{auto: hitsOf("redis")}
			s := uitest.New(t, d).Press("ctrl+f").Type("redis").Press("enter").Until("7 hits").Press("j", "j", "j")
			for _, view := range []struct {
				name string
				keys []string
			}{{"search", nil}, {"passage", []string{"enter"}}} {
				var out strings.Builder
				s.Press(view.keys...)
				for _, z := range [][2]int{{120, 40}, {80, 24}, {40, 12}} {
					fmt.Fprintf(&out, "== %dx%d\n%s\n", z[0], z[1], s.Size(z[0], z[1]).View())
				}
				golden(t, view.name+"-"+look, out.String())
			}
		})
	}
}

// TestSearchSizes goes through degenerate sizes in each state of the screen.
func TestSearchSizes(t *testing.T) {
	for _, keys := range [][]string{nil, {"enter"}, {"enter", "enter"}, {"enter", "G"}, {"enter", "enter", "G"}, {"enter", "?"}} {
		f := &finds{auto: hitsOf("redis")}
		s, _ := searching(t, f, shop())
		s.Press("ctrl+f").Type("redis").Tick().Until("7 hits").Press(keys...)
		for w := range 60 {
			for h := range 20 {
				s.Size(3*w, h).Press("pgdown", "k")
			}
		}
	}
}
