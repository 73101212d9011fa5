package dream

import (
	"context"

	"dreamgate/dream/engine"
	"dreamgate/dream/engine/price"
	"dreamgate/dream/engine/prompt"
	"dreamgate/memory"
	"dreamgate/model"
)

// Sending is what a run would put before its engine, without anything having been sent.
type Sending struct {
	Engine model.Engine
	// Prompt is what the engine is told.
	Prompt string
	// Files are those that it can read, in order of their paths.
	Files []SentFile
	// Sessions, Lines and LeftOut count what was gathered.
	Sessions, Lines, LeftOut int
	// Tokens is an estimate of all of it, Cost what a run would cost that reads all of it once; Cost
	// says something only if Priced.
	Tokens int
	Cost   float64
	Priced bool
	// Report are the remarks that the run itself would make.
	Report []string
}

// SentFile is one file of the scratch folder.
type SentFile struct {
	Path         string
	Lines, Bytes int
	Tokens       int
}

// Preview gathers what Propose would, says what it is, and ends there. The engine may be one that
// cannot be used.
func Preview(ctx context.Context, r Request) (Sending, error) {
	p := pass{Request: r, ctx: ctx}
	p.Caps = r.Caps.orDefault()
	if p.Zone == nil {
		p.Zone = r.Now.Location()
	}
	p.steps.hear = r.Emit
	s, err := p.preview()
	if p.scratch != nil {
		if rerr := p.scratch.remove(); err == nil {
			err = rerr
		}
	}
	return s, err
}

func (p *pass) preview() (s Sending, err error) {
	if err := p.orient(); err != nil {
		return s, err
	}
	if p.scratch, err = newScratch(p.Now); err != nil {
		return s, err
	}
	if err := p.gather(); err != nil {
		return s, err
	}
	s = Sending{
		Engine: p.Engine.About(), Prompt: prompt.Text(p.told()),
		Sessions: p.result.Sessions, Lines: p.result.Lines, LeftOut: p.result.LeftOut, Report: bounded(p.said),
	}
	tree, err := p.scratch.root.ReadTree(p.ctx)
	if err != nil {
		return s, err
	}
	s.Tokens = price.Tokens([]byte(s.Prompt))
	for _, path := range tree.Paths() {
		data := tree[path].Data
		f := SentFile{Path: path, Lines: countLines(data), Bytes: len(data), Tokens: price.Tokens(data)}
		s.Files = append(s.Files, f)
		s.Tokens += f.Tokens
	}
	rate, priced := price.Of(s.Engine.Model)
	s.Cost, s.Priced = estimate(rate, s.Tokens), priced
	return s, nil
}

// How a run goes on the average, for an estimate: the share of the text that was read grows evenly
// over so many turns, and each answer has so many tokens.
const (
	usualTurns  = 20
	usualAnswer = 600
)

// estimate is what a run costs that reads all there is: each turn writes what is new into the cache and
// reads what came before from it.
func estimate(rate price.Rate, tokens int) (cost float64) {
	part := tokens / usualTurns
	for turn := range usualTurns {
		cost += rate.Cost(price.Usage{CacheWrite: part, CacheRead: turn * part, Out: usualAnswer})
	}
	return cost
}

// countLines counts lines, a last one without an end included.
func countLines(data []byte) (n int) {
	for _, b := range data {
		if b == '\n' {
			n++
		}
	}
	if len(data) > 0 && data[len(data)-1] != '\n' {
		n++
	}
	return n
}

// Preview says what a dream of a store would put before an engine: with what is fresh by the books, as
// Start would gather it. It takes no lock and moves no books.
func (d *Dreamer) Preview(ctx context.Context, s model.Store, e engine.Engine) (Sending, error) {
	state, err := memory.StoreState(s.ID)
	if err != nil {
		return Sending{}, err
	}
	defer state.Close()
	b, err := readBooks(state)
	if err != nil {
		return Sending{}, err
	}
	if waiting, err := d.opt.Desk.List(ctx, s); err == nil {
		b.settle(waiting)
	}
	r := d.request(ctx, s, e)
	r.fresh, r.read = b.fresh, b
	return Preview(ctx, r)
}

// request is a dream of a store, without what belongs to one run.
func (d *Dreamer) request(ctx context.Context, s model.Store, e engine.Engine) Request {
	r := Request{
		Memory: s.Dir, Transcripts: s.Transcripts, Projects: s.Projects, Engine: e,
		Now: d.opt.Now(), Zone: d.opt.Zone, Caps: d.opt.Caps, Secrets: d.opt.Secrets,
	}
	// Two projects can share one memory; claims are looked up in the first.
	if len(s.Projects) > 0 {
		r.Repo = s.Projects[0]
	}
	// A record that cannot be read costs one lesson.
	r.refused, _ = d.opt.Desk.Refused(ctx, s, prompt.MaxRejected)
	if d.opt.Addition != nil {
		r.Addition = d.opt.Addition(s)
	}
	return r
}
