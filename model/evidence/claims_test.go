package evidence

import (
	"fmt"
	"math/rand"
	"strings"
	"testing"

	"dreamgate/model"
)

// claimsOf are the claims of added lines, in order, of which nothing is judged yet.
func claimsOf(added []string) []model.Claim {
	var out []model.Claim
	for _, s := range Statements(added, nil) {
		for _, c := range s.claims {
			out = append(out, model.Claim{Kind: c.kind, Token: s.token(c.start, c.end), At: s.span(c.start, c.end)})
		}
	}
	return out
}

func claimList(lines ...string) string {
	var out []string
	for _, c := range claimsOf(lines) {
		out = append(out, c.Kind+":"+c.Token)
	}
	return strings.Join(out, " | ")
}

func TestClaims(t *testing.T) {
	cases := []struct{ in, want string }{
		{"Run tests with `pnpm test` (project moved from npm to pnpm in late Oct 2026).", "command:pnpm test | date:late Oct 2026"},
		{"Gateway: vpn2.harbour.internal, port 51802 (since 2026-09-14).", "path:vpn2.harbour.internal | number:51802 | date:2026-09-14"},
		{"Frame budget: 12 ms on the handheld.", "number:12 ms"},
		{"The limit is 20% or $75, three times.", "number:20% | number:75 | number:three"},
		{"We ship to Zarza Norte and to Norway.", "name:Zarza Norte | name:Norway"},
		{"Playtests are on Thursdays at 5 pm.", "date:Thursdays | time:5 pm"},
		{"Set SAVE_FORMAT in config/game.toml, not with --cold.", "identifier:SAVE_FORMAT | path:config/game.toml | identifier:--cold"},
		{"Our queue is \"violet\"; see https://x.example.com/a or ops@x.example.com.",
			"quoted:violet | url:https://x.example.com/a | email:ops@x.example.com"},
		{"Use SK-1A grease, version 2.14.0 or v3.", "identifier:SK-1A | version:2.14.0 | version:v3"},
		{"Der Antrieb steht in Halle 4.", "number:4"},
		{"最高速度は毎秒1.2メートル、2026年3月4日から。", "number:1.2 | date:2026年3月4日"},
		{"Nothing here can be checked by itself", ""},
		{"## Running The Tests", ""},
		{"", ""},
	}
	for _, c := range cases {
		if got := claimList(c.in); got != c.want {
			t.Errorf("%q:\n got %s\nwant %s", c.in, got, c.want)
		}
	}
}

func TestSpans(t *testing.T) {
	lines := []string{"- Ports: 6379 and", "  `make all`, then 51820.", "", "end 7"}
	var got []string
	for _, c := range claimsOf(lines) {
		got = append(got, fmt.Sprint(c.At.Line, lines[c.At.Line][c.At.Start:c.At.End]))
	}
	if want := "06379|1make all|151820|37"; strings.Join(got, "|") != want {
		t.Errorf("got %v, want %s", got, want)
	}
}

// Spans lie in their lines, in order, whatever the text.
func TestSpanBounds(t *testing.T) {
	rnd := rand.New(rand.NewSource(3))
	parts := []string{"5", " ", "pm", "Oct ", "2026", "-10-30", "`", "\"", "a/b.c", "'", "\n", "毎秒", "Ö", ".", "http://x", "@", "--", "$", ",", "年", "\xff", "「", "」", "May "}
	for range 5000 {
		var b strings.Builder
		for range rnd.Intn(16) {
			b.WriteString(parts[rnd.Intn(len(parts))])
		}
		lines := strings.Split(b.String(), "\n")
		last := -1
		for _, c := range claimsOf(lines) {
			at := c.At.Line*1000 + c.At.Start
			if c.At.Line >= len(lines) || c.At.Start < 0 || c.At.End > len(lines[c.At.Line]) || c.At.Start >= c.At.End || at <= last {
				t.Fatalf("%q: claim %+v", lines, c)
			}
			last = at
		}
	}
}
