package transcript

import (
	"context"
	"fmt"
	"reflect"
	"strings"
	"testing"
)

// taken is the record of what the agent took into a turn that was under way.
func taken(text string) string {
	return fmt.Sprintf(`{"parentUuid":"a","isSidechain":false,"attachment":{"type":"queued_command","prompt":%q,"commandMode":"prompt","origin":{"kind":"human"}},"type":"attachment","timestamp":"2026-09-01T10:00:00Z"}`+"\n", text)
}

// later is a message of a person, with how it was given to the agent.
func later(source, content string) string {
	return fmt.Sprintf(`{"type":"user","promptSource":%q,"message":{"content":%s}}`+"\n", source, content)
}

// What is stored as an attachment and as a message too is heard once, where it was said first; who says the same
// words again is heard again.
func TestQueuedIsHeardOnce(t *testing.T) {
	for _, c := range []struct {
		name, records string
		want          []int
	}{
		{"once more as a message", taken("use pnpm") + turn("assistant", "yes") + later("queued", `"use pnpm"`), []int{1, 2}},
		{"as blocks", taken("use\npnpm") + later("queued", `[{"type":"text","text":"use"},{"type":"text","text":"pnpm"}]`), []int{1}},
		{"by an older agent", taken("use pnpm") + turn("user", "use pnpm"), []int{1}},
		{"typed again", taken("use pnpm") + later("typed", `"use pnpm"`), []int{1, 2}},
		{"said three times", taken("yes") + turn("user", "yes") + turn("user", "yes"), []int{1, 3}},
		{"queued twice", taken("yes") + taken("yes") + turn("user", "yes") + turn("user", "yes") + turn("user", "yes"), []int{1, 2, 5}},
		{"other words", taken("use pnpm") + turn("user", "use pnpm!"), []int{1, 2}},
		{"said by the agent", taken("use pnpm") + turn("assistant", "use pnpm"), []int{1, 2}},
		{"long, its type first", `{"type":"attachment","uuid":"x","attachment":{"type":"queued_command","prompt":"` + strings.Repeat("long ", 1000) + `"}}` + "\n", []int{1}},
		{"long, the type of what is attached last", `{"type":"attachment","attachment":{"prompt":"` + strings.Repeat("long ", 1000) + `","type":"queued_command"}}` + "\n", []int{1}},
		{"long, of another kind", `{"type":"attachment","attachment":{"type":"file","prompt":"` + strings.Repeat("long ", 1000) + `","x":{"type":"queued_command"}}}` + "\n", nil},
		{"only as a message", later("queued", `"use pnpm"`), []int{1}},
	} {
		f := store(t, "s.jsonl", c.records)
		lines, stats := collect(t, f)
		var got []int
		for _, l := range lines {
			got = append(got, l.N)
		}
		if !reflect.DeepEqual(got, c.want) || len(stats.Remarks()) > 0 {
			t.Errorf("%s: heard in lines %v, want %v; %v", c.name, got, c.want, stats.Remarks())
		}
	}
}

// The search, the digest and the place of a hit hear it as a scan does, also where it is long.
func TestQueuedIsFound(t *testing.T) {
	long := strings.Repeat("and more of it ", 300_000)
	f := store(t, "s.jsonl", turn("user", "begin")+taken("the port is 5433 "+long)+turn("assistant", "done")+
		later("queued", `"another text `+long+`"`))
	hits := hitsOf(t, f, "port is 5433")
	if len(hits) != 1 || hits[0].N != 2 || hits[0].Trust != "user" {
		t.Fatalf("%+v", hits)
	}
	if n := len(hitsOf(t, f, "another text")); n != 1 {
		t.Errorf("of two long texts the second one is heard %d times", n)
	}
	lines, _, err := Around(context.Background(), f, Place{hits[0].N, hits[0].Offset}, "port is 5433", 1, 1)
	if err != nil || len(lines) != 3 || lines[1].N != 2 || !strings.HasPrefix(lines[1].Text, "the port is 5433") {
		t.Errorf("%v, %v", err, lines)
	}
}

// hitsOf is what a search finds in a file.
func hitsOf(t *testing.T, f File, words string) (hits []Hit) {
	t.Helper()
	_, err := Search(context.Background(), []File{f}, Query{Words: words}, func(h Hit) error {
		hits = append(hits, h)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return hits
}
