package project

import (
	"errors"
	"io/fs"
	"os"
	"strings"

	"dreamgate/model"
)

// surround sets what is wrong with the projects of a store: which are gone, and that several share it.
func surround(s *model.Store) {
	s.Gone = nil
	for _, dir := range s.Projects {
		if _, err := os.Stat(dir); errors.Is(err, fs.ErrNotExist) && !foreign(dir) {
			s.Gone = append(s.Gone, dir)
		}
	}
	if s.Slug != "" && len(s.Projects) > 1 {
		s.Warnings = append(s.Warnings, model.Count(len(s.Projects), "project")+" share this memory, because the agent writes their paths alike: "+
			strings.Join(s.Projects, " and ")+"; what is noted of one is loaded in the other")
	}
	switch {
	case len(s.Gone) == 0:
	case len(s.Gone) == len(s.Projects):
		s.Warnings = append(s.Warnings, "the project folder is gone: "+strings.Join(s.Gone, " and ")+
			"; if it was moved, its memory stays behind: dreamgate projects --move OLD NEW proposes the notes to the new place")
	default:
		s.Warnings = append(s.Warnings, "a project folder is gone: "+strings.Join(s.Gone, " and "))
	}
}

func exists(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}
