package cli

import (
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"dreamgate/memory"
	"dreamgate/model"
	"dreamgate/model/note"
)

// forgetEngine is what the proposals that forget a note are made by.
const forgetEngine = "forget"

// forget proposes to take a note out of a memory.
func (a *app) forget() *cobra.Command {
	var memory string
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "forget NOTE",
		Short: "Propose to take a note out: the note, its line of the index, and links to it",
		Long: "The note, its lines of the index and the links to it become one review, accepted, that is still to be committed. Links\n" +
			"in other notes become plain text, so that no sentence loses a word. While the review waits the note is not recalled.",
		Args: args(cobra.ExactArgs(1)),
		RunE: a.onStoreWith(&memory, func(ctx context.Context, s model.Store, list []string) error {
			m, err := a.read(ctx, s)
			if err != nil {
				return err
			}
			return a.forgetNote(ctx, m, list[0], asJSON)
		}),
	}
	memoryFlag(cmd, &memory)
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	return cmd
}

// forgetJSON is the answer of forget: the review, the files that it changes, and those in which a link
// has to be taken out by hand.
type forgetJSON struct {
	Proposal string   `json:"proposal"`
	Store    string   `json:"store"`
	Files    []string `json:"files"`
	Left     []string `json:"left"`
}

func (a *app) forgetNote(ctx context.Context, m model.Memory, word string, asJSON bool) error {
	n, err := pick(m, word)
	switch {
	case err != nil:
		return err
	case n.Path == model.IndexName:
		return usage("%s is the index, not a note", n.Path)
	case !m.Tree[n.Path].Regular():
		return fmt.Errorf("forget %s: it is %s, which is never written; remove it by hand", n.Path, model.SpecialWord(n.Special))
	}
	out := forgetJSON{Store: m.Store.Name, Files: []string{}, Left: []string{}}
	if out.Proposal = a.forgotten(ctx, m.Store)[n.Path]; out.Proposal == "" {
		// The files as they lie there: those of m hold what links lead to.
		base, err := memory.ReadTree(ctx, m.Store.Dir)
		if err != nil {
			return err
		}
		proposed, left := note.Forget(base, n.Path)
		out.Left = list(left)
		out.Proposal, err = a.parts.Desk.Propose(ctx, model.Proposal{Store: m.Store, Origin: model.OriginPerson, Engine: forgetEngine,
			Created: a.clock(), Base: base, Proposed: proposed, Changes: "- " + n.Path + ": to be forgotten\n"})
		if err != nil {
			return err
		}
	}
	review, err := a.parts.Desk.Review(ctx, m.Store, out.Proposal)
	if err != nil {
		return err
	}
	for _, c := range review.Changes {
		out.Files = append(out.Files, c.Path)
	}
	if asJSON {
		return a.printJSON(out)
	}
	a.out().linef("%s is not recalled any more; its end waits as %s, accepted: %s", n.Path, out.Proposal, strings.Join(out.Files, ", "))
	a.out().linef("dreamgate review apply %s carries it out, dreamgate review discard %[1]s keeps the note", out.Proposal)
	for _, p := range out.Left {
		a.out().linef("a link in %s could not be taken out: edit the note", p)
	}
	return nil
}

// forgotten are the notes that a person's waiting proposal removes, with its id. What cannot be read of
// the desk is no reason to recall nothing.
func (a *app) forgotten(ctx context.Context, s model.Store) map[string]string {
	gone := map[string]string{}
	infos, err := a.parts.Desk.List(ctx, s)
	if err != nil {
		return gone
	}
	for _, info := range infos {
		if info.Origin != model.OriginPerson {
			continue
		}
		review, err := a.parts.Desk.Review(ctx, s, info.ID)
		if err != nil {
			continue
		}
		for _, c := range review.Changes {
			// A removal that was rejected since is none.
			if c.Status == model.Deleted && len(c.Hunks) > 0 && review.Decisions[c.Hunks[0].ID] != model.Rejected {
				gone[c.Path] = info.ID
			}
		}
	}
	return gone
}
