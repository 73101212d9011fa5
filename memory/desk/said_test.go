package desk

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"testing"
	"time"

	"dreamgate/diffview/hunk"
	"dreamgate/memory"
	"dreamgate/model"
)

// saids are what a person says of changes while dreams, others and crashes come in between.
type saids struct {
	*scene
	rng  *rand.Rand
	seed uint64
	// words counts the notes and edits, of which each is one of a kind.
	words int
	// ever are all that was ever said of a change, by what it does.
	ever map[content]map[model.Decision]bool
	// last is what was said last in a review of a change: it must stand somewhere.
	last map[string]said
	// closed is the last verdict of a review that ended, by what a change does.
	closed map[content]model.Decision
	ids    []string
	counts map[string]int
	at     time.Time
}

// said is one thing that was said.
type said struct {
	key  content
	d    model.Decision
	note string
	edit string
}

var saidNotes = []string{"MEMORY.md", "build.md", "rule.md", "tone.md"}

// saidText is one of a few texts, so that the same change comes again.
func (g *saids) text() string {
	return fmt.Sprintf("- one\n- %d\n- two\n- %d\n", g.rng.IntN(3), g.rng.IntN(3))
}

func (g *saids) failf(format string, a ...any) {
	g.t.Helper()
	g.t.Fatalf("seed %d: "+format, append([]any{g.seed}, a...)...)
}

// allowed are the errors that may meet a person who comes late.
func (g *saids) allowed(err error) bool {
	for _, e := range []error{errClosed, errUnknown, errGoneOn, errEmpty, errNothingLeft, errOther, errApplied, memory.ErrMoved} {
		if errors.Is(err, e) {
			return true
		}
	}
	if err != nil && !strings.Contains(err.Error(), "nothing is accepted yet") {
		g.failf("%v", err)
	}
	return err != nil
}

// crashing does something that may die on the way.
func (g *saids) crashing(do func() error) {
	if g.rng.IntN(3) > 0 {
		g.allowed(do())
		return
	}
	if g.dies(1+g.rng.IntN(90), func() error { g.allowed(do()); return nil }) {
		g.counts["crashes"]++
	}
	g.newDesk()
	_, err := g.desk.Recover(g.t.Context(), g.st)
	must(g.t, err)
}

// newDesk is that of the next start.
func (g *saids) newDesk() {
	g.desk = New(func() time.Time { g.at = g.at.Add(time.Minute); return g.at })
}

func (g *saids) dream() {
	base := g.tree()
	proposed := g.tree()
	for _, path := range saidNotes {
		if g.rng.IntN(3) > 0 {
			proposed[path] = model.File{Mode: 0o644, Data: []byte(g.text())}
		}
	}
	before := map[string]bool{}
	for _, p := range g.list() {
		before[p.ID] = true
	}
	g.crashing(func() error {
		_, err := g.desk.Propose(g.t.Context(), model.Proposal{Store: g.st, Origin: model.OriginModel, Base: base, Proposed: proposed})
		return err
	})
	for _, p := range g.list() {
		if before[p.ID] {
			continue
		}
		g.ids = append(g.ids, p.ID)
		g.counts["superseded"] += len(p.Holds)
		g.arrived(p.ID)
	}
}

// arrived holds what a new proposal brings against what was said of it when reviews ended.
func (g *saids) arrived(id string) {
	r, err := g.desk.Review(g.t.Context(), g.st, id)
	must(g.t, err)
	for _, c := range r.Whole {
		for _, h := range c.Hunks {
			was, known := g.closed[hunk.Content(h)]
			before := r.Check.Hunks[h.ID].Before.Known()
			if known && before != (was == model.Rejected) {
				g.failf("%s was %s, and is known to be refused: %v", h.Path, was, before)
			}
			if before {
				g.counts["recalled"]++
			}
		}
	}
}

func (g *saids) list() []model.ProposalInfo {
	list, err := g.desk.List(g.t.Context(), g.st)
	must(g.t, err)
	return list
}

// decide says something of a hunk of a review that is open, or was open once.
func (g *saids) decide() {
	if len(g.ids) == 0 {
		return
	}
	id := g.ids[len(g.ids)-1-g.rng.IntN(min(4, len(g.ids)))]
	r, err := g.desk.Review(g.t.Context(), g.st, id)
	if g.allowed(err) || len(r.Whole) == 0 {
		return
	}
	// Another program may lay a dream down while this one has the review open.
	if g.rng.IntN(4) == 0 {
		g.dream()
	}
	c := r.Whole[g.rng.IntN(len(r.Whole))]
	h := c.Hunks[g.rng.IntN(len(c.Hunks))]
	s := said{key: hunk.Content(h), d: []model.Decision{model.Accepted, model.Rejected, model.Rejected, model.Undecided}[g.rng.IntN(4)]}
	ru := hunk.Reruled(r.Whole, r.Ruling(), r.Shape) // a copy
	g.words++
	if g.rng.IntN(2) == 0 {
		s.note = fmt.Sprintf("note-%d", g.words)
		ru.Notes[h.ID] = s.note
	} else {
		s.note = ru.Notes[h.ID]
	}
	if text, ok := ru.Shape.Edits[h.ID]; ok {
		s.edit = text
	} else if g.rng.IntN(8) == 0 {
		s.edit = fmt.Sprintf("- words-%d\n", g.words)
		ru.Shape, _ = hunk.Edit(ru.Shape, h.ID, s.edit)
	}
	ru.Decisions[h.ID] = s.d
	if _, err := g.desk.Decide(g.t.Context(), g.st, id, r.Ruling(), ru); g.allowed(err) {
		return
	}
	g.counts["decisions"]++
	if g.ever[s.key] == nil {
		g.ever[s.key] = map[model.Decision]bool{}
	}
	g.ever[s.key][s.d] = true
	// Whatever was said of it before, in a review that goes on as this one, is said anew.
	for key, old := range g.last {
		if old.key == s.key && g.sameReview(key, id) {
			delete(g.last, key)
		}
	}
	g.last[id+" "+h.ID+" "+fmt.Sprint(g.words)] = s
}

// sameReview reports whether what was said under a key was said in a review that goes on as another one does.
func (g *saids) sameReview(key, id string) bool {
	at, _, _ := strings.Cut(key, " ")
	return g.goesOnAs(at) == g.goesOnAs(id)
}

func (g *saids) goesOnAs(id string) string {
	s, err := g.desk.openKnown(g.st, id)
	must(g.t, err)
	defer s.close()
	var c closedRecord
	if s.read(closedPath(id), &c) != nil {
		return id
	}
	if now, _ := s.goneOn(c); now != "" {
		return now
	}
	for c.By != "" {
		id, c = c.By, closedRecord{}
		must(g.t, s.read(closedPath(id), &c))
	}
	return id
}

// end commits or discards a review, and keeps the verdicts.
func (g *saids) end() {
	list := g.list()
	if len(list) == 0 {
		return
	}
	id := list[g.rng.IntN(len(list))].ID
	r, err := g.desk.Review(g.t.Context(), g.st, id)
	if g.allowed(err) {
		return
	}
	if g.rng.IntN(3) > 0 {
		_, err = g.desk.Commit(g.t.Context(), r, model.CommitOptions{})
		if g.allowed(err) {
			return
		}
		g.counts["commits"]++
	} else {
		must(g.t, g.desk.Discard(g.t.Context(), g.st, id))
	}
	committed := false
	for _, d := range r.Decisions {
		committed = committed || d == model.Accepted && err == nil
	}
	s, err := g.desk.openKnown(g.st, id)
	must(g.t, err)
	defer s.close()
	var c closedRecord
	must(g.t, s.read(closedPath(id), &c))
	both := map[content]map[model.Decision]bool{}
	for _, ch := range r.Changes {
		for _, h := range ch.Hunks {
			d := r.Decisions[h.ID]
			if d == model.Undecided || h.Edited || d == model.Accepted && c.How != howAccepted {
				continue
			}
			key := hunk.Content(h)
			if both[key] == nil {
				both[key] = map[model.Decision]bool{}
			}
			both[key][d] = true
			g.closed[key] = d
		}
	}
	for key, ds := range both {
		if len(ds) > 1 {
			g.closed[key] = model.Accepted
		}
	}
}

// holds looks that all that was said last stands: on the desk, or in the record of a review that has ended; and that
// nothing is decided that nobody said.
func (g *saids) holds() {
	stands := map[string]bool{}
	mark := func(h model.Hunk, plain []string, d model.Decision, note string) {
		edit := ""
		if h.Edited {
			edit, h.Added = strings.Join(h.Added, ""), plain
		}
		stands[fmt.Sprintf("%x %s %s %s", hunk.Content(h), d, note, edit)] = true
	}
	for _, p := range g.list() {
		r, err := g.desk.Review(g.t.Context(), g.st, p.ID)
		must(g.t, err)
		whole := map[string]model.Hunk{}
		for _, c := range r.Whole {
			for _, h := range c.Hunks {
				whole[h.ID] = h
			}
		}
		for _, c := range r.Changes {
			for _, h := range c.Hunks {
				d := r.Decisions[h.ID]
				mark(h, whole[h.ID].Added, d, r.Notes[h.ID])
				if d != model.Undecided && !g.ever[hunk.Content(whole[h.ID])][d] && !(d == model.Rejected && r.Check.Hunks[h.ID].Before.Known()) && !h.Edited {
					g.failf("%s of %s is %s, which nobody said", h.Path, p.ID, d)
				}
			}
		}
	}
	s, err := g.desk.openState(g.st, true)
	must(g.t, err)
	defer s.close()
	must(g.t, s.names(closedDir, func(id string) error {
		var c closedRecord
		must(g.t, s.read(closedPath(id), &c))
		ds := c.record.ruling().Decisions
		for _, ch := range c.Changes {
			for _, h := range ch.Hunks {
				mark(h.hunk(string(ch.Path)), each(h.Was, fromText), ds[h.ID], string(h.Note))
			}
		}
		return nil
	}))
	for at, s := range g.last {
		if s.d != model.Undecided && !stands[fmt.Sprintf("%x %s %s %s", s.key, s.d, s.note, s.edit)] {
			g.failf("%s: that it is %s (%q, %q) is lost", at, s.d, s.note, s.edit)
		}
	}
}

// TestNothingSaidIsLost lets a person decide while dreams come that hold what is decided, others write, reviews are
// made anew and end, and programs crash: what was said last of each change stands on the desk or in a record, nothing
// is decided that nobody said, and what was refused comes refused.
func TestNothingSaidIsLost(t *testing.T) {
	from, to := seeds(t, saidEnv, 60)
	counts := map[string]int{}
	for seed := from; seed < to; seed++ {
		s := quickScene(t, int(seed))
		g := &saids{scene: s, rng: rand.New(rand.NewPCG(seed, 23)), seed: seed, ever: map[content]map[model.Decision]bool{},
			last: map[string]said{}, closed: map[content]model.Decision{}, counts: counts, at: now}
		g.newDesk()
		for _, path := range saidNotes {
			s.put(path, g.text())
		}
		for range 40 {
			switch n := g.rng.IntN(20); {
			case n < 4:
				g.dream()
			case n < 13:
				g.decide()
			case n < 15:
				s.put(saidNotes[g.rng.IntN(len(saidNotes))], g.text())
			case n < 18:
				g.refresh()
			default:
				g.end()
			}
			g.holds()
		}
		os.RemoveAll(s.base)
	}
	t.Logf("seeds %d to %d: %v", from, to-1, counts)
	for _, what := range []string{"decisions", "superseded", "refreshed", "recalled", "crashes", "commits"} {
		if counts[what] < int(to-from)/10 {
			t.Errorf("too little happened: %d %s", counts[what], what)
		}
	}
}

// saidEnv says how many seeds are tried, as a number or from and to.
const saidEnv = "DREAMGATE_SAID"

func (g *saids) refresh() {
	list := g.list()
	if len(list) == 0 {
		return
	}
	id := list[g.rng.IntN(len(list))].ID
	g.crashing(func() error {
		now, _, err := g.desk.Refresh(g.t.Context(), g.st, id)
		if err == nil && now != id {
			g.counts["refreshed"]++
			g.ids = append(g.ids, now)
		}
		return err
	})
}
