package dream

import (
	"maps"
	"slices"
	"strings"

	"dreamgate/diffview/hunk"
	"dreamgate/memory"
	"dreamgate/memory/secret"
	"dreamgate/model"
)

// WriteOut leaves the proposed notes in dir, which must be new or empty, and memory.diff,
// CHANGES.md and run.log beside them. Links and other special files of the memory are not written, and run.log says which;
// a note that has one of the three names keeps it, and ours begins with ".dream-". memory.TakeOut undoes it.
func WriteOut(dir string, r Result) error {
	// The report is part of the log here: nobody opens a review of a plain folder.
	log := strings.Join(slices.Concat(r.Log, r.Proposal.Report, memory.LeftOut(r.Proposal.Proposed)), "\n") + "\n"
	tree := model.Tree{}
	maps.Copy(tree, r.Proposal.Proposed)
	for name, data := range map[string][]byte{
		memory.DiffName:    hunk.Unified(r.Proposal.Base, r.Changes),
		memory.ChangesName: []byte(r.Proposal.Changes),
		memory.LogName:     []byte(secret.Mask(log)),
	} {
		tree[memory.OutName(name, r.Proposal.Proposed)] = model.File{Mode: 0o600, Data: data}
	}
	_, err := memory.WriteFresh(dir, tree)
	return err
}
