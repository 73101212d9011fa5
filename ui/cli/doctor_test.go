package cli

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// keptOf is what is kept of a kind in the state of a store, or, with "", outside of those.
func (d doctorJSON) keptOf(path, kind string) (files int) {
	for _, p := range d.Places {
		for _, k := range p.Kept {
			if p.Path == path && string(k.Kind) == kind {
				files += k.Files
			}
		}
	}
	return files
}

// says is what a check says, and whether it is content.
func (d doctorJSON) says(name string) (string, bool) {
	for _, c := range d.Checks {
		if c.Name == name {
			return c.Says, c.OK
		}
	}
	return "", false
}

// TestDoctorRemoves: what is kept is listed, and goes only after a yes; notes and what waits stay.
func TestDoctorRemoves(t *testing.T) {
	w := world(t)
	t.Chdir(w.Shop)
	want(t, 0, "dream")
	d := parsed[doctorJSON](t, 0, "doctor", "--json")
	var memory string
	for _, p := range d.Places {
		if p.Path != "" {
			memory = p.Path
		}
	}
	if d.keptOf(memory, "reports") == 0 || d.keptOf(memory, "proposals") == 0 || d.keptOf(memory, "other") != 0 {
		t.Fatalf("%+v", d.Places)
	}
	before := tree(t, memory)
	if r := answered(t, "n\n", "doctor", "--remove", "reports"); r.code != 1 || parsed[doctorJSON](t, 0, "doctor", "--json").keptOf(memory, "reports") == 0 {
		t.Errorf("after a no: %+v", r)
	}
	if r := answered(t, "y\n", "doctor", "--remove", "reports,cache"); r.code != 0 || !strings.Contains(r.out, "removed") {
		t.Errorf("after a yes: %+v", r)
	}
	d = parsed[doctorJSON](t, 0, "doctor", "--json")
	if d.keptOf(memory, "reports") != 0 || d.keptOf(memory, "proposals") == 0 {
		t.Errorf("%+v", d.Places)
	}
	if r := call(t, false, "doctor", "--remove", "all", "--memory", w.Shop); r.code != 2 || !strings.Contains(r.err, "with --yes it is removed") {
		t.Errorf("nobody to ask: %+v", r)
	}
	want(t, 0, "doctor", "--remove", "all", "--memory", w.Shop, "--yes")
	if d = parsed[doctorJSON](t, 0, "doctor", "--json"); d.keptOf(memory, "proposals") != 0 {
		t.Errorf("%+v", d.Places)
	}
	same(t, "the notes", before, tree(t, memory))
}

// TestDoctorGone: what is kept of a memory that is no longer there can be seen and removed by its name.
func TestDoctorGone(t *testing.T) {
	world(t)
	dir := filepath.Join(os.Getenv("XDG_STATE_HOME"), "dreamgate", "gone-1")
	outside := write(t, t.TempDir(), map[string]string{"mine": "x"})
	write(t, dir, map[string]string{"closed/a.json": "{}", "journal/x.applying.json": "{}", "strange": "?"})
	if err := os.Symlink(outside, filepath.Join(dir, "applied")); err != nil {
		t.Fatal(err)
	}
	out := want(t, 0, "doctor")
	for _, says := range []string{"gone-1", "no memory that is here now", "a commit to a memory that is not there now", "not known to this version"} {
		if !strings.Contains(out, says) {
			t.Errorf("no %q in\n%s", says, out)
		}
	}
	want(t, 0, "doctor", "--memory", "gone-1", "--remove", "all", "--yes")
	if _, err := os.Lstat(dir); !os.IsNotExist(err) {
		t.Errorf("it is still there: %v", err)
	}
	if read(t, filepath.Join(outside, "mine")) != "x" {
		t.Error("a link was followed")
	}
}

// TestDoctorChecks: what stands in the way is said, with what to do.
func TestDoctorChecks(t *testing.T) {
	h := homeWithMemory(t)
	settings := filepath.Join(os.Getenv("XDG_CONFIG_HOME"), "dreamgate")
	agent := filepath.Join(h.dir, ".claude")
	for _, c := range []struct{ name, dir, file, text, says string }{
		{"settings", settings, "config.yaml", "keys: {quit: [", "config.yaml"},
		{"settings", settings, "config.yaml", "keys: {nonsense: x}", "nonsense"},
		{"settings", settings, "config.yaml", "engines: [1]", "engines"},
		{"hooks", agent, "settings.json", `{"hooks":{"SessionEnd":[{"hooks":[{"type":"command","command":"/no/dreamgate dream --auto"}]}]}}`, "/no/dreamgate"},
		{"hooks", agent, "settings.json", `{"disableAllHooks":true,"hooks":{"SessionEnd":[{"hooks":[{"type":"command","command":"/no/dreamgate dream --auto"}]}]}}`, "disableAllHooks"},
		{"hooks", agent, "settings.json", "{", "no valid JSON"},
	} {
		write(t, c.dir, map[string]string{c.file: c.text})
		// A broken settings file stops every command but the one that is to tell of it.
		says, ok := parsed[doctorJSON](t, 0, "doctor", "--json").says(c.name)
		if ok || !strings.Contains(says, c.says) {
			t.Errorf("%s of %q: %q", c.name, c.text, says)
		}
		if err := os.Remove(filepath.Join(c.dir, c.file)); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range [][]string{{"--remove", "all"}, {"--remove", "proposals"}, {"--remove", "all,cache", "--memory", h.memory}, {"x"}} {
		if r := call(t, false, append([]string{"doctor"}, c...)...); r.code != 2 {
			t.Errorf("%v: %+v", c, r)
		}
	}
}

// TestDoctorStray: what a memory brings along that was moved in the midst of a commit goes, and is kept.
func TestDoctorStray(t *testing.T) {
	w := world(t)
	memory := parsed[auditJSON](t, exitRemains, "audit", "--memory", w.Shop, "--json").Stores[0].Path
	before := tree(t, memory)
	const stray = ".dreamgate-20260101-x-0"
	write(t, memory, map[string]string{stray: "the only copy\n"})
	old := time.Now().Add(-time.Hour)
	for _, p := range []string{filepath.Join(memory, stray), memory} {
		if err := os.Chtimes(p, old, old); err != nil {
			t.Fatal(err)
		}
	}
	contains(t, want(t, 0, "doctor"), stray+", left by a write that was cut short, was taken out")
	same(t, "the memory", before, tree(t, memory))
	if again := want(t, 0, "doctor"); strings.Contains(again, stray) {
		t.Errorf("told twice:\n%s", again)
	}
}

// TestDoctorUntold: what was mended of a memory that is gone since, and told to nobody, is no commit that was cut short.
func TestDoctorUntold(t *testing.T) {
	homeWithMemory(t)
	state := filepath.Join(os.Getenv("XDG_STATE_HOME"), "dreamgate", "gone-1")
	write(t, state, map[string]string{"recovered.json": `["an apply that was cut short was finished: 1 file"]`})
	if says, _ := parsed[doctorJSON](t, 0, "doctor", "--json").says("crash"); says != "" {
		t.Error(says)
	}
	write(t, filepath.Join(state, "journal"), map[string]string{"x.applying.json": "{}"})
	if says, _ := parsed[doctorJSON](t, 0, "doctor", "--json").says("crash"); !strings.Contains(says, "cut short") {
		t.Errorf("a commit that was cut short: %q", says)
	}
}

// TestDoctorSigns: what is fine, what is missing and not needed, and what stands in the way are told apart.
func TestDoctorSigns(t *testing.T) {
	world(t)
	configure(t, "theme: blue\ncolour: red\n")
	contains(t, want(t, 0, "doctor"), "ok  engine offline", "-   engine anthropic  not to be used here: ", "!   settings", "; line 2: there is no setting")
}

// TestDoctorBrings what waits for a memory of which only a copy is left, and only from a place where nothing is.
func TestDoctorBrings(t *testing.T) {
	world(t)
	was, now := filepath.Join(t.TempDir(), "memory"), filepath.Join(t.TempDir(), "memory")
	layMemory(t, was, "Build with make.")
	layMemory(t, now, "Build with make.")
	next := filepath.Join(t.TempDir(), "next")
	layMemory(t, next, "Build with just.")
	want(t, 0, "review", was, next, "--lay")
	if r := call(t, false, "doctor", "--memory", now, "--bring", was); r.code != 1 || !strings.Contains(r.err, "it is there") {
		t.Errorf("from a memory that is there: %+v", r)
	}
	if err := os.RemoveAll(was); err != nil {
		t.Fatal(err)
	}
	if r := call(t, false, "audit", "--memory", now); !strings.Contains(r.err, "doctor --memory "+now+" --bring "+was) {
		t.Errorf("the way on: %s", r.err)
	}
	if r := call(t, false, "doctor", "--bring", was); r.code != 2 {
		t.Errorf("to nowhere: %+v", r)
	}
	want(t, 0, "doctor", "--memory", now, "--bring", was)
	if list := parsed[proposalsJSON](t, 3, "review", "list", "--memory", now, "--json"); len(list.Proposals) != 1 {
		t.Errorf("%+v", list)
	}
}

// layMemory makes a memory of three files.
func layMemory(t *testing.T, dir, text string) {
	t.Helper()
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	for name, body := range map[string]string{
		"MEMORY.md": "# Index\n\n- [Build](build.md) - how to build\n- [Tone](tone.md) - short answers\n",
		"build.md":  "---\nname: Build\ndescription: how to build\ntype: project\n---\n\n" + text + "\n",
		"tone.md":   "---\nname: Tone\ndescription: short answers\ntype: user\n---\n\nFive lines.\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(body), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

// TestDoctorFindsDrafts: what an editor had when its terminal was closed is found, and stays until it is asked away.
func TestDoctorFindsDrafts(t *testing.T) {
	world(t)
	tmp := t.TempDir()
	t.Setenv("TMPDIR", tmp)
	draft := filepath.Join(write(t, tmp, map[string]string{"dreamgate-edit-1/hunk.md": "my words\n", "other/x": "x"}), "dreamgate-edit-1", "hunk.md")
	if got := parsed[doctorJSON](t, 0, "doctor", "--json").keptOf("", "drafts"); got != 1 {
		t.Errorf("%d drafts", got)
	}
	if out := want(t, 0, "doctor"); !strings.Contains(out, tmp) || read(t, draft) != "my words\n" {
		t.Errorf("it says\n%s", out)
	}
	want(t, 0, "doctor", "--remove", "drafts", "--yes")
	if _, err := os.Stat(draft); err == nil || read(t, filepath.Join(tmp, "other", "x")) != "x" {
		t.Error("what goes is not the draft alone")
	}
}
