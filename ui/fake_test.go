package ui_test

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"dreamgate/diffview/hunk"
	"dreamgate/model"
	"dreamgate/model/note"
	"dreamgate/ui"
)

func TestMain(m *testing.M) {
	// What a test draws must not depend on how it is run.
	time.Local = time.UTC
	if mode := os.Getenv(childEnv); mode != "" {
		os.Exit(child(mode))
	}
	os.Exit(m.Run())
}

// today is the clock of the tests.
var today = time.Date(2026, 3, 2, 14, 0, 0, 0, time.UTC)

// fake stands for the rest of the program: it keeps everything in memory and remembers what it was
// asked for.
type fake struct {
	mu       sync.Mutex
	memories map[string]model.Memory
	reviews  map[string]model.Review
	runs     []model.Run
	engines  []model.Engine
	layers   model.Layers
	changed  chan struct{}
	// decided counts saves; cancelled, proposed and committed are what was asked for.
	// beside is what another window decides before the next saving.
	beside model.Decisions
	// words are messages that were typed for commits.
	words map[string]string
	// asks says that what is proposed arrives undecided.
	asks bool
	// unapplied are the reviews whose notes were put back.
	unapplied []string
	decided   int
	left      bool
	cancelled []string
	proposed  []model.Proposal
	committed []model.Decisions
	options   model.CommitOptions
	// outlook is what every dream would send; rules are those with which that was asked, or a dream started.
	outlook model.Sending
	rules   []model.SecretRule
	// gates are those of every store.
	gates []model.Gate
	// overtaken are, by proposal, the files that the live notes have gone past.
	overtaken map[string][]string
	// queue is, by proposal, what a list says of it and the others.
	queue map[string]model.ProposalInfo
	// moved is what is told of a review that is made anew, nil if none is.
	moved []string
	// breaks adds to a preview what the audit of the result finds, nil for nothing.
	breaks func(model.Review, *model.Preview)
	// fail makes the named method fail.
	fail map[string]error
}

func newFake(stores ...model.Memory) *fake {
	f := &fake{
		memories: map[string]model.Memory{}, reviews: map[string]model.Review{}, fail: map[string]error{},
		changed: make(chan struct{}, 8),
		engines: []model.Engine{
			{Name: "offline", About: "plain rules, no model, no network"},
			{Name: "command", About: "any program", Why: "no program is given: start with --engine command -- PROGRAM"},
		},
	}
	for _, m := range stores {
		f.memories[m.Store.Dir] = m
	}
	return f
}

func (f *fake) deps() ui.Deps {
	return ui.Deps{
		Library: f, Dreams: f, Reviews: f, Now: func() time.Time { return today },
		Env: func(name string) string {
			return map[string]string{
				"HOME": "/home/ann", "LANG": "C.UTF-8", "TERM": "xterm-256color", "COLORTERM": "truecolor", "EDITOR": "ed -s",
			}[name]
		},
		NoColor: true,
	}
}

func (f *fake) Stores(context.Context) ([]model.Store, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	var out []model.Store
	for _, dir := range slices.Sorted(maps.Keys(f.memories)) {
		out = append(out, f.memories[dir].Store)
	}
	return out, f.fail["Stores"]
}

func (f *fake) Find(_ context.Context, dir string) (model.Store, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	m, ok := f.memories[dir]
	if !ok {
		return model.Store{}, fmt.Errorf("%s holds no MEMORY.md", dir)
	}
	return m.Store, f.fail["Find"]
}

func (f *fake) Open(_ context.Context, s model.Store) (model.Memory, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	m := f.memories[s.Dir]
	m.Pending = nil
	for _, id := range slices.Sorted(maps.Keys(f.reviews)) {
		if r := f.reviews[id]; r.Proposal.Store.Dir == s.Dir && r.State != model.ReviewClosed {
			i := info(r)
			i.Overtaken = f.overtaken[id]
			q := f.queue[id]
			i.Later, i.Stand, i.Of, i.Holds, i.Refused = q.Later, q.Stand, q.Of, q.Holds, q.Refused
			m.Pending = append(m.Pending, i)
		}
	}
	return m, f.fail["Open"]
}

// Look has nothing to add to what the memories were made with.
func (f *fake) Look(_ context.Context, m model.Memory) (model.Memory, error) {
	return m, f.failed("Look")
}

// Layers are those of a memory without a project.
func (f *fake) Layers(_ context.Context, m model.Memory) (model.Layers, error) {
	l := f.layers
	l.Notes.Count = len(m.Notes)
	return l, f.failed("Layers")
}

func (f *fake) failed(call string) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.fail[call]
}

func (f *fake) Gates(context.Context, model.Store) ([]model.Gate, error) {
	return f.gates, f.failed("Gates")
}

func info(r model.Review) model.ProposalInfo {
	i := model.ProposalInfo{ID: r.Proposal.ID, Origin: r.Proposal.Origin, Engine: r.Proposal.Engine, Created: r.Proposal.Created, State: r.State,
		Extracted: r.Proposal.Extracted, Loss: r.Check.Loss}
	for _, c := range r.Changes {
		for _, h := range c.Hunks {
			i.Hunks++
			if r.Decisions[h.ID] != model.Undecided {
				i.Decided++
			}
			if len(r.Check.Hunks[h.ID].Flags) > 0 {
				i.Flagged++
			}
		}
	}
	return i
}

func (f *fake) Engines() []model.Engine { return f.engines }

// Outlook says what would be sent, as the fake was told; with which rule is on record.
func (f *fake) Outlook(_ context.Context, _ model.Store, engine string, rule model.SecretRule) (model.Sending, error) {
	f.mu.Lock()
	f.rules = append(f.rules, rule)
	f.mu.Unlock()
	return f.outlook, f.failed("Outlook")
}

func (f *fake) StartWith(_ context.Context, s model.Store, engine string, rule model.SecretRule) (model.Run, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.rules = append(f.rules, rule)
	r := model.Run{ID: fmt.Sprint("run", len(f.runs)+1), Store: s, Engine: engine, State: model.RunRunning, Started: today, Stage: model.StageOrient}
	f.runs = append([]model.Run{r}, f.runs...)
	return r, f.fail["Start"]
}

func (f *fake) Runs() []model.Run {
	f.mu.Lock()
	defer f.mu.Unlock()
	return slices.Clone(f.runs)
}

func (f *fake) Changed() <-chan struct{} { return f.changed }

func (f *fake) Cancel(id string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.cancelled = append(f.cancelled, id)
	for i := range f.runs {
		if f.runs[i].ID == id {
			f.runs[i].State, f.runs[i].Ended, f.runs[i].Note = model.RunCancelled, today, "cancelled; nothing was changed"
		}
	}
	f.changed <- struct{}{}
}

func (f *fake) Leave() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.left = true
}

// end lets the newest run end with a review, or in another state.
func (f *fake) end(state model.RunState, r model.Review) {
	f.mu.Lock()
	defer f.mu.Unlock()
	run := &f.runs[0]
	run.State, run.Ended = state, today
	if state == model.RunReady {
		f.reviews[r.Proposal.ID] = r
		run.Proposal, run.Hunks = r.Proposal.ID, info(r).Hunks
		run.Loss = r.Check.Loss
	}
	f.changed <- struct{}{}
}

func (f *fake) Propose(_ context.Context, p model.Proposal) (string, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.proposed = append(f.proposed, p)
	p.ID = fmt.Sprint("edit", len(f.proposed))
	r := reviewOf(p)
	for _, c := range r.Changes {
		for _, h := range c.Hunks {
			if !f.asks {
				r.Decisions[h.ID] = model.Accepted
			}
		}
	}
	f.reviews[p.ID] = r
	return p.ID, f.fail["Propose"]
}

func (f *fake) Review(_ context.Context, _ model.Store, id string) (model.Review, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	r, ok := f.reviews[id]
	if !ok {
		return r, errors.New("there is no such review")
	}
	r.Decisions = maps.Clone(r.Decisions)
	return r, f.fail["Review"]
}

func (f *fake) Overtaken(_ context.Context, _ model.Store, id string) ([]string, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.overtaken[id], nil
}

func (f *fake) Unapply(_ context.Context, _ model.Store, id string) ([]string, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if err := f.fail["Unapply"]; err != nil {
		return nil, err
	}
	f.unapplied = append(f.unapplied, id)
	r := f.reviews[id]
	r.State = model.ReviewPending
	f.reviews[id] = r
	return nil, nil
}

func (f *fake) Decide(_ context.Context, _ model.Store, id string, was, ru model.Ruling, turns ...model.Turn) (model.Beside, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if err := f.fail["Decide"]; err != nil {
		return model.Beside{}, err
	}
	f.decided++
	r := f.reviews[id]
	r.Steps.Sitting = fmt.Sprint("sitting ", f.decided)
	for _, t := range turns {
		is := func(s model.Step) bool { return s.ID == t.Step.ID }
		r.Steps.Done, r.Steps.Gone = slices.DeleteFunc(slices.Clone(r.Steps.Done), is), slices.DeleteFunc(slices.Clone(r.Steps.Gone), is)
		if t.Undone {
			r.Steps.Gone = append(r.Steps.Gone, t.Step)
		} else {
			r.Steps.Done = append(r.Steps.Done, t.Step)
		}
	}
	f.reviews[id] = r
	before := hunk.Reruled(r.Whole, r.Ruling(), r.Shape)
	maps.Copy(before.Decisions, f.beside) // what somebody else did in between
	f.beside = nil
	now, kept := hunk.Beside(hunk.Renames(r.Whole), before, was, ru)
	return model.Beside{Others: !hunk.Same(now, ru), Kept: kept}, f.put(id, now)
}

// put makes a ruling that of a review.
func (f *fake) put(id string, ru model.Ruling) (err error) {
	r := f.reviews[id]
	r.Decisions, r.Shape, r.Notes = maps.Clone(ru.Decisions), ru.Shape, maps.Clone(ru.Notes)
	r.Changes, r.Check, err = hunk.Shaped(r.Whole, r.Proposal.Check, r.Shape, nil)
	if err == nil {
		f.reviews[id] = r
	}
	return err
}

// Ruling is that of a review.
func (f *fake) Ruling(_ context.Context, _ model.Store, id string) (model.Ruling, model.ReviewState, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	r, ok := f.reviews[id]
	if !ok || r.State == model.ReviewClosed {
		return model.Ruling{}, model.ReviewClosed, nil // as the desk: it has ended
	}
	return hunk.Reruled(r.Whole, r.Ruling(), r.Shape), r.State, f.fail["Ruling"]
}

// Refresh makes a review anew, under another id, where f.moved has an answer for it.
func (f *fake) Refresh(_ context.Context, _ model.Store, id string) (string, []string, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.moved == nil || f.fail["Refresh"] != nil {
		return id, nil, f.fail["Refresh"]
	}
	r := f.reviews[id]
	r.Proposal.ID = id + "-anew"
	f.reviews[r.Proposal.ID] = r
	delete(f.reviews, id)
	return r.Proposal.ID, f.moved, nil
}

// unseen is the error of who has not seen what is on record.
func (f *fake) unseen(r model.Review) error {
	now := f.reviews[r.Proposal.ID]
	if r.Seen == nil || now.State != model.ReviewPending || hunk.Same(*r.Seen, now.Ruling()) {
		return nil
	}
	return errors.New("somebody else decided in this review since")
}

func (f *fake) Message(_ context.Context, _ model.Store, id, text string) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.words == nil {
		f.words = map[string]string{}
	}
	f.words[id] = text
	return f.fail["Message"]
}

func (f *fake) Preview(_ context.Context, r model.Review) (model.Preview, error) {
	if err := f.unseen(r); err != nil {
		return model.Preview{}, err
	}
	p := model.Preview{Notes: len(r.Proposal.Base), Made: "memory: what was accepted", Git: model.GitState{Root: "/repo", Branch: "main"}}
	for _, c := range r.Changes {
		file := model.PreviewFile{Path: c.Path, Status: c.Status}
		for _, h := range c.Hunks {
			switch r.Decisions[h.ID] {
			case model.Accepted:
				p.Accepted++
				file.Added += len(h.Added)
				file.Removed += len(h.Removed)
			case model.Rejected:
				p.Rejected++
			default:
				p.Undecided++
			}
		}
		if file.Added+file.Removed > 0 {
			p.Files = append(p.Files, file)
		}
	}
	p.Message = cmp.Or(f.words[r.Proposal.ID], p.Made)
	if f.breaks != nil {
		f.breaks(r, &p)
	}
	return p, f.fail["Preview"]
}

func (f *fake) Commit(_ context.Context, r model.Review, o model.CommitOptions) (model.Outcome, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if err := errors.Join(f.fail["Commit"], f.unseen(r)); err != nil {
		return model.Outcome{}, err
	}
	if err := f.fail["git"]; err != nil {
		r.State = model.ReviewUncommitted
		f.reviews[r.Proposal.ID] = r
		return model.Outcome{Written: []string{"testing.md"}, GitError: err.Error()}, nil
	}
	f.committed, f.options = append(f.committed, r.Decisions), o
	r.State = model.ReviewClosed
	f.reviews[r.Proposal.ID] = r
	return model.Outcome{Written: []string{"testing.md"}, Commit: "3f2a1c9d", Undo: "dreamgate undo 3f2a1c9 takes it back"}, nil
}

// reviewOf opens a proposal as the desk does.
func reviewOf(p model.Proposal) model.Review {
	changes := hunk.Diff(p.Base, p.Proposed)
	return model.Review{Proposal: p, Whole: changes, Changes: changes, Check: p.Check, Decisions: model.Decisions{}, State: model.ReviewPending}
}

// memoryOf reads a tree as the library does, with findings made by hand.
func memoryOf(s model.Store, t model.Tree, findings []model.Finding) model.Memory {
	m := model.Memory{Store: s, Tree: t, Findings: findings, Badges: map[string]model.Badges{}}
	f, ok := t[model.IndexName]
	m.Index = note.ParseIndex(f, ok, t)
	m.Store.Summary = model.StoreSummary{Index: m.Index, Findings: map[model.Severity]int{}, Sessions: 4}
	for _, p := range t.Paths() {
		if !model.IsNote(p) {
			continue
		}
		n := note.Parse(p, t[p])
		m.Notes = append(m.Notes, n)
		m.Store.Summary.Notes++
		m.Badges[p] = badgesOf(n, t[p], findings)
	}
	for _, f := range findings {
		m.Store.Summary.Findings[f.Severity]++
	}
	return m
}

func badgesOf(n model.Note, f model.File, findings []model.Finding) model.Badges {
	b := model.Badges{Age: model.Age{At: f.ModTime, Source: model.AgeMtime}}
	if !n.Modified.IsZero() {
		b.Age = model.Age{At: n.Modified, Source: model.AgeModified}
	}
	if n.Session != "" {
		b.Evidence = model.EvidenceBadge{State: model.EvidenceGoing, Days: 3, Reason: "its session goes in 3 days"}
	}
	for _, x := range findings {
		if x.Path == n.Path {
			b.Findings++
			b.Worst = max(b.Worst, x.Severity)
		}
	}
	return b
}

func file(text string) model.File {
	return model.File{Mode: 0o600, Data: []byte(text), ModTime: today.Add(-90 * 24 * time.Hour), Links: 1}
}

// shop is the memory of most tests.
func shop() model.Memory {
	t := model.Tree{
		"MEMORY.md": file("# Project memory\n\n## Testing\n- [Database tests](testing.md) — mocks forbidden, a real database\n" +
			"- [Old CI](old-ci.md) — Jenkins\n\n## Ways\n- [Tone](tone.md) — short answers\n- Deploys: see [staging](staging.md) and `testing.md`\n"),
		"testing.md": file("---\nname: Database tests\ndescription: How the shop is tested against a real database\ntype: feedback\n" +
			"originSessionId: 5f0c9d1e\nmodified: 2026-01-14T09:00:00Z\n---\n\n# Database tests\n\nIntegration tests must connect to a **real** " +
			"database and avoid mocks.\n\n- run `npm test`\n- the suite needs Redis on port 6379\n\n**Why:** last quarter a mock hid a broken migration.\n"),
		"tone.md":    file("---\nname: Tone\ndescription: Short answers\nmetadata:\n  type: user\n---\nAnswer in three lines.\n"),
		"staging.md": file("---\nname: Staging: deploys\ntype: project\n---\nDeploy on Tuesdays.\n"),
		"orphan.md":  file("Nobody names me.\n"),
		"link.md":    {Mode: fs.ModeSymlink | 0o777, Target: "../dotfiles/link.md"},
	}
	store := model.Store{ID: "shop", Name: "shop", Dir: "/home/ann/.claude/projects/-home-ann-src-shop/memory", Slug: "-home-ann-src-shop", Projects: []string{"/home/ann/src/shop"}}
	return memoryOf(store, t, []model.Finding{
		{Rule: "dangling", Severity: model.Error, Path: "MEMORY.md", Line: 5, Message: "old-ci.md is not there; drop the line or write the note.", Fix: "drop the line"},
		{Rule: "special", Severity: model.Info, Path: "link.md", Message: "It is a link to ../dotfiles/link.md and is never written."},
		{Rule: "orphan", Severity: model.Warning, Path: "orphan.md", Message: "The index does not name it."},
		{Rule: "frontmatter", Severity: model.Warning, Path: "orphan.md", Message: "It has no frontmatter."},
		{Rule: "frontmatter", Severity: model.Warning, Path: "staging.md", Line: 2, Message: "Its frontmatter is not valid YAML."},
	})
}

// api is a second memory, shared by two paths.
func api() model.Memory {
	store := model.Store{
		ID: "api", Name: "api", Dir: "/home/ann/.claude/projects/-home-ann-src-api/memory", Slug: "-home-ann-src-api",
		Projects: []string{"/home/ann/src/api", "/home/ann/src.api"},
	}
	return memoryOf(store, model.Tree{
		"MEMORY.md": file("- [Errors](errors.md) — always wrap\n"), "errors.md": file("---\nname: Errors\ntype: project\n---\nWrap them.\n"),
	}, nil)
}

// moved is a proposal for shop, as a dream leaves it.
func moved() model.Review {
	m := shop()
	proposed := maps.Clone(m.Tree)
	text := string(m.Tree["testing.md"].Data)
	proposed["testing.md"] = file(replace(text, "run `npm test`", "run `pnpm test`", "last quarter", "in late October 2025"))
	proposed["tone.md"] = file(replace(string(m.Tree["tone.md"].Data), "three lines", "two lines"))
	p := model.Proposal{
		ID: "p1", Store: m.Store, Origin: model.OriginModel, Engine: "claude", Created: today.Add(-2 * time.Hour), Base: m.Tree, Proposed: proposed,
		Check: model.Check{Hunks: map[string]model.Evidence{}},
	}
	r := reviewOf(p)
	for _, c := range r.Changes {
		for _, h := range c.Hunks {
			e := model.Evidence{Why: "moved to pnpm"}
			if len(h.Added) > 0 && h.Path == "testing.md" && h.OldStart > 14 {
				e.Flags = []model.Flag{{Kind: "unsourced", Token: "late October 2025", Line: h.NewStart, Reason: "nobody says a month"}}
			}
			r.Check.Hunks[h.ID] = e
		}
	}
	return r
}

func replace(s string, pairs ...string) string { return strings.NewReplacer(pairs...).Replace(s) }
