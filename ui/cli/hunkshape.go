package cli

import (
	"fmt"
	"time"

	"dreamgate/model"
)

type checkJSON struct {
	Files []fileJSON      `json:"files"`
	Audit []model.Finding `json:"audit"`
	Loss  lossJSON        `json:"loss"`
}

// lossJSON is what the notes would lose, in bytes of their words.
type lossJSON struct {
	model.Loss
	Destroyer bool `json:"destroyer"`
}

func shapeLoss(l model.Loss) lossJSON { return lossJSON{l, l.Destroys()} }

type fileJSON struct {
	pathJSON
	Status   model.ChangeStatus `json:"status"`
	RenameOf string             `json:"rename_of"`
	Hunks    []hunkJSON         `json:"hunks"`
}

type hunkJSON struct {
	ID       string         `json:"id"`
	Kind     model.HunkKind `json:"kind"`
	Group    int            `json:"group"`
	OldStart int            `json:"old_start"`
	NewStart int            `json:"new_start"`
	Removed  []string       `json:"removed"`
	Added    []string       `json:"added"`
	// Encoding is "base64" where a line of either side is not UTF-8; then all are encoded.
	Encoding string `json:"encoding,omitempty"`
	OldMode  string `json:"old_mode,omitempty"`
	NewMode  string `json:"new_mode,omitempty"`
	Decision string `json:"decision,omitempty"`
	// Of is the hunk that this is a piece of; Skip are the bytes of the line old_start before a piece that
	// begins inside it. Edited says that a person wrote the added side, Note is the reviewer's.
	Of     string `json:"of,omitempty"`
	Skip   int    `json:"skip,omitempty"`
	Edited bool   `json:"edited,omitempty"`
	Note   string `json:"note,omitempty"`
	// Elsewhere says, line by line, where what a hunk takes away stands elsewhere, or that it does not.
	Elsewhere []string `json:"elsewhere,omitempty"`
	// Refused is the refusal of the same change in an earlier review.
	Refused   *refusalJSON   `json:"refused_before,omitempty"`
	Why       string         `json:"why,omitempty"`
	Flags     []model.Flag   `json:"flags"`
	Citations []citationJSON `json:"citations"`
	Claims    []supportJSON  `json:"claims"`
	// Reads are what the hunk does to fields of a frontmatter or entries of the index, a sentence each; With are the ids
	// of the hunks that belong to it.
	Reads []string `json:"reads"`
	With  []string `json:"with"`
}

// supportJSON is what a word of the added side rests on: a line of a session, or of a file. Line is its own, in the new
// file.
type supportJSON struct {
	Kind       string        `json:"kind"`
	Token      string        `json:"token"`
	Line       int           `json:"line"`
	Support    model.Support `json:"support"`
	Session    string        `json:"session,omitempty"`
	Path       string        `json:"path,omitempty"`
	SourceLine int           `json:"source_line,omitempty"`
	Trust      model.Trust   `json:"trust,omitempty"`
	Time       *time.Time    `json:"time,omitempty"`
	Reason     string        `json:"reason,omitempty"`
}

// refusalJSON is that a change was refused before: in which review, when, and what was said of it.
type refusalJSON struct {
	Review string     `json:"review"`
	At     *time.Time `json:"at"`
	Note   string     `json:"note"`
}

type citationJSON struct {
	Session string        `json:"session"`
	Line    int           `json:"line"`
	Verdict model.Verdict `json:"verdict"`
	Trust   model.Trust   `json:"trust"`
	Time    *time.Time    `json:"time,omitempty"`
	Text    string        `json:"text,omitempty"`
	Reason  string        `json:"reason,omitempty"`
}

// shapeReview is a review as `review show` prints it.
func shapeReview(r model.Review) checkJSON {
	return shapeCheck(r.Changes, r.Check, aroundReview(r).wide(r))
}

// shapeCheck is a proposal as `check` prints it; with decisions it is what `review show` begins with.
func shapeCheck(changes []model.Change, c model.Check, w around) checkJSON {
	out := checkJSON{Files: []fileJSON{}, Audit: list(c.Audit), Loss: shapeLoss(c.Loss)}
	for _, ch := range changes {
		f := fileJSON{pathJSON: shapePath(ch.Path), Status: ch.Status, Hunks: []hunkJSON{}}
		f.RenameOf = shapePath(ch.RenameOf).Path
		for _, h := range ch.Hunks {
			f.Hunks = append(f.Hunks, shapeHunk(h, c.Hunks[h.ID], w))
		}
		out.Files = append(out.Files, f)
	}
	return out
}

func shapeHunk(h model.Hunk, e model.Evidence, w around) hunkJSON {
	encoding, sides := lossless(h.Removed, h.Added)
	j := hunkJSON{ID: h.ID, Kind: h.Kind, Group: h.Group, OldStart: h.OldStart, NewStart: h.NewStart,
		Removed: sides[0], Added: sides[1], Encoding: encoding, Why: e.Why, Flags: list(e.Flags), Citations: []citationJSON{}, Claims: []supportJSON{},
		Of: h.Of, Skip: h.Skip, Edited: h.Edited, Decision: w.decided(h), Note: w.notes[h.ID], Reads: list(w.reads(h)), With: list(w.with(h))}
	if h.Kind == model.HunkMode {
		j.OldMode, j.NewMode = fmt.Sprintf("%o", h.OldMode.Perm()), fmt.Sprintf("%o", h.NewMode.Perm())
	}
	if w.where != nil {
		for _, s := range w.where(h) {
			j.Elsewhere = append(j.Elsewhere, s.Text)
		}
	}
	if e.Before.Known() {
		j.Refused = &refusalJSON{e.Before.Review, moment(e.Before.At), e.Before.Note}
	}
	for _, c := range e.Citations {
		j.Citations = append(j.Citations, citationJSON{Session: c.Source.Session, Line: c.Source.Line, Verdict: c.Verdict,
			Trust: c.Source.Trust, Time: moment(c.Source.Time), Text: c.Source.Text, Reason: c.Reason})
	}
	for _, c := range e.Claims {
		j.Claims = append(j.Claims, supportJSON{Kind: c.Kind, Token: c.Token, Line: max(h.NewStart, 1) + c.At.Line, Support: c.Support,
			Session: c.Source.Session, Path: c.Source.Path, SourceLine: c.Source.Line, Trust: c.Source.Trust, Time: moment(c.Source.Time), Reason: c.Reason})
	}
	return j
}

// moment leaves a time out of JSON where it is not known.
func moment(t time.Time) *time.Time {
	if t.IsZero() {
		return nil
	}
	return &t
}
