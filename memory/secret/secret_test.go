package secret

import (
	"encoding/json"
	"math/rand"
	"os"
	"regexp"
	"strings"
	"sync"
	"testing"
)

// made is a random-looking body; whole tokens are put together at run time, so that no scanner
// takes this file for a leak.
const made = "xQ7rT2mN9kL4wZ8yB5vC1dF6gH3jP0sA"

// hex is a digest that belongs to nothing.
var hex = strings.Repeat("9fceb02d0ae598e9"+"5dc970b74767f193", 2)

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
		{"a rule of gitleaks", "vault: hvs." + made + made + made[:30] + " is root's", "vault: [masked] is root's"},
		{"by its issuer's name", "datadog_api_key = '" + hex[:40] + "'", "datadog_api_key = '[masked]'"},
		{"second line", "nothing\r\ncurl -u bob:" + made[1:13] + " https://h.test\r\n", "nothing\r\ncurl -u [masked] https://h.test\r\n"},
		{"long line", strings.Repeat("x y ", 4000) + "key = " + made + " " + strings.Repeat("z ", 9000),
			strings.Repeat("x y ", 4000) + "key = [masked] " + strings.Repeat("z ", 9000)},
		{"no word passes it", "glpat-" + made + " # gitleaks:allow", "glpat-[masked] # gitleaks:allow"},
	}
	for _, c := range cases {
		if got := Mask(c.in); got != c.want {
			t.Errorf("%s: Mask(%q) = %q, want %q", c.name, c.in, got, c.want)
		}
	}
}

// TestFalseAlarms: what names a thing, and what manuals print, is let pass.
func TestFalseAlarms(t *testing.T) {
	for _, line := range []string{
		"commit " + hex[:40] + " broke the key handling", "api_key_hash: sha256:" + hex[:64], "token: " + hex[:40],
		"auth session 1E5BD310-37AB-4C35-A375-4DE68E8FB0B5 is the one", "key=1e5bd310-37ab-4c35-a375-4de68e8fb0b5",
		"AKIAIOSFODNN7" + "EXAMPLE and wJalrXUtnFEMI/K7MDENG/" + "bPxRfiCYEXAMPLEKEY",
		"Authorization: Bearer <your-token-here>", "export GITHUB_TOKEN=ghp_" + strings.Repeat("x", 36),
		"password: ${DB_PASSWORD_2026}", "api_key: {{ vault.api_key_v2 }}", "token = $TOKEN_FOR_CI_2",
		"postgres://postgres:postgres@localhost:5432/app", "mysql://root:password@db/app", "amqp://u:${PASS}@h/",
		"sk_test_" + "4eC39HqLyjWDarjtT1zdp7dc is Stripe's", "sk-ant-" + "api03-xxxxxxxxxxxxxxxxxxxxxxxx",
		"primary key: users_2024_idx, foreign key: orders.user_id_2", "the auth key is rotated every 90 days (see docs/keys-v2.md)",
		"cache key = user:1234:profile_v2", "api: v2.14.0-rc1", "auth: oauth2-proxy-7.6.0", "keyboard: /dev/input/event12",
		"access: https://grafana.internal/d/abc123/auth?orgId=1", "secret name is prod/db/password_2026-11",
		"token_count: 123456, max_tokens=4096", "passwords are at least 12 characters with 1 digit",
	} {
		for _, m := range Find(line) {
			t.Errorf("%q: %s %q", line, m.Kind, line[m.Start:m.End])
		}
	}
}

// TestTable: the table is of the version that the module beside it pins, and holds what can be read.
func TestTable(t *testing.T) {
	pinned, err := os.ReadFile("rules/go.mod")
	if err != nil {
		t.Fatal(err)
	}
	var head struct{ Version string }
	if err := json.Unmarshal(rulesJSON, &head); err != nil || !strings.Contains(string(pinned), "gitleaks/v8 "+head.Version+"\n") {
		t.Errorf("rules.json is of %q: %v", head.Version, err)
	}
	for i := range rules().Rules {
		r := &rules().Rules[i]
		if _, err := regexp.Compile(r.Regex); err != nil || len(r.Keywords) == 0 {
			t.Errorf("%s: %v, %d keywords", r.ID, err, len(r.Keywords))
		}
		for _, w := range r.Keywords {
			if len(w) < 2 {
				t.Errorf("%s: the keyword %q is too short for the index", r.ID, w)
			}
		}
	}
}

// TestFindTogether: rules are compiled when they are needed, whoever needs them first.
func TestFindTogether(t *testing.T) {
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() {
			if n := len(Find("slack_token: xoxb-" + made + "\nheroku_key = " + made)); n != 2 {
				t.Errorf("%d found", n)
			}
		})
	}
	all.Wait()
}

// BenchmarkFind reads what a memory is made of: prose with words such as key and token.
func BenchmarkFind(b *testing.B) {
	text := strings.Repeat("The API key of the staging host is rotated by `bin/rotate-token`, see auth.md; it asks for access twice.\n", 100)
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		Find(text)
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
		for _, r := range Hidden(text) {
			_ = text[r[0]:r[1]]
		}
		Mask(text)
	}
}

// TestNamedBySort: where a name is given the value, the value's own form still says what it is.
func TestNamedBySort(t *testing.T) {
	const text = "Token: glpat-aB3dE6gH9jK2mN5pQ8sT\n"
	if found := Find(text); len(found) != 1 || found[0].Kind == kindAssigned {
		t.Errorf("%+v", found)
	}
	if got := Mask(text); got != "Token: glpat-[masked]\n" {
		t.Errorf("%q", got)
	}
}
