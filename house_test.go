package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"dreamgate/keymap"
	"dreamgate/ui/cli"
)

const module = "dreamgate/"

// rooms says which rooms each room may import from, beside itself; the longest prefix of a folder is
// its room. Rooms not named in a list are closed.
var rooms = map[string][]string{
	"":              {"model", "diffview", "memory", "dream", "keymap", "ui", "ui/cli"},
	"model":         {},
	"diffview":      {"model", "diffview/hunk"},
	"diffview/hunk": {"model"},
	"memory":        {"model", "diffview/hunk"},
	"dream":         {"model", "diffview/hunk", "memory"},
	"keymap":        {},
	"ui":            {"model", "diffview", "diffview/hunk", "keymap"},
	"ui/cli":        {"model", "diffview", "diffview/hunk", "memory", "dream", "keymap", "ui"},
	"vhs":           {},
}

// pure rooms do no input or output.
var pure = []string{"model", "diffview", "diffview/hunk", "keymap"}

var impure = []string{"os", "os/exec", "os/signal", "net", "net/http", "io/ioutil", "syscall"}

func room(dir string) string {
	best := ""
	for r := range rooms {
		if (dir == r || strings.HasPrefix(dir, r+"/")) && len(r) > len(best) {
			best = r
		}
	}
	return best
}

// source is one parsed Go file of the module.
type source struct {
	path  string // slash-separated, from the root
	lines int
	fset  *token.FileSet
	file  *ast.File
}

func sources(t *testing.T) (out []source) {
	t.Helper()
	err := filepath.WalkDir(".", func(p string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && (d.Name() == "testdata" || p != "." && strings.HasPrefix(d.Name(), ".")):
			return filepath.SkipDir
		case !strings.HasSuffix(p, ".go"):
			return nil
		}
		text, err := os.ReadFile(p)
		if err != nil {
			return err
		}
		fset := token.NewFileSet()
		f, err := parser.ParseFile(fset, p, text, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		out = append(out, source{filepath.ToSlash(p), strings.Count(string(text), "\n"), fset, f})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// TestImports holds the directions in which the rooms may look. Test files may look anywhere.
func TestImports(t *testing.T) {
	for _, s := range sources(t) {
		if strings.HasSuffix(s.path, "_test.go") {
			continue
		}
		dir := path.Dir(s.path)
		if dir == "." {
			dir = ""
		}
		from := room(dir)
		for _, spec := range s.file.Imports {
			name, err := strconv.Unquote(spec.Path.Value)
			if err != nil {
				t.Fatal(err)
			}
			if slices.Contains(pure, from) && slices.Contains(impure, name) {
				t.Errorf("%s imports %s: %s is pure", s.path, name, from)
			}
			below, ours := strings.CutPrefix(name, module)
			if !ours {
				continue
			}
			if to := room(below); to != from && !slices.Contains(rooms[from], to) {
				t.Errorf("%s imports %s: %q may not import from %q", s.path, name, from, to)
			}
		}
	}
}

// TestSizes holds the sizes of the house: what is longer is two things.
func TestSizes(t *testing.T) {
	for _, s := range sources(t) {
		limit := 500
		if strings.HasSuffix(s.path, "_test.go") {
			limit = 800
		}
		if s.lines > limit {
			t.Errorf("%s has %d lines, over %d", s.path, s.lines, limit)
		}
		if limit == 800 {
			continue
		}
		for _, d := range s.file.Decls {
			f, ok := d.(*ast.FuncDecl)
			if !ok {
				continue
			}
			if n := s.fset.Position(f.End()).Line - s.fset.Position(f.Pos()).Line + 1; n > 60 {
				t.Errorf("%s: %s has %d lines, over 60", s.path, f.Name.Name, n)
			}
		}
	}
}

// TestReadme holds what the README shows to what the program does: the table of keys that it
// dispatches by, and a screen that a tape was played for.
func TestReadme(t *testing.T) {
	golden, err := os.ReadFile("vhs/dream.txt")
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	fresh := string(text)
	for _, part := range []struct{ from, to, want string }{
		{"<!-- keys: generated, see CONTRIBUTING -->\n", "<!-- end of keys -->", "\n" + keymap.Default().Markdown() + "\n"},
		{"<!-- parity: generated, see CONTRIBUTING -->\n", "<!-- end of parity -->", "\n" + cli.Parity() + "\n"},
		{"<!-- screen: generated, see CONTRIBUTING -->\n", "<!-- end of screen -->", "```text\n" + firstScreen(string(golden)) + "```\n"},
	} {
		before, rest, ok := strings.Cut(fresh, part.from)
		_, after, ended := strings.Cut(rest, part.to)
		if !ok || !ended {
			t.Fatalf("README.md has no marks %s ... %s", part.from, part.to)
		}
		fresh = before + part.from + part.want + part.to + after
	}
	if fresh == string(text) {
		return
	}
	if os.Getenv("UPDATE_README") == "" {
		t.Fatal("README.md does not show the program as it is; UPDATE_README=1 go test . writes its keys and its screen anew")
	}
	if err := os.WriteFile("README.md", []byte(fresh), 0o644); err != nil {
		t.Fatal(err)
	}
}

// firstScreen is the first screen of a tape's golden, with one row for each run of blank ones.
func firstScreen(golden string) string {
	_, rest, _ := strings.Cut(golden, "\n")
	screen, _, _ := strings.Cut(rest, "\n────")
	var b strings.Builder
	blank := false
	for row := range strings.Lines(screen + "\n") {
		empty := strings.Trim(row, " │\n") == ""
		if !empty || !blank {
			b.WriteString(row)
		}
		blank = empty
	}
	return b.String()
}
