package cli

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"dreamgate/dream/engine"
	"dreamgate/memory"
	"dreamgate/memory/secret"
	"dreamgate/memory/transcript"
	"dreamgate/model"
	"dreamgate/model/note"
	"dreamgate/model/recall"
)

// recalling is one call of recall.
type recalling struct {
	*app
	memory       string
	recent       int
	hook, asJSON bool
	// engine is the name of one that chooses, "" for the rules; by is it.
	engine string
	by     engine.Chooser
}

// recall says which notes bear on a prompt.
func (a *app) recall() *cobra.Command {
	r := recalling{app: a}
	cmd := &cobra.Command{
		Use:   "recall QUERY...",
		Short: "Show which notes would be added to a prompt, and what of them",
		Long: "The notes that bear on the query are found by its words, their forms, slips and near meanings, without a model:\n" +
			"five at most, or none if none does. With --hook the prompt is read from standard input, as a hook of the agent\n" +
			"gets it before each prompt; what is printed is added to the session, which is given no note twice.",
		RunE: func(cmd *cobra.Command, words []string) error {
			ctx := cmd.Context()
			switch {
			case r.hook && len(words) > 0:
				return usage("with --hook the query is read from standard input")
			case r.hook && r.asJSON:
				return usage("--hook prints text, and --json would be added as it is; choose one of them")
			case !r.hook && len(words) == 0:
				return usage("recall needs a query; see dreamgate recall --help")
			case r.recent < 0:
				return usage("--recent %d: give a number of words", r.recent)
			}
			a.obeys = r.engine != ""
			if err := a.build(ctx, nil); err != nil {
				return err
			}
			if r.engine != "" {
				var err error
				if r.by, err = r.chooser(); err != nil {
					return err
				}
			}
			if r.hook {
				return r.answerHook(ctx, cmd.InOrStdin())
			}
			return r.answer(ctx, strings.Join(words, " "))
		},
	}
	memoryFlag(cmd, &r.memory)
	cmd.Flags().IntVar(&r.recent, "recent", 0, "let the last `N` words of the session before the query count as well")
	cmd.Flags().StringVar(&r.engine, "engine", "", "let the model of an `ENGINE` choose by what notes say of themselves: claude, anthropic or openai; if it\nfails, the rules do")
	cmd.Flags().StringVar(&a.model, "model", "", "the `MODEL` that the engine asks instead of its own choice")
	cmd.Flags().BoolVar(&r.hook, "hook", false, "read the prompt as the agent's hook for prompts sends it")
	cmd.Flags().BoolVar(&r.asJSON, "json", false, "print JSON")
	return free(cmd)
}

// answer prints what a query brings up.
func (r recalling) answer(ctx context.Context, query string) error {
	s, err := r.one(ctx, r.memory)
	if err != nil {
		return err
	}
	q := recall.Query{Text: query}
	if r.recent > 0 {
		if q.Recent, err = r.lastWords(ctx, s); err != nil {
			return err
		}
	}
	tree, picks, err := r.pick(ctx, s, q)
	if err != nil {
		return err
	}
	if r.asJSON {
		out := recallJSON{Selected: []string{}}
		for _, p := range picks {
			out.Selected = append(out.Selected, p.Path)
		}
		return r.printJSON(out)
	}
	if len(picks) == 0 {
		text{w: r.Stderr}.linef("no note of %s bears on that", s.Name)
		return nil
	}
	r.out().additions(s, recall.Attach(picks, tree, r.clock(), recall.MaxSession))
	for _, p := range picks {
		if !p.Offered {
			text{w: r.Stderr}.linef("%s is not among the %d newest notes, from which the agent itself would choose", p.Path, recall.MaxOffered)
		}
	}
	return nil
}

// recallJSON is the answer of recall.
type recallJSON struct {
	Selected []string `json:"selected"`
}

// pick chooses among the notes of a store, but for those that the user said to forget.
func (r recalling) pick(ctx context.Context, s model.Store, q recall.Query) (model.Tree, []recall.Pick, error) {
	tree, err := memory.ReadTree(ctx, s.Dir)
	if err != nil {
		return nil, nil, fmt.Errorf("recall: %w", err)
	}
	gone := r.forgotten(ctx, s)
	var notes []model.Note
	for _, p := range tree.Paths() {
		if model.IsNote(p) && gone[p] == "" {
			notes = append(notes, note.Parse(p, tree[p]))
		}
	}
	if r.by != nil {
		picks, err := r.choose(ctx, tree, notes, q)
		if err == nil {
			return tree, picks, nil
		}
		// Before a hook nobody reads this, and the prompt must not wait for long.
		if !r.hook {
			text{w: r.Stderr}.linef("%s did not choose, so the rules do: %v", r.engine, err)
		}
	}
	f, ok := tree[model.IndexName]
	return tree, recall.New(tree, notes, note.ParseIndex(f, ok, tree)).Select(q), nil
}

// lastWords are those of the newest session of a store.
func (r recalling) lastWords(ctx context.Context, s model.Store) (string, error) {
	files, _, err := transcript.Files(s.Transcripts)
	if err != nil {
		return "", fmt.Errorf("look for the last session: %w", err)
	}
	files = slices.DeleteFunc(files, func(f transcript.File) bool { return f.Sidechain })
	if len(files) == 0 {
		return "", errors.New("--recent: this memory has no session on this machine; ask without it")
	}
	last := slices.MaxFunc(files, func(a, b transcript.File) int { return a.ModTime.Compare(b.ModTime) })
	return transcript.Recent(ctx, last, r.recent)
}

// additions prints what a prompt gets.
func (t text) additions(s model.Store, list []recall.Addition) {
	for i, a := range list {
		if i > 0 {
			t.linef("")
		}
		head := a.Path
		if a.Days > 0 {
			head += fmt.Sprintf(" (written %s ago; check what it says before you rely on it)", model.Count(a.Days, "day"))
		}
		t.linef("## %s", head)
		t.body([]byte(a.Text))
		if a.CutAt > 0 {
			t.linef("(cut before line %d; the whole note is %s in %s)", a.CutAt, a.Path, s.Dir)
		}
	}
}

// body prints the text of a file, ended by a line end. Secrets are looked for in all of it.
func (t text) body(data []byte) {
	if data = bytes.TrimRight(data, "\n"); len(data) > 0 {
		fmt.Fprintln(t.w, model.Printable(secret.Mask(string(data))))
	}
}
