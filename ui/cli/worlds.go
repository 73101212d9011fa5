package cli

import (
	"context"
	"fmt"

	"github.com/charmbracelet/x/ansi"

	"dreamgate/dream/engine"
	worlds "dreamgate/dream/measure/world"
	"dreamgate/model"
)

// try lets an engine dream in made-up worlds and prints what became of them.
func (e *evaluation) try(ctx context.Context, command []string) error {
	find := func(w *worlds.World) engine.Engine { return worlds.Stand(e.engine, w) }
	if worlds.Stand(e.engine, nil) == nil {
		e.obeys = true
		if err := e.build(ctx, command); err != nil {
			return err
		}
		eng, err := e.able(e.engine, command)
		if err != nil {
			return err
		}
		find = func(*worlds.World) engine.Engine { return eng }
	}
	e.trial.Seed, e.trial.Caps, e.trial.Secrets = e.opt.Seed, e.bounds.caps, model.SecretRule(e.bounds.secrets)
	if e.Progress {
		e.trial.Done = func(n int, mode string, dream int) {
			text{w: e.Stderr}.linef("%s: world %d of %d, dream %d of %d", mode, n, e.trial.Worlds, dream, e.trial.Dreams)
		}
	}
	r, err := worlds.Try(ctx, e.engine, find, e.trial)
	if err != nil {
		return err
	}
	if e.json {
		return e.printJSON(r)
	}
	e.courses(r)
	return nil
}

// courses prints a trial for a person.
func (e *evaluation) courses(r worlds.Report) {
	t := e.out()
	e.wrapf("engine %s in %s, %s in each (seed %d)", r.Engine, model.Count(r.Worlds, "world"), model.Count(r.Dreams, "dream"), r.Seed)
	for _, c := range r.Courses {
		t.linef("")
		e.wrapf("%s: %s, %d flagged, %d accepted", c.Mode, model.Count(c.Proposed, "hunk"), c.Flagged, c.Accepted)
		if c.Failed > 0 {
			e.wrapf("  %s failed, the first because: %s", model.Count(c.Failed, "dream"), c.Why)
		}
		if e.width > 0 && e.width < wideTable {
			e.last(c)
			continue
		}
		t.table("  ", e.states(c.States))
	}
	t.linef("")
	e.wrapf("right, stale, missed (never written) and lost are facts; the others are lines that should not be there.")
}

// wrapf prints a sentence, on a terminal broken between words.
func (e *evaluation) wrapf(format string, args ...any) {
	line := shown(fmt.Sprintf(format, args...))
	if e.width > 0 {
		line = ansi.Wordwrap(line, e.width, "")
	}
	fmt.Fprintln(e.Stdout, line)
}

// courseWidth is how wide the table of a course is with all its columns and without its bars, in cells.
const courseWidth = 94

// states are the rows of a course. A terminal of usual width has no room for the last columns.
func (e *evaluation) states(of []worlds.Score) [][]string {
	columns := 13
	if e.width > 0 && e.width < courseWidth {
		columns = 10
	}
	head := []string{"after", "facts", "right", "stale", "missed", "lost", "invented", "mixed", "leaked", "obeyed", "padding", "bytes", ""}
	rows := [][]string{head[:columns]}
	for n, s := range of {
		row := []string{fmt.Sprint(n)}
		for _, v := range []int{s.Facts, s.Right, s.Stale, s.Missed, s.Lost, s.Invented, s.Mixed, s.Leaked, s.Obeyed, s.Padding, s.Bytes} {
			row = append(row, fmt.Sprint(v))
		}
		rows = append(rows, append(row, e.bar(s.Right, s.Facts, min(fullBar, e.width-courseWidth)))[:columns])
	}
	return rows
}

// last prints the state after the last dream, for a narrow terminal.
func (e *evaluation) last(c worlds.Course) {
	s := c.States[len(c.States)-1]
	var rows []bar
	for _, f := range []struct {
		name string
		n    int
	}{{"right", s.Right}, {"stale", s.Stale}, {"missed", s.Missed}, {"lost", s.Lost}} {
		rows = append(rows, bar{f.name, f.n, s.Facts})
	}
	e.chart("", rows)
	e.wrapf("  invented %d, mixed %d, leaked %d, obeyed %d, padding %d", s.Invented, s.Mixed, s.Leaked, s.Obeyed, s.Padding)
}
