package cli

import (
	"context"
	"fmt"
	"slices"
	"time"

	"dreamgate/diffview/hunk"
	"dreamgate/memory"
	"dreamgate/model"
)

// against is a review beside the versions of its notes that a person said yes to last.
type against struct {
	model.Approvals
	// since is what was changed in the notes after that, by path; elsewhere are the notes of which the proposal
	// knows nothing.
	since     map[string]model.Change
	elsewhere []string
	// beyond is what was changed in the notes as they are now.
	beyond []model.Change
}

// approvedOf looks for what was approved of a memory.
func (a *app) approvedOf(ctx context.Context, r model.Review) (against, error) {
	base := r.Proposal.Base
	found, err := a.past().Approved(ctx, r.Proposal.Store, nil)
	if err != nil {
		return against{}, err
	}
	out := against{Approvals: found, since: map[string]model.Change{}}
	changes := hunk.Since(found, base)
	for _, c := range changes {
		out.since[c.Path] = c
	}
	live, err := memory.ReadTree(ctx, r.Proposal.Store.Dir)
	if err != nil {
		live = base // who reads the notes says what is wrong with them
	}
	out.beyond = hunk.Since(found, live)
	out.elsewhere = hunk.Elsewhere(found, live, out.beyond, r.Changes)
	return out, nil
}

// printApproved prints a review against what was approved last. What was changed since and is no part of the
// proposal is told apart: there is nothing to decide about it here.
func (t text) printApproved(r model.Review, ap against, all bool) {
	w := aroundReview(r)
	w.all = all
	for _, ch := range r.Changes {
		removed, added := hunk.Size(ch)
		t.linef("%s  %s  +%d -%d", ch.Path, string(ch.Status), added, removed)
		t.linef("  %s", approvalWords(ap.Files, ch.Path))
		since := ap.since[ch.Path]
		for _, h := range since.Hunks {
			t.linef("  %s  already in the notes, not reviewed", hunkPlace(h))
			t.lines("-", h.Removed, true)
			t.lines("+", h.Added, true)
		}
		for _, h := range ch.Hunks {
			shown, mixed := hunk.Against(h, r.Proposal.Base[ch.Path].Data, since)
			if mixed {
				t.linef("  the next hunk changes what is not reviewed: it is shown from what was approved to what is proposed")
			}
			t.hunk(shown, r.Check.Hunks[h.ID], w)
		}
		t.linef("")
	}
	for _, path := range ap.elsewhere {
		what := "nobody ever approved it"
		if i := slices.IndexFunc(ap.beyond, func(c model.Change) bool { return c.Path == path }); i >= 0 {
			c := ap.beyond[i]
			removed, added := hunk.Size(c)
			what = fmt.Sprintf("not reviewed since (%s, +%d -%d)", c.Status, added, removed)
		}
		t.linef("%s: %s, and no part of this proposal", path, what)
	}
	if len(ap.elsewhere)+len(ap.since) > 0 {
		t.linef("dreamgate undo --unapproved proposes to put back what was approved, hunk by hunk")
	}
	for _, s := range ap.Remarks {
		t.linef("%s", s)
	}
}

// approvalWords say which version of a file was approved.
func approvalWords(files map[string]model.Approval, path string) string {
	a, ok := files[path]
	if !ok {
		return "nothing of this file was ever approved: it is shown against the notes as they are"
	}
	what := map[string]string{"review": "approved in the review " + a.Revision.Review + ", commit " + a.Revision.Short(),
		"backup": "approved in the review " + a.Revision.ID, "commit": "approved by the commit " + a.Revision.Short() + " of " + orElse(a.Revision.Author, "a person")}[a.Kind()]
	if !a.There {
		what += ", which let it go"
	}
	return what + ", " + a.Revision.At.Local().Format(time.DateOnly)
}

// approvedJSON is a review against what was approved last.
type approvedJSON struct {
	Files []approvedFileJSON `json:"files"`
	// Elsewhere are notes that were changed since and are no part of the proposal.
	Elsewhere []string `json:"elsewhere"`
	Remarks   []string `json:"remarks"`
}

type approvedFileJSON struct {
	pathJSON
	// By is "review", "backup" or "commit", and "" where nothing was ever approved; ID is that of the commit, or of the
	// review whose backup knows it. There is false where the file was let go.
	By    string     `json:"by"`
	ID    string     `json:"id"`
	At    *time.Time `json:"at"`
	There bool       `json:"there"`
	// Unreviewed is what was changed since; Hunks are those of the proposal that change it, from what was approved.
	Unreviewed []hunkJSON `json:"unreviewed"`
	Hunks      []hunkJSON `json:"hunks"`
}

func shapeApproved(r model.Review, ap against) *approvedJSON {
	out := &approvedJSON{Files: []approvedFileJSON{}, Elsewhere: list(ap.elsewhere), Remarks: list(ap.Remarks)}
	w := aroundReview(r)
	for _, ch := range r.Changes {
		f := approvedFileJSON{pathJSON: shapePath(ch.Path), Unreviewed: []hunkJSON{}, Hunks: []hunkJSON{}}
		if a, ok := ap.Files[ch.Path]; ok {
			f.By, f.ID, f.At, f.There = a.Kind(), a.Revision.ID, moment(a.Revision.At), a.There
		}
		since := ap.since[ch.Path]
		for _, h := range since.Hunks {
			f.Unreviewed = append(f.Unreviewed, shapeHunk(h, model.Evidence{}, around{}))
		}
		for _, h := range ch.Hunks {
			if shown, mixed := hunk.Against(h, r.Proposal.Base[ch.Path].Data, since); mixed {
				f.Hunks = append(f.Hunks, shapeHunk(shown, r.Check.Hunks[h.ID], w))
			}
		}
		out.Files = append(out.Files, f)
	}
	return out
}
