package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"runtime/debug"
	"strings"

	"github.com/spf13/cobra"

	"dreamgate/memory/search"
	"dreamgate/memory/transcript"
	"dreamgate/model"
)

// searchMemory is what a search is to take at most, in bytes, while lines are of a usual length.
const searchMemory = 80 << 20

// searchLimit is how many places in sessions are told where nobody says how many: more than anybody reads.
const searchLimit = 1000

// search looks words up in notes and transcripts.
func (a *app) search() *cobra.Command {
	var memory string
	var all, asJSON bool
	var limit int
	cmd := &cobra.Command{
		Use:   "search WORDS...",
		Short: "Find words in the notes and in the sessions they came from",
		Long: "Several words are looked for as one phrase, small and capital letters alike: first in the notes, those that\n" +
			"are more about it before others, then in the sessions, the newest first and of each the last line. It\n" +
			"stops, and says so, after --limit places in sessions. Without --all and --memory it searches the memory of the\n" +
			"working directory, else all of the machine.",
		Args: args(cobra.MinimumNArgs(1)),
		RunE: func(cmd *cobra.Command, words []string) error {
			ctx := cmd.Context()
			if all && memory != "" {
				return usage("--all and --memory exclude each other")
			}
			if limit < 0 {
				return usage("--limit is 0 or more")
			}
			// Long lines are decoded whole and let go at once: what is left of them is worth collecting when
			// there is much, and only then.
			defer debug.SetMemoryLimit(debug.SetMemoryLimit(searchMemory))
			if err := a.build(ctx, nil); err != nil {
				return err
			}
			stores, err := a.searched(ctx, memory, all)
			if err != nil {
				return err
			}
			return a.searchAll(ctx, stores, transcript.Query{Words: strings.Join(words, " "), Limit: limit}, asJSON)
		},
	}
	memoryFlag(cmd, &memory)
	cmd.Flags().BoolVar(&all, "all", false, "search every memory of the machine")
	cmd.Flags().IntVar(&limit, "limit", searchLimit, "stop after `N` places in sessions; 0 searches all")
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	return free(cmd)
}

// searched returns the memories that are meant: the one named, else that of the working directory, else,
// or with all, every one of the machine.
func (a *app) searched(ctx context.Context, memory string, all bool) ([]model.Store, error) {
	if memory == "" && !all {
		if s, ok := a.here(ctx); ok {
			return []model.Store{s}, nil
		}
	}
	return a.many(ctx, memory)
}

// searchAll prints hits as they are found, and at the end whether there are others.
func (a *app) searchAll(ctx context.Context, stores []model.Store, q transcript.Query, asJSON bool) error {
	found, list := 0, listJSON{to: a.Stdout, name: "hits"}
	more, err := search.Each(ctx, stores, q, func(h model.Hit) error {
		if h.Remark == "" {
			found++
		}
		if asJSON {
			return list.add(shapeHit(h))
		}
		a.hit(h)
		return nil
	})
	if asJSON && ctx.Err() == nil {
		if e := list.end("more", more, a.recovered()); e != nil {
			return e
		}
	}
	switch {
	case asJSON:
	case more:
		text{w: a.Stderr}.linef("stopped after %s in sessions, older ones are not searched: --limit 0 searches all", model.Count(q.Limit, "place"))
	case found == 0 && err == nil:
		hint := ""
		if len(strings.Fields(q.Words)) > 1 {
			hint = "; several words are looked for as one phrase"
		}
		text{w: a.Stderr}.linef("nothing found%s", hint)
	}
	return err
}

func (a *app) hit(h model.Hit) {
	at := h.Path
	if at == "" {
		at = h.Session
	}
	switch {
	case h.Remark != "":
		a.out().linef("%s/%s: (%s)", h.Store.Name, at, h.Remark)
	case h.Session != "":
		a.out().linef("%s/%s:%d: %s, %s: %s", h.Store.Name, at, h.Line, string(h.Trust), stamp(h.Time), cut(h.Text))
	default:
		a.out().linef("%s/%s:%d: %s", h.Store.Name, at, h.Line, cut(h.Text))
	}
}

// listJSON prints an object with one list in it as printJSON does, element by element: a search may find
// more than is to be held.
type listJSON struct {
	to   io.Writer
	name string
	any  bool
}

// add prints an element.
func (l *listJSON) add(v any) error {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("  ", " ")
	if err := e.Encode(v); err != nil {
		return fmt.Errorf("write JSON: %w", err)
	}
	lead := ",\n  "
	if !l.any {
		lead = l.head() + "\n  "
	}
	l.any = true
	return l.print(lead + escaped(strings.TrimSuffix(b.String(), "\n")))
}

// end prints what comes after the last element: that the list ends, and a word about all of it.
func (l *listJSON) end(name string, is bool, recovered []string) error {
	lead := "\n "
	if !l.any {
		lead = l.head()
	}
	last, err := withRecovered(fmt.Sprintf("%s],\n %q: %t\n}\n", lead, name, is), recovered)
	if err != nil {
		return fmt.Errorf("write JSON: %w", err)
	}
	return l.print(escaped(last))
}

func (l *listJSON) head() string { return fmt.Sprintf("{\n %q: [", l.name) }

func (l *listJSON) print(s string) error {
	if _, err := io.WriteString(l.to, s); err != nil {
		return fmt.Errorf("write JSON: %w", err)
	}
	return nil
}
