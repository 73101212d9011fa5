package dream

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"dreamgate/diffview/hunk"
	"dreamgate/dream/engine"
	"dreamgate/dream/engine/prompt"
	"dreamgate/memory"
	"dreamgate/memory/check"
	"dreamgate/memory/secret"
	"dreamgate/memory/transcript"
	"dreamgate/model"
	"dreamgate/model/audit"
)

// Caps bound a run. A field at zero means its default.
type Caps struct {
	// Time is for the whole run of the engine, Silence for the time without any event.
	Time, Silence time.Duration
	// NoteBytes bounds one proposed file, and by how much one that is over it may grow; TotalBytes what all of
	// them have more than before, Files how many more there are.
	NoteBytes, TotalBytes int64
	Files                 int
	// DigestBytes bounds the digest of the gathered transcripts. Since bounds it to what was said from
	// then on, instead of what no dream has read; the zero time is no bound.
	DigestBytes int64
	Since       time.Time
	// Limits bound what a model may take.
	Limits engine.Limits

	// abandon is how long an engine inside this program may go on after it was told to end.
	// One that starts a program needs 5 s at most.
	abandon time.Duration
}

// defaultCaps are wide for people and narrow for a runaway. Silence has to be longer than the
// longest pause of a model that thinks: 300 s were measured between two events of a sound run.
var defaultCaps = Caps{
	Time: 30 * time.Minute, Silence: 6 * time.Minute,
	NoteBytes: 1 << 20, TotalBytes: 64 << 20, Files: 20_000, DigestBytes: transcript.DigestMax,
	// Two million bytes are about half of the largest context there is, and cost about a dollar.
	Limits:  engine.Limits{Turns: 100, Money: 3, Input: 2 << 20},
	abandon: 15 * time.Second,
}

// orDefault fills what is zero.
func (c Caps) orDefault() Caps {
	d := defaultCaps
	fill := func(v *time.Duration, or time.Duration) {
		if *v <= 0 {
			*v = or
		}
	}
	size := func(v *int64, or int64) {
		if *v <= 0 {
			*v = or
		}
	}
	fill(&c.Time, d.Time)
	fill(&c.Silence, d.Silence)
	fill(&c.abandon, d.abandon)
	size(&c.NoteBytes, d.NoteBytes)
	size(&c.TotalBytes, d.TotalBytes)
	size(&c.DigestBytes, d.DigestBytes)
	size(&c.Limits.Input, d.Limits.Input)
	if c.Limits.Turns <= 0 {
		c.Limits.Turns = d.Limits.Turns
	}
	if c.Limits.Money <= 0 {
		c.Limits.Money = d.Limits.Money
	}
	if c.Files <= 0 {
		c.Files = d.Files
	}
	return c
}

// Request is a dream without a store: where to read, and with what.
type Request struct {
	// Memory is the directory to read; it is never written. Transcripts are the folders that
	// hold its sessions.
	Memory      string
	Transcripts []string
	// Kept are lines of sessions that are gone: they are evidence, and not gathered.
	Kept []transcript.File
	// Projects are the working directories that the memory belongs to; none if unknown. The
	// check looks claims up in Repo, "" if there is none.
	Projects []string
	Repo     string
	Engine   engine.Engine
	Now      time.Time
	// Zone is the user's; nil means time.Local.
	Zone *time.Location
	// Caps at zero means the defaults: half an hour, six minutes of silence.
	Caps Caps
	// Secrets says what becomes of notes with a secret if the engine leaves the machine.
	Secrets model.SecretRule
	// Addition is what the user wants to be told to models beside our own words.
	Addition string
	// Emit hears of each step, from one goroutine at a time; nil is allowed. It must not block.
	Emit func(model.Event)

	// fresh chooses the sessions to gather, and from which line on; nil takes all. Evidence is looked
	// for in all.
	fresh func([]transcript.File) selection
	// read are the books, by which a window knows what was read before.
	read books
	// refused are changes that the reviewer refused before.
	refused []model.Refusal
	// extract makes it an extraction, nil a dream.
	extract *extraction
}

// Result is what a run left.
type Result struct {
	// Proposal has no id and no store. Base and Proposed hold the same bytes if Unchanged.
	Proposal  model.Proposal
	Changes   []model.Change
	Unchanged bool
	// Sessions, Lines and LeftOut count what was gathered.
	Sessions, Lines, LeftOut int
	// Log holds the steps of the run, oldest first, bounded.
	Log []string

	// read says how far each session was read.
	read []transcript.DigestRead
}

// errCancelled is the cause with which a run that a person ended is ended.
var errCancelled = errors.New("cancelled")

// Propose runs an engine on a scratch copy and judges what it left. It is stateless: no lock, no
// books, no git, no desk. Nothing that it started and nothing of the scratch is left when it
// returns.
func Propose(ctx context.Context, r Request) (Result, error) {
	p := pass{Request: r, ctx: ctx}
	p.Caps = r.Caps.orDefault()
	if p.Zone == nil {
		p.Zone = time.Local
	}
	p.steps.hear = r.Emit
	err := p.run()
	if err != nil && ctx.Err() != nil {
		err = context.Cause(ctx)
	}
	if p.scratch != nil {
		if rerr := p.scratch.remove(); rerr != nil {
			err = errors.Join(err, rerr)
		}
	}
	p.result.Log = p.steps.log
	p.result.Proposal.Report = bounded(p.said)
	return p.result, err
}

// pass is one run of Propose.
type pass struct {
	Request
	ctx     context.Context
	steps   steps
	scratch *scratch
	// base is the memory as it is, start what the engine begins with: the same, or with what an
	// earlier extraction proposes already.
	base, start model.Tree
	// instead are the texts that stand in the copy for notes that are no plain files, or not sent.
	instead map[string][]byte
	all     []transcript.File
	// findings are those of the audit.
	findings []model.Finding
	// looking says that it ends before the engine begins; held are the places of secrets.
	looking bool
	held    []string
	// commits is how many of the projects' last ones the engine is told.
	commits int
	// said is the report so far.
	said   []string
	result Result
}

func (p *pass) run() (err error) {
	if p.Engine == nil {
		return errors.New("no engine to dream with; choose one with --engine")
	}
	if why := p.Engine.About().Why; why != "" {
		return fmt.Errorf("the engine %s cannot be used: %s", p.Engine.About().Name, why)
	}
	if err := p.orient(); err != nil {
		return err
	}
	p.scratch, err = newScratch(p.Now)
	if err != nil {
		return err
	}
	if err := p.gather(); err != nil {
		return err
	}
	unconfirmed, err := p.consolidate()
	if err != nil {
		return err
	}
	found, err := p.inspect()
	if err != nil {
		return err
	}
	return p.judge(found, unconfirmed)
}

// orient reads the notes.
func (p *pass) orient() error {
	p.steps.add(model.Event{Stage: model.StageOrient, Text: "reading the notes"})
	root, err := memory.OpenRoot(p.Memory)
	if err != nil {
		return err
	}
	defer root.Close()
	// This reading is the base of all that follows. What another session writes from now on is
	// no part of the proposal, and is found when that is applied.
	p.base, err = root.ReadTree(p.ctx)
	if err != nil {
		return err
	}
	p.start = p.base
	if p.extract != nil {
		p.start = p.extract.begin(p.base)
	}
	p.instead = standIns(p.start)
	p.report(uncopied(p.start)...)
	p.steps.add(model.Event{Text: fmt.Sprintf("%s read", model.Count(countNotes(p.base), "note"))})
	return p.hold()
}

// gather fills the scratch: notes, digest, findings.
func (p *pass) gather() error {
	p.steps.add(model.Event{Stage: model.StageGather, Text: "gathering sessions"})
	files, remarks, err := transcript.Files(p.Transcripts)
	if err != nil {
		// The evidence of one folder is gone; that of the others and the notes are still worth
		// a run, and the report says so.
		remarks = append(remarks, err.Error())
	}
	p.all = files
	chosen := p.choose(files)
	if p.extract != nil {
		p.all = p.extract.evidence(files, chosen.files)
	}
	if err := p.scratch.copyNotes(p.ctx, p.start, p.instead); err != nil {
		return err
	}
	notes, ix, findings := audit.Tree(p.start, p.Now)
	p.findings = append(findings, contradicted(p.ctx, p.Projects, notes, p.start)...)
	if err := p.scratch.writeAudit(ix, p.findings); err != nil {
		return err
	}
	if err := p.lately(); err != nil {
		return err
	}
	p.report(remarks...)
	p.report(p.passed(len(files), len(chosen.files))...)
	if err := p.digest(chosen, words(notes)); err != nil {
		return fmt.Errorf("make the digest of the sessions: %w", err)
	}
	text := fmt.Sprintf("gathered %s of %s", model.Count(p.result.Lines, "line"), model.Count(p.result.Sessions, "session"))
	if p.result.LeftOut > 0 {
		text += fmt.Sprintf(", %d left out", p.result.LeftOut)
	}
	p.steps.add(model.Event{Text: text})
	return p.scratch.seal()
}

// choose picks the sessions to gather: those of the books, or those of the window.
func (p *pass) choose(files []transcript.File) selection {
	switch {
	case p.windowed():
		return p.read.within(files, p.Caps.Since)
	case p.fresh != nil:
		return p.fresh(files)
	}
	return all(files)
}

// windowed reports whether the time decides what is gathered. An extraction has sessions of its own.
func (p *pass) windowed() bool { return p.extract == nil && !p.Caps.Since.IsZero() }

// digest writes the gathered sessions as short lines, all of them together within the bound.
func (p *pass) digest(chosen selection, words []string) error {
	o := transcript.DigestOptions{Max: p.Caps.DigestBytes, From: chosen.from, Words: words}
	o.Heard = func(read, all int) { p.steps.progress(read, all, "session") }
	if p.windowed() {
		o.Since = p.Caps.Since
	}
	d, err := transcript.Digest(p.ctx, chosen.files, o, p.scratch.root)
	if err != nil {
		return err
	}
	p.scratch.digest = d.Files
	p.result.Sessions, p.result.Lines, p.result.LeftOut, p.result.read = d.Sessions, d.Lines, d.LeftOut, d.Read
	p.report(d.Remarks...)
	return nil
}

// words are what tells which lines of a transcript the notes are about: their names and what they
// say of themselves.
func words(notes []model.Note) []string {
	list := make([]string, 0, 3*len(notes))
	for _, n := range notes {
		list = append(list, n.Name, n.Description, strings.TrimSuffix(n.Path, ".md"))
	}
	return list
}

// consolidate runs the engine. An Unconfirmed end is handed on: what it left decides.
func (p *pass) consolidate() (unconfirmed, err error) {
	about := p.Engine.About()
	p.steps.add(model.Event{Stage: model.StageConsolidate, Text: "engine " + about.Name + " at work"})
	job := engine.Job{
		Dir: p.scratch.dir, Zone: p.Zone, Projects: p.Projects,
		Prompt: prompt.Text(p.told()), Limits: p.Caps.Limits, Extract: p.extract != nil, Closed: p.closed(),
	}
	if job.Extract {
		job.Prompt = prompt.Extract(p.told(), p.Caps.Limits.Turns)
	}
	err = supervise(p.ctx, p.Engine, job, p.Caps, p.hear)
	if u := (*engine.Unconfirmed)(nil); errors.As(err, &u) && p.ctx.Err() == nil {
		return err, nil
	}
	return nil, err
}

// told is what the prompt says of this run.
func (p *pass) told() prompt.Input {
	worst := slices.Clone(p.findings)
	slices.SortStableFunc(worst, func(a, b model.Finding) int { return int(b.Severity) - int(a.Severity) })
	return prompt.Input{Now: p.Now.In(p.Zone), Notes: countNotes(p.start), Sessions: p.result.Sessions, Commits: p.commits, Findings: worst,
		Rejected: p.refused, Addition: p.Addition}
}

// hear takes an event of the engine.
func (p *pass) hear(e model.Event) {
	if e.Remark != "" {
		p.report(secret.Mask(e.Remark)) // it is kept in the record of the run
	}
	p.steps.add(e)
}

// inspect reads back what the engine left.
func (p *pass) inspect() (inspection, error) {
	p.steps.add(model.Event{Stage: model.StagePrune, Text: "checking what the engine left"})
	p.watched()
	found, err := p.scratch.inspect(p.ctx, p.start, p.Caps)
	if p.extract != nil {
		found.undelete(p.start)
	}
	p.report(found.faults...)
	return found, err
}

// judge makes the proposal.
func (p *pass) judge(found inspection, unconfirmed error) error {
	changes := hunk.Diff(p.start, found.tree)
	// A limit that was met and an empty evening's work look the same from outside: without a
	// word from the engine and without a change, the run failed.
	about := p.Engine.About()
	if unconfirmed != nil && len(changes) == 0 && found.changes == "" {
		return fmt.Errorf("%s: %w", about.Name, unconfirmed)
	}
	p.report(p.remarks(found.tree, changes)...)
	p.result.Unchanged = len(changes) == 0
	if p.extract != nil {
		changes, found.changes = hunk.Diff(p.base, found.tree), p.extract.reasons(found.changes)
	}
	p.result.Changes = changes
	p.result.Proposal = model.Proposal{
		Origin: about.Origin, Engine: about.Name, Created: p.Now,
		Base: p.base, Proposed: found.tree, Changes: found.changes, Extracted: p.extract != nil,
	}
	if about.Origin == "" {
		p.result.Proposal.Origin = model.OriginModel
	}
	if !p.result.Unchanged {
		if err := p.check(changes); err != nil {
			return err
		}
	}
	if p.ctx.Err() != nil {
		return p.ctx.Err()
	}
	p.steps.add(model.Event{Text: p.result.summary(hunk.Total(p.result.Changes))})
	return nil
}

// check judges the proposal. It is left behind at a cancel: it only reads, and a single passage of
// thousands of words without an end can hold it up for minutes.
func (p *pass) check(changes []model.Change) error {
	type judged struct {
		check   model.Check
		sources []model.Source
		err     error
	}
	made := &p.result.Proposal
	in := check.Input{
		Base: made.Base, Proposed: made.Proposed, Changes: changes, Text: made.Changes, Origin: made.Origin,
		Transcripts: p.all, Archived: p.Kept, Repo: p.Repo, Zone: p.Zone, Now: p.Now,
	}
	done := make(chan judged, 1)
	go func() {
		var j judged
		defer func() {
			if v := recover(); v != nil {
				j.err = fmt.Errorf("it crashed: %v (%s)", v, origin(debug.Stack()))
			}
			done <- j
		}()
		j.check, j.sources, j.err = check.Run(p.ctx, in)
	}()
	select {
	case j := <-done:
		if j.err != nil {
			return fmt.Errorf("check the proposal: %w", j.err)
		}
		made.Check, made.Sources = j.check, j.sources
		return nil
	case <-p.ctx.Done():
		return p.ctx.Err()
	}
}

// report adds lines to the report.
func (p *pass) report(lines ...string) { p.said = append(p.said, lines...) }

// bounded cuts a report: a folder with thousands of odd files must not drown the reader.
func bounded(lines []string) []string {
	if len(lines) > maxReport {
		more := len(lines) - maxReport
		lines = append(slices.Clone(lines[:maxReport]), "and "+model.Count(more, "line")+" more like these")
	}
	return lines
}

const maxReport = 100

func (r Result) summary(changes int) string {
	if r.Unchanged {
		return "nothing to change"
	}
	return fmt.Sprintf("%s in %s proposed", model.Count(changes, "change"), model.Count(hunk.Files(r.Changes), "file"))
}

// steps is the log of a run and the way to whoever listens.
type steps struct {
	hear func(model.Event)
	log  []string
}

// maxLog bounds the log in lines, maxStep a line in bytes.
const (
	maxLog  = 500
	maxStep = 500
)

func (s *steps) add(e model.Event) {
	if len(e.Text) > maxStep {
		e.Text = strings.ToValidUTF8(e.Text[:maxStep], "") + "…"
	}
	if e.Text != "" {
		if len(s.log) == maxLog {
			s.log = s.log[1:]
		}
		s.log = append(s.log, e.Text)
	}
	if s.hear != nil {
		s.hear(e)
	}
}

// progress tells how far a stage is, a hundred times at most: whoever listens draws each.
func (s *steps) progress(done, total int, unit string) {
	if done == total || done%max(1, total/100) == 0 {
		s.add(model.Event{Progress: model.Progress{Done: done, Total: total, Unit: unit}})
	}
}

func countNotes(t model.Tree) int {
	n := 0
	for path := range t {
		if model.IsNote(path) {
			n++
		}
	}
	return n
}
