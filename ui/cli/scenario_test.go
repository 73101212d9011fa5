package cli

import (
	"context"
	"encoding/base64"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"dreamgate/model"
	"dreamgate/ui/cli/sample"
)

// hunksOf lists the hunks of an output by path.
func hunksOf(c checkJSON) (out []hunkOf) {
	for _, f := range c.Files {
		for _, h := range f.Hunks {
			out = append(out, hunkOf{f.Path, h})
		}
	}
	return out
}

type hunkOf struct {
	path string
	hunkJSON
}

// TestWholePath goes from the audit to the commit, as a script does.
func TestWholePath(t *testing.T) {
	w := world(t)
	before := want(t, 3, "audit", "--memory", w.Shop)
	if !strings.Contains(before, "old-ci.md") || !strings.Contains(before, "release-freeze.md") {
		t.Fatalf("the audit names neither the dangling line nor the orphan:\n%s", before)
	}
	run := parsed[dreamJSON](t, 0, "dream", "--memory", w.Shop, "--json")
	if run.State != model.RunReady || run.Proposal == "" || len(run.Files) == 0 {
		t.Fatalf("the dream left no proposal: %+v", run.runJSON)
	}
	if out := want(t, 3, "review", "list"); !strings.Contains(out, run.Proposal) {
		t.Errorf("review list does not name %s:\n%s", run.Proposal, out)
	}
	shown := parsed[reviewJSON](t, 3, "review", "show", "--json")
	var redis string
	for _, h := range hunksOf(shown.checkJSON) {
		if h.Decision != "undecided" {
			t.Errorf("hunk %s of %s is %s at first", h.ID, h.path, h.Decision)
		}
		if h.path == "testing.md" && strings.Contains(strings.Join(h.Removed, ""), "Redis") {
			redis = h.ID
			if len(h.Citations) == 0 || h.Citations[0].Verdict != model.Supported {
				t.Errorf("the correction is not borne out: %+v", h.Citations)
			}
		}
	}
	if redis == "" {
		t.Fatalf("nothing was made of \u201cRedis is gone\u201d:\n%s", want(t, 3, "review", "show"))
	}
	want(t, 0, "review", "accept", "--all")
	want(t, 0, "review", "reject", run.Proposal, "--id", redis)
	if out := want(t, 0, "review", "apply", "-m", "Tidy the memory"); !strings.Contains(out, "committed ") {
		t.Fatalf("apply says nothing of a commit:\n%s", out)
	}
	log := git(t, w.Shop, "log", "-p", "-1")
	if !strings.Contains(log, "Tidy the memory") || !strings.Contains(log, "-- [Old CI](old-ci.md)") || strings.Contains(log, "-The suite needs") {
		t.Errorf("the commit is not what was accepted:\n%s", log)
	}
	if out := want(t, 0, "review", "list"); !strings.Contains(out, "no proposal") {
		t.Errorf("the proposal still waits:\n%s", out)
	}
	if after := want(t, 3, "audit", "--memory", w.Shop); strings.Contains(after, "old-ci.md") || strings.Contains(after, "release-freeze.md") {
		t.Errorf("the audit still finds what was mended:\n%s", after)
	}
}

// tree lists the files below a directory with their bytes.
func tree(t *testing.T, dir string) map[string]string {
	t.Helper()
	out := map[string]string{}
	err := filepath.WalkDir(dir, func(p string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() && d.Name() == ".git" {
			if d != nil && d.IsDir() && err == nil {
				return filepath.SkipDir
			}
			return err
		}
		rel, _ := filepath.Rel(dir, p)
		if d.Type().IsRegular() {
			out[rel] = read(t, p)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func same(t *testing.T, what string, want, got map[string]string) {
	t.Helper()
	for p, text := range want {
		if other, ok := got[p]; !ok {
			t.Errorf("%s: %s is gone", what, p)
		} else if other != text {
			t.Errorf("%s: %s changed", what, p)
		}
	}
	for p := range got {
		if _, ok := want[p]; !ok {
			t.Errorf("%s: %s is new", what, p)
		}
	}
}

// TestDemo holds what the sample shows, and that it stays in its folder.
func TestDemo(t *testing.T) {
	machine := bare(t)
	write(t, machine, map[string]string{".gitconfig": "[user]\nname = not this one\n"})
	outside := tree(t, machine)
	dir := filepath.Join(t.TempDir(), "sample")
	for name := range (sample.World{}).Env() {
		t.Setenv(name, os.Getenv(name)) // so that what the demo sets is undone
	}
	if r := call(t, true, "demo", "--dir", dir); r.code != 0 || len(r.screens) != 1 || !strings.Contains(r.out, "log -p") {
		t.Fatalf("demo: exit %d, %v\n%s%s", r.code, r.screens, r.out, r.err)
	}
	same(t, "the machine", outside, tree(t, machine))
	shown := parsed[reviewJSON](t, 3, "review", "show", "--json")
	if shown.Store != "shop" {
		t.Fatalf("the proposal is for %q", shown.Store)
	}
	for _, h := range hunksOf(shown.checkJSON) {
		added := strings.Join(h.Added, "")
		switch {
		case strings.Contains(added, "late Jan 2026"):
			if len(h.Flags) == 0 || !strings.Contains(h.Flags[0].Token, "Jan 2026") || h.Flags[0].Kind != "unsourced" {
				t.Errorf("the invented date is not flagged: %+v", h.Flags)
			}
		case strings.Contains(added, "pnpm test"):
			if len(h.Flags) != 0 {
				t.Errorf("the good correction in %s is flagged: %+v", h.path, h.Flags)
			}
		}
	}
	want(t, 0, "review", "accept", "--clean")
	want(t, 0, "review", "apply")
	log := git(t, filepath.Join(shownPath(t)), "log", "-p", "-1")
	if strings.Contains(log, "late Jan 2026") || !strings.Contains(log, "+Run the tests with `pnpm test`") {
		t.Errorf("the commit is not what was accepted:\n%s", log)
	}
}

// shownPath is the directory of the sample's shop, asked of the program.
func shownPath(t *testing.T) string {
	t.Helper()
	got := parsed[struct{ Stores []storeJSON }](t, 0, "projects", "--json")
	for _, s := range got.Stores {
		if s.Name == "shop" {
			return s.Path
		}
	}
	t.Fatal("no shop")
	return ""
}

// TestCancel interrupts a dream: nothing of it is left, and the books stay.
func TestCancel(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("needs a shell")
	}
	w := world(t)
	before := tree(t, w.Shop)
	gates := parsed[gatesJSON](t, 0, "gates", "--memory", w.Shop, "--json")
	ctx, cancel := context.WithCancel(t.Context())
	started := filepath.Join(t.TempDir(), "started")
	go func() {
		for {
			if _, err := os.Stat(started); err == nil {
				cancel()
				return
			}
			time.Sleep(10 * time.Millisecond)
		}
	}()
	r := callWithin(ctx, t, false, "dream", "--memory", w.Shop, "--engine", "command", "--",
		"/bin/sh", "-c", "echo changed >> memory/testing.md; : > "+started+"; exec sleep 60")
	if r.code != 130 || r.err != "dreamgate: cancelled; nothing was changed\n" {
		t.Errorf("exit %d\n%s%s", r.code, r.out, r.err)
	}
	same(t, "the memory", before, tree(t, w.Shop))
	after := parsed[gatesJSON](t, 0, "gates", "--memory", w.Shop, "--json")
	if (gates.LastRun == nil) != (after.LastRun == nil) {
		t.Errorf("the last run moved from %v to %v", gates.LastRun, after.LastRun)
	}
	left, err := os.ReadDir(filepath.Join(w.Dir, "tmp"))
	if err != nil || len(left) > 0 {
		t.Errorf("left in the temporary folder: %v %v", left, err)
	}
}

// TestApplyToCopy holds the stateless apply: the bytes, the ids of check, what is said of flags.
func TestApplyToCopy(t *testing.T) {
	bare(t)
	base := write(t, t.TempDir(), map[string]string{"MEMORY.md": "- [A](a.md) x\n", "a.md": "one\ntwo\nthree\nfour\n", "gone.md": "text\n"})
	proposed := write(t, t.TempDir(), map[string]string{"MEMORY.md": "- [A](a.md) x\n", "a.md": "one!\ntwo\nthree\nfour in 1987\n", "new.md": "new\n"})
	checked := parsed[checkJSON](t, 3, "check", "--json", "--base", base, "--proposed", proposed)
	ids := map[string]string{}
	for _, h := range hunksOf(checked) {
		ids[h.path+" "+strings.Join(h.Added, "")] = h.ID
	}
	pair := []string{"review", "apply", "--base", base, "--proposed", proposed, "--out"}
	for _, c := range []struct {
		name string
		args []string
		want map[string]string
	}{
		{"none", nil, tree(t, base)},
		{"all", []string{"--accept-all"}, tree(t, proposed)},
		{"one", []string{"--accept", ids["a.md one!\n"]}, map[string]string{"MEMORY.md": "- [A](a.md) x\n", "a.md": "one!\ntwo\nthree\nfour\n", "gone.md": "text\n"}},
		{"new file", []string{"--accept", ids["new.md new\n"]}, map[string]string{"MEMORY.md": "- [A](a.md) x\n", "a.md": "one\ntwo\nthree\nfour\n", "gone.md": "text\n", "new.md": "new\n"}},
	} {
		out := filepath.Join(t.TempDir(), "out")
		said := want(t, 0, append(append(pair, out), c.args...)...)
		same(t, c.name, c.want, tree(t, out))
		if flagged := strings.Contains(said, "1987"); flagged != (c.name == "all") {
			t.Errorf("%s: the flagged claim is named: %v\n%s", c.name, flagged, said)
		}
	}
	out := filepath.Join(t.TempDir(), "out")
	want(t, 0, append(append(pair, out), "--accept-clean")...)
	if got := tree(t, out); got["gone.md"] != "text\n" || strings.Contains(got["a.md"], "1987") {
		t.Errorf("accept-clean took too much: %v", got)
	}
	want(t, 2, append(append(pair, out), "--accept-all")...) // no longer empty
	want(t, 2, append(append(pair, filepath.Join(t.TempDir(), "out")), "--accept", "nonsense")...)
	want(t, 2, append(append(pair, filepath.Join(t.TempDir(), "out")), "--accept-all", "--accept-clean")...)
}

// TestBytes holds that what is not UTF-8 comes through JSON whole.
func TestBytes(t *testing.T) {
	bare(t)
	base := write(t, t.TempDir(), map[string]string{"a.md": "caf\xe9\nsame\n"})
	proposed := write(t, t.TempDir(), map[string]string{"a.md": "caf\xe9s\nsame\n"})
	got := parsed[checkJSON](t, 3, "check", "--json", "--base", base, "--proposed", proposed)
	h := got.Files[0].Hunks[0]
	if h.Encoding != "base64" {
		t.Fatalf("encoding %q", h.Encoding)
	}
	for _, c := range []struct{ got, want string }{{h.Removed[0], "caf\xe9\n"}, {h.Added[0], "caf\xe9s\n"}} {
		if b, err := base64.StdEncoding.DecodeString(c.got); err != nil || string(b) != c.want {
			t.Errorf("%q is %q, want %q (%v)", c.got, b, c.want, err)
		}
	}
}

// TestReviewOut holds that the folder of dream --out can be reviewed as it is: what lies beside its
// notes is none, and gives the reasons.
func TestReviewOut(t *testing.T) {
	w := world(t)
	out := filepath.Join(w.Dir, "out")
	made := parsed[dreamJSON](t, 0, "dream", "--json", "--memory", w.Shop, "--out", out)
	r := call(t, true, "review", w.Shop, out)
	if r.code != 0 || len(r.screens) != 1 {
		t.Fatalf("exit %d, %v\n%s", r.code, r.screens, r.err)
	}
	got := call(t, false, "review", "show", r.screens[0].Review)
	if strings.Contains(got.out, "run.log") || strings.Contains(got.out, "memory.diff") || !strings.Contains(got.out, "why ") {
		t.Errorf("the review of the folder:\n%s", got.out)
	}
	if want := model.Count(made.Hunks, "hunk") + ":"; !strings.Contains(got.out, want) {
		t.Errorf("not the %s that were proposed:\n%s", want, got.out)
	}
}

// TestImport holds review apply without --out: the folder becomes a proposal, and a commit.
func TestImport(t *testing.T) {
	w := world(t)
	proposed := write(t, t.TempDir(), tree(t, w.Shop))
	write(t, proposed, map[string]string{"build.md": read(t, filepath.Join(w.Shop, "build.md")) + "\nSource maps are off.\n"})
	r := call(t, true, "review", w.Shop, proposed)
	if r.code != 0 || len(r.screens) != 1 || r.screens[0].Dir != w.Shop || r.screens[0].Review == "" {
		t.Fatalf("review LIVE PROPOSED: exit %d, %v\n%s", r.code, r.screens, r.err)
	}
	want(t, 0, "review", "reject", r.screens[0].Review, "--all")
	want(t, 0, "review", "apply", r.screens[0].Review)
	if out := want(t, 0, "review", "apply", "--base", w.Shop, "--proposed", proposed, "--accept-all"); !strings.Contains(out, "committed ") {
		t.Errorf("no commit:\n%s", out)
	}
	if log := git(t, w.Shop, "show", "--stat", "HEAD"); !strings.Contains(log, "build.md") || !strings.Contains(log, "1 file changed") {
		t.Errorf("the commit:\n%s", log)
	}
	same(t, "the memory", tree(t, proposed), tree(t, w.Shop))
}

// TestDiscard: a proposal that nobody wants to decide goes, and leaves the notes alone.
func TestDiscard(t *testing.T) {
	w := world(t)
	want(t, 0, "dream", "--memory", w.Shop)
	before := tree(t, w.Shop)
	list := parsed[struct{ Proposals []proposalJSON }](t, 3, "review", "list", "--json")
	if len(list.Proposals) != 1 {
		t.Fatalf("%d proposals", len(list.Proposals))
	}
	want(t, 2, "review", "discard")
	want(t, 0, "review", "discard", list.Proposals[0].ID)
	if out := want(t, 0, "review", "list"); !strings.Contains(out, "no proposal") {
		t.Errorf("it waits still:\n%s", out)
	}
	same(t, "the memory", before, tree(t, w.Shop))
}

// TestDamagedReviewIsNotNothing holds that a list that could not be read whole does not pass for an
// empty one.
func TestDamagedReviewIsNotNothing(t *testing.T) {
	w := world(t)
	want(t, 0, "dream", "--memory", w.Shop)
	files, err := filepath.Glob(filepath.Join(w.Env()["XDG_STATE_HOME"], "dreamgate", "*", "decisions", "*.json"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no decisions on disk: %v", err)
	}
	for _, f := range files {
		if err := os.WriteFile(f, []byte(`{"half`), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	r := call(t, false, "review", "list")
	if r.code != 1 || strings.Contains(r.out, "no proposal waits") || !strings.Contains(r.err, "decisions") {
		t.Errorf("exit %d\n%s%s", r.code, r.out, r.err)
	}
}

// TestRefresh: what others wrote while a proposal waited is merged where that can be done, and else shown
// beside what was proposed.
func TestRefresh(t *testing.T) {
	w := world(t)
	note := filepath.Join(w.Shop, "build.md")
	text := read(t, note)
	proposed := write(t, t.TempDir(), tree(t, w.Shop))
	write(t, proposed, map[string]string{"build.md": text + "\nSource maps are off.\n"})
	propose := func() string {
		r := call(t, true, "review", w.Shop, proposed)
		if r.code != 0 || len(r.screens) != 1 {
			t.Fatalf("%+v", r)
		}
		return r.screens[0].Review
	}
	id := propose()
	want(t, 0, "review", "accept", id, "--all")
	write(t, w.Shop, map[string]string{"build.md": text + "\nSource maps are on.\n"})
	r := parsed[refreshJSON](t, 0, "review", "refresh", id, "--json")
	if r.Old != id || r.ID == id || len(r.Lines) == 0 {
		t.Fatalf("%+v", r)
	}
	if out := want(t, 0, "review", "show", id); !strings.Contains(out, "goes on as "+r.ID) {
		t.Errorf("the old one is still there: %s", out)
	}
	if out := want(t, 0, "review", "refresh", r.ID); !strings.Contains(out, "up to date") {
		t.Error(out)
	}
	want(t, 0, "review", "accept", r.ID, "--all")
	want(t, 0, "review", "apply", r.ID)
	if got := read(t, note); got != text+"\nSource maps are on.\n\nSource maps are off.\n" {
		t.Errorf("%q", got)
	}
	// The same line in two ways is for a person to decide.
	write(t, proposed, map[string]string{"build.md": strings.Replace(read(t, note), "maps are off", "maps are small", 1)})
	id = propose()
	want(t, 0, "review", "accept", id, "--all")
	write(t, w.Shop, map[string]string{"build.md": strings.Replace(read(t, note), "maps are off", "maps are large", 1)})
	if r := call(t, false, "review", "apply", id); r.code != 1 || !strings.Contains(r.err, "dreamgate review refresh "+id) {
		t.Errorf("%+v", r)
	}
	now := parsed[refreshJSON](t, 0, "review", "refresh", id, "--json").ID
	if out := want(t, 3, "review", "show", now); !strings.Contains(out, "large") || !strings.Contains(out, "small") || !strings.Contains(out, "conflict") {
		t.Error(out)
	}
}
