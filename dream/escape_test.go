//go:build unix

package dream

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"dreamgate/dream/engine"
	"dreamgate/model"
)

// TestEscapes lets engines leave what must not be proposed. Each is named in the report, and the
// file as it was is what is proposed.
func TestEscapes(t *testing.T) {
	secret := filepath.Join(t.TempDir(), "secret")
	if err := os.WriteFile(secret, []byte("secret\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	at := func(dir, name string) string { return filepath.Join(dir, name) }
	for _, c := range []struct {
		name string
		do   func(dir string) error
		// report is a part of the report, "" for none; err a part of the error.
		report, err string
	}{
		{"a file beside the memory", func(d string) error { return os.WriteFile(at(d, "note.md"), []byte("x"), 0o600) }, "note.md, outside the memory", ""},
		{"a folder beside the memory", func(d string) error { return os.MkdirAll(at(d, "more/of/it"), 0o700) }, "wrote more, outside", ""},
		{"its own temp folder", func(d string) error { return os.WriteFile(at(d, "tmp/x"), []byte("x"), 0o600) }, "", ""},
		{"a link for a note", func(d string) error { return relink(secret, at(d, "memory/tone.md")) }, "tone.md: the engine left a link to", ""},
		{"a new link", func(d string) error { return os.Symlink(secret, at(d, "memory/new.md")) }, "new.md is left out: the engine left a link to", ""},
		{"a hard link", func(d string) error {
			return os.Link(secret, at(d, "memory/new.md"))
		}, "new.md is left out: it is a hard link", ""},
		{"a hard link for a note", func(d string) error {
			_ = os.Remove(at(d, "memory/tone.md"))
			return os.Link(secret, at(d, "memory/tone.md"))
		}, "tone.md: it is a hard link", ""},
		{"a pipe", func(d string) error {
			_ = os.Remove(at(d, "memory/tone.md"))
			return syscall.Mkfifo(at(d, "memory/tone.md"), 0o600)
		}, "tone.md: the engine left a named pipe", ""},
		{"a pipe for CHANGES.md", func(d string) error { return syscall.Mkfifo(at(d, "CHANGES.md"), 0o600) }, "CHANGES.md is left out", ""},
		{"a link for CHANGES.md", func(d string) error { return os.Symlink(secret, at(d, "CHANGES.md")) }, "CHANGES.md is left out", ""},
		{"a huge note", func(d string) error { return os.WriteFile(at(d, "memory/tone.md"), make([]byte, 200_000), 0o600) }, "tone.md: it has grown to 200000 bytes", ""},
		{"a huge sparse note", func(d string) error { return os.Truncate(at(d, "memory/tone.md"), 1<<40) }, "", "more than the"},
		{"too much", func(d string) error {
			for _, n := range []string{"a", "b", "c", "d", "e", "f"} {
				if err := os.WriteFile(at(d, "memory/"+n+".md"), make([]byte, 90_000), 0o600); err != nil {
					return err
				}
			}
			return nil
		}, "", "more than the"},
		{"a script", func(d string) error { return os.WriteFile(at(d, "memory/run.sh"), []byte("rm -rf /"), 0o700) }, "run.sh is left out: it is no note", ""},
		{"settings", func(d string) error {
			_ = os.Mkdir(at(d, "memory/.claude"), 0o700)
			return os.WriteFile(at(d, "memory/.claude/x.md"), []byte("x"), 0o600)
		}, ".claude/x.md is left out", ""},
		{"git and the agent's lock", func(d string) error {
			_ = os.MkdirAll(at(d, "memory/.git/hooks"), 0o700)
			_ = os.WriteFile(at(d, "memory/.git/hooks/post-commit"), []byte("x"), 0o700)
			return os.WriteFile(at(d, "memory/.consolidate-lock"), []byte("1"), 0o600)
		}, "", ""},
		{"what is taken for git's", func(d string) error {
			_ = os.Mkdir(at(d, "memory/git~1"), 0o700)
			return os.WriteFile(at(d, "memory/git~1/x.md"), []byte("x"), 0o600)
		}, "git~1/x.md is left out: it belongs to git", ""},
		{"modes", func(d string) error { return os.Chmod(at(d, "memory/tone.md"), 0o777) }, "changed the permissions of 1 file", ""},
		{"a changed transcript", func(d string) error { return os.WriteFile(at(d, "transcripts/one.txt"), []byte("x"), 0o600) }, "changed transcripts/one.txt", ""},
		{"a lost transcript", func(d string) error { return os.Remove(at(d, "transcripts/one.txt")) }, "changed transcripts/one.txt", ""},
		{"a linked transcript", func(d string) error { return relink(secret, at(d, "transcripts/one.txt")) }, "changed transcripts/one.txt", ""},
		{"a new transcript", func(d string) error { return os.WriteFile(at(d, "transcripts/two.txt"), []byte("x"), 0o600) }, "transcripts/two.txt, outside", ""},
		{"the findings", func(d string) error { return os.WriteFile(at(d, "AUDIT.md"), nil, 0o600) }, "changed AUDIT.md", ""},
		{"the folder of the notes", func(d string) error { return os.RemoveAll(at(d, "memory")) }, "", "took the folder of the notes away"},
		{"the folder as a link", func(d string) error {
			_ = os.RemoveAll(at(d, "memory"))
			return os.Symlink(filepath.Dir(secret), at(d, "memory"))
		}, "", "took the folder of the notes away"},
		{"no permission", func(d string) error { return os.Chmod(at(d, "tmp"), 0) }, "", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := newWorld(t)
			before := look(t, w.memory)
			r := w.request(fake{"escape", func(_ context.Context, job engine.Job, _ func(model.Event)) error { return c.do(job.Dir) }})
			r.Caps = Caps{NoteBytes: 100_000, TotalBytes: 500_000}
			got, err := Propose(t.Context(), r)
			w.untouched(before)
			if c.err != "" {
				if err == nil || !strings.Contains(err.Error(), c.err) {
					t.Errorf("err = %v, want %q", err, c.err)
				}
				return
			}
			if err != nil || !got.Unchanged {
				t.Errorf("err = %v, changes = %+v", err, got.Changes)
			}
			report := strings.Join(got.Proposal.Report, "\n")
			if !strings.Contains(report, c.report) || c.report == "" && report != "" {
				t.Errorf("report = %q, want %q", report, c.report)
			}
		})
	}
}

func relink(target, path string) error {
	_ = os.Remove(path)
	return os.Symlink(target, path)
}

// TestFolderForALink: what lies below a folder that the engine made a link of is not deleted.
func TestFolderForALink(t *testing.T) {
	w := newWorld(t)
	if err := os.Mkdir(filepath.Join(w.memory, "sub"), 0o700); err != nil {
		t.Fatal(err)
	}
	w.write("sub/deep.md", "deep\n")
	got, err := Propose(t.Context(), w.request(fake{"e", func(_ context.Context, job engine.Job, _ func(model.Event)) error {
		dir := filepath.Join(job.Dir, "memory", "sub")
		_ = os.RemoveAll(dir)
		return os.Symlink("/etc", dir)
	}}))
	if err != nil || !got.Unchanged || !strings.Contains(strings.Join(got.Proposal.Report, "\n"), "sub was replaced by a link to /etc") {
		t.Errorf("%v, %+v, %q", err, got.Changes, got.Proposal.Report)
	}
}

// TestFileForAFolder: a file and a folder that change places cannot be decided hunk by hunk; what is in the memory
// stays, and the rest of the run is proposed.
func TestFileForAFolder(t *testing.T) {
	for _, c := range []struct {
		name, was, is, report string
	}{
		{"a note becomes a folder", "b.md", "b.md/c.md", "b.md was replaced by a folder"},
		{"a folder becomes a note", "b.md/c.md", "b.md", "b.md was replaced by a file"},
		{"a deep one", "x/y.md", "x/y.md/z/a.md", "x/y.md was replaced by a folder"},
	} {
		w := newWorld(t)
		if err := os.MkdirAll(filepath.Join(w.memory, filepath.Dir(c.was)), 0o700); err != nil {
			t.Fatal(err)
		}
		w.write(c.was, "was\n")
		got, err := Propose(t.Context(), w.request(fake{"e", func(_ context.Context, job engine.Job, _ func(model.Event)) error {
			dir := filepath.Join(job.Dir, "memory")
			_ = os.WriteFile(filepath.Join(dir, "tone.md"), []byte("new tone\n"), 0o600)
			if err := os.RemoveAll(filepath.Join(dir, "b.md")); err != nil {
				return err
			}
			_ = os.Remove(filepath.Join(dir, "x", "y.md"))
			if err := os.MkdirAll(filepath.Dir(filepath.Join(dir, c.is)), 0o700); err != nil {
				return err
			}
			return os.WriteFile(filepath.Join(dir, c.is), []byte("is\n"), 0o600)
		}}))
		if err != nil || len(got.Changes) != 1 || got.Changes[0].Path != "tone.md" || string(got.Proposal.Proposed[c.was].Data) != "was\n" {
			t.Errorf("%s: %v, %+v", c.name, err, got.Changes)
		}
		if report := strings.Join(got.Proposal.Report, "\n"); !strings.Contains(report, c.report) {
			t.Errorf("%s: %q", c.name, report)
		}
	}
}

// TestDeletions: a note goes if the engine deleted it or said so, and not otherwise.
func TestDeletions(t *testing.T) {
	for _, c := range []struct {
		name    string
		files   map[string]string
		delete  []string
		gone    string
		emptied bool
		report  string
	}{
		{name: "deleted", delete: []string{"tone.md"}, gone: "tone.md"},
		{name: "emptied", files: map[string]string{"memory/tone.md": ""}, emptied: true},
		{name: "emptied and said", files: map[string]string{"memory/tone.md": "", "CHANGES.md": "- tone.md: deleted, nobody reads it\n"}, gone: "tone.md"},
		{name: "said only", files: map[string]string{"CHANGES.md": "- tone.md: deleted, it repeats rule.md [one:1]\n"}, gone: "tone.md"},
		{name: "said with the folder", files: map[string]string{"CHANGES.md": "- memory/tone.md: removed the note\n"}, gone: "tone.md"},
		{name: "a part of it", files: map[string]string{"CHANGES.md": "- tone.md: deleted the line about length\n"}},
		{name: "said and rewritten", files: map[string]string{"memory/tone.md": "new text\n", "CHANGES.md": "- tone.md: deleted\n"}},
		{name: "the index is no note", files: map[string]string{"CHANGES.md": "- MEMORY.md: deleted\n"}},
		{name: "most of them", delete: []string{"tone.md", "rule.md"}, gone: "rule.md", report: "2 of 3 notes"},
		{name: "the index", files: map[string]string{"memory/MEMORY.md": "\n"}, report: "the index would be deleted or emptied"},
		{name: "chat", files: map[string]string{"memory/tone.md": "Here is the updated note:\n\n```\n"}, report: "tone.md begins like an answer"},
		{name: "an error of a service", files: map[string]string{"memory/tone.md": "API Error: 529\n"}, report: "tone.md begins like an answer"},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := newWorld(t)
			got, err := Propose(t.Context(), w.request(fake{"e", func(ctx context.Context, job engine.Job, emit func(model.Event)) error {
				for _, n := range c.delete {
					_ = os.Remove(filepath.Join(job.Dir, "memory", n))
				}
				return scribble(c.files).run(ctx, job, emit)
			}}))
			if err != nil {
				t.Fatal(err)
			}
			tree := got.Proposal.Proposed
			for _, n := range []string{"tone.md", "rule.md", "build.md", "MEMORY.md"} {
				if _, ok := tree[n]; ok == (n == c.gone) && !(n == "tone.md" && len(c.delete) > 1) {
					t.Errorf("%s in the proposal: %v", n, ok)
				}
			}
			if c.emptied && len(tree["tone.md"].Data) != 0 {
				t.Error("tone.md is not empty")
			}
			if report := strings.Join(got.Proposal.Report, "\n"); !strings.Contains(report, c.report) || c.report == "" && report != "" {
				t.Errorf("report = %q, want %q", report, c.report)
			}
		})
	}
	w := newWorld(t)
	_, err := Propose(t.Context(), w.request(fake{"e", func(_ context.Context, job engine.Job, _ func(model.Event)) error {
		for _, n := range []string{"tone.md", "rule.md", "build.md", "MEMORY.md"} {
			_ = os.Remove(filepath.Join(job.Dir, "memory", n))
		}
		return nil
	}}))
	if err == nil || !strings.Contains(err.Error(), "deleted all 3 notes") {
		t.Errorf("all gone: %v", err)
	}
}

// TestNewNamesAreNoDeletions: notes that go on under other names are not counted among those that would go.
func TestNewNamesAreNoDeletions(t *testing.T) {
	w := newWorld(t)
	got, err := Propose(t.Context(), w.request(fake{"e", func(_ context.Context, job engine.Job, _ func(model.Event)) error {
		for _, n := range []string{"tone.md", "rule.md"} {
			if err := os.Rename(filepath.Join(job.Dir, "memory", n), filepath.Join(job.Dir, "memory", "new-"+n)); err != nil {
				return err
			}
		}
		return nil
	}}))
	if err != nil {
		t.Fatal(err)
	}
	if report := strings.Join(got.Proposal.Report, "\n"); strings.Contains(report, "would be deleted") || len(got.Changes) != 4 {
		t.Errorf("%q, %d changes", report, len(got.Changes))
	}
}
