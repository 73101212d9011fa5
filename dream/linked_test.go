//go:build unix

package dream

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"dreamgate/dream/engine"
	"dreamgate/dream/engine/offline"
	"dreamgate/memory/transcript"
	"dreamgate/model"
)

// behind are words that stand only where links lead to.
const behind = "Walrus-4711 lies behind a link."

// linkedWorld is a memory with links of all kinds: to a file elsewhere, out of a folder of its own, within the
// memory, to a folder, to nothing; and with a pipe.
func linkedWorld(t *testing.T) *world {
	t.Helper()
	w := newWorld(t)
	outside := filepath.Join(filepath.Dir(w.memory), "private")
	text := "---\nname: Elsewhere\ndescription: " + behind + "\ntype: project\n---\n\n" + behind + " We build with make.\n"
	err := errors.Join(os.Mkdir(outside, 0o700), os.Mkdir(filepath.Join(w.memory, "sub"), 0o700),
		os.WriteFile(filepath.Join(outside, "x.md"), []byte(text), 0o600))
	for name, target := range map[string]string{
		"out.md": filepath.Join(outside, "x.md"), "sub/up.md": "../../private/x.md", "within.md": "tone.md",
		"folder": outside, "lost.md": "/nowhere/at/all", "plain.txt": filepath.Join(outside, "x.md"),
	} {
		err = errors.Join(err, os.Symlink(target, filepath.Join(w.memory, name)))
	}
	if err := errors.Join(err, syscall.Mkfifo(filepath.Join(w.memory, "pipe.md"), 0o600)); err != nil {
		t.Fatal(err)
	}
	w.write("MEMORY.md", "- [Build](build.md) — how\n- [Tone](tone.md) — short\n- [Rule](rule.md) — tags\n- [Out](out.md) — a\n- [Up](sub/up.md) — b\n")
	return w
}

// finder is an engine that leaves the machine, looks for the words in all that it was given, and spoils the links.
func finder(t *testing.T) away {
	return away{fake{"away", func(_ context.Context, job engine.Job, _ func(model.Event)) error {
		if strings.Contains(job.Prompt, behind) {
			t.Errorf("the prompt holds what is behind a link:\n%s", job.Prompt)
		}
		err := filepath.WalkDir(job.Dir, func(p string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() {
				return err
			}
			data, err := os.ReadFile(p)
			if !d.Type().IsRegular() || strings.Contains(string(data), behind) || strings.HasSuffix(p, "within.md") && strings.Contains(string(data), "five lines") {
				t.Errorf("%s (%s) is given to the engine: %q", p, d.Type(), data)
			}
			return err
		})
		mem := filepath.Join(job.Dir, engine.MemoryDir)
		return errors.Join(err, os.Remove(filepath.Join(mem, "sub/up.md")), os.Remove(filepath.Join(mem, "within.md")),
			os.WriteFile(filepath.Join(mem, "out.md"), []byte("A note of mine.\n"), 0o600),
			os.WriteFile(filepath.Join(job.Dir, engine.ChangesFile), []byte("- lost.md: deleted, it leads nowhere\n"), 0o600))
	}}}
}

// TestLinksStayHere: no engine gets to see what links lead to. They are named, and stay as they are whatever
// became of the words that stood in their place.
func TestLinksStayHere(t *testing.T) {
	for name, want := range map[string]*extraction{"dream": nil, "extraction": {}} {
		for _, rule := range []model.SecretRule{model.SecretsStop, model.SecretsSend} {
			t.Run(name, func(t *testing.T) {
				w := linkedWorld(t)
				before, private := look(t, w.memory), filepath.Join(filepath.Dir(w.memory), "private")
				target := look(t, private)
				r := w.request(finder(t))
				r.extract, r.Secrets = want, rule
				if want != nil {
					r.fresh = func(f []transcript.File) selection { return all(f) }
				}
				got, err := Propose(t.Context(), r)
				if err != nil {
					t.Fatal(err)
				}
				w.untouched(before)
				if now := look(t, private); now != target {
					t.Errorf("what the links lead to is now %s", now)
				}
				if !got.Unchanged {
					t.Errorf("proposed: %v", got.Changes)
				}
				report := strings.Join(got.Proposal.Report, "\n")
				for path, f := range got.Proposal.Base {
					if f.Special() == "" {
						continue
					}
					if !strings.Contains(report, "not given to the engine, and left as it is: "+path+" ("+f.Special()+")") {
						t.Errorf("%s is not named:\n%s", path, report)
					}
					if now, ok := got.Proposal.Proposed[path]; !ok || now.Target != f.Target {
						t.Errorf("%s is proposed as %+v, %v", path, now, ok)
					}
				}
				if !strings.Contains(report, "out.md stays as it is (in the memory: link to") {
					t.Errorf("the report: %s", report)
				}
			})
		}
	}
}

// TestLinksAreNoNotesOfRules: the offline engine takes the words in their place for no note to merge or mend.
func TestLinksAreNoNotesOfRules(t *testing.T) {
	w := linkedWorld(t)
	got, err := Propose(t.Context(), w.request(offline.New()))
	if err != nil {
		t.Fatal(err)
	}
	for path, f := range got.Proposal.Proposed {
		if strings.Contains(string(f.Data), "Walrus") || strings.Contains(string(f.Data), "no plain file") {
			t.Errorf("%s: %q", path, f.Data)
		}
	}
	if index := string(got.Proposal.Proposed[model.IndexName].Data); !strings.Contains(index, "(out.md)") || !strings.Contains(index, "(sub/up.md)") {
		t.Errorf("the lines of linked notes: %q", index)
	}
}

// TestLinksInAPreview: it says which files hold but a word, and why.
func TestLinksInAPreview(t *testing.T) {
	w := linkedWorld(t)
	s, err := Preview(t.Context(), w.request(finder(t)))
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range s.Files {
		linked := slices.Contains([]string{"memory/out.md", "memory/sub/up.md", "memory/within.md", "memory/lost.md"}, f.Path)
		if linked != strings.HasPrefix(f.Instead, "link to ") || (f.Path == "memory/pipe.md") != (f.Instead == "named pipe") {
			t.Errorf("%+v", f)
		}
	}
	if strings.Contains(s.Prompt, behind) || len(s.Report) != 7 || !strings.Contains(s.Report[0], "folder (link to ") {
		t.Errorf("report %q, prompt %s", s.Report, s.Prompt)
	}
}
