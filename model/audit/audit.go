// Package audit holds a memory against its rules: what the agent will not load, what names
// nothing, what nothing names, what a reader of the frontmatter stumbles over, and what a note should
// not hold. Rules that need a language know a few; of a text in any other they say nothing.
//
//	audit.go     the order of work
//	rules.go     the names of the rules
//	index.go     the index as a whole; entry.go its lines
//	alike.go     what a dead link may mean; spelling.go names by another case
//	correct.go   corrections that are not loaded
//	growth.go    the day at which the index overflows; credential.go what looks like a secret
//	front.go     frontmatter; name.go names, descriptions, sizes and links of notes
//	page.go      the text of a note as lines (text.go) and words; cues.go which rules have to read it
//	dates.go     days that are lost; reason.go rules without a why
//	fleeting.go  what is wrong soon; shown.go what nobody sees, and orders to the model
//	unmerged.go  what a merge leaves
//	compare.go   notes held against each other
//	near.go      notes that say nearly the same; within.go those that say nothing more; gist.go short ones for
//	             one fact
//	conflict.go  notes that give one thing two values
package audit

import (
	"bytes"
	"path"
	"slices"
	"strings"
	"time"

	"dreamgate/model"
	"dreamgate/model/note"
)

// Tree reads a tree and returns its notes, its index, and what is wrong with them, sorted by path,
// line and rule. A relative date is worked out from the note's own stamp; now stands in for it where
// there is none, and only decides what a phrase is.
func Tree(t model.Tree, now time.Time) ([]model.Note, model.Index, []model.Finding) {
	var notes []model.Note
	for _, p := range t.Paths() {
		if model.IsNote(p) {
			notes = append(notes, note.Parse(p, t[p]))
		}
	}
	f, ok := t[model.IndexName]
	ix := note.ParseIndex(f, ok, t)
	c := collector{tree: t, notes: notes, ix: ix, now: now}
	return notes, ix, c.judge()
}

// judge applies the rules. Every map is left in an order of its own, which the sort at the end hides.
func (c *collector) judge() []model.Finding {
	pairs := compare(c.tree, c.notes)
	c.index()
	c.names()
	c.orphans, c.via = map[string]bool{}, map[string]string{}
	// Where there is no index that is what is wrong, and not each note.
	if c.ix.Status != model.StatusMissing {
		for _, p := range Orphans(c.tree, c.notes, c.ix) {
			c.orphans[p] = true
		}
	}
	for at := range c.notes {
		c.note(at)
	}
	for p := range c.orphans {
		c.orphan(p)
	}
	for p, f := range c.tree {
		c.special(p, f)
		if strings.HasSuffix(p, ".md") {
			c.invisible(p, f.Data)
			c.unmerged(p, f.Data)
		}
	}
	c.found = append(c.found, <-pairs...)
	Sort(c.found)
	return c.found
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
	return !l.Exists && !l.Wiki && strings.EqualFold(path.Ext(l.Path), ".md") // a.MD means a note as well
}

// Orphans returns the paths, sorted, of the notes that the index does not name. Only notes of the
// top folder can be orphans: those further down are the matter of an index of their folder, hidden
// ones are hidden on purpose, and a pipe is none. Where the index cannot be read nothing is known, and nothing
// is an orphan.
func Orphans(t model.Tree, notes []model.Note, ix model.Index) []string {
	if ix.Special != "" && t[model.IndexName].Data == nil {
		return nil
	}
	linked := make(map[string]bool)
	for _, e := range ix.Entries {
		for _, l := range e.Links {
			linked[l.Path] = linked[l.Path] || !l.Mention
		}
	}
	open := slices.DeleteFunc(slices.Clone(notes), func(n model.Note) bool {
		return linked[n.Path] || strings.Contains(n.Path, "/") || strings.HasPrefix(n.Path, ".") ||
			n.Special != "" && n.Bytes == 0
	})
	if len(open) == 0 {
		return nil
	}
	named := note.Named(withoutHints(t[model.IndexName].Data, ix), notes)
	var orphans []string
	for _, n := range open {
		if !named[n.Path] {
			orphans = append(orphans, n.Path)
		}
	}
	slices.Sort(orphans)
	return orphans
}

// withoutHints blanks what a line says behind a link that is dead only by the case of its letters,
// if that names the right file: who reads "[Rule](Rule.md) - the file is rule.md" follows the link.
func withoutHints(index []byte, ix model.Index) []byte {
	cloned := false
	for _, e := range ix.Entries {
		if !slices.ContainsFunc(e.Links, func(l model.Link) bool { return l.Mention && hasTwin(e, l) }) {
			continue
		}
		if !cloned {
			index, cloned = bytes.Clone(index), true
		}
		line := lineOf(index, e.Line)
		if i := bytes.LastIndex(line, []byte(e.Summary)); i >= 0 {
			copy(line[i:], bytes.Repeat([]byte{' '}, len(e.Summary)))
		}
	}
	return index
}

// hasTwin reports whether a dead link of the line differs from a file only by case.
func hasTwin(e model.Entry, file model.Link) bool {
	return slices.ContainsFunc(e.Links, func(l model.Link) bool {
		return dangles(l) && strings.EqualFold(l.Path, file.Path)
	})
}

// lineOf returns a line, from 1, of a text, without its end.
func lineOf(text []byte, line int) []byte {
	for ; line > 1; line-- {
		_, text, _ = bytes.Cut(text, []byte{'\n'})
	}
	text, _, _ = bytes.Cut(text, []byte{'\n'})
	return text
}

// Fresh marks the findings that were not there before. Lines move with every edit, so a finding is
// known by what it says of which file; what is too large says another size every time.
func Fresh(findings, before []model.Finding) []bool {
	key := func(f model.Finding) [3]string {
		if sized[f.Rule] {
			f.Message = ""
		}
		return [3]string{f.Rule, f.Path, f.Message}
	}
	known := map[[3]string]int{}
	for _, f := range before {
		known[key(f)]++
	}
	marks := make([]bool, len(findings))
	for i, f := range findings {
		known[key(f)]--
		marks[i] = known[key(f)] < 0
	}
	return marks
}
