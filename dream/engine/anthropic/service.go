package anthropic

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"strings"

	"github.com/anthropics/anthropic-sdk-go/v2"
	"github.com/anthropics/anthropic-sdk-go/v2/option"
	"github.com/anthropics/anthropic-sdk-go/v2/packages/param"

	"dreamgate/dream/engine/price"
	"dreamgate/dream/engine/talk"
)

// service is a talk.Service.
type service struct {
	config   talk.Config
	messages anthropic.MessageService
}

// Answer sends a conversation and reads the answer as it comes.
func (s *service) Answer(ctx context.Context, r talk.Request, hear func(talk.Piece)) (talk.Answer, error) {
	stream := s.messages.NewStreaming(ctx, s.params(r), option.WithMiddleware(patient(hear)))
	defer stream.Close()
	var m anthropic.Message
	begun, ended := false, false
	for stream.Next() {
		event := stream.Current()
		begun = true
		ended = ended || event.Type == "message_stop"
		hear(talk.Piece{Bytes: len(event.RawJSON())})
		if err := m.Accumulate(event); err != nil {
			return talk.Answer{}, s.fault().Lost(err, true)
		}
	}
	if err := stream.Err(); err != nil {
		return talk.Answer{}, s.failed(err, begun)
	}
	if !ended {
		return talk.Answer{}, s.fault().Unended(begun)
	}
	return answer(m), nil
}

// shouldRetry is the head by which the service tells the client whether to ask again.
const shouldRetry = "X-Should-Retry"

// patient has an error answered once more where that may help, and tells of it. The client waits as
// long as it is told to, and that may be an hour: then it is told not to ask again.
func patient(hear func(talk.Piece)) option.Middleware {
	return func(r *http.Request, next option.MiddlewareNext) (*http.Response, error) {
		res, err := next(r)
		if err != nil || res.StatusCode < http.StatusBadRequest {
			return res, err
		}
		switch again, why := talk.Patience(res); {
		case !again:
			res.Header.Set(shouldRetry, "false")
		case res.Header.Get(shouldRetry) != "false":
			hear(talk.Piece{Text: why})
		}
		return res, nil
	}
}

// params is the conversation as the service wants it. Three places are marked for the cache: the end
// of the system prompt, with the tools before it; the first thing that is said; and the last one, so
// that each turn is written once and read from then on.
func (s *service) params(r talk.Request) anthropic.MessageNewParams {
	cache := anthropic.NewCacheControlEphemeralParam()
	p := anthropic.MessageNewParams{
		Model: s.config.Model, MaxTokens: int64(r.MaxTokens),
		System: []anthropic.TextBlockParam{{Text: r.System, CacheControl: cache}},
	}
	for _, t := range r.Tools {
		properties, required := t.Properties()
		p.Tools = append(p.Tools, anthropic.ToolUnionParam{OfTool: &anthropic.ToolParam{
			Name: t.Name, Description: param.NewOpt(t.About),
			InputSchema: anthropic.ToolInputSchemaParam{Properties: properties, Required: required},
		}})
	}
	first := true
	for i, t := range r.Turns {
		if t.Answer != nil {
			// An answer without a word may not be sent back.
			if m, ok := t.Answer.Native.(anthropic.MessageParam); ok {
				p.Messages = append(p.Messages, m)
			}
			continue
		}
		blocks := said(t)
		if len(blocks) > 0 && (first || i == len(r.Turns)-1) {
			mark(&blocks[len(blocks)-1], cache)
			first = false
		}
		p.Messages = append(p.Messages, anthropic.NewUserMessage(blocks...))
	}
	return p
}

// said are the blocks of a turn of ours: results before words, as the service wants them.
func said(t talk.Turn) (blocks []anthropic.ContentBlockParamUnion) {
	for _, r := range t.Results {
		blocks = append(blocks, anthropic.NewToolResultBlock(r.ID, r.Text, r.Failed))
	}
	if t.Said != "" {
		blocks = append(blocks, anthropic.NewTextBlock(t.Said))
	}
	return blocks
}

// mark ends a piece of the cache at a block.
func mark(b *anthropic.ContentBlockParamUnion, cache anthropic.CacheControlEphemeralParam) {
	switch {
	case b.OfText != nil:
		b.OfText.CacheControl = cache
	case b.OfToolResult != nil:
		b.OfToolResult.CacheControl = cache
	}
}

// stops are the reasons to end an answer.
var stops = map[anthropic.StopReason]talk.Stop{
	anthropic.StopReasonToolUse:                    talk.StopCalls,
	anthropic.StopReasonMaxTokens:                  talk.StopLength,
	anthropic.StopReasonRefusal:                    talk.StopRefused,
	anthropic.StopReasonModelContextWindowExceeded: talk.StopFull,
	anthropic.StopReasonPauseTurn:                  talk.StopPaused,
}

// answer is a whole message as the loop wants it.
func answer(m anthropic.Message) talk.Answer {
	a := talk.Answer{Stop: stops[m.StopReason], Usage: price.Usage{
		In: int(m.Usage.InputTokens), CacheWrite: int(m.Usage.CacheCreationInputTokens),
		CacheRead: int(m.Usage.CacheReadInputTokens), Out: int(m.Usage.OutputTokens),
	}}
	if len(m.Content) > 0 {
		a.Native = m.ToParam()
	}
	var text []string
	for _, b := range m.Content {
		switch b.Type {
		case "text":
			text = append(text, b.Text)
		case "tool_use":
			a.Calls = append(a.Calls, talk.Call{ID: b.ID, Name: b.Name, Args: json.RawMessage(b.Input)})
		}
	}
	a.Text = strings.Join(text, "\n")
	if a.Stop == talk.StopRefused && m.StopDetails.Explanation != "" {
		a.Text = m.StopDetails.Explanation
	}
	return a
}

// fault is what all faults of this service have in common.
func (s *service) fault() talk.Fault {
	return talk.Fault{
		Service: "the Anthropic API", Address: s.config.Base, Key: KeyName, Base: BaseName,
		HasKey: s.config.Key != "", Model: s.config.Model,
	}
}

// codes are the errors that come in the midst of an answer, when the status is long sent.
var codes = map[string]int{
	"invalid_request_error": http.StatusBadRequest,
	"authentication_error":  http.StatusUnauthorized,
	"billing_error":         http.StatusPaymentRequired,
	"permission_error":      http.StatusForbidden,
	"not_found_error":       http.StatusNotFound,
	"request_too_large":     http.StatusRequestEntityTooLarge,
	"rate_limit_error":      http.StatusTooManyRequests,
	"api_error":             http.StatusInternalServerError,
	"timeout_error":         http.StatusGatewayTimeout,
	"overloaded_error":      talk.StatusOverloaded,
}

// failed says what an error of the client means.
func (s *service) failed(err error, begun bool) error {
	var e *anthropic.Error
	if !errors.As(err, &e) {
		return s.fault().Lost(err, begun)
	}
	status, words := e.StatusCode, e.Message
	if status < http.StatusBadRequest {
		if status = codes[string(e.Type())]; status == 0 {
			status = http.StatusInternalServerError
		}
	}
	if words == "" {
		words = plain(e.RawJSON())
	}
	header := http.Header{}
	if e.Response != nil {
		header = e.Response.Header
	}
	f := s.fault().Answered(status, words, header)
	f.Broken = begun && status >= http.StatusInternalServerError
	return f
}

// plain is an answer that is no JSON, if it is text: a page of a proxy is not worth showing.
func plain(body string) string {
	if strings.HasPrefix(strings.TrimSpace(body), "<") || json.Valid([]byte(body)) {
		return ""
	}
	return body
}
