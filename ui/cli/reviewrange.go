package cli

import (
	"context"
	"errors"

	"dreamgate/diffview/hunk"
	"dreamgate/memory/history"
	"dreamgate/model"
)

// ranging is one call of review with a range of commits.
type ranging struct {
	*app
	words string
	json  bool
}

// rangeJSON is what a range of commits did: nothing is judged of what stands already.
type rangeJSON struct {
	ID      string `json:"id"`
	Store   string `json:"store"`
	Subject string `json:"subject"`
	checkJSON
	Remarks []string `json:"remarks"`
}

// review shows what the commits of a range did to a memory, on the screen or in print.
func (g ranging) review(ctx context.Context, memory string) error {
	s, err := g.one(ctx, memory)
	if err != nil {
		return err
	}
	h, err := g.past().History(ctx, s, model.HistoryQuery{Range: g.words, Diff: true})
	switch {
	case errors.Is(err, history.ErrRevision):
		return usage("%w", err)
	case err != nil:
		return err
	}
	r := h.Revisions[0]
	if g.json {
		return g.printJSON(rangeJSON{r.ID, s.Name, r.Subject, shapeCheck(r.Changes, model.Check{}, around{}), list(h.Remarks)})
	}
	if g.Terminal && !g.accessible() {
		return g.onScreen(ctx, Start{Dir: s.Dir, Range: g.words})
	}
	out := g.app.out()
	out.linef("%s  %s  %s", r.Short(), stamp(r.At), r.Subject)
	out.linef("")
	out.changes(r.Changes, model.Check{}, around{})
	for _, f := range r.Files {
		if f.From != "" || f.Special != "" {
			out.linef("%s", fileLine(f, model.Change{}))
		}
	}
	for _, l := range h.Remarks {
		out.linef("note: %s", l)
	}
	out.linef("%s: dreamgate undo --memory %s %s takes it back as a review, with :ID,... behind it some hunks alone",
		model.Count(hunk.Total(r.Changes), "hunk"), model.ShellWord(s.Dir), r.Short())
	return nil
}
