package cli

import (
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"dreamgate/memory/project"
	"dreamgate/model"
)

// projects lists the memories of the machine.
func (a *app) projects() *cobra.Command {
	var asJSON bool
	var trust, moved string
	cmd := &cobra.Command{
		Use:   "projects [--move OLD NEW]",
		Short: "List the memories of this machine, worst first",
		Args:  args(cobra.MaximumNArgs(1)),
		RunE: func(cmd *cobra.Command, list []string) error {
			ctx := cmd.Context()
			if (moved != "") != (len(list) == 1) {
				return usage("projects takes a folder with --move only, as in projects --move OLD NEW; see dreamgate projects --help")
			}
			if err := a.build(ctx, nil); err != nil {
				return err
			}
			if trust != "" {
				return a.trust(ctx, trust)
			}
			if moved != "" {
				return a.move(ctx, moved, list[0])
			}
			return a.listProjects(ctx, asJSON)
		},
	}
	cmd.Flags().StringVar(&moved, "move", "", "propose the notes of the memory `OLD` to that of the project in the folder NEW")
	cmd.Flags().StringVar(&trust, "trust", "", "say yes to the memory `DIR` that only a project's own settings name")
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	return cmd
}

// trust says yes to a memory: by its folder, the project's or its name.
func (a *app) trust(ctx context.Context, word string) error {
	stores, err := a.parts.Library.Stores(ctx)
	if err != nil {
		return err
	}
	s, err := a.look(ctx, word)
	if err != nil {
		return err
	}
	// By its own folder a memory is found without a question; the list knows that there is one.
	for _, o := range stores {
		if o.ID == s.ID {
			s.Untrusted = s.Untrusted || o.Untrusted
		}
	}
	if !s.Untrusted {
		a.out().linef("%s needs no yes: not only a project's settings name it", s.Dir)
		return nil
	}
	if err := a.parts.Library.Trust(s); err != nil {
		return err
	}
	a.out().linef("%s is opened from now on", s.Dir)
	return nil
}

// move proposes the notes of one memory to that of another project.
func (a *app) move(ctx context.Context, old, to string) error {
	s, err := a.find(ctx, old)
	if err != nil {
		return err
	}
	p, err := a.parts.Library.Move(ctx, s, to)
	if err != nil {
		return err
	}
	id, err := a.parts.Desk.Propose(ctx, p)
	if err != nil {
		return err
	}
	a.out().linef("the notes of %s are proposed to %s as %s: dreamgate review show %s", s.Name, p.Store.Dir, id, id)
	// They are made for the notes of the old place, and what they would change has not come along.
	open := 0
	for _, info := range a.waiting(ctx, s) {
		if info.State == model.ReviewPending {
			open++
		}
	}
	if open > 0 {
		dir := model.ShellWord(s.Dir)
		a.out().linef("still open at the old place: %s, of which nothing has come along: decide there (dreamgate review list --memory %s), then move once more (dreamgate projects --move %s %s)",
			model.Count(open, "review"), dir, dir, model.ShellWord(to))
	}
	return nil
}

func (a *app) listProjects(ctx context.Context, asJSON bool) error {
	stores, err := a.parts.Library.Stores(ctx)
	if err != nil {
		return err
	}
	if asJSON {
		out := storesJSON{[]storeJSON{}}
		for _, s := range stores {
			shaped := shapeStore(s)
			shaped.Moves = list(a.parts.Library.Moves(ctx, s))
			out.Stores = append(out.Stores, shaped)
		}
		return a.printJSON(out)
	}
	if len(stores) == 0 {
		a.offer()
		return nil
	}
	rows := make([][]string, len(stores))
	for i, s := range stores {
		if s.Untrusted {
			rows[i] = []string{s.Name, "not trusted", "", "named by the project's own settings", "", "", where(s)}
			continue
		}
		if s.Summary.Problem != "" {
			rows[i] = []string{s.Name, "cannot be read", "", s.Summary.Problem, "", "", where(s)}
			continue
		}
		name := s.Name
		if n := len(s.Open); n > 0 {
			name += fmt.Sprintf(" (%s open)", model.Count(n, "session"))
		}
		rows[i] = []string{name, model.Count(s.Summary.Notes, "note"), "index " + indexWord(s),
			tally(s.Summary.Findings), model.Count(s.Summary.Sessions, "session"), pending(s.Summary.Pending), where(s)}
		if n := len(s.Gone); n > 0 && n == len(s.Projects) {
			rows[i][6] += " (gone)"
		}
	}
	a.out().table("", rows)
	// The list itself has one line a store.
	beside := text{w: a.Stderr}
	beside.aside(stores)
	for _, s := range stores {
		for _, m := range a.parts.Library.Moves(ctx, s) {
			beside.linef("%s: it may have moved to %s: %s; dreamgate projects --move %s %s", s.Name, m.Dir, m.Reason, model.ShellWord(s.Dir), model.ShellWord(m.Dir))
		}
	}
	return nil
}

// aside says beside the table what is out of the ordinary with a store.
func (t text) aside(stores []model.Store) {
	for _, s := range stores {
		for _, set := range s.Settings {
			// What the user set for all projects is nothing of this one.
			if set.Layer != model.LayerDefault && (set.Name != model.SettingCleanup || set.Layer != project.LayerUser) {
				t.linef("%s: %s %s, by %s", s.Name, set.Name, set.Value, layer(set))
			}
		}
		if s.Untrusted {
			t.linef("%s: not read before you say yes: dreamgate projects --trust %s", s.Name, model.ShellWord(s.Dir))
		}
		t.warned(s)
	}
}

// warned says what is wrong with the place of a store.
func (t text) warned(s model.Store) {
	for _, w := range s.Warnings {
		t.linef("%s: ! %s", s.Name, w)
	}
}

// layer names who decided a setting, and where.
func layer(s model.Setting) string {
	if s.File == "" {
		return s.Layer
	}
	return s.Layer + " (" + home(s.File) + ")"
}

// tally is the number of findings, the worst first.
func tally(found map[model.Severity]int) string {
	var parts []string
	for _, s := range []model.Severity{model.Error, model.Warning} {
		if n := found[s]; n > 0 {
			parts = append(parts, model.Count(n, s.String()))
		}
	}
	if n := found[model.Info]; n > 0 {
		parts = append(parts, fmt.Sprintf("%d info", n))
	}
	if len(parts) == 0 {
		return "no findings"
	}
	return strings.Join(parts, ", ")
}

func pending(n int) string {
	switch n {
	case 0:
		return "no review"
	case 1:
		return "1 review ready"
	}
	return fmt.Sprintf("%d reviews ready", n)
}
