package dream

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"time"

	"dreamgate/dream/engine/process"
	"dreamgate/model"
)

// Errand is a run that another program of ours carries out, which can so outlive the one that asked.
type Errand struct {
	Store  model.Store      `json:"store"`
	Engine string           `json:"engine"`
	Rule   model.SecretRule `json:"rule"`
	// Want makes it an extraction, nil a dream.
	Want *Extraction `json:"want,omitempty"`
	// Held says that the run ends when the one who asked for it does, unless that lets go.
	Held bool `json:"held"`
	// Command, Model and Caps are as the command line of the one who asked has them.
	Command []string `json:"command,omitempty"`
	Model   string   `json:"model,omitempty"`
	Caps    Caps     `json:"caps"`
}

// What the two programs say to each other: the one that carries out an errand that the run has begun, the
// one that holds it that it may go on alone.
const (
	saysBegun = "run "
	saysGo    = "go on\n"
)

// ReadErrand reads the errand that this program was started for; what follows it is for Carry.
func ReadErrand(in *bufio.Reader) (e Errand, err error) {
	line, err := in.ReadBytes('\n')
	if err == nil {
		err = json.Unmarshal(line, &e)
	}
	if err != nil {
		return e, fmt.Errorf("read what is to be run: %w", err)
	}
	return e, nil
}

// Carry carries out an errand and returns when it has ended, or the error for which it was not begun. It
// says so when it has. The end of ctx cancels it; if it is held, so does the end of in without a word.
func (d *Dreamer) Carry(ctx context.Context, e Errand, in *bufio.Reader, out io.Writer) error {
	var run model.Run
	var err error
	late := context.WithoutCancel(ctx)
	if e.Want != nil {
		run, err = d.Extract(late, e.Store, e.Engine, *e.Want)
	} else {
		run, err = d.StartWith(late, e.Store, e.Engine, e.Rule)
	}
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "%s%s\n", saysBegun, run.ID)
	stop := context.AfterFunc(ctx, func() { d.Cancel(run.ID) })
	defer stop()
	if e.Held {
		go func() {
			if word, _ := in.ReadString('\n'); word != saysGo {
				d.Cancel(run.ID)
			}
		}()
	}
	_, err = d.Wait(late, run.ID)
	return err
}

// Away is a Dreamer whose runs are programs of their own.
type Away struct {
	*Dreamer
	// program starts this program anew, so that it reads an errand; like is what all errands have.
	program []string
	like    Errand

	mu   sync.Mutex
	held map[string]*child
}

// child is a program at work on an errand.
type child struct {
	process *os.Process
	leash   io.WriteCloser
	// gone is closed when it has ended, with err.
	gone chan struct{}
	err  error
}

// NewAway starts runs of a Dreamer by a program and its arguments. Command, Model and Caps of like are
// those of each errand.
func NewAway(d *Dreamer, program []string, like Errand) *Away {
	return &Away{Dreamer: d, program: program, like: like, held: map[string]*child{}}
}

// StartWith starts a dream in a program of its own. It is held by this one: it ends with it, unless Leave
// lets it go on.
func (a *Away) StartWith(ctx context.Context, s model.Store, engine string, rule model.SecretRule) (model.Run, error) {
	return a.Send(ctx, Errand{Store: s, Engine: engine, Rule: rule, Held: true})
}

// Send starts a run in a program of its own and returns when it has begun. One that is not held goes on
// whatever becomes of this program.
func (a *Away) Send(ctx context.Context, e Errand) (model.Run, error) {
	if _, err := a.Engine(e.Engine); err != nil {
		return model.Run{}, err
	}
	e.Command, e.Model, e.Caps = a.like.Command, a.like.Model, a.like.Caps
	c, said, err := a.launch(e)
	if err != nil {
		return model.Run{}, fmt.Errorf("start the run: %w", err)
	}
	defer said.Close()
	id, err := c.begun(ctx, said)
	if err != nil {
		c.abandon()
		return model.Run{}, err
	}
	if e.Held {
		a.mu.Lock()
		a.held[id] = c
		a.mu.Unlock()
		go func() {
			<-c.gone
			a.look() // its end is told at once
			a.mu.Lock()
			delete(a.held, id)
			a.mu.Unlock()
		}()
	} else {
		c.leash.Close()
	}
	return a.seen(e, id), nil
}

// launch starts the program. What it says goes into a file without a name: nothing there breaks when
// nobody reads it any more.
func (a *Away) launch(e Errand) (c *child, said *os.File, err error) {
	errand, err := json.Marshal(e)
	if err != nil {
		return nil, nil, err
	}
	if said, err = os.CreateTemp("", "dreamgate-run-*"); err != nil {
		return nil, nil, err
	}
	_ = os.Remove(said.Name()) // Windows keeps it as long as it is open
	cmd := exec.Command(a.program[0], a.program[1:]...)
	cmd.Stdout, cmd.Stderr = said, said
	process.Apart(cmd)
	leash, err := cmd.StdinPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		said.Close()
		return nil, nil, err
	}
	c = &child{process: cmd.Process, leash: leash, gone: make(chan struct{})}
	go func() {
		defer close(c.gone)
		c.err = cmd.Wait()
	}()
	// One that does not read it ends, and has said why.
	_, _ = leash.Write(append(errand, '\n'))
	return c, said, nil
}

// Until a run has begun its program is looked at this often, and given up after that long: it only has to
// read the settings and to take the lock.
const (
	begunEvery = 10 * time.Millisecond
	begunTime  = 20 * time.Second
)

// begun waits until the run has begun, and returns its id, or why there is none.
func (c *child) begun(ctx context.Context, said *os.File) (id string, err error) {
	tick := time.NewTicker(begunEvery)
	defer tick.Stop()
	patience := time.NewTimer(begunTime)
	defer patience.Stop()
	for over := false; ; {
		text, _ := io.ReadAll(io.NewSectionReader(said, 0, 64<<10))
		for line := range bytes.Lines(text) {
			if word, ok := strings.CutPrefix(string(line), saysBegun); ok && strings.HasSuffix(word, "\n") {
				return strings.TrimSpace(word), nil
			}
		}
		if over {
			words := strings.TrimPrefix(strings.TrimSpace(string(text)), "dreamgate: ")
			if words == "" {
				words = fmt.Sprintf("the program for the run ended without a word (%v)", c.err)
			}
			return "", errors.New(words)
		}
		select {
		case <-tick.C:
		case <-c.gone:
			over = true // what it said last is read once more
		case <-patience.C:
			return "", fmt.Errorf("the run has not begun within %s", begunTime)
		case <-ctx.Done():
			return "", ctx.Err()
		}
	}
}

// abandon ends a program of which nobody knows what it runs, as an interrupt of its user would.
func (c *child) abandon() {
	c.leash.Close()
	if c.process.Signal(os.Interrupt) != nil {
		_ = c.process.Kill() // Windows knows no other way; one that has ended is none the worse
	}
}

// seen is a run that has begun as it stands now. A short one may have ended already.
func (a *Away) seen(e Errand, id string) model.Run {
	a.look()
	runs := a.Runs()
	if i := slices.IndexFunc(runs, func(m model.Run) bool { return m.ID == id }); i >= 0 {
		return runs[i]
	}
	m := model.Run{ID: id, Store: e.Store, Engine: e.Engine, Extract: e.Want != nil, State: model.RunUnchanged, Note: noteUnchanged}
	a.remember(m)
	if end, ok := recordOf(m); ok {
		a.signal()
		return end
	}
	return m
}

// Runs is that of the Dreamer; what this program holds is its own.
func (a *Away) Runs() []model.Run {
	runs := a.Dreamer.Runs()
	a.mu.Lock()
	defer a.mu.Unlock()
	for i, m := range runs {
		if a.held[m.ID] != nil {
			runs[i].Free = false
		}
	}
	return runs
}

// Leave lets the runs that this program holds go on when it ends.
func (a *Away) Leave() {
	a.mu.Lock()
	defer a.mu.Unlock()
	for id, c := range a.held {
		_, _ = io.WriteString(c.leash, saysGo)
		c.leash.Close()
		delete(a.held, id)
	}
}

// closePatience is more than an end takes: what its engine started has 5 s.
const closePatience = 15 * time.Second

// Close cancels the runs that this program holds and waits until nothing of them is left, then does what
// that of the Dreamer does.
func (a *Away) Close() {
	a.mu.Lock()
	held := maps.Clone(a.held)
	a.mu.Unlock()
	for _, c := range held {
		c.leash.Close()
	}
	patience := time.After(closePatience)
	for _, c := range held {
		select {
		case <-c.gone:
		case <-patience:
		}
	}
	a.Dreamer.Close()
}
