package dream

import (
	"context"
	"fmt"

	"dreamgate/memory/reality"
	"dreamgate/model"
)

// ruleReality names, in what an engine is told, the findings that no audit of the notes alone can have.
const ruleReality = "reality"

// contradicted lists what the notes name and the projects no longer have, with what took it away. Doubt is
// left out: an engine would take it for a reason.
func contradicted(ctx context.Context, projects []string, notes []model.Note, tree model.Tree) []model.Finding {
	said := reality.Look(ctx, model.Memory{Store: model.Store{Projects: projects}, Tree: tree, Notes: notes})
	var out []model.Finding
	for _, n := range notes {
		for _, c := range said[n.Path].Claims {
			if c.State == model.RealityGone {
				out = append(out, model.Finding{
					Rule: ruleReality, Severity: model.Warning, Path: n.Path, Line: c.Line,
					Message: fmt.Sprintf("the note names the %s %s, and the project says otherwise: %s", c.Kind, c.Token, c.Reason),
				})
			}
		}
	}
	return out
}
