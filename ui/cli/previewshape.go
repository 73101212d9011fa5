package cli

import "dreamgate/model"

// previewJSON is what apply would do. Stale, Unwritable and Secrets are what stands in its way, a sentence each.
type previewJSON struct {
	Proposal string            `json:"proposal"`
	Store    string            `json:"store"`
	Files    []previewFileJSON `json:"files"`
	Accepted int               `json:"accepted"`
	Rejected int               `json:"rejected"`
	// Undecided hunks are left out, and go with the review.
	Undecided  int             `json:"undecided"`
	Flagged    int             `json:"flagged"`
	Deletions  int             `json:"deletions"`
	Stale      []string        `json:"stale"`
	Unwritable []string        `json:"unwritable"`
	Secrets    []string        `json:"secrets"`
	Dirty      []string        `json:"dirty"`
	Findings   []model.Finding `json:"findings"`
	// New are those of the findings that the notes do not have as they are.
	New     []model.Finding `json:"new"`
	Remarks []string        `json:"remarks"`
	Message string          `json:"message"`
}

type previewFileJSON struct {
	pathJSON
	Status model.ChangeStatus `json:"status"`
	// RenameOf is the name that it had, "" where that is the same or it is new; added and removed are of its text then.
	RenameOf string `json:"rename_of"`
	Added    int    `json:"added"`
	Removed  int    `json:"removed"`
}

func shapePreview(p model.Proposal, v model.Preview, message string) previewJSON {
	out := previewJSON{Proposal: p.ID, Store: p.Store.Name, Files: []previewFileJSON{}, Accepted: v.Accepted, Rejected: v.Rejected, Undecided: v.Undecided,
		Flagged: v.Flagged, Deletions: v.Deletions, Stale: list(v.Stale), Unwritable: list(v.Unwritable), Secrets: list(v.Secrets),
		Dirty: list(v.Dirty), Findings: list(v.Findings), New: []model.Finding{}, Remarks: list(v.Remarks), Message: orElse(message, v.Message)}
	for _, f := range v.Files {
		out.Files = append(out.Files, previewFileJSON{shapePath(f.Path), f.Status, shapePath(f.From).Path, f.Added, f.Removed})
	}
	for i, f := range v.Findings {
		if i < len(v.New) && v.New[i] {
			out.New = append(out.New, f)
		}
	}
	return out
}
