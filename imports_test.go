package main

import (
	"go/ast"
	"os/exec"
	"path"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// libraries says which third-party packages the rooms may import, by the longest prefix of a
// folder; a name that ends in / means all below it. Folders without an entry of their own take
// none. The screen and the commands are free in this.
var libraries = map[string][]string{
	"model":                  {"gopkg.in/yaml.v3", "github.com/yuin/goldmark/", "golang.org/x/text/unicode/norm"},
	"diffview":               {"github.com/charmbracelet/lipgloss/", "github.com/charmbracelet/x/ansi/"},
	"diffview/hunk":          {"github.com/sergi/go-diff/"},
	"memory":                 {"golang.org/x/sys/", "github.com/fsnotify/fsnotify/"},
	"memory/secret/rules":    {"github.com/zricethezav/gitleaks/v8/"}, // a module of its own, and no part of the program
	"dream":                  {"golang.org/x/sys/"},
	"dream/engine/anthropic": {"github.com/anthropics/anthropic-sdk-go/"},
	"dream/engine/openai":    {"github.com/sashabaranov/go-openai/"},
	"keymap":                 {"gopkg.in/yaml.v3"},
	"ui/term":                {"github.com/charmbracelet/lipgloss"},
	"ui":                     {""},
	"":                       {""},
}

// TestLibraries keeps every library in the room that it was chosen for. ui/term above all: it must
// be initialised before bubbletea, and any import that itself leads there undoes that.
func TestLibraries(t *testing.T) {
	used := map[string]bool{}
	for _, s := range sources(t) {
		if strings.HasSuffix(s.path, "_test.go") {
			continue
		}
		in := longest(libraries, path.Dir(s.path))
		for _, spec := range s.file.Imports {
			name, err := strconv.Unquote(spec.Path.Value)
			if err != nil {
				t.Fatal(err)
			}
			if first, _, _ := strings.Cut(name, "/"); !strings.Contains(first, ".") {
				continue // of the standard library, or ours
			}
			at := slices.IndexFunc(libraries[in], func(lib string) bool {
				return name == lib || lib == "" || strings.HasSuffix(lib, "/") && strings.HasPrefix(name+"/", lib)
			})
			if at < 0 {
				t.Errorf("%s imports %s: this room does without that library", s.path, name)
				continue
			}
			used[in+" "+libraries[in][at]] = true
		}
	}
	for in, allowed := range libraries {
		for _, lib := range allowed {
			if !used[in+" "+lib] {
				t.Errorf("%s may import %s and does not: take it off the list", in, lib)
			}
		}
	}
}

// network are the packages that may reach net/http, through whatever libraries: the engines that ask a
// service, what stands for one in their tests, and the program that is built of all. Every other room reads
// notes or sessions and has no way to send them anywhere.
var network = []string{"dreamgate", "dreamgate/dream/engine/anthropic", "dreamgate/dream/engine/claude",
	"dreamgate/dream/engine/openai", "dreamgate/dream/engine/talk", "dreamgate/dream/engine/talk/talktest"}

func TestNetwork(t *testing.T) {
	if testing.Short() {
		t.Skip("asks the go command for all that is imported")
	}
	out, err := exec.Command("go", "list", "-deps", "-f", `{{.ImportPath}} {{join .Imports " "}}`, "./...").Output()
	if err != nil {
		t.Fatalf("list what is imported: %v", err)
	}
	imports := map[string][]string{}
	for line := range strings.Lines(string(out)) {
		words := strings.Fields(line)
		imports[words[0]] = words[1:]
	}
	reaches := map[string]bool{"net/http": true}
	var look func(pkg string) bool
	look = func(pkg string) bool {
		if known, ok := reaches[pkg]; ok {
			return known
		}
		reaches[pkg] = false
		reaches[pkg] = slices.ContainsFunc(imports[pkg], look)
		return reaches[pkg]
	}
	for pkg := range imports {
		ours := pkg == strings.TrimSuffix(module, "/") || strings.HasPrefix(pkg, module)
		if ours && look(pkg) && !slices.Contains(network, pkg) {
			t.Errorf("%s reaches net/http: only engines may", pkg)
		}
	}
	for _, pkg := range network[1:] {
		if !look(pkg) {
			t.Errorf("%s does not reach net/http and need not be allowed to", pkg)
		}
	}
}

// longest returns the key that is the longest folder around dir.
func longest(of map[string][]string, dir string) string {
	best := ""
	for key := range of {
		if (dir == key || strings.HasPrefix(dir, key+"/")) && len(key) > len(best) {
			best = key
		}
	}
	return best
}

// TestTermComesFirst: Go initialises packages in the order of their paths, and ui/term has to run
// before bubbletea asks the terminal for its colours and waits for an answer.
func TestTermComesFirst(t *testing.T) {
	if module >= "github.com/charmbracelet/" {
		t.Errorf("the module path %q sorts behind github.com/charmbracelet", module)
	}
	for _, s := range sources(t) {
		if path.Dir(s.path) != "ui/term" || strings.HasSuffix(s.path, "_test.go") {
			continue
		}
		for _, spec := range s.file.Imports {
			if strings.HasPrefix(strings.Trim(spec.Path.Value, `"`), module) {
				t.Errorf("%s imports %s: what that imports would be initialised first", s.path, spec.Path.Value)
			}
		}
	}
}

// TestOnlyMainBuildsTheCommands, and every folder is in a room.
func TestOnlyMainBuildsTheCommands(t *testing.T) {
	for _, s := range sources(t) {
		dir := path.Dir(s.path)
		top, _, _ := strings.Cut(dir, "/")
		if _, known := rooms[top]; !known && top != "." && !strings.HasPrefix(top, "_") {
			t.Errorf("%s lies in no room of the house", s.path)
		}
		for _, spec := range s.file.Imports {
			if spec.Path.Value == strconv.Quote(module+"ui/cli") && dir != "." && top != "vhs" && dir != "ui/cli" {
				t.Errorf("%s imports the commands: only main does", s.path)
			}
		}
	}
}

// TestPureRoomsHaveNoClock: what a rule of memory says depends on the time that it is given.
func TestPureRoomsHaveNoClock(t *testing.T) {
	clock := []string{"Now", "Since", "Until", "Sleep", "After", "AfterFunc", "NewTimer", "NewTicker", "Tick"}
	for _, s := range sources(t) {
		if strings.HasSuffix(s.path, "_test.go") || !slices.Contains(pure, room(path.Dir(s.path))) {
			continue
		}
		ast.Inspect(s.file, func(n ast.Node) bool {
			sel, ok := n.(*ast.SelectorExpr)
			if !ok {
				return true
			}
			if pkg, ok := sel.X.(*ast.Ident); ok && pkg.Name == "time" && slices.Contains(clock, sel.Sel.Name) {
				t.Errorf("%s uses time.%s: the time is a parameter here", s.path, sel.Sel.Name)
			}
			return true
		})
	}
}
