// Package uitest drives the screen by hand, for tests: it presses keys, runs the commands that come
// of them until none is left, and looks at the frame. Nothing sleeps and nothing is drawn to a
// terminal, so a scenario is as fast as the work behind it and the same every time.
//
//	uitest.New(t, deps).Size(80, 24).Press("r", "y").Sees("1/3 decided")
//
// Each frame is checked on the way: exactly as many rows as the screen, none wider, no control
// character that is not a colour.
package uitest

import (
	"context"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/ansi"

	"dreamgate/ui"
	"dreamgate/ui/style"
)

// patience is how long Until waits for the world outside.
const patience = 20 * time.Second

// Scenario is a screen under test.
type Scenario struct {
	tb   testing.TB
	app  *ui.App
	w, h int
	// queue are commands that were returned and not yet run.
	queue []tea.Cmd
	// timers are those that wait for time, background for the world; outside brings what it said.
	timers  []func() tea.Msg
	outside chan tea.Msg
	// editor edits a file in the place of the user; its error is that of the program.
	editor func(path string) error
	// edited are the words of the command by which the editor was last started.
	edited []string
	quit   bool
	end    context.CancelFunc
}

// waits stands in the queue for what Background was given.
type waits struct{ cmd tea.Cmd }

// New starts the screen at 120x40 and runs it until it is idle.
func New(tb testing.TB, d ui.Deps) *Scenario {
	tb.Helper()
	s := &Scenario{tb: tb, w: 120, h: 40, outside: make(chan tea.Msg, 64)}
	ctx, cancel := context.WithCancel(context.Background())
	s.end = cancel
	tb.Cleanup(cancel)
	d.Loop = ui.Loop{
		After: func(_ time.Duration, f func() tea.Msg) tea.Cmd {
			return func() tea.Msg { s.timers = append(s.timers, f); return nil }
		},
		Background: func(c tea.Cmd) tea.Cmd { return func() tea.Msg { return waits{c} } },
		Exec:       s.exec,
	}
	if d.Copy == nil { // a test has no clipboard of its own
		d.Copy = func(context.Context, string) (string, error) { return "nothing", nil }
	}
	s.app = ui.New(ctx, d)
	s.queue = append(s.queue, s.app.Init())
	s.send(tea.WindowSizeMsg{Width: s.w, Height: s.h})
	return s
}

// Editor sets what the user does in the editor: the function is given the path of the copy.
func (s *Scenario) Editor(edit func(path string) error) *Scenario {
	s.editor = edit
	return s
}

// exec stands for an editor: the last argument is the file.
func (s *Scenario) exec(cmd *exec.Cmd, done tea.ExecCallback) tea.Cmd {
	return func() tea.Msg {
		if s.editor == nil {
			s.tb.Fatalf("no editor is set for %v", cmd.Args)
		}
		s.edited = cmd.Args
		return done(s.editor(cmd.Args[len(cmd.Args)-1]))
	}
}

// Edited are the words of the command by which the editor was last started, nil while it was not.
func (s *Scenario) Edited() []string { return s.edited }

// Write is an edit that replaces the whole text.
func Write(text string) func(string) error {
	return func(path string) error { return os.WriteFile(path, []byte(text), 0o600) }
}

// Size changes the size of the screen.
func (s *Scenario) Size(w, h int) *Scenario {
	s.tb.Helper()
	s.w, s.h = w, h
	return s.send(tea.WindowSizeMsg{Width: w, Height: h})
}

// Press presses keys, named as the key table names them, each with all that it leads to.
func (s *Scenario) Press(keys ...string) *Scenario {
	s.tb.Helper()
	for _, k := range keys {
		s.send(Key(k))
	}
	return s
}

// Type types text as a fast keyboard does: all its runes arrive at once.
func (s *Scenario) Type(text string) *Scenario {
	s.tb.Helper()
	return s.send(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune(text)})
}

// Paste pastes text.
func (s *Scenario) Paste(text string) *Scenario {
	s.tb.Helper()
	return s.send(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune(text), Paste: true})
}

// Send sends any message.
func (s *Scenario) Send(msg tea.Msg) *Scenario {
	s.tb.Helper()
	return s.send(msg)
}

// Tick lets all timers fire that wait now.
func (s *Scenario) Tick() *Scenario {
	s.tb.Helper()
	timers := s.timers
	s.timers = nil
	for _, f := range timers {
		s.send(f())
	}
	return s
}

// Until lets the world outside go on until the screen shows a text.
func (s *Scenario) Until(text string) *Scenario {
	s.tb.Helper()
	limit := time.After(patience)
	for !strings.Contains(s.Plain(), text) {
		select {
		case msg := <-s.outside:
			s.send(msg)
		case <-limit:
			s.tb.Fatalf("the screen never showed %q:\n%s", text, s.Plain())
		}
	}
	return s
}

// Hear waits for one thing that comes from outside, whether or not it is seen.
func (s *Scenario) Hear() *Scenario {
	s.tb.Helper()
	select {
	case msg := <-s.outside:
		return s.send(msg)
	case <-time.After(patience):
		s.tb.Fatal("nothing comes from outside")
	}
	return s
}

// UntilGone waits for what comes from outside until the screen shows a text no more.
func (s *Scenario) UntilGone(text string) *Scenario {
	s.tb.Helper()
	limit := time.After(patience)
	for strings.Contains(s.Plain(), text) {
		select {
		case msg := <-s.outside:
			s.send(msg)
		case <-limit:
			s.tb.Fatalf("the screen shows %q for good:\n%s", text, s.Plain())
		}
	}
	return s
}

// Sees fails unless the screen shows each text.
func (s *Scenario) Sees(texts ...string) *Scenario {
	s.tb.Helper()
	for _, t := range texts {
		if plain := s.Plain(); !strings.Contains(plain, t) {
			s.tb.Fatalf("the screen does not show %q:\n%s", t, plain)
		}
	}
	return s
}

// Misses fails if the screen shows any of the texts.
func (s *Scenario) Misses(texts ...string) *Scenario {
	s.tb.Helper()
	for _, t := range texts {
		if plain := s.Plain(); strings.Contains(plain, t) {
			s.tb.Fatalf("the screen shows %q:\n%s", t, plain)
		}
	}
	return s
}

// Quits fails unless the program has ended.
func (s *Scenario) Quits() *Scenario {
	s.tb.Helper()
	if !s.quit {
		s.tb.Fatalf("the program goes on:\n%s", s.Plain())
	}
	return s
}

// Stays fails if the program has ended.
func (s *Scenario) Stays() *Scenario {
	s.tb.Helper()
	if s.quit {
		s.tb.Fatal("the program has ended")
	}
	return s
}

// Over reports whether the program has ended.
func (s *Scenario) Over() bool { return s.quit }

// Do calls a function in between: to look at files, or to change them.
func (s *Scenario) Do(f func()) *Scenario {
	s.tb.Helper()
	f()
	return s
}

// View is the frame with its colours.
func (s *Scenario) View() string { return s.app.View() }

// Plain is the frame without colours and blanks at row ends.
func (s *Scenario) Plain() string {
	rows := strings.Split(ansi.Strip(s.app.View()), "\n")
	for i, r := range rows {
		rows[i] = strings.TrimRight(r, " ")
	}
	return strings.Join(rows, "\n")
}

// send gives the model a message and runs what comes of it until nothing is left.
func (s *Scenario) send(msg tea.Msg) *Scenario {
	s.tb.Helper()
	s.update(msg)
	for len(s.queue) > 0 {
		cmd := s.queue[0]
		s.queue = s.queue[1:]
		if cmd == nil {
			continue
		}
		switch msg := cmd().(type) {
		case nil:
		case tea.BatchMsg:
			s.queue = append(msg[:len(msg):len(msg)], s.queue...)
		case waits:
			go func() { s.outside <- msg.cmd() }()
		case tea.QuitMsg:
			s.quit = true
		default:
			s.update(msg)
		}
	}
	return s
}

func (s *Scenario) update(msg tea.Msg) {
	s.tb.Helper()
	if msg == nil {
		return
	}
	_, cmd := s.app.Update(msg)
	s.queue = append(s.queue, cmd)
	CheckFrame(s.tb, s.app.View(), s.w, s.h)
}

// colour is the only code that a frame may hold.
var colour = regexp.MustCompile(`\x1b\[[0-9;:]*m`)

// CheckFrame fails unless a frame has exactly h rows of at most w cells and no control character but
// those of colours. An empty screen has an empty frame.
func CheckFrame(tb testing.TB, frame string, w, h int) {
	tb.Helper()
	if w <= 0 || h <= 0 {
		if frame != "" {
			tb.Fatalf("a frame for %dx%d: %q", w, h, frame)
		}
		return
	}
	rows := strings.Split(frame, "\n")
	if len(rows) != h {
		tb.Fatalf("%d rows at %dx%d:\n%s", len(rows), w, h, ansi.Strip(frame))
	}
	for i, r := range rows {
		if got := style.Width(r); got > w {
			tb.Fatalf("row %d of %dx%d is %d cells wide:\n%s", i+1, w, h, got, ansi.Strip(frame))
		}
		for _, c := range colour.ReplaceAllString(r, "") {
			if c < 0x20 || c >= 0x7f && c < 0xa0 {
				tb.Fatalf("row %d of %dx%d holds U+%04X: %q", i+1, w, h, c, r)
			}
		}
	}
}

// keyTypes are the keys that are not letters.
var keyTypes = map[string]tea.KeyType{
	"enter": tea.KeyEnter, "esc": tea.KeyEsc, "tab": tea.KeyTab, "shift+tab": tea.KeyShiftTab,
	"up": tea.KeyUp, "down": tea.KeyDown, "left": tea.KeyLeft, "right": tea.KeyRight,
	"pgup": tea.KeyPgUp, "pgdown": tea.KeyPgDown, "home": tea.KeyHome, "end": tea.KeyEnd,
	"backspace": tea.KeyBackspace, "delete": tea.KeyDelete,
	"ctrl+a": tea.KeyCtrlA, "ctrl+b": tea.KeyCtrlB, "ctrl+c": tea.KeyCtrlC, "ctrl+d": tea.KeyCtrlD,
	"ctrl+e": tea.KeyCtrlE, "ctrl+f": tea.KeyCtrlF, "ctrl+k": tea.KeyCtrlK, "ctrl+l": tea.KeyCtrlL,
	"ctrl+n": tea.KeyCtrlN, "ctrl+p": tea.KeyCtrlP, "ctrl+r": tea.KeyCtrlR, "ctrl+s": tea.KeyCtrlS, "ctrl+u": tea.KeyCtrlU, "ctrl+y": tea.KeyCtrlY, "ctrl+z": tea.KeyCtrlZ,
}

// Key makes the message of a key by its name.
func Key(name string) tea.KeyMsg {
	if t, ok := keyTypes[name]; ok {
		return tea.KeyMsg{Type: t}
	}
	if name == "space" || name == " " {
		return tea.KeyMsg{Type: tea.KeySpace, Runes: []rune{' '}}
	}
	return tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune(name)}
}
