package dream

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"strconv"
	"strings"
	"time"

	"dreamgate/memory"
	"dreamgate/memory/pid"
)

// Files of the lock in the state folder of a store.
const (
	lockName = "dream.lock"
	// guardName is locked by the kernel while the lock is looked at and replaced, so that of two
	// programs that both find a dead owner only one inherits.
	guardName = "dream.guard"
)

// How often a holder says that it lives, and when silence means that it does not. The agent takes
// the same hour for its own lock.
const (
	heartbeat  = time.Minute
	silentFor  = time.Hour
	guardTries = 2 * time.Second
	// mostAhead is how far the clock of another host may be ahead of ours: zones may be mistaken, not days.
	mostAhead = 24 * time.Hour
)

// lockedError says who holds the lock.
type lockedError struct{ Who string }

// Error says what to do.
func (e *lockedError) Error() string {
	return e.Who + "; wait until it ends (dreamgate dream --wait), or cancel it there"
}

// claim is the content of a lock.
type claim struct {
	// ID is of one hold: two runs of one process differ.
	ID    string    `json:"id"`
	Owner owner     `json:"owner"`
	Since time.Time `json:"since"`
	// Beat is when the holder last said that it lives.
	Beat time.Time `json:"beat"`
}

// standing decides what a claim found in a lock is worth now.
func (c claim) standing(now time.Time) (held bool, why string) {
	silent := now.Sub(c.Beat)
	switch c.Owner.life() {
	case dead:
		return false, fmt.Sprintf("a dream of process %d, which is dead, left its lock", c.Owner.PID)
	case unknown:
		if silent < -mostAhead {
			return false, fmt.Sprintf("a dream on %s (process %d) left a lock from the future, by a clock that was wrong", c.Owner.Host, c.Owner.PID)
		}
		if silent < silentFor {
			return true, fmt.Sprintf("a dream on %s (process %d) runs", c.Owner.Host, c.Owner.PID)
		}
		return false, fmt.Sprintf("a dream on %s has been silent for %s", c.Owner.Host, silent.Round(time.Minute))
	}
	if silent < silentFor {
		return true, fmt.Sprintf("another dream of this memory runs (process %d)", c.Owner.PID)
	}
	return false, fmt.Sprintf("a dream of process %d has been silent for %s", c.Owner.PID, silent.Round(time.Minute))
}

// lock is a claim that we hold.
type lock struct {
	state *memory.Root
	claim claim
}

// takeLock takes the lock of a store, or says who holds it (*lockedError). The loser changes
// nothing. The remark, if any, says from whom the lock was inherited.
func takeLock(ctx context.Context, state *memory.Root, now time.Time) (l *lock, remark string, err error) {
	l = &lock{state: state, claim: claim{ID: rand.Text(), Owner: self(), Since: now, Beat: now}}
	err = guarded(ctx, state, func() error {
		held, why, err := lockState(state, now)
		if err != nil {
			return err
		}
		if held {
			return &lockedError{Who: why}
		}
		remark = why
		// A folder or a link there is no lock of ours, and no file can be put in its place.
		if err := state.Vacate(lockName); err != nil {
			return fmt.Errorf("take the lock: %w", err)
		}
		return l.write()
	})
	if err != nil {
		return nil, "", err
	}
	return l, remark, nil
}

// lockState reads the lock of a store. Without one it is free, and why is "".
func lockState(state *memory.Root, now time.Time) (held bool, why string, err error) {
	f, err := state.ReadFile(lockName)
	if errors.Is(err, fs.ErrNotExist) {
		return false, "", nil
	}
	if err != nil {
		return false, "", fmt.Errorf("read the lock in %s (move the file away if no dream runs): %w", state.Dir(), err)
	}
	var c claim
	if json.Unmarshal(f.Data, &c) != nil || c.ID == "" {
		// We write it in one step, so no run of ours is behind this.
		return false, "an unreadable lock was left, by no dream of ours", nil
	}
	held, why = c.standing(now)
	return held, why, nil
}

// Busy says whose dream of a store runs now, "" if none does. The id is that of its state.
func Busy(id string) string {
	state, err := memory.FindState(id)
	if err != nil {
		return ""
	}
	defer state.Close()
	if held, why, err := lockState(state, time.Now()); held && err == nil {
		return why
	}
	return ""
}

func (l *lock) write() error {
	data, err := json.Marshal(l.claim)
	if err != nil {
		return err
	}
	if err := l.state.Write(lockName, data, 0o600); err != nil {
		return fmt.Errorf("take the lock: %w", err)
	}
	return nil
}

// ours reports whether the lock on disk is still this claim.
func (l *lock) ours() bool {
	f, err := l.state.ReadFile(lockName)
	var c claim
	return err == nil && json.Unmarshal(f.Data, &c) == nil && c.ID == l.claim.ID
}

// errLockLost is the cause of a run that was taken for dead, such as after an hour's sleep of the
// machine, and whose lock is another's now.
var errLockLost = errors.New("another program took this run for dead and has the lock now")

// beat says that the holder lives, or errLockLost.
func (l *lock) beat(ctx context.Context, now time.Time) error {
	return guarded(ctx, l.state, func() error {
		if !l.ours() {
			return errLockLost
		}
		l.claim.Beat = now
		return l.write()
	})
}

// release gives the lock back, if it is still ours.
func (l *lock) release() error {
	return guarded(context.Background(), l.state, func() error {
		if !l.ours() {
			return nil
		}
		return l.state.Remove(lockName)
	})
}

// guarded does something while no other program looks at the lock.
func guarded(ctx context.Context, state *memory.Root, do func() error) error {
	unlock, err := state.Lock(ctx, guardName, guardTries)
	if errors.Is(err, memory.ErrLocked) {
		return &lockedError{Who: "another program holds the lock of this memory"}
	}
	if err != nil {
		return err
	}
	defer unlock()
	return do()
}

// agentState is what the agent's own lock tells.
type agentState struct {
	// running says that a dream of the agent runs now; left that its lock names a dead process.
	running, left bool
	// last is when its last dream was, zero if never.
	last time.Time
}

// agentDream reads the agent's own lock in a memory directory: its content is the pid of the holder,
// its time that of the last consolidation. The agent itself takes it for held if
// it is younger than an hour and its pid is alive.
func agentDream(dir string, now time.Time) agentState {
	root, err := memory.OpenRoot(dir)
	if err != nil {
		return agentState{}
	}
	defer root.Close()
	f, err := root.ReadFile(memory.AgentLock)
	if err != nil || !f.Regular() {
		return agentState{}
	}
	a := agentState{last: f.ModTime}
	if holder, err := strconv.Atoi(strings.TrimSpace(string(f.Data))); err == nil && holder > 0 {
		lives := pid.Exists(holder)
		a.running, a.left = lives && now.Sub(a.last) < silentFor, !lives
	}
	return a
}
