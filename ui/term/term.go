// Package term keeps the program from asking the terminal anything.
//
// Linking Bubble Tea runs a query for the background colour in a package initialiser, before main:
// on a terminal that does not answer it waits for five seconds, and a late answer is typed into the
// shell. lipgloss asks only if nobody has told it the answer. This package tells it. It imports
// lipgloss alone, and Go initialises packages that are ready in the order of their import paths, so
// it comes first as long as the module's path sorts before github.com/charmbracelet/bubbletea.
// Import it for its effect in every package that links Bubble Tea. Which theme is drawn is decided
// elsewhere, from the flag, the configuration and COLORFGBG.
package term

import "github.com/charmbracelet/lipgloss"

func init() {
	// Dark is only a value to stop the question: the styles of package style have both themes and
	// never read it.
	lipgloss.SetHasDarkBackground(true)
}
