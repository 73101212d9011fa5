package cli

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"dreamgate/diffview/hunk"
	"dreamgate/model"
)

// reviewing is one call of review itself.
type reviewing struct {
	*app
	memory, from, commits string
	lay, json             bool
}

// The values of --preselect.
const (
	preselectAccept = "accept"
	preselectNone   = "none"
)

// review opens the screen on a proposal; its sub-commands do the same without a screen.
func (a *app) review() *cobra.Command {
	v := &reviewing{app: a}
	cmd := &cobra.Command{
		Use:   "review [PROPOSAL | DIR_A DIR_B | --from PATCH | --range A..B]",
		Short: "Review a proposal on the screen, any two folders, a patch or a range of the history",
		Long: "With a proposal it opens the screen there. With two folders the second is reviewed as a change of the first, a memory\n" +
			"or any folder; without a terminal the hunks are printed, and what is found in them exits 3. With --from it is what a\n" +
			"unified diff makes of the notes. Nothing is written before you say so. Of folders that are no memory what you accept is\n" +
			"written into the first one, with a backup that dreamgate undo brings back, and not committed.\n" +
			"--range shows what commits did to the memory, of which all or a hunk is taken back as a review.\n" +
			"With --accessible it is held by questions and answers. For scripts there are list, show, accept, reject,\n" +
			"undecide, undo, redo, split, join, edit, note, refresh, apply, unapply and discard.",
		Args: args(cobra.MaximumNArgs(2)),
		RunE: func(cmd *cobra.Command, list []string) error {
			return v.review(cmd.Context(), list, cmd.Flags().Changed("range"))
		},
	}
	m, f := &v.memory, cmd.Flags()
	cmd.PersistentFlags().StringVar(m, "memory", "", "look only at the memory `DIR`")
	f.StringVar(&v.from, "from", "", "review a `PATCH`, a unified diff in a file or, with -, on standard input")
	f.StringVar(&v.commits, "range", "", "show what the commits of a `RANGE` did, to take it back: A..B, A.., ..B or one commit")
	f.StringVar(&a.preselect, "preselect", "", "`accept` opens it with all accepted that is clean, as one step that undo takes back; none is the default")
	f.BoolVar(&v.lay, "lay", false, "of two folders or a patch: only lay the proposal on the desk, for list, show, accept and apply")
	f.BoolVar(&v.json, "json", false, "of two folders, a patch or a range: print the hunks as JSON, as check does, and open nothing; with --lay where the proposal lies")
	cmd.AddCommand(a.reviewList(m), a.reviewShow(m), a.reviewDecide(m, model.Accepted), a.reviewDecide(m, model.Rejected),
		a.reviewDecide(m, model.Undecided), a.reviewUndo(m), a.reviewRedo(m), a.reviewSplit(m), a.reviewJoin(m), a.reviewEdit(m),
		a.reviewNote(m), a.reviewRefresh(m), a.reviewApply(m), a.reviewUnapply(m), a.reviewDiscard(m))
	return cmd
}

// review opens what is meant.
func (v *reviewing) review(ctx context.Context, list []string, ranged bool) error {
	v.obeys = v.Terminal || v.spoken
	if err := v.build(ctx, nil); err != nil {
		return err
	}
	switch {
	case v.preselect != "" && v.preselect != preselectAccept && v.preselect != preselectNone:
		return usage("--preselect is %s or %s, not %q", preselectAccept, preselectNone, v.preselect)
	case v.from != "" && len(list) > 0:
		return usage("--from PATCH stands alone; --memory names the memory that it is for")
	case v.from != "":
		return v.reviewFrom(ctx)
	case ranged && (len(list) > 0 || v.lay || strings.TrimSpace(v.commits) == ""):
		return usage("--range RANGE stands alone; --memory names the memory that it is for")
	case ranged:
		return ranging{app: v.app, words: v.commits, json: v.json}.review(ctx, v.memory)
	case len(list) == 2:
		return pairing{app: v.app, pair: pair{base: list[0], proposed: list[1]}, lay: v.lay, json: v.json}.review(ctx)
	case v.lay:
		return usage("--lay lays two folders or a patch on the desk")
	case v.json:
		return usage("--json prints two folders, a patch or a range; of a proposal dreamgate review show --json does")
	case !v.Terminal && !v.accessible():
		return usage("a review needs a terminal, or --accessible; without one use dreamgate review list, show, accept, reject and apply")
	}
	word := strings.Join(list, "")
	if done, err := v.chosen(ctx, word); done || err != nil {
		return err
	}
	s, id, err := v.proposal(ctx, word, v.memory)
	if err != nil {
		return err
	}
	return v.openReview(ctx, s, id)
}

// chosen has one of several reviews of a memory chosen on the screen, or by answers.
func (v *reviewing) chosen(ctx context.Context, word string) (done bool, err error) {
	if word != "" {
		return false, nil
	}
	list, _, err := v.candidates(ctx, "", v.memory, whichever)
	if err != nil || len(list) < 2 {
		return false, err
	}
	first := list[0].store
	if slices.ContainsFunc(list, func(c candidate) bool { return c.store.ID != first.ID }) {
		return false, nil // they are no queue
	}
	if v.accessible() {
		return true, v.linear().choose(ctx, first.Dir)
	}
	return true, v.onScreen(ctx, Start{Dir: first.Dir, Choose: true, Preselect: v.preselect == preselectAccept})
}

// reviewList lists the proposals that wait.
func (a *app) reviewList(memory *string) *cobra.Command {
	var asJSON, closed bool
	cmd := &cobra.Command{
		Use:   "list",
		Short: "List the proposals that wait; exit 3 if hunks are undecided",
		Args:  args(cobra.NoArgs),
		RunE: func(cmd *cobra.Command, _ []string) error {
			ctx := cmd.Context()
			if err := a.build(ctx, nil); err != nil {
				return err
			}
			stores, err := a.reviewed(ctx, *memory)
			if err != nil {
				return err
			}
			if closed {
				return a.listClosed(ctx, stores, asJSON)
			}
			out := []proposalJSON{}
			var damaged []error
			for _, s := range stores {
				infos, err := a.parts.Desk.List(ctx, s)
				for i, p := range infos {
					j := shapeProposal(s, p)
					j.Place, j.Queue = i+1, len(infos)
					out = append(out, j)
				}
				if err != nil {
					damaged = append(damaged, err)
				}
			}
			// What cannot be read may be the very review that waits: that is not "nothing".
			if err := a.printProposals(out, asJSON, len(damaged) == 0); len(damaged) == 0 {
				return err
			}
			return errors.Join(damaged...)
		},
	}
	cmd.Flags().BoolVar(&closed, "closed", false, "list those that are closed, the newest first; review show tells what was refused in them")
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	return cmd
}

// printProposals prints a list that is whole, or what could be read of it.
func (a *app) printProposals(ps []proposalJSON, asJSON, whole bool) error {
	open := slices.ContainsFunc(ps, func(p proposalJSON) bool { return p.Decided < p.Hunks })
	if asJSON {
		if err := a.printJSON(proposalsJSON{ps}); err != nil {
			return err
		}
	} else {
		if len(ps) == 0 && whole {
			a.out().linef("no proposal waits")
		}
		a.out().table("", a.proposalRows(ps))
	}
	if open {
		return remains
	}
	return nil
}

// proposalRows are proposals for people.
func (a *app) proposalRows(ps []proposalJSON) [][]string {
	rows := make([][]string, len(ps))
	for i, p := range ps {
		rows[i] = []string{p.ID, p.Store, maker(p.Engine, p.Origin, p.Extracted), stamp(p.Created) + agoWord(a.clock().Sub(p.Created)), model.Count(p.Hunks, "hunk"),
			fmt.Sprintf("%d decided, %d flagged", p.Decided, p.Flagged), string(p.State)}
		if p.Refused > 0 {
			rows[i][5] += fmt.Sprintf(", %d refused before", p.Refused)
		}
		if p.Loss.Destroyer {
			rows[i][5] += fmt.Sprintf(", ! destroyer: drops %d%%", p.Loss.Percent())
		}
		rows[i][6] += queueWords(p)
		if len(p.Overtaken) > 0 {
			rows[i][6] += fmt.Sprintf(", overtaken: changed since are %s", strings.Join(p.Overtaken, ", "))
		}
	}
	return rows
}

// maker says what a proposal came of. The same engine dreams and extracts, which are two things to review.
func maker(engine string, origin model.Origin, extracted bool) string {
	word := orElse(engine, string(origin))
	if extracted {
		return "extraction, " + word
	}
	return word
}

// queueWords say what a proposal has to do with the others of its memory.
func queueWords(p proposalJSON) (text string) {
	if p.Queue > 1 {
		text += fmt.Sprintf(", %d of %d", p.Place, p.Queue)
	}
	if n := len(p.Holds); n > 0 {
		text += ", in the place of " + strings.Join(p.Holds, ", ")
	}
	if p.Later != nil {
		text += fmt.Sprintf(", %d of its %s %s in %s", p.Later.Stand, model.Count(p.Later.Of, "hunk"), model.Verb(p.Later.Stand, "stands", "stand"), p.Later.ID)
	}
	return text
}

// agoWord is how long ago something was, for people; nothing for what is of today.
func agoWord(d time.Duration) string {
	if days := int(d.Hours() / 24); days > 0 {
		return ", " + model.Count(days, "day") + " ago"
	}
	return ""
}

// reviewShow prints a proposal, its hunks and what has been decided of them.
func (a *app) reviewShow(memory *string) *cobra.Command {
	var asJSON, approved, all bool
	cmd := &cobra.Command{
		Use:   "show [PROPOSAL]",
		Short: "Print a proposal hunk by hunk; exit 3 if anything is flagged or undecided",
		Long: "Show prints a proposal with what was decided of it. By its name, which review list --closed and history tell, it also\n" +
			"prints a review that is closed: what was accepted and refused of it, with the notes and the reasons.",
		Args: args(cobra.MaximumNArgs(1)),
		RunE: func(cmd *cobra.Command, list []string) error {
			r, err := a.looked(cmd.Context(), strings.Join(list, ""), *memory)
			if err != nil {
				return err
			}
			var ap *against
			if approved && r.Closed != nil {
				return usage("%s is closed: what it was made from is not kept", r.Proposal.ID)
			}
			if approved {
				found, err := a.approvedOf(cmd.Context(), r)
				if err != nil {
					return err
				}
				ap = &found
			}
			if err := a.printReview(cmd.Context(), r, asJSON, all, ap); err != nil {
				return err
			}
			if r.Closed == nil && (hunk.Flagged(r.Changes, r.Check) > 0 || undecided(r) > 0) {
				return remains
			}
			return nil
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	claimsFlag(cmd, &all)
	cmd.Flags().BoolVar(&approved, "approved", false, "compare with what a person approved last, not with the notes as they are")
	return cmd
}

// printReview prints a review, against what was approved last if that is given.
func (a *app) printReview(ctx context.Context, r model.Review, asJSON, all bool, ap *against) error {
	p := r.Proposal
	breaks, trouble := a.breaks(ctx, r)
	if asJSON {
		j := reviewJSON{Proposal: p.ID, Store: p.Store.Name, State: r.State, Note: r.Notes[model.WholeReview], checkJSON: shapeReview(r), Closed: shapeClosing(r.Closed), Report: list(p.Report), Breaks: list(breaks)}
		if trouble != nil {
			j.Trouble = trouble.Error()
		}
		if ap != nil {
			j.Approved = shapeApproved(r, *ap)
		}
		return a.printJSON(j)
	}
	out := a.out()
	out.linef("%s  %s  %s  %s  %s", p.ID, p.Store.Name, maker(p.Engine, p.Origin, p.Extracted), stamp(p.Created), string(r.State))
	if r.Closed != nil {
		out.linef("%s", closingWords(*r.Closed))
	}
	if note := r.Notes[model.WholeReview]; note != "" {
		out.linef("  note: %s", note)
	}
	out.warnLoss(r.Check.Loss)
	for _, l := range p.Report {
		out.linef("  %s", l)
	}
	out.linef("")
	if ap != nil {
		out.printApproved(r, *ap, all)
	} else {
		w := aroundReview(r).wide(r)
		w.all = all
		out.changes(r.Changes, r.Check, w)
	}
	out.auditedSince(r, a.clock())
	out.breaks(breaks, trouble)
	before := ""
	if n := refusedCount(r); n > 0 {
		before = fmt.Sprintf(", %d refused before", n)
	}
	out.linef("%s: %d undecided, %d flagged%s", model.Count(hunk.Total(r.Changes), "hunk"), undecided(r), hunk.Flagged(r.Changes, r.Check), before)
	return nil
}

// reviewDiscard closes a proposal without writing anything.
func (a *app) reviewDiscard(memory *string) *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "discard PROPOSAL",
		Short: "Close a proposal and leave the memory as it is, also one that is applied and not committed",
		Args:  args(cobra.ExactArgs(1)),
		RunE: func(cmd *cobra.Command, list []string) error {
			ctx := cmd.Context()
			s, id, err := a.reviewOf(ctx, list[0], *memory)
			if err != nil {
				return err
			}
			if err := a.parts.Desk.Discard(ctx, s, id); err != nil {
				return err
			}
			if asJSON {
				return a.printJSON(discardedJSON{id, s.Name})
			}
			a.out().linef("%s is closed; the notes stay as they are", id)
			return nil
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	return cmd
}

// discardedJSON is a review that is closed, with nothing written.
type discardedJSON struct {
	Proposal string `json:"proposal"`
	Store    string `json:"store"`
}

// reviewOf builds the parts and finds the proposal that is meant.
func (a *app) reviewOf(ctx context.Context, word, memory string) (model.Store, string, error) {
	if err := a.build(ctx, nil); err != nil {
		return model.Store{}, "", err
	}
	return a.proposal(ctx, word, memory)
}

// opened builds the parts and opens a proposal.
func (a *app) opened(ctx context.Context, word, memory string) (model.Review, error) {
	s, id, err := a.reviewOf(ctx, word, memory)
	if err != nil {
		return model.Review{}, err
	}
	return a.parts.Desk.Review(ctx, s, id)
}

// decisions are those of a review, never nil: a hunk without one is shown as undecided.
func decisions(r model.Review) model.Decisions {
	if r.Decisions == nil {
		return model.Decisions{}
	}
	return r.Decisions
}

// refusedCount is the number of changes that were refused in an earlier review.
func refusedCount(r model.Review) int {
	return hunk.Refused(r.Changes, r.Check)
}

func undecided(r model.Review) int {
	all, _ := hunk.Counts(r.Changes, r.Decisions)
	return all.Undecided
}
