// Package talk is a run with a model that calls tools: one loop and one set of tools for every
// service that can be asked. The model sees the scratch folder through the tools alone: it can list,
// read and search what lies there, and edit, write and delete notes. There is no shell, no path
// leads out, and every result is bounded.
//
//	talk.go    what is said between a service and the loop
//	run.go     the loop: limits, events, what an answer means
//	watch.go   signs that a model goes in circles or cannot use the tools
//	tools.go   the table of tools, and how their arguments are read
//	bench.go   which files there are, and list and read
//	search.go  search
//	change.go  edit, write, delete
//	fault.go   what went wrong with a service, in words that say what to do
//	reach.go   whether an address is this machine; where a request may be sent on to
//	retry.go   asking again, for services whose client does not
//	choose.go  the choice of notes for a prompt, which needs no tools
package talk

import (
	"context"
	"encoding/json"

	"dreamgate/dream/engine/price"
)

// Config says where an engine asks, with which key, and for which model.
type Config struct{ Key, Base, Model string }

// Service is a model that can be asked.
type Service interface {
	// Answer sends the whole conversation and returns the answer. hear is called with every piece of
	// it that arrives, and with what happens on the way; it never blocks. The error is a *Fault
	// where the service, or the way to it, is to blame.
	Answer(ctx context.Context, r Request, hear func(Piece)) (Answer, error)
}

// Piece is a sign of life.
type Piece struct {
	// Bytes is how much of the answer arrived.
	Bytes int
	// Text is a line for the log, "" for none.
	Text string
}

// Request is a conversation so far.
type Request struct {
	System string
	Turns  []Turn
	Tools  []Tool
	// MaxTokens bounds the answer.
	MaxTokens int
}

// Turn is one part of a conversation; one of the three is set.
type Turn struct {
	Said    string
	Results []Result
	Answer  *Answer
}

// Answer is what the model said.
type Answer struct {
	Text  string
	Calls []Call
	Stop  Stop
	Usage price.Usage
	// Native is the answer as the service wants it back, for services that are particular about it.
	Native any
}

// Stop is why an answer ended.
type Stop int

// The reasons. StopDone and StopCalls are good ones.
const (
	StopDone Stop = iota
	StopCalls
	// StopLength: the answer reached MaxTokens.
	StopLength
	// StopRefused: the model, or a filter before it, does not want to.
	StopRefused
	// StopFull: the conversation has become longer than the model can hold.
	StopFull
	// StopPaused: it goes on when it is asked again.
	StopPaused
)

// Call is a tool that the model wants to be used. Args are as the model wrote them, which may be no
// JSON at all.
type Call struct {
	ID, Name string
	Args     json.RawMessage
}

// Result is what came of a call.
type Result struct {
	ID, Name, Text string
	Failed         bool
}
