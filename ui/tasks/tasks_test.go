package tasks

import (
	"flag"
	"fmt"
	"math/rand"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/charmbracelet/x/ansi"
	"github.com/muesli/termenv"

	"dreamgate/keymap"
	"dreamgate/model"
	"dreamgate/ui/style"
)

var update = flag.Bool("update", false, "write the goldens")

var looks = map[string]*style.Styles{
	"dark":  style.New(style.Options{Theme: "dark", Profile: termenv.TrueColor}),
	"none":  style.New(style.Options{Theme: "dark", Profile: termenv.Ascii}),
	"ascii": style.New(style.Options{Theme: "dark", Profile: termenv.Ascii, ASCII: true}),
}

var noon = time.Date(2026, 11, 29, 12, 0, 0, 0, time.UTC)

// runs are one of every state.
func runs() []model.Run {
	shop, api := model.Store{Name: "shop"}, model.Store{Name: "api"}
	began := noon.Add(-102 * time.Second)
	return []model.Run{
		{ID: "6", Store: shop, Engine: "claude sonnet", State: model.RunRunning, Started: began, Stage: model.StageConsolidate,
			StageAt: map[model.Stage]time.Time{model.StageOrient: began, model.StageGather: began.Add(9 * time.Second), model.StageConsolidate: began.Add(47 * time.Second)},
			Last:    "edit testing.md", Log: []string{"read 12 sessions", "edit testing.md"}, Files: []string{"testing.md", "staging-deploy.md", "MEMORY.md"},
			Sessions: 12, Lines: 4310, LeftOut: 18, Tokens: 31200, Cost: 0.12},
		{ID: "5", Store: shop, Engine: "offline", State: model.RunReady, Started: noon.Add(-3 * time.Hour), Ended: noon.Add(-2 * time.Hour),
			Stage: model.StagePrune, Proposal: "p5", Hunks: 14, Flagged: 2, Report: []string{"a session could not be read: torn line 7"}},
		{ID: "4", Store: api, Engine: "claude", State: model.RunFailed, Ended: noon.Add(-5 * time.Minute), Stage: model.StageGather, Note: "limit reached, resets 18:00; nothing was changed"},
		{ID: "3", Store: api, Engine: "command", State: model.RunCancelling, Started: began, Stage: model.StageOrient},
		{ID: "2", Store: api, Engine: "command", State: model.RunCancelled, Ended: noon.Add(-72 * time.Hour), Note: "nothing was changed"},
		{ID: "1", Store: api, Engine: "offline", State: model.RunUnchanged, Ended: noon.Add(-30 * time.Second), Stage: model.StagePrune},
	}
}

func panel(w, h int, look string) *Panel {
	p := New(Options{Styles: looks[look]})
	p.SetSize(w, h)
	p.SetRuns(runs())
	return p
}

func shows(t *testing.T, screen string, texts ...string) {
	t.Helper()
	for _, s := range texts {
		if !strings.Contains(ansi.Strip(screen), s) {
			t.Errorf("%q is not on the screen:\n%s", s, ansi.Strip(screen))
		}
	}
}

func fits(t *testing.T, s string, w, h int) {
	t.Helper()
	rows := strings.Split(s, "\n")
	if h > 0 && len(rows) != h {
		t.Fatalf("%dx%d: %d rows", w, h, len(rows))
	}
	for _, row := range rows {
		bad := strings.IndexFunc(ansi.Strip(row), func(r rune) bool { return r < 0x20 || r >= 0x7f && r < 0xa0 })
		if ansi.StringWidth(row) > w || bad >= 0 {
			t.Fatalf("%dx%d: %d cells, control at %d: %q", w, h, ansi.StringWidth(row), bad, row)
		}
	}
}

func TestGoldens(t *testing.T) {
	for _, size := range []struct{ w, h int }{{120, 39}, {80, 23}, {40, 11}} {
		for look := range looks {
			name := fmt.Sprintf("tasks-%dx%d-%s", size.w, size.h+1, look)
			got := panel(size.w, size.h, look).Render(noon) + "\n"
			path := filepath.Join("testdata", name+".golden")
			if *update {
				if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			if got != string(want) {
				t.Errorf("%s is another; run with -update and look at the change\n%s", path, ansi.Strip(got))
			}
		}
	}
}

func TestStates(t *testing.T) {
	s := panel(120, 39, "none").Render(noon)
	shows(t, s, "consolidate", "01:42", "31k tok  $0.12", "orient ✓ 9s   gather ✓ 38s   consolidate … 55s   prune", "last: edit testing.md",
		"files: testing.md, staging-deploy.md, MEMORY.md", "12 sessions, 4,310 lines, 18 left out",
		"done: 14 hunks, 2 flagged; r opens the review while it waits", "2h ago", "limit reached, resets 18:00; nothing was changed",
		"cancelling; nothing is changed", "cancelled; nothing was changed", "nothing to change", "3d ago", "5m ago")
}

func TestExtractionsAreNamed(t *testing.T) {
	list := runs()
	list[5].Extract, list[5].State, list[5].Note = true, model.RunReady, "2 notes proposed"
	p := panel(120, 39, "none")
	p.SetRuns(list)
	shows(t, p.Render(noon), "dream    shop", "extract  api ", "2 notes proposed")
}

// TestProgress: where a total is known there is a bar, while the run is at work.
func TestProgress(t *testing.T) {
	for _, w := range []int{120, 80, 40} {
		for look, bar := range map[string]string{"none": "██", "ascii": "#"} {
			p := panel(w, 30, look)
			list := runs()
			for i := range list {
				list[i].Progress = model.Progress{Done: 1240, Total: 4000, Unit: "session"}
			}
			p.SetRuns(list)
			got := p.Render(noon)
			fits(t, got, w, 30)
			shows(t, got, "1,240 of 4,000 sessions", bar)
			if n := strings.Count(ansi.Strip(got), "of 4,000 sessions"); n != 2 { // two are at work
				t.Errorf("%d runs at %d cells have a bar", n, w)
			}
		}
	}
}

func TestEscTwiceCancels(t *testing.T) {
	p := panel(80, 23, "none")
	if out := p.Handle(keymap.Cancel, noon); out.Cancel != "" || out.Leave || out.Hint != "" {
		t.Fatalf("%+v", out)
	}
	shows(t, p.Render(noon), "! esc again to cancel")
	if !p.Ticking(noon) {
		t.Error("nobody draws the end of the armed time")
	}
	if s := p.Render(noon.Add(3 * time.Second)); strings.Contains(s, "again") {
		t.Error("it stays armed for ever")
	}
	if out := p.Handle(keymap.Cancel, noon.Add(3*time.Second)); out.Cancel != "" || !strings.Contains(out.Hint, "esc again to cancel") {
		t.Errorf("a late second press: %+v", out)
	}
	if out := p.Handle(keymap.Cancel, noon.Add(4*time.Second)); out.Cancel != "6" {
		t.Errorf("%+v", out)
	}
	p.Handle(keymap.Cancel, noon)
	p.Handle(keymap.Down, noon)
	p.Handle(keymap.Up, noon)
	if out := p.Handle(keymap.Cancel, noon.Add(time.Second)); out.Cancel != "" {
		t.Error("a key between the two presses is not heard")
	}
}

// TestWhy: what is said of a key that does nothing is true where it is pressed, in the list and in the log.
func TestWhy(t *testing.T) {
	p := panel(80, 23, "none")
	says := func(where string, want map[keymap.Action]string) {
		t.Helper()
		for a, s := range want {
			if why := p.Why(a); !strings.Contains(why, s) || (why == "") != p.Works(a) {
				t.Errorf("%s: %s: %q", where, a, why)
			}
		}
	}
	says("at work", map[keymap.Action]string{keymap.Cancel: "", keymap.Log: "", keymap.TaskReview: "still at work"})
	p.Handle(keymap.Log, noon)
	says("log", map[keymap.Action]string{keymap.Cancel: "the steps of this run are shown", keymap.Details: "L goes back to the list"})
	p.Handle(keymap.Log, noon)
	p.Handle(keymap.Bottom, noon)
	says("over", map[keymap.Action]string{keymap.Cancel: "over", keymap.Details: "", keymap.TaskReview: "nothing to review"})
	p.SetRuns(nil)
	says("none", map[keymap.Action]string{keymap.Cancel: "no dream is at work", keymap.Details: "no dream has run yet", keymap.Log: "no dream has run yet"})
}

func TestEscMeansWhatIsThere(t *testing.T) {
	p := panel(80, 23, "none")
	p.Handle(keymap.Down, noon)
	if out := p.Handle(keymap.Cancel, noon); !out.Leave {
		t.Errorf("on a run that ended: %+v", out)
	}
	for range 2 {
		p.Handle(keymap.Down, noon)
	}
	if out := p.Handle(keymap.Cancel, noon); out.Leave || out.Cancel != "" || out.Hint == "" {
		t.Errorf("on a run that is being cancelled: %+v", out)
	}
	p.Handle(keymap.Top, noon)
	p.Handle(keymap.Log, noon)
	if out := p.Handle(keymap.Cancel, noon); out.Leave || out.Hint != "" {
		t.Errorf("in the log: %+v", out)
	}
	if out := p.Handle(keymap.Back, noon); !out.Leave {
		t.Errorf("%+v", out)
	}
	if out := New(Options{}).Handle(keymap.Cancel, noon); !out.Leave {
		t.Errorf("an empty panel: %+v", out)
	}
}

func TestSelectionStaysOnItsRun(t *testing.T) {
	p := panel(80, 23, "none")
	p.Handle(keymap.Down, noon)
	p.SetRuns(append([]model.Run{{ID: "7", State: model.RunRunning}}, runs()...))
	if r, ok := p.current(); !ok || r.ID != "5" {
		t.Errorf("selected %q", r.ID)
	}
	p.SetSize(40, 11)
	p.SetRuns(runs()[2:])
	if r, ok := p.current(); !ok || r.ID != "2" {
		t.Errorf("selected %q after its run is gone", r.ID)
	}
	p.SetRuns(nil)
	if _, ok := p.current(); ok {
		t.Error("a run is selected where there is none")
	}
	shows(t, p.Render(noon), "No dream has run yet")
	p.Handle(keymap.Down, noon)
	p.SetRuns(runs())
	if _, ok := p.current(); !ok {
		t.Error("nothing is selected")
	}
}

// TestOpenedForTheRunAtWork: esc esc cancels a dream that began just before the panel was opened, or
// just after, however many runs ended before.
func TestOpenedForTheRunAtWork(t *testing.T) {
	ended := []model.Run{{ID: "2", State: model.RunReady}, {ID: "1", State: model.RunFailed}}
	work := append([]model.Run{{ID: "3", State: model.RunRunning}}, ended...)
	twice := func(p *Panel) string {
		p.Handle(keymap.Cancel, noon)
		return p.Handle(keymap.Cancel, noon).Cancel
	}
	after := New(Options{})
	after.SetRuns(ended)
	after.Open()
	after.SetRuns(work)
	if got := twice(after); got != "3" {
		t.Errorf("begun after the opening: %q", got)
	}
	before := New(Options{})
	before.SetRuns(ended)
	before.Handle(keymap.Down, noon)
	before.SetRuns(work)
	before.Open()
	if got := twice(before); got != "3" {
		t.Errorf("begun before the opening: %q", got)
	}
	before.Handle(keymap.Down, noon)
	before.SetRuns(append([]model.Run{{ID: "4", State: model.RunRunning}}, work...))
	if r, _ := before.current(); r.ID != "2" {
		t.Errorf("a run that began took the bar from %q, where a key had put it", r.ID)
	}
}

func TestReviewDetailsAndLog(t *testing.T) {
	p := panel(80, 30, "none")
	if out := p.Handle(keymap.TaskReview, noon); out.Review.Proposal != "" || out.Hint == "" {
		t.Errorf("%+v", out)
	}
	p.Handle(keymap.Down, noon)
	if out := p.Handle(keymap.TaskReview, noon); out.Review.Proposal != "p5" {
		t.Errorf("%+v", out)
	}
	if s := p.Render(noon); strings.Contains(s, "torn line") {
		t.Error("details are shown unasked")
	}
	p.Handle(keymap.Details, noon)
	shows(t, p.Render(noon), "torn line 7")
	p.Handle(keymap.Up, noon)
	p.Handle(keymap.Log, noon)
	shows(t, p.Render(noon), "Log of dream shop claude sonnet", "read 12 sessions")
	p.SetRuns(nil)
	shows(t, p.Render(noon), "No dream")
}

// TestLogFollows: a log that is left at its end shows what comes; one that was scrolled back stays.
func TestLogFollows(t *testing.T) {
	r := model.Run{ID: "1", State: model.RunRunning}
	for i := range 100 {
		r.Log = append(r.Log, fmt.Sprintf("step %d.", i))
	}
	p := New(Options{Styles: looks["none"]})
	p.SetSize(80, 12)
	p.SetRuns([]model.Run{r})
	p.Handle(keymap.Log, noon)
	shows(t, p.Render(noon), "step 99.")
	r.Log = append(r.Log, "step 100.")
	p.SetRuns([]model.Run{r})
	shows(t, p.Render(noon), "step 100.")
	p.Handle(keymap.Top, noon)
	shows(t, p.Render(noon), "step 0.")
	r.Log = append(r.Log, "step 101.")
	p.SetRuns([]model.Run{r})
	shows(t, p.Render(noon), "step 0.")
	p.Handle(keymap.Bottom, noon)
	shows(t, p.Render(noon), "step 101.")
}

// TestLogSaysHowItEnded: the steps of a run that is over close with what is to be said of it and how it came out, as the
// command prints them.
func TestLogSaysHowItEnded(t *testing.T) {
	for look := range looks {
		p := New(Options{Styles: looks[look]})
		p.SetSize(60, 12)
		p.SetRuns([]model.Run{{ID: "1", State: model.RunFailed, Log: []string{"read 12 sessions"}, Report: []string{"torn line 7"}, Note: "limit reached"}})
		p.Handle(keymap.Log, noon)
		s := p.Render(noon)
		fits(t, s, 60, 12)
		shows(t, s, "read 12 sessions", "torn line 7", looks[look].Marks.No+" limit reached")
		p.SetRuns([]model.Run{{ID: "1", State: model.RunRunning, Log: []string{"read 12 sessions"}, Report: []string{"torn line 7"}}})
		if s := p.Render(noon); strings.Contains(s, "torn") || strings.Contains(s, "limit") {
			t.Errorf("at work:\n%s", s)
		}
	}
}

// TestWaits: a run that waits says for whom, is no run at work, and is ended by esc esc.
func TestWaits(t *testing.T) {
	whose := "another dream of this memory runs (process 7)"
	waits := model.Run{ID: "2", Store: model.Store{Name: "shop"}, Engine: "offline", State: model.RunWaiting, Free: true, Note: whose, Started: noon.Add(-time.Minute)}
	for _, size := range []struct{ w, h int }{{120, 39}, {80, 23}, {40, 11}} {
		p := New(Options{Styles: looks["ascii"]})
		p.SetSize(size.w, size.h)
		p.SetRuns([]model.Run{waits})
		s := p.Render(noon)
		fits(t, s, size.w, size.h)
		shows(t, s, "waiting", "01:00")
		if size.w >= 80 {
			shows(t, s, "waiting: "+whose)
		}
		if strings.Contains(s, "orient") {
			t.Errorf("a stage of what has not begun:\n%s", s)
		}
		if out := p.Handle(keymap.TaskReview, noon); !strings.Contains(out.Hint, "has not begun") {
			t.Errorf("%+v", out)
		}
		p.Handle(keymap.Cancel, noon)
		if out := p.Handle(keymap.Cancel, noon); out.Cancel != "2" {
			t.Errorf("esc esc: %+v", out)
		}
	}
	p := New(Options{Styles: looks["none"]})
	p.SetSize(80, 23)
	p.SetRuns([]model.Run{waits, {ID: "1", State: model.RunRunning}})
	p.Open()
	if r, _ := p.Current(); r.ID != "1" {
		t.Errorf("the bar is on %s, which has not begun", r.ID)
	}
}

// TestWalk gives the panel whatever comes, hostile texts included: it fits and never panics.
func TestWalk(t *testing.T) {
	bad := "\x1b[2J\u202eev\u200bil 日本 👨\u200d👩\t\n" + strings.Repeat("x", 300)
	var actions []keymap.Action
	for _, b := range keymap.Default().In(keymap.Tasks) {
		actions = append(actions, b.Action)
	}
	evil := runs()
	for i := range evil {
		evil[i].Store.Name, evil[i].Engine, evil[i].Note, evil[i].Last = bad, bad, bad, bad
		evil[i].Log, evil[i].Files, evil[i].Report = []string{bad}, []string{bad}, []string{bad}
	}
	rnd := rand.New(rand.NewSource(1))
	p := New(Options{Styles: looks["dark"]})
	now := noon
	for range 1500 {
		switch rnd.Intn(10) {
		case 0:
			p.SetSize(rnd.Intn(150), rnd.Intn(50))
		case 1:
			n := rnd.Intn(len(evil) + 1)
			p.SetRuns(evil[n:])
		case 2:
			now = now.Add(time.Duration(rnd.Intn(3000)) * time.Millisecond)
		default:
			if out := p.Handle(actions[rnd.Intn(len(actions))], now); out.Cancel != "" && out.Cancel != "6" {
				t.Fatalf("%+v", out)
			}
		}
		fits(t, p.Render(now), p.w, p.h)
	}
	for w := range 20 {
		for h := range 8 {
			p.SetSize(w, h)
			fits(t, p.Render(now), w, h)
		}
	}
}

func BenchmarkRender(b *testing.B) {
	p := panel(200, 60, "dark")
	for i := range b.N {
		p.Render(noon.Add(time.Duration(i) * time.Second))
	}
}
