package dream

import (
	"cmp"
	"context"
	"strings"

	"dreamgate/dream/engine"
	"dreamgate/dream/engine/price"
	"dreamgate/dream/engine/prompt"
	"dreamgate/memory"
	"dreamgate/memory/archive"
	"dreamgate/model"
)

// Preview gathers what Propose would, says what it is, and ends there. The engine may be one that
// cannot be used.
func Preview(ctx context.Context, r Request) (model.Sending, error) {
	p := pass{Request: r, ctx: ctx, looking: true}
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

func (p *pass) preview() (s model.Sending, err error) {
	if err := p.orient(); err != nil {
		return s, err
	}
	if p.scratch, err = newScratch(p.Now); err != nil {
		return s, err
	}
	if err := p.gather(); err != nil {
		return s, err
	}
	s = model.Sending{
		Engine: p.Engine.About(), Prompt: prompt.Text(p.told()), Secrets: p.held,
		Sessions: p.result.Sessions, Lines: p.result.Lines, LeftOut: p.result.LeftOut, Report: bounded(p.said),
	}
	tree, err := p.scratch.root.ReadTree(p.ctx)
	if err != nil {
		return s, err
	}
	for _, path := range tree.Paths() {
		data := tree[path].Data
		f := model.SentFile{Path: path, Lines: model.CountLines(data), Bytes: len(data), Tokens: price.Tokens(data)}
		if note, ok := strings.CutPrefix(path, engine.MemoryDir+"/"); ok {
			f.Instead = p.why(note)
		}
		s.Files = append(s.Files, f)
		s.Tokens += f.Tokens
	}
	first := 0
	if s.Told() {
		first = price.Tokens([]byte(s.Prompt))
	}
	if e, ok := p.Engine.(engine.Tooled); ok {
		s.Tools = price.Tokens(e.Tools())
		first += s.Tools
	}
	rate, priced := price.Of(s.Engine.Model)
	s.Cost, s.Priced, s.PriceDate = estimate(rate, first, s.Tokens), priced, price.Date
	s.Tokens += first
	return s, nil
}

// why says for what reason a word stands in the copy in the place of a note, "" if none does.
func (p *pass) why(note string) string {
	if _, stands := p.instead[note]; !stands {
		return ""
	}
	return cmp.Or(p.start[note].Special(), "it holds a secret")
}

// How a run goes on the average, for an estimate: the share of the text that was read grows evenly
// over so many turns, and each answer has so many tokens.
const (
	usualTurns  = 20
	usualAnswer = 600
)

// estimate is what a run costs that reads all there is: each turn writes what is new into the cache and
// reads what came before from it. What comes first is the prompt with the tools.
func estimate(rate price.Rate, first, files int) (cost float64) {
	part := files / usualTurns
	for turn := range usualTurns {
		u := price.Usage{CacheWrite: part, CacheRead: first + turn*part, Out: usualAnswer}
		if turn == 0 {
			u.CacheWrite, u.CacheRead = first+part, 0
		}
		cost += rate.Cost(u)
	}
	return cost
}

// Outlook says what a dream with the engine of that name would send, as Preview does, by that rule for notes with a
// secret, which it names.
func (d *Dreamer) Outlook(ctx context.Context, s model.Store, engine string, rule model.SecretRule) (model.Sending, error) {
	e, err := d.Engine(engine)
	if err != nil {
		return model.Sending{}, err
	}
	return d.preview(ctx, s, e, rule)
}

// Preview says what a dream of a store would put before an engine: with what is fresh by the books, as
// Start would gather it. It takes no lock and moves no books.
func (d *Dreamer) Preview(ctx context.Context, s model.Store, e engine.Engine) (model.Sending, error) {
	return d.preview(ctx, s, e, d.opt.Secrets)
}

func (d *Dreamer) preview(ctx context.Context, s model.Store, e engine.Engine, rule model.SecretRule) (model.Sending, error) {
	state, err := memory.StoreState(s.ID)
	if err != nil {
		return model.Sending{}, err
	}
	defer state.Close()
	b, err := readBooks(state)
	if err != nil {
		return model.Sending{}, err
	}
	if waiting, err := d.opt.Desk.List(ctx, s); err == nil {
		b.settle(waiting)
	}
	r := d.request(ctx, s, e)
	r.fresh, r.read, r.Secrets = b.fresh, b, rule
	return Preview(ctx, r)
}

// request is a dream of a store, without what belongs to one run.
func (d *Dreamer) request(ctx context.Context, s model.Store, e engine.Engine) Request {
	r := Request{
		Memory: s.Dir, Transcripts: s.Transcripts, Kept: archive.Files(s.ID), Projects: s.Projects, Engine: e,
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
