package audit

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"dreamgate/model"
)

var listFindings = flag.Bool("list", false, "print the findings of the judged memories that testdata/judged.txt does not have")

// judged is a finding on one of the memories of testdata/judged as a person has judged it.
type judged struct{ memory, finding, verdict, why string }

// TestJudged holds the audit to what a person said of each finding on ten memories: what is new must be
// judged first, and what was judged false must be gone.
func TestJudged(t *testing.T) {
	want := map[string]judged{}
	for _, j := range readJudged(t) {
		key := j.memory + " " + j.finding
		if _, twice := want[key]; twice {
			t.Errorf("judged twice: %s", key)
		}
		want[key] = j
		if j.why == "" || j.verdict != "true" && j.verdict != "false" {
			t.Errorf("no verdict, or no reason: %s", key)
		}
	}
	dirs, err := filepath.Glob(filepath.Join("testdata", "judged", "*"))
	if err != nil || len(dirs) != 10 {
		t.Fatalf("%d memories, %v", len(dirs), err)
	}
	for _, dir := range dirs {
		_, _, found := Tree(treeOf(t, dir), noon)
		for _, f := range found {
			key := fmt.Sprintf("%s %s %s %s:%d | %s", filepath.Base(dir), f.Severity, f.Rule, f.Path, f.Line, f.Message)
			j, ok := want[key]
			switch {
			case *listFindings && !ok:
				fmt.Println(key)
			case !ok:
				t.Errorf("nobody has judged: %s", key)
			case j.verdict == "false":
				t.Errorf("it is false, and reported all the same: %s (%s)", key, j.why)
			}
			j.verdict = ""
			want[key] = j
		}
	}
	for key, j := range want {
		if j.verdict == "true" {
			t.Errorf("it is true, and not reported any more: %s", key)
		}
	}
}

// readJudged reads a file of paragraphs: a finding, and below it "true: why" or "false: why".
func readJudged(t *testing.T) (all []judged) {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("testdata", "judged.txt"))
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(data)) {
		line = strings.TrimSuffix(line, "\n")
		switch verdict, indented := strings.CutPrefix(line, "    "); {
		case line == "" || strings.HasPrefix(line, "#"):
		case indented && len(all) > 0:
			last := &all[len(all)-1]
			last.verdict, last.why, _ = strings.Cut(verdict, ": ")
		default:
			memory, finding, _ := strings.Cut(line, " ")
			all = append(all, judged{memory: memory, finding: finding})
		}
	}
	return all
}

// treeOf reads a folder.
func treeOf(t *testing.T, dir string) model.Tree {
	t.Helper()
	tree := model.Tree{}
	var walk func(at string)
	walk = func(at string) {
		entries, err := os.ReadDir(filepath.Join(dir, at))
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range entries {
			p := filepath.ToSlash(filepath.Join(at, e.Name()))
			if e.IsDir() {
				walk(p)
				continue
			}
			data, err := os.ReadFile(filepath.Join(dir, p))
			if err != nil {
				t.Fatal(err)
			}
			tree[p] = model.File{Mode: 0o600, Data: data, Links: 1}
		}
	}
	walk(".")
	return tree
}
