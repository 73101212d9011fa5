package desk

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"
	"time"

	"dreamgate/memory/check"
	"dreamgate/model"
)

// teamFolder is the folder of the notes that a team shares: what stands there is on every machine of
// the team a day later.
const teamFolder = "team"

// judged adds what the check asks of proposals that nobody's words have to bear out: whoever makes
// such a proposal leaves it to the desk.
func judged(ctx context.Context, p model.Proposal, changes []model.Change, now time.Time) (model.Check, error) {
	if p.Check.Hunks == nil && p.Store.Kind == model.KindFolder {
		return check.Plain(changes), nil
	}
	if p.Check.Hunks != nil || p.Origin.NeedsEvidence() {
		return p.Check, nil
	}
	c, _, err := check.Run(ctx, check.Input{Base: p.Base, Proposed: p.Proposed, Changes: changes, Origin: p.Origin, Now: now})
	return c, err
}

// secret reports whether a hunk adds what looks like a credential.
func secret(c model.Check, id string) bool {
	for _, f := range c.Hunks[id].Flags {
		if f.Kind == model.FlagSecret {
			return true
		}
	}
	return false
}

// asks reports whether a hunk is not accepted unseen, whoever proposed it: it adds what looks like a
// credential, or undoes what somebody changed since.
func asks(c model.Check, id string) bool {
	for _, f := range c.Hunks[id].Flags {
		if f.Kind == model.FlagConflict {
			return true
		}
	}
	return secret(c, id)
}

// secrets says of each hunk with a credential why nothing is committed because of it: it is undecided,
// or it was accepted for a team. A false alarm costs the key that accepts it.
func secrets(r model.Review) (lines []string) {
	for _, c := range r.Changes {
		for _, h := range c.Hunks {
			if !secret(r.Check, h.ID) {
				continue
			}
			at := fmt.Sprintf("%s, line %d", line(h.Path), max(1, h.NewStart))
			switch {
			case r.Decisions[h.ID] == model.Undecided:
				lines = append(lines, at+": it holds a credential, as it seems, and is undecided")
			case r.Decisions[h.ID] == model.Accepted && shared(r.Proposal.Store, h.Path):
				lines = append(lines, at+": it holds a credential, as it seems, and a team would share it")
			}
		}
	}
	return lines
}

// shared reports whether a note is one of a team.
func shared(s model.Store, path string) bool {
	return s.Kind != model.KindFolder && strings.HasPrefix(path, teamFolder+"/") || filepath.Base(s.Dir) == teamFolder
}
