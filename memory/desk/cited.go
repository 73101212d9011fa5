package desk

import (
	"context"
	"errors"
	"io/fs"
	"strings"

	"dreamgate/memory"
	"dreamgate/model"
	"dreamgate/model/evidence"
)

// places are the lines that citations which hold name, without their words.
func places(list []model.Citation) (out []wireSource) {
	for _, c := range list {
		if c.Verdict == model.Supported && c.Source.Session != "" {
			out = append(out, wireSource{Session: memory.Text(c.Source.Session), Line: c.Source.Line})
		}
	}
	return out
}

// Cited are the lines of sessions on which accepted hunks of a store rest: those of closed reviews, and
// of proposals that wait. A record that cannot be read is named by the error, beside what the others say.
func (d *Desk) Cited(ctx context.Context, st model.Store) ([]evidence.Ref, error) {
	return kept(d, st, func(s *store) ([]evidence.Ref, error) { return s.cited(ctx, st) })
}

func (s *store) cited(ctx context.Context, st model.Store) ([]evidence.Ref, error) {
	var refs []evidence.Ref
	add := func(list []wireSource) {
		for _, w := range list {
			refs = append(refs, evidence.Ref{Session: string(w.Session), Line: w.Line})
		}
	}
	bad := []error{s.names(closedDir, func(id string) error {
		c, err := s.closedRecord(id)
		if err != nil {
			return err
		}
		for _, change := range c.Changes {
			for _, h := range change.Hunks {
				if c.How == howAccepted && c.Decisions[h.ID] == model.Accepted.String() {
					add(h.Cites)
				}
			}
		}
		return ctx.Err()
	})}
	bad = append(bad, s.names(proposalsDir, func(id string) error {
		p, err := s.proposal(id, st)
		if err != nil {
			return err
		}
		for _, e := range p.Check.Hunks {
			add(places(e.Citations))
		}
		return ctx.Err()
	}))
	return refs, errors.Join(bad...)
}

// names calls fn for each file of ours in a folder, by its id, and joins the errors.
func (s *store) names(dir string, fn func(id string) error) error {
	names, err := s.root.Names(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	var bad []error
	for _, name := range names {
		if id, ok := strings.CutSuffix(name, ".json"); ok {
			bad = append(bad, fn(id))
		}
	}
	return errors.Join(bad...)
}
