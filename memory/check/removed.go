package check

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"dreamgate/model"
	"dreamgate/model/evidence"
)

// The kinds of flags on what a hunk takes away.
const (
	flagLostFact = "lost-fact"
	flagLostNote = "lost-note"
)

// liveShare is how much of a removed sentence a sentence of the proposal must hold to carry it on.
const liveShare = 0.6

// removal flags what a hunk drops with neither a copy left nor a reason: a removed sentence that
// stands nowhere in the proposed notes, that no added line of the hunk takes the place of, and of
// which no line says that it is over. A note that the user named as one to forget may go with all it says.
func (d *docket) removal(ctx context.Context, m *matter, cited []*evidence.Text, e *model.Evidence) {
	var lost, live []*evidence.Statement
	over, facts := 0, 0
	for n := m.removed.from; n < m.removed.to && ctx.Err() == nil; n++ {
		s := d.matcher.Statement(n)
		if s.Empty() {
			continue
		}
		facts++
		if len(d.proposed.Copies(n, liveShare)) > 0 {
			live = append(live, s)
			continue
		}
		if _, ok := d.stream.Retired(n, cited); ok {
			over++
			continue
		}
		lost = append(lost, s)
	}
	if len(lost) == 0 || d.forgotten(m) {
		return
	}
	if m.hunk.Removes() {
		// a note most of which is said to be over may go as a whole; one that lives on under
		// another name, or in another note, has lost only what is missing
		moved := len(live) > 0 || d.renamed(m.hunk.Path)
		if !moved && 2*over > facts {
			return
		}
		kind := flagLostNote
		if moved {
			kind = flagLostFact
		}
		e.Flags = append(e.Flags, lostFlag(kind, lost))
		return
	}
	if left := d.unreplaced(m, lost); len(left) > 0 {
		e.Flags = append(e.Flags, lostFlag(flagLostFact, left))
	}
}

// forgotten reports whether the user said that the note which a hunk takes away is to go.
func (d *docket) forgotten(m *matter) bool {
	for n := m.names.from; n < m.names.to; n++ {
		if _, ok := d.stream.Forgotten(n); ok {
			return true
		}
	}
	return false
}

// renamed reports whether an added file carries on a removed one.
func (d *docket) renamed(path string) bool {
	return slices.ContainsFunc(d.in.Changes, func(c model.Change) bool { return c.RenameOf == path })
}

// lostFlag words the loss; one flag for all of a hunk, as they are accepted or refused together.
func lostFlag(kind string, lost []*evidence.Statement) model.Flag {
	f := model.Flag{Kind: kind, Token: lost[0].Text()}
	f.Reason = "nobody said that this is over, and no other note holds it"
	if len(lost) > 1 {
		f.Reason = fmt.Sprintf("nobody said that these %d sentences are over, and no other note holds them", len(lost))
	}
	return f
}

// unreplaced are the removed sentences that no added one takes the place of. An added sentence
// about the same subject replaces one; where as many are added as removed, each replaces one. One that only
// repeats words of an old sentence brings nothing in the place of the others.
func (d *docket) unreplaced(m *matter, lost []*evidence.Statement) []*evidence.Statement {
	var old, added []*evidence.Text
	whole := evidence.Read(model.Source{Path: m.hunk.Path, Text: strings.Join(m.hunk.Added, "")})
	for n := m.removed.from; n < m.removed.to; n++ {
		old = append(old, evidence.Read(model.Source{Path: m.hunk.Path, Text: d.matcher.Statement(n).Text()}))
	}
	removed := len(old)
	for n := m.added.from; n < m.added.to; n++ {
		s := d.matcher.Statement(n)
		switch {
		case s.Empty():
		case slices.ContainsFunc(old, func(o *evidence.Text) bool { return s.Share(o, 1) >= 1 }):
			removed--
		default:
			added = append(added, evidence.Read(model.Source{Path: m.hunk.Path, Text: s.Text()}))
		}
	}
	if len(added) >= removed && len(added) > 0 {
		return nil
	}
	replaced := evidence.Touching(added)
	return slices.DeleteFunc(lost, func(s *evidence.Statement) bool {
		return replaced(s) || s.Held(whole) >= liveShare // cut up into a list
	})
}
