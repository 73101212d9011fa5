package diffview

import (
	"github.com/charmbracelet/lipgloss"

	"dreamgate/model"
)

// Styles are the roles of a diff.
type Styles struct {
	Add, Del, AddWord, DelWord, Context, Gutter, Muted, Mark, Flag lipgloss.Style
	// Plain shows changed words as [-x-] and {+y+}, for screens without colour.
	Plain bool
	// ASCII draws no sign beyond ASCII.
	ASCII bool
}

// Input is a hunk and how it is to be drawn.
type Input struct {
	Hunk  model.Hunk
	Flags []model.Flag
	// Before and After are lines of the base around the hunk; see Context.
	Before, After []string
	// Width is in cells.
	Width int
	// Wrap folds long lines over rows; without it they are cut, from cell Left on.
	Wrap   bool
	Left   int
	Styles *Styles
}

// Context returns up to n lines of the base above and below hunk i of a change.
func Context(base []byte, c model.Change, i, n int) (before, after []string) { return nil, nil }

// Layout is a hunk laid out in rows; rows are styled only when asked for.
type Layout struct{}

// New lays a hunk out.
func New(in Input) *Layout { return &Layout{} }

// Len is the number of rows.
func (l *Layout) Len() int { return 0 }

// Window returns rows from..from+n, those that exist, each at most Width cells.
func (l *Layout) Window(from, n int) []string { return nil }

// FlagRows returns, for each flag, the row that holds its token, -1 for a flag without one.
func (l *Layout) FlagRows() []int { return nil }

// Render returns all rows of a hunk.
func Render(in Input) []string { return nil }
