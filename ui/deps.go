package ui

import (
	"context"
	"os/exec"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"dreamgate/keymap"
	"dreamgate/model"
)

// Deps is all that the screen is made of. Library, Dreams and Reviews must be set.
type Deps struct {
	Library Library
	Dreams  Dreams
	Reviews Reviews
	// Places may be nil: then nothing is watched, trusted or moved.
	Places Places
	// Searches may be nil: then nothing is searched.
	Searches Searches
	// Past may be nil: then no history is shown.
	Past Past
	// Now is the clock; nil is the machine's. It is called in commands only.
	Now func() time.Time
	// Env reads the environment (COLORFGBG, the locale, VISUAL, EDITOR, HOME); nil is the
	// machine's. It is called before the first frame and in commands, never while drawing.
	Env func(string) string
	// Secrets finds the ranges of a text that must not be on a screen; nil hides nothing. It is called
	// in commands, and for the one line of a hint.
	Secrets func(text string) [][2]int
	// Judge looks through what a person writes into a review for secrets and characters that cannot be seen;
	// nil finds nothing. It reads nothing.
	Judge func(model.Hunk) []model.Flag
	// Copy puts a text into the clipboard and says by which way, in words that follow a "by"; nil is the clipboard package's
	// way. It is called in commands.
	Copy func(ctx context.Context, text string) (way string, err error)
	// Told hands out, once, what a crash had left of a write and was finished or undone since; nil knows of nothing. It
	// is called in commands.
	Told func() []string
	// Keys is the key table; nil is the default.
	Keys *keymap.Map
	// Dir is the folder to open; "" shows the list of stores, or the only one.
	Dir string
	// Here is the working directory: without Dir the store that it belongs to is opened first.
	Here string
	// Review is a proposal of that folder's store to open at once; "" for none.
	Review string
	// Choose has one of the reviews that wait for it chosen at once.
	Choose bool
	// Preselect accepts all that is clean as the review opens, as its key does.
	Preselect bool
	// Range is a range of commits of that folder's history to show at once; "" for none.
	Range string
	// Theme is one of style.Themes or "" for what the environment says.
	Theme string
	// Look is how keys had set the screen when the program was last used; a Theme above goes before its own.
	Look model.Look
	// KeepLook keeps how keys set the screen; nil keeps nothing.
	KeepLook func(model.Look) error
	// NoColor and ASCII ask for less than the terminal can. NO_COLOR and the locale do so as well.
	NoColor, ASCII bool
	// Mouse makes clicks select and the wheel scroll. The terminal's own selection then needs shift.
	Mouse bool
	// Loop is how the screen waits; the zero value is Bubble Tea's way. Tests have their own.
	Loop Loop
	// CrashDir is where the report of a crash is written; "" is the temp directory.
	CrashDir string
}

// Loop makes the commands that wait for something other than work: for time, for the world, for an
// editor. A test that runs commands by hand must know them from the rest.
type Loop struct {
	// After asks for a message once the time has passed.
	After func(time.Duration, func() tea.Msg) tea.Cmd
	// Background marks a command that ends only when something happens elsewhere.
	Background func(tea.Cmd) tea.Cmd
	// Exec gives the terminal to a program.
	Exec func(*exec.Cmd, tea.ExecCallback) tea.Cmd
}

// whole fills in what was left out.
func (l Loop) whole() Loop {
	if l.After == nil {
		l.After = func(t time.Duration, f func() tea.Msg) tea.Cmd {
			return tea.Tick(t, func(time.Time) tea.Msg { return f() })
		}
	}
	if l.Background == nil {
		l.Background = func(c tea.Cmd) tea.Cmd { return c }
	}
	if l.Exec == nil {
		l.Exec = execute
	}
	return l
}
