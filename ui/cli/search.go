package cli

import (
	"bytes"
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"dreamgate/memory/transcript"
	"dreamgate/model"
)

// search looks words up in notes and transcripts.
func (a *app) search() *cobra.Command {
	var memory string
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "search WORDS...",
		Short: "Find words in the notes and in the sessions they came from",
		Long: "Several words are looked for as one phrase, small and capital letters alike, in the notes and then in the\n" +
			"sessions of each memory.",
		Args: args(cobra.MinimumNArgs(1)),
		RunE: func(cmd *cobra.Command, words []string) error {
			ctx := cmd.Context()
			if err := a.build(ctx, nil); err != nil {
				return err
			}
			stores, err := a.many(ctx, memory)
			if err != nil {
				return err
			}
			s := searcher{app: a, query: strings.Join(words, " "), json: asJSON, hits: []hitJSON{}}
			for _, st := range stores {
				if err := s.store(ctx, st); err != nil {
					return err
				}
			}
			if asJSON {
				return writeJSON(a.Stdout, struct {
					Hits []hitJSON `json:"hits"`
				}{s.hits})
			}
			if s.found == 0 {
				text{a.Stderr}.linef("nothing found; several words are looked for as one phrase")
			}
			return nil
		},
	}
	memoryFlag(cmd, &memory)
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	return cmd
}

// searcher collects or prints the hits of one query.
type searcher struct {
	*app
	query string
	json  bool
	hits  []hitJSON
	found int
}

func (s *searcher) store(ctx context.Context, st model.Store) error {
	tree, err := readTree(ctx, st.Dir)
	if err != nil {
		return fmt.Errorf("search: %w", err)
	}
	for _, p := range tree.Paths() {
		s.file(st, p, tree[p])
	}
	files, _, err := transcript.Files(st.Transcripts)
	if err != nil {
		return fmt.Errorf("search the sessions of %s: %w", st.Dir, err)
	}
	return transcript.Search(ctx, files, s.query, func(h transcript.Hit) error {
		s.hit(shapeHit(st.Name, h))
		return nil
	})
}

// file looks through one file of a memory.
func (s *searcher) file(st model.Store, path string, f model.File) {
	if bytes.IndexByte(f.Data, 0) >= 0 {
		return
	}
	find := transcript.Finder(s.query)
	n := 0
	for l := range strings.Lines(string(f.Data)) {
		n++
		if text, ok := find(l); ok {
			s.hit(hitJSON{Store: st.Name, Path: path, Line: n, Text: text})
		}
	}
}

func (s *searcher) hit(h hitJSON) {
	s.found++
	if s.json {
		s.hits = append(s.hits, h)
		return
	}
	at := h.Path
	if at == "" {
		at = h.Session
	}
	switch {
	case h.Remark != "":
		s.out().linef("%s/%s: (%s)", h.Store, at, h.Remark)
	case h.Session != "":
		s.out().linef("%s/%s:%d: %s, %s: %s", h.Store, at, h.Line, string(h.Trust), when(h), cut(h.Text))
	default:
		s.out().linef("%s/%s:%d: %s", h.Store, at, h.Line, cut(h.Text))
	}
}

func when(h hitJSON) string {
	if h.Time == nil {
		return "at an unknown time"
	}
	return stamp(*h.Time)
}
