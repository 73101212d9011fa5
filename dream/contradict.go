package dream

import (
	"context"

	"dreamgate/memory/reality"
	"dreamgate/model"
)

// contradicted lists what the notes name and the projects no longer have.
func contradicted(ctx context.Context, projects []string, notes []model.Note, tree model.Tree) []model.Finding {
	return reality.Findings(ctx, model.Memory{Store: model.Store{Projects: projects}, Tree: tree, Notes: notes})
}
