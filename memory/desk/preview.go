package desk

import (
	"cmp"
	"context"

	"dreamgate/diffview/hunk"
	"dreamgate/memory/history"
	"dreamgate/model"
	"dreamgate/model/audit"
	"dreamgate/model/evidence"
)

// Preview says what a commit of the review's decisions would do. It changes nothing, but finishes
// or undoes what a crash left.
func (d *Desk) Preview(ctx context.Context, r model.Review) (model.Preview, error) {
	s, err := d.openStore(ctx, r.Proposal.Store, r.Proposal.ID)
	if err != nil {
		return model.Preview{}, err
	}
	defer s.close()
	rec, err := s.record(r.Proposal.ID)
	if err != nil {
		return model.Preview{}, err
	}
	if r, err = s.derived(r, rec); err != nil {
		return model.Preview{}, err
	}
	p, err := newPlan(ctx, s.live, r, r.Decisions)
	if err != nil {
		return model.Preview{}, err
	}
	if rec.State == model.ReviewUncommitted {
		if err := s.foretell(p, r.Proposal.ID); err != nil {
			return model.Preview{}, err
		}
	}
	v := model.Preview{Stale: p.stale, Unwritable: p.unwritable, Remarks: append(d.tell(s), p.remarks...)}
	v.Secrets = secrets(r)
	count(&v, r)
	v.Made = message(r)
	v.Message = cmp.Or(string(rec.Message), v.Made)
	if r.Proposal.Store.Kind == model.KindFolder {
		v.Git.Unused = true
		v.Remarks = append(v.Remarks, "what is accepted is written into "+r.Proposal.Store.Dir+", with a backup; nothing is committed")
		if len(v.Unwritable) > 0 {
			v.Remarks = append(v.Remarks, "dreamgate review apply "+r.Proposal.ID+" --out DIR writes the result into a new folder")
		}
		return v, nil
	}
	d.audited(r, p, &v)
	if rec.State == model.ReviewPending {
		v.Repairs = mend(r, v.Findings, v.New, d.now())
	}
	g := lookAround(ctx, r.Proposal.Store)
	v.Git = g.GitState
	if g.Err != "" || g.Root == "" || rec.State != model.ReviewPending || len(p.unwritable) > 0 {
		// No repository, one that will refuse, files that are written, or that will not be: nothing to be asked.
		return v, nil
	}
	return v, previewGit(ctx, g, p, &v)
}

// audited fills in what the audit says of the result, and what the notes lose.
func (d *Desk) audited(r model.Review, p *plan, v *model.Preview) {
	if o := r.Proposal.Origin; o != model.OriginPerson && o != model.OriginUndo {
		v.Loss = evidence.Loss(p.live, p.result, hunk.Diff(p.live, p.result))
	}
	_, v.Index, v.Findings = audit.Tree(p.result, d.now())
	for _, f := range v.Findings {
		if f.Rule == "dangling" && f.Path == model.IndexName {
			v.Dangling++
		}
	}
	_, _, before := audit.Tree(p.live, d.now())
	v.New = audit.Fresh(v.Findings, before)
	worstFirst(v.Findings, v.New)
	for _, f := range evidence.Stranded(r.Proposal.Base, p.result, r.Changes, r.Decisions) {
		v.Findings, v.New = append(v.Findings, f), append(v.New, true)
	}
}

// foretell makes the plan of an applied review one of its commit alone. What would stand in the way of writing
// does not count any more, and the notes as they are now are held against what was written: held against the
// base, a note that the review made itself would be one that somebody else has made.
func (s *store) foretell(p *plan, id string) error {
	_, moved, err := s.written(id, p.live)
	if err != nil {
		return err
	}
	p.stale, p.unwritable, p.remarks = nil, nil, nil
	if len(moved) > 0 {
		p.remarks = []string{"changed since it was written: " + byHand(moved, id)}
	}
	return nil
}

// previewGit adds what git has to do with it: edits of the user that a commit would take along, or
// lose.
func previewGit(ctx context.Context, g git, p *plan, v *model.Preview) error {
	own, err := g.own(ctx, p)
	if err != nil {
		return err
	}
	v.Dirty = own.dirty
	ok, why := g.takes()
	if !ok {
		v.Remarks = append(v.Remarks, "the changes will not be committed: "+why)
		return nil
	}
	ignored, err := history.Ignored(ctx, g.dir, p.paths())
	if err != nil {
		return err
	}
	if len(ignored) > 0 {
		v.Remarks = append(v.Remarks, "git is told to ignore "+some(ignored, 5)+": it will be written, and not committed")
	}
	lost, err := g.lost(ctx, own.all)
	v.Unwritable = append(v.Unwritable, lost...)
	return err
}

// count fills in the figures of the dialog.
func count(v *model.Preview, r model.Review) {
	all, _ := hunk.Counts(r.Changes, r.Decisions)
	v.Accepted, v.Rejected, v.Undecided = all.Accepted, all.Rejected, all.Undecided
	selected := hunk.Selected(r.Changes, r.Decisions)
	v.Flagged = hunk.Flagged(selected, r.Check)
	moved := map[string]bool{}
	for _, c := range selected {
		moved[c.RenameOf] = true
	}
	shown, left := onceEach(selected)
	for _, c := range shown {
		f := model.PreviewFile{Path: c.Path, Status: c.Status, From: c.RenameOf}
		f.Removed, f.Added = sized(c, left[c.RenameOf])
		v.Files = append(v.Files, f)
	}
	for _, c := range selected {
		for _, h := range c.Hunks {
			if h.Removes() && !moved[c.Path] {
				v.Deletions++
			}
		}
	}
	for path, f := range r.Proposal.Base {
		// A note that is a link is one of the notes that are there, as every list counts them.
		if model.IsNote(path) || r.Proposal.Store.Kind == model.KindFolder && f.Regular() {
			v.Notes++
		}
	}
}
