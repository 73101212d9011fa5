package review

import (
	"dreamgate/diffview/hunk"
	"dreamgate/model"
)

// Selection is what the cursor stands for, in words and as a patch of the notes as they are shown: a hunk, from the
// list all hunks of a file, on the summary the whole proposal.
func (p *Pane) Selection() (what, patch string) {
	items := p.sheet.items
	switch {
	case len(items) == 0:
		return "", ""
	case p.at == summary:
		what = "the proposal as a patch"
	case p.onList:
		f := p.sheet.files[p.file()]
		what, items = "the changes of the file as a patch", items[f.from:f.to]
	default:
		what, items = "the hunk as a patch", items[p.at:p.at+1]
	}
	only := model.Decisions{}
	for _, it := range items {
		for _, id := range it.ids {
			only[id] = model.Accepted
		}
	}
	// What a patch of pieces and edits is, their result knows.
	base := p.r.Proposal.Base
	tree, err := hunk.Apply(base, p.r.Changes, only)
	if err != nil {
		return "", ""
	}
	return what, string(hunk.Unified(base, hunk.Diff(base, tree)))
}

// Selection is what of the dialog is worth copying: the commit that was made, before that its message.
func (c *CommitDialog) Selection() (what, text string) {
	switch c.phase {
	case done:
		return "the commit", c.outcome.Commit
	case ready:
		return "the message", c.message.Value()
	}
	return "", ""
}
