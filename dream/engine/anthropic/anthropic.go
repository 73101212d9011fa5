// Package anthropic is the engine that asks the Messages API, by Anthropic's own client. The loop and
// the tools are those of package talk; here is only how a conversation looks on the way: streaming,
// what is marked for the cache, the account of tokens, and what the service's errors mean.
//
// # Why Anthropic's client
//
// It is by far the largest library of the program: measured with version 2.15.0 on two cores, it adds
// 38 s of processor time to the 38 s that a cold build takes without it, and 16 MB to a binary of 30.
// It is worth that because the service changes by the month, and the client knows what to send back of
// an answer (blocks of thought, with their signatures), when to ask again, and how a stream ends. It
// reads no settings of its own here: key and address are given to it.
package anthropic

import (
	"context"
	"net/http"

	"github.com/anthropics/anthropic-sdk-go/v2"
	"github.com/anthropics/anthropic-sdk-go/v2/option"

	"dreamgate/dream/engine"
	"dreamgate/dream/engine/price"
	"dreamgate/dream/engine/talk"
	"dreamgate/model"
)

// Name is what the engine is chosen by.
const Name = "anthropic"

// Model is asked where no other is named: the current one of the middle size.
const Model = anthropic.ModelClaudeSonnet5_5

// Address is that of the service itself.
const Address = "https://api.anthropic.com"

// Names of the variables that say where to ask, and with which key.
const (
	KeyName  = "ANTHROPIC_API_KEY"
	BaseName = "ANTHROPIC_BASE_URL"
)

// maxTokens bounds an answer, thoughts included. A note is short, and an answer that is cut off is
// gone on with.
const maxTokens = 32_000

// Engine asks the Messages API.
type Engine struct {
	talk.Config
	through http.RoundTripper
}

// New returns an engine. Base and Model have defaults; without a key it describes itself as unusable.
func New(c talk.Config) *Engine {
	if c.Base == "" {
		c.Base = Address
	}
	if c.Model == "" {
		c.Model = Model
	}
	return &Engine{Config: c, through: http.DefaultTransport}
}

// About describes the engine.
func (e *Engine) About() model.Engine {
	about := model.Engine{
		Name: Name, About: "the Messages API of Anthropic, model " + e.Model, Remote: !talk.Local(e.Base), Model: e.Model,
		Way: model.WayService,
	}
	if about.Why = talk.Address(BaseName, e.Base); about.Why == "" && e.Key == "" {
		about.Why = "it needs a key; set " + KeyName
	}
	return about
}

// Run lets the model work on the scratch folder.
func (e *Engine) Run(ctx context.Context, job engine.Job, emit func(model.Event)) error {
	o := talk.Options{MaxTokens: maxTokens}
	o.Rate, o.Priced = price.Of(e.Model)
	return talk.Run(ctx, e.service(), job, o, emit)
}

// Tools are what the model is told of the tools, with each request.
func (e *Engine) Tools() []byte { return talk.Definitions() }

// Choose lets the model choose notes for a prompt.
func (e *Engine) Choose(ctx context.Context, query string, from []engine.Candidate) ([]string, error) {
	return talk.Choose(ctx, e.service(), query, from)
}

// service is the client's part for messages. The whole client would bring all that the service can do
// into the program, some 40 MB, because a library that calls methods by their names keeps the linker
// from leaving any out. It would also read the environment: another key than the one that the engine was
// given must not be used, nor headers that nobody here knows of.
func (e *Engine) service() *service {
	return &service{
		config: e.Config,
		messages: anthropic.NewMessageService(
			option.WithAPIKey(e.Key), option.WithBaseURL(e.Base),
			option.WithHTTPClient(talk.Client(e.through)), option.WithMaxRetries(talk.Retries),
		),
	}
}
