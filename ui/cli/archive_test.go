package cli

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// lateShift is a project with a memory whose one session goes in three days, and the folders of both.
func lateShift(t *testing.T) (dir, sessions string) {
	t.Helper()
	bare(t)
	home := t.TempDir()
	t.Setenv("HOME", home)
	t.Setenv("CLAUDE_CONFIG_DIR", filepath.Join(home, "claude"))
	sessions = filepath.Join(home, "claude", "projects", "-srv-bakery")
	dir = write(t, filepath.Join(sessions, "memory"), map[string]string{
		"MEMORY.md": "- [Ovens](ovens.md) — heat\n",
		"ovens.md":  "---\nname: ovens\ndescription: heat\ntype: project\noriginSessionId: 5f0c9d1e-night\n---\n\nRye goes in at 250 degrees for 35 minutes.\n",
	})
	said := func(kind, text string) string {
		return fmt.Sprintf(`{"type":%q,"cwd":"/srv/bakery","timestamp":"2026-02-01T10:00:00Z","message":{"role":%[1]q,"content":%q}}`, kind, text)
	}
	write(t, sessions, map[string]string{"5f0c9d1e-night.jsonl": strings.Join([]string{
		`{"type":"mode"}`, said("user", "Good evening."), said("user", "Rye goes in at 250 degrees for 35 minutes."),
		said("assistant", "Noted."), said("user", "The slicer is called Bertha-7, and its token is glpat-aB3dE6gH9jK2mN5pQ8sT."), said("user", "Good night."),
	}, "\n") + "\n"})
	at := now.Add(-27 * 24 * time.Hour)
	if err := os.Chtimes(filepath.Join(sessions, "5f0c9d1e-night.jsonl"), at, at); err != nil {
		t.Fatal(err)
	}
	return dir, sessions
}

// TestArchive is the whole way: lines are kept, the agent removes the session, and the check still cites.
func TestArchive(t *testing.T) {
	dir, sessions := lateShift(t)
	file := filepath.Join(sessions, "5f0c9d1e-night.jsonl")
	whole, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if out := want(t, 3, "audit", "--memory", dir); !strings.Contains(out, "sweep") {
		t.Errorf("the audit does not warn:\n%s", out)
	}
	plan := parsed[archiveJSON](t, 0, "archive", "--memory", dir, "--dry-run", "--json")
	if len(plan.Stores) != 1 || len(plan.Stores[0].Sessions) != 1 || !slices.Equal(plan.Stores[0].Sessions[0].Lines, []int{3}) {
		t.Fatalf("%+v", plan)
	}
	kept := func() string {
		found, err := filepath.Glob(filepath.Join(os.Getenv("XDG_STATE_HOME"), "dreamgate", "*", "archive", "5f0c9d1e-night.jsonl"))
		if err != nil || len(found) != 1 {
			return ""
		}
		info, err := os.Stat(found[0])
		if err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("%v, %v", info, err)
		}
		data, err := os.ReadFile(found[0])
		if err != nil {
			t.Fatal(err)
		}
		return string(data)
	}
	if kept() != "" {
		t.Error("a dry run keeps something")
	}

	// A review that cites another line is accepted.
	proposed := write(t, t.TempDir(), map[string]string{
		"MEMORY.md": "- [Ovens](ovens.md) — heat\n- [Slicer](slicer.md) — its name\n",
		"ovens.md":  string(must(t, filepath.Join(dir, "ovens.md"))),
		"slicer.md": "---\nname: slicer\ndescription: its name\ntype: project\n---\n\nThe slicer is called Bertha-7.\n",
	})
	reasons := filepath.Join(t.TempDir(), "CHANGES.md")
	if err := os.WriteFile(reasons, []byte("- slicer.md: it has a name [5f0c9d1e:5]\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	want(t, 0, "review", "apply", "--base", dir, "--proposed", proposed, "--changes", reasons, "--accept-all")
	if out := want(t, 0, "archive", "--memory", dir); !strings.Contains(out, "lines 3, 5 (2 now kept)") {
		t.Errorf("printed %q", out)
	}
	if out := want(t, 0, "audit", "--memory", dir); strings.Contains(out, "sweep") {
		t.Errorf("the audit still warns:\n%s", out)
	}
	lines := strings.Split(string(whole), "\n")
	if got, want := kept(), "\n\n"+lines[2]+"\n\n"+lines[4]+"\n\n"; got != want {
		t.Errorf("kept\n%q, want\n%q", got, want)
	}
	if out := want(t, 0, "archive", "--all"); !strings.Contains(out, "lines 3, 5 (kept already)") {
		t.Errorf("the second time: %q", out)
	}

	if err := os.Remove(file); err != nil {
		t.Fatal(err)
	}
	if d := parsed[noteDetail](t, 0, "show", "ovens", "--memory", dir, "--json"); d.Evidence != "gone" || !strings.Contains(d.EvidenceReason, "kept in the archive") {
		t.Errorf("show: %+v", d)
	}
	base := write(t, t.TempDir(), map[string]string{"MEMORY.md": "- [Ovens](ovens.md) — heat\n", "ovens.md": string(must(t, filepath.Join(dir, "ovens.md")))})
	judged := parsed[checkJSON](t, 0, "check", "--base", base, "--proposed", proposed, "--changes", reasons, "--transcripts", sessions, "--json")
	cited := 0
	for _, f := range judged.Files {
		for _, h := range f.Hunks {
			for _, c := range h.Citations {
				cited++
				if c.Verdict != "supported" || !strings.Contains(c.Reason, "kept in the archive") || c.Session != "5f0c9d1e-night" {
					t.Errorf("%+v", c)
				}
			}
		}
	}
	if cited == 0 {
		t.Error("nothing is cited")
	}
	if out := want(t, 0, "cite", "--transcript", file, "--line", "3", "Rye goes in at 250 degrees"); !strings.HasPrefix(out, "supported") || !strings.Contains(out, "archive") {
		t.Errorf("cite: %q", out)
	}
	if out := want(t, 0, "cite", "--transcript", file, "--line", "2", "Good evening"); !strings.HasPrefix(out, "missing") {
		t.Errorf("cite of a line that is not kept: %q", out)
	}
	if r := call(t, false, "cite", "--transcript", filepath.Join(sessions, "other.jsonl"), "--line", "3", "Rye"); r.code != 1 {
		t.Errorf("a session that is not kept: exit %d", r.code)
	}
	// What is kept of another project's sessions bears nothing out here.
	elsewhere := t.TempDir()
	other := parsed[checkJSON](t, 3, "check", "--base", base, "--proposed", proposed, "--changes", reasons, "--transcripts", elsewhere, "--json")
	for _, f := range other.Files {
		for _, h := range f.Hunks {
			for _, c := range h.Citations {
				if c.Verdict != "missing" {
					t.Errorf("elsewhere: %+v", c)
				}
			}
		}
	}
}

func must(t *testing.T, path string) []byte {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func TestArchiveNothing(t *testing.T) {
	bare(t)
	dir := bakery(t)
	if out := want(t, 0, "archive", "--memory", dir); !strings.HasPrefix(out, "nothing that a note or a review rests on goes") {
		t.Errorf("%q", out)
	}
	if out := parsed[archiveJSON](t, 0, "archive", "--memory", dir, "--json"); len(out.Stores) != 1 || len(out.Stores[0].Sessions) != 0 {
		t.Errorf("%+v", out)
	}
	if r := call(t, false, "archive", "--all", "--memory", dir); r.code != 2 {
		t.Errorf("exit %d", r.code)
	}
}

// TestArchiveThatFails does not say that there was nothing to keep.
func TestArchiveThatFails(t *testing.T) {
	dir, _ := lateShift(t)
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	t.Setenv("XDG_STATE_HOME", file)
	r := call(t, false, "archive", "--memory", dir)
	if r.code != 1 || strings.Contains(r.out, "nothing") || r.err == "" {
		t.Errorf("%d\n%s\n%s", r.code, r.out, r.err)
	}
}
