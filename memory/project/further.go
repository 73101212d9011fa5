package project

import (
	"context"
	"strings"
	"sync"

	"dreamgate/memory/history"
	"dreamgate/memory/secret"
	"dreamgate/model"
	"dreamgate/model/audit"
	"dreamgate/model/note"
)

// versions bounds how many commits of an index its growth is read from.
const versions = 60

// secretsShown bounds the findings of one file: a dump of an environment is one mistake and not a hundred.
const secretsShown = 20

// further begins to look for what the files of a memory, held against the rules, do not tell by themselves,
// and returns what adds it to the findings. Meanwhile the rules are at work.
func (l *Library) further(ctx context.Context, dir string, tree model.Tree) func(m *model.Memory) {
	var found []model.Finding
	var grown struct {
		list []history.Version
		err  error
	}
	var wg sync.WaitGroup
	wg.Go(func() {
		for p, f := range tree {
			if strings.HasSuffix(p, ".md") {
				found = append(found, secrets(p, string(f.Data))...)
			}
		}
	})
	// Most indexes are far from a limit, and git is not asked.
	f, ok := tree[model.IndexName]
	if audit.Grows(note.ParseIndex(f, ok, nil)) {
		wg.Go(func() { grown.list, grown.err = history.Versions(ctx, dir, model.IndexName, versions) })
	}
	return func(m *model.Memory) {
		wg.Wait()
		if grown.err != nil {
			m.Remarks = append(m.Remarks, grown.err.Error())
		} else if f, ok := l.overflow(*m, grown.list); ok {
			found = append(found, f)
		}
		if f, ok := audit.Sweep(l.losing(*m)); ok {
			found = append(found, f)
		}
		if len(found) > 0 {
			m.Findings = append(m.Findings, found...)
			audit.Sort(m.Findings)
		}
	}
}

// secrets are what looks like credentials in a file.
func secrets(path, text string) (found []model.Finding) {
	line, at := 1, 0
	for _, s := range secret.Find(text) {
		line, at = line+strings.Count(text[at:s.Start], "\n"), s.Start
		if len(found) == secretsShown {
			break
		}
		found = append(found, audit.Secret(path, line, s.Kind, text[s.Start:s.Start+s.Shown]))
	}
	return found
}

// overflow says when the index of a memory will be over a limit, from its versions in git or, where there
// are none, from the dates of the notes that it names.
func (l *Library) overflow(m model.Memory, list []history.Version) (model.Finding, bool) {
	if len(list) == 0 {
		return audit.Overflow(m.Index, audit.Dated(m.Index, m.Notes, m.Tree), "dates of notes", l.now())
	}
	points := make([]audit.Point, len(list))
	for i, v := range list {
		ix := note.ParseIndex(model.File{Data: v.Data}, true, nil)
		points[i] = audit.Point{At: v.At, Lines: ix.Lines, Units: ix.Units}
	}
	return audit.Overflow(m.Index, points, "versions in git", l.now())
}
