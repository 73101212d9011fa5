package engine

import "context"

// Candidate is a note that may be added to a prompt, as it is told to a model: what it says of itself,
// and nothing of its text.
type Candidate struct {
	Path, Name, Description, Type string
	// Days is its age.
	Days int
}

// Chooser is an engine that can also choose the notes that bear on a prompt.
type Chooser interface {
	// Choose returns the paths of at most five candidates, the most useful first; none is an answer.
	Choose(ctx context.Context, query string, from []Candidate) ([]string, error)
}
