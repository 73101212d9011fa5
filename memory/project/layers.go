package project

import (
	"context"
	"path/filepath"
	"strings"

	"dreamgate/memory/layers"
	"dreamgate/memory/transcript"
	"dreamgate/memory/use"
	"dreamgate/model"
)

// Layers looks at all layers of an opened memory: what a session is given, the notes, pages of the project,
// and the transcripts. What is known of the use and the reality of notes is what its badges say.
func (l *Library) Layers(ctx context.Context, m model.Memory) (model.Layers, error) {
	if err := Refusal(m.Store); err != nil {
		return model.Layers{}, err
	}
	s := l.settings()
	keeps := s.keeps(projectOf(m.Store))
	days := keeps.days
	if keeps.period == 0 {
		days = 0
	}
	return layers.Read(ctx, layers.Source{
		Memory: m, Config: l.Config, Managed: l.Managed, Home: s.home(), Kept: days, Now: l.now(),
		Read: func(ctx context.Context, files []transcript.File, paths []string) (map[string]bool, error) {
			return l.pagesRead(ctx, m.Store, files, paths)
		},
	})
}

// pagesRead says which of some files of a project sessions have read.
func (l *Library) pagesRead(ctx context.Context, s model.Store, files []transcript.File, paths []string) (map[string]bool, error) {
	dir := projectOf(s)
	wanted := make(map[string]string, 2*len(paths))
	for _, p := range paths {
		wanted[p] = p
		if rel, err := filepath.Rel(dir, p); err == nil { // a session may have come by the real path
			wanted[filepath.Join(realPath(dir), rel)] = p
		}
	}
	log, err := use.Count(ctx, use.Memory{
		ID: storeID(realPath(s.Dir)) + "-pages", Key: strings.Join(paths, "\n"),
		Note: func(path string) (string, bool) {
			p, ok := wanted[filepath.Clean(path)]
			return p, ok
		},
		Upkeep: func(string) bool { return false },
	}, files)
	if err != nil {
		return nil, err
	}
	read := make(map[string]bool, len(log.Notes))
	for p, r := range log.Notes {
		read[p] = r.Count > 0
	}
	return read, nil
}
