package claude

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"dreamgate/dream/engine"
	"dreamgate/dream/engine/process"
	"dreamgate/model"
)

// Bounds on what is remembered of a run.
const (
	maxWords = 400 // bytes of a text that is quoted
	maxTail  = 6   // lines of plain words
	maxCalls = 20_000
	// aliveEvery is how often the pieces of an answer are passed on as a sign of life.
	aliveEvery = 500 * time.Millisecond
	// refusedTwice is the attempt at which a login that is refused is given up: the first repetition
	// is with a fresh token, the others take three minutes and change nothing.
	refusedTwice = 3
	// overTurns is by how much the program may overstep its own cap before it is ended for it.
	overTurns = 10
)

// stream reads the output of a run.
type stream struct {
	job engine.Job
	// tools are those that the program was given.
	tools  []string
	emit   func(model.Event)
	cancel context.CancelCauseFunc

	started bool
	// fault is why the run was ended by us.
	fault error
	// kill says that the program is not to be given time.
	kill bool
	calls
	// answers are the tokens of each message of the model, current is the one being written.
	answers map[string]int
	current string
	tokens  int
	told    time.Time
	pruned  bool
	// damaged lines are no JSON, long ones were cut.
	damaged, long int
	// plain are the last lines that are no JSON, of both outputs; they are the message of a program
	// that does not begin.
	plain []string
	// words are the last ones of the model.
	words string
	// resets is when a limit that was reached ends.
	resets time.Time
	result *result
}

func newStream(job engine.Job, tools []string, emit func(model.Event), cancel context.CancelCauseFunc) *stream {
	return &stream{job: job, tools: tools, emit: emit, cancel: cancel, answers: map[string]int{}, calls: newCalls(job.Dir)}
}

// grace is how long the program may take to end.
func (s *stream) grace() time.Duration {
	if s.kill {
		return 0
	}
	return process.Grace
}

// end ends the run for a fault of its own.
func (s *stream) end(kill bool, format string, a ...any) {
	if s.fault == nil {
		s.fault, s.kill = fmt.Errorf(format, a...), kill
		s.cancel(s.fault)
	}
}

// hear takes a line.
func (s *stream) hear(l process.Line) {
	line := bytes.TrimSpace(l.Text)
	if len(line) == 0 {
		return
	}
	if l.Stderr {
		s.say(string(line))
		return
	}
	if l.Cut {
		s.long++
		s.alive()
		return
	}
	var k kind
	if line[0] != '{' || !decode(line, &k) {
		s.damaged++
		s.say(string(line))
		return
	}
	s.take(k, line)
}

// take acts on a line by what it is. What is not known is skipped: each version has new ones.
func (s *stream) take(k kind, line []byte) {
	switch k.Type + "/" + k.Subtype {
	case "system/init":
		s.begin(line)
	case "system/permission_denied":
		var d denial
		if decode(line, &d) {
			s.deny(d)
		}
	case "system/api_retry":
		s.retry(line)
	case "assistant/":
		s.answer(line)
	case "user/":
		s.results(line)
	case "stream_event/":
		s.piece(line)
	case "rate_limit_event/":
		var l limits
		if decode(line, &l) && l.Info.Resets > 0 && l.Info.Status != "allowed" {
			s.resets = time.Unix(l.Info.Resets, 0)
		}
	default:
		if k.Type == "result" {
			s.last(line)
		}
	}
	s.alive()
}

// say passes a line of plain words on.
func (s *stream) say(words string) {
	words = shorten(words)
	if s.plain = append(s.plain, words); len(s.plain) > maxTail {
		s.plain = s.plain[1:]
	}
	s.tell(model.Event{Text: words})
}

func (s *stream) tell(e model.Event) {
	s.told = time.Now()
	s.emit(e)
}

// alive passes on, from time to time, that there is still something to hear.
func (s *stream) alive() {
	if time.Since(s.told) > aliveEvery {
		s.tell(model.Event{Tokens: s.tokens})
	}
}

// begin looks whether the program took its arguments as they were meant. A tool that should not be
// there is a reason to end it before it has asked anybody anything.
func (s *stream) begin(line []byte) {
	var b start
	if !decode(line, &b) {
		return
	}
	s.started = true
	slices.Sort(b.Tools)
	switch {
	case !slices.Equal(b.Tools, s.tools):
		s.end(true, "claude started with the tools %s instead of %s and was ended; look whether its settings, or those of an administrator, change them",
			orElse(shorten(strings.Join(b.Tools, ", ")), "(none)"), orElse(strings.Join(s.tools, ", "), "none"))
	case b.Mode != mode:
		s.end(true, "claude started in the permission mode %q instead of %q and was ended; look whether its settings, or those of an administrator, change it", shorten(b.Mode), mode)
	case b.Folder != "" && !sameFolder(b.Folder, s.job.Dir):
		s.end(true, "claude started in another folder than the scratch folder and was ended")
	default:
		s.tell(model.Event{Text: strings.TrimSpace("claude " + shorten(b.Version) + " began, model " + shorten(b.Model)), Model: shorten(b.Model)})
	}
}

func sameFolder(a, b string) bool {
	if a == b {
		return true
	}
	ra, aerr := filepath.EvalSymlinks(a)
	rb, berr := filepath.EvalSymlinks(b)
	return aerr == nil && berr == nil && ra == rb
}

// answer takes a part of what the model says. The parts of one message come as lines of their own.
func (s *stream) answer(line []byte) {
	var a said
	if !decode(line, &a) {
		return
	}
	if a.Message.Model != synthetic {
		s.count(a.Message.ID, a.Message.Usage.total())
	}
	for _, b := range blocks(a.Message.Content) {
		switch b.Type {
		case "text":
			if words := shorten(b.Text); words != "" {
				s.words = words
				s.tell(model.Event{Text: "the model: " + words, Tokens: s.tokens})
			}
		case "tool_use":
			if text := s.called(b); text != "" {
				s.tell(model.Event{Text: text, Tokens: s.tokens})
			}
		}
	}
}

// count keeps the account of a message: the figure grows while it is written.
func (s *stream) count(id string, tokens int) {
	if id == "" {
		return
	}
	s.tokens += max(0, tokens-s.answers[id])
	s.answers[id] = max(tokens, s.answers[id])
	// The program keeps this cap by itself, by an option that its help does not name.
	if most := s.job.Limits.Turns; most > 0 && len(s.answers) > most+overTurns {
		s.end(false, "%w", turnsError(most))
	}
}

// piece takes a piece of an answer: of interest is only what it costs.
func (s *stream) piece(line []byte) {
	if !bytes.Contains(line, []byte(`"usage"`)) {
		return // nearly all of them
	}
	var p piece
	if !decode(line, &p) {
		return
	}
	switch p.Event.Type {
	case "message_start":
		s.current = p.Event.Message.ID
		s.count(s.current, p.Event.Message.Usage.total())
	case "message_delta":
		u := p.Event.Usage
		s.count(s.current, s.answers[s.current]+u.Answered)
		s.current = "" // its figure is final
	}
}

// retry takes word of a request that failed.
func (s *stream) retry(line []byte) {
	var a again
	if !decode(line, &a) {
		return
	}
	what := "the service cannot be reached"
	if a.Status != nil {
		what = fmt.Sprintf("the service answered with %d", *a.Status)
		if *a.Status == statusLogin && a.Attempt >= refusedTwice {
			s.end(false, "%w", loginRefused(""))
			return
		}
	}
	wait := time.Duration(a.Wait * float64(time.Millisecond)).Round(100 * time.Millisecond)
	s.tell(model.Event{Text: fmt.Sprintf("%s; trying again in %s (%d of %d)", what, wait, a.Attempt, a.Most)})
}

// last takes the line with the result. Of several the last one counts.
func (s *stream) last(line []byte) {
	r := &result{}
	if !decode(line, r) {
		return
	}
	s.result = r
	for _, d := range r.Denials {
		s.deny(d)
	}
	s.tell(model.Event{Tokens: r.tokens(), Cost: r.Cost})
}

// report says what a reviewer should know of the run.
func (s *stream) report() {
	var remarks []string
	if !s.started && s.fault == nil {
		remarks = append(remarks, "claude did not say which tools it had; what it wrote is checked as always")
	}
	if s.damaged > 0 {
		remarks = append(remarks, model.Count(s.damaged, "line")+" of the output of claude could not be read")
	}
	if s.long > 0 {
		remarks = append(remarks, model.Count(s.long, "line")+" of the output of claude had more bytes than are read")
	}
	remarks = append(remarks, s.calls.remarks()...)
	for _, r := range remarks {
		s.emit(model.Event{Remark: r})
	}
}

// lastWords are the last plain lines, else the last words of the model.
func (s *stream) lastWords() string {
	if len(s.plain) > 0 {
		return shorten(strings.Join(s.plain, " / "))
	}
	return s.words
}

// shorten is a text on one line, cut at a whole character.
func shorten(text string) string {
	if len(text) > 4*maxWords {
		text = strings.ToValidUTF8(text[:4*maxWords], "")
	}
	text = strings.Join(strings.Fields(text), " ")
	if len(text) > maxWords {
		text = strings.ToValidUTF8(text[:maxWords], "") + "…"
	}
	return text
}

// errNothing is the end of a run in which no model was asked.
var errNothing = errors.New("claude ended in good order, but no model was asked; try it again")
