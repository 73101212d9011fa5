package project

import (
	"context"
	"strings"

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

// further adds to the findings of a memory those that its files alone, held against the rules, do not give.
func (l *Library) further(ctx context.Context, m *model.Memory) {
	before := len(m.Findings)
	for p, f := range m.Tree {
		if strings.HasSuffix(p, ".md") {
			m.Findings = append(m.Findings, secrets(p, string(f.Data))...)
		}
	}
	if f, ok := l.overflow(ctx, m); ok {
		m.Findings = append(m.Findings, f)
	}
	if f, ok := audit.Sweep(l.losing(*m)); ok {
		m.Findings = append(m.Findings, f)
	}
	if len(m.Findings) > before {
		audit.Sort(m.Findings)
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
// are none, from the dates of the notes that it names. Most indexes are far from that, and git is not asked.
func (l *Library) overflow(ctx context.Context, m *model.Memory) (model.Finding, bool) {
	if !audit.Grows(m.Index) {
		return model.Finding{}, false
	}
	list, err := history.Versions(ctx, m.Store.Dir, model.IndexName, versions)
	if err != nil {
		m.Remarks = append(m.Remarks, err.Error())
		return model.Finding{}, false
	}
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
