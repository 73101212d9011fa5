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

// Names of what WriteOut leaves beside the notes.
const (
	diffName    = "memory.diff"
	changesName = "CHANGES.md"
	logName     = "run.log"
)

// WriteOut leaves the proposed notes in dir, which must be new or empty, and memory.diff,
// CHANGES.md and run.log beside them. Links and other special files of the memory are not written, and run.log says which;
// a note that has one of the three names keeps it, and ours begins with ".dream-". TakeOut undoes it.
func WriteOut(dir string, r Result) error {
	// The report is part of the log here: nobody opens a review of a plain folder.
	log := strings.Join(slices.Concat(r.Log, r.Proposal.Report, memory.LeftOut(r.Proposal.Proposed)), "\n") + "\n"
	tree := model.Tree{}
	maps.Copy(tree, r.Proposal.Proposed)
	for name, data := range map[string][]byte{
		diffName:    hunk.Unified(r.Proposal.Base, r.Changes),
		changesName: []byte(r.Proposal.Changes),
		logName:     []byte(secret.Mask(log)),
	} {
		tree[beside(name, r.Proposal.Proposed)] = model.File{Mode: 0o600, Data: data}
	}
	_, err := memory.WriteFresh(dir, tree)
	return err
}

// beside is the name under which a file of WriteOut lies beside these notes.
func beside(name string, notes model.Tree) string {
	if _, taken := notes[name]; taken {
		return ".dream-" + name
	}
	return name
}

// TakeOut takes what WriteOut left beside the notes out of a folder that was read, in place, and
// returns the reasons: else they would be notes like any other. Only a folder that has all three, none
// of which the live notes have, is one of WriteOut's; any other stays as it is, and ok is false.
func TakeOut(folder, live model.Tree) (changes string, ok bool) {
	names := []string{beside(changesName, live), beside(diffName, live), beside(logName, live)}
	for _, name := range names {
		if f, there := folder[name]; !there || !f.Regular() {
			return "", false
		}
	}
	changes = string(folder[names[0]].Data)
	for _, name := range names {
		delete(folder, name)
	}
	return changes, true
}
