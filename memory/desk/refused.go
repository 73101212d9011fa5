package desk

import (
	"context"
	"errors"
	"slices"
	"strings"

	"dreamgate/memory"
	"dreamgate/model"
)

// Refused are changes of dreams that reviewers of a store refused, the newest review first and at most
// so many, for the next dream to know of. A record that cannot be read is named by the error, beside what
// the others say.
func (d *Desk) Refused(ctx context.Context, st model.Store, most int) ([]model.Refusal, error) {
	return kept(d, st, func(s *store) ([]model.Refusal, error) { return s.refused(ctx, most) })
}

func (s *store) refused(ctx context.Context, most int) (list []model.Refusal, err error) {
	var ids []string
	bad := []error{s.names(closedDir, func(id string) error {
		ids = append(ids, id)
		return nil
	})}
	slices.Reverse(ids) // ids begin with the time, and are listed in order
	told := map[model.Refusal]bool{}
	for _, id := range ids {
		if len(list) >= most || ctx.Err() != nil {
			break
		}
		c, err := s.closedRecord(id)
		if err != nil {
			bad = append(bad, err)
			continue
		}
		for _, r := range c.refused() {
			key := model.Refusal{Path: r.Path, Removed: r.Removed, Added: r.Added}
			if r.Path == "" {
				key.Note = r.Note
			}
			if !told[key] {
				told[key] = true // what is refused again and again is told once
				list = append(list, r)
			}
		}
	}
	return list[:min(len(list), most)], errors.Join(append(bad, ctx.Err())...)
}

// refused are the hunks of a closed review that its reviewer refused one by one, after what was said of it as a
// whole. What a person proposed is no lesson for a dream.
func (c *closedRecord) refused() (list []model.Refusal) {
	if !dreamt(c.Origin) {
		return nil
	}
	// A review that goes on as another one has its note there.
	if note := string(c.Notes[model.WholeReview]); note != "" && c.By == "" {
		list = append(list, model.Refusal{Note: note})
	}
	for _, change := range c.Changes {
		for _, h := range change.Hunks {
			if c.Decisions[h.ID] != model.Rejected.String() {
				continue
			}
			added := h.Added
			if h.Edited {
				added = h.Was // the words of the reviewer are no lesson for a dream
			}
			note := string(h.Note)
			if note == "" && h.Before != nil {
				note = string(h.Before.Note)
			}
			list = append(list, model.Refusal{Path: string(change.Path), Removed: joined(h.Removed), Added: joined(added),
				Why: string(h.Why), Note: note})
		}
	}
	return list
}

func joined(lines []memory.Text) string {
	var b strings.Builder
	for _, l := range lines {
		b.WriteString(string(l))
	}
	return b.String()
}
