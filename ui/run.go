package ui

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"runtime"
	"syscall"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"golang.org/x/term"

	"dreamgate/ui/input"
)

// ErrInterrupted says that a signal ended the program.
var ErrInterrupted = errors.New("interrupted")

// SignalGrace is how long a signal that comes again is still the first one: of a terminal that closes
// both the kernel and the shell tell, and timeout(1) tells a process and then its group.
const SignalGrace = time.Second

// flushTime bounds the saving of decisions after the screen is gone.
const flushTime = 5 * time.Second

// framesPerSecond is how often what has changed is drawn, and the most that Bubble Tea takes: the first frame
// and the answer to a key wait for the next, which at its usual sixty costs them up to 17 ms.
const framesPerSecond = 120

// Run shows the screen until the user quits, ctx ends or a signal asks for it. The terminal is
// restored and decisions are saved when it returns. Runs that are still at work are the caller's to
// cancel and to wait for. After SIGINT, SIGTERM, SIGHUP or SIGQUIT the error is ErrInterrupted; another signal
// kills, from SignalGrace on.
func Run(ctx context.Context, d Deps) error {
	work, cancel := context.WithCancel(ctx)
	defer cancel()
	a := New(work, d)
	opts := []tea.ProgramOption{tea.WithContext(ctx), tea.WithAltScreen(), tea.WithoutSignalHandler(), tea.WithFPS(framesPerSecond)}
	if d.Mouse {
		opts = append(opts, tea.WithMouseCellMotion())
	}
	// A Windows console gives keys, not bytes, and only to who reads it as a console.
	if runtime.GOOS != "windows" && term.IsTerminal(int(os.Stdin.Fd())) {
		opts = append(opts, tea.WithInput(input.Of(os.Stdin)))
	}
	p := tea.NewProgram(a, opts...)
	g := watchSignals(p.Quit, a.editing.Load)
	_, err := p.Run()
	interrupted := g.stop()

	// Bubble Tea neither cancels nor awaits commands. What was decided or edited is written
	// here, whatever ended the program.
	late, done := context.WithTimeout(context.WithoutCancel(ctx), flushTime)
	defer done()
	_, unsaved := a.saver.flush(late)
	saved := errors.Join(unsaved, a.keepDraft(late), a.keeper.flush())
	switch {
	case a.failure != nil:
		err = a.failure
	case interrupted:
		err = ErrInterrupted
	case err != nil && ctx.Err() != nil:
		err = ctx.Err()
	case err != nil:
		err = fmt.Errorf("show the screen: %w", err)
	}
	return errors.Join(err, saved)
}

// guard turns signals into an orderly end.
type guard struct {
	signals chan os.Signal
	over    chan struct{}
	done    chan bool
}

// watchSignals calls quit on the first signal that asks for an end and lets a later one kill. Bubble
// Tea's own handler knows nothing of a closed terminal (SIGHUP), which would leave children behind.
// While an editor has the terminal an interrupt is meant for that, and reaches us only because we
// share its process group.
func watchSignals(quit func(), editing func() bool) *guard {
	g := &guard{signals: make(chan os.Signal, 4), over: make(chan struct{}), done: make(chan bool, 1)}
	signal.Notify(g.signals, os.Interrupt, syscall.SIGTERM, syscall.SIGHUP, syscall.SIGQUIT)
	go func() {
		asked := g.first(editing)
		if asked {
			// quit waits as long as an editor has the terminal; a later signal does not.
			time.AfterFunc(SignalGrace, func() { signal.Stop(g.signals) })
			quit()
		} else {
			signal.Stop(g.signals)
		}
		g.done <- asked
	}()
	return g
}

// first waits for a signal that asks for the end and reports whether one came before the screen was
// over.
func (g *guard) first(editing func() bool) bool {
	for {
		select {
		case s := <-g.signals:
			if s != os.Interrupt && s != syscall.SIGQUIT || !editing() {
				return true
			}
		case <-g.over:
			return false
		}
	}
}

// stop ends the watch and reports whether a signal had come.
func (g *guard) stop() bool {
	close(g.over)
	return <-g.done
}

// execute gives a program the terminal itself, not our reader of it.
func execute(c *exec.Cmd, done tea.ExecCallback) tea.Cmd {
	if c.Stdin == nil {
		c.Stdin = os.Stdin
	}
	return tea.ExecProcess(c, done)
}
