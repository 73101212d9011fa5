// Package offline is the engine that needs no model and no network: plain rules over word tables,
// deterministic, each change with its reason and, where somebody said it, the line. It reads the
// scratch folder only. What no rule concerns stays as it is, byte for byte.
//
//	offline.go   the engine and its order of work
//	copy.go      the notes as lines; every edit is a splice
//	gather.go    from the digest to what the user said, in order of time
//	sentence.go  which sentences are the user's own statements
//	tongue.go    what is asked of a language; words_*.go the tables of six, words_change.go what is said of one thing
//	fact.go      what a sentence says, and term.go of which things
//	restate.go   corrections that do not say what was wrong
//	ledger.go    what of that still holds: the later wins, what was taken back is gone
//	amend.go     outdated lines of notes; mention.go finds them, seam.go fits new words in
//	keep.go      new notes for what the user asked to keep
//	date.go      relative dates of notes that carry their own stamp
//	merge.go     notes that say the same
//	index.go     the index brought in line
//	mend.go      the same for an audit, without a session
//
// The rules err on the side of doing nothing: a fact that is missed can be told again, one that
// was never meant is believed for ever.
package offline

import (
	"context"
	"strings"

	"dreamgate/dream/engine"
	"dreamgate/memory"
	"dreamgate/model"
)

// Engine is the offline engine.
type Engine struct{}

// New returns the offline engine.
func New() *Engine { return &Engine{} }

// About describes the engine.
func (*Engine) About() model.Engine {
	return model.Engine{Name: "offline", About: "plain rules: no model, no network", Origin: model.OriginRules, Way: model.WayRules}
}

// Run works on the scratch folder of the job.
func (*Engine) Run(ctx context.Context, job engine.Job, emit func(model.Event)) error {
	scratch, err := memory.OpenRoot(job.Dir)
	if err != nil {
		return err
	}
	defer scratch.Close()
	scratch = scratch.Volatile()
	w := work{ctx: ctx, job: job, scratch: scratch, emit: emit}
	for _, step := range []func() error{w.read, w.facts, w.tidy, w.write} {
		if err := context.Cause(ctx); err != nil {
			return err
		}
		if err := step(); err != nil {
			return err
		}
	}
	return nil
}

// work is one run.
type work struct {
	ctx     context.Context
	job     engine.Job
	scratch *memory.Root
	emit    func(model.Event)
	copy    *notes
	said    []message
}

// read reads the notes and the digest.
func (w *work) read() (err error) {
	if w.copy, err = readNotes(w.ctx, w.scratch); err != nil {
		return err
	}
	if w.said, err = readSaid(w.scratch, w.progress("session")); err != nil {
		return err
	}
	w.said = ownProject(w.said, w.copy, w.job.Projects)
	return nil
}

// facts puts what the user said into the notes.
func (w *work) facts() error {
	w.emit(model.Event{Text: "looking at " + model.Count(len(w.said), "message") + " of the user"})
	if !w.job.Extract {
		w.copy.resolveDates(w.job.Zone)
	}
	l := newLedger()
	heard := w.progress("message")
	for i, m := range w.said {
		heard(i+1, len(w.said))
		if i%1024 == 0 && w.ctx.Err() != nil {
			return context.Cause(w.ctx)
		}
		l.hear(m)
	}
	amends, keeps := l.settle()
	words := w.copy.wordIndex()
	for _, f := range amends {
		if !w.copy.amend(f, words, w.job.Zone) && f.ask {
			keeps = append(keeps, f)
		}
	}
	w.copy.keepAll(keeps, w.job.Zone)
	return nil
}

// progress returns what tells how many of something are done, a hundred times at most.
func (w *work) progress(unit string) func(done, total int) {
	return func(done, total int) {
		if done == total || done%max(1, total/100) == 0 {
			w.emit(model.Event{Progress: model.Progress{Done: done, Total: total, Unit: unit}})
		}
	}
}

// tidy merges what is double and brings the index in line.
func (w *work) tidy() error {
	if w.job.Extract {
		w.copy.addOrphans(func(path string) bool { _, made := w.copy.added[path]; return made })
		return nil
	}
	w.emit(model.Event{Stage: model.StagePrune, Text: "merging duplicates and mending the index"})
	w.copy.merge(w.progress("note"))
	w.copy.mendIndex()
	return nil
}

// write leaves the changed notes and the reasons in the scratch folder.
func (w *work) write() error {
	for _, path := range w.copy.gone {
		w.emit(model.Event{Text: "delete " + path, File: path})
		if err := w.scratch.Remove(engine.MemoryDir + "/" + path); err != nil {
			return err
		}
	}
	for _, path := range w.copy.paths() {
		f := w.copy.files[path]
		if !f.changed {
			continue
		}
		w.emit(model.Event{Text: "change " + path, File: path})
		if err := w.scratch.Write(engine.MemoryDir+"/"+path, f.bytes(), 0); err != nil {
			return err
		}
	}
	text := "Nothing to change.\n"
	if len(w.copy.why) > 0 {
		text = strings.Join(w.copy.why, "\n") + "\n"
	}
	return w.scratch.Write(engine.ChangesFile, []byte(text), 0o600)
}
