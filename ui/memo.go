package ui

// memo keeps the last drawing of a pane: while its key is the same, drawing costs nothing. A frame
// is drawn after every message, far more often than anything on it changes.
type memo struct {
	key  memoKey
	done bool
	text string
}

// memoKey is all that a drawing depends on. Rev is counted up by everything that changes a pane.
type memoKey struct {
	rev, w, h int
	focus     bool
	// foot is what stands at the lower edge.
	foot string
}

// draw returns the kept drawing, or makes it anew.
func (m *memo) draw(k memoKey, make func() string) string {
	if !m.done || m.key != k {
		m.key, m.done, m.text = k, true, make()
	}
	return m.text
}

// forget lets the next drawing be made anew.
func (m *memo) forget() { m.done = false }
