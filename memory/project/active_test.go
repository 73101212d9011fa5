package project

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"

	"dreamgate/memory/pid"
	"dreamgate/model"
)

// TestOpenSessions: only a process that runs, and is the one that wrote the record, is at work.
func TestOpenSessions(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("processes are told apart otherwise")
	}
	dead := exec.Command("true")
	if err := dead.Run(); err != nil {
		t.Skip(err)
	}
	self := os.Getpid()
	start := pid.Ticks(self)
	space, _ := os.Readlink("/proc/self/ns/pid")
	for name, c := range map[string]struct {
		record string
		want   bool
	}{
		"alive":                  {fmt.Sprintf(`{"pid":%d,"sessionId":"s1","cwd":"APP","status":"busy","procStart":%q}`, self, start), true},
		"without a start":        {fmt.Sprintf(`{"pid":%d,"sessionId":"s1","cwd":"APP"}`, self), true},
		"in a subdirectory":      {fmt.Sprintf(`{"pid":%d,"sessionId":"s1","cwd":"APP/sub"}`, self), true},
		"same space":             {fmt.Sprintf(`{"pid":%d,"sessionId":"s1","cwd":"APP","pidDomain":"linux:0:%s"}`, self, space), true},
		"dead":                   {fmt.Sprintf(`{"pid":%d,"sessionId":"s1","cwd":"APP"}`, dead.Process.Pid), false},
		"a number used again":    {fmt.Sprintf(`{"pid":%d,"sessionId":"s1","cwd":"APP","procStart":"17"}`, self), runtime.GOOS != "linux"},
		"a start that is none":   {fmt.Sprintf(`{"pid":%d,"sessionId":"s1","cwd":"APP","procStart":"x"}`, self), runtime.GOOS != "linux"},
		"another's record":       {`{"pid":1,"sessionId":"s1","cwd":"APP"}`, false},
		"of a container":         {fmt.Sprintf(`{"pid":%d,"sessionId":"s1","cwd":"APP","pidDomain":"linux:0:pid:[1]"}`, self), runtime.GOOS != "linux"},
		"of another project":     {fmt.Sprintf(`{"pid":%d,"sessionId":"s1","cwd":"APP2"}`, self), false},
		"a group":                {`{"pid":0,"sessionId":"s1","cwd":"APP"}`, false},
		"everything":             {`{"pid":-1,"sessionId":"s1","cwd":"APP"}`, false},
		"no JSON":                {`{"pid":`, false},
		"a cwd that is relative": {fmt.Sprintf(`{"pid":%d,"sessionId":"s1","cwd":"app"}`, self), false},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t)
			app := w.path("app")
			w.mkdir(filepath.Join(app, "sub"))
			w.git(app, "init", "-q")
			w.kept(Slug(app), "s1")
			w.session(Slug(app), "s1", app, 1)
			named := self
			if _, err := fmt.Sscanf(c.record, `{"pid":%d`, &named); err != nil || name == "another's record" {
				named = self
			}
			w.write(w.path(".claude", "sessions", strconv.Itoa(named)+".json"), strings.ReplaceAll(c.record, "APP", filepath.ToSlash(app)))
			stores, err := w.library().Stores(t.Context())
			if err != nil || len(stores) != 1 || (len(stores[0].Open) == 1) != c.want {
				t.Errorf("%+v, %v; want %v", stores, err, c.want)
			}
		})
	}
}

// TestForeignProject: a path of another system is shown as the session has it, and is not said to be gone.
func TestForeignProject(t *testing.T) {
	for cwd, name := range map[string]string{`C:\Users\ann\shop`: "shop", `\\nas\work\shop\`: "shop", "D:/work/my shop": "my shop"} {
		w := newWorld(t)
		w.kept(Slug(cwd), "s1")
		w.session(Slug(cwd), "s1", cwd, 2)
		stores, err := w.library().Stores(t.Context())
		if err != nil || len(stores) != 1 {
			t.Fatalf("%s: %v, %v", cwd, stores, err)
		}
		if s := stores[0]; !slices.Equal(s.Projects, []string{cwd}) || s.Name != name || len(s.Gone)+len(s.Warnings) > 0 || s.Summary.Sessions != 1 {
			t.Errorf("%s: %+v", cwd, s)
		}
	}
	for _, path := range []string{"src/shop", "C:shop", "7:/shop", "", `a\b`} {
		if foreign(path) {
			t.Errorf("%q is no path of another system", path)
		}
	}
}

// TestGone: a store whose project is gone says so, with the places that something speaks for.
func TestGone(t *testing.T) {
	w := newWorld(t)
	old := w.path("src", "old")
	w.kept(Slug(old), "s1")
	w.session(Slug(old), "s1", old, 2)
	find := func() model.Store {
		t.Helper()
		stores, err := w.library().Stores(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range stores {
			if s.Slug == Slug(old) {
				return s
			}
		}
		t.Fatal("not listed")
		return model.Store{}
	}
	s := find()
	if !slices.Equal(s.Gone, []string{old}) || len(s.Warnings) != 1 || !strings.Contains(s.Warnings[0], "gone") {
		t.Errorf("%q, %q", s.Gone, s.Warnings)
	}
	moves := func() []model.Move { return w.library().Moves(t.Context(), find()) }
	w.mkdir(w.path("src", "other"))
	if m := moves(); len(m) != 0 {
		t.Errorf("a guess: %+v", m)
	}
	// A folder of the same name, and nothing else, is a candidate only if there is one.
	elsewhere, third := w.path("work", "old"), w.path("attic", "old")
	w.mkdir(elsewhere)
	w.mkdir(w.path("work", "x"))
	w.session(Slug(w.path("work", "x")), "sx", w.path("work", "x"), 3)
	if m := moves(); len(m) != 1 || m[0].Dir != elsewhere || !strings.Contains(m[0].Reason, "only folder of that name") {
		t.Errorf("of the same name: %+v", m)
	}
	w.mkdir(third)
	w.mkdir(w.path("attic", "x"))
	w.session(Slug(w.path("attic", "x")), "sy", w.path("attic", "x"), 3)
	if m := moves(); len(m) != 0 {
		t.Errorf("one of two of the same name: %+v", m)
	}
	// A commit that a session made is in one of them.
	w.write(filepath.Join(third, "x"), "x")
	w.git(third, "init", "-q")
	w.git(third, "add", "x")
	w.git(third, "commit", "-qm", "x")
	out, err := exec.Command("git", "-C", third, "rev-parse", "--short", "HEAD").Output()
	if err != nil {
		t.Fatal(err)
	}
	hash := strings.TrimSpace(string(out))
	w.write(w.path(".claude", "projects", Slug(old), "s2.jsonl"),
		`{"type":"user","cwd":"`+old+`","message":{"role":"user","content":[{"type":"tool_result","content":"[main `+hash+`] x\n 1 file changed"}]}}`+"\n")
	if m := moves(); len(m) != 1 || m[0].Dir != third || !strings.Contains(m[0].Reason, hash) {
		t.Errorf("by a commit: %+v", m)
	}
	// A session that went on in the new place.
	w.write(w.path(".claude", "projects", Slug(old), "s3.jsonl"),
		`{"type":"user","cwd":"`+old+`","message":{"role":"user","content":"hi"}}`+"\n"+`{"type":"user","cwd":"`+elsewhere+`","message":{"role":"user","content":"hi"}}`+"\n")
	if m := moves(); len(m) != 2 || m[1].Dir != elsewhere || !strings.Contains(m[1].Reason, "s3") {
		t.Errorf("by a session: %+v", m)
	}
}

// TestSharedSlugIsWarnedOf: both projects are named.
func TestSharedSlugIsWarnedOf(t *testing.T) {
	w := newWorld(t)
	a, b := w.path("my-app"), w.path("my_app")
	w.mkdir(a)
	w.mkdir(b)
	w.kept(Slug(a), "s1")
	w.session(Slug(a), "s1", a, 1)
	w.session(Slug(b), "s2", b, 2)
	stores, err := w.library().Stores(t.Context())
	if err != nil || len(stores) != 1 || len(stores[0].Warnings) != 1 {
		t.Fatalf("%+v, %v", stores, err)
	}
	if got := stores[0].Warnings[0]; !strings.Contains(got, a) || !strings.Contains(got, b) || len(stores[0].Gone) != 0 {
		t.Errorf("%q", got)
	}
}

// TestMoveToAPlaceOfAProjectsOwnChoice: not even a folder is made there before a yes.
func TestMoveToAPlaceOfAProjectsOwnChoice(t *testing.T) {
	w := newWorld(t)
	old, fresh, named := w.path("src", "old"), w.path("work", "fresh"), w.path("named")
	from := w.kept(Slug(old), "s1")
	w.mkdir(fresh)
	w.write(filepath.Join(fresh, ".claude", "settings.json"), `{"autoMemoryDirectory": "`+named+`"}`)
	lib := w.library()
	s, err := lib.Find(t.Context(), from)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := lib.Move(t.Context(), s, fresh); !errors.Is(err, ErrUntrusted) {
		t.Errorf("got %v", err)
	}
	if _, err := os.Lstat(named); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the folder was made: %v", err)
	}
}

// TestMove: the notes of a project that moved come as a proposal; the old place stays as it is, and
// nothing of the new one is overwritten.
func TestMove(t *testing.T) {
	w := newWorld(t)
	old, fresh := w.path("src", "old"), w.path("work", "fresh")
	from := w.kept(Slug(old), "s1")
	w.write(filepath.Join(from, "b.md"), "---\nname: b\ndescription: the second\ntype: user\n---\nold\n")
	w.session(Slug(old), "s1", old, 2)
	w.mkdir(fresh)
	lib := w.library()
	s, err := lib.Find(t.Context(), from)
	if err != nil {
		t.Fatal(err)
	}
	p, err := lib.Move(t.Context(), s, fresh)
	if err != nil {
		t.Fatal(err)
	}
	if p.Origin != model.OriginImport || p.Store.Dir != w.path(".claude", "projects", Slug(fresh), "memory") || len(p.Base) != 0 {
		t.Errorf("%+v", p.Store)
	}
	if len(p.Proposed) != 3 || string(p.Proposed["MEMORY.md"].Data) != "- [A](a.md)\n" {
		t.Errorf("%v", p.Proposed.Paths())
	}
	// Into a memory that has notes of its own, one of the same name.
	into := w.kept(Slug(fresh), "s9")
	w.write(filepath.Join(into, "a.md"), "another a\n")
	w.write(filepath.Join(into, "MEMORY.md"), "- [Mine](a.md)")
	p, err = lib.Move(t.Context(), s, fresh)
	if err != nil {
		t.Fatal(err)
	}
	if got := string(p.Proposed["MEMORY.md"].Data); !strings.HasPrefix(got, "- [Mine](a.md)\n- [A](a-from-old.md)\n") || !strings.Contains(got, "(b.md)") {
		t.Errorf("%q", got)
	}
	if string(p.Proposed["a.md"].Data) != "another a\n" || !strings.Contains(string(p.Proposed["a-from-old.md"].Data), "body") {
		t.Errorf("%v", p.Proposed.Paths())
	}
	for path, f := range p.Proposed {
		if path != "MEMORY.md" {
			w.write(filepath.Join(into, path), string(f.Data))
		}
	}
	w.write(filepath.Join(into, "MEMORY.md"), "x\n")
	if _, err := lib.Move(t.Context(), s, fresh); err == nil || !strings.Contains(err.Error(), "all of these notes") {
		t.Errorf("a second time: %v", err)
	}
	if _, err := lib.Move(t.Context(), s, from); err == nil {
		t.Error("onto itself")
	}
}

// TestSessionsAreCountedOnce: copies are one session, and dreams are none.
func TestSessionsAreCountedOnce(t *testing.T) {
	w := newWorld(t)
	app := w.path("app")
	w.git(w.home, "init", "-q", app)
	w.mkdir(filepath.Join(app, "sub"))
	w.kept(Slug(app), "s1")
	w.session(Slug(app), "s1", app, 1)
	w.session(Slug(app), "s2", app, 1)
	w.session(Slug(filepath.Join(app, "sub")), "s1", app, 1)
	w.write(w.path(".claude", "projects", Slug(app), "d1.jsonl"), `{"type":"user","entrypoint":"sdk-cli","cwd":"`+app+
		`","message":{"role":"user","content":"Dream: consolidate the memory directory."}}`+"\n")
	scratch := w.path("tmp", "dreamgate-scratch-1")
	w.session(Slug(scratch), "d2", scratch, 1)
	s, err := w.library().Find(t.Context(), app)
	if err != nil || s.Summary.Sessions != 2 || !slices.Equal(s.Projects, []string{app}) {
		t.Errorf("%d sessions of %q, %v", s.Summary.Sessions, s.Projects, err)
	}
}

// FuzzSlug: a slug is a plain name of bounded length, the same for the same path, and short paths of plain
// letters are told apart.
func FuzzSlug(f *testing.F) {
	for _, s := range []string{"/w/a.b", "/w/日本", "/😀", strings.Repeat("/x", 150), "\xff\xfe", ""} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, path string) {
		slug := Slug(path)
		if slug != Slug(path) || len(slug) > maxSlug+8 {
			t.Errorf("%q: %q", path, slug)
		}
		for _, r := range slug {
			if r != '-' && (r < '0' || r > '9') && (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') {
				t.Fatalf("%q: %q", path, slug)
			}
		}
		if plain := strings.Trim(path, "abcdefghijklmnopqrstuvwxyz0123456789") == ""; plain && len(path) <= maxSlug && slug != path {
			t.Errorf("%q: %q", path, slug)
		}
	})
}
