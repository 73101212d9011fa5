package world

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"dreamgate/diffview/hunk"
	"dreamgate/dream"
	"dreamgate/dream/engine"
	"dreamgate/memory/secret"
	"dreamgate/model"
)

// Options are what a trial may be told.
type Options struct {
	// Worlds are tried one after the other, made from Seed and the numbers after it; in each so many Dreams
	// follow each other.
	Worlds, Dreams int
	Seed           int64
	// Caps bound each dream; Secrets says what an engine that leaves the machine does where notes hold one.
	Caps    dream.Caps
	Secrets model.SecretRule
	// Done hears of each dream; nil is allowed.
	Done func(world int, mode string, dream int)
}

// The ways in which a reviewer decides.
const (
	AcceptAll   = "accept-all"
	AcceptClean = "accept-clean"
)

// Course is what became of the notes when all dreams were decided in one way: the state before the first
// dream and after each, summed over the worlds.
type Course struct {
	Mode   string  `json:"mode"`
	States []Score `json:"states"`
	// Proposed and Accepted count hunks, Flagged those of the proposed that carried a flag. Failed counts
	// dreams that ended without a result; Why is the first reason.
	Proposed int    `json:"proposed"`
	Flagged  int    `json:"flagged"`
	Accepted int    `json:"accepted"`
	Failed   int    `json:"failed"`
	Why      string `json:"why"`
}

// Report is what came out of a trial.
type Report struct {
	Engine  string   `json:"engine"`
	Seed    int64    `json:"seed"`
	Worlds  int      `json:"worlds"`
	Dreams  int      `json:"dreams"`
	Courses []Course `json:"courses"`
}

// Try lets an engine dream in some worlds, once with all of it accepted and once with what carries no flag
// and deletes no note. Find gives the engine for a world.
func Try(ctx context.Context, name string, find func(*World) engine.Engine, opt Options) (Report, error) {
	r := Report{Engine: name, Seed: opt.Seed, Worlds: opt.Worlds, Dreams: opt.Dreams}
	for _, mode := range []string{AcceptAll, AcceptClean} {
		c := Course{Mode: mode, States: make([]Score, opt.Dreams+1)}
		for n := range opt.Worlds {
			err := c.live(ctx, opt.Seed+int64(n), find, opt, func(dream int) {
				if opt.Done != nil {
					opt.Done(n+1, mode, dream)
				}
			})
			if err != nil {
				return r, err
			}
		}
		r.Courses = append(r.Courses, c)
	}
	return r, nil
}

// live goes through one world.
func (c *Course) live(ctx context.Context, seed int64, find func(*World) engine.Engine, opt Options, done func(int)) error {
	dir, err := os.MkdirTemp("", "dreamgate-world-")
	if err != nil {
		return fmt.Errorf("make a world: %w", err)
	}
	defer os.RemoveAll(dir)
	if dir, err = filepath.EvalSymlinks(dir); err != nil {
		return fmt.Errorf("make a world: %w", err)
	}
	w, err := New(dir, seed)
	if err != nil {
		return err
	}
	j := judge{w: w, stood: map[*fact]bool{}}
	notes, err := w.notes(ctx)
	if err != nil {
		return err
	}
	c.States[0] = c.States[0].Add(j.score(notes))
	eng := find(w)
	for n := 1; n <= opt.Dreams; n++ {
		if err := w.Advance(); err != nil {
			return err
		}
		if notes, err = c.dream(ctx, w, eng, opt, notes); err != nil {
			return err
		}
		c.States[n] = c.States[n].Add(j.score(notes))
		done(n)
	}
	return nil
}

// dream dreams once, decides, and returns the notes as they are then.
func (c *Course) dream(ctx context.Context, w *World, eng engine.Engine, opt Options, notes model.Tree) (model.Tree, error) {
	res, err := dream.Propose(ctx, dream.Request{
		Memory: w.Memory(), Transcripts: []string{w.Sessions()}, Projects: []string{w.Repo()}, Repo: w.Repo(),
		Engine: eng, Now: w.Now(), Zone: w.Now().Location(), Caps: opt.Caps, Secrets: opt.Secrets,
	})
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if err != nil { // an engine that fails leaves the notes as they are; that, too, is a result
		if c.Failed++; c.Why == "" {
			c.Why = secret.Mask(err.Error())
		}
		return notes, nil
	}
	d := c.decide(res)
	after, err := hunk.Apply(res.Proposal.Base, res.Changes, d)
	if err != nil {
		return nil, fmt.Errorf("apply what was accepted: %w", err)
	}
	return after, w.write(after)
}

// decide accepts by the mode, as the commands of that name do.
func (c *Course) decide(res dream.Result) model.Decisions {
	d := model.Decisions{}
	for _, ch := range res.Changes {
		for _, h := range ch.Hunks {
			flagged := len(res.Proposal.Check.Hunks[h.ID].Flags) > 0
			c.Proposed++
			if flagged {
				c.Flagged++
			}
			if c.Mode == AcceptAll || !flagged && !h.Removes() && !res.Proposal.Check.Loss.Destroys() {
				d[h.ID] = model.Accepted
				c.Accepted++
			}
		}
	}
	return d
}
