package cli

import (
	"context"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"dreamgate/diffview/hunk"
	"dreamgate/memory/desk"
	"dreamgate/memory/project"
	"dreamgate/model"
)

// undo proposes to take a past change back.
func (a *app) undo() *cobra.Command {
	var memory, file string
	var hunks []string
	var asJSON, unapproved bool
	cmd := &cobra.Command{
		Use:   "undo [CHANGE[:HUNK,...]] [--file NOTE] [--hunk ID,...] | --unapproved",
		Short: "Propose to take back a review, what it did to one note, or some hunks of it",
		Long: "A change is named by an id that history prints, by the id of its review, or as git names a commit (HEAD~1); none is the\n" +
			"last review. It becomes a review that takes it back from the notes as they are now, accepted: what was changed since\n" +
			"stays. Where both touch the same lines the hunk is flagged and undecided. With --file alone the last change of a note is\n" +
			"taken back: one that is gone comes back, with its line of the index. With --unapproved it is all that came into the\n" +
			"notes since a person said yes to them last, by a review or a commit: what you accept puts back what was approved, what\n" +
			"you refuse stays as it is, and a note to which nobody ever said yes is left for you to decide. Nothing is written\n" +
			"before review apply.",
		Args: args(cobra.MaximumNArgs(1)),
		RunE: func(cmd *cobra.Command, list []string) error {
			u := model.Undo{Hunks: hunks, Unapproved: unapproved}
			id, more, given := strings.Cut(strings.Join(list, ""), ":")
			if u.ID = id; given {
				u.Hunks = append(u.Hunks, strings.Split(more, ",")...)
			}
			for i, h := range u.Hunks {
				if u.Hunks[i] = strings.TrimSpace(h); u.Hunks[i] == "" {
					return usage("a hunk has no name; dreamgate history --diff shows them")
				}
			}
			if len(list) > 0 && id == "" {
				return usage("name the change; dreamgate history lists them")
			}
			if unapproved && len(list)+len(u.Hunks) > 0 {
				return usage("--unapproved is no change of the history: name none with it")
			}
			if len(u.Hunks) > 0 && u.ID == "" {
				return usage("name the change that the hunks are of: undo CHANGE --hunk ID")
			}
			ctx := cmd.Context()
			if err := a.build(ctx, nil); err != nil {
				return err
			}
			s, err := a.carried(ctx, memory, u.ID)
			if err == nil && file != "" {
				s, u.Note, err = a.noteOf(ctx, s, file)
			}
			if err != nil {
				return err
			}
			return a.takeBack(ctx, s, u, asJSON)
		},
	}
	memoryFlag(cmd, &memory)
	f := cmd.Flags()
	f.StringVar(&file, "file", "", "only what was done to this `NOTE`; without a change, its last one")
	f.StringSliceVar(&hunks, "hunk", nil, "only the hunks `ID,...` of the change, by the ids of history --diff")
	f.BoolVar(&unapproved, "unapproved", false, "what came into the notes since a person said yes to them last")
	f.BoolVar(&asJSON, "json", false, "print JSON")
	return cmd
}

// carried is the store whose past is asked for: the memory that is named, or the folder that is none, if that is
// the one of the review.
func (a *app) carried(ctx context.Context, word, id string) (model.Store, error) {
	a.folders = true
	if abs, err := filepath.Abs(word); err == nil && word != "" && id != "" {
		s := project.Plain(abs)
		list, err := a.parts.Desk.Carried(ctx, s)
		if err == nil && slices.ContainsFunc(list, func(c desk.Carried) bool { return strings.HasPrefix(c.ID, id) }) {
			return s, nil
		}
	}
	return a.one(ctx, word)
}

// undoJSON is the answer of undo: the review, the files that it changes, the hunks that clash with what was
// changed since and are undecided, and what could not be taken back.
type undoJSON struct {
	Proposal  string   `json:"proposal"`
	Store     string   `json:"store"`
	Files     []string `json:"files"`
	Undecided []string `json:"undecided"`
	Report    []string `json:"report"`
}

// takeBack lays the undo on the desk.
func (a *app) takeBack(ctx context.Context, s model.Store, u model.Undo, asJSON bool) error {
	if _, err := a.recover(ctx, s); err != nil {
		return err
	}
	p, err := a.past().Undo(ctx, s, u)
	if err != nil {
		return err
	}
	out := undoJSON{Store: s.Name, Files: []string{}, Undecided: []string{}, Report: list(p.Report)}
	if out.Proposal, err = a.parts.Desk.Propose(ctx, p); err != nil {
		return err
	}
	review, err := a.parts.Desk.Review(ctx, s, out.Proposal)
	if err != nil {
		return err
	}
	goesOn := map[string]bool{}
	for _, c := range review.Changes {
		goesOn[c.RenameOf] = true
	}
	var names []string
	for _, c := range review.Changes {
		out.Files = append(out.Files, c.Path)
		switch {
		case c.RenameOf != "":
			names = append(names, c.Path+" (renamed from "+c.RenameOf+")")
		case c.Status == model.Deleted && !goesOn[c.Path]:
			names = append(names, c.Path+" (deleted)")
		case !goesOn[c.Path]:
			names = append(names, c.Path)
		}
		for _, h := range c.Hunks {
			if review.Decisions[h.ID] == model.Undecided {
				out.Undecided = append(out.Undecided, h.ID)
			}
		}
	}
	if asJSON {
		return a.printJSON(out)
	}
	all, _ := hunk.Counts(review.Changes, review.Decisions)
	a.out().linef("the undo waits as %s, %d of %s accepted: %s", out.Proposal, all.Accepted, model.Count(all.Hunks(), "hunk"), strings.Join(names, ", "))
	for _, l := range out.Report {
		a.out().linef("note: %s", l)
	}
	if len(out.Undecided) > 0 {
		a.out().linef("dreamgate review show %s shows what has to be decided", out.Proposal)
	}
	a.out().linef("dreamgate review apply %s carries it out, dreamgate review discard %[1]s leaves all as it is", out.Proposal)
	return nil
}
