// Package openai is the engine that asks any service of the shape of OpenAI's chat completions: a
// local Ollama, llama.cpp or vLLM, a gateway, OpenAI itself. The loop and the tools are those of
// package talk; here is only how a conversation looks on the way.
//
// The client is that of sashabaranov, because OpenAI's own costs more than a minute of a cold build.
// With net/http, which nothing else had brought, it adds 10 s of processor time to the 27 s of such a
// build, and 6 MB to a binary of 24. It does not ask again after an error; what does stands in front of
// the network.
package openai

import (
	"context"
	"net/http"
	"strings"

	"dreamgate/dream/engine"
	"dreamgate/dream/engine/price"
	"dreamgate/dream/engine/talk"
	"dreamgate/model"
)

// Name is what the engine is chosen by.
const Name = "openai"

// Address is asked where no other is set.
const Address = "https://api.openai.com/v1"

// Names of the variables that say where to ask, and with which key.
const (
	KeyName  = "OPENAI_API_KEY"
	BaseName = "OPENAI_BASE_URL"
)

// maxTokens bounds an answer. Local models have less room than those of the large services, and what
// is cut off is gone on with.
const maxTokens = 16_000

// Engine asks a service of that shape.
type Engine struct {
	talk.Config
	through http.RoundTripper
}

// New returns an engine. Base has a default, and a service on this machine needs no key. Without a model it
// describes itself as unusable, because no name of one is known to every service.
func New(c talk.Config) *Engine {
	if c.Base == "" {
		c.Base = Address
	}
	return &Engine{Config: c, through: http.DefaultTransport}
}

// About describes the engine.
func (e *Engine) About() model.Engine {
	about := model.Engine{
		Name: Name, About: "a service of the shape of OpenAI's, at " + host(e.Base), Remote: !talk.Local(e.Base), Model: e.Model,
		Way: model.WayService,
	}
	if e.Model != "" {
		about.About += ", model " + e.Model
	}
	switch about.Why = talk.Address(BaseName, e.Base); {
	case about.Why != "":
	case e.Model == "":
		about.Why = "it needs the name of a model; give it with --model, or set it in the settings"
	case e.Key == "" && e.Base == Address:
		about.Why = "it needs a key; set " + KeyName + ", or " + BaseName + " for another service"
	}
	return about
}

// host is the address without a path, and without what may be a secret in it.
func host(base string) string {
	_, rest, ok := strings.Cut(base, "://")
	if !ok {
		return "the address that is set"
	}
	rest, _, _ = strings.Cut(rest, "/")
	return rest[strings.LastIndexByte(rest, '@')+1:]
}

// Run lets the model work on the scratch folder.
func (e *Engine) Run(ctx context.Context, job engine.Job, emit func(model.Event)) error {
	o := talk.Options{MaxTokens: maxTokens}
	o.Rate, o.Priced = price.Of(e.Model)
	return talk.Run(ctx, &service{e}, job, o, emit)
}

// Tools are what the model is told of the tools, with each request.
func (e *Engine) Tools() []byte { return talk.Definitions() }

// Choose lets the model choose notes for a prompt.
func (e *Engine) Choose(ctx context.Context, query string, from []engine.Candidate) ([]string, error) {
	return talk.Choose(ctx, &service{e}, query, from)
}
