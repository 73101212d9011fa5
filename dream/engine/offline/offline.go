// Package offline is the engine that needs no model and no network: plain rules over word tables,
// deterministic, each change with its reason and its source.
package offline

import (
	"context"

	"dreamgate/dream/engine"
	"dreamgate/model"
)

// Engine is the offline engine.
type Engine struct{}

// New returns the offline engine.
func New() *Engine { return &Engine{} }

// About describes the engine.
func (*Engine) About() model.Engine {
	return model.Engine{Name: "offline", About: "plain rules, no model, no network"}
}

// Run works on the scratch folder of the job.
func (*Engine) Run(ctx context.Context, job engine.Job, emit func(model.Event)) error { return nil }
