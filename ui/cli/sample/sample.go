// Package sample lays out an invented world to try the program in: a few projects, the memories and
// transcripts that an agent left of them, and what a model would propose for one of them. Every
// time in it is relative to the moment it is laid out, so that it looks the same on any day.
package sample

import (
	"bytes"
	"embed"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
	"text/template"
	"time"

	"dreamgate/memory"
	"dreamgate/memory/project"
	"dreamgate/model"
)

//go:embed all:files
var files embed.FS

// deleted are the notes that the proposal takes away: a folder of proposed files cannot say it.
var deleted = []string{"legacy-import.md"}

// World is a sample that was laid out.
type World struct {
	// Dir is its folder, without links in it; everything of the sample lies below.
	Dir string
	// Shop is the memory directory that the demo opens.
	Shop string
	now  time.Time
}

// Env are the variables that keep a program inside the world: its home, the agent's folder, our own
// folders, temporary files, and git's settings.
func (w World) Env() map[string]string {
	in := func(name string) string { return filepath.Join(w.Dir, name) }
	return map[string]string{
		"HOME": w.Dir, "USERPROFILE": w.Dir, "CLAUDE_CONFIG_DIR": in("claude"),
		"XDG_CONFIG_HOME": in("config"), "XDG_STATE_HOME": in("state"), "XDG_CACHE_HOME": in("cache"),
		"TMPDIR": in("tmp"), "GIT_CONFIG_NOSYSTEM": "1", "GIT_CONFIG_GLOBAL": in("gitconfig"),
	}
}

// Lay writes the world into dir, which must be there and empty.
func Lay(dir string, now time.Time) (World, error) {
	real, err := filepath.EvalSymlinks(dir)
	if err != nil {
		return World{}, fmt.Errorf("lay out the sample: %w", err)
	}
	if real, err = filepath.Abs(real); err != nil {
		return World{}, fmt.Errorf("lay out the sample: %w", err)
	}
	w := World{Dir: real, now: now}
	w.Shop = filepath.Join(real, "claude", "projects", w.slug("shop"), "memory")
	for _, name := range []string{"tmp", "config", "state", "cache", "src"} {
		if err := os.MkdirAll(filepath.Join(real, name), 0o700); err != nil {
			return World{}, fmt.Errorf("lay out the sample: %w", err)
		}
	}
	root, err := memory.OpenRoot(real)
	if err != nil {
		return World{}, fmt.Errorf("lay out the sample: %w", err)
	}
	defer root.Close()
	if err := w.write(root); err != nil {
		return World{}, fmt.Errorf("lay out the sample: %w", err)
	}
	w.link()
	return w, nil
}

// write copies the embedded files but the proposed ones, each as a template.
func (w World) write(root *memory.Root) error {
	return fs.WalkDir(files, "files", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		rel := strings.TrimPrefix(name, "files/")
		if strings.HasPrefix(rel, "proposed/") {
			return nil
		}
		data, err := w.expand(name)
		if err != nil {
			return err
		}
		mode := fs.FileMode(0o600)
		if strings.HasSuffix(rel, ".sh") {
			mode = 0o700
		}
		to := w.place(rel)
		if err := root.Write(to, data, mode); err != nil {
			return err
		}
		at := w.age(rel, data)
		return os.Chtimes(filepath.Join(w.Dir, filepath.FromSlash(to)), at, at)
	})
}

// link adds the one note that cannot be embedded: a link out of the memory. Where the system has no
// links the sample goes without.
func (w World) link() {
	target := filepath.Join("..", "..", "..", "..", "dotfiles", "house-rules.md")
	_ = os.Symlink(target, filepath.Join(w.Shop, "house-rules.md"))
}

// place is where an embedded file lies in the world: a folder of the agent's projects is named
// after the path of the project.
func (w World) place(rel string) string {
	rest, ok := strings.CutPrefix(rel, "claude/projects/")
	if !ok {
		return rel
	}
	name, rest, _ := strings.Cut(rest, "/")
	return path.Join("claude/projects", w.slug(name), rest)
}

// slug names a project's folder as the agent does. The memory "scratch" is one whose project is
// not on this machine.
func (w World) slug(name string) string {
	if name == "scratch" {
		return "-srv-old-scratch"
	}
	return project.Slug(filepath.Join(w.Dir, "src", name))
}

// age is the time that a file gets: a transcript's is that of its last record, a note's that of the
// commit that brought it, everything else is a month old.
func (w World) age(rel string, data []byte) time.Time {
	if at := bytes.LastIndex(data, []byte(`"timestamp":"`)); strings.HasSuffix(rel, ".jsonl") && at >= 0 {
		stamp := data[at+len(`"timestamp":"`):]
		if end := bytes.IndexByte(stamp, '"'); end > 0 {
			if t, err := time.Parse(time.RFC3339, string(stamp[:end])); err == nil {
				return t
			}
		}
	}
	for _, c := range commits {
		for _, p := range c.paths {
			if rel == "claude/projects/shop/memory/"+p {
				return w.ago(c.days)
			}
		}
	}
	return w.ago(33)
}

func (w World) ago(days int) time.Time { return w.now.AddDate(0, 0, -days) }

// Proposed is what a model would leave of the shop's memory, and its reasons.
func (w World) Proposed(base model.Tree) (proposed model.Tree, changes string, err error) {
	proposed = model.Tree{}
	for p, f := range base {
		proposed[p] = f
	}
	for _, p := range deleted {
		delete(proposed, p)
	}
	entries, err := files.ReadDir("files/proposed")
	if err != nil {
		return nil, "", fmt.Errorf("read the sample's proposal: %w", err)
	}
	for _, e := range entries {
		data, err := w.expand("files/proposed/" + e.Name())
		if err != nil {
			return nil, "", err
		}
		if e.Name() == "CHANGES.md" {
			changes = string(data)
			continue
		}
		proposed[e.Name()] = model.File{Mode: 0o600, Data: data, Links: 1}
	}
	return proposed, changes, nil
}

// expand reads an embedded file and fills in paths and times.
func (w World) expand(name string) ([]byte, error) {
	raw, err := files.ReadFile(name)
	if err != nil {
		return nil, fmt.Errorf("read the sample: %w", err)
	}
	t, err := template.New(name).Funcs(template.FuncMap{
		"project": func(n string) string { return filepath.ToSlash(filepath.Join(w.Dir, "src", n)) },
		"memory": func(n string) string {
			return filepath.ToSlash(filepath.Join(w.Dir, w.place("claude/projects/"+n+"/memory")))
		},
		"at": func(days int, clock string) string {
			return w.ago(days).UTC().Format("2006-01-02") + "T" + clock + ".000Z"
		},
		"month":  func(days int) string { return w.ago(days).UTC().Format("Jan 2006") },
		"days":   w.diary,
		"routes": routes,
	}).Parse(string(raw))
	if err != nil {
		return nil, fmt.Errorf("read the sample: %w", err)
	}
	var out bytes.Buffer
	if err := t.Execute(&out, nil); err != nil {
		return nil, fmt.Errorf("read the sample: %w", err)
	}
	return out.Bytes(), nil
}

// diary is an index that grew a line a day until it no longer fits.
func (w World) diary(n int) []string {
	did := []string{"watered the plants", "read two chapters", "walked along the canal", "cooked for four",
		"wrote a letter", "mended the lamp", "went to bed early"}
	lines := make([]string, n)
	for i := range lines {
		lines[i] = fmt.Sprintf("- %s: %s", w.ago(n-i).UTC().Format("2006-01-02"), did[i%len(did)])
	}
	return lines
}

// routes is a long list that belongs in a note and brings its index near the limit.
func routes() []string {
	var out []string
	for _, thing := range []string{"orders", "carts", "customers", "frames", "lenses", "prices", "returns",
		"sales", "stores", "suppliers", "users", "reviews", "invoices"} {
		for _, verb := range []string{"GET", "POST", "PUT", "DELETE"} {
			for _, below := range []string{"", "/{id}", "/{id}/history"} {
				out = append(out, fmt.Sprintf("%s /%s%s", verb, thing, below))
			}
		}
	}
	return out
}
