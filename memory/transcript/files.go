package transcript

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"dreamgate/memory"
)

const ext = ".jsonl"

// File is one transcript on disk.
type File struct {
	// Path is where it lies; Session its name without .jsonl, which is how it is cited.
	Path, Session string
	// Size is in bytes.
	Size    int64
	ModTime time.Time
	// Sidechain is true for the transcript of a subagent, whose prompts no person typed.
	Sidechain bool
}

// At describes the transcript at one path. It fails on anything but a regular file, and does not
// open it.
func At(path string) (File, error) {
	info, err := os.Lstat(path)
	if err != nil {
		return File{}, fmt.Errorf("look at transcript: %w", err)
	}
	if !info.Mode().IsRegular() {
		return File{}, fmt.Errorf("look at transcript %s: not a regular file", path)
	}
	return File{
		Path:      path,
		Session:   strings.TrimSuffix(filepath.Base(path), ext),
		Size:      info.Size(),
		ModTime:   info.ModTime(),
		Sidechain: filepath.Base(filepath.Dir(path)) == subagents,
	}, nil
}

// subagents is the folder, below one named as the session, that holds those of its subagents.
const subagents = "subagents"

// Files lists the transcripts in folders: <session>.jsonl and what lies at any depth below
// <session>/subagents, in the order of the folders and then by path; of copies of one session only one
// (Distinct). Pipes, links and other special files are never opened;
// the remarks name them. A folder that cannot be read is part of the error, beside what the others
// hold.
func Files(dirs []string) ([]File, []string, error) {
	var (
		files   []File
		remarks []string
		errs    []error
		seen    = map[string]bool{}
	)
	for _, dir := range dirs {
		if dir = filepath.Clean(dir); seen[dir] {
			continue
		}
		seen[dir] = true
		found, said, err := list(dir)
		if err != nil {
			errs = append(errs, fmt.Errorf("list transcripts: %w", err))
		}
		files, remarks = append(files, found...), append(remarks, said...)
	}
	return Distinct(files), remarks, errors.Join(errs...)
}

// list reads one folder and the subagent folders below it.
func list(dir string) (files []File, remarks []string, err error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, nil, err
	}
	for _, e := range entries {
		path := filepath.Join(dir, e.Name())
		switch {
		case e.IsDir():
			sub, said, err := below(filepath.Join(path, subagents), subagentDepth)
			if err != nil {
				said = append(said, fmt.Sprintf("%s: not read: %v", filepath.Join(e.Name(), subagents), err))
			}
			files, remarks = append(files, sub...), append(remarks, said...)
		case filepath.Ext(e.Name()) == ext:
			f, err := At(path)
			if err != nil {
				remarks = append(remarks, remark(path, e.Type()))
				continue
			}
			files = append(files, f)
		}
	}
	return files, remarks, nil
}

// subagentDepth bounds how deep subagents of subagents are looked for.
const subagentDepth = 8

// below reads the subagent folder of one session; most sessions have none.
func below(dir string, depth int) (files []File, remarks []string, err error) {
	entries, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil, nil
	}
	if err != nil {
		return nil, nil, err
	}
	for _, e := range entries {
		path := filepath.Join(dir, e.Name())
		switch {
		case e.IsDir():
			if depth == 0 {
				continue
			}
			deeper, said, err := below(path, depth-1)
			if err != nil {
				said = append(said, fmt.Sprintf("%s: not read: %v", e.Name(), err))
			}
			files, remarks = append(files, deeper...), append(remarks, said...)
		case filepath.Ext(e.Name()) == ext:
			f, err := At(path)
			if err != nil {
				remarks = append(remarks, remark(path, e.Type()))
				continue
			}
			f.Sidechain = true
			files = append(files, f)
		}
	}
	return files, remarks, nil
}

// remark says why a file was left out.
func remark(path string, mode fs.FileMode) string {
	kind := "not a regular file"
	if mode&fs.ModeSymlink != 0 {
		kind = "a link"
	}
	return fmt.Sprintf("%s: left out: %s", filepath.Base(path), kind)
}

// open opens a transcript for reading through the one safe opener.
func open(f File) (*os.File, error) {
	root, err := memory.OpenRoot(filepath.Dir(f.Path))
	if err != nil {
		return nil, err
	}
	defer root.Close()
	return root.Open(filepath.Base(f.Path))
}

// headSize is how much of a transcript is read to learn where the session was started, in bytes.
const headSize = maxLine

// newest returns the files with the latest changed first, ties by path.
func newest(files []File) []File {
	sorted := slices.Clone(files)
	slices.SortStableFunc(sorted, func(a, b File) int {
		if c := b.ModTime.Compare(a.ModTime); c != 0 {
			return c
		}
		return strings.Compare(a.Path, b.Path)
	})
	return sorted
}
