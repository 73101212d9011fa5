package desk

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"time"

	"dreamgate/diffview/hunk"
	"dreamgate/memory"
	"dreamgate/model"
)

// record is what is decided of a proposal, and what lists show of it.
type record struct {
	ID      string       `json:"id"`
	Origin  model.Origin `json:"origin"`
	Engine  string       `json:"engine,omitempty"`
	Created time.Time    `json:"created"`
	// Hunks, Flagged and Refused count the changes of the proposal that are decided apart, those that carry a flag, and
	// those that were refused before. Joined says that a rename is one of them; older records have its two hunks.
	Hunks   int               `json:"hunks"`
	Flagged int               `json:"flagged"`
	Refused int               `json:"refused,omitempty"`
	Joined  bool              `json:"joined,omitempty"`
	Loss    model.Loss        `json:"loss,omitzero"`
	State   model.ReviewState `json:"state"`
	// Recalled are the hunks that were refused before, and arrived rejected.
	Recalled []string `json:"recalled,omitempty"`
	// Recut are the cuts in which hunks arrived, of which pieces were refused before.
	Recut map[string][]model.Cut `json:"recut,omitempty"`
	// Heard are the refusals of those that were refused while the proposal waited, by hunk. They stand here and not in the
	// proposal: with the decisions that they bring, in one file, which a crash leaves as it was or as it is to be.
	Heard map[string]*wireRefusal `json:"heard,omitempty"`
	// Decisions are by hunk id; undecided hunks have none.
	Decisions map[string]string `json:"decisions"`
	recordShape
	// Extracted is that of the proposal; Files are what it was made from, to see at a glance whether
	// that still stands.
	Extracted bool         `json:"extracted,omitempty"`
	Files     []recordFile `json:"files,omitempty"`
	// Renames are the two hunks of each rename, the deletion by the addition: they are decided together, and most
	// decisions are made without a look at the proposal.
	Renames map[string]string `json:"renames,omitempty"`
	// Replaces is the proposal that it was laid down for anew.
	Replaces string `json:"replaces,omitempty"`
	// Holds are the proposals whose place it has taken, and Later is one that came after it and has a part of it.
	Holds []string `json:"holds,omitempty"`
	Later *later   `json:"later,omitempty"`
	// Dir is where it is applied: of a folder that is no project's nothing else knows.
	Dir memory.Text `json:"dir,omitempty"`
	// Message is the last one that was typed for the commit, or with which it was tried, and GitError what git said to it.
	Message  memory.Text `json:"message,omitempty"`
	GitError memory.Text `json:"git_error,omitempty"`
	// Along are the other halves of files that the user moved, as they are to go into the commit.
	Along []recordFile `json:"along,omitempty"`
}

// newRecord is the record of a proposal of which nothing is decided, but for what was refused before. Without
// changes it works them out.
func newRecord(p model.Proposal, changes []model.Change) *record {
	if changes == nil {
		changes = diff(p)
	}
	r := &record{ID: p.ID, Dir: memory.Text(p.Store.Dir), Origin: p.Origin, Engine: p.Engine, Created: p.Created, State: model.ReviewPending,
		Extracted: p.Extracted, Files: filesOf(p, changes), Recalled: recalledOf(p.Check), Renames: hunk.Renames(changes),
		Loss: p.Check.Loss, Decisions: map[string]string{}}
	r.size(changes, p.Check)
	for _, id := range r.Recalled {
		r.Decisions[id] = model.Rejected.String()
	}
	return r
}

// arrived is the record of a proposal as it is laid down, which it marks: what was refused before is rejected, in the cuts
// of that, and what a person made or undid is accepted, but for what somebody has to look at. Whoever calls it is alone
// at the desk: a review that is closed meanwhile would be remembered by neither side.
func (s *store) arrived(ctx context.Context, p *model.Proposal, changes []model.Change) (*record, error) {
	cuts := s.recall(ctx, p, changes)
	r := newRecord(*p, changes)
	if len(cuts) > 0 {
		ru := r.ruling()
		r.Recut, ru.Shape.Cuts = cuts, cuts
		if err := r.reruled(changes, p.Check, ru); err != nil {
			return nil, fmt.Errorf("lay the proposal on the desk: %w", err)
		}
	}
	if p.Origin == model.OriginPerson || p.Origin == model.OriginUndo {
		for _, c := range changes {
			for _, h := range c.Hunks {
				if !asks(p.Check, h.ID) {
					r.Decisions[h.ID] = model.Accepted.String()
				}
			}
		}
	}
	return r, nil
}

// size takes over how much is to be decided.
func (r *record) size(changes []model.Change, check model.Check) {
	r.Hunks, r.Flagged, r.Refused, r.Joined = hunk.Total(changes), hunk.Flagged(changes, check), hunk.Refused(changes, check), true
}

// info is the record as lists show it.
func (r *record) info() model.ProposalInfo {
	t := r.tally()
	refused := r.Refused
	if !r.Joined {
		refused = len(r.Recalled) - hunk.Doubled(r.Renames, func(id string) bool { return slices.Contains(r.Recalled, id) })
	}
	return model.ProposalInfo{ID: r.ID, Origin: r.Origin, Engine: r.Engine, Created: r.Created,
		Hunks: t.Hunks(), Flagged: r.Flagged, Decided: t.Decided(), Begun: r.begun(), State: r.State, Loss: r.Loss,
		Extracted: r.Extracted, Refused: refused, Holds: r.held()}
}

// tally counts the changes by what is decided of them.
func (r *record) tally() (t hunk.Tally) {
	all := r.Hunks
	if !r.Joined {
		all -= len(r.Renames)
	}
	count := func(d model.Decision) (n int) {
		for _, word := range r.Decisions {
			if word == d.String() {
				n++
			}
		}
		return n - hunk.Doubled(r.Renames, func(id string) bool { return r.Decisions[id] == d.String() })
	}
	t.Accepted, t.Rejected = count(model.Accepted), count(model.Rejected)
	t.Undecided = max(0, all-t.Decided())
	return t
}

// begun reports whether a person did anything to the proposal. What arrived rejected is no doing of his.
func (r *record) begun() bool {
	untouched := 0
	for _, id := range r.Recalled {
		if r.Decisions[id] == model.Rejected.String() {
			untouched++
		}
	}
	cut := !maps.EqualFunc(r.Cuts, r.Recut, slices.Equal)
	return cut || untouched < len(r.Recalled) || len(r.Decisions) > untouched || len(r.Edits)+len(r.Notes) > 0
}

// rule takes a ruling over in place of the one before.
func (r *record) rule(ru model.Ruling) {
	r.Decisions = make(map[string]string, len(ru.Decisions))
	for id, d := range ru.Decisions {
		if d != model.Undecided {
			r.Decisions[id] = d.String()
		}
	}
	r.recordShape = shapeToWire(ru)
}

// reruled takes a ruling over that may have another shape, of the hunks as they were proposed.
func (r *record) reruled(whole []model.Change, c model.Check, ru model.Ruling) error {
	changes, check, err := shaped(whole, c, ru.Shape)
	if err != nil {
		return err
	}
	r.size(changes, check)
	r.rule(hunk.Joined(r.Renames, ru, ofHunks(changes, hunk.Settled(changes, ru))))
	return nil
}

// decisions are those for hunks that there are.
func (r *record) decisions(changes []model.Change) model.Decisions {
	ds := model.Decisions{}
	for _, c := range changes {
		for _, h := range c.Hunks {
			if d := model.DecisionOf(r.Decisions[h.ID]); d != model.Undecided {
				ds[h.ID] = d
			}
		}
	}
	return ds
}

// The ways in which a review ends. Accepted means that something was written, superseded and refreshed that it goes
// on as another one.
const (
	howAccepted   = "accepted"
	howRejected   = "rejected"
	howDiscarded  = "discarded"
	howSuperseded = "superseded"
	howRefreshed  = "refreshed"
)

// closing is how a review ended.
type closing struct {
	At     time.Time `json:"at"`
	How    string    `json:"how"`
	Commit string    `json:"commit,omitempty"`
	// By is the review as which it goes on, and Came are, by the ids of its hunks, the same hunks there.
	By   string            `json:"by,omitempty"`
	Came map[string]string `json:"came,omitempty"`
}

func (c closing) model() model.Closing {
	return model.Closing{At: c.At, How: c.How, Commit: c.Commit, By: c.By}
}

// closedRecord is what stays of a closed review: every hunk with its decision and its reason, so
// that what was refused can be looked up and is not proposed again. The trees and the cited lines
// are gone.
type closedRecord struct {
	record
	closing
	Changes []closedChange `json:"changes"`
	// Rests are what is refused of hunks of which a part was accepted, as it would be proposed again, and Cut is how
	// hunks were split of which a part was refused.
	Rests []closedChange `json:"rests,omitempty"`
	Cut   []closedCut    `json:"cut,omitempty"`
}

// closedChange and closedHunk are the model's on disk.
type closedChange struct {
	Path     memory.Text        `json:"path"`
	Status   model.ChangeStatus `json:"status"`
	RenameOf memory.Text        `json:"rename_of,omitempty"`
	Hunks    []closedHunk       `json:"hunks"`
}

type closedHunk struct {
	ID       string         `json:"id"`
	Kind     model.HunkKind `json:"kind"`
	Group    int            `json:"group"`
	OldStart int            `json:"old_start"`
	NewStart int            `json:"new_start"`
	Removed  []memory.Text  `json:"removed"`
	Added    []memory.Text  `json:"added"`
	OldMode  fs.FileMode    `json:"old_mode"`
	NewMode  fs.FileMode    `json:"new_mode"`
	Why      memory.Text    `json:"why,omitempty"`
	Flags    []wireFlag     `json:"flags,omitempty"`
	// Of and Skip say that it is a piece and where it began. Edited is one that a person wrote; what had been
	// proposed in its place is Was. Note is what the reviewer said of it.
	Of     string        `json:"of,omitempty"`
	Skip   int           `json:"skip,omitempty"`
	Edited bool          `json:"edited,omitempty"`
	Was    []memory.Text `json:"was,omitempty"`
	Note   memory.Text   `json:"note,omitempty"`
	// Before is the earlier refusal of the same change.
	Before *wireRefusal `json:"refused_before,omitempty"`
	// Cites are the lines that it rests on: only where they stand, for their words are gone.
	Cites []wireSource `json:"cites,omitempty"`
}

// shut writes the record of a closed review and takes the proposal off the desk. The record comes
// first: whatever a crash leaves, a review that has one is closed.
func (s *store) shut(p model.Proposal, r *record, how closing) error {
	v := reviewed(p, r)
	was := map[string][]string{}
	if plain := (model.Shape{Cuts: v.Shape.Cuts}); v.Shape.Shaped() {
		// Without the edits: what was proposed is what a refusal speaks of.
		changes, err := hunk.Reshape(v.Whole, plain)
		if err != nil {
			return fmt.Errorf("close review %s: %w", r.ID, err)
		}
		for _, c := range changes {
			for _, h := range c.Hunks {
				was[h.ID] = h.Added
			}
		}
	}
	r.State = model.ReviewClosed
	c := closedRecord{record: *r, closing: how, Changes: each(v.Changes, func(c model.Change) closedChange {
		return closedChange{memory.Text(c.Path), c.Status, memory.Text(c.RenameOf), each(c.Hunks, func(h model.Hunk) closedHunk {
			out := closeHunk(h, v.Check.Hunks[h.ID])
			if out.Note = memory.Text(v.Notes[h.ID]); h.Edited {
				out.Was = each(was[h.ID], toText)
			}
			return out
		})}
	})}
	c.Heard = nil // each hunk has its own
	if how.By == "" {
		c.recordShape = recordShape{} // as of these
		if note := v.Notes[model.WholeReview]; note != "" {
			c.Notes = map[string]memory.Text{model.WholeReview: memory.Text(note)}
		}
		c.Rests, c.Cut = rests(v), cutsOf(v)
	}
	if err := s.write(closedPath(r.ID), c); err != nil {
		return fmt.Errorf("close review %s: %w", r.ID, err)
	}
	if err := s.clear(r.ID); err != nil {
		return fmt.Errorf("close review %s: %w", r.ID, err)
	}
	if how.By == "" {
		s.tellOthers(&c)
	}
	return nil
}

// closeHunk keeps of a hunk's evidence what is ours to keep: the engine's reason, the flags, and which
// lines it cites.
func closeHunk(h model.Hunk, e model.Evidence) closedHunk {
	return closedHunk{ID: h.ID, Kind: h.Kind, Group: h.Group, OldStart: h.OldStart, NewStart: h.NewStart,
		Removed: each(h.Removed, toText), Added: each(h.Added, toText), OldMode: h.OldMode, NewMode: h.NewMode,
		Why: memory.Text(e.Why), Flags: each(e.Flags, func(f model.Flag) wireFlag { return flagToWire(f.Bare()) }), Of: h.Of, Skip: h.Skip, Edited: h.Edited,
		Before: refusalToWire(e.Before), Cites: places(e.Citations)}
}

// hunk is the model's.
func (h closedHunk) hunk(path string) model.Hunk {
	return model.Hunk{ID: h.ID, Path: path, Kind: h.Kind, Group: h.Group, OldStart: h.OldStart, NewStart: h.NewStart,
		Removed: each(h.Removed, fromText), Added: each(h.Added, fromText), OldMode: h.OldMode, NewMode: h.NewMode,
		Of: h.Of, Skip: h.Skip, Edited: h.Edited}
}

// closedRecord reads the record of a closed review; the error is fs.ErrNotExist if there is none.
func (s *store) closedRecord(id string) (c closedRecord, err error) {
	if err := s.read(closedPath(id), &c); err != nil {
		return c, fmt.Errorf("read closed review %s: %w", id, err)
	}
	c.ID = id
	return c, nil
}

// closedReview reads back what stays of a closed review.
func (s *store) closedReview(id string, st model.Store) (model.Review, error) {
	c, err := s.closedRecord(id)
	if errors.Is(err, fs.ErrNotExist) {
		return model.Review{}, fmt.Errorf("proposal %s: %w", id, errUnknown)
	}
	if err != nil {
		return model.Review{}, err
	}
	how := c.closing.model()
	r := model.Review{State: model.ReviewClosed, Closed: &how, Check: model.Check{Hunks: map[string]model.Evidence{}}, Notes: map[string]string{},
		Proposal: model.Proposal{ID: id, Store: st, Origin: c.Origin, Engine: c.Engine, Created: c.Created}}
	if note := string(c.Notes[model.WholeReview]); note != "" {
		r.Notes[model.WholeReview] = note
	}
	for _, w := range c.Changes {
		change := model.Change{Path: string(w.Path), Status: w.Status, RenameOf: string(w.RenameOf)}
		for _, h := range w.Hunks {
			change.Hunks = append(change.Hunks, h.hunk(change.Path))
			if h.Note != "" {
				r.Notes[h.ID] = string(h.Note)
			}
			if h.Why != "" || h.Flags != nil || h.Before != nil {
				r.Check.Hunks[h.ID] = model.Evidence{Why: string(h.Why), Flags: each(h.Flags, wireFlag.flag), Before: h.Before.refusal()}
			}
		}
		r.Changes = append(r.Changes, change)
	}
	r.Proposal.Check = r.Check
	r.Decisions = c.record.decisions(r.Changes)
	return r, nil
}
