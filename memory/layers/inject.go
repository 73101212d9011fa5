package layers

import (
	"bytes"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"dreamgate/memory"
	"dreamgate/model"
	"dreamgate/model/note"
)

// The names of instruction files.
const (
	claudeFile = "CLAUDE.md"
	localFile  = "CLAUDE.local.md"
	agentsFile = "AGENTS.md"
	agentDir   = ".claude"
	rulesDir   = "rules"
)

// mostRules bounds how many files of one folder of rules are read.
const mostRules = 200

// chain gathers instruction files, each once: the same file is often reached by two names.
type chain struct {
	home string
	seen map[string]bool
	list []model.Instruction
}

// injected lists what a session is given that is started in the first project of a memory.
func injected(s Source) model.Injected {
	out := model.Injected{Files: []model.Instruction{}}
	c := chain{home: s.Home, seen: map[string]bool{}}
	if s.Managed != "" {
		c.add(filepath.Join(s.Managed, claudeFile), model.InstructionManaged)
	}
	if s.Config != "" {
		c.add(filepath.Join(s.Config, claudeFile), model.InstructionUser)
		c.rules(filepath.Join(s.Config, rulesDir))
	}
	if p := s.Memory.Store.Projects; len(p) > 0 && filepath.IsAbs(p[0]) {
		out.Dir = p[0]
		for _, dir := range downTo(out.Dir) {
			c.add(filepath.Join(dir, claudeFile), model.InstructionProject)
			c.add(filepath.Join(dir, agentDir, claudeFile), model.InstructionProject)
			c.add(filepath.Join(dir, agentsFile), model.InstructionProject)
			c.rules(filepath.Join(dir, agentDir, rulesDir))
			c.add(filepath.Join(dir, localFile), model.InstructionLocal)
		}
	}
	out.Files = append(out.Files, c.list...)
	if ix := s.Memory.Index; ix.Status != model.StatusMissing {
		text := note.Loaded(s.Memory.Tree[model.IndexName].Data)
		loaded := measure(text)
		loaded.Path, loaded.Kind = filepath.Join(s.Memory.Store.Dir, model.IndexName), model.InstructionIndex
		out.Files = append(out.Files, loaded)
		if ix.CutAt > 0 {
			out.Cut = ix.RawLines - ix.CutAt + 1
		}
		for _, e := range ix.Entries {
			if !e.Loaded {
				out.Left++
			}
		}
	}
	for _, f := range out.Files {
		if !f.Some {
			out.Tokens += f.Tokens
		}
	}
	return out
}

// downTo are the directories from the top of the disk down to one, without the top itself.
func downTo(dir string) []string {
	var dirs []string
	for dir = filepath.Clean(dir); dir != filepath.Dir(dir); dir = filepath.Dir(dir) {
		dirs = append(dirs, dir)
	}
	slices.Reverse(dirs)
	return dirs
}

func measure(text []byte) model.Instruction {
	lines := bytes.Count(text, []byte{'\n'})
	if len(text) > 0 && text[len(text)-1] != '\n' {
		lines++
	}
	return model.Instruction{Bytes: len(text), Lines: lines, Tokens: note.Tokens(text)}
}

// add takes a file, if it is there, and what it imports.
func (c *chain) add(path, kind string) { c.take(path, kind, "", 0) }

func (c *chain) take(path, kind, from string, depth int) {
	real, data, ok := read(path)
	if !ok || c.seen[real] {
		return
	}
	c.seen[real] = true
	f := measure(data)
	f.Path, f.Kind, f.From = path, kind, from
	f.Some = kind == model.InstructionRule && hasPaths(path, data)
	c.list = append(c.list, f)
	if depth == mostDeep || f.Some {
		return
	}
	for _, target := range imports(data) {
		if to, ok := c.locate(target, filepath.Dir(real)); ok {
			c.take(to, model.InstructionImported, path, depth+1)
		}
	}
}

// rules takes the Markdown files of a folder of rules, in the order of their paths.
func (c *chain) rules(dir string) {
	n := 0
	_ = filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || n == mostRules {
			return filepath.SkipAll // without the folder there are no rules
		}
		if !d.IsDir() && strings.HasSuffix(path, ".md") {
			n++
			c.add(path, model.InstructionRule)
		}
		return nil
	})
}

// hasPaths reports whether a rule is only for some files: its frontmatter says for which.
func hasPaths(path string, data []byte) bool {
	n := note.Parse(filepath.Base(path), model.File{Data: data})
	head := data[:min(n.BodyAt, len(data))]
	return bytes.HasPrefix(head, []byte("paths:")) || bytes.Contains(head, []byte("\npaths:"))
}

// read reads a plain file, by whatever links it is reached, and never waits for one.
func read(path string) (real string, data []byte, ok bool) {
	real, err := filepath.EvalSymlinks(path)
	if err != nil {
		return "", nil, false
	}
	root, err := memory.OpenRoot(filepath.Dir(real))
	if err != nil {
		return "", nil, false
	}
	defer root.Close()
	f, err := root.ReadFile(filepath.Base(real))
	if err != nil || !f.Regular() {
		return "", nil, false
	}
	return real, f.Data, true
}
