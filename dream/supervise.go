package dream

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"strings"
	"sync"
	"time"

	"dreamgate/dream/engine"
	"dreamgate/model"
)

// supervise runs an engine under its caps and turns a panic of it into an error. It returns when
// the engine did; one that does not listen is left behind with an error that says so.
func supervise(ctx context.Context, e engine.Engine, job engine.Job, caps Caps, hear func(model.Event)) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	whole := time.AfterFunc(caps.Time, func() { cancel(engine.ErrTimeout) })
	defer whole.Stop()
	silence := time.AfterFunc(caps.Silence, func() { cancel(engine.ErrSilent) })
	defer silence.Stop()
	var mu sync.Mutex
	// After the end an engine that was left behind may still talk; nobody is there to hear it.
	over := false
	emit := func(ev model.Event) {
		mu.Lock()
		defer mu.Unlock()
		if over {
			return
		}
		silence.Reset(caps.Silence)
		hear(ev)
	}
	ended := make(chan error, 1)
	go func() { ended <- runEngine(ctx, e, job, emit) }()
	var err error
	select {
	case err = <-ended:
	case <-ctx.Done():
		// Its end is waited for: what it started must be gone before the scratch is.
		select {
		case err = <-ended:
		case <-time.After(caps.abandon):
			err = errors.New("the engine does not listen to the cancel and was left behind")
		}
	}
	mu.Lock()
	over = true
	mu.Unlock()
	return explain(ctx, e, err, caps)
}

// runEngine is the engine's Run, a panic in it turned into an error.
func runEngine(ctx context.Context, e engine.Engine, job engine.Job, emit func(model.Event)) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("the engine crashed: %v (%s)", p, origin(debug.Stack()))
		}
	}()
	return e.Run(ctx, job, emit)
}

// origin is the function that a stack says panicked: the first one below the call of panic. The
// whole stack is for nobody who only wanted to dream.
func origin(stack []byte) string {
	_, after, _ := strings.Cut(string(stack), "panic(")
	for i, line := range strings.Split(after, "\n") {
		if i >= 2 && !strings.HasPrefix(line, "\t") {
			return line[:max(0, strings.LastIndexByte(line, '('))]
		}
	}
	return "unknown place"
}

// explain puts what ended a run into words that say what to do.
func explain(ctx context.Context, e engine.Engine, err error, caps Caps) error {
	// An engine whose context ends returns all kinds of errors; the cause is ours.
	switch cause := context.Cause(ctx); {
	case errors.Is(cause, engine.ErrTimeout):
		return fmt.Errorf("%w (%s at most); run it again, or with fewer sessions", cause, caps.Time)
	case errors.Is(cause, engine.ErrSilent):
		return fmt.Errorf("%w (nothing for %s); look whether %s can be reached", cause, caps.Silence, e.About().Name)
	}
	return err
}
