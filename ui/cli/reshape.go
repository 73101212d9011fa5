package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"dreamgate/diffview/hunk"
	"dreamgate/model"
)

// grains are the words for how fine a hunk is split.
var grains = map[string]hunk.Grain{"block": hunk.Blocks, "line": hunk.SingleLines, "sentence": hunk.Sentences}

// reshaping is one call that makes something else of a hunk.
type reshaping struct {
	*app
	memory *string
	// proposal is the one that is meant, "" for the only one that holds the hunk.
	proposal string
	json     bool
	// what is the word for what is done.
	what string
	// draft is the folder of a text that an editor was given; it stays until the text is kept elsewhere.
	draft string
}

// flags adds what all of these commands have.
func (s *reshaping) flags(cmd *cobra.Command) *cobra.Command {
	cmd.Flags().StringVar(&s.proposal, "proposal", "", "look only in this `PROPOSAL`")
	cmd.Flags().BoolVar(&s.json, "json", false, "print JSON")
	return cmd
}

// reviewSplit splits a hunk.
func (a *app) reviewSplit(memory *string) *cobra.Command {
	s := &reshaping{app: a, memory: memory, what: "split of"}
	var by, lines string
	cmd := &cobra.Command{
		Use:   "split HUNK",
		Short: "Split a hunk into pieces that are decided by themselves",
		Long: "Split parts a hunk, or a piece of one, by the ids of show. A block is a list item with what belongs to it, a\n" +
			"paragraph, a heading or a field of a frontmatter. Without --by it is split at the coarsest of these at which it comes apart.\n" +
			"A rename, by the id of either of its files, comes apart into the new name and what changes in the text.",
		Args: args(cobra.ExactArgs(1)),
		RunE: func(cmd *cobra.Command, list []string) error {
			if lines != "" {
				if by != "" {
					return usage("--by and --lines exclude each other")
				}
				from, to, err := lineRange(lines)
				if err != nil {
					return err
				}
				return s.change(cmd.Context(), list[0], func(r model.Review, ids []string) (model.Ruling, error) {
					return carved(r, list[0], ids, from, to)
				})
			}
			if by != "" && !slices.Contains([]string{"block", "line", "sentence"}, by) {
				return usage("a hunk is split by block, line or sentence, not by %q", by)
			}
			return s.change(cmd.Context(), list[0], func(r model.Review, ids []string) (model.Ruling, error) {
				shape, split := r.Shape, false
				for _, id := range ids {
					next, ok := hunk.Split(r.Whole, shape, id)
					if by != "" {
						next, ok = hunk.SplitBy(r.Whole, shape, id, grains[by])
					}
					shape, split = next, split || ok
				}
				if !split {
					return model.Ruling{}, fmt.Errorf("hunk %s has no parts that could be decided by themselves", list[0])
				}
				return hunk.Reruled(r.Whole, r.Ruling(), shape), nil
			})
		},
	}
	cmd.Flags().StringVar(&lines, "lines", "", "only split these lines off: `A-B`, counted from 1 through what show prints of the hunk, - and +")
	cmd.Flags().StringVar(&by, "by", "", "how fine: `block`, line or sentence")
	return s.flags(cmd)
}

// lineRange reads a range of lines, or one.
func lineRange(word string) (from, to int, err error) {
	a, b, several := strings.Cut(word, "-")
	if !several {
		b = a
	}
	from, err = strconv.Atoi(strings.TrimSpace(a))
	if err == nil {
		to, err = strconv.Atoi(strings.TrimSpace(b))
	}
	if err != nil || from < 1 || to < from {
		return 0, 0, usage("a range of lines is such as 2-4, counted from 1, not %q", word)
	}
	return from, to, nil
}

// carved makes a hunk of its own of some lines. They are counted through the lines that go and then those that
// come, as show prints them; a line that becomes another one is taken with that.
func carved(r model.Review, word string, ids []string, from, to int) (model.Ruling, error) {
	if len(ids) > 1 {
		return model.Ruling{}, fmt.Errorf("hunk %s is split; name one of its pieces: %s", word, strings.Join(ids, " "))
	}
	units := hunk.Units(r.Whole, r.Shape, ids[0])
	if len(units) < 2 {
		return model.Ruling{}, fmt.Errorf("hunk %s has no lines that could be decided by themselves", word)
	}
	gone := units[len(units)-1].Removed[1]
	in := func(lines [2]int, before int) bool {
		return lines[1] > lines[0] && lines[0]+before < to && lines[1]+before >= from
	}
	first, last := -1, -1
	for i, u := range units {
		if in(u.Removed, 0) || in(u.Added, gone) {
			if last = i; first < 0 {
				first = i
			}
		}
	}
	if first < 0 {
		return model.Ruling{}, fmt.Errorf("hunk %s has only %s", word, model.Count(gone+units[len(units)-1].Added[1], "line"))
	}
	shape, _, ok := hunk.Carve(r.Whole, r.Shape, ids[0], units[first].From, units[last].To)
	if !ok {
		return model.Ruling{}, errors.New("these lines are the same before and after")
	}
	return hunk.Reruled(r.Whole, r.Ruling(), shape), nil
}

// reviewJoin takes splits back.
func (a *app) reviewJoin(memory *string) *cobra.Command {
	s := &reshaping{app: a, memory: memory, what: "join of"}
	return s.flags(&cobra.Command{
		Use:   "join HUNK",
		Short: "Join the pieces of a hunk again, named by itself or by one of them, or take its edit back",
		Long: "Join takes all splits of a hunk back, and what was written into its pieces. It is decided as they were if\n" +
			"all of them were decided in one way, else it is undecided. Of a hunk that is not split the edit is taken back.",
		Args: args(cobra.ExactArgs(1)),
		RunE: func(cmd *cobra.Command, list []string) error {
			return s.change(cmd.Context(), list[0], func(r model.Review, ids []string) (model.Ruling, error) {
				shape, ok := hunk.Join(r.Shape, hunk.Half(r.Whole, list[0]))
				if !ok {
					h, err := editable(r, list[0], ids)
					if err != nil {
						return model.Ruling{}, fmt.Errorf("hunk %s is not split", list[0])
					}
					if shape, ok = hunk.Unedit(r.Shape, h.ID); !ok {
						return model.Ruling{}, fmt.Errorf("hunk %s is neither split nor edited", h.ID)
					}
				}
				return hunk.Reruled(r.Whole, r.Ruling(), shape), nil
			})
		},
	})
}

// reviewEdit replaces what a hunk adds.
func (a *app) reviewEdit(memory *string) *cobra.Command {
	s := &reshaping{app: a, memory: memory, what: "edit of"}
	var with string
	var undo bool
	cmd := &cobra.Command{
		Use:   "edit HUNK [--with FILE|-]",
		Short: "Write the lines that a hunk adds yourself",
		Long: "Edit puts a text in the place of what a hunk adds: that of a file, of the standard input (-), or, on a terminal,\n" +
			"what you make of it in $VISUAL or $EDITOR. The hunk is undecided then. It is looked through for secrets as any other.",
		Args: args(cobra.ExactArgs(1)),
		RunE: func(cmd *cobra.Command, list []string) error {
			return s.change(cmd.Context(), list[0], func(r model.Review, ids []string) (model.Ruling, error) {
				h, err := editable(r, list[0], ids)
				if err != nil {
					return model.Ruling{}, err
				}
				shape, ok := hunk.Unedit(r.Shape, h.ID)
				if undo && !ok {
					return model.Ruling{}, fmt.Errorf("hunk %s is not edited", h.ID)
				}
				if !undo {
					text, err := s.written(cmd.Context(), with, cmd.InOrStdin(), h)
					if err != nil {
						return model.Ruling{}, err
					}
					shape, _ = hunk.Edit(r.Shape, h.ID, text)
				}
				return hunk.Reruled(r.Whole, r.Ruling(), shape), nil
			})
		},
	}
	cmd.Flags().StringVar(&with, "with", "", "take the text of a `FILE`, or with - the standard input")
	cmd.Flags().BoolVar(&undo, "undo", false, "take back what was written, and have what was proposed again")
	return s.flags(cmd)
}

// editable is the one hunk that is meant, if there is a text in it to write.
func editable(r model.Review, word string, ids []string) (model.Hunk, error) {
	if len(ids) > 1 {
		return model.Hunk{}, fmt.Errorf("hunk %s is split; edit one of its pieces: %s", word, strings.Join(ids, " "))
	}
	for _, c := range r.Changes {
		for _, h := range c.Hunks {
			if h.ID == ids[0] && hunk.Editable(h) && c.RenameOf == "" {
				return h, nil
			}
		}
	}
	return model.Hunk{}, fmt.Errorf("hunk %s adds no text that could be edited", word)
}

// reviewNote says something of a hunk.
func (a *app) reviewNote(memory *string) *cobra.Command {
	s := &reshaping{app: a, memory: memory, what: "note on"}
	return free(s.flags(&cobra.Command{
		Use:   "note HUNK|PROPOSAL TEXT",
		Short: "Say something of a hunk: the commit has it, and where it is refused the next dream",
		Long: "Note keeps what you say of a hunk with it. An empty TEXT takes it away. With the name of a proposal, as list prints\n" +
			"it, it is said of the review as a whole: the commit has it, and the next dream is told, whatever is refused.",
		Args: func(cmd *cobra.Command, list []string) error {
			if len(list) > 1 {
				list = []string{list[0], "TEXT"} // which may be empty
			}
			return args(cobra.MinimumNArgs(2))(cmd, list)
		},
		RunE: func(cmd *cobra.Command, list []string) error {
			if whole, err := s.noteWhole(cmd.Context(), list[0], strings.TrimSpace(strings.Join(list[1:], " "))); whole || err != nil {
				return err
			}
			return s.change(cmd.Context(), list[0], func(r model.Review, ids []string) (model.Ruling, error) {
				out := hunk.Reruled(r.Whole, r.Ruling(), r.Shape)
				for _, id := range ids {
					out.Notes[id] = strings.TrimSpace(strings.Join(list[1:], " "))
				}
				return out, nil
			})
		},
	}))
}

// noteWhole notes on a review as a whole; false if the word is no name of one that waits.
func (s *reshaping) noteWhole(ctx context.Context, word, note string) (bool, error) {
	if err := s.build(ctx, nil); err != nil {
		return false, err
	}
	stores, err := s.reviewed(ctx, *s.memory)
	if err != nil {
		return false, err
	}
	for _, store := range stores {
		for _, p := range s.waiting(ctx, store) {
			if p.ID != word {
				continue
			}
			r, err := s.parts.Desk.Review(ctx, store, p.ID)
			if err != nil {
				return true, err
			}
			ru := r.Ruling()
			ru.Notes = maps.Clone(ru.Notes)
			ru.Notes[model.WholeReview] = note
			if err := s.parts.Desk.Step(ctx, store, p.ID, r.Ruling(), ru, "note on the review"); err != nil {
				return true, err
			}
			if s.json {
				return true, s.printJSON(reshapedJSON{Proposal: p.ID, Store: store.Name, Note: note, Hunks: []hunkJSON{}})
			}
			s.out().linef("noted on %s", p.ID)
			return true, nil
		}
	}
	return false, nil
}

// change finds the hunk, saves what is made of it, and prints that. A hunk that is split is all of its
// pieces.
func (s *reshaping) change(ctx context.Context, id string, make func(model.Review, []string) (model.Ruling, error)) error {
	if err := s.build(ctx, nil); err != nil {
		return err
	}
	r, err := s.holding(ctx, id)
	if err != nil {
		return err
	}
	ru, err := make(r, piecesOf(r.Changes, id))
	if err != nil {
		return err
	}
	err = s.parts.Desk.Step(ctx, r.Proposal.Store, r.Proposal.ID, r.Ruling(), ru, s.what+" "+id)
	switch {
	case err != nil && s.draft != "":
		return fmt.Errorf("%w; your text is kept in %s", err, s.draft)
	case err != nil:
		return err
	case s.draft != "":
		if err := os.RemoveAll(s.draft); err != nil {
			return fmt.Errorf("remove the editor's copy: %w", err)
		}
	}
	if r, err = s.parts.Desk.Review(ctx, r.Proposal.Store, r.Proposal.ID); err != nil {
		return err
	}
	root := model.RootOf(hunk.Half(r.Whole, id))
	made := piecesOf(r.Changes, root)
	for _, id := range made {
		made = append(made, hunk.Halves(r.Changes, id)...)
	}
	if s.json {
		out := reshapedJSON{Proposal: r.Proposal.ID, Store: r.Proposal.Store.Name, Hunks: []hunkJSON{}}
		for _, f := range shapeReview(r).Files {
			for _, h := range f.Hunks {
				if slices.Contains(made, h.ID) {
					out.Hunks = append(out.Hunks, h)
				}
			}
		}
		return s.printJSON(out)
	}
	w := aroundReview(r)
	for _, c := range r.Changes {
		for _, h := range c.Hunks {
			if slices.Contains(made, h.ID) {
				s.out().hunk(h, r.Check.Hunks[h.ID], w)
			}
		}
	}
	return nil
}

// piecesOf are the ids that a word means: a hunk, a piece, or of a hunk that is split its pieces.
func piecesOf(changes []model.Change, id string) (ids []string) {
	for _, c := range changes {
		for _, h := range c.Hunks {
			if h.ID == id || h.Of == id {
				ids = append(ids, h.ID)
			}
		}
	}
	return ids
}

// holding opens the review that holds a hunk.
func (s *reshaping) holding(ctx context.Context, id string) (model.Review, error) {
	if s.proposal != "" {
		r, err := s.opened(ctx, s.proposal, *s.memory)
		if err == nil && len(piecesOf(r.Changes, id)) == 0 {
			err = noHunk(id)
		}
		return r, err
	}
	stores, err := s.reviewed(ctx, *s.memory)
	if err != nil {
		return model.Review{}, err
	}
	var found []model.Review
	for _, store := range stores {
		for _, p := range s.waiting(ctx, store) {
			r, err := s.parts.Desk.Review(ctx, store, p.ID)
			if err != nil {
				return model.Review{}, err
			}
			if len(piecesOf(r.Changes, id)) > 0 {
				found = append(found, r)
			}
		}
	}
	if len(found) > 1 && *s.memory == "" {
		// A copy of a memory may hold the very same hunk: the one of this folder is meant.
		near, _ := s.near(ctx, stores)
		own := slices.DeleteFunc(slices.Clone(found), func(r model.Review) bool {
			return !slices.ContainsFunc(near, func(n model.Store) bool { return n.ID == r.Proposal.Store.ID })
		})
		if len(own) > 0 {
			found = own
		}
	}
	switch len(found) {
	case 0:
		return model.Review{}, noHunk(id)
	case 1:
		s.tellOther(ctx, found[0].Proposal.Store, *s.memory)
		return found[0], nil
	}
	ids := make([]string, len(found))
	for i, r := range found {
		ids[i] = r.Proposal.ID
	}
	return model.Review{}, usage("%d proposals hold the hunk, name one with --proposal: %s", len(found), strings.Join(ids, " "))
}

func noHunk(id string) error {
	return usage("there is no hunk %q; the ids are those of dreamgate check and review show", id)
}

// written is the text that is to stand in the place of what a hunk adds.
func (s *reshaping) written(ctx context.Context, with string, stdin io.Reader, h model.Hunk) (string, error) {
	if with == "" {
		if !s.Terminal || s.parts.Editor == nil {
			return "", usage("name the text with --with FILE, or with - for the standard input: there is no terminal for an editor")
		}
		return s.edited(ctx, strings.Join(h.Added, ""))
	}
	text, err := intake(ctx, with, stdin)
	if err != nil {
		return "", fmt.Errorf("read the new text: %w", err)
	}
	return string(text), nil
}

// edited lets the user's editor change a text. A text that could not be taken is left where it is.
func (s *reshaping) edited(ctx context.Context, seed string) (string, error) {
	dir, err := os.MkdirTemp("", model.DraftPrefix+"*")
	if err != nil {
		return "", fmt.Errorf("make a folder for the editor's copy: %w", err)
	}
	file := filepath.Join(dir, "hunk.md")
	if err := os.WriteFile(file, []byte(seed), 0o600); err != nil {
		return "", errors.Join(fmt.Errorf("write the editor's copy: %w", err), os.RemoveAll(dir))
	}
	failed := s.parts.Editor(ctx, file)
	text, err := os.ReadFile(file)
	switch {
	case err != nil:
		return "", fmt.Errorf("read the editor's copy: %w", err)
	case failed != nil && string(text) != seed:
		return "", fmt.Errorf("the editor ended with an error (%w): your text is kept in %s", failed, file)
	case string(text) != seed:
		s.draft = dir
		return string(text), nil
	}
	if err := os.RemoveAll(dir); err != nil {
		return "", fmt.Errorf("remove the editor's copy: %w", err)
	}
	var ended *exec.ExitError
	if errors.As(failed, &ended) {
		return "", fmt.Errorf("the editor gave up (%w) and changed nothing: all stays as it was", failed)
	}
	if failed != nil {
		return "", fmt.Errorf("the editor could not be used (%w): set VISUAL or EDITOR", failed)
	}
	return "", errors.New("nothing was changed (an editor with a window of its own needs its wait flag)")
}
