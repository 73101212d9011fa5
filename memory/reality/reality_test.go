package reality_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"dreamgate/memory/reality"
	"dreamgate/model"
	"dreamgate/model/note"
)

// memoryOf is a memory of one note about some projects.
func memoryOf(text string, projects ...string) model.Memory {
	f := model.File{Mode: 0o600, Data: []byte(text), Links: 1}
	return model.Memory{
		Store: model.Store{Projects: projects}, Tree: model.Tree{"a.md": f, "b.md": f},
		Notes: []model.Note{note.Parse("a.md", f)},
	}
}

// states are what is said of the note's claims.
func states(t *testing.T, m model.Memory) string {
	t.Helper()
	var out []string
	for _, c := range reality.Look(t.Context(), m)["a.md"].Claims {
		out = append(out, c.Token+" "+c.State)
	}
	return strings.Join(out, "; ")
}

func TestLook(t *testing.T) {
	r := newRepo(t, 1)
	r.write("src/a.ts", "a\n")
	r.write("src/b.ts", strings.Repeat("the same line\n", 20))
	r.write("src/keep.ts", "keep\n")
	r.write("src/local.json", "{}\n")
	r.write("docs/with space.md", "x\n")
	r.commit("start")
	r.remove("src/a.ts")
	r.git("mv", "src/b.ts", "src/moved.ts")
	r.git("rm", "-q", "--cached", "src/local.json")
	r.write(".gitignore", "local.json\n")
	r.commit("go")
	r.write("src/fresh.ts", "untracked\n")
	r.write("node_modules/x/index.js", "x\n")

	m := memoryOf("See `src/a.ts`, `src/b.ts`.\n\nSee `src/keep.ts`; see `fresh.ts`.\n\nSee `src/local.json` and `src/none.ts`. See `b.md`.", r.dir)
	want := "src/a.ts gone; src/b.ts gone; src/keep.ts holds; fresh.ts holds; src/local.json holds; src/none.ts unknown"
	if got := states(t, m); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	claims := reality.Look(t.Context(), m)["a.md"].Claims
	head := strings.TrimSpace(r.git("rev-parse", "HEAD"))
	if c := claims[1]; c.Commit != head || !c.At.Equal(r.at) || !strings.Contains(c.Reason, "moved to src/moved.ts") {
		t.Errorf("%+v", c)
	}
	// A hook or an alias leaves variables that point to another repository.
	t.Setenv("GIT_DIR", t.TempDir())
	if got := states(t, m); got != want {
		t.Errorf("with GIT_DIR: %s", got)
	}
	os.Unsetenv("GIT_DIR")
	// A session may have been started below the top, and another in a folder that is gone.
	m.Store.Projects = []string{filepath.Join(r.dir, "src"), filepath.Join(r.dir, "never")}
	if got := states(t, m); got != want {
		t.Errorf("below: %s", got)
	}
}

func TestLookWithoutProject(t *testing.T) {
	if got := reality.Look(t.Context(), memoryOf("See `src/a.ts`.")); got != nil {
		t.Errorf("no project: %+v", got)
	}
	if got := reality.Look(t.Context(), memoryOf("See `src/a.ts`.", filepath.Join(t.TempDir(), "gone"))); got != nil {
		t.Errorf("a project that is gone: %+v", got)
	}
}

// TestLookWithoutGit: what is there holds, and nothing can be called gone.
func TestLookWithoutGit(t *testing.T) {
	dir, outside := t.TempDir(), t.TempDir()
	t.Setenv("GIT_CEILING_DIRECTORIES", filepath.Dir(dir))
	for _, f := range []string{filepath.Join(dir, "src", "a.ts"), filepath.Join(outside, "secret.ts")} {
		if err := os.MkdirAll(filepath.Dir(f), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(f, nil, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink(outside, filepath.Join(dir, "out")); err != nil {
		t.Skip(err)
	}
	got := states(t, memoryOf("See `src/a.ts`. See `src/b.ts`. See `out/secret.ts`.", dir))
	if want := "src/a.ts holds; src/b.ts unknown; out/secret.ts unknown"; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

// BenchmarkHuge looks through 100,000 files and a history that lost half as many.
func BenchmarkHuge(b *testing.B) {
	r := newRepo(b, 1)
	var add, drop strings.Builder
	add.WriteString("commit refs/heads/main\ncommitter d <d@example.invalid> 1700000000 +0000\ndata 1\nx\n")
	drop.WriteString("commit refs/heads/main\ncommitter d <d@example.invalid> 1700100000 +0000\ndata 1\nx\n")
	for i := range 150_000 {
		name := fmt.Sprintf("src/d%03d/e%02d/file%06d.ts", i%300, i%17, i)
		fmt.Fprintf(&add, "M 100644 inline %s\ndata 8\n%07d\n\n", name, i)
		if i%3 == 0 {
			fmt.Fprintf(&drop, "D %s\n", name)
		}
	}
	file := filepath.Join(b.TempDir(), "stream")
	if err := os.WriteFile(file, []byte(add.String()+drop.String()), 0o600); err != nil {
		b.Fatal(err)
	}
	r.importFrom(file)
	r.git("read-tree", "main")
	text := ""
	for i := range 400 {
		text += fmt.Sprintf("See `e%02d/file%06d.ts`.\n\n", i%17, i)
	}
	m := memoryOf(text, r.dir)
	b.ReportAllocs()
	for b.Loop() {
		reality.Look(b.Context(), m)
	}
}

// TestCancel ends at once.
func TestCancel(t *testing.T) {
	r := newRepo(t, 1)
	r.write("src/a.ts", "a\n")
	r.commit("start")
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	from := time.Now()
	reality.Look(ctx, memoryOf("See `src/a.ts`.", r.dir))
	if d := time.Since(from); d > 3*time.Second {
		t.Errorf("it took %v", d)
	}
}
