package bulk

import (
	"strings"
	"sync"

	"dreamgate/model"
	"dreamgate/model/note"
)

// mentions counts by how much more often notes are named, by their paths.
type mentions map[string]int

func (m mentions) add(f note.Finder, lines []string, n int) {
	f.Find(strings.Join(lines, ""), func(path string) { m[path] += n })
}

// Names are the notes of a base, and how often its index names them. They are found out when they are asked for, and
// once: to a review they stay the same.
type Names struct {
	base   model.Tree
	once   sync.Once
	finder note.Finder
	before mentions
	// hunks is what the hunks of the index do to that, by id. What a person writes changes under its id.
	hunks map[string]mentions
}

// NamesOf are those of a base.
func NamesOf(base model.Tree) *Names { return &Names{base: base} }

// find finds out about the base. The name that a note gives itself is read only where something may be named so.
func (n *Names) find() {
	was := string(n.base[model.IndexName].Data)
	var notes []model.Note
	for _, path := range n.base.Paths() {
		switch f := n.base[path]; {
		case !model.IsNote(path) || !f.Regular():
		case strings.Contains(was, "[["):
			notes = append(notes, note.Parse(path, f))
		default:
			notes = append(notes, model.Note{Path: path})
		}
	}
	n.finder, n.before, n.hunks = note.NewFinder(notes), mentions{}, map[string]mentions{}
	n.before.add(n.finder, []string{was}, 1)
}

// by is what a hunk of the index does to how often notes are named.
func (n *Names) by(h model.Hunk) mentions {
	if m, ok := n.hunks[h.ID]; ok && !h.Edited {
		return m
	}
	m := mentions{}
	m.add(n.finder, h.Removed, -1)
	m.add(n.finder, h.Added, 1)
	if !h.Edited {
		n.hunks[h.ID] = m
	}
	return m
}

// keepNamed takes from the clean hunks those of the index that, with the others, would leave a note without a line
// which lives on: nobody but the index leads a session to it, so that to take the line is to lose the note. A line
// that another clean or accepted hunk puts somewhere else is none of these.
func (v View) keepNamed(clean map[string]bool, among func(id string) bool) {
	if v.Names == nil {
		return
	}
	var taken []model.Hunk
	gone := map[string]bool{}
	for _, c := range v.Changes {
		for _, h := range c.Hunks {
			accepted := v.Decisions[h.ID] == model.Accepted
			switch {
			case c.Path != model.IndexName:
				gone[c.Path] = gone[c.Path] || accepted && h.Kind == model.HunkDeleted
			case accepted || clean[h.ID] && v.Decisions[h.ID] == model.Undecided && among(h.ID):
				taken = append(taken, h)
			}
		}
	}
	if len(taken) == 0 {
		return
	}
	v.Names.once.Do(v.Names.find)
	left := mentions{}
	for _, h := range taken {
		for path, n := range v.Names.by(h) {
			left[path] += n
		}
	}
	// What is not taken may have named another note anew, so that it is gone over again until nothing changes.
	for again := true; again; {
		again = false
		for _, h := range taken {
			delta := v.Names.by(h)
			if v.Decisions[h.ID] == model.Accepted || !clean[h.ID] || !v.Names.lost(delta, left, gone) {
				continue
			}
			for path, n := range delta {
				left[path] -= n
			}
			clean[h.ID], again = false, true
		}
	}
}

// lost reports whether a hunk takes a mention of a note that lives on and is then named no more.
func (n *Names) lost(delta, left mentions, gone map[string]bool) bool {
	for path, by := range delta {
		if by < 0 && !gone[path] && n.before[path] > 0 && n.before[path]+left[path] <= 0 {
			return true
		}
	}
	return false
}
