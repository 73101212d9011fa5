package talk

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"dreamgate/dream/engine"
	"dreamgate/dream/engine/price"
	"dreamgate/memory"
	"dreamgate/model"
)

// Options are what a run with a service needs to know of it.
type Options struct {
	// Rate is what the model costs; it counts only if Priced.
	Rate   price.Rate
	Priced bool
	// MaxTokens bounds one answer.
	MaxTokens int
}

// Bounds of a conversation that is not going well.
const (
	// nudges is how often a model that stops too early is told to go on, asks how often one answer
	// is asked for whose connection breaks off.
	nudges = 2
	asks   = 3
	// maxAnswer bounds one answer in bytes, whatever a service takes for its limit.
	maxAnswer = 8 << 20
	// aliveEvery is how often the pieces of an answer are passed on as a sign of life.
	aliveEvery = 500 * time.Millisecond
	// fewTurns is when a model is told how many turns are left.
	fewTurns = 3
	// maxWords bounds what is quoted of a model in a message.
	maxWords = 300
)

// errLong is the cause with which an endless answer is ended.
var errLong = fmt.Errorf("the answer has more than %d bytes; the model does not come to an end", maxAnswer)

// Run lets a model work on the scratch folder of a job. It returns when the model says that it is
// done, when a limit is reached, or when ctx ends, and leaves nothing behind that still asks.
func Run(ctx context.Context, s Service, job engine.Job, o Options, emit func(model.Event)) error {
	scratch, err := memory.OpenRoot(job.Dir)
	if err != nil {
		return err
	}
	defer scratch.Close()
	c := conversation{
		ctx: ctx, service: s, job: job, Options: o, emit: emit,
		bench: bench{ctx: ctx, root: scratch.Volatile(), tools: tools(), limit: job.Limits.Input},
		watch: watch{repeats: map[string]int{}},
	}
	c.bench.touch = c.touched
	if err = c.hold(); err != nil && ctx.Err() != nil {
		return context.Cause(ctx)
	}
	return err
}

// conversation is one run.
type conversation struct {
	Options
	ctx     context.Context
	service Service
	job     engine.Job
	emit    func(model.Event)
	bench   bench
	watch   watch

	turns []Turn
	usage price.Usage
	cost  float64
	// answers count those of the model; nudged how often it was told to go on, in a row.
	answers, nudged int
	// worked says that the model used the tools, pruned that it has come to the last stage.
	worked, pruned bool
}

// hold goes on until the model is done.
func (c *conversation) hold() error {
	listing, err := c.bench.list(args{})
	if err != nil {
		return err
	}
	c.turns = []Turn{{Said: opening(listing)}}
	if !c.Priced && c.job.Limits.Money > 0 {
		c.emit(model.Event{Text: "the price of this model is not known: no cost is shown, and none is bounded"})
	}
	for {
		if err := c.within(); err != nil {
			// An extraction has few turns, and what it wrote down stands by itself.
			if c.job.Extract && c.bench.reasons {
				return nil
			}
			return err
		}
		a, err := c.ask()
		if err != nil {
			return err
		}
		c.count(a)
		c.turns = append(c.turns, Turn{Answer: &a})
		done, err := c.take(a)
		if done || err != nil {
			return err
		}
	}
}

// opening is what the model is told first. What lies in the folder is quoted: a file may be called
// anything.
func opening(listing string) string {
	var b strings.Builder
	b.WriteString("This is the folder; each line behind a bar is quoted data:\n\n")
	for line := range strings.Lines(listing) {
		b.WriteString("| " + line)
	}
	b.WriteString("\nBegin. Call several tools at once where one need not wait for another. When all is done and " +
		engine.ChangesFile + " is written, answer with one sentence and no call.\n")
	return b.String()
}

// within says which limit of the run is reached.
func (c *conversation) within() error {
	l := c.job.Limits
	switch {
	case l.Turns > 0 && c.answers >= l.Turns:
		return fmt.Errorf("the model was not done after %s; run it again, with fewer sessions or a higher --max-turns", model.Count(l.Turns, "turn"))
	case l.Money > 0 && c.Priced && c.cost >= l.Money:
		return fmt.Errorf("the run cost $%.2f, and $%.2f were allowed; run it again, with fewer sessions or a higher --max-cost", c.cost, l.Money)
	}
	return nil
}

// ask asks for the next answer, once more where the connection breaks off: nothing of a broken answer
// was acted on.
func (c *conversation) ask() (Answer, error) {
	r := Request{System: c.job.Prompt, Turns: c.turns, Tools: c.bench.tools, MaxTokens: c.MaxTokens}
	for try := 1; ; try++ {
		a, err := c.once(r)
		var f *Fault
		if err == nil || c.ctx.Err() != nil || !errors.As(err, &f) || !f.Broken || try == asks {
			return a, err
		}
		c.emit(model.Event{Text: "the connection broke off in the middle of an answer; asking again"})
	}
}

// once asks once, and passes on that something arrives.
func (c *conversation) once(r Request) (Answer, error) {
	ctx, cancel := context.WithCancelCause(c.ctx)
	defer cancel(nil)
	size, told := 0, time.Time{}
	a, err := c.service.Answer(ctx, r, func(p Piece) {
		if size += p.Bytes; size > maxAnswer {
			cancel(errLong)
		}
		if now := time.Now(); p.Text != "" || now.Sub(told) > aliveEvery {
			told = now
			c.emit(model.Event{Text: p.Text})
		}
	})
	if c.ctx.Err() == nil && errors.Is(context.Cause(ctx), errLong) {
		return a, errLong
	}
	return a, err
}

// count adds an answer to the account.
func (c *conversation) count(a Answer) {
	c.answers++
	c.usage = c.usage.Plus(a.Usage)
	if c.Priced {
		c.cost += c.Rate.Cost(a.Usage)
	}
	text := ""
	if words := firstLine(a.Text); words != "" {
		text = "the model: " + words
	}
	c.emit(model.Event{Text: text, Tokens: c.usage.Total(), Cost: c.cost})
}

// take acts on an answer. It reports whether the run is over.
func (c *conversation) take(a Answer) (done bool, err error) {
	switch a.Stop {
	case StopRefused:
		return false, errors.New("the model refused" + orNothing(a.Text) + "; nothing of its work is kept. Look at the notes and sessions of this run, or try another model")
	case StopFull:
		return false, errors.New("the conversation has become longer than the model can hold; dream with fewer sessions, or choose a model with more room")
	case StopPaused:
		return false, c.nudge("", a)
	case StopLength:
		// A call that was cut off is damaged, and is answered as such; whole ones are good.
		if err := c.results(a); err != nil {
			return false, err
		}
		return false, c.nudge(fmt.Sprintf("Your answer reached the limit of %d tokens and was cut off. Go on, with less in one answer.", c.MaxTokens), a)
	}
	if len(a.Calls) > 0 {
		c.nudged, c.worked = 0, true
		return false, c.results(a)
	}
	return c.finished(a)
}

// results carries out the calls of an answer and keeps what came of them.
func (c *conversation) results(a Answer) error {
	if len(a.Calls) == 0 {
		return nil
	}
	for _, call := range a.Calls[:min(len(a.Calls), maxCalls)] {
		if text := doing(call); text != "" {
			c.emit(model.Event{Text: text})
		}
	}
	results, err := c.watch.carry(&c.bench, a.Calls)
	if err != nil {
		return err
	}
	turn := Turn{Results: results}
	if left := c.job.Limits.Turns - c.answers; c.job.Limits.Turns > 0 && left <= fewTurns && left > 0 {
		turn.Said = fmt.Sprintf("%s left: bring %s and %s in line with what you have, and end.",
			model.Count(left, "turn"), model.IndexName, engine.ChangesFile)
	}
	c.turns = append(c.turns, turn)
	return nil
}

// doing says in a line what a call is about to look at; changes are told when they are made.
func doing(call Call) string {
	for _, t := range tools() {
		if t.Name != call.Name {
			continue
		}
		a, err := t.readArgs(call.Args)
		switch {
		case err != nil:
		case t.Name == "read":
			return "reads " + cut(a.text("path"), maxWords)
		case t.Name == "search":
			return "looks for " + cut(a.text("pattern"), maxWords)
		case t.Name == "list":
			return "lists " + cut(a.text("under"), maxWords)
		}
	}
	return ""
}

// finished decides what an answer without a call means. A model that has done nothing is told once
// more what is wanted, and so is one that has given no reasons.
func (c *conversation) finished(a Answer) (done bool, err error) {
	switch {
	case c.bench.reasons:
		return true, nil
	case c.job.Extract && c.worked && len(c.bench.changed) == 0:
		return true, nil // most sessions hold nothing that is to be kept
	case c.nudged >= nudges && len(c.bench.changed) > 0:
		return true, nil // changes without reasons are the reviewer's affair
	case c.nudged >= nudges:
		return true, &engine.Unconfirmed{Words: cut(firstLine(a.Text), maxWords)}
	case len(c.bench.changed) > 0:
		return false, c.nudge(engine.ChangesFile+" is missing: write it, a line for each change.", a)
	}
	return false, c.nudge("You have changed nothing and not written "+engine.ChangesFile+". What you say here is read by nobody: "+
		"use the tools. If nothing needs to change, say so in "+engine.ChangesFile+".", a)
}

// nudge tells the model to go on; an answer that is followed by no word of ours is asked to be
// continued. One that keeps stopping is given up.
func (c *conversation) nudge(text string, a Answer) error {
	if c.nudged++; c.nudged > nudges+1 {
		return fmt.Errorf("the model does not come to an end: it stopped %d times in the middle%s; try another model, or fewer sessions", c.nudged, orNothing(a.Text))
	}
	last := &c.turns[len(c.turns)-1]
	switch {
	case text == "":
	case last.Answer == nil:
		last.Said = strings.TrimSpace(last.Said + "\n" + text)
	default:
		c.turns = append(c.turns, Turn{Said: text})
	}
	return nil
}

// touched tells of a change to a note.
func (c *conversation) touched(what, rel string) {
	e := model.Event{Text: what + " " + rel, File: rel}
	// The index is brought in line and notes are dropped when the rest is done.
	if !c.pruned && (rel == model.IndexName || what == "deleted") {
		c.pruned, e.Stage = true, model.StagePrune
	}
	c.emit(e)
}

// firstLine is the first line of a text that says something.
func firstLine(text string) string {
	lines := strings.Split(strings.TrimSpace(text), "\n")
	return cut(strings.TrimSpace(lines[max(0, slices.IndexFunc(lines, func(l string) bool { return strings.TrimSpace(l) != "" }))]), maxWords)
}

// orNothing quotes what a model said last.
func orNothing(text string) string {
	if words := firstLine(text); words != "" {
		return " (" + words + ")"
	}
	return ""
}
