package cli

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"dreamgate/diffview/hunk"
	"dreamgate/memory"
	"dreamgate/model"
	"dreamgate/model/bulk"
)

// picking says which hunks are meant.
type picking struct {
	ids        []string
	clean, all bool
	// rules are the names of rules that many hunks are taken by.
	rules []string
}

// ruled returns the undecided hunks that the rules mean for a decision, and those that they mean and leave, because
// they want a look each.
func (p picking) ruled(r model.Review, to model.Decision) (ids, left []string, err error) {
	if p.all || p.clean || len(p.ids) > 0 {
		return nil, nil, usage("--rule stands alone: leave out --id, --clean and --all")
	}
	v, taken := view(r), map[string]bool{}
	for _, name := range p.rules {
		rule, ok := bulk.Parse(name, r.Proposal)
		if !ok {
			return nil, nil, usage("there is no rule %q; the rules are %s", name, ruleNames)
		}
		found := rule.Rejects(v)
		if to == model.Accepted {
			var more []string
			found, more = rule.Accepts(v)
			left = append(left, more...)
		}
		for _, id := range found {
			if !taken[id] {
				taken[id], ids = true, append(ids, id)
			}
		}
	}
	slices.Sort(left)
	left = slices.DeleteFunc(slices.Compact(left), func(id string) bool { return taken[id] }) // by another rule
	return ids, left, nil
}

// ruleNames are the rules as the help lists them.
const ruleNames = "clean, deletions, index, additions, keeping (no line goes without another in its place), type=T, file=PATH, dir=PATH"

// pick returns the ids that are meant, in the order of the changes; of the clean ones those that are undecided. A hunk that is split is all its pieces.
func (p picking) pick(v bulk.View) ([]string, error) {
	if p.all && (p.clean || len(p.ids) > 0) || p.clean && len(p.ids) > 0 {
		return nil, usage("name ids, or the clean ones, or all: one of the three")
	}
	wanted, known := map[string]bool{}, map[string]bool{}
	for _, id := range p.ids {
		if id = strings.TrimSpace(id); id != "" {
			wanted[id] = true
		}
	}
	var clean map[string]bool
	if p.clean {
		clean = v.Clean(nil)
	}
	var out []string
	for _, c := range v.Changes {
		for _, h := range c.Hunks {
			if p.all || clean[h.ID] && v.Decisions[h.ID] == model.Undecided || wanted[h.ID] || wanted[h.Of] {
				out = append(out, h.ID)
				known[h.ID], known[h.Of] = true, true
			}
		}
	}
	for id := range wanted {
		if known[id] {
			continue
		}
		return nil, usage("there is no hunk %q; the ids are those of dreamgate check and review show", id)
	}
	return out, nil
}

// view is a review as the rules see it.
func view(r model.Review) bulk.View {
	return bulk.View{Names: bulk.NamesOf(r.Proposal.Base), Changes: r.Changes, Check: r.Check, Decisions: r.Decisions, Ties: bulk.Tie(r.Proposal.Base, r.Changes)}
}

// warnLoss says that a proposal is a destroyer.
func (t text) warnLoss(l model.Loss) {
	if s := l.Warning(); s != "" {
		t.linef("! %s", s)
	}
}

// warnFlagged names those of the hunks that are accepted in spite of a flag, or were refused before.
func (t text) warnFlagged(changes []model.Change, c model.Check, ids []string) {
	for _, ch := range changes {
		for _, h := range ch.Hunks {
			if !slices.Contains(ids, h.ID) {
				continue
			}
			if before := c.Hunks[h.ID].Before; before.Known() {
				t.linef("%s %s %s", h.ID, ch.Path, refusedBefore(before))
			}
			for _, f := range c.Hunks[h.ID].Flags {
				t.linef("flagged: %s %s %s %s  %s", h.ID, ch.Path, f.Kind, quoted(f.Token), f.Reason)
			}
		}
	}
}

// applying is one call of review apply.
type applying struct {
	*app
	pair
	picking
	out, message string
	init         bool
	// edits is what becomes of own uncommitted edits; first is the flag that says it.
	edits model.Edits
	first bool
	// bare writes without a commit.
	bare bool
	// dry says what would be done, and does nothing.
	dry, json bool
}

// reviewApply writes what is accepted.
func (a *app) reviewApply(mem *string) *cobra.Command {
	p := applying{app: a}
	cmd := &cobra.Command{
		Use:   "apply [PROPOSAL] [--out DIR] | apply --base DIR --proposed DIR [--out DIR]",
		Short: "Write the accepted hunks into the memory and commit them",
		Long: "Apply writes the accepted hunks of a proposal and commits them. With --base and --proposed the proposal is a\n" +
			"folder, and is imported first. With --out they are applied to a copy in a new folder, and nothing else is touched.",
		Args: args(cobra.MaximumNArgs(1)),
		RunE: func(cmd *cobra.Command, list []string) error {
			ctx, paired := cmd.Context(), p.base != "" || p.proposed != ""
			if cmd.Flags().Changed("commit-edits") {
				p.edits = map[bool]model.Edits{true: model.EditsFirst, false: model.EditsAlong}[p.first]
			}
			switch {
			case paired && len(list) > 0:
				return usage("a proposal and --base exclude each other")
			case paired && *mem != "" && filepath.Clean(*mem) != filepath.Clean(p.base):
				return usage("--base is the memory that is written to; --memory names another one")
			case p.dry && (paired || p.out != ""):
				return usage("--dry-run is of a proposal; with --out nothing but the new folder is written")
			case p.bare && (p.init || p.first || p.message != ""):
				return usage("--no-commit excludes --init, --commit-edits and --message")
			case paired:
				if err := p.complete(); err != nil {
					return err
				}
			}
			if p.out != "" && paired {
				return p.stateless(ctx)
			}
			if err := a.build(ctx, nil); err != nil {
				return err
			}
			return p.desk(ctx, strings.Join(list, ""), *mem, paired)
		},
	}
	p.flags(cmd)
	f := cmd.Flags()
	f.StringSliceVar(&p.ids, "accept", nil, "accept the hunks `ID,...` first, by the ids of check")
	f.BoolVar(&p.clean, "accept-clean", false, "accept what carries no flag, deletes no note and leaves each note its line in the index")
	f.BoolVar(&p.all, "accept-all", false, "accept every hunk, also those with a flag")
	f.StringVar(&p.out, "out", "", "write the result into `DIR` (new or empty) instead")
	f.StringVarP(&p.message, "message", "m", "", "the commit's `MESSAGE` instead of the one made from the reasons")
	f.BoolVar(&p.init, "init", false, "make the memory a git repository if it is in none")
	f.BoolVar(&p.bare, "no-commit", false, "write the notes and make no commit")
	f.BoolVar(&p.first, "commit-edits", false, "commit your own uncommitted edits of the same notes first (unasked where the repository is the memory's alone; =false lets them go along)")
	f.BoolVar(&p.dry, "dry-run", false, "say what would be written, with the message of the commit, and write nothing")
	f.BoolVar(&p.json, "json", false, "print JSON")
	return cmd
}

// stateless applies to a copy.
func (p *applying) stateless(ctx context.Context) error {
	if err := vacant(p.out); err != nil {
		return err
	}
	j, err := p.judge(ctx, p.pair, model.Store{})
	if err != nil {
		return err
	}
	r := model.Review{Proposal: model.Proposal{Base: j.base}, Changes: j.changes, Check: j.check, Decisions: model.Decisions{}}
	ids, err := p.pick(view(r))
	if err != nil {
		return err
	}
	for _, id := range ids {
		r.Decisions[id] = model.Accepted
	}
	return p.copied(r)
}

// copied writes what is accepted in a review into the new folder.
func (p *applying) copied(r model.Review) error {
	tree, err := hunk.Apply(r.Proposal.Base, r.Changes, r.Decisions)
	if err != nil {
		return fmt.Errorf("apply: %w", err)
	}
	written, err := memory.WriteFresh(p.out, tree)
	if err != nil {
		return err
	}
	ids := taken(r)
	if p.json {
		return p.printJSON(outcomeJSON{Proposal: r.Proposal.ID, Store: r.Proposal.Store.Name, Out: p.out, Accepted: list(ids), Flagged: list(withFlag(r.Changes, r.Check, ids)),
			Written: list(written), Removed: []string{}, Notes: append(warned(r.Check.Loss), tree.LeftOut()...)})
	}
	p.app.out().warnLoss(r.Check.Loss)
	p.app.out().warnFlagged(r.Changes, r.Check, ids)
	p.app.out().linef("%d of %s accepted, %s in %s", hunk.Number(r.Changes, ids), model.Count(hunk.Total(r.Changes), "hunk"), model.Count(len(written), "file"), p.out)
	for _, l := range tree.LeftOut() {
		p.app.out().linef("%s", l)
	}
	return nil
}

// taken are the accepted hunks of a review.
func taken(r model.Review) (ids []string) {
	for _, c := range r.Changes {
		for _, h := range c.Hunks {
			if r.Decisions[h.ID] == model.Accepted {
				ids = append(ids, h.ID)
			}
		}
	}
	return ids
}

// warned is the warning of a loss as a list.
func warned(l model.Loss) []string {
	if s := l.Warning(); s != "" {
		return []string{s}
	}
	return []string{}
}

func withFlag(changes []model.Change, c model.Check, ids []string) (out []string) {
	for _, id := range ids {
		if len(c.Hunks[id].Flags) > 0 {
			out = append(out, id)
		}
	}
	return out
}

// vacant refuses a folder for a result that is not new or empty.
func vacant(dir string) error {
	ok, err := memory.Vacant(dir)
	if err == nil && !ok {
		return usage("%s is not empty; name a new or an empty folder", dir)
	}
	return err
}

// desk applies a proposal of the desk, after laying it there if it is a folder.
func (p *applying) desk(ctx context.Context, word, mem string, paired bool) error {
	if p.out != "" {
		if err := vacant(p.out); err != nil {
			return err
		}
	}
	r, err := p.open(ctx, word, mem, paired)
	if err != nil {
		return err
	}
	ids, err := p.pick(view(r))
	if err != nil {
		return err
	}
	if ids = hunk.WithHalves(r.Changes, ids); len(ids) > 0 {
		was := r.Ruling()
		r.Decisions = model.Decisions{}
		maps.Copy(r.Decisions, was.Decisions)
		for _, id := range ids {
			r.Decisions[id] = model.Accepted
		}
		if p.dry {
			return p.commit(ctx, r)
		}
		if err := p.parts.Desk.Step(ctx, r.Proposal.Store, r.Proposal.ID, was, r.Ruling(), "accepted "+model.Count(hunk.Number(r.Changes, ids), "hunk")); err != nil {
			return err
		}
	}
	seen := r.Ruling()
	r.Seen = &seen
	if p.out != "" {
		return p.copied(r)
	}
	return p.commit(ctx, r)
}

// open opens the proposal that is meant.
func (p *applying) open(ctx context.Context, word, mem string, paired bool) (model.Review, error) {
	if !paired {
		return p.opened(ctx, word, mem)
	}
	s, err := p.side(ctx, p.pair)
	if err != nil {
		return model.Review{}, err
	}
	id, err := p.importPair(ctx, p.pair, s)
	if err != nil {
		return model.Review{}, err
	}
	return p.parts.Desk.Review(ctx, s, id)
}

// commit previews, writes and commits what is accepted in a review.
func (p *applying) commit(ctx context.Context, r model.Review) error {
	view, err := p.parts.Desk.Preview(ctx, r)
	if err != nil {
		return err
	}
	if p.dry {
		return p.foreseen(r, view)
	}
	if err := p.obstacles(r, view); err != nil {
		return err
	}
	ids := taken(r)
	if !p.json {
		p.app.out().preview(view)
		p.ownEdits(view)
		p.app.out().warnFlagged(r.Changes, r.Check, ids)
	}
	done, err := p.parts.Desk.Commit(ctx, r, model.CommitOptions{Message: orElse(p.message, view.Message), Init: p.init, Edits: p.edits, NoCommit: p.bare})
	if err != nil {
		return err
	}
	return p.finished(r, ids, done)
}

// obstacles says why nothing would be written, nil if nothing stands in the way.
func (p *applying) obstacles(r model.Review, view model.Preview) error {
	if view.Accepted == 0 && view.Undecided > 0 {
		if s := r.Check.Loss.Warning(); s != "" && p.clean {
			return fmt.Errorf("no hunk of %s is accepted: %s, by its id (dreamgate review accept --id)", r.Proposal.ID, s)
		}
		return usage("no hunk of %s is accepted; accept some first (dreamgate review accept), or reject all", r.Proposal.ID)
	}
	if len(view.Stale) > 0 {
		return fmt.Errorf("not written: %s; dreamgate review refresh %s shows both sides", strings.Join(view.Stale, "; "), r.Proposal.ID)
	}
	if len(view.Secrets) > 0 {
		return fmt.Errorf("not written: %s; accept or reject each by its id (dreamgate review show lists them), for a team only reject", strings.Join(view.Secrets, "; "))
	}
	if len(view.Unwritable) > 0 {
		return fmt.Errorf("not written: %s; mend that, or reject these hunks, and apply again", strings.Join(view.Unwritable, "; "))
	}
	return nil
}

// foreseen prints what would be written, and fails as the commit would.
func (p *applying) foreseen(r model.Review, view model.Preview) error {
	stopped := p.obstacles(r, view)
	if p.json {
		return errors.Join(p.printJSON(shapePreview(r.Proposal, view, p.message)), stopped)
	}
	p.app.out().preview(view)
	if stopped != nil {
		return stopped
	}
	p.ownEdits(view)
	p.app.out().warnFlagged(r.Changes, r.Check, taken(r))
	if !view.Git.Unused && !p.bare {
		p.app.out().linef("message:")
		for l := range strings.SplitSeq(strings.TrimRight(orElse(p.message, view.Message), "\n"), "\n") {
			p.app.out().linef("  %s", l)
		}
	}
	p.app.out().linef("nothing was written")
	return nil
}

// finished prints the outcome. What was written and not committed is an error with a way on.
func (p *applying) finished(r model.Review, ids []string, o model.Outcome) error {
	if p.json {
		err := p.printJSON(outcomeJSON{Proposal: r.Proposal.ID, Store: r.Proposal.Store.Name, Accepted: list(ids), Flagged: list(withFlag(r.Changes, r.Check, ids)),
			Written: list(o.Written), Removed: list(o.Removed), Commit: o.Commit, GitError: o.GitError, Backup: o.Backup, Undo: o.Undo, Notes: list(o.Notes)})
		if err != nil {
			return err
		}
	} else {
		p.app.out().outcome(o)
	}
	if o.GitError != "" {
		return fmt.Errorf("applied, not committed: %s; to try again: dreamgate review apply %s", strings.TrimSpace(o.GitError), r.Proposal.ID)
	}
	return nil
}

// ownEdits says what becomes of uncommitted edits of the notes that are written.
func (p *applying) ownEdits(v model.Preview) {
	switch names := strings.Join(v.Dirty, ", "); {
	case names == "" || p.bare:
	case v.First(p.edits):
		p.app.out().linef("your own uncommitted edits of %s are committed first, by themselves (--commit-edits=false lets them go along)", names)
	default:
		p.app.out().linef("your own uncommitted edits of %s go into this commit (--commit-edits commits them first, by themselves)", names)
	}
}

func (t text) preview(v model.Preview) {
	rows := make([][]string, len(v.Files))
	for i, f := range v.Files {
		rows[i] = []string{f.Path, f.What(), fmt.Sprintf("+%d -%d", f.Added, f.Removed)}
	}
	t.table("  ", rows)
	if v.Undecided > 0 {
		t.linef("left out: %s undecided", model.Count(v.Undecided, "hunk"))
	}
	if v.Deletions > 0 {
		t.linef("%d of %s deleted or emptied", v.Deletions, v.Of())
	}
	if s := v.Loss.Shedding(); s != "" {
		t.linef("! %s", s)
	}
	for _, r := range v.Remarks {
		t.linef("%s", r)
	}
	for i, f := range v.Findings {
		if i < len(v.New) && v.New[i] {
			t.linef("new finding: %s %s  %s", place(f), f.Rule, f.Message)
		}
	}
}

func (t text) outcome(o model.Outcome) {
	for _, n := range o.Notes {
		t.linef("%s", n)
	}
	if o.Commit != "" {
		t.linef("committed %s", o.Commit)
	} else if len(o.Written)+len(o.Removed) > 0 {
		t.linef("applied: %s written, %d removed", model.Count(len(o.Written), "file"), len(o.Removed))
	} else {
		t.linef("nothing was written")
	}
	if o.Backup != "" && !strings.Contains(o.Undo, o.Backup) {
		t.linef("backup: %s", o.Backup)
	}
	if o.Undo != "" {
		t.linef("undo: %s", o.Undo)
	}
}
