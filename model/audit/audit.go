// Package audit holds a memory against its rules: what the agent will not load, what names
// nothing, what nothing names, and what a reader of the frontmatter stumbles over.
package audit

import (
	"time"

	"dreamgate/model"
)

// Memory returns the findings of a memory, sorted by path, line and rule.
func Memory(t model.Tree, notes []model.Note, ix model.Index, now time.Time) []model.Finding {
	return nil
}

// Tree reads a tree and audits it.
func Tree(t model.Tree, now time.Time) ([]model.Note, model.Index, []model.Finding) {
	return nil, model.Index{}, nil
}

// Dangling returns the files, sorted, that links of an index mean and that are not there.
func Dangling(ix model.Index) []string { return nil }

// Orphans returns the paths of the notes, sorted, that the index does not name.
func Orphans(t model.Tree, notes []model.Note, ix model.Index) []string { return nil }
