package transcript

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"dreamgate/model"
)

// Start is how a session began.
type Start struct {
	// Cwd is the first working directory that it names, "" if the head of the file names none.
	Cwd string
	// Dream says that it is a run that consolidates a memory, of this program or of another one.
	Dream bool
}

// Begin reads how a session began.
func Begin(ctx context.Context, f File) (s Start, err error) {
	file, err := open(f)
	if err != nil {
		return s, fmt.Errorf("read %s: %w", f.Path, err)
	}
	defer file.Close()
	lines := newLineReader(ctx, io.LimitReader(file, headSize))
	for {
		line, err := lines.next()
		if errors.Is(err, io.EOF) {
			return s, nil
		}
		if err != nil {
			return s, fmt.Errorf("read %s: %w", f.Path, err)
		}
		r, ok := parse(line.data)
		if !ok {
			continue
		}
		if s.Cwd == "" {
			s.Cwd = r.cwd
		}
		if s.Dream = ours(s.Cwd); s.Dream {
			return s, nil
		}
		r.sidechain = r.sidechain || f.Sidechain
		prompt, spoke := r.prompt()
		s.Dream = spoke && r.dreams(prompt)
		if spoke && s.Cwd != "" || s.Dream {
			return s, nil
		}
	}
}

// prompt is what the user says in a record, and whether anybody says anything in it.
func (r record) prompt() (text string, spoke bool) {
	for _, s := range r.said() {
		text := s.text()
		if text == "" {
			continue
		}
		if s.trust == model.TrustUser {
			return text, true
		}
		spoke = true
	}
	return "", spoke
}

// promptHead is how much of a prompt says what it is about, in bytes.
const promptHead = 600

// dreams reports whether a session that begins with this prompt is a run that consolidates a memory: the
// agent was started by a program and not by a person at a screen, and is told, at the beginning, to
// consolidate and what. Its words are no evidence: they are drawn from the notes that they would bear
// out. A person who asks for the same stays at the screen and corrects, which is evidence like any other.
func (r record) dreams(prompt string) bool {
	if !strings.HasPrefix(r.entry, "sdk") {
		return false
	}
	if len(prompt) > promptHead {
		prompt = prompt[:promptHead]
	}
	prompt = strings.ToLower(prompt)
	return holdsAny(prompt, "consolidat", "dream") &&
		holdsAny(prompt, "memory.md", "memory director", "memory folder", "memory file", "memory index", "memory consol", "memory/", "memories")
}

func holdsAny(text string, words ...string) bool {
	for _, w := range words {
		if strings.Contains(text, w) {
			return true
		}
	}
	return false
}
