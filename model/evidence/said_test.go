package evidence

import (
	"strings"
	"testing"
	"time"

	"dreamgate/model"
)

// A line that asks, guesses or was taken back bears nothing out, and a day may follow from one.
func TestCiteInItsTalk(t *testing.T) {
	const (
		ask   = "a Should we use Redis 7.2 as the cache?"
		could = "a I could raise the limit to 64"
		days  = "u the disk was replaced yesterday, the fan comes tomorrow"
		both  = "u the disk broke two days ago, the fan yesterday"
	)
	cases := []struct {
		claim, line, answer string
		want                model.Verdict
		reason              string
	}{
		{"The cache is Redis 7.2", ask, "u hm", model.Unsupported, "nobody decided it"},
		{"The cache is Redis 7.2", ask, "u yes, do that", model.Supported, ""},
		{"The cache is Redis 7.2", "u Redis 7.2 is fast. Should we use it as the cache?", "a ok", model.Unsupported, "nobody decided it"},
		{"The cache is Redis 7.2", "a Should we use Redis? I made Redis 7.2 the cache.", "u hm", model.Supported, ""},
		{"raise the limit to 64", could, "u hm", model.Unsupported, "nobody decided it"},
		{"could raise the limit to 64", could, "u hm", model.Supported, ""},
		{"30 seconds", "u Probably 30 seconds", "a ok", model.Unsupported, "nobody decided it"},
		{"the timeout is 30 seconds", "u can you set the timeout to 30 seconds?", "a done", model.Supported, ""},
		{"the port is 8080", "u the port is 8080", "u scratch that", model.Unsupported, "took it back"},
		{"The disk was replaced on 2026-11-27", days, "a ok", model.Supported, "“yesterday”, said on Saturday 2026-11-28"},
		{"The disk was replaced on 2026-11-29", days, "a ok", model.Unsupported, "of something else"},
		{"The fan comes on 2026-11-29", days, "a ok", model.Supported, ""},
		{"The fan comes on 2026-11-30", days, "a ok", model.Unsupported, "has no “2026-11-30”"},
		{"the fan broke on 2026-11-27", both, "a ok", model.Supported, ""},
		{"the fan broke on 2026-11-26", both, "a ok", model.Unsupported, "of something else"},
		{"Die Platte wurde am 27.11.2026 getauscht", "u die Platte wurde gestern getauscht", "a ok", model.Supported, "“gestern”"},
		{"The disk was replaced on 2026-11-27", "u the disk was replaced on 27 November", "a ok", model.Supported, "names the day"},
	}
	for _, c := range cases {
		said := talkOf(c.line, c.answer)
		said[0].Time = time.Date(2026, 11, 28, 10, 0, 0, 0, time.UTC)
		talk := NewDialogue()
		for _, l := range said {
			talk.Hear(l)
		}
		if got, reason := Cite(c.claim, said[0], talk, time.UTC); got != c.want || !strings.Contains(reason, c.reason) {
			t.Errorf("%q of %q, then %q: %s (%s), want %s (%s)", c.claim, c.line, c.answer, got, reason, c.want, c.reason)
		}
	}
}

// What the check makes of a cited line is what a citation of it is worth.
func TestCheckAndCitationAgree(t *testing.T) {
	for _, c := range []struct {
		claim string
		talk  []string
	}{
		{"The cache is Redis 7.2.", []string{"a Should we use Redis 7.2 as the cache?", "u hm"}},
		{"The cache is Redis 7.2.", []string{"a Should we use Redis 7.2 as the cache?", "u yes please"}},
		{"The cache is Redis 7.2.", []string{"u the cache is Redis 7.2", "a ok"}},
		{"The limit is 64 requests.", []string{"u the limit is probably 64 requests", "a ok"}},
		{"The limit is 64 requests.", []string{"u the limit is 64 requests", "u forget that"}},
	} {
		l := talkOf(c.talk...)
		talk := NewDialogue()
		for _, s := range l {
			talk.Hear(s)
		}
		verdict, reason := Cite(c.claim, l[0], talk, nil)
		r := ruling(c.claim, "", 1, c.talk...)
		if supported := verdict == model.Supported; supported != (len(r.Holding) == 1) || supported == (len(r.Idle) == 1) || supported != (len(r.Flags) == 0) {
			t.Errorf("%q of %q: %s (%s), but the check has it held %v, idle %v, flagged %v", c.claim, c.talk[0], verdict, reason, r.Holding, r.Idle, r.Flags)
		}
	}
}
