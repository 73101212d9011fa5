package cli

import (
	"context"
	"fmt"
	"maps"
	"os"
	"strings"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"dreamgate/memory"
	"dreamgate/model"
)

// edit proposes what a person makes of a note.
func (a *app) edit() *cobra.Command {
	var memory, with string
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "edit NOTE [--with FILE|-]",
		Short: "Write a note yourself: what changes becomes a review of its own",
		Long: "Edit takes the text of a file, of the standard input (-), or, on a terminal, what you make of a copy of the note in\n" +
			"$VISUAL or $EDITOR. What it changes in the note, or in the index, becomes one review, accepted, that is still to be\n" +
			"committed: dreamgate review apply.",
		Args: args(cobra.ExactArgs(1)),
	}
	cmd.RunE = a.onStoreWith(&memory, func(ctx context.Context, s model.Store, list []string) error {
		m, err := a.read(ctx, s)
		if err != nil {
			return err
		}
		n, err := pick(m, list[0])
		if err != nil {
			return err
		}
		r := &reshaping{app: a}
		return r.note(ctx, m.Store, n.Path, asJSON, func(was string) (string, error) {
			return r.written(ctx, with, cmd.InOrStdin(), model.Hunk{Added: []string{was}})
		})
	})
	memoryFlag(cmd, &memory)
	cmd.Flags().StringVar(&with, "with", "", "take the text of a `FILE`, or with - the standard input")
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	return cmd
}

// editJSON is the answer of edit: the review, and the file that it changes.
type editJSON struct {
	Proposal string `json:"proposal"`
	Store    string `json:"store"`
	Path     string `json:"path"`
}

// note lays what is written of a note on the desk.
func (s *reshaping) note(ctx context.Context, st model.Store, path string, asJSON bool, write func(was string) (string, error)) error {
	// The files as they lie there: those of a memory that was read hold what links lead to.
	base, err := memory.ReadTree(ctx, st.Dir)
	if err != nil {
		return err
	}
	was, ok := base[path]
	if ok && !was.Regular() {
		return fmt.Errorf("edit %s: it is %s, which is never written", path, model.SpecialWord(was.Special()))
	}
	text, err := write(string(was.Data))
	if err != nil {
		return err
	}
	switch {
	case text == string(was.Data):
		return fmt.Errorf("%s is that already: nothing was changed", path)
	case strings.TrimSpace(text) == "":
		// More often a pipe whose other end failed than a wish.
		return fmt.Errorf("edit %s: the new text is empty; dreamgate forget takes a note away", path)
	case !utf8.ValidString(text) || strings.ContainsRune(text, 0):
		return fmt.Errorf("edit %s: the new text is no text in UTF-8; nothing was changed", path)
	}
	proposed := maps.Clone(base)
	proposed[path] = model.File{Mode: was.Mode, Data: []byte(text)}
	id, err := s.parts.Desk.Propose(ctx, model.Proposal{Store: st, Origin: model.OriginPerson, Created: s.clock(), Base: base, Proposed: proposed})
	if err != nil && s.draft != "" {
		return fmt.Errorf("%w; your text is kept in %s", err, s.draft)
	}
	if err != nil {
		return err
	}
	if s.draft != "" {
		if err := os.RemoveAll(s.draft); err != nil {
			return fmt.Errorf("remove the editor's copy: %w", err)
		}
	}
	if asJSON {
		return s.printJSON(editJSON{id, st.Name, path})
	}
	r, err := s.parts.Desk.Review(ctx, st, id)
	if err != nil {
		return err
	}
	state := "accepted"
	if n := undecided(r); n > 0 {
		state = model.Count(n, "hunk") + " of it to be decided (dreamgate review show)"
	}
	s.out().linef("your edit of %s waits as %s, %s", path, id, state)
	s.out().linef("dreamgate review apply %s carries it out, dreamgate review discard %[1]s drops it", id)
	return nil
}
