package ui

import (
	"cmp"
	"context"
	"os"
	"sync/atomic"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/muesli/termenv"

	"dreamgate/keymap"
	"dreamgate/model"
	"dreamgate/ui/clipboard"
	"dreamgate/ui/history"
	"dreamgate/ui/layers"
	"dreamgate/ui/review"
	"dreamgate/ui/search"
	"dreamgate/ui/style"
	"dreamgate/ui/tasks"
	_ "dreamgate/ui/term" // before Bubble Tea asks the terminal for its colours
)

// screen is what fills the window.
type screen int

const (
	screenPicker screen = iota
	screenBrowse
	screenReview
	screenTasks
	screenSearch
	screenLayers
	screenHistory
	screenCited
)

// awaited is what the keys wait for.
type awaited int

const (
	awaitNothing awaited = iota
	awaitStores
	awaitMemory
	awaitReview
)

// App is the program on the screen. There is one tea.Model; panes are structs that it calls.
type App struct {
	deps Deps
	ctx  context.Context
	keys *keymap.Map
	st   *style.Styles
	home string
	// now is the time of the last message that brought one: nothing here looks at a clock.
	now time.Time

	layout layout
	screen screen
	// under is the screen to which the review and the task panel go back.
	under screen

	picker picker
	// single says that there is no list of stores to go back to.
	single bool
	store  model.Store
	browse browse
	review reviewing
	beside keepingUp
	tasks  *tasks.Panel
	search searched
	cited  citing
	layers layering
	past   looking
	runs   []model.Run
	// awaited are the runs whose end is to be told.
	awaited map[string]bool
	// engines are those of the last listing.
	engines []model.Engine

	watch   watching
	reading reading
	overlay overlay
	boxMemo overlayMemo
	filter  filter
	hint    hint
	// seen is the last frame that was drawn, but for its last row; "" once a key has been done since.
	seen     string
	turning  wheeling
	hintRows map[keymap.Context][]keymap.Binding
	// waiting is what the user asked for and is on its way; keys are held until it is there.
	waiting awaited
	held    []tea.KeyMsg
	// trouble says why there is nothing to show; unread is what the last row said when the store could
	// not be read.
	trouble, unread string
	// untold is what was recovered and nobody has been told yet.
	untold []string

	saver  *saver
	keeper *keeper
	// profile is how many colours the terminal shows.
	profile termenv.Profile
	// chosen is the theme that a key chose, now or once; kept is how the screen was last kept.
	chosen string
	kept   model.Look
	seq    struct{ stores, memory, review, preview, search, passage, gates, outlook uint64 }
	// rendering and ticking say that such a command is on its way.
	rendering, ticking bool
	// editing says that an editor has the terminal. Signals are handled elsewhere, hence atomic.
	editing atomic.Bool
	// draft is the last text that an editor was given.
	draft *draft
	// failure is why the program ended, if it did not end well.
	failure error

	loop Loop
}

// browse is a store, opened.
type browse struct {
	memory  model.Memory
	loaded  bool
	index   indexPane
	topics  topicsPane
	preview previewPane
	view    view
	// fromIndex says that the topic was reached from a line of the index, to which esc goes back.
	fromIndex bool
	// trail are the notes that were left for others that belong to them, to which esc goes back.
	trail []step
	// byPath are the findings of each file, notes where each note stands in memory.Notes.
	byPath map[string][]model.Finding
	notes  map[string]int
}

// reviewing is a review on the screen.
type reviewing struct {
	pane      *review.Pane
	dialog    *review.CommitDialog
	store     model.Store
	selecting selecting
	// commit says that the dialog is open, working that a commit is being made, done that it was.
	commit, working, done bool
	// place is which one of the reviews that wait it is, from 1; 0 if it is none of them.
	place int
}

// New makes the program for the look that the environment asks for. Run does so itself; it is for
// those who drive the model by hand.
func New(ctx context.Context, d Deps) *App {
	if d.Now == nil {
		d.Now = time.Now
	}
	if d.Env == nil {
		d.Env = os.Getenv
	}
	if d.Copy == nil {
		d.Copy = clipboard.New(d.Env).Copy
	}
	if d.Keys == nil {
		d.Keys = keymap.Default()
	}
	a := &App{
		deps: d, ctx: ctx, keys: d.Keys, home: d.Env("HOME"),
		filter: newFilter(), saver: &saver{reviews: d.Reviews},
		keeper: &keeper{keep: d.KeepLook}, chosen: d.Look.Theme, kept: d.Look,
		hintRows: map[keymap.Context][]keymap.Binding{}, awaited: map[string]bool{}, loop: d.Loop.whole(),
	}
	a.profile = profile(d)
	st := style.New(style.Options{
		Theme: style.Choose(cmp.Or(d.Theme, d.Look.Theme), d.Env("COLORFGBG")), Profile: a.profile,
		ASCII: d.ASCII || !style.UTF8(d.Env),
	})
	a.browse.view = view{focus: paneTopics, side: panePreview}
	a.browse.preview.sought.line = newFilter()
	a.review.pane = review.New(review.Options{Styles: st, Keys: a.keys, Zone: time.Local})
	a.review.pane.SetLook(d.Look)
	a.review.dialog = review.NewCommit(review.Options{Styles: st, Keys: a.keys, Zone: time.Local})
	a.tasks = tasks.New(tasks.Options{Styles: st, Keys: a.keys})
	a.layers.pane = layers.New(layers.Options{Styles: st, Home: a.home, Zone: time.Local})
	a.past.pane = history.New(history.Options{Styles: st, Keys: a.keys, Zone: time.Local})
	a.search.panel = search.New(search.Options{Styles: st, Keys: a.keys, Zone: time.Local})
	a.cited.panel = search.New(search.Options{Styles: st, Keys: a.keys, Zone: time.Local})
	a.picker.home = a.home
	a.setStyles(st)
	a.screen, a.waiting = screenPicker, awaitStores
	if d.Dir != "" {
		a.screen, a.single, a.waiting = screenBrowse, true, awaitMemory
	}
	return a
}

// profile is how many colours the terminal shows, by its variables alone: that it is one was looked
// at before the screen was asked for.
func profile(d Deps) termenv.Profile {
	if d.NoColor {
		return termenv.Ascii
	}
	return termenv.NewOutput(os.Stdout, termenv.WithEnvironment(environ(d.Env)), termenv.WithTTY(true)).EnvColorProfile()
}

// environ lets termenv read the variables that we read.
type environ func(string) string

func (e environ) Getenv(name string) string { return e(name) }

// Environ is asked for by the interface, and never called for colours.
func (e environ) Environ() []string { return nil }

// setStyles changes the look of everything.
func (a *App) setStyles(st *style.Styles) {
	a.st = st
	b := &a.browse
	a.picker.st, b.index.st, b.topics.st, b.preview.st = st, st, st, st
	for _, m := range []*memo{&a.picker.memo, &b.index.memo, &b.topics.memo, &b.preview.memo} {
		m.forget()
	}
	b.preview.refresh()
	a.review.pane.SetStyles(st)
	a.review.dialog.SetStyles(st)
	a.tasks.SetStyles(st)
	a.search.panel.SetStyles(st)
	a.cited.panel.SetStyles(st)
	a.layers.pane.SetStyles(st)
	a.past.pane.SetStyles(st)
}

// Init starts the reading; the first frame does not wait for it.
func (a *App) Init() tea.Cmd {
	load := a.loadStores
	if a.deps.Dir != "" {
		load = func() tea.Cmd { return a.loadDir(a.deps.Dir) }
	}
	return tea.Batch(load(), a.listEngines(), a.listRuns(), a.watchRuns())
}

// View draws a frame: exactly as many rows as the terminal has, none wider than it.
func (a *App) View() string {
	l := a.layout
	if l.w == 0 || l.h == 0 {
		return ""
	}
	if l.class == tiny {
		return a.tooSmall()
	}
	a.seen = a.body()
	return a.seen + "\n" + a.hintLine()
}

// body draws all but the last row.
func (a *App) body() string {
	l := a.layout
	var top string
	switch a.screen {
	case screenReview:
		top = a.review.pane.Render()
		if a.review.commit {
			top = a.review.dialog.Render()
		}
	case screenTasks:
		top = a.tasks.Render(a.now)
	case screenSearch:
		top = a.search.panel.Render()
	case screenCited:
		top = a.cited.panel.Render()
	case screenLayers:
		top = a.layers.pane.Render()
	case screenHistory:
		top = a.past.pane.Render()
	case screenPicker:
		top = a.header() + "\n" + a.pickerBody()
	default:
		top = a.header() + "\n" + a.browseBody()
	}
	if a.overlay != nil {
		box := a.overlay.draw(a.st, l.full.w, l.full.h)
		top = a.boxMemo.over(top, box, l.full.w, l.full.h)
	}
	return top
}

// tooSmall is the frame of a terminal in which nothing can be shown.
func (a *App) tooSmall() string {
	l := a.layout
	words := []string{"terminal too small", "q quits"}
	if q, ok := a.overlay.(*question); ok && a.leaving() {
		words = q.answers
	}
	var rows []string
	for _, s := range words {
		rows = append(rows, style.Wrap(s, l.w)...)
	}
	if len(rows) > l.h {
		rows = words
	}
	for i := range rows {
		rows[i] = a.st.Short(rows[i], l.w)
	}
	return style.Rows(rows, l.w, l.h)
}

func (a *App) pickerBody() string {
	if a.trouble != "" {
		return a.notice(a.trouble)
	}
	return a.picker.render()
}

// notice fills the body with a sentence.
func (a *App) notice(text string) string {
	w, h := a.layout.body.w, a.layout.body.h
	rows := []string{""}
	for _, l := range style.Wrap(text, w-4) {
		rows = append(rows, "  "+a.st.Muted.Render(l))
	}
	return style.Rows(rows, w, h)
}

func (a *App) browseBody() string {
	b := &a.browse
	switch {
	case a.trouble != "":
		return a.notice(a.trouble)
	case !b.loaded:
		return a.notice("reading the notes" + a.st.Marks.Ellipsis)
	}
	var parts []string
	for p := range panes {
		if !a.layout.panes[p].empty() {
			parts = append(parts, b.draw(p, a.sides(p)))
		}
	}
	if a.layout.class == normal && a.layout.panes[paneTopics].w == topicsWidth && len(parts) == 2 && !a.layout.panes[paneIndex].empty() {
		// The index stands at the right of the topics where it shares the side with the preview.
		parts[0], parts[1] = parts[1], parts[0]
	}
	return beside(parts...)
}

// draw draws one pane.
func (b *browse) draw(p pane, foot string) string {
	focus := b.view.focus == p
	switch p {
	case paneIndex:
		return b.index.render(focus, foot)
	case paneTopics:
		return b.topics.render(focus, foot)
	}
	return b.preview.render(focus, foot)
}
