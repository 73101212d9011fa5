package desk

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"time"

	"dreamgate/memory"
	"dreamgate/model"
)

// Carried is a review that was carried out, by its record and the backup of what it wrote.
type Carried struct {
	ID     string
	At     time.Time
	Origin model.Origin
	Engine string
	// Commit is the commit that it was made, "" if none.
	Commit string
	// Accepted and Hunks count hunks; both are 0 where the record is gone.
	Accepted, Hunks int
}

// Carried lists the reviews of a store of which something was written and the backup is there, the newest
// first. A record that cannot be read is named by the error, beside what the others say.
func (d *Desk) Carried(ctx context.Context, st model.Store) ([]Carried, error) {
	return kept(d, st, func(s *store) ([]Carried, error) { return s.carried(ctx, st) })
}

func (s *store) carried(ctx context.Context, st model.Store) ([]Carried, error) {
	ids, err := memory.Backups(s.root)
	if err != nil {
		return nil, fmt.Errorf("list the backups of %s: %w", st.Name, err)
	}
	var list []Carried
	var bad []error
	for _, id := range ids {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		c := Carried{ID: id, At: stamped(id)}
		r, err := s.closedRecord(id)
		if errors.Is(err, fs.ErrNotExist) { // written and not yet committed
			if err = s.read(recordPath(id), &r); err != nil {
				err = fmt.Errorf("read the decisions of proposal %s: %w", id, err)
			}
		}
		switch {
		case err == nil:
			t := r.tally()
			c.Origin, c.Engine, c.Commit, c.Accepted, c.Hunks = r.Origin, r.Engine, r.Commit, t.Accepted, t.Hunks()
			if !r.At.IsZero() {
				c.At = r.At
			}
		case !errors.Is(err, fs.ErrNotExist):
			bad = append(bad, err)
		}
		list = append(list, c)
	}
	slices.SortFunc(list, func(a, b Carried) int { return cmp.Or(b.At.Compare(a.At), strings.Compare(b.ID, a.ID)) })
	return list, errors.Join(bad...)
}

// Closed lists the reviews of a store that are closed, the newest first. A record that cannot be read is named by the
// error, beside what the others say.
func (d *Desk) Closed(ctx context.Context, st model.Store) ([]model.ClosedInfo, error) {
	return kept(d, st, func(s *store) (list []model.ClosedInfo, err error) {
		err = s.names(closedDir, func(id string) error {
			if ctx.Err() != nil {
				return ctx.Err()
			}
			r, err := s.closedRecord(id)
			if err == nil {
				list = append(list, r.info())
			}
			return err
		})
		slices.SortFunc(list, func(a, b model.ClosedInfo) int {
			return cmp.Or(b.Closing.At.Compare(a.Closing.At), strings.Compare(b.ID, a.ID))
		})
		return list, err
	})
}

// info is the record as lists of closed reviews show it.
func (c *closedRecord) info() model.ClosedInfo {
	t := c.tally()
	return model.ClosedInfo{ID: c.ID, Origin: c.Origin, Engine: c.Engine, Closing: c.closing.model(), Hunks: t.Hunks(),
		Accepted: t.Accepted, Rejected: t.Rejected}
}

// stamped is the time with which an id of ours begins; zero for another one.
func stamped(id string) time.Time {
	const form = "20060102-150405"
	at, err := time.Parse(form, id[:min(len(id), len(form))])
	if err != nil {
		return time.Time{}
	}
	return at
}

// Backup are the files that a review wrote, as they were before and after.
func (d *Desk) Backup(st model.Store, id string) ([]memory.Write, error) {
	s, err := d.openKnown(st, id)
	if err != nil {
		return nil, err
	}
	defer s.close()
	if err := checkID(id); err != nil {
		return nil, err
	}
	return memory.Applied(s.root, id)
}

// Reason is why one accepted hunk of a closed review was proposed.
type Reason struct {
	Path string
	// Added is the text that it put there.
	Added string
	Why   string
	// Sources are the lines that it cites and that bear it out, without their words.
	Sources []model.Source
}

// Reasons are those of the accepted hunks of a closed review; none where no record is left.
func (d *Desk) Reasons(st model.Store, id string) ([]Reason, error) {
	return kept(d, st, func(s *store) (list []Reason, err error) {
		if checkID(id) != nil {
			return nil, nil // a commit may say anything
		}
		r, err := s.closedRecord(id)
		if errors.Is(err, fs.ErrNotExist) {
			return nil, nil
		}
		for _, c := range r.Changes {
			for _, h := range c.Hunks {
				if r.Decisions[h.ID] == model.Accepted.String() {
					list = append(list, Reason{string(c.Path), joined(h.Added), string(h.Why), each(h.Cites, wireSource.source)})
				}
			}
		}
		return list, err
	})
}
