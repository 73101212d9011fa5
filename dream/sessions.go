package dream

import (
	"context"
	"fmt"
	"time"

	"dreamgate/memory/desk"
	"dreamgate/memory/transcript"
	"dreamgate/model"
)

// Booked is what the books say of one session.
type Booked struct {
	Session string `json:"session"`
	// State is "new", "waiting" (for the review of a proposal), "consumed", "grown" (since it was
	// consumed), "deferred" or "left out".
	State string `json:"state"`
	// Lines is the line up to which it was read, Why one sentence.
	Lines int    `json:"lines"`
	Why   string `json:"why"`
}

// Sessions tells of each session of a store how far it was read. What is said twice of one, the more
// pressing is told: that it comes again before that it was consumed once.
func Sessions(ctx context.Context, s model.Store, now time.Time) ([]Booked, error) {
	b, _, _, err := standing(s.ID)
	if err != nil {
		return nil, err
	}
	waiting, err := desk.New(func() time.Time { return now }).List(ctx, s)
	if err == nil {
		b.settle(waiting)
	}
	files, _, _ := transcript.Files(s.Transcripts) // a folder that is not there holds none
	var list []Booked
	for _, f := range files {
		if !f.Sidechain {
			list = append(list, b.of(f))
		}
	}
	return list, nil
}

// of is what the books say of one file.
func (b books) of(f transcript.File) Booked {
	told := Booked{Session: f.Session, State: "new", Why: "no review has consumed it yet"}
	m, read := b.Consumed[f.Path]
	if read = read && !m.replaced(f); read {
		told.State, told.Lines, told.Why = "consumed", m.Lines, "its review is closed; dream --since reads it once more"
		if f.Size > m.Size {
			told.State, told.Why = "grown", fmt.Sprintf("what it said behind line %d is new", m.Lines)
		}
	} else if m, ok := b.Extracted[f.Path]; ok && !m.replaced(f) {
		told.Lines, told.Why = m.Lines, fmt.Sprintf("an extraction read it up to line %d; a dream may find more", m.Lines)
	}
	for id, gathered := range b.Gathered {
		if m, ok := gathered[f.Path]; ok && !m.replaced(f) {
			told.State, told.Lines, told.Why = "waiting", m.Lines, "for the review of "+id
		}
	}
	if u, ok := b.LeftOut[f.Path]; ok && u.Size == f.Size && told.State != "consumed" {
		told.State, told.Why = "left out", u.Why
	}
	if u, ok := b.Deferred[f.Path]; ok {
		told.State, told.Why = "deferred", u.Why
	}
	return told
}

// passed says of how many of all sessions nothing is taken, where that may surprise.
func (p *pass) passed(all, chosen int) []string {
	switch left := all - chosen; {
	case left > 0 && p.windowed():
		return []string{fmt.Sprintf("%s left out: nothing was said there since %s", model.Count(left, "session"), p.Caps.Since.In(p.Zone).Format("2006-01-02 15:04"))}
	case left > 0 && chosen == 0 && p.extract == nil:
		return []string{"nothing new was said: every session was read before and its review is closed; dreamgate dream --since 7d reads those of seven days once more"}
	}
	return nil
}
