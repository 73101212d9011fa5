package claude

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"dreamgate/dream/engine"
	"dreamgate/dream/engine/talk"
	"dreamgate/memory/transcript"
	"dreamgate/model"
)

// askMoney bounds in US dollars what a question costs that needs no look at anything.
const askMoney = 0.5

// Choose returns the paths of the notes that bear on a query, as the model sees it.
func (e *Engine) Choose(ctx context.Context, query string, from []engine.Candidate) ([]string, error) {
	return talk.Choose(ctx, asked{e}, query, from)
}

// asked is the program as something that answers one question. It has no tools then, and a folder in
// which there is nothing.
type asked struct{ *Engine }

// Answer asks the program. The request is one turn without tools.
func (a asked) Answer(ctx context.Context, r talk.Request, hear func(talk.Piece)) (answer talk.Answer, err error) {
	if len(r.Turns) != 1 || len(r.Tools) > 0 {
		return talk.Answer{}, errors.New("claude is asked one question only")
	}
	// The name tells that a session which was started here is none of the user's.
	dir, err := os.MkdirTemp("", transcript.ScratchPrefix+"*")
	if err != nil {
		return talk.Answer{}, fmt.Errorf("make a folder to ask claude in: %w", err)
	}
	defer func() {
		if rerr := os.RemoveAll(dir); rerr != nil && err == nil {
			err = fmt.Errorf("delete the folder that claude was asked in: %w", rerr)
		}
	}()
	if err := os.Mkdir(filepath.Join(dir, engine.TempDir), 0o700); err != nil {
		return talk.Answer{}, fmt.Errorf("make a folder to ask claude in: %w", err)
	}
	job := engine.Job{Dir: dir, Prompt: r.Turns[0].Said, Limits: engine.Limits{Turns: 1, Money: askMoney}}
	s, err := a.start(ctx, job, func(e model.Event) { hear(talk.Piece{Text: e.Text}) }, nil, "--system-prompt="+r.System)
	switch {
	case err != nil:
		return talk.Answer{}, err
	case s.result.Stop == "max_tokens":
		answer.Stop = talk.StopLength
	}
	answer.Text = s.result.Words
	return answer, nil
}
