package cli

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"dreamgate/diffview/hunk"
	"dreamgate/memory/past"
	"dreamgate/memory/project"
	"dreamgate/model"
)

// shownRevisions is how many revisions are printed unless --limit says more.
const shownRevisions = 20

// telling is one call of history.
type telling struct {
	*app
	model.HistoryQuery
	memory     string
	diff, json bool
	shown      int
	// kept are the closed reviews that can be shown.
	kept map[string]bool
}

// history prints what became of a memory or of a note.
func (a *app) history() *cobra.Command {
	t := &telling{app: a}
	cmd := &cobra.Command{
		Use:   "history [NOTE | MEMORY]",
		Short: "Print who changed what in a memory or a note, and what a line said before",
		Long: "The newest change comes first: a person, a dream, the agent, or whoever edited the notes. A note is followed through\n" +
			"its earlier names. With --grep it tells when lines with these words came and went, and what came in their place.\n" +
			"It asks git, and the backups of reviews that no commit holds.",
		Args: args(cobra.MaximumNArgs(1)),
		RunE: func(cmd *cobra.Command, list []string) error {
			if t.Limit < 0 {
				return usage("--limit %d: how many changes to print, or 0 for all", t.Limit)
			}
			if t.Deleted && (t.Words != "" || len(list) > 0) {
				return usage("--deleted lists all notes that are gone: it takes no note and no words")
			}
			if cmd.Flags().Changed("grep") && strings.TrimSpace(t.Words) == "" {
				return usage("--grep needs words")
			}
			if !cmd.Flags().Changed("limit") && (t.Words != "" || t.Deleted) {
				t.Limit = 0 // what is looked for may be old
			}
			ctx := cmd.Context()
			if err := a.build(ctx, nil); err != nil {
				return err
			}
			s, note, err := a.meant(ctx, strings.Join(list, ""), t.memory)
			if err != nil {
				return err
			}
			t.Note = note
			return t.tell(ctx, s)
		},
	}
	memoryFlag(cmd, &t.memory)
	f := cmd.Flags()
	f.StringVar(&t.Words, "grep", "", "only changes by which lines with these `WORDS` came or went")
	f.BoolVar(&t.Deleted, "deleted", false, "list the notes that are gone, each with the change that took it")
	f.BoolVar(&t.diff, "diff", false, "print the hunks, with the ids that undo takes")
	f.IntVar(&t.Limit, "limit", shownRevisions, "print `N` changes at most, 0 for all")
	f.BoolVar(&t.json, "json", false, "print JSON")
	return cmd
}

// past answers what became of memories.
func (a *app) past() *past.Past { return past.New(a.parts.Desk, a.clock) }

// meant finds the memory and the note that a word means: a note, a memory, or a note that is gone.
func (a *app) meant(ctx context.Context, word, memory string) (model.Store, string, error) {
	a.folders = true
	s, err := a.one(ctx, memory)
	if word == "" {
		return s, "", err
	}
	// A memory is meant by a word that is no note's.
	if memory == "" && (err != nil || !a.hasNote(ctx, s, word)) {
		if other, e := a.look(ctx, word); e == nil {
			return other, "", project.Refusal(other)
		}
	}
	if err != nil {
		return s, "", err
	}
	return a.noteOf(ctx, s, word)
}

// hasNote reports whether a memory has a note of a name, or several.
func (a *app) hasNote(ctx context.Context, s model.Store, word string) bool {
	m, err := a.read(ctx, s)
	if err != nil {
		return false
	}
	_, err = pick(m, word)
	return err == nil || errors.As(err, &fault{})
}

// noteOf finds a note by its name, also one that is gone.
func (a *app) noteOf(ctx context.Context, s model.Store, word string) (model.Store, string, error) {
	m, err := a.read(ctx, s)
	if err != nil {
		return s, "", err
	}
	n, err := pick(m, word)
	if err == nil || errors.As(err, &fault{}) {
		return s, n.Path, err // one, or several that are called so
	}
	path, err := a.gone(ctx, s, word)
	return s, path, err
}

// gone finds a note that is no longer there under the path that it had.
func (a *app) gone(ctx context.Context, s model.Store, word string) (path string, err error) {
	found := errors.New("found")
	_, err = a.past().Each(ctx, s, model.HistoryQuery{}, func(r model.Revision) error {
		for _, f := range r.Files {
			for _, name := range []string{f.Path, f.From} {
				if name != "" && (name == word || name == word+".md") {
					path = name
					return found
				}
			}
		}
		return nil
	})
	if errors.Is(err, found) {
		return path, nil
	}
	if err != nil {
		return "", err
	}
	return "", fmt.Errorf("there is no note %q in %s, and nothing tells of one; dreamgate show lists them", word, s.Name)
}

// tell prints the history of a store.
func (t *telling) tell(ctx context.Context, s model.Store) error {
	p := t.past()
	// The hunks are wanted in any case: a line says how much came and went.
	t.HistoryQuery.Diff = true
	if t.json {
		h, err := p.History(ctx, s, t.HistoryQuery)
		if err != nil {
			return err
		}
		return t.printJSON(shapeHistory(s, h, t.diff || t.Words != ""))
	}
	t.kept = map[string]bool{}
	closed, _ := t.parts.Desk.Closed(ctx, s) // one that cannot be read cannot be shown either
	for _, c := range closed {
		t.kept[c.ID] = true
	}
	var list []model.Revision
	h, err := p.Each(ctx, s, t.HistoryQuery, func(r model.Revision) error {
		if t.Words != "" {
			r.Changes, r.Body = nil, ""
			list = append(list, r)
			return nil
		}
		t.revision(r)
		return nil
	})
	if err != nil {
		return err
	}
	h.Revisions = list
	t.values(h)
	t.rest(s, h)
	return nil
}

// revision prints one change: who, when, and what of it is asked for.
func (t *telling) revision(r model.Revision) {
	t.shown++
	out := t.app.out()
	if t.Deleted {
		for _, f := range r.Files {
			out.linef("%s  taken away %s by %s, %s", f.Path, stamp(r.At), r.Who(), r.Short())
		}
		return
	}
	out.linef("%s  %s  %s  %s", r.Short(), stamp(r.At), r.Who(), cut(r.Subject))
	if t.kept[r.Review] {
		out.linef("    what was decided: dreamgate review show %s", r.Review)
	}
	if r.Cut {
		out.linef("    the history begins here: what was there before is not known")
	}
	sizes := map[string]model.Change{}
	for _, c := range r.Changes {
		sizes[c.Path] = c
	}
	for _, f := range r.Files {
		out.linef("    %s", fileLine(f, sizes[f.Path]))
	}
	if !t.diff {
		return
	}
	if r.Body != "" {
		for l := range strings.SplitSeq(r.Body, "\n") {
			out.linef("    | %s", l)
		}
	}
	for _, c := range r.Changes {
		out.linef("  %s", c.Path)
		for _, h := range c.Hunks {
			out.hunk(h, model.Evidence{}, around{})
		}
	}
}

// fileLine is what became of one file.
func fileLine(f model.RevisionFile, c model.Change) string {
	line := f.Path
	if f.From != "" {
		line += ", which was " + f.From
	}
	switch {
	case f.Special != "":
		return line + " (a " + f.Special + ")"
	case f.From == "" && f.Status != model.Modified:
		line += " " + string(f.Status)
	}
	if removed, added := hunk.Size(c); removed+added > 0 {
		line += fmt.Sprintf(" +%d -%d", added, removed)
	}
	return line
}

// values prints lines that stood for a time.
func (t *telling) values(h model.History) {
	out := t.app.out()
	at := func(i int) string {
		r := h.Revisions[i]
		return stamp(r.At) + " (" + r.Who() + ", " + r.Short() + ")"
	}
	for _, v := range h.Values {
		out.linef("%s: %s", v.Path, cut(strings.TrimSpace(v.Text)))
		from, until := "since before all that is known", "and still stands"
		if v.From >= 0 {
			from = "from " + at(v.From)
		}
		if v.Until >= 0 {
			until = "until " + at(v.Until)
		}
		out.linef("    %s %s", from, until)
		for i, l := range v.Instead {
			if i == 5 {
				out.linef("    and %s", model.Count(len(v.Instead)-i, "more line"))
				break
			}
			out.linef("    instead came: %s", cut(strings.TrimSpace(l)))
		}
	}
	t.shown += len(h.Values)
}

// rest prints what is to be said of the history as a whole.
func (t *telling) rest(s model.Store, h model.History) {
	out := t.app.out()
	if t.shown == 0 {
		switch {
		case t.Words != "":
			out.linef("no line with %s came or went in what is kept", quoted(t.Words))
		case t.Deleted:
			out.linef("no note of %s is gone, as far as is kept", s.Name)
		default:
			out.linef("nothing is kept of what became of %s", orElse(t.Note, s.Name))
		}
	}
	if h.More && t.Limit > 0 {
		out.linef("older changes are left out: --limit 0 prints all")
	} else if h.More {
		out.linef("older changes are left out: there was no time to read them all")
	}
	if t.Deleted && t.shown > 0 {
		out.linef("dreamgate undo --file NOTE proposes to bring one back")
	}
	if len(h.Pending) > 0 {
		out.linef("not committed yet: %s", strings.Join(h.Pending, ", "))
	}
	if word := remoteLine(h.Remote, t.clock()); word != "" {
		out.linef("the repository %s", word)
	}
	for _, l := range h.Remarks {
		out.linef("note: %s", l)
	}
}

// remoteLine says how a repository stands to its remote, and how old that knowledge is.
func remoteLine(r model.Remote, now time.Time) string {
	word := r.String()
	if word == "" || r.Name == "" {
		return word
	}
	word = strings.Replace("is "+word, "is follows", "follows", 1)
	if r.Fetched.IsZero() {
		return word + ", as far as is known without asking it"
	}
	days := int(now.Sub(r.Fetched).Hours() / 24)
	if days < 1 {
		return word + ", as of the last fetch today"
	}
	return word + ", as of the last fetch " + model.Count(days, "day") + " ago"
}
