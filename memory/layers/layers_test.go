package layers

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"dreamgate/memory/transcript"
	"dreamgate/model"
	"dreamgate/model/audit"
)

var noon = time.Date(2026, 11, 29, 12, 0, 0, 0, time.UTC)

// lay writes files below a folder and returns it.
func lay(t *testing.T, files map[string]string) string {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range files {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// source is a memory whose project is src/shop below a home directory.
func source(dir string, tree model.Tree) Source {
	m := model.Memory{Tree: tree}
	m.Store.Projects = []string{filepath.Join(dir, "src", "shop")}
	m.Store.Dir = filepath.Join(dir, "memory")
	m.Notes, m.Index, m.Findings = audit.Tree(tree, noon)
	return Source{Memory: m, Config: filepath.Join(dir, ".claude"), Home: dir, Kept: 30, Now: noon}
}

func layers(t *testing.T, s Source) model.Layers {
	t.Helper()
	l, err := Read(t.Context(), s)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

func TestInjected(t *testing.T) {
	dir := lay(t, map[string]string{
		".claude/CLAUDE.md":               "Speak plainly.\n",
		".claude/rules/tone.md":           "No exclamation marks.\n",
		"src/CLAUDE.md":                   "All projects use tabs.\n",
		"src/shop/CLAUDE.md":              "See @docs/style.md and `@docs/secret.md`, mail a@docs/style.md.\n```\n@docs/secret.md\n```\nAnd @~/own.md, @nothing.md.\n",
		"src/shop/docs/style.md":          "Short lines. @deep.md\n",
		"src/shop/docs/deep.md":           "@style.md goes round\n",
		"src/shop/docs/secret.md":         "never imported\n",
		"src/shop/CLAUDE.local.md":        "My port is 8080.\n",
		"src/shop/.claude/rules/go.md":    "---\npaths: [\"**/*.go\"]\n---\nUse gofmt.\n",
		"src/shop/.claude/rules/a/all.md": "Be kind.\n",
		"own.md":                          "Mine.\n",
	})
	if err := os.Symlink("CLAUDE.md", filepath.Join(dir, "src/shop/AGENTS.md")); err != nil {
		t.Fatal(err)
	}
	got := layers(t, source(dir, model.Tree{model.IndexName: {Data: []byte("- [A](a.md)\n")}})).Injected
	var list []string
	sum := 0
	for _, f := range got.Files {
		rel, _ := filepath.Rel(dir, f.Path)
		list = append(list, f.Kind+" "+filepath.ToSlash(rel))
		if !f.Some {
			sum += f.Tokens
		}
		if f.Bytes == 0 || f.Lines == 0 || f.Tokens == 0 {
			t.Errorf("%+v", f)
		}
	}
	want := []string{
		"user .claude/CLAUDE.md", "rule .claude/rules/tone.md", "project src/CLAUDE.md", "project src/shop/CLAUDE.md",
		"imported src/shop/docs/style.md", "imported src/shop/docs/deep.md", "imported own.md",
		"rule src/shop/.claude/rules/a/all.md", "rule src/shop/.claude/rules/go.md", "local src/shop/CLAUDE.local.md", "index memory/MEMORY.md",
	}
	if !slices.Equal(list, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(list, "\n"), strings.Join(want, "\n"))
	}
	if sum != got.Tokens || !got.Files[8].Some || got.Files[7].Some {
		t.Errorf("%d of %d tokens, %+v", sum, got.Tokens, got.Files)
	}
}

func TestIndexAsLoaded(t *testing.T) {
	text := strings.Repeat("- a line\n", 195) + "- [B](b.md)\n" + strings.Repeat("- [A](a.md)\n", 20)
	got := layers(t, source(lay(t, nil), model.Tree{model.IndexName: {Data: []byte(text)}})).Injected
	ix := got.Files[len(got.Files)-1]
	if ix.Lines != 200 || got.Cut != 16 || got.Left != 16 || ix.Tokens != got.Tokens {
		t.Errorf("%+v", got)
	}
}

// wiki is a folder of pages that sum up two files, and one that does not belong to them.
func wiki() map[string]string {
	return map[string]string{
		"src/shop/raw/a.txt":              strings.Repeat("a", 100),
		"src/shop/raw/b.txt":              strings.Repeat("b", 100),
		"src/shop/docs/wiki/index.md":     "[Orders](orders.md) [[carts]]\n" + strings.Repeat("x", 200),
		"src/shop/docs/wiki/orders.md":    "---\nsource: raw/a.txt\n---\n## Sources\n- [the raw text](../../raw/b.txt)\n",
		"src/shop/docs/wiki/carts.md":     "---\nsources:\n  - \"raw/a.txt\"\n  - gone.txt\n---\nSee [orders](orders.md#x)\n",
		"src/shop/docs/wiki/sub/deep.md":  "---\nsources: [../../../raw/b.txt]\n---\n[up](../index.md)\n",
		"src/shop/notes/one.md":           "alone\n",
		"src/shop/notes/two.md":           "alone\n",
		"src/shop/notes/three.md":         "alone\n",
		"src/shop/node_modules/x/a.md":    "[b](b.md)\n",
		"src/shop/node_modules/x/b.md":    "[a](a.md)\n",
		"src/shop/node_modules/x/c.md":    "[a](a.md)\n",
		"src/shop/.hidden/a.md":           "[a](b.md)\n",
		"src/shop/README.md":              "[docs](docs/wiki/index.md)\n",
		"src/shop/docs/wiki/outside.md":   "[far](../../../../../../../etc/hostname) [index](index.md)\n",
		"src/shop/docs/wiki/not-a-page.x": "x",
		"src/shop/docs/wiki/unlinked.md":  "nobody links here\n",
		"src/shop/docs/guide.md":          "stands above the pages\n",
	}
}

func TestPages(t *testing.T) {
	dir := lay(t, wiki())
	s := source(dir, model.Tree{})
	s.Memory.Store.Transcripts = []string{lay(t, map[string]string{"s1.jsonl": "{}\n"})}
	s.Read = func(_ context.Context, files []transcript.File, paths []string) (map[string]bool, error) {
		if len(files) != 1 || len(paths) != 6 {
			return nil, fmt.Errorf("%d files, %q", len(files), paths)
		}
		return map[string]bool{filepath.Join(dir, "src/shop/docs/wiki/index.md"): true}, nil
	}
	l := layers(t, s)
	if len(l.Pages) != 1 || len(l.Remarks) != 0 {
		t.Fatalf("%+v %q", l.Pages, l.Remarks)
	}
	want := model.PageFolder{Dir: "docs/wiki", Pages: 6, Bytes: l.Pages[0].Bytes, Citing: 3, Sources: 2, SourceBytes: 200, ReadKnown: true, Never: 5}
	if !reflect.DeepEqual(l.Pages[0], want) || want.Bytes < 300 {
		t.Errorf("%+v", l.Pages[0])
	}
	if len(l.Findings) != 1 || !strings.Contains(l.Findings[0].Message, "times as large as the 2 files that they sum up") {
		t.Errorf("%+v", l.Findings)
	}
}

// TestPagesWithoutSources: what is written by hand sums up nothing, and has nothing to be larger than.
func TestPagesWithoutSources(t *testing.T) {
	files := wiki()
	for _, name := range []string{"orders", "carts", "sub/deep"} {
		files["src/shop/docs/wiki/"+name+".md"] = "[index](/docs/wiki/index.md) [[index]]\n"
	}
	for _, name := range []string{"orders", "carts", "index"} {
		files["src/shop/docs/wiki/"+name+".md"] += "[code](../../raw/a.txt)\n"
	}
	files["src/shop/docs/wiki/orders.md"] += "Source: [data](../../raw/a.txt)\n"
	l := layers(t, source(lay(t, files), model.Tree{}))
	if len(l.Pages) != 1 || l.Pages[0].Citing != 1 || len(l.Findings) != 0 {
		t.Errorf("%+v %+v", l.Pages, l.Findings)
	}
}

func TestSessions(t *testing.T) {
	dir := lay(t, map[string]string{"s1.jsonl": "{}\n", "s2.jsonl": "{}\n", "s2/subagents/agent-1.jsonl": "{}\n", "s3.jsonl": "{}\n"})
	for name, days := range map[string]int{"s1": 27, "s2": 40, "s3": 1} {
		at := noon.AddDate(0, 0, -days)
		if err := os.Chtimes(filepath.Join(dir, name+".jsonl"), at, at); err != nil {
			t.Fatal(err)
		}
	}
	s := source(lay(t, nil), model.Tree{})
	s.Memory.Store.Transcripts = []string{dir}
	s.Memory.Badges = map[string]model.Badges{"a.md": {Evidence: model.EvidenceBadge{State: model.EvidenceGoing}}, "b.md": {}}
	got := layers(t, s).Transcripts
	if got.Sessions != 3 || got.Bytes != 12 || got.Soon != 2 || got.NextDays != 0 || got.Evidence != 1 || got.Kept != 30 ||
		!got.Oldest.Equal(noon.AddDate(0, 0, -40)) || !got.Newest.Equal(noon.AddDate(0, 0, -1)) {
		t.Errorf("%+v", got)
	}
	s.Kept = 0
	if got := layers(t, s).Transcripts; got.Soon != 0 || got.Kept != 0 {
		t.Errorf("nothing is swept: %+v", got)
	}
}

func TestNotes(t *testing.T) {
	s := source(lay(t, nil), model.Tree{"a.md": {Data: []byte("---\ntype: user\n---\nx\n")}, "b.md": {Data: []byte("x\n")}, "c.md": {Data: []byte("x\n")}})
	s.Memory.Badges = map[string]model.Badges{
		"a.md": {Use: model.Use{Known: true}, Reality: model.Reality{Known: true, Claims: []model.RealityClaim{{State: model.RealityGone}}}},
		"b.md": {Use: model.Use{Known: true, Reads: 2}, Reality: model.Reality{Known: true, Claims: []model.RealityClaim{{State: model.RealityUnknown}}}},
	}
	got := layers(t, s).Notes
	want := model.NoteLayer{Count: 3, Bytes: 25, Types: map[string]int{"user": 1, "": 2}, UseKnown: 2, Never: 1, RealityKnown: 1, Gone: 1}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%+v", got)
	}
}
