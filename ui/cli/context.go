package cli

import (
	"context"
	"maps"
	"slices"

	"github.com/spf13/cobra"

	"dreamgate/model"
	"dreamgate/model/note"
)

// context prints what a session gets of a memory at its start.
func (a *app) context() *cobra.Command {
	var memory string
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "context",
		Short: "Print what a session gets of a memory at its start, and what is cut",
		Args:  args(cobra.NoArgs),
		RunE: a.onStore(&memory, func(ctx context.Context, s model.Store) error {
			m, err := a.parts.Library.Read(ctx, s)
			if err != nil {
				return err
			}
			return a.printContext(m, a.forgotten(ctx, s), asJSON)
		}),
	}
	memoryFlag(cmd, &memory)
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	return cmd
}

// contextJSON is the answer of context. Text is as the agent loads it; Left are the entries of the
// index that it does not load.
type contextJSON struct {
	Path   string       `json:"path"`
	Status model.Status `json:"status"`
	Lines  int          `json:"lines"`
	Units  int          `json:"units"`
	CutAt  int          `json:"cut_at"`
	Text   string       `json:"text"`
	Left   []leftJSON   `json:"left_out"`
	// Sweep is what the agent removes next of the sessions that notes came from.
	Sweep model.Sweep `json:"sweep"`
	// Forgotten are the notes that are not recalled as their end waits for a commit.
	Forgotten []string `json:"forgotten"`
}

type leftJSON struct {
	Line int    `json:"line"`
	Text string `json:"text"`
}

// printContext prints the text; gone are the notes that wait to be forgotten.
func (a *app) printContext(m model.Memory, gone map[string]string, asJSON bool) error {
	s, ix, sweep := m.Store, m.Index, a.parts.Library.Forecast(m)
	loaded := note.Loaded(m.Tree[model.IndexName].Data)
	var left []model.Entry
	for _, e := range ix.Entries {
		if !e.Loaded {
			left = append(left, e)
		}
	}
	if asJSON {
		out := contextJSON{Path: s.Dir, Status: ix.Status, Lines: ix.Lines, Units: ix.Units, CutAt: ix.CutAt, Text: string(loaded), Left: []leftJSON{}, Sweep: sweep}
		out.Sweep.Notes, out.Forgotten = list(sweep.Notes), list(slices.Sorted(maps.Keys(gone)))
		for _, e := range left {
			out.Left = append(out.Left, leftJSON{e.Line, e.Text})
		}
		return a.printJSON(out)
	}
	out := a.out()
	defer func() {
		for _, p := range slices.Sorted(maps.Keys(gone)) {
			out.linef("%s is not recalled: it is to be forgotten (dreamgate review show %s)", p, gone[p])
		}
		out.sweep(sweep)
	}()
	switch {
	case ix.Status == model.StatusMissing && ix.Special != "":
		out.linef("%s of %s is no text that a session gets: %s", model.IndexName, s.Name, ix.Special)
		return nil
	case ix.Status == model.StatusMissing:
		out.linef("%s has no %s: a session gets nothing of it at its start", s.Name, model.IndexName)
		return nil
	}
	out.linef("%s of %s: %d of %d lines, %s of %s characters", model.IndexName, s.Name, ix.Lines, note.MaxLines,
		model.Number(ix.Units), model.Number(note.MaxUnits))
	out.linef("")
	out.body(loaded)
	if ix.CutAt == 0 {
		return nil
	}
	out.linef("")
	out.linef("cut before line %d of the file; %s under the cut:", ix.CutAt, model.Count(len(left), "entry"))
	for _, e := range left {
		out.linef("  %d  %s", e.Line, e.Text)
	}
	return nil
}

// sweep prints what the agent is about to remove, nothing if that is no session.
func (t text) sweep(s model.Sweep) {
	if s.Going == 0 && len(s.Notes) == 0 {
		return
	}
	t.linef("")
	t.linef("the agent keeps sessions for %s (%s): %d of %d go within %s", model.Count(s.Keep, "day"), s.Layer, s.Going, s.Sessions,
		model.Count(model.SweepWindow, "day"))
	for _, n := range s.Notes {
		t.linef("  %s  came from session %s, which goes in %s", n.Path, n.Session, model.Count(n.Days, "day"))
	}
}
