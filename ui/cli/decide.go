package cli

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"dreamgate/diffview/hunk"
	"dreamgate/model"
)

// deciding is one call that decides hunks.
type deciding struct {
	*app
	picking
	memory *string
	to     model.Decision
	// group names a hunk of whose group all are meant; together takes what belongs to them as well.
	group          string
	together, json bool
	// dry says what would be decided, and decides nothing.
	dry bool
}

// verbs of the three decisions: the command, and what it has done.
var decided = map[model.Decision][2]string{
	model.Accepted: {"accept", "accepted"}, model.Rejected: {"reject", "rejected"}, model.Undecided: {"undecide", "undecided again"},
}

// decidedJSON is what a call decided, or would. Left counts what a rule means and leaves for a look each.
type decidedJSON struct {
	Proposal  string   `json:"proposal"`
	Store     string   `json:"store"`
	Decision  string   `json:"decision"`
	DryRun    bool     `json:"dry_run"`
	Hunks     []string `json:"hunks"`
	Left      int      `json:"left"`
	Flagged   []string `json:"flagged"`
	Undecided int      `json:"undecided"`
	// With are the undecided hunks that belong to these, and that --together decides as well.
	With []string `json:"with"`
}

// reviewDecide accepts or rejects hunks, or takes back what was decided of them.
func (a *app) reviewDecide(memory *string, to model.Decision) *cobra.Command {
	d := &deciding{app: a, memory: memory, to: to}
	short := "Take back what was decided of hunks of a proposal"
	if word := decided[to][0]; to != model.Undecided {
		short = strings.ToUpper(word[:1]) + word[1:] + " hunks of a proposal"
	}
	cmd := &cobra.Command{
		Use:   decided[to][0] + " [PROPOSAL]",
		Short: short,
		Args:  args(cobra.MaximumNArgs(1)),
		RunE: func(cmd *cobra.Command, list []string) error {
			return d.decide(cmd.Context(), strings.Join(list, ""))
		},
	}
	f := cmd.Flags()
	f.StringSliceVar(&d.ids, "id", nil, "the hunks `ID,...`, by the ids of show")
	f.BoolVar(&d.all, "all", false, "every hunk, also those with a flag")
	f.StringVar(&d.group, "group", "", "the hunks that only blank lines part from this `HUNK`")
	f.BoolVar(&d.together, "together", false, "also what belongs to them: the index line of a note, the note of an index line")
	f.BoolVar(&d.dry, "dry-run", false, "say what it would take, and decide nothing")
	f.BoolVar(&d.json, "json", false, "print JSON")
	if to != model.Undecided {
		f.StringSliceVar(&d.rules, "rule", nil, "the undecided hunks of a `RULE`: "+ruleNames)
	}
	if to == model.Accepted {
		f.BoolVar(&d.clean, "clean", false, "what carries no flag, deletes no note and leaves each note its line in the index")
	}
	return cmd
}

// decide decides what is meant.
func (d *deciding) decide(ctx context.Context, word string) error {
	r, err := d.opened(ctx, word, *d.memory)
	if err != nil {
		return err
	}
	ids, left, err := d.meant(r)
	if err != nil {
		return err
	}
	if d.together {
		ids = append(ids, d.belonging(r, ids)...)
	}
	ids = hunk.WithHalves(r.Changes, ids) // the desk decides them together: so it is said
	was, ds := r.Ruling(), maps.Clone(decisions(r))
	for _, id := range ids {
		ds[id] = d.to
	}
	r.Decisions = ds
	if !d.dry {
		what := decided[d.to][1] + " " + model.Count(hunk.Number(r.Changes, ids), "hunk")
		if err := d.parts.Desk.Step(ctx, r.Proposal.Store, r.Proposal.ID, was, r.Ruling(), what); err != nil {
			return err
		}
	}
	return d.print(r, ids, left, was.Decisions)
}

// meant are the hunks that a call means, and those of a rule or a group that are left.
func (d *deciding) meant(r model.Review) (ids, left []string, err error) {
	switch {
	case d.group != "":
		return d.grouped(r)
	case len(d.rules) > 0:
		return d.ruled(r, d.to)
	}
	ids, err = d.pick(view(r))
	if err == nil && len(ids) == 0 && !d.clean {
		err = usage("name the hunks with --id ID,... or --group HUNK or --rule RULE, or take --all; dreamgate review show lists them")
		if d.to == model.Undecided {
			err = usage("name the hunks with --id ID,... or --group HUNK, or take --all; dreamgate review show lists them")
		}
	}
	return ids, nil, err
}

// grouped are the hunks of a group. Of one that is accepted what wants a look each is left.
func (d *deciding) grouped(r model.Review) (ids, left []string, err error) {
	if d.all || d.clean || len(d.ids)+len(d.rules) > 0 {
		return nil, nil, usage("--group stands alone: leave out --id, --clean, --rule and --all")
	}
	v := view(r)
	for _, c := range r.Changes {
		at := slices.IndexFunc(c.Hunks, func(h model.Hunk) bool { return h.ID == d.group || h.Of == d.group })
		if at < 0 {
			continue
		}
		group := map[string]bool{}
		for _, h := range c.Hunks {
			group[h.ID] = h.Group == c.Hunks[at].Group
		}
		clean := v.Clean(func(id string) bool { return group[id] })
		for _, h := range c.Hunks {
			switch {
			case h.Group != c.Hunks[at].Group || r.Decisions[h.ID] == d.to:
			case d.to == model.Accepted && !clean[h.ID]:
				left = append(left, h.ID)
			default:
				ids = append(ids, h.ID)
			}
		}
		return ids, left, nil
	}
	return nil, nil, noHunk(d.group)
}

// belonging are the hunks that belong to some: undecided ones, or, to take a decision back, those that were
// decided.
func (d *deciding) belonging(r model.Review, ids []string) []string {
	v := view(r)
	if d.to == model.Undecided {
		v.Decisions = nil
	}
	return v.Loose(ids...)
}

// print says what was decided.
func (d *deciding) print(r model.Review, ids, left []string, was model.Decisions) error {
	var with []string
	number := func(ids []string) int { return hunk.Number(r.Changes, ids) }
	if d.to != model.Undecided {
		with = view(r).Loose(ids...)
	}
	if d.json {
		return d.printJSON(decidedJSON{Proposal: r.Proposal.ID, Store: r.Proposal.Store.Name, Decision: d.to.String(), DryRun: d.dry, Hunks: list(ids), Left: number(left),
			Flagged: list(withFlag(r.Changes, r.Check, ids)), Undecided: undecided(r), With: list(with)})
	}
	out := d.out()
	if d.dry {
		out.linef("%s would be %s", model.Count(number(ids), "hunk"), decided[d.to][1])
		out.table("  ", d.rows(r, ids, was))
	} else {
		out.linef("%s %s, %d still undecided", model.Count(number(ids), "hunk"), decided[d.to][1], undecided(r))
	}
	if left := number(left); left > 0 {
		out.linef("%s left: flagged, edited, refused before, a deletion, or a line of the index that goes with one of these or that a note needs; each by its --id", model.Count(left, "hunk"))
	}
	if n := number(with); n > 0 {
		out.linef("%s of %s %s to %s: with --together %s %s as well", model.Count(n, "hunk"), filesOf(r.Changes, with), model.Verb(n, "belongs", "belong"),
			model.Verb(number(ids), "it", "them"), model.Verb(n, "it is", "they are"), decided[d.to][1])
	}
	if d.to == model.Accepted {
		out.warnLoss(r.Check.Loss)
		out.warnFlagged(r.Changes, r.Check, ids)
	}
	return nil
}

// rows are the hunks that would be decided, each with how it is decided now.
func (d *deciding) rows(r model.Review, ids []string, was model.Decisions) (rows [][]string) {
	for _, one := range hunk.Ones(r.Changes) {
		h, place := one[0], hunkPlace(one[0])
		if len(one) > 1 {
			place = fmt.Sprintf("renamed from %s (%s)", one[1].Path, one[1].ID)
		}
		if slices.ContainsFunc(one, func(h model.Hunk) bool { return slices.Contains(ids, h.ID) }) {
			rows = append(rows, []string{h.ID, h.Path, place, hunk.Decided(was, one).String()})
		}
	}
	return rows
}

// reviewUndo takes the last step of a review back, reviewRedo does it again.
func (a *app) reviewUndo(memory *string) *cobra.Command {
	return a.turned(memory, "undo", "Take back what was done last in a review, on the screen or by a command; what was decided otherwise since stays", "undone")
}

func (a *app) reviewRedo(memory *string) *cobra.Command {
	return a.turned(memory, "redo", "Do again what review undo took back", "done again")
}

// turnedJSON is what undo or redo did.
type turnedJSON struct {
	Proposal  string `json:"proposal"`
	Store     string `json:"store"`
	Step      string `json:"step"`
	Undecided int    `json:"undecided"`
}

func (a *app) turned(memory *string, verb, short, did string) *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   verb + " [PROPOSAL]",
		Short: short,
		Args:  args(cobra.MaximumNArgs(1)),
		RunE: func(cmd *cobra.Command, list []string) error {
			ctx := cmd.Context()
			if err := a.build(ctx, nil); err != nil {
				return err
			}
			s, id, err := a.proposal(ctx, strings.Join(list, ""), *memory)
			if err != nil {
				return err
			}
			turn := a.parts.Desk.Undo
			if verb == "redo" {
				turn = a.parts.Desk.Redo
			}
			step, err := turn(ctx, s, id)
			if err != nil {
				return fmt.Errorf("%s of %s: %w", verb, id, err)
			}
			r, err := a.parts.Desk.Review(ctx, s, id)
			if err != nil {
				return err
			}
			if asJSON {
				return a.printJSON(turnedJSON{id, s.Name, step.What, undecided(r)})
			}
			a.out().linef("%s: %s; %d of %s undecided", did, step.What, undecided(r), model.Count(hunk.Total(r.Changes), "hunk"))
			return nil
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	return cmd
}
