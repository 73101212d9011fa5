package command

import (
	"encoding/json"
	"errors"
	"strings"

	"dreamgate/dream/engine/process"
	"dreamgate/model"
)

// Bounds on what is remembered of a program's output.
const (
	eventBytes  = 400     // of one line, for the log
	lineBytes   = 1 << 20 // of the last line, which may be a result
	tailLines   = 6
	wordsLength = 600
)

// output is what is remembered of what a program says; each line is an event.
type output struct {
	emit func(model.Event)
	// last is the last line of stdout that was not blank; tail the last lines of both, short.
	last string
	tail []string
}

// hear takes one line. Carriage returns are progress bars: what stands after the last one counts.
func (o *output) hear(l process.Line) {
	line := strings.TrimRight(string(l.Text), "\r")
	if i := strings.LastIndexByte(line, '\r'); i >= 0 {
		line = line[i+1:]
	}
	if strings.TrimSpace(line) == "" {
		return
	}
	if !l.Stderr {
		o.last = line
	}
	short := describe(line)
	o.tail = append(o.tail, short)
	if len(o.tail) > tailLines {
		o.tail = o.tail[1:]
	}
	o.emit(model.Event{Text: short})
}

// describe is a line for the log: prose as it is, an object of a JSON stream by its type.
func describe(line string) string {
	var object struct{ Type, Subtype string }
	if strings.HasPrefix(strings.TrimSpace(line), "{") && json.Unmarshal([]byte(line), &object) == nil && object.Type != "" {
		return strings.TrimSuffix(object.Type+" "+object.Subtype, " ")
	}
	return shorten(line, eventBytes)
}

// lastWords are the last lines of both outputs, joined.
func (o *output) lastWords() string {
	words := strings.Join(o.tail, " / ")
	// The end of what was said is where the reason stands.
	if len(words) > wordsLength {
		words = "…" + strings.ToValidUTF8(words[len(words)-wordsLength:], "")
	}
	return words
}

// result is the last line of a stream in the shape of Claude Code's stream-json. Success there is
// a result line that does not say is_error; its subtype alone proves nothing, since a refused
// request ends with "success".
type result struct {
	Type    string `json:"type"`
	Subtype string `json:"subtype"`
	IsError bool   `json:"is_error"`
	Result  string `json:"result"`
	Errors  []any  `json:"errors"`
}

func (o *output) result() (result, bool) {
	var r result
	// Fields of another shape are left at zero; the type decides.
	if err := json.Unmarshal([]byte(o.last), &r); err != nil && !errors.As(err, new(*json.UnmarshalTypeError)) {
		return result{}, false
	}
	return r, r.Type == "result"
}

func (r result) failed() bool { return r.IsError || strings.HasPrefix(r.Subtype, "error") }

func (r result) words() string {
	if r.Result != "" {
		return shorten(r.Result, wordsLength)
	}
	for _, e := range r.Errors {
		if s, ok := e.(string); ok && s != "" {
			return shorten(s, wordsLength)
		}
	}
	return strings.ReplaceAll(r.Subtype, "_", " ")
}

// shorten cuts at a whole character.
func shorten(s string, n int) string {
	if len(s) <= n {
		return s
	}
	return strings.ToValidUTF8(s[:n], "") + "…"
}
