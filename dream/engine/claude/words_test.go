package claude

import (
	"context"
	"strings"
	"testing"
	"time"

	"dreamgate/dream/engine"
	"dreamgate/dream/engine/process"
	"dreamgate/model"
)

func TestHarmless(t *testing.T) {
	for in, want := range map[string]string{
		"tidy up":             "tidy up",
		"/help":               "Do this:\n/help",
		" \n/help":            "Do this:\n \n/help",
		"see /etc":            "see /etc",
		"@memory/a.md":        `\@memory/a.md`,
		"a @b @c\n@d\t@e":     "a \\@b \\@c\n\\@d\t\\@e",
		"dev@example.org":     "dev@example.org",
		"`@a` (@b) \"@c\"":    "`@a` (@b) \"@c\"",
		"见@a 。@b　@c":          `见@a 。\@b　\@c`,
		"\u00a0@a":            "\u00a0\\@a",
		"bad \xff@a":          "bad \xff\\@a",
		"| note: ask @team x": `| note: ask \@team x`,
	} {
		if got := harmless(in); got != want {
			t.Errorf("%q: %q, want %q", in, got, want)
		}
	}
}

// hearing is a stream that nothing comes from but what a test says.
func hearing(t testing.TB) *stream {
	_, cancel := context.WithCancelCause(t.Context())
	t.Cleanup(func() { cancel(nil) })
	return newStream(engine.Job{Dir: "/scratch", Zone: time.FixedZone("", 3600)}, tools, func(model.Event) {}, cancel)
}

// TestLimits: where it is told when a limit ends, the message says so.
func TestLimits(t *testing.T) {
	for _, c := range []struct{ line, words, want string }{
		{"", "Claude AI usage limit reached|1796040000", "(Claude AI usage limit reached); run it again after 30 Nov 13:00"},
		{"", "You've hit your session limit · resets 3pm (Europe/Berlin)", "resets 3pm (Europe/Berlin)); run it again then"},
		{"", "5-hour limit reached ∙ resets 11am", "run it again then"},
		{`{"type":"rate_limit_event","rate_limit_info":{"status":"rejected","resetsAt":1796040000,"rateLimitType":"five_hour"}}`,
			"You've hit your limit", "run it again after 30 Nov 13:00"},
		{`{"type":"rate_limit_event","rate_limit_info":{"status":"allowed","resetsAt":1796040000}}`, "usage limit", "run it again later"},
		{"", "Your organization is over its spend limit", "run it again later"},
	} {
		s := hearing(t)
		if c.line != "" {
			s.hear(process.Line{Text: []byte(c.line)})
		}
		s.hear(process.Line{Text: []byte(`{"type":"result","subtype":"success","is_error":true,"api_error_status":null,"result":"` + c.words + `"}`)})
		if err := s.verdict(nil, ""); err == nil || !strings.Contains(err.Error(), c.want) || !strings.Contains(err.Error(), "a limit of the account") {
			t.Errorf("%s: %v", c.words, err)
		}
	}
}

// FuzzLines: no output makes the program stumble.
func FuzzLines(f *testing.F) {
	for _, s := range []string{
		"", "{", "null", `{"type":"system","subtype":"init","tools":null}`, `{"type":"assistant","message":{"id":"a","content":[{"type":"tool_use","id":"1","name":"Write","input":{"file_path":"/scratch/memory/a.md"}}]}}` + "\n" +
			`{"type":"user","message":{"content":[{"type":"tool_result","tool_use_id":"1"}]}}`,
		`{"type":"stream_event","event":{"type":"message_delta","usage":{"output_tokens":-5}}}`, `{"type":"result","num_turns":1e99}`,
		`{"type":"system","subtype":"api_retry","error_status":401,"attempt":9}`, `{"type":"system","subtype":"permission_denied","tool_use_id":"1"}`,
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		s := hearing(t)
		for line := range strings.SplitSeq(text, "\n") {
			s.hear(process.Line{Text: []byte(line)})
		}
		s.report()
		if s.result == nil && s.verdict(nil, "") == nil {
			t.Error("success without a result")
		}
	})
}
