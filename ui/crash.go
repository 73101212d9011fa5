package ui

import (
	"fmt"
	"os"
	"runtime/debug"
	"time"

	tea "github.com/charmbracelet/bubbletea"
)

// crashed writes a report of a panic. It runs in the goroutine that panicked, so the stack is its.
func crashed(value any, dir string, now time.Time) tea.Msg {
	report := fmt.Sprintf("dreamgate crashed at %s: %v\n\n%s", now.UTC().Format(time.RFC3339), value, debug.Stack())
	f, err := os.CreateTemp(dir, "dreamgate-crash-*.txt")
	if err != nil {
		return crashedMsg{what: fmt.Sprint(value)}
	}
	defer f.Close()
	if _, err := f.WriteString(report); err != nil {
		return crashedMsg{what: fmt.Sprint(value)}
	}
	return crashedMsg{fmt.Sprint(value), f.Name()}
}

// handleCrashed ends the program: what a broken command left behind is not known.
func (a *App) handleCrashed(msg crashedMsg) tea.Cmd {
	err := fmt.Errorf("crashed: %s", msg.what)
	if msg.file != "" {
		err = fmt.Errorf("%w; send the report in %s", err, msg.file)
	}
	a.failure = err
	return tea.Quit
}
