// Package audit holds a memory against its rules: what the agent will not load, what names
// nothing, what nothing names, and what a reader of the frontmatter stumbles over.
package audit

import (
	"slices"
	"strings"
	"time"

	"dreamgate/model"
	"dreamgate/model/note"
)

// Tree reads a tree and audits it.
func Tree(t model.Tree, now time.Time) ([]model.Note, model.Index, []model.Finding) {
	var notes []model.Note
	for _, p := range t.Paths() {
		if model.IsNote(p) {
			notes = append(notes, note.Parse(p, t[p]))
		}
	}
	f, ok := t[model.IndexName]
	ix := note.ParseIndex(f, ok, t)
	return notes, ix, Memory(t, notes, ix, now)
}

// Memory returns the findings of a memory, sorted by path, line and rule.
func Memory(t model.Tree, notes []model.Note, ix model.Index, now time.Time) []model.Finding {
	return nil
}

// Dangling returns the Markdown files, each once and sorted, that links of an index mean and that
// are not there. A [[name]] without a note is no fault: the agent is told that it may write such.
func Dangling(ix model.Index) []string {
	var missing []string
	for _, e := range ix.Entries {
		for _, l := range e.Links {
			if dangles(l) {
				missing = append(missing, l.Path)
			}
		}
	}
	slices.Sort(missing)
	return slices.Compact(missing)
}

func dangles(l model.Link) bool {
	return !l.Exists && !l.Wiki && strings.HasSuffix(l.Path, ".md")
}

// Orphans returns the paths, sorted, of the notes of the top folder that the index does not name.
func Orphans(t model.Tree, notes []model.Note, ix model.Index) []string {
	linked := make(map[string]bool)
	for _, e := range ix.Entries {
		for _, l := range e.Links {
			linked[l.Path] = true
		}
	}
	var open []model.Note
	for _, n := range notes {
		if !linked[n.Path] && !strings.Contains(n.Path, "/") && !strings.HasPrefix(n.Path, ".") {
			open = append(open, n)
		}
	}
	if len(open) == 0 {
		return nil
	}
	named := note.Named(t[model.IndexName].Data, notes)
	var orphans []string
	for _, n := range open {
		if !named[n.Path] {
			orphans = append(orphans, n.Path)
		}
	}
	slices.Sort(orphans)
	return orphans
}
