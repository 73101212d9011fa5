package dream

import (
	"slices"
	"strings"
	"testing"

	"dreamgate/dream/engine"
	"dreamgate/model"
)

// TestOutlook: before a run it is known what would be sent, and which secrets are in that; nothing is
// booked, and the choice made there is that of the run.
func TestOutlook(t *testing.T) {
	w := newWorld(t)
	w.write("push.md", holder)
	before := look(t, w.memory)
	sent := false
	d := w.dreamer(reader(t, &sent))
	for _, rule := range []model.SecretRule{model.SecretsStop, model.SecretsLeaveOut, model.SecretsSend} {
		s, err := d.Outlook(t.Context(), w.store, "away", rule)
		if err != nil {
			t.Fatal(err)
		}
		at := slices.IndexFunc(s.Files, func(f model.SentFile) bool { return f.Path == engine.MemoryDir+"/push.md" })
		if at < 0 || (s.Files[at].Bytes == len(holder)) != (rule == model.SecretsSend) {
			t.Errorf("rule %d: push.md is sent as %+v", rule, s.Files)
		}
		if len(s.Secrets) != 1 || !strings.HasPrefix(s.Secrets[0], "push.md:7 (") || strings.Contains(s.Secrets[0], token[:12]) {
			t.Errorf("rule %d: secrets %q", rule, s.Secrets)
		}
		if lines, bytes := s.Size(); lines < s.Files[at].Lines || bytes < len(s.Prompt) || s.Tokens < s.Files[at].Tokens || !s.Priced {
			t.Errorf("rule %d: %d lines, %d bytes, %d tokens", rule, lines, bytes, s.Tokens)
		}
	}
	if _, err := d.Outlook(t.Context(), w.store, "magic", model.SecretsStop); err == nil {
		t.Error("an engine that there is not has an outlook")
	}
	w.untouched(before)
	if len(d.Runs()) > 0 || sent {
		t.Errorf("runs %v, sent %v", d.Runs(), sent)
	}
	run, err := d.StartWith(t.Context(), w.store, "away", model.SecretsSend)
	if err != nil {
		t.Fatal(err)
	}
	if run, err = d.Wait(t.Context(), run.ID); err != nil || run.State != model.RunReady || !sent {
		t.Errorf("%+v, %v, sent %v", run, err, sent)
	}
	if run, err = d.Start(t.Context(), w.store, "away"); err == nil {
		run, err = d.Wait(t.Context(), run.ID)
	}
	if err != nil || run.State != model.RunFailed || !strings.Contains(run.Note, "nothing was sent to away") {
		t.Errorf("without a choice: %+v, %v", run, err)
	}
}
