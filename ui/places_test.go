package ui_test

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"strings"
	"testing"

	"dreamgate/model"
	"dreamgate/ui/uitest"
)

// world stands for what is around memories.
type world struct {
	*fake
	told    chan model.Stir
	watched []string
	trusted []string
	moves   []model.Move
	err     error
}

func (w *world) Watch(_ context.Context, s model.Store) (<-chan model.Stir, error) {
	w.watched = append(w.watched, s.Dir)
	return w.told, w.err
}

func (w *world) Trust(s model.Store) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.trusted = append(w.trusted, s.Dir)
	m := w.memories[s.Dir]
	m.Store.Untrusted = false
	w.memories[s.Dir] = m
	return w.err
}

func (w *world) Moves(context.Context, model.Store) []model.Move { return w.moves }

func (w *world) Move(_ context.Context, s model.Store, dir string) (model.Proposal, error) {
	m := w.memories[s.Dir]
	to := model.Store{ID: "new", Name: "new", Dir: dir + "/memory", Projects: []string{dir}}
	return model.Proposal{Store: to, Origin: model.OriginImport, Proposed: m.Tree}, w.err
}

func around(t *testing.T, stores ...model.Memory) (*world, *uitest.Scenario) {
	t.Helper()
	w := &world{fake: newFake(stores...), told: make(chan model.Stir, 1)}
	d := w.deps()
	d.Places = w
	return w, uitest.New(t, d)
}

// change writes a note of the fake and tells of it.
func (w *world) change(dir, path, text string) {
	w.mu.Lock()
	m := w.memories[dir]
	m.Tree = maps.Clone(m.Tree)
	m.Tree[path] = file(text)
	w.memories[dir] = memoryOf(m.Store, m.Tree, m.Findings)
	w.mu.Unlock()
	w.told <- model.Stir{Notes: true}
}

// TestTheDiskIsFollowed: what another program writes is shown, and cursor and scroll stay.
func TestTheDiskIsFollowed(t *testing.T) {
	m := shop()
	long := "---\nname: Tone\ntype: user\n---\n"
	for i := range 200 {
		long += fmt.Sprintf("Line %d of it.\n\n", i)
	}
	m.Tree["tone.md"] = file(long)
	m = memoryOf(m.Store, m.Tree, m.Findings)
	dir := m.Store.Dir
	w, s := around(t, m)
	s.Press("s", "g", "G").Sees("▌Tone").Press("J", "J", "J").Sees("Line 30 of it").Misses("Line 1 of it")
	before := strings.Count(s.Plain(), "Line ")
	s.Do(func() { w.change(dir, "aaa.md", "---\nname: Another\ntype: user\n---\nNew here.\n") }).Until("Topics 6")
	s.Sees("Another", "▌Tone", "Line 30 of it").Misses("Line 1 of it", "read again")
	if strings.Count(s.Plain(), "Line ") != before {
		t.Error("the preview moved")
	}
	s.Do(func() { w.change(dir, "bbb.md", "---\nname: Third\ntype: user\n---\nx\n") }).Until("Topics 7")
	if len(w.watched) != 1 {
		t.Errorf("watched %q", w.watched)
	}
}

// heeding keeps the contexts of the readings that it does.
type heeding struct {
	*fake
	opened, looked []context.Context
}

func (h *heeding) Open(ctx context.Context, s model.Store) (model.Memory, error) {
	h.opened = append(h.opened, ctx)
	return h.fake.Open(ctx, s)
}

func (h *heeding) Look(ctx context.Context, m model.Memory) (model.Memory, error) {
	h.looked = append(h.looked, ctx)
	return h.fake.Look(ctx, m)
}

// TestReadingsDoNotPile: what is still learned of notes that have changed is learned no further.
func TestReadingsDoNotPile(t *testing.T) {
	m := shop()
	w := &world{fake: newFake(m), told: make(chan model.Stir, 1)}
	h := &heeding{fake: w.fake}
	d := w.deps()
	d.Library, d.Places = h, w
	s := uitest.New(t, d)
	for i := range 3 {
		s.Do(func() { w.change(m.Store.Dir, fmt.Sprintf("new%d.md", i), "x\n") }).Until(fmt.Sprintf("Topics %d", 6+i))
	}
	for i, list := range [][]context.Context{h.opened, h.looked} {
		if len(list) != 4 {
			t.Fatalf("%d: read %d times", i, len(list))
		}
		for n, ctx := range list {
			if over := ctx.Err() != nil; over != (n < 3) {
				t.Errorf("%d: reading %d is over: %v", i, n, over)
			}
		}
	}
}

// TestAMemoryThatIsBack: the last row does not go on saying that it is gone.
func TestAMemoryThatIsBack(t *testing.T) {
	m := shop()
	w, s := around(t, m)
	fail := func(err error) {
		w.mu.Lock()
		w.fail["Open"] = err
		w.mu.Unlock()
	}
	s.Do(func() { fail(errors.New("it is gone")); w.told <- model.Stir{Notes: true} }).Until("could not be read")
	s.Do(func() { fail(nil); w.change(m.Store.Dir, "aaa.md", "New here.\n") }).Until("Topics 6").Misses("could not be read")
}

// TestReviewStaysWhenTheDiskChanges: a review is not read again under one's hands.
func TestReviewStaysWhenTheDiskChanges(t *testing.T) {
	w, s := around(t, shop())
	w.reviews["p1"] = moved()
	s.Press("R", "r").Sees("testing.md")
	s.Do(func() {
		w.mu.Lock()
		w.overtaken = map[string][]string{"p1": {"testing.md"}}
		w.mu.Unlock()
		w.change(shop().Store.Dir, "new.md", "x\n")
	}).Until("1 note changed: R")
	// What stands there again is nothing to be refreshed.
	s.Do(func() {
		w.mu.Lock()
		w.overtaken = nil
		w.mu.Unlock()
		w.change(shop().Store.Dir, "new.md", "y\n")
	}).UntilGone("1 note changed")
	s.Press("esc").Press("esc").Until("Topics 6")
}

// TestWithoutAWatch: where nothing can be watched all is as it was.
func TestWithoutAWatch(t *testing.T) {
	w := &world{fake: newFake(shop()), err: errors.New("no watches left")}
	d := w.deps()
	d.Places = w
	uitest.New(t, d).Sees("Topics 5").Misses("no watches left")
}

// TestTheyAskBeforeAPlaceIsTrusted: on the list and for a folder that was named.
func TestTheyAskBeforeAPlaceIsTrusted(t *testing.T) {
	m := api()
	m.Store.Untrusted, m.Store.Projects = true, []string{"/home/ann/src/api"}
	w, s := around(t, shop(), m)
	s.Sees("not read", "asks first").Press("enter").Sees("Open it?", "come with ~/src/api").
		Press("n").Sees("Memories 2")
	if len(w.trusted) != 0 {
		t.Errorf("trusted %q", w.trusted)
	}
	s.Press("enter", "y").Sees("Wrap them.")
	if len(w.trusted) != 1 {
		t.Errorf("trusted %q", w.trusted)
	}

	w = &world{fake: newFake(m), told: make(chan model.Stir)}
	d := w.deps()
	d.Places, d.Dir = w, m.Store.Dir
	uitest.New(t, d).Sees("Open it?").Press("n").Sees("not opened before you say yes").Press("R", "y").Sees("Wrap them.")
}

// TestMoveNotes: a memory whose project is gone offers the places that something speaks for.
func TestMoveNotes(t *testing.T) {
	m := shop()
	m.Store.Gone = m.Store.Projects
	w, s := around(t, m)
	s.Sees("folder gone").Press("M").Sees("nothing tells where the project went")
	w.moves = []model.Move{{Dir: "/home/ann/work/shop", Reason: "session s1 went on there"}}
	s.Press("M").Sees("Where the project may be", "~/src/shop is gone", "~/work/shop", "session s1 went on there").Press("enter").Sees("tone.md")
	if len(w.proposed) != 1 || w.proposed[0].Store.Dir != "/home/ann/work/shop/memory" {
		t.Errorf("%+v", w.proposed)
	}
	scenario(t, newFake(shop())).Press("M").Sees("has not gone anywhere")
}

// placed are memories in all states that their places can be in.
func placed() []model.Memory {
	of := func(name string, set func(*model.Store)) model.Memory {
		m := api()
		m.Store.ID, m.Store.Name, m.Store.Dir = name, name, "/home/ann/.claude/projects/-home-ann-"+name+"/memory"
		m.Store.Projects = []string{"/home/ann/src/" + name}
		set(&m.Store)
		return memoryOf(m.Store, m.Tree, m.Findings)
	}
	asks := of("asks", func(s *model.Store) {
		s.Untrusted, s.Dir = true, "/home/ann/elsewhere"
		s.Settings = []model.Setting{{Name: model.SettingFolder, Value: s.Dir, Layer: "project settings"}}
	})
	asks.Store.Summary = model.StoreSummary{}
	return []model.Memory{
		asks,
		of("busy", func(s *model.Store) {
			s.Open = []model.OpenSession{{Session: "a", PID: 1, Status: "busy"}, {Session: "b", PID: 2, Status: "idle"}}
		}),
		of("gone", func(s *model.Store) {
			s.Gone, s.Warnings = s.Projects, []string{"the project folder is gone: /home/ann/src/gone"}
		}),
		of("reviewer", func(s *model.Store) {
			s.Kind, s.Scope, s.Projects, s.Slug, s.Dir = model.KindAgent, model.ScopeUser, nil, "", "/home/ann/.claude/agent-memory/reviewer"
		}),
		of("shared team", func(s *model.Store) { s.Kind, s.Dir = model.KindTeam, s.Dir+"/team" }),
	}
}

// interrupted is a library at whose reading something else happens.
type interrupted struct {
	*fake
	meanwhile func()
}

func (l *interrupted) Open(ctx context.Context, s model.Store) (model.Memory, error) {
	m, err := l.fake.Open(ctx, s)
	if do := l.meanwhile; do != nil {
		l.meanwhile = nil
		do()
	}
	return m, err
}

// TestNoChangeIsMissed: what changes while the notes are read is read once more, whichever screen is shown by then.
func TestNoChangeIsMissed(t *testing.T) {
	for _, key := range []string{"j", "t", "L"} {
		w := &world{fake: newFake(shop()), told: make(chan model.Stir, 1)}
		slow := &interrupted{fake: w.fake}
		d := w.deps()
		d.Library, d.Places = slow, w
		s := uitest.New(t, d).Sees("Topics 5")
		slow.meanwhile = func() {
			w.change(shop().Store.Dir, "new.md", "x\n")
			s.Hear().Press(key)
		}
		s.Press("R", "esc").Sees("Topics 6")
	}
}
