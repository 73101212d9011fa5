package desk

import (
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"dreamgate/diffview/hunk"
	"dreamgate/memory"
	"dreamgate/model"
)

// interleavingsEnv says which orders of events are tried: "20000" is the first 20000 of them, "5000-9999" those
// between; without it they are the first sixty. gitInterleavingsEnv says the same of those with git.
const (
	interleavingsEnv    = "DREAMGATE_INTERLEAVINGS"
	gitInterleavingsEnv = "DREAMGATE_INTERLEAVINGS_GIT"
)

// seeds are those that the environment asks for, the first few if it asks for none.
func seeds(t *testing.T, env string, few uint64) (from, to uint64) {
	t.Helper()
	text := os.Getenv(env)
	if text == "" {
		return 0, few
	}
	first, last, pair := strings.Cut(text, "-")
	if !pair {
		first, last = "0", first
	}
	from, err := strconv.ParseUint(first, 10, 64)
	must(t, err)
	to, err = strconv.ParseUint(last, 10, 64)
	must(t, err)
	if pair {
		to++
	}
	return from, to
}

// actor is somebody who works on the memory: one that stops before every operation on the disk until it is
// his turn again. Only one of all is ever at work, so that a seed gives the same order each time.
type actor struct {
	name   string
	turn   chan struct{}
	paused chan bool // true while there is more to do
}

// stage steps actors by a seed.
type stage struct {
	t      *testing.T
	s      *scene
	rng    *rand.Rand
	actors []*actor
	seed   uint64

	// made counts the words that nobody else writes. editors are those that an editor wrote, accepted those that
	// came by an accepted hunk, and consented those that an accepted hunk took away.
	// ticks make ids that sort in one order.
	made  int
	ticks int
	// deleted are those that stood in a note when the agent deleted it.
	editors   []string
	accepted  []string
	consented map[string]bool
	deleted   map[string]bool
	commits   int
	conflicts int
	aside     int
	deletions int
	replaced  int
	parted    int
	// ledger is what reviewers said of hunks, overruled counts where others had been first; reshaped are the hunks that
	// somebody split.
	ledger    []saying
	overruled int
	reshaped  map[string]bool
}

// enter adds an actor. Wait is what he calls where others may come in between.
func (g *stage) enter(name string, do func(d *Desk, wait func())) {
	a := &actor{name, make(chan struct{}), make(chan bool)}
	wait := func() {
		a.paused <- true
		<-a.turn
	}
	d := New(func() time.Time { g.ticks++; return now.Add(time.Duration(g.ticks) * time.Millisecond) })
	d.fault = func(string, string) error { wait(); return nil }
	g.actors = append(g.actors, a)
	go func() {
		<-a.turn
		defer func() { a.paused <- false }()
		do(d, wait)
	}()
}

// run gives turns until all are done.
func (g *stage) run() {
	for steps := 0; len(g.actors) > 0; steps++ {
		if steps > 200_000 {
			g.t.Fatalf("seed %d: no end in sight", g.seed)
		}
		i := g.rng.IntN(len(g.actors))
		g.actors[i].turn <- struct{}{}
		if more := <-g.actors[i].paused; !more {
			g.actors = slices.Delete(g.actors, i, i+1)
		}
	}
}

// word is one that stands nowhere else.
func (g *stage) word(of string) string {
	g.made++
	return fmt.Sprintf("%s-%d.", of, g.made)
}

var stageNotes = []string{"MEMORY.md", "build.md", "rule.md", "tone.md", "sub/new.md"}

// remove is the agent that deletes a note, as it is at this moment.
func (g *stage) remove(path string) {
	// What an apply has just taken out lies beside it, and is deleted with it as far as the agent is concerned.
	// The index goes by no such whim.
	waiting, err := filepath.Glob(filepath.Join(filepath.Dir(path), memory.TempPrefix+"*"))
	must(g.t, err)
	for i, p := range append(waiting, path) {
		text, err := os.ReadFile(p)
		must(g.t, err)
		for _, w := range strings.Fields(string(text)) {
			if i == len(waiting) && strings.Contains(w, "-") && strings.HasSuffix(w, ".") {
				g.deleted[w] = true
			}
			g.consented[w] = true
		}
	}
	must(g.t, os.Remove(path))
	g.deletions++
}

// edit is what an editor, or the agent, does in one go: it reads a note, and writes it with a line more, makes
// it where there is none, or, now and then, deletes it.
func (g *stage) edit() {
	name := stageNotes[g.rng.IntN(len(stageNotes))]
	path := filepath.Join(g.s.st.Dir, filepath.FromSlash(name))
	text, err := os.ReadFile(path)
	if err == nil && name != "MEMORY.md" && g.rng.IntN(12) == 0 {
		g.remove(path)
		return
	}
	if err != nil {
		must(g.t, os.MkdirAll(filepath.Dir(path), 0o755))
		text = nil
	}
	for _, w := range strings.Fields(string(text)) {
		delete(g.deleted, w) // what it reads at a moment at which it stands there, it writes
	}
	lines := hunk.Lines(text)
	w := g.word("editor")
	at := g.rng.IntN(len(lines) + 1)
	lines = slices.Insert(slices.Clone(lines), at, "- "+w+"\n")
	if at > 0 && !strings.HasSuffix(lines[at-1], "\n") {
		lines[at-1] += "\n"
	}
	text = []byte(strings.Join(lines, ""))
	if g.rng.IntN(2) == 0 {
		err = os.WriteFile(path, text, 0o644)
	} else {
		temp := path + ".swp"
		err = errors.Join(os.WriteFile(temp, text, 0o644), os.Rename(temp, path))
	}
	must(g.t, err)
	g.editors = append(g.editors, w)
}

// propose is a dream: it reads all, and lays down what it made of that some time later.
func (g *stage) propose(d *Desk, wait func()) {
	base := g.s.tree()
	wait()
	proposed := maps.Clone(base)
	for _, path := range stageNotes {
		f, there := proposed[path]
		lines := hunk.Lines(f.Data)
		switch n := g.rng.IntN(6); {
		case n == 0 && there:
			delete(proposed, path)
			continue
		case n < 3 && len(lines) > 0:
			lines[g.rng.IntN(len(lines))] = g.word("dream") + "\n"
		case n < 5:
			lines = slices.Insert(lines, g.rng.IntN(len(lines)+1), g.word("dream")+"\n")
		}
		if len(lines) > 0 {
			proposed[path] = model.File{Mode: 0o644, Data: []byte(strings.Join(lines, ""))}
		}
	}
	g.renames(proposed)
	p := model.Proposal{Store: g.s.st, Origin: model.OriginRules, Base: base, Proposed: proposed}
	if g.rng.IntN(4) == 0 {
		// An extraction puts a larger one in the place of what waits, as long as nobody has begun with that.
		if infos, err := d.List(g.t.Context(), g.s.st); err == nil && len(infos) > 0 {
			wait()
			if _, err = d.Replace(g.t.Context(), infos[len(infos)-1].ID, p); err == nil {
				g.replaced++
				return
			}
			if !errors.Is(err, errBegun) && !errors.Is(err, errEmpty) {
				g.expected("replace", err)
			}
		}
	}
	if _, err := d.Propose(g.t.Context(), p); err != nil && !errors.Is(err, errEmpty) {
		g.t.Errorf("seed %d: propose: %v", g.seed, err)
	}
}

// renames gives a note another name now and then, as it is or with what else is proposed for it.
func (g *stage) renames(proposed model.Tree) {
	names := append([]string{"moved.md", "sub/moved.md"}, stageNotes[1:]...)
	from, to := names[g.rng.IntN(len(names))], names[g.rng.IntN(len(names))]
	f, there := proposed[from]
	if _, taken := proposed[to]; !there || taken {
		return
	}
	proposed[to] = f
	delete(proposed, from)
}

// split has hunks of a review split, renames before all.
func (g *stage) split(r *model.Review) {
	for _, c := range r.Whole {
		for _, h := range c.Hunks {
			if g.rng.IntN(5) > 0 && (c.RenameOf == "" || g.rng.IntN(2) == 0) {
				continue
			}
			shape, ok := hunk.Split(r.Whole, r.Shape, h.ID)
			if !ok {
				continue
			}
			changes, err := hunk.Reshape(r.Whole, shape)
			must(g.t, err)
			ru := hunk.Reruled(r.Whole, r.Ruling(), shape)
			r.Changes, r.Shape, r.Decisions, r.Notes = changes, shape, ru.Decisions, ru.Notes
			if c.RenameOf != "" {
				g.parted++
			}
		}
	}
}

// consents are the words that accepted hunks take away. What goes on under another name does not.
func (g *stage) consents(picked []model.Change) {
	goesOn := map[string]bool{}
	for _, c := range picked {
		if c.RenameOf != "" {
			for _, w := range strings.Fields(strings.Join(c.Hunks[0].Added, "")) {
				goesOn[c.RenameOf+" "+w] = true
			}
		}
	}
	for _, c := range picked {
		for _, h := range c.Hunks {
			for _, w := range strings.Fields(strings.Join(h.Removed, "")) {
				if !h.Removes() || !goesOn[c.Path+" "+w] {
					g.consented[w] = true
				}
			}
		}
	}
}

// beside does what else a reviewer may do to a proposal, and reports whether it did.
func (g *stage) beside(d *Desk, id string) bool {
	ctx := g.t.Context()
	switch g.rng.IntN(12) {
	case 0:
		g.expected("discard", d.Discard(ctx, g.s.st, id))
	case 1:
		_, _, err := d.Refresh(ctx, g.s.st, id)
		g.expected("refresh", err)
	default:
		return false
	}
	return true
}

// review decides a proposal at random and carries it out, or refreshes it where the notes have moved on.
func (g *stage) review(d *Desk, name string, wait func()) {
	ctx := g.t.Context()
	infos, err := d.List(ctx, g.s.st)
	if err != nil || len(infos) == 0 {
		g.expected("list", err)
		return
	}
	id := infos[g.rng.IntN(len(infos))].ID
	if g.beside(d, id) {
		return
	}
	r, err := d.Review(ctx, g.s.st, id)
	if g.expected("review", err) || r.State != model.ReviewPending {
		return
	}
	was, words := g.say(&r, name)
	r.Seen = &was
	if g.rng.IntN(3) > 0 {
		b, err := d.Decide(ctx, g.s.st, id, was, r.Ruling())
		if g.expected("decide", err) {
			return
		}
		g.heard(words, b)
		seen := r.Ruling()
		if r.Seen, words = &seen, nil; g.rng.IntN(6) == 0 {
			return // he comes back to it, or another one does
		}
	}
	wait()
	_, err = d.Commit(ctx, r, model.CommitOptions{})
	if errors.Is(err, errBeside) {
		g.conflicts++ // the other reviewer's decisions are to be seen first
		if r, err = d.Review(ctx, g.s.st, id); g.expected("review", err) || r.State != model.ReviewPending {
			return
		}
		words = nil
		seen := r.Ruling()
		r.Seen = &seen
		if _, err = d.Commit(ctx, r, model.CommitOptions{}); errors.Is(err, errBeside) {
			return
		}
	}
	if err != nil {
		g.attempted(words)
	}
	if errors.Is(err, memory.ErrMoved) {
		g.conflicts++
		_, _, err = d.Refresh(ctx, g.s.st, id)
		g.expected("refresh", err)
		return
	}
	if g.expected("commit", err) {
		return
	}
	g.commits++
	g.heard(words, model.Beside{})
	picked := hunk.Selected(r.Changes, r.Decisions)
	g.consents(picked)
	for _, c := range picked {
		for _, h := range c.Hunks {
			for _, w := range strings.Fields(strings.Join(h.Added, "")) {
				if strings.HasPrefix(w, "dream-") {
					g.accepted = append(g.accepted, w)
				}
				delete(g.deleted, w) // somebody wanted it back
			}
		}
	}
}

// expected reports whether something failed in a way in which it may while others are at work.
func (g *stage) expected(what string, err error) bool {
	for _, e := range []error{errClosed, errUnknown, errGoneOn, errOther, errApplied, errNothingLeft, memory.ErrApplied, memory.ErrLocked, memory.ErrMoved} {
		if errors.Is(err, e) {
			return true
		}
	}
	if err != nil && !strings.Contains(err.Error(), "nothing is accepted yet") && !strings.Contains(err.Error(), "another dreamgate is writing") {
		g.t.Errorf("seed %d: %s: %v", g.seed, what, err)
	}
	return err != nil
}

// holds looks at the end: no word that an editor wrote, and none that was accepted, is gone unless somebody
// accepted that it goes; and nothing of ours is left behind.
func (g *stage) holds() {
	text := ""
	for path, f := range g.s.tree() {
		for _, w := range strings.Fields(string(f.Data)) {
			if g.deleted[w] {
				g.t.Errorf("seed %d: %s of a deleted note is back in %s", g.seed, w, path)
			}
		}
		text += string(f.Data) + "\n"
		if strings.Contains(path, memory.TempPrefix) {
			g.t.Errorf("seed %d: %s is left", g.seed, path)
		}
	}
	aside, err := filepath.Glob(filepath.Join(g.s.base, "state", "dreamgate", g.s.st.ID, "aside", "*"))
	must(g.t, err)
	g.aside = len(aside)
	for _, path := range aside {
		data, err := os.ReadFile(path)
		must(g.t, err)
		text += string(data) + "\n"
	}
	stands := map[string]bool{}
	for _, w := range strings.Fields(text) {
		stands[w] = true
	}
	for _, w := range slices.Concat(g.editors, g.accepted) {
		if !stands[w] && !g.consented[w] {
			g.t.Errorf("seed %d: %s is lost", g.seed, w)
		}
	}
	if lines, err := g.s.desk.Recover(g.t.Context(), g.s.st); err != nil || len(lines) > 0 {
		g.t.Errorf("seed %d: left behind: %q, %v", g.seed, lines, err)
	}
}

// TestInterleavings lets two programs with a review each, dreams and editors work on one memory in
// random orders, switching before any operation on the disk: no update is lost, nobody is overruled unseen, and nobody waits
// for ever.
func TestInterleavings(t *testing.T) {
	from, to := seeds(t, interleavingsEnv, 60)
	commits, conflicts := playAll(t, from, to, false)
	if n := int(to - from); n >= 60 && (commits < n/3 || conflicts < n/20) {
		t.Errorf("too little happened: %d commits, %d conflicts", commits, conflicts)
	}
}

// playAll plays the orders of a range, and says what happened in them.
func playAll(t *testing.T, from, to uint64, git bool) (commits, conflicts int) {
	t.Helper()
	aside, deletions, replaced, parted, said, overruled := 0, 0, 0, 0, 0, 0
	for seed := from; seed < to && !t.Failed(); seed++ {
		g := interleave(t, seed, git)
		commits, conflicts, aside, deletions = commits+g.commits, conflicts+g.conflicts, aside+g.aside, deletions+g.deletions
		replaced, parted = replaced+g.replaced, parted+g.parted
		said, overruled = said+len(g.ledger), overruled+g.overruled
	}
	t.Logf("orders %d to %d: %d commits, %d conflicts shown, %d notes deleted by others, %d versions kept aside, %d proposals replaced, %d renames parted; %d times something was said of a hunk, of which %d times others had been first",
		from, to-1, commits, conflicts, deletions, aside, replaced, parted, said, overruled)
	if to-from >= 100 && parted == 0 {
		t.Error("no rename was parted")
	}
	return commits, conflicts
}

// TestInterleavingsWithGit is the same over real repositories.
func TestInterleavingsWithGit(t *testing.T) {
	from, to := seeds(t, gitInterleavingsEnv, 4)
	playAll(t, from, to, true)
}

func interleave(t *testing.T, seed uint64, git bool) *stage {
	s := quickScene(t, int(seed))
	defer os.RemoveAll(s.base)
	if git {
		s.repo()
	}
	g := &stage{t: t, s: s, rng: rand.New(rand.NewPCG(seed, 17)), seed: seed, consented: map[string]bool{}, deleted: map[string]bool{}, reshaped: map[string]bool{}}
	g.enter("dream", func(d *Desk, wait func()) {
		for range 3 {
			g.propose(d, wait)
			wait()
		}
	})
	for _, name := range []string{"reviewer", "second reviewer"} {
		g.enter(name, func(d *Desk, wait func()) {
			for range 6 {
				g.review(d, name, wait)
				wait()
			}
		})
	}
	g.enter("editor", func(_ *Desk, wait func()) {
		for range 60 {
			for range g.rng.IntN(8) {
				wait()
			}
			if g.rng.IntN(4) == 0 {
				g.edit()
			}
		}
	})
	g.run()
	g.holds()
	g.nobodyOverruled()
	return g
}
