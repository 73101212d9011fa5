package dream

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"time"

	"dreamgate/memory"
	"dreamgate/memory/desk"
	"dreamgate/memory/transcript"
	"dreamgate/model"
)

// What opens the gates of an unattended dream: hours since the last, minutes since the sessions
// were last looked through, and so much that is new. The first, second and third are those of the
// agent's own dream.
const (
	gateEvery    = 24 * time.Hour
	gateScan     = 10 * time.Minute
	gateSessions = 5
	gateNotes    = 10
	// activeFor is how long after its last line a session is taken to be still going on.
	activeFor = 10 * time.Minute
)

// Gate is a gate as all rooms know it.
type Gate = model.Gate

// Gates measures whether an unattended dream of a store would start now, cheapest first. All are
// measured; a dream starts if every one is open. A manual dream asks only for the lock.
func Gates(ctx context.Context, s model.Store, now time.Time) ([]Gate, error) {
	// What is settled here is not written down: to look at the gates changes nothing.
	b, held, why, err := standing(s.ID)
	if err != nil {
		return nil, err
	}
	// A proposal that cannot be read is not closed; the others still count.
	waiting, err := desk.New(func() time.Time { return now }).List(ctx, s)
	if err == nil {
		b.settle(waiting)
	}
	agent := agentDream(s.Dir, time.Now())
	last, whose := lastDream(s, b, now)
	fresh, err := freshGate(ctx, s, b, last, now)
	if err != nil {
		return nil, err
	}
	return []Gate{timeGate(last, whose, now), scanGate(been(b.Scanned, now), now), fresh, lockGate(held, why, agent), pendingGate(waiting)}, nil
}

// standing reads the books and the lock of a store. One that was never dreamt of has neither.
func standing(id string) (b books, held bool, why string, err error) {
	state, err := memory.FindState(id)
	if errors.Is(err, fs.ErrNotExist) {
		return b, false, "", nil
	}
	if err != nil {
		return b, false, "", err
	}
	defer state.Close()
	if b, err = readBooks(state); err != nil {
		return b, false, "", err
	}
	held, why, err = lockState(state, time.Now())
	return b, held, why, err
}

// ahead is how far in the future a time may lie that another clock set. Beyond it this clock has been put back, or
// was wrong when the time was written: to wait for it would be to wait for years.
const ahead = time.Hour

// been is a time that was written down, zero if it can not have been yet.
func been(t, now time.Time) time.Time {
	if t.After(now.Add(ahead)) {
		return time.Time{}
	}
	return t
}

func timeGate(last time.Time, whose string, now time.Time) Gate {
	g := Gate{Name: "time", Have: "never", Need: span(gateEvery), LastRun: last}
	if last.IsZero() {
		g.Open, g.Reason = true, "no dream has run yet"
		return g
	}
	since := now.Sub(last)
	g.Have, g.Open = span(since), since >= gateEvery
	g.Reason = fmt.Sprintf("the last dream (%s) ran %s ago", whose, span(since))
	return g
}

func scanGate(scanned time.Time, now time.Time) Gate {
	g := Gate{Name: "scan", Have: "never", Need: span(gateScan)}
	if scanned.IsZero() {
		g.Open, g.Reason = true, "the sessions have not been looked through yet"
		return g
	}
	since := now.Sub(scanned)
	g.Have, g.Open = span(since), since >= gateScan
	g.Reason = fmt.Sprintf("the sessions were last looked through %s ago", span(since))
	return g
}

// freshGate counts sessions and notes that are newer than the last dream.
func freshGate(ctx context.Context, s model.Store, b books, last, now time.Time) (Gate, error) {
	// A folder of sessions that is not there holds none.
	files, _, _ := transcript.Files(s.Transcripts)
	sessions, active := 0, ""
	for _, f := range b.fresh(files).files {
		// A subagent's file is part of the session that called it.
		if f.Sidechain || !f.ModTime.After(last) {
			continue
		}
		// A session that waits for its user says nothing for hours, and goes on.
		if now.Sub(f.ModTime) < activeFor || slices.ContainsFunc(s.Open, func(o model.OpenSession) bool { return o.Session == f.Session }) {
			active = ", one still going on not counted"
			continue
		}
		if begun, err := transcript.Begin(ctx, f); err == nil && begun.Dream {
			continue
		}
		sessions++
	}
	tree, err := memory.ReadTree(ctx, s.Dir)
	if err != nil {
		return Gate{}, err
	}
	notes := 0
	// The time of a file is weak evidence of a change, and strong enough to ask a person by.
	for path, f := range tree {
		if model.IsNote(path) && f.ModTime.After(last) {
			notes++
		}
	}
	return Gate{
		Name: "sessions", Open: sessions >= gateSessions || notes >= gateNotes,
		Have: fmt.Sprintf("%s, %s", model.Count(sessions, "session"), model.Count(notes, "note")),
		Need: fmt.Sprintf("%d sessions or %d notes", gateSessions, gateNotes),
		Reason: fmt.Sprintf("%s and %s are new or changed since the last dream%s",
			model.Count(sessions, "session"), model.Count(notes, "note"), active),
	}, nil
}

func lockGate(held bool, why string, agent agentState) Gate {
	g := Gate{Name: "lock", Open: true, Have: "free", Need: "free", Reason: "no dream of this memory runs"}
	switch {
	case agent.running:
		g.Open, g.Have, g.Reason = false, "held", agentRuns
	case held:
		g.Open, g.Have, g.Reason = false, "held", why
	case why != "":
		g.Reason = why
	case agent.left:
		g.Reason += "; the agent's own lock was left by a dead process"
	}
	return g
}

const agentRuns = "the agent's own dream of this memory is running"

// errAgentRuns is why nothing is started then.
var errAgentRuns = errors.New(agentRuns + "; wait until it ends (dreamgate dream --wait)")

func pendingGate(waiting []model.ProposalInfo) Gate {
	n, overtaken, refused := 0, 0, 0
	for _, p := range waiting {
		if p.State == model.ReviewClosed {
			continue
		}
		if p.Refused > 0 && p.Refused == p.Hunks && !p.Begun {
			refused++ // there is nothing left to ask anybody
			continue
		}
		if n++; len(p.Overtaken) > 0 {
			overtaken++
		}
	}
	g := Gate{Name: "pending", Open: n == 0, Have: fmt.Sprint(n), Need: "0", Reason: "no proposal waits for a review"}
	if n > 0 {
		g.Reason = model.Count(n, "proposal") + " waiting for a review"
	}
	if overtaken > 0 {
		g.Reason += fmt.Sprintf(", %d of them overtaken by the live notes", overtaken)
	}
	if refused > 0 {
		g.Reason += fmt.Sprintf("; %s more %s only what was refused before", model.Number(refused), model.Verb(refused, "holds", "hold"))
	}
	return g
}

// span is a duration as people say it.
func span(d time.Duration) string {
	switch {
	case d < 0:
		return "0 min"
	case d < 2*time.Hour:
		return fmt.Sprintf("%d min", int(d.Minutes()))
	case d < 48*time.Hour:
		return fmt.Sprintf("%d h", int(d.Hours()))
	}
	return fmt.Sprintf("%d days", int(d.Hours()/24))
}
