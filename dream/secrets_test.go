package dream

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"dreamgate/dream/engine"
	"dreamgate/model"
)

// away is an engine that leaves the machine.
type away struct{ fake }

func (a away) About() model.Engine {
	return model.Engine{Name: "away", Remote: true, Model: "claude-sonnet-5-5"}
}

const (
	token  = "ghp_" + "wJ8dK2nQ5rT7vX0zB3cF6gH9jL1mP4sV8yA2"
	holder = "---\nname: Push\ndescription: how to push\ntype: reference\n---\n\nThe token is " + token + "\n"
)

// reader is an engine that looks for the token in all that it was given, and spoils the note that it
// stands in.
func reader(t *testing.T, sent *bool) away {
	return away{fake{"away", func(_ context.Context, job engine.Job, _ func(model.Event)) error {
		*sent = strings.Contains(job.Prompt, token)
		_ = filepath.WalkDir(job.Dir, func(p string, d os.DirEntry, err error) error {
			if data, err := os.ReadFile(p); err == nil && strings.Contains(string(data), token[:20]) {
				*sent = true
			}
			return nil
		})
		if err := os.Remove(filepath.Join(job.Dir, engine.MemoryDir, "push.md")); err != nil {
			t.Error(err)
		}
		return os.WriteFile(filepath.Join(job.Dir, engine.ChangesFile), []byte("- push.md: deleted, it holds a secret\n- tone.md: deleted, old\n"), 0o600)
	}}}
}

// TestSecretsStayHere: a note with a secret does not leave the machine unasked.
func TestSecretsStayHere(t *testing.T) {
	for _, c := range []struct {
		name string
		rule model.SecretRule
		sent bool
	}{{"stop", model.SecretsStop, false}, {"leave out", model.SecretsLeaveOut, false}, {"send", model.SecretsSend, true}} {
		t.Run(c.name, func(t *testing.T) {
			w := newWorld(t)
			w.write("push.md", holder)
			before := look(t, w.memory)
			sent := false
			r := w.request(reader(t, &sent))
			r.Secrets = c.rule
			got, err := Propose(t.Context(), r)
			w.untouched(before)
			if sent != c.sent {
				t.Errorf("sent: %v", sent)
			}
			var held *HeldError
			if c.rule == model.SecretsStop {
				if !errors.As(err, &held) || !strings.Contains(err.Error(), "push.md:7 (") || strings.Contains(err.Error(), token) {
					t.Errorf("ended with %v", err)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			_, there := got.Proposal.Proposed["push.md"]
			if there == c.sent {
				t.Errorf("the note is proposed to stay: %v", there)
			}
			if _, there := got.Proposal.Proposed["tone.md"]; there {
				t.Error("a note that was sent cannot be deleted")
			}
			report := strings.Join(got.Proposal.Report, "\n")
			if c.rule == model.SecretsLeaveOut && (!strings.Contains(report, "not sent, because of a secret, and left as they are: push.md:7") ||
				!strings.Contains(report, "push.md stays as it is (it was not sent)")) {
				t.Errorf("the report: %s", report)
			}
		})
	}
}

// TestSecretsOfHere: an engine that stays on the machine may read all.
func TestSecretsOfHere(t *testing.T) {
	w := newWorld(t)
	w.write("push.md", holder)
	if _, err := Propose(t.Context(), w.request(scribble(map[string]string{engine.ChangesFile: "nothing\n"}))); err != nil {
		t.Error(err)
	}
}

func TestPreview(t *testing.T) {
	w := newWorld(t)
	before := look(t, w.memory)
	idle := away{fake{"away", func(context.Context, engine.Job, func(model.Event)) error {
		t.Error("the engine was started")
		return nil
	}}}
	r := w.request(idle)
	r.Addition = "Notes are in German."
	s, err := Preview(t.Context(), r)
	if err != nil {
		t.Fatal(err)
	}
	w.untouched(before)
	var paths []string
	sum := 0
	for _, f := range s.Files {
		paths = append(paths, f.Path)
		sum += f.Tokens
		if f.Lines == 0 || f.Bytes == 0 {
			t.Errorf("%+v", f)
		}
	}
	if got := strings.Join(paths, " "); got != "AUDIT.md memory/MEMORY.md memory/build.md memory/rule.md memory/tone.md transcripts/one.txt" {
		t.Errorf("files: %s", got)
	}
	if !strings.Contains(s.Prompt, "| Notes are in German.") || s.Tokens < sum+500 || !s.Priced || s.Cost < 0.1 || s.Cost > 0.3 || s.Sessions != 1 {
		t.Errorf("%d tokens, %v dollars, %d sessions:\n%s", s.Tokens, s.Cost, s.Sessions, s.Prompt)
	}
	d := w.dreamer(idle)
	kept, err := d.Preview(t.Context(), w.store, idle)
	if err != nil || len(kept.Files) != len(s.Files) {
		t.Errorf("by the books: %+v, %v", kept.Files, err)
	}
	w.untouched(before)
	w.write("push.md", holder)
	if s, err = Preview(t.Context(), r); err != nil || len(s.Secrets) != 1 || !strings.HasPrefix(s.Secrets[0], "push.md:7 (") || len(s.Report) > 0 {
		t.Errorf("a preview of what is not sent: %q, %q, %v", s.Secrets, s.Report, err)
	}
}
