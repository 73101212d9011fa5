// Package claude is the engine that runs the user's own Claude Code, headless, in the scratch folder.
// It uses what is set up there already: login, model, proxy. It confines the run by what the program
// itself enforces (no tool but five, writing only to the notes and CHANGES.md, nothing outside the
// folder, no hooks, no instruction files, no session kept) and looks at its first line whether that
// was understood; what it leaves is checked by the caller all the same. The system is not asked to close
// the live notes to it, as to a program that nobody knows: they lie below the folder in which it keeps its
// login, and a login that is renewed and cannot be saved there is lost.
//
//	claude.go  the program: where it is, its version, its arguments
//	env.go     what of the environment it gets
//	prompt.go  what in a prompt it would take for a command or a file
//	stream.go  its output, line by line; calls.go what of it are calls of tools
//	line.go    the shape of its lines
//	end.go     what its end means, and what to do about it
//	choose.go  the choice of notes for a prompt, which needs no tools
package claude

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"time"

	"dreamgate/dream/engine"
	"dreamgate/dream/engine/process"
	"dreamgate/model"
)

// Name is what the engine is chosen by.
const Name = "claude"

// binary is the name of the program.
const binary = "claude"

// maxLine bounds one line of output in bytes. A line can hold a note twice, once as it was; what is
// longer than this is no line that anything is decided by.
const maxLine = 4 << 20

// versionTime is far more than the program takes to say its version.
const versionTime = 20 * time.Second

// oldest is the first version that can be confined.
var oldest = version{2, 1, 248}

// tools are all that a run may use, in the order in which the program lists them.
var tools = []string{"Edit", "Glob", "Grep", "Read", "Write"}

// mode is the permission mode of a run: what no rule allows is denied, and nobody is asked.
const mode = "dontAsk"

// Engine runs Claude Code.
type Engine struct {
	// model is what the user asked for, "" for the program's own choice.
	model string
	// home is the user's, "" if unknown.
	home string
}

// New returns an engine. The model is one of those that `claude --model` takes; "" leaves the choice
// to the program.
func New(model string) *Engine {
	home, _ := os.UserHomeDir()
	return &Engine{model: model, home: home}
}

// About describes the engine. It looks for the program and does not start it.
func (e *Engine) About() model.Engine {
	about := model.Engine{Name: Name, About: "your Claude Code, in the scratch folder", Remote: true, Model: e.model, Way: model.WayService}
	if e.model != "" {
		about.About += ", model " + e.model
	}
	if _, err := e.program(); err != nil {
		about.Why = err.Error()
	} else if !modelName.MatchString(e.model) {
		about.Why = fmt.Sprintf("%q is no name of a model", e.model)
	}
	return about
}

// modelName keeps a name from being read as another option.
var modelName = regexp.MustCompile(`^(?:[\pL\pN][^\s\pC]*)?$`)

// program finds the program. What starts us may know less of a path than a shell does (cron, a desktop),
// so the places of its own installers are looked at as well.
func (e *Engine) program() (string, error) {
	path, err := exec.LookPath(binary)
	if err == nil {
		return filepath.Abs(path)
	}
	if errors.Is(err, exec.ErrDot) {
		return "", errors.New("claude is found in the current folder only, where anybody may have put it; give its folder in PATH")
	}
	if e.home != "" {
		for _, place := range []string{".local/bin", ".claude/local"} {
			if path, err := exec.LookPath(filepath.Join(e.home, place, binary)); err == nil {
				return path, nil
			}
		}
	}
	return "", errors.New("claude is not installed, or not in PATH; see https://claude.com/claude-code")
}

// Run lets the program work until it is done, and returns when nothing of it is left.
func (e *Engine) Run(ctx context.Context, job engine.Job, emit func(model.Event)) error {
	// Pieces of an answer are the only sign of life while a long one is written. The rules stand last:
	// an option that takes several values takes all that follows.
	s, err := e.start(ctx, job, emit, tools, "--include-partial-messages",
		"--allowedTools", "Edit(./"+engine.MemoryDir+"/**)", "Edit(./"+engine.ChangesFile+")")
	if s == nil {
		return err
	}
	s.report()
	switch {
	case job.Extract && s.reasons && errors.As(err, new(turnsError)):
		return nil // an extraction has few turns, and what it wrote down stands by itself
	case err != nil:
		return err
	case job.Extract && s.made > 0:
		return nil // most sessions hold nothing that is to be kept
	case s.started && s.changed == 0:
		// Who finds nothing to change writes that down, as the prompt asks; this one has only talked.
		return &engine.Unconfirmed{Words: shorten(orElse(s.result.Words, s.words))}
	}
	return nil
}

// start runs the program with the tools that it may have, and returns what it said. The stream is nil
// where the run has nothing to say for itself: it was not begun, or the end of ctx ended it.
func (e *Engine) start(ctx context.Context, job engine.Job, emit func(model.Event), tools []string, options ...string) (*stream, error) {
	if why := e.About().Why; why != "" {
		return nil, errors.New(why)
	}
	path, err := e.program()
	if err != nil {
		return nil, err
	}
	if err := confinable(ctx, path, job.Dir); err != nil {
		return nil, err
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	s := newStream(job, tools, emit, cancel)
	status, err := process.Run(ctx, process.Program{
		Path: path, Args: append(e.args(tools, job.Limits), options...), Dir: job.Dir, Env: environ(os.Environ(), job.Dir),
		Stdin: harmless(job.Prompt), Grace: s.grace, Hear: s.hear, LineMax: maxLine,
	})
	if err != nil {
		return nil, err
	}
	if s.fault != nil {
		return s, s.fault
	}
	if err := context.Cause(ctx); err != nil {
		return nil, err
	}
	return s, s.verdict(status, e.model)
}

// args are the arguments that every run has.
func (e *Engine) args(tools []string, l engine.Limits) []string {
	args := []string{
		"-p", "--output-format", "stream-json", "--verbose",
		"--restricted", "--tools", strings.Join(tools, ","), "--permission-mode", mode,
		"--no-session-persistence", "--disable-slash-commands", "--strict-mcp-config",
	}
	if l.Turns > 0 {
		args = append(args, "--max-turns", strconv.Itoa(l.Turns))
	}
	if l.Money > 0 {
		args = append(args, "--max-budget-usd", strconv.FormatFloat(l.Money, 'f', -1, 64))
	}
	if e.model != "" {
		args = append(args, "--model="+e.model)
	}
	return args
}

// version is one of the program's.
type version [3]int

func (v version) String() string { return fmt.Sprintf("%d.%d.%d", v[0], v[1], v[2]) }

// before reports whether v is older than o.
func (v version) before(o version) bool {
	for i := range v {
		if v[i] != o[i] {
			return v[i] < o[i]
		}
	}
	return false
}

var versionText = regexp.MustCompile(`^v?(\d{1,6})\.(\d{1,6})\.(\d{1,6})\b`)

// confinable asks the program for its version, and for nothing else: what an older one does with a wish
// that it does not know is not to be found out on somebody's memory.
func confinable(ctx context.Context, path, dir string) error {
	ctx, cancel := context.WithTimeout(ctx, versionTime)
	defer cancel()
	var said []string
	status, err := process.Run(ctx, process.Program{
		Path: path, Args: []string{"--version"}, Dir: dir, Env: environ(os.Environ(), dir), LineMax: maxWords,
		Hear: func(l process.Line) {
			if len(said) < maxTail && strings.TrimSpace(string(l.Text)) != "" {
				said = append(said, string(l.Text))
			}
		},
	})
	words := shorten(strings.Join(said, " / "))
	switch {
	case err != nil:
		return err
	case errors.Is(ctx.Err(), context.DeadlineExceeded):
		return fmt.Errorf("claude does not say its version within %s; look whether `claude --version` works", versionTime)
	case ctx.Err() != nil:
		return context.Cause(ctx)
	}
	m := versionText.FindStringSubmatch(words)
	if status != nil || m == nil {
		return fmt.Errorf("claude does not say its version (%s); look whether `claude --version` works", orElse(words, "it said nothing"))
	}
	var v version
	for i := range v {
		v[i], _ = strconv.Atoi(m[i+1]) // digits only
	}
	if v.before(oldest) {
		return fmt.Errorf("claude is version %s and cannot be confined to the scratch folder; version %s is the first that can: update it with `claude update`", v, oldest)
	}
	return nil
}

func orElse(s, other string) string {
	if s == "" {
		return other
	}
	return s
}
