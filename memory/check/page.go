package check

import (
	"strings"
	"sync"

	"dreamgate/model"
	"dreamgate/model/evidence"
	"dreamgate/model/note"
)

// page is a file on one side of the proposal. What every hunk of it asks is worked out once: a file may
// be long and have thousands of hunks.
type page struct {
	// head is the number of lines that its frontmatter takes.
	head int
	// language tells what its text is written in, entries what an index names.
	language func() string
	entries  func() []model.Entry
}

// side is one of the two trees of a proposal.
type side struct {
	tree  model.Tree
	pages map[string]*page
}

func newSide(t model.Tree) *side { return &side{t, map[string]*page{}} }

// page looks at a file when it is first asked for.
func (s *side) page(path string) *page {
	p, ok := s.pages[path]
	if !ok {
		f := s.tree[path]
		p = &page{
			head:     front(path, f),
			language: sync.OnceValue(func() string { return evidence.Language(string(f.Data)) }),
			entries:  sync.OnceValue(func() []model.Entry { return note.ParseIndex(f, true, s.tree).Entries }),
		}
		s.pages[path] = p
	}
	return p
}

// front is the number of lines that the frontmatter of a file takes.
func front(p string, f model.File) int {
	if !model.IsNote(p) || !f.Regular() {
		return 0
	}
	n := note.Parse(p, f)
	if n.Front == model.FrontNone {
		return 0
	}
	return strings.Count(string(f.Data[:min(n.BodyAt, len(f.Data))]), "\n")
}
