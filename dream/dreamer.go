package dream

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	"dreamgate/dream/engine"
	"dreamgate/memory"
	"dreamgate/memory/desk"
	"dreamgate/model"
)

// Desk is what a Dreamer needs of the desk that keeps proposals.
type Desk interface {
	Propose(ctx context.Context, p model.Proposal) (string, error)
	// Replace proposes in the place of an earlier one, of which nothing may be decided yet.
	Replace(ctx context.Context, old string, p model.Proposal) (string, error)
	Review(ctx context.Context, s model.Store, id string) (model.Review, error)
	List(ctx context.Context, s model.Store) ([]model.ProposalInfo, error)
	// Refused are changes of earlier dreams that reviewers refused, the newest first.
	Refused(ctx context.Context, s model.Store, most int) ([]model.Refusal, error)
}

// Options are the parts of a Dreamer.
type Options struct {
	// Engines are offered in this order.
	Engines []engine.Engine
	// Desk gets the proposals.
	Desk Desk
	// Now is the clock; nil means time.Now. Zone is the user's; nil means time.Local.
	Now  func() time.Time
	Zone *time.Location
	// Caps at zero means the defaults: half an hour, six minutes of silence.
	Caps Caps
	// Secrets says what becomes of notes with a secret if an engine leaves the machine.
	Secrets model.SecretRule
	// Addition is what the user wants to be told to models for a store; nil means nothing.
	Addition func(model.Store) string
}

// Dreamer starts runs in the background and keeps account of them.
type Dreamer struct {
	opt     Options
	changed chan struct{}
	loaded  chan struct{}
	// wall is the clock of locks: they are about processes, not about the time that a person
	// may have asked to be taken for now.
	wall func() time.Time
	ctx  context.Context
	stop context.CancelCauseFunc
	work sync.WaitGroup

	mu sync.Mutex
	// runs are those of this program, oldest first; past are records of earlier ones.
	runs   []*run
	past   []model.Run
	closed bool
	// others are runs of other programs, by id; asked are those of them that are to be cancelled.
	others map[string]model.Run
	asked  map[string]bool
	// ended are those of them that have ended and left no record, because they found nothing.
	ended map[string]model.Run
	// follows is done once somebody waits for changes.
	follows sync.Once
}

// New returns a Dreamer. What earlier programs recorded is read in the background.
func New(o Options) *Dreamer {
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Zone == nil {
		o.Zone = time.Local
	}
	ctx, stop := context.WithCancelCause(context.Background())
	d := &Dreamer{opt: o, changed: make(chan struct{}, 1), loaded: make(chan struct{}), wall: time.Now, ctx: ctx, stop: stop,
		asked: map[string]bool{}, ended: map[string]model.Run{}}
	d.work.Go(func() {
		defer close(d.loaded)
		d.look() // first: what a killed program left becomes a record
		past := readRecords(ctx)
		d.mu.Lock()
		d.past = past
		d.mu.Unlock()
		d.signal()
	})
	return d
}

// Engines describes the engines, in the order of Options.
func (d *Dreamer) Engines() []model.Engine {
	list := make([]model.Engine, len(d.opt.Engines))
	for i, e := range d.opt.Engines {
		list[i] = e.About()
	}
	return list
}

// Engine finds an engine that can be used.
func (d *Dreamer) Engine(name string) (engine.Engine, error) {
	e, err := d.Named(name)
	if err != nil {
		return nil, err
	}
	if why := e.About().Why; why != "" {
		return nil, fmt.Errorf("the engine %s cannot be used: %s", name, why)
	}
	return e, nil
}

// Named finds an engine, also one that cannot be used.
func (d *Dreamer) Named(name string) (engine.Engine, error) {
	var names []string
	for _, e := range d.opt.Engines {
		about := e.About()
		if about.Name == name {
			return e, nil
		}
		names = append(names, about.Name)
	}
	return nil, fmt.Errorf("there is no engine %q; there is %s", name, strings.Join(names, ", "))
}

// Start begins a manual dream of a store, which asks for no gate but the lock. It returns at once;
// the error says why none was started. The run goes on until it ends by itself, or by Cancel, Close
// or the end of ctx.
func (d *Dreamer) Start(ctx context.Context, s model.Store, engine string) (model.Run, error) {
	return d.StartWith(ctx, s, engine, d.opt.Secrets)
}

// StartWith is Start with what is to become of notes with a secret.
func (d *Dreamer) StartWith(ctx context.Context, s model.Store, engine string, rule model.SecretRule) (model.Run, error) {
	return d.begin(ctx, s, order{engine: engine, rule: rule})
}

// order is what a run is to do: want is nil for a dream.
type order struct {
	engine string
	want   *Extraction
	rule   model.SecretRule
}

// begin starts a dream, or an extraction of what is wanted.
func (d *Dreamer) begin(ctx context.Context, s model.Store, o order) (model.Run, error) {
	e, err := d.Engine(o.engine)
	if err != nil {
		return model.Run{}, err
	}
	now := d.opt.Now()
	state, err := memory.StoreState(s.ID)
	if err != nil {
		return model.Run{}, err
	}
	r := &run{d: d, engine: e, state: state, want: o.want, rule: o.rule, done: make(chan struct{})}
	r.snap = model.Run{
		ID: desk.NewID(now), Store: s, Engine: o.engine, State: model.RunRunning, Started: now,
		StageAt: map[model.Stage]time.Time{}, Extract: o.want != nil,
	}
	if err := d.admit(ctx, r); err != nil {
		state.Close()
		return model.Run{}, err
	}
	d.signal()
	return r.snapshot(), nil
}

// admit takes the lock and lists the run. The lock is taken first, so that of two programs, and of
// two calls, the loser has touched nothing.
func (d *Dreamer) admit(ctx context.Context, r *run) error {
	if agentDream(r.snap.Store.Dir, d.wall()).running {
		return errAgentRuns
	}
	l, remark, err := takeLock(ctx, r.state, d.wall())
	if err != nil {
		return err
	}
	if remark != "" {
		r.snap.Report = append(r.snap.Report, remark)
	}
	r.lock = l
	ctx, r.cancel = context.WithCancelCause(ctx)
	r.hide = r.show()
	d.mu.Lock()
	defer d.mu.Unlock()
	// Close may have come between: it waits for the runs that it knows of.
	if d.closed {
		r.hide()
		return errors.Join(errors.New("the program is ending; no dream is started"), l.release())
	}
	d.runs = append(d.runs, r)
	d.work.Go(func() { r.live(ctx) })
	return nil
}

// Runs returns deep copies of all known runs, newest first: those of this program, those that other
// programs have at work, and the records of earlier ones once they are loaded.
func (d *Dreamer) Runs() []model.Run {
	d.mu.Lock()
	runs, past, others := slices.Clone(d.runs), d.past, slices.Collect(maps.Values(d.others))
	d.mu.Unlock()
	list := make([]model.Run, 0, len(runs)+len(past)+len(others))
	own := map[string]bool{}
	for _, r := range runs {
		snap := r.snapshot()
		own[snap.ID] = true
		list = append(list, snap)
	}
	for _, o := range others {
		if !own[o.ID] {
			own[o.ID] = true
			list = append(list, clone(o))
		}
	}
	for _, p := range past {
		if !own[p.ID] { // read after one of our own was recorded
			list = append(list, clone(p))
		}
	}
	slices.SortStableFunc(list, func(a, b model.Run) int { return strings.Compare(b.ID, a.ID) })
	return list
}

// Changed carries a signal after any run changed; signals are coalesced, and nobody waits for them
// to be taken. Who waits for them is told of the runs of other programs as well.
func (d *Dreamer) Changed() <-chan struct{} {
	d.follows.Do(func() {
		d.mu.Lock()
		defer d.mu.Unlock()
		if !d.closed {
			d.work.Go(d.follow)
		}
	})
	return d.changed
}

func (d *Dreamer) signal() {
	select {
	case d.changed <- struct{}{}:
	default:
	}
}

// Loaded is closed when the records of earlier programs have been read.
func (d *Dreamer) Loaded() <-chan struct{} { return d.loaded }

func (d *Dreamer) find(id string) *run {
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, r := range d.runs {
		if r.snap.ID == id { // never changes
			return r
		}
	}
	return nil
}

// Cancel ends a run, also one of another program. Its state is cancelling until everything of it is gone.
// A run that has ended, or is unknown, is left alone.
func (d *Dreamer) Cancel(id string) {
	if r := d.find(id); r != nil {
		r.end(errCancelled)
		return
	}
	d.cancelOther(id)
}

// Wait returns a run when it is done, or the error of ctx.
func (d *Dreamer) Wait(ctx context.Context, id string) (model.Run, error) {
	r := d.find(id)
	if r == nil {
		return d.waitOther(ctx, id)
	}
	select {
	case <-r.done:
		return r.snapshot(), nil
	case <-ctx.Done():
		return r.snapshot(), ctx.Err()
	}
}

// Close cancels all runs, waits until nothing of them is left, and starts no more.
func (d *Dreamer) Close() {
	d.mu.Lock()
	d.closed = true
	runs := slices.Clone(d.runs)
	d.mu.Unlock()
	d.stop(errCancelled)
	for _, r := range runs {
		r.end(errCancelled)
	}
	d.work.Wait()
}
