package openai

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"strconv"
	"strings"

	"github.com/sashabaranov/go-openai"

	"dreamgate/dream/engine/price"
	"dreamgate/dream/engine/talk"
)

// service is a talk.Service.
type service struct{ *Engine }

// client is made for each answer, because what asks again tells of it.
func (s *service) client(hear func(talk.Piece), last *http.Header) *openai.Client {
	c := openai.DefaultConfig(s.Key)
	c.BaseURL = s.Base
	c.HTTPClient = talk.Client(keep{talk.Patient{Next: s.through, Hear: hear}, last})
	return openai.NewClientWithConfig(c)
}

// keep keeps the head of the last answer: the client's errors do not hold it, and it says when to ask
// again.
type keep struct {
	next http.RoundTripper
	head *http.Header
}

// RoundTrip sends a request.
func (k keep) RoundTrip(r *http.Request) (*http.Response, error) {
	res, err := k.next.RoundTrip(r)
	if err == nil {
		*k.head = res.Header
	}
	return res, err
}

// Answer sends a conversation and reads the answer as it comes.
func (s *service) Answer(ctx context.Context, r talk.Request, hear func(talk.Piece)) (talk.Answer, error) {
	var head http.Header
	stream, err := s.client(hear, &head).CreateChatCompletionStream(ctx, s.request(r))
	if err != nil {
		return talk.Answer{}, s.failed(err, head, false)
	}
	defer stream.Close()
	var c collector
	for {
		part, err := stream.Recv()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return talk.Answer{}, s.failed(err, head, c.begun)
		}
		hear(talk.Piece{Bytes: c.add(part)})
	}
	// Some servers end without the mark for the end, but none ends an answer without a reason.
	if !c.ended {
		return talk.Answer{}, s.fault().Unended(c.begun)
	}
	return c.answer(), nil
}

// request is the conversation as the service wants it.
func (s *service) request(r talk.Request) openai.ChatCompletionRequest {
	q := openai.ChatCompletionRequest{
		Model: s.Model, Stream: true, StreamOptions: &openai.StreamOptions{IncludeUsage: true},
		Messages: []openai.ChatCompletionMessage{{Role: openai.ChatMessageRoleSystem, Content: r.System}},
	}
	// OpenAI's own models know the new name of this only, most other servers the old one only.
	if s.Base == Address {
		q.MaxCompletionTokens = r.MaxTokens
	} else {
		q.MaxTokens = r.MaxTokens //lint:ignore SA1019 what is out of date at OpenAI is all that Ollama knows
	}
	for _, t := range r.Tools {
		properties, required := t.Properties()
		q.Tools = append(q.Tools, openai.Tool{Type: openai.ToolTypeFunction, Function: &openai.FunctionDefinition{
			Name: t.Name, Description: t.About,
			Parameters: map[string]any{"type": "object", "properties": properties, "required": required},
		}})
	}
	for _, t := range r.Turns {
		q.Messages = append(q.Messages, messages(t)...)
	}
	return q
}

// messages are those of one turn.
func messages(t talk.Turn) (list []openai.ChatCompletionMessage) {
	if a := t.Answer; a != nil {
		if a.Text == "" && len(a.Calls) == 0 {
			return nil // an answer without a word may not be sent back
		}
		m := openai.ChatCompletionMessage{Role: openai.ChatMessageRoleAssistant, Content: a.Text}
		for _, c := range a.Calls {
			m.ToolCalls = append(m.ToolCalls, openai.ToolCall{ID: c.ID, Type: openai.ToolTypeFunction,
				Function: openai.FunctionCall{Name: c.Name, Arguments: sound(c.Args)}})
		}
		return append(list, m)
	}
	for _, r := range t.Results {
		list = append(list, openai.ChatCompletionMessage{Role: openai.ChatMessageRoleTool, ToolCallID: r.ID, Content: r.Text})
	}
	if t.Said != "" {
		list = append(list, openai.ChatCompletionMessage{Role: openai.ChatMessageRoleUser, Content: t.Said})
	}
	return list
}

// sound are arguments that can be sent back: servers that read them again stop at damaged ones.
func sound(args json.RawMessage) string {
	if !json.Valid(args) {
		return "{}"
	}
	return string(args)
}

// fault is what all faults of this service have in common.
func (s *service) fault() talk.Fault {
	return talk.Fault{
		Service: "the service at " + host(s.Base), Address: s.Base, Key: KeyName, Base: BaseName,
		HasKey: s.Key != "", Model: s.Model,
	}
}

// failed says what an error of the client means.
func (s *service) failed(err error, head http.Header, begun bool) error {
	var api *openai.APIError
	var raw *openai.RequestError
	var syntax *json.SyntaxError
	switch {
	case errors.As(err, &api):
		status := api.HTTPStatusCode
		if status == 0 { // in the midst of an answer
			status = http.StatusInternalServerError
		}
		f := s.fault().Answered(status, api.Message, head)
		f.Broken = begun && status >= http.StatusInternalServerError
		return f
	case errors.As(err, &raw):
		words := strings.TrimSpace(string(raw.Body))
		if strings.HasPrefix(words, "<") || strings.HasPrefix(words, "{") {
			words = ""
		}
		return s.fault().Answered(raw.HTTPStatusCode, words, head)
	case !begun && errors.As(err, &syntax):
		return s.fault().Unended(false)
	}
	return s.fault().Lost(err, begun)
}

// stops are the reasons to end an answer.
var stops = map[openai.FinishReason]talk.Stop{
	openai.FinishReasonToolCalls:     talk.StopCalls,
	openai.FinishReasonLength:        talk.StopLength,
	openai.FinishReasonContentFilter: talk.StopRefused,
}

// collector puts the pieces of an answer together.
type collector struct {
	text, refusal strings.Builder
	calls         []talk.Call
	args          [][]byte
	// at is the place of a call by the index that the service gives it.
	at           map[int]int
	stop         talk.Stop
	usage        price.Usage
	begun, ended bool
}

// add takes a piece and returns its size.
func (c *collector) add(part openai.ChatCompletionStreamResponse) (size int) {
	c.begun = true
	if u := part.Usage; u != nil {
		c.usage = price.Usage{In: u.PromptTokens, Out: u.CompletionTokens}
		if u.PromptTokensDetails != nil {
			c.usage.CacheRead = min(u.PromptTokensDetails.CachedTokens, u.PromptTokens)
			c.usage.In -= c.usage.CacheRead
		}
	}
	for _, choice := range part.Choices {
		if choice.Index != 0 {
			continue // one answer was asked for
		}
		d := choice.Delta
		c.text.WriteString(d.Content)
		c.refusal.WriteString(d.Refusal)
		size += len(d.Content) + len(d.Refusal) + len(d.ReasoningContent)
		for i, call := range d.ToolCalls {
			size += c.call(i, call)
		}
		if choice.FinishReason != "" && choice.FinishReason != openai.FinishReasonNull {
			c.ended, c.stop = true, stops[choice.FinishReason]
		}
	}
	return size
}

// call takes a piece of a call. A piece belongs to the call of its index; servers that give none send
// whole calls, each with its own id.
func (c *collector) call(i int, piece openai.ToolCall) int {
	if c.at == nil {
		c.at = map[int]int{}
	}
	index := i
	if piece.Index != nil {
		index = *piece.Index
	}
	n, known := c.at[index]
	if !known || piece.Index == nil && piece.ID != "" && piece.ID != c.calls[n].ID {
		n = len(c.calls)
		c.at[index] = n
		c.calls = append(c.calls, talk.Call{})
		c.args = append(c.args, nil)
	}
	if piece.ID != "" {
		c.calls[n].ID = piece.ID
	}
	if c.calls[n].Name == "" {
		c.calls[n].Name = piece.Function.Name
	}
	c.args[n] = append(c.args[n], piece.Function.Arguments...)
	return len(piece.Function.Name) + len(piece.Function.Arguments)
}

// answer is the whole answer.
func (c *collector) answer() talk.Answer {
	a := talk.Answer{Text: c.text.String(), Calls: c.calls, Stop: c.stop, Usage: c.usage}
	for i := range a.Calls {
		a.Calls[i].Args = c.args[i]
		if a.Calls[i].ID == "" { // results are told apart by it
			a.Calls[i].ID = "call_" + strconv.Itoa(i)
		}
	}
	if c.refusal.Len() > 0 {
		a.Text, a.Stop = c.refusal.String(), talk.StopRefused
	}
	return a
}
