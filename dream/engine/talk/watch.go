package talk

import (
	"errors"
	"fmt"
)

// When a model that gets nowhere is told, and when it is given up.
const (
	repeatTold  = 3
	repeatEnds  = 6
	failureEnds = 15
	// maxCalls bounds the calls of one answer.
	maxCalls = 64
)

// watch looks for signs that a conversation leads nowhere.
type watch struct {
	// repeats count equal calls since the last change, failures those in a row that came to nothing.
	repeats  map[string]int
	failures int
	last     string
}

// carry carries out the calls of an answer. The error ends the run.
func (w *watch) carry(b *bench, calls []Call) (results []Result, err error) {
	for i, c := range calls {
		if b.ctx.Err() != nil {
			return nil, b.ctx.Err()
		}
		if i >= maxCalls {
			results = append(results, Result{ID: c.ID, Name: c.Name, Failed: true,
				Text: fmt.Sprintf("error: %d calls at once are too many; send it again", len(calls))})
			continue
		}
		r, err := w.one(b, c)
		if err != nil {
			return nil, err
		}
		results = append(results, r)
	}
	return results, nil
}

// one carries out a call, unless it was answered just so before.
func (w *watch) one(b *bench, c Call) (Result, error) {
	key := c.Name + "\x00" + string(c.Args)
	w.repeats[key]++
	if n := w.repeats[key]; n >= repeatEnds {
		return Result{}, fmt.Errorf("the model goes in circles: it called %q %d times with the same arguments; try another model", cut(c.Name, 60), n)
	} else if n >= repeatTold {
		return Result{ID: c.ID, Name: c.Name, Failed: true,
			Text: "error: you made this very call before, and nothing has changed since; do something else, or end"}, nil
	}
	before := len(b.changed)
	r := b.do(c)
	if len(b.changed) > before {
		clear(w.repeats)
		w.repeats[key]++
	}
	if !r.Failed {
		w.failures = 0
		return r, nil
	}
	w.failures++
	w.last = r.Text
	if w.failures >= failureEnds {
		return r, errors.New("the model does not manage to use the tools; the last of its mistakes in a row: " + cut(w.last, 300))
	}
	return r, nil
}
