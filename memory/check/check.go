// Package check judges a proposal: whether its added lines are borne out by the sessions that it
// comes from, whether what it removes may go, and what the audit would say of the result. The
// screen, the commands and a dream all ask this one function.
//
//	check.go    the order of work
//	matter.go   one hunk, cut into statements, with what it may go on from
//	gather.go   the one pass over the transcripts
//	cites.go    locators of CHANGES.md to lines
//	judge.go    statements to claims and flags
//	removed.go  what may be dropped
//	surface.go  what needs no source: hidden characters and credentials
//	cover.go    no credential in what is said of a hunk
//	plain.go    folders that are no memory
//	structure.go  what the audit would hold against the result
package check

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"dreamgate/memory/transcript"
	"dreamgate/model"
	"dreamgate/model/audit"
	"dreamgate/model/evidence"
)

// Input is a proposal and what can be known beside it.
type Input struct {
	Base, Proposed model.Tree
	// Changes are the hunks from Base to Proposed.
	Changes []model.Change
	// Text is CHANGES.md, "" if there is none.
	Text   string
	Origin model.Origin
	// Transcripts are the gathered sessions; they are read once, as a stream.
	Transcripts []transcript.File
	// Archived are kept lines of sessions; one of those above goes before what is kept of it.
	Archived []transcript.File
	// Repo is the project's working directory, "" if unknown.
	Repo string
	// Zone is where the user lives, for "yesterday". Nil is the local zone.
	Zone *time.Location
	Now  time.Time
}

// Run judges a proposal. Beside the judgement it returns the cited lines, and only those: they are kept
// with the proposal when the transcripts are gone. An unreadable transcript
// is no error; lines in it count as not found.
func Run(ctx context.Context, in Input) (model.Check, []model.Source, error) {
	if in.Zone == nil {
		in.Zone = time.Local
	}
	audited := make(chan audits, 1)
	go func() { audited <- auditBoth(in) }() // beside the judging: neither waits for the other
	d := newDocket(in)
	defer d.close()
	if err := d.gather(ctx); err != nil {
		return model.Check{}, nil, fmt.Errorf("check the proposal: %w", err)
	}
	out := model.Check{Hunks: make(map[string]model.Evidence, len(d.matters))}
	for _, m := range d.matters {
		e := d.cited(m)
		if d.judged {
			d.judge(ctx, m, &e)
		}
		out.Hunks[m.hunk.ID] = e
		if err := ctx.Err(); err != nil {
			return model.Check{}, nil, err
		}
	}
	for _, m := range d.matters {
		if err := ctx.Err(); err != nil {
			return model.Check{}, nil, err
		}
		e := out.Hunks[m.hunk.ID]
		d.settle(m, &e)
		d.unjudged(m, &e)
		named(&e)
		if !in.Origin.NeedsEvidence() { // what rules changed is shown with its sources, not doubted
			e.Flags = nil
			d.stamped(&e)
		}
		placed(e.Claims)
		e.Flags = append(e.Flags, Surface(m.hunk)...)
		out.Hunks[m.hunk.ID] = e
	}
	a := <-audited
	out.Audit, out.Loss = a.after, a.loss
	d.grown = a.grown
	d.structure(a.before, a.after, out)
	d.wrongLinks(a.notes, a.index, out)
	d.duplicates(out)
	d.cover(out)
	return out, d.sources(), nil
}

// audits are the proposed notes and their index, the findings of the audit in both trees, whether the proposed index is larger, and what the
// notes lose.
type audits struct {
	notes         []model.Note
	index         model.Index
	before, after []model.Finding
	grown         bool
	loss          model.Loss
}

// auditBoth audits the two trees of a proposal.
func auditBoth(in Input) audits {
	_, old, before := audit.Tree(in.Base, in.Now)
	notes, now, after := audit.Tree(in.Proposed, in.Now)
	a := audits{notes: notes, index: now, before: before, after: after, grown: now.Lines > old.Lines || now.Units > old.Units}
	if in.Origin != model.OriginPerson && in.Origin != model.OriginUndo {
		a.loss = evidence.Loss(in.Base, in.Proposed, in.Changes)
	}
	return a
}

// stamped accounts for the days that rules write beside what they take from a session: on such a day
// the cited line was said. Of a model the day of a message is not taken for the day it speaks of.
func (d *docket) stamped(e *model.Evidence) {
	for i := range e.Claims {
		c := &e.Claims[i]
		for _, cited := range e.Citations {
			said := cited.Source.Time
			if c.Support == model.Unsourced && !said.IsZero() && c.Token == said.In(d.in.Zone).Format(time.DateOnly) {
				c.Support, c.Source, c.Reason = model.Derived, cited.Source, "the day on which the cited line was said"
			}
		}
	}
}

// placed leaves of where claims stand the place alone. Of the sessions only what is cited is kept, and
// a long line of a note would be kept once for each word of it.
func placed(claims []model.Claim) {
	for i := range claims {
		claims[i].Source.Text = ""
	}
}

// docket is a proposal in front of the check.
type docket struct {
	in Input
	// old and new are its two sides.
	old, new *side
	// judged says that claims are looked for at all, grown that the proposed index is larger.
	judged  bool
	grown   bool
	matters []*matter
	matcher *evidence.Matcher
	// stream holds what the transcripts say, base and proposed what the notes say.
	stream, base, proposed *evidence.Pass
	// lines are the cited lines by their locator; known are the sessions that could be read.
	lines map[evidence.Ref][]model.Source
	known []sessionFile
	// own is a text that holds the names of all notes, old and new.
	own *evidence.Text
	// repo is the project's folder, nil if it is unknown or cannot be opened.
	repo *os.Root
}

// close lets go of the repository.
func (d *docket) close() {
	if d.repo != nil {
		d.repo.Close()
	}
}

// exists reports whether the repository has a file or folder of that path.
func (d *docket) exists(path string) bool {
	if d.repo == nil {
		return false
	}
	_, err := d.repo.Lstat(filepath.FromSlash(strings.TrimPrefix(path, "./")))
	return err == nil
}
