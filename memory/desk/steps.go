package desk

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"dreamgate/diffview/hunk"
	"dreamgate/memory"
	"dreamgate/model"
)

// stepsDir holds what was done to each review, on the screen and by commands, so that either takes it back.
const stepsDir = "steps"

// mostTurned bounds the decisions that are kept of steps: nobody goes back that far key by key.
const mostTurned = 200_000

func stepsPath(id string) string { return stepsDir + "/" + id + ".json" }

// What undo and redo say where there is nothing for them.
var (
	ErrNoStep = errors.New("there is nothing to undo: nothing was done to this review, or it was decided otherwise since")
	ErrNoRedo = errors.New("there is nothing to redo")
)

// steps are those of one review, the last one last. Gone are those that were undone.
type steps struct {
	Done []step `json:"done,omitempty"`
	Gone []step `json:"gone,omitempty"`
}

// step is the model's on disk.
type step struct {
	ID    string      `json:"id"`
	What  memory.Text `json:"what"`
	Place string      `json:"place,omitempty"`
	Was   stepSide    `json:"was"`
	Is    stepSide    `json:"is"`
}

type stepSide struct {
	Decisions map[string]string `json:"decisions,omitempty"`
	recordShape
}

func stepToWire(s model.Step) step {
	side := func(ru model.Ruling) stepSide {
		w := stepSide{Decisions: map[string]string{}, recordShape: shapeToWire(ru)}
		for id, d := range ru.Decisions {
			w.Decisions[id] = d.String()
		}
		w.Notes = texts(ru.Notes) // also those that are empty
		return w
	}
	return step{s.ID, memory.Text(s.What), s.Place, side(s.Was), side(s.Is)}
}

func (t step) step() model.Step {
	side := func(w stepSide) model.Ruling {
		ru := model.Ruling{Decisions: model.Decisions{}, Shape: w.shape(), Notes: w.notes()}
		for id, word := range w.Decisions {
			ru.Decisions[id] = model.DecisionOf(word)
		}
		return ru
	}
	return model.Step{ID: t.ID, What: string(t.What), Place: t.Place, Was: side(t.Was), Is: side(t.Is)}
}

// size is how many decisions and notes a step is about.
func (t step) size() int { return 1 + len(t.Was.Decisions) + len(t.Was.Notes) }

// take keeps a step that was done or undone. One that is known, of this window or of another one, changes its place.
func (all *steps) take(t step, undone bool) {
	is := func(other step) bool { return other.ID == t.ID }
	again := slices.ContainsFunc(all.Gone, is)
	all.Done, all.Gone = slices.DeleteFunc(all.Done, is), slices.DeleteFunc(all.Gone, is)
	switch {
	case undone:
		all.Gone = append(all.Gone, t)
		return
	case !again:
		all.Gone = nil
	}
	all.Done = append(all.Done, t)
	left := mostTurned
	for i := len(all.Done) - 1; i >= 0; i-- {
		if left -= all.Done[i].size(); left < 0 {
			all.Done = all.Done[i+1:]
			break
		}
	}
}

// turned keeps what a screen did to a review, in its order; to are its hunks there, nil where it is the same review.
func (s *store) turned(id string, turns []model.Turn, to map[string]string) error {
	if len(turns) == 0 {
		return nil
	}
	all, err := s.knownSteps(id)
	if err != nil {
		// Those of now are worth more than those of which nobody knows any more.
		if s.root.SetAside(stepsPath(id)) != nil {
			return fmt.Errorf("it is decided, but cannot be undone: %w", err)
		}
	}
	for _, t := range turns {
		wire := stepToWire(t.Step)
		if to != nil {
			wire = wire.moved(to)
		}
		all.take(wire, t.Undone)
	}
	return s.write(stepsPath(id), all)
}

// Step is Decide for a command: all that it does is one step, and what says what that is. Where something stays as
// somebody else decided it meanwhile the rest is saved, and the error names it.
func (d *Desk) Step(ctx context.Context, st model.Store, id string, was, ru model.Ruling, what string) error {
	made, ok := hunk.Made(was, ru)
	var turns []model.Turn
	if made.ID, made.What = NewID(d.now()), what; ok {
		turns = []model.Turn{{Step: made}}
	}
	b, err := d.Decide(ctx, st, id, was, ru, turns...)
	return errors.Join(err, stays(b))
}

// Undo takes the last step back that is to be seen in a review, and returns it. What was decided otherwise since
// stays.
func (d *Desk) Undo(ctx context.Context, st model.Store, id string) (model.Step, error) {
	return d.turn(ctx, st, id, true)
}

// Redo does the step again that was undone last.
func (d *Desk) Redo(ctx context.Context, st model.Store, id string) (model.Step, error) {
	return d.turn(ctx, st, id, false)
}

// turn takes the last step back, or does the last one again that was taken back; those of which nothing stands any
// more are passed by.
func (d *Desk) turn(ctx context.Context, st model.Store, id string, undone bool) (step model.Step, err error) {
	err = d.deciding(ctx, st, id, func(s *store, r *record) error {
		all, err := s.knownSteps(id)
		if err != nil {
			return fmt.Errorf("what was done to the review is not known, and not to be undone step by step: %w", err)
		}
		none := ErrNoRedo
		was, ru := r.ruling(), r.ruling()
		from := &all.Gone
		if undone {
			from, none = &all.Done, ErrNoStep
		}
		for {
			if len(*from) == 0 {
				return none
			}
			last := (*from)[len(*from)-1]
			all.take(last, undone)
			step = last.step()
			done, stays := hunk.Turned(r.Renames, &ru, model.Turn{Step: step, Undone: undone})
			if done == 0 {
				continue
			}
			if stays > 0 {
				step.What += fmt.Sprintf("; %d of it %s as decided since", stays, model.Verb(stays, "stays", "stay"))
			}
			break
		}
		if _, err := s.decide(r, st, was, ru); err != nil {
			return err
		}
		return s.write(stepsPath(id), all)
	}, nil)
	return step, err
}

// carry gives a review that takes the place of another one the steps of that, as far as its hunks came over. To are the
// hunks as proposed, by those of the other one. What is lost of it costs a key, and keeps no review from going on.
func (s *store) carry(old, id string, to map[string]string) {
	was := s.steps(old)
	if len(was.Done)+len(was.Gone) == 0 {
		return
	}
	all := s.steps(id)
	there := map[string]bool{} // a crash may have left both reviews, with the steps brought
	for _, t := range slices.Concat(all.Done, all.Gone) {
		there[t.ID] = true
	}
	over := func(list, own []step) []step {
		list = slices.DeleteFunc(list, func(t step) bool { return there[t.ID] })
		return append(each(list, func(t step) step { return t.moved(to) }), own...)
	}
	all.Done, all.Gone = over(was.Done, all.Done), over(was.Gone, all.Gone)
	_ = s.write(stepsPath(id), all)
}

// moved is a step on the hunks that became of its own.
func (t step) moved(to map[string]string) step {
	t.Place = movedID(t.Place, to)
	for _, side := range []*stepSide{&t.Was, &t.Is} {
		side.Decisions, side.Cuts = movedKeys(side.Decisions, to), movedKeys(side.Cuts, to)
		side.Edits, side.Notes = movedKeys(side.Edits, to), movedKeys(side.Notes, to)
	}
	return t
}

// movedID is the id that a hunk or a piece has now, "" if it did not come over.
func movedID(id string, to map[string]string) string {
	if id == model.WholeReview {
		return id
	}
	root, piece, parted := strings.Cut(id, ".")
	now, ok := to[root]
	if !ok {
		return ""
	}
	if parted {
		now += "." + piece
	}
	return now
}

func movedKeys[V any](m map[string]V, to map[string]string) map[string]V {
	out := make(map[string]V, len(m))
	for id, v := range m {
		if now := movedID(id, to); now != "" {
			out[now] = v
		}
	}
	return out
}

// steps are those that are kept; what cannot be read is none.
func (s *store) steps(id string) steps {
	all, _ := s.knownSteps(id)
	return all
}

// knownSteps are those that are kept; what stands in their place, or is damaged, is the error.
func (s *store) knownSteps(id string) (all steps, err error) {
	if err := s.read(stepsPath(id), &all); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return steps{}, err
	}
	unnamed := func(t step) bool { return t.ID == "" } // of an earlier way to keep them
	all.Done, all.Gone = slices.DeleteFunc(all.Done, unnamed), slices.DeleteFunc(all.Gone, unnamed)
	return all, nil
}

// stepsOf are the steps of a review for who reads it at a time.
func (s *store) stepsOf(id, sitting string) model.Steps {
	all := s.steps(id)
	return model.Steps{Done: each(all.Done, step.step), Gone: each(all.Gone, step.step), Sitting: sitting}
}
