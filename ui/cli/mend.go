package cli

import (
	"context"
	"strconv"

	"dreamgate/diffview/hunk"
	"dreamgate/model"
)

// breakJSON is a finding that what is accepted would bring about, with what would end it.
type breakJSON struct {
	model.Finding
	Repairs []repairJSON `json:"repairs"`
}

// repairJSON is a decision: of these hunks, together, in words, and as a command.
type repairJSON struct {
	Decision string   `json:"decision"`
	Hunks    []string `json:"hunks"`
	Text     string   `json:"text"`
	Command  string   `json:"command"`
}

// breaks are the findings that what is accepted so far would bring about; none where nothing is accepted or the
// review is over. An error says why it cannot be carried out at all.
func (a *app) breaks(ctx context.Context, r model.Review) ([]breakJSON, error) {
	all, _ := hunk.Counts(r.Changes, r.Decisions)
	if r.State != model.ReviewPending || all.Accepted == 0 {
		return nil, nil
	}
	v, err := a.parts.Desk.Preview(ctx, r)
	if err != nil {
		return nil, err
	}
	var out []breakJSON
	for i, f := range v.Findings {
		if i >= len(v.New) || !v.New[i] {
			continue
		}
		b := breakJSON{Finding: f, Repairs: []repairJSON{}}
		if i < len(v.Repairs) {
			for _, rep := range v.Repairs[i] {
				b.Repairs = append(b.Repairs, repairJSON{rep.To.String(), rep.Hunks, rep.Text, rep.Command})
			}
		}
		out = append(out, b)
	}
	return out, nil
}

// breaks prints what would break and what to type against it.
func (t text) breaks(list []breakJSON, err error) {
	switch {
	case err != nil:
		t.linef("what is accepted cannot be carried out: %s", err)
	case len(list) > 0:
		t.linef("with what is accepted the memory would have %s:", model.Count(len(list), "new finding"))
	}
	for _, b := range list {
		t.linef("  %s  %s  %s  %s", b.Severity.String(), place(b.Finding), b.Rule, b.Message)
		for _, r := range b.Repairs {
			t.linef("    %s: %s", r.Text, r.Command)
		}
	}
}

// repairsOf are the repairs of a preview in the order in which they are told.
func repairsOf(v model.Preview) (out []model.Repair) {
	for _, list := range v.Repairs {
		out = append(out, list...)
	}
	return out
}

// repairNamed is the repair whose number is answered.
func repairNamed(v model.Preview, word string) (model.Repair, bool) {
	list := repairsOf(v)
	n, err := strconv.Atoi(word)
	if err != nil || n < 1 || n > len(list) {
		return model.Repair{}, false
	}
	return list[n-1], true
}

// mend carries a repair out; it can be undone as any decision.
func (l *linear) mend(ctx context.Context, r model.Repair) error {
	if r.Look { // nothing is taken unheard
		for _, id := range r.Hunks {
			l.out().linef("")
			l.tellAt(id)
		}
		if ok, err := l.yes(ctx, r.Text+"?"); err != nil || !ok {
			return err
		}
	}
	if err := l.rule(ctx, l.with(r.To, r.Hunks...), false); err != nil {
		return err
	}
	l.out().linef("Done: %s. Still undecided: %d.", r.Text, undecided(l.r))
	return nil
}
