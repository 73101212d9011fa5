package secret

import (
	"math/rand"
	"strings"
	"testing"
)

// made is a random-looking body; whole tokens are put together at run time, so that no scanner
// takes this file for a leak.
const made = "xQ7rT2mN9kL4wZ8yB5vC1dF6gH3jP0sA"

func TestMask(t *testing.T) {
	cases := []struct{ name, in, want string }{
		{"prefix", "use glpat-" + made + " now", "use glpat-[masked] now"},
		{"stripe", "KEY is sk_live_" + made[:20], "KEY is sk_live_[masked]"},
		{"two", "ghp_" + made + made[:4] + " AKIA" + strings.ToUpper(made[:16]), "ghp_[masked] AKIA[masked]"},
		{"assigned", "password = " + made[:14], "password = [masked]"},
		{"json", `{"api_key": "` + made[:24] + `"}`, `{"api_key": "[masked]"}`},
		{"bearer", "Authorization: Bearer " + made, "Authorization: Bearer [masked]"},
		{"url", "postgres://app:" + made[:9] + "@db.example.com/x", "postgres://app:[masked]@db.example.com/x"},
		{"pem", "-----BEGIN RSA PRIVATE KEY-----\nabc\n-----END RSA PRIVATE KEY-----",
			"-----BEGIN RSA PRIVATE KEY-----[masked]-----END RSA PRIVATE KEY-----"},
		{"pem torn", "-----BEGIN PRIVATE KEY-----\nabc", "-----BEGIN PRIVATE KEY-----[masked]"},
		{"manual's key", "AKIAIOSFODNN7" + "EXAMPLE", "AKIAIOSFODNN7" + "EXAMPLE"},
		{"commit", "token: 9fceb02d0ae598e95dc970b74767f19372d61af8", "token: 9fceb02d0ae598e95dc970b74767f19372d61af8"},
		{"uuid", "secret=1e5bd310-37ab-4c35-a375-4de68e8fb0b5", "secret=1e5bd310-37ab-4c35-a375-4de68e8fb0b5"},
		{"words", "the token: rotate every 90 days", "the token: rotate every 90 days"},
		{"path", "token: /etc/tokens/deploy1.json", "token: /etc/tokens/deploy1.json"},
		{"inside a word", "task-sk-" + "learn", "task-sk-" + "learn"},
		{"empty", "", ""},
	}
	for _, c := range cases {
		if got := Mask(c.in); got != c.want {
			t.Errorf("%s: Mask(%q) = %q, want %q", c.name, c.in, got, c.want)
		}
	}
}

// What is found lies in the text, in order and apart, whatever the text.
func TestFindBounds(t *testing.T) {
	rnd := rand.New(rand.NewSource(1))
	parts := []string{"ghp_", "sk-", "=", ":", "://", "@", "token", " ", "\"", made, "é", "-----BEGIN PRIVATE KEY-----", "eyJ", ".", "\n"}
	for range 3000 {
		var b strings.Builder
		for range rnd.Intn(14) {
			b.WriteString(parts[rnd.Intn(len(parts))])
		}
		text, last := b.String(), 0
		for _, m := range Find(text) {
			if m.Start < last || m.End <= m.Start || m.End > len(text) || m.Start+m.Shown > m.End {
				t.Fatalf("Find(%q): bad match %+v after %d", text, m, last)
			}
			last = m.End
		}
		Mask(text)
	}
}
