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
func further(ctx context.Context, m *model.Memory) {
	before := len(m.Findings)
	for p, f := range m.Tree {
		if strings.HasSuffix(p, ".md") {
			m.Findings = append(m.Findings, secrets(p, string(f.Data))...)
		}
	}
	if f, ok := overflow(ctx, *m, nil); ok {
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
