package past

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"time"

	"dreamgate/diffview/hunk"
	"dreamgate/memory"
	"dreamgate/memory/check"
	"dreamgate/model"
)

// unapproved makes a proposal that puts back what a person said yes to last, of all notes or of one: what came since,
// whoever wrote it, is refused by accepting. A note to which nobody ever said yes is nothing that anything could be put
// back of: that it would go is flagged, and left to the reviewer.
func (p *Past) unapproved(ctx context.Context, st model.Store, note string) (model.Proposal, error) {
	var paths []string
	if note != "" {
		paths = []string{note}
	}
	found, err := p.Approved(ctx, st, paths)
	if err != nil {
		return model.Proposal{}, fmt.Errorf("undo what nobody approved: %w", err)
	}
	live, err := memory.ReadTree(ctx, st.Dir)
	if err != nil {
		return model.Proposal{}, err
	}
	if len(found.Files) == 0 {
		return model.Proposal{}, errors.New("undo what nobody approved: nothing of it was ever approved, so there is nothing to put back")
	}
	proposed, report := approvedTree(live, found, note)
	changes := hunk.Diff(live, proposed)
	if len(changes) == 0 {
		return model.Proposal{}, errors.New("undo what nobody approved: there is no such thing in the notes")
	}
	proposal := model.Proposal{Store: st, Origin: model.OriginUndo, Created: p.now(), Base: live, Proposed: proposed, Report: report}
	if proposal.Check = check.Plain(changes); st.Kind != model.KindFolder {
		proposal.Check, _, err = check.Run(ctx, check.Input{Base: live, Proposed: proposed, Changes: changes, Origin: model.OriginUndo, Now: p.now()})
		if err != nil {
			return model.Proposal{}, fmt.Errorf("undo what nobody approved: %w", err)
		}
	}
	for _, c := range changes {
		was, approved := found.Files[c.Path]
		for _, h := range c.Hunks {
			e := proposal.Check.Hunks[h.ID]
			if e.Why = "puts back what was approved " + was.Revision.At.In(p.now().Location()).Format(time.DateOnly); !approved {
				e.Why = "nobody ever approved this file"
				e.Flags = append(e.Flags, model.Flag{Kind: model.FlagConflict, Line: max(1, h.NewStart),
					Reason: "it came without a review, and to accept deletes it: refuse this to keep it"})
			}
			proposal.Check.Hunks[h.ID] = e
		}
	}
	return proposal, nil
}

// approvedTree is a memory with what was approved of it, or of one note, in the place of what there is, and words on what
// cannot be put back.
func approvedTree(live model.Tree, found model.Approvals, note string) (proposed model.Tree, report []string) {
	proposed, report = maps.Clone(live), found.Remarks
	for path, was := range found.Files {
		f, there := live[path]
		switch {
		case there && !f.Regular():
			report = append(report, path+": "+model.SpecialWord(f.Special())+" stands there now, which is never written")
		case was.There:
			if there {
				was.File.Mode = f.Mode // git keeps little of it, and nobody reviews that
			}
			proposed[path] = was.File
		case there:
			delete(proposed, path)
		}
	}
	for path, f := range live {
		if _, ok := found.Files[path]; !ok && f.Regular() && (note == "" || path == note) {
			delete(proposed, path)
		}
	}
	return proposed, report
}
