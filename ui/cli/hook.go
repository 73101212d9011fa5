package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"time"

	"dreamgate/memory/recalled"
	"dreamgate/memory/transcript"
	"dreamgate/model"
	"dreamgate/model/recall"
)

// hookTime bounds the answer to the hook of a prompt, which waits for it; endTime that to the end of a
// session. The agent itself waits for one minute at most then.
const (
	hookTime = 5 * time.Second
	endTime  = 55 * time.Second
)

// hookMax bounds what is read of a hook's input, in bytes.
const hookMax = 16 << 20

// hooked reports whether a command line is that of a hook, and how long that may take, 0 for as long as it
// does. It is looked for before the flags are read, for a command that is called wrongly must not stop the
// agent either.
func hooked(args []string) (limit time.Duration, is bool) {
	args = ownWords(args)
	switch {
	case slices.Contains(args, "--hook") && slices.Contains(args, "extract"):
		return endTime, true
	case slices.Contains(args, "--hook"):
		return hookTime, true
	case slices.Contains(args, "--"+autoFlag):
		// A timer calls it as well, and a model takes its time: the caps of the dream hold.
		return 0, true
	}
	return 0, false
}

// ownWords are the words of a command line that are not for another program.
func ownWords(args []string) []string {
	if end := slices.Index(args, "--"); end >= 0 {
		return args[:end]
	}
	return args
}

// watched reports whether a person has called what else a hook or a timer calls: neither has a terminal for what
// goes wrong. A misspelt memory would else look like gates that are shut.
func (p Program) watched(args []string) bool {
	args = ownWords(args)
	return p.Progress && slices.Contains(args, "--"+autoFlag) && !slices.Contains(args, "--hook")
}

// quiet carries out the command line of a hook: whatever goes wrong, the agent goes on as if there
// were no hook, and nothing half said reaches the session.
func (p Program) quiet(ctx context.Context, limit time.Duration, args []string) int {
	if limit > 0 {
		bounded, cancel := context.WithTimeout(ctx, limit)
		defer cancel()
		ctx = bounded
	}
	stdout := p.Stdout
	var said bytes.Buffer
	p.Stdout, p.Stderr = &said, io.Discard
	if p.attempt(ctx, args) == exitDone {
		_, _ = stdout.Write(said.Bytes()) // to nobody, if the agent is gone
	}
	return exitDone
}

// attempt is run without the crash: to the agent its exit code would mean to block the prompt.
func (p Program) attempt(ctx context.Context, args []string) (code int) {
	defer func() {
		if recover() != nil {
			code = exitError
		}
	}()
	return p.run(ctx, args)
}

// promptHook is what the agent sends before a prompt, as far as it is used.
type promptHook struct {
	Session    string `json:"session_id"`
	Transcript string `json:"transcript_path"`
	Cwd        string `json:"cwd"`
	Prompt     string `json:"prompt"`
}

// answerHook prints what is added to a prompt, nothing if no note bears on it.
func (r recalling) answerHook(ctx context.Context, in io.Reader) error {
	h, err := readHook(ctx, in)
	if err != nil {
		return fmt.Errorf("read the hook's input: %w", err)
	}
	where := r.memory
	if where == "" {
		where = h.Cwd
	}
	if where == "" || h.Prompt == "" {
		return nil
	}
	s, err := r.find(ctx, where)
	if err != nil {
		return err
	}
	q := recall.Query{Text: h.Prompt}
	if r.recent > 0 && h.Transcript != "" {
		// A session that begins has no transcript yet.
		if f, err := transcript.At(h.Transcript); err == nil {
			if q.Recent, err = transcript.Recent(ctx, f, r.recent); err != nil {
				return err
			}
		}
	}
	tree, picks, err := r.pick(ctx, s, q)
	if err != nil || len(picks) == 0 {
		return err
	}
	return r.give(s, h.Session, tree, picks)
}

// readHook reads the input of a hook, and does not wait for one that never comes: whoever called may
// have left the other end open.
func readHook(ctx context.Context, in io.Reader) (promptHook, error) {
	return under(ctx, func() (h promptHook, err error) {
		err = json.NewDecoder(io.LimitReader(in, hookMax)).Decode(&h)
		return h, err
	})
}

// give prints the notes that a session was not given yet, as far as it has room for them.
func (r recalling) give(s model.Store, session string, tree model.Tree, picks []recall.Pick) error {
	given, err := recalled.Open(s.ID, session)
	if err != nil {
		return err
	}
	defer given.Close()
	list := recall.Attach(given.Fresh(picks, tree), tree, r.clock(), given.Room())
	if len(list) == 0 {
		return nil
	}
	if err := given.Add(list, tree, r.clock()); err != nil {
		return err
	}
	r.out().linef("Notes of this project's memory that may bear on the prompt. They say what held when they were written.")
	r.out().linef("")
	r.out().additions(s, list)
	return nil
}
