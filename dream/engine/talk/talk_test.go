package talk

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"dreamgate/dream/engine"
	"dreamgate/dream/engine/price"
	"dreamgate/model"
)

// scratch makes a folder as a run finds it, from path and text pairs.
func scratch(t *testing.T, pairs ...string) string {
	t.Helper()
	dir := t.TempDir()
	for _, sub := range []string{engine.MemoryDir, engine.TranscriptsDir, engine.TempDir} {
		if err := os.Mkdir(filepath.Join(dir, sub), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	for i := 0; i < len(pairs); i += 2 {
		p := filepath.Join(dir, pairs[i])
		if err := os.MkdirAll(filepath.Dir(p), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(p, []byte(pairs[i+1]), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func content(t *testing.T, dir, path string) string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(dir, path))
	if err != nil {
		return "(none)"
	}
	return string(data)
}

// script is a service that answers as it is told, and remembers what it was asked.
type script struct {
	answers []func(Request) (Answer, error)
	asked   []Request
}

func (s *script) Answer(ctx context.Context, r Request, hear func(Piece)) (Answer, error) {
	s.asked = append(s.asked, r)
	if len(s.answers) == 0 {
		return Answer{}, errors.New("the script is over")
	}
	next := s.answers[0]
	if len(s.answers) > 1 {
		s.answers = s.answers[1:]
	}
	hear(Piece{Bytes: 10})
	return next(r)
}

// says is an answer in words, calls one with calls, each "name {json}".
func says(text string) func(Request) (Answer, error) {
	return func(Request) (Answer, error) { return Answer{Text: text, Usage: price.Usage{In: 10, Out: 5}}, nil }
}

func calls(list ...string) func(Request) (Answer, error) {
	return func(Request) (Answer, error) {
		a := Answer{Stop: StopCalls, Usage: price.Usage{In: 100, Out: 50}}
		for i, c := range list {
			name, args, _ := strings.Cut(c, " ")
			a.Calls = append(a.Calls, Call{ID: fmt.Sprint(i), Name: name, Args: json.RawMessage(args)})
		}
		return a, nil
	}
}

func stops(s Stop, text string) func(Request) (Answer, error) {
	return func(Request) (Answer, error) { return Answer{Text: text, Stop: s}, nil }
}

func fails(err error) func(Request) (Answer, error) {
	return func(Request) (Answer, error) { return Answer{}, err }
}

// run runs a script and returns what was heard.
func run(t *testing.T, dir string, s *script, limits engine.Limits) ([]model.Event, error) {
	t.Helper()
	var heard []model.Event
	rate, _ := price.Of("claude-sonnet-5-5")
	err := Run(t.Context(), s, engine.Job{Dir: dir, Prompt: "the prompt", Limits: limits},
		Options{Rate: rate, Priced: true, MaxTokens: 1000}, func(e model.Event) { heard = append(heard, e) })
	return heard, err
}

const (
	noteA   = "---\nname: a\ndescription: how a is\ntype: user\n---\n\nThey use npm.\n"
	digest1 = "# s1 cwd=/w\n4\tuser\t2026-11-19T10:00:00Z\twe use pnpm now\n"
)

func folder(t *testing.T) string {
	return scratch(t, "memory/MEMORY.md", "- [A](a.md) — how a is\n", "memory/a.md", noteA,
		"transcripts/s1.txt", digest1, "AUDIT.md", "None.\n")
}

func TestRun(t *testing.T) {
	dir := folder(t)
	s := &script{answers: []func(Request) (Answer, error){
		calls(`read {"path":"memory/a.md"}`, `search {"pattern":"pnpm"}`),
		calls(`edit {"path":"memory/a.md","old":"npm","new":"pnpm"}`, `edit {"path":"memory/MEMORY.md","old":"how a is","new":"package manager"}`),
		calls(`write {"path":"CHANGES.md","text":"- a.md: pnpm [s1:4]"}`),
		says("Done."),
	}}
	heard, err := run(t, dir, s, engine.Limits{Turns: 10, Money: 1, Input: 1 << 20})
	if err != nil {
		t.Fatal(err)
	}
	if got := content(t, dir, "memory/a.md"); !strings.Contains(got, "They use pnpm.") {
		t.Errorf("the note: %q", got)
	}
	if got := content(t, dir, "CHANGES.md"); got != "- a.md: pnpm [s1:4]\n" {
		t.Errorf("the reasons: %q", got)
	}
	first := s.asked[0]
	if first.System != "the prompt" || len(first.Turns) != 1 || len(first.Tools) != 6 || first.MaxTokens != 1000 {
		t.Errorf("asked first: %+v", first)
	}
	for _, want := range []string{"| memory/a.md  7 lines, 64 bytes  [user]  how a is\n", "| transcripts/s1.txt", "| AUDIT.md"} {
		if !strings.Contains(first.Turns[0].Said, want) {
			t.Errorf("the opening lacks %q: %s", want, first.Turns[0].Said)
		}
	}
	results := s.asked[1].Turns[2].Results
	if len(results) != 2 || !strings.HasSuffix(results[0].Text, "\n\n"+noteA) ||
		!strings.Contains(results[1].Text, "transcripts/s1.txt:2: 4\tuser\t2026-11-19T10:00:00Z\twe use pnpm now\n") {
		t.Errorf("results: %+v", results)
	}
	var files []string
	last := model.Event{}
	stages := ""
	for _, e := range heard {
		if e.File != "" {
			files = append(files, e.File)
		}
		if e.Tokens > 0 {
			last = e
		}
		stages += string(e.Stage)
	}
	if fmt.Sprint(files) != "[a.md MEMORY.md]" || last.Tokens != 465 || last.Cost < 0.0021 || last.Cost > 0.0022 || stages != string(model.StagePrune) {
		t.Errorf("heard of %v, %d tokens, %v dollars, stages %s", files, last.Tokens, last.Cost, stages)
	}
}

// TestEnds: each way to end that is not good has its message, and is no success.
func TestEnds(t *testing.T) {
	broken := Fault{Service: "it"}.Lost(errors.New("reset"), true)
	for _, c := range []struct {
		name   string
		limits engine.Limits
		script []func(Request) (Answer, error)
		want   string
	}{
		{"talk only", engine.Limits{}, []func(Request) (Answer, error){says("I would change a.md.")}, "it ended without a result and said: I would change a.md."},
		{"nothing at all", engine.Limits{}, []func(Request) (Answer, error){says("")}, "it ended without a word and without a result"},
		{"turns", engine.Limits{Turns: 2}, []func(Request) (Answer, error){calls(`list {}`), calls(`read {"path":"AUDIT.md"}`)}, "was not done after 2 turns"},
		{"money", engine.Limits{Money: 0.0001}, []func(Request) (Answer, error){calls(`list {}`)}, "the run cost $0.00, and $0.00 were allowed"},
		{"refusal", engine.Limits{}, []func(Request) (Answer, error){stops(StopRefused, "not this")}, "the model refused (not this)"},
		{"full", engine.Limits{}, []func(Request) (Answer, error){stops(StopFull, "")}, "longer than the model can hold"},
		{"cut off for ever", engine.Limits{}, []func(Request) (Answer, error){stops(StopLength, "and so")}, "does not come to an end"},
		{"paused for ever", engine.Limits{}, []func(Request) (Answer, error){stops(StopPaused, "")}, "does not come to an end"},
		{"in circles", engine.Limits{}, []func(Request) (Answer, error){calls(`read {"path":"AUDIT.md"}`)}, `goes in circles: it called "read" 6 times`},
		{"unknown tools", engine.Limits{}, []func(Request) (Answer, error){
			calls(`bash {"n":1}`, `bash {"n":2}`, `bash {"n":3}`, `bash {"n":4}`, `bash {"n":5}`, `bash {"n":6}`, `bash {"n":7}`, `bash {"n":8}`),
			calls(`sh {"n":1}`, `sh {"n":2}`, `sh {"n":3}`, `sh {"n":4}`, `sh {"n":5}`, `sh {"n":6}`, `sh {"n":7}`),
		}, `does not manage to use the tools; the last of its mistakes in a row: error: there is no tool "sh"`},
		{"broken", engine.Limits{}, []func(Request) (Answer, error){fails(broken)}, "broke off in the middle of an answer (reset)"},
		{"fault", engine.Limits{}, []func(Request) (Answer, error){fails(errors.New("no such model"))}, "no such model"},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := &script{answers: c.script}
			_, err := run(t, folder(t), s, c.limits)
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("ended with %v, want %q", err, c.want)
			}
			if len(s.asked) > 8 {
				t.Errorf("it asked %d times", len(s.asked))
			}
		})
	}
}

// TestGoesOn: what can be mended in a conversation is mended in it.
func TestGoesOn(t *testing.T) {
	reasons := `write {"path":"CHANGES.md","text":"nothing"}`
	lost := Fault{Service: "it"}.Lost(errors.New("reset"), true)
	for _, c := range []struct {
		name   string
		script []func(Request) (Answer, error)
		said   string // by us, in the last request
	}{
		{"talk first", []func(Request) (Answer, error){says("Let me look."), calls(reasons), says("done")}, "use the tools"},
		{"no reasons", []func(Request) (Answer, error){calls(`delete {"path":"memory/a.md"}`), says("ok"), calls(reasons), says("done")}, "CHANGES.md is missing"},
		{"cut off", []func(Request) (Answer, error){stops(StopLength, "x"), calls(reasons), says("done")}, "was cut off. Go on"},
		{"cut call", []func(Request) (Answer, error){func(Request) (Answer, error) {
			return Answer{Stop: StopLength, Calls: []Call{{ID: "1", Name: "write", Args: json.RawMessage(`{"path":"CHANGES.md","te`)}}}, nil
		}, calls(reasons), says("done")}, "was cut off. Go on"},
		{"broken once", []func(Request) (Answer, error){fails(lost), calls(reasons), says("done")}, ""},
		{"paused", []func(Request) (Answer, error){stops(StopPaused, ""), calls(reasons), says("done")}, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := &script{answers: c.script}
			if _, err := run(t, folder(t), s, engine.Limits{Turns: 10}); err != nil {
				t.Fatal(err)
			}
			said := ""
			for _, turn := range s.asked[len(s.asked)-1].Turns[1:] {
				said += turn.Said + "\n"
			}
			if !strings.Contains(said, c.said) || c.said == "" && strings.TrimSpace(said) != "" {
				t.Errorf("said: %q", said)
			}
		})
	}
}

// TestChangesWithoutReasons are still a proposal.
func TestChangesWithoutReasons(t *testing.T) {
	s := &script{answers: []func(Request) (Answer, error){calls(`delete {"path":"memory/a.md"}`), says("ok")}}
	if _, err := run(t, folder(t), s, engine.Limits{}); err != nil {
		t.Error(err)
	}
}

// TestExtract: an extraction may find nothing, and has done its work when its turns end.
func TestExtract(t *testing.T) {
	for name, c := range map[string]struct {
		turns  int
		script []func(Request) (Answer, error)
		want   string
	}{
		"nothing":      {2, []func(Request) (Answer, error){calls(`read {"path":"AUDIT.md"}`), says("Nothing.")}, ""},
		"talk only":    {5, []func(Request) (Answer, error){says("Nothing.")}, "ended without a result"},
		"out of turns": {2, []func(Request) (Answer, error){calls(`list {}`), calls(`write {"path":"CHANGES.md","text":"x"}`, `list {"under":"memory"}`)}, ""},
		"no reasons":   {2, []func(Request) (Answer, error){calls(`list {}`), calls(`delete {"path":"memory/a.md"}`)}, "was not done after 2 turns"},
	} {
		err := Run(t.Context(), &script{answers: c.script}, engine.Job{Dir: folder(t), Extract: true, Limits: engine.Limits{Turns: c.turns}},
			Options{}, func(model.Event) {})
		if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestLastTurns: a model learns in time that its turns run out.
func TestLastTurns(t *testing.T) {
	s := &script{answers: []func(Request) (Answer, error){
		calls(`list {}`), calls(`list {"under":"memory"}`), calls(`write {"path":"CHANGES.md","text":"x"}`), says("done"),
	}}
	if _, err := run(t, folder(t), s, engine.Limits{Turns: 5}); err != nil {
		t.Fatal(err)
	}
	if said := s.asked[2].Turns[4].Said; !strings.HasPrefix(said, "3 turns left") {
		t.Errorf("said %q", said)
	}
}

// TestInputLimit: over it nothing can be read any more, and all can still be written.
func TestInputLimit(t *testing.T) {
	s := &script{answers: []func(Request) (Answer, error){
		calls(`read {"path":"memory/a.md"}`, `read {"path":"memory/a.md","from":1}`, `write {"path":"CHANGES.md","text":"x"}`), says("done"),
	}}
	if _, err := run(t, folder(t), s, engine.Limits{Input: 300}); err != nil {
		t.Fatal(err)
	}
	results := s.asked[1].Turns[2].Results
	if results[0].Failed || !results[1].Failed || !strings.Contains(results[1].Text, "no more can be read") || results[2].Failed {
		t.Errorf("results: %+v", results)
	}
}

// TestCancel: the cause of the end is what comes out, and at once.
func TestCancel(t *testing.T) {
	ctx, cancel := context.WithCancelCause(t.Context())
	cause := errors.New("enough")
	s := &script{answers: []func(Request) (Answer, error){func(Request) (Answer, error) {
		cancel(cause)
		return Answer{}, context.Canceled
	}}}
	err := Run(ctx, s, engine.Job{Dir: folder(t)}, Options{}, func(model.Event) {})
	if err != cause {
		t.Errorf("ended with %v", err)
	}
}

// endless never stops talking.
type endless struct{}

func (endless) Answer(ctx context.Context, _ Request, hear func(Piece)) (Answer, error) {
	for ctx.Err() == nil {
		hear(Piece{Bytes: 1 << 20})
		time.Sleep(time.Millisecond)
	}
	return Answer{}, ctx.Err()
}

func TestEndless(t *testing.T) {
	err := Run(t.Context(), endless{}, engine.Job{Dir: folder(t)}, Options{}, func(model.Event) {})
	if !errors.Is(err, errLong) {
		t.Errorf("ended with %v", err)
	}
}
