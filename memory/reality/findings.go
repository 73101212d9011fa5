package reality

import (
	"context"
	"fmt"

	"dreamgate/model"
)

// Rule names the findings that no audit of the notes alone can have.
const Rule = "reality"

// Findings lists what the notes of a memory name and its projects no longer have, with what took it away. Doubt is
// left out: a finding is taken for a reason to change the note.
func Findings(ctx context.Context, m model.Memory) []model.Finding {
	said := Look(ctx, m)
	var out []model.Finding
	for _, n := range m.Notes {
		for _, c := range said[n.Path].Claims {
			if c.State == model.RealityGone {
				out = append(out, model.Finding{
					Rule: Rule, Severity: model.Warning, Path: n.Path, Line: c.Line,
					Message: fmt.Sprintf("the note names the %s %s, and the project says otherwise: %s", c.Kind, c.Token, c.Reason),
				})
			}
		}
	}
	return out
}
