package secret

import (
	"slices"
	"strings"
)

// token is a credential that its first bytes give away.
type token struct {
	prefix, kind string
	// least is the number of bytes that must follow the prefix.
	least int
}

// tokens are the prefixes as their issuers document them, longer ones before what they begin with.
var tokens = []token{
	{"github_pat_", "github token", 22}, {"ghp_", "github token", 30}, {"gho_", "github token", 30},
	{"ghu_", "github token", 30}, {"ghs_", "github token", 30}, {"ghr_", "github token", 30},
	{"glpat-", "gitlab token", 16}, {"gldt-", "gitlab token", 16}, {"glrt-", "gitlab token", 16},
	{"sk-ant-", "anthropic key", 16}, {"sk-proj-", "openai key", 16}, {"sk-", "api key", 32},
	{"sk_live_", "stripe key", 12}, {"rk_live_", "stripe key", 12}, {"sk_test_", "stripe key", 12},
	{"xoxb-", "slack token", 16}, {"xoxp-", "slack token", 16}, {"xoxa-", "slack token", 16},
	{"xoxr-", "slack token", 16}, {"xoxs-", "slack token", 16}, {"xapp-", "slack token", 16},
	{"AKIA", "aws key id", 16}, {"ASIA", "aws key id", 16}, {"AIza", "google key", 30},
	{"ya29.", "google token", 20}, {"npm_", "npm token", 30}, {"pypi-", "pypi token", 30},
	{"hf_", "hugging face token", 30}, {"dop_v1_", "digitalocean token", 40},
	{"SG.", "sendgrid key", 40}, {"shpat_", "shopify token", 24}, {"eyJ", "web token", 40},
}

// byFirst holds the indexes of tokens by their first byte, to pass most bytes by at once.
var byFirst = func() (t [256][]token) {
	for _, k := range tokens {
		t[k.prefix[0]] = append(t[k.prefix[0]], k)
	}
	return t
}()

// known finds what can be told without an expression.
func known(text string) (found []Match) {
	// Only the beginning of a word can be that of a token, which passes most bytes by.
	inside := false
	for i := 0; i < len(text); i++ {
		b := text[i]
		if word(b) {
			begins := !inside
			if inside = true; begins && byFirst[b] != nil {
				if m, ok := tokenAt(text, i, byFirst[b]); ok {
					found = append(found, m)
					i = m.End - 1
					inside = word(text[i])
				}
			}
			continue
		}
		if inside = false; b == '=' || b == ':' {
			if m, ok := assigned(text, i); ok {
				found = append(found, m)
			}
		}
	}
	return found
}

// word reports whether a byte can be a part of a token.
func word(b byte) bool { return words[b] }

var words = func() (t [256]bool) {
	for _, b := range []byte("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-") {
		t[b] = true
	}
	return t
}()

// run returns the end of the bytes from i on that can be a part of a token.
func run(text string, i int) int {
	for i < len(text) && (word(text[i]) || text[i] == '.' && i+1 < len(text) && word(text[i+1])) {
		i++
	}
	return i
}

func tokenAt(text string, i int, known []token) (Match, bool) {
	for _, k := range known {
		if !strings.HasPrefix(text[i:], k.prefix) {
			continue
		}
		end := run(text, i+len(k.prefix))
		body := text[i+len(k.prefix) : end]
		switch {
		case len(body) < k.least || placeholder(body) || !mixed(body):
		case k.prefix == "eyJ" && strings.Count(body, ".") != 2:
		default:
			return Match{i, end, k.kind, len(k.prefix)}, true
		}
	}
	return Match{}, false
}

// mixed reports whether a value has letters and digits: what is random has both, words have not.
func mixed(v string) bool {
	return strings.ContainsAny(v, "0123456789") &&
		strings.ContainsFunc(v, func(r rune) bool { return r >= 'A' && r <= 'Z' || r >= 'a' && r <= 'z' })
}

// names are the words that make a key's value a credential.
var names = []string{"password", "passwd", "secret", "token", "api_key", "apikey", "api-key",
	"access_key", "private_key", "credential", "authorization", "bearer"}

// kindAssigned is what is known of a value by the name that it is given alone.
const kindAssigned = "assigned credential"

// leastValue is the length from which on an assigned value counts, in bytes: shorter ones are more
// often words about a password than one.
const leastValue = 12

// assigned looks at "name = value" and "name: value" around the sign at i, and at the password of
// a URL.
func assigned(text string, i int) (Match, bool) {
	if strings.HasPrefix(text[i:], "://") {
		return userinfo(text, i+3)
	}
	from := i
	for from > 0 && (word(text[from-1]) || text[from-1] == '"' || text[from-1] == ' ' && from == i) {
		from--
	}
	if !named(strings.ToLower(text[from:i])) {
		return Match{}, false
	}
	start := i + 1
	for start < len(text) && strings.IndexByte(" \"'`", text[start]) >= 0 {
		start++
	}
	for _, scheme := range []string{"Bearer ", "bearer ", "Basic ", "basic "} {
		if strings.HasPrefix(text[start:], scheme) {
			start += len(scheme)
		}
	}
	end := start
	for end < len(text) && strings.IndexByte(" \t\r\n\"'`,;)}]<>", text[end]) < 0 {
		end++
	}
	v := text[start:end]
	if len(v) < leastValue || !mixed(v) || placeholder(v) || strings.ContainsAny(v, "/$({") || hash(v) {
		return Match{}, false
	}
	return Match{start, end, kindAssigned, 0}, true
}

func named(name string) bool {
	for _, n := range names {
		if strings.Contains(name, n) {
			return true
		}
	}
	return false
}

// userinfo finds the password in "user:password@host" at i.
func userinfo(text string, i int) (Match, bool) {
	end := i
	for end < len(text) && strings.IndexByte(" \t\r\n\"'`<>/?#)", text[end]) < 0 {
		end++
	}
	at := strings.LastIndexByte(text[i:end], '@')
	if at < 0 {
		return Match{}, false
	}
	colon := strings.IndexByte(text[i:i+at], ':')
	if colon < 0 || at-colon < 4 {
		return Match{}, false
	}
	if v := text[i+colon+1 : i+at]; placeholder(v) || strings.ContainsAny(v[:1], "$%{[*") ||
		v == text[i:i+colon] || slices.Contains(demoPasswords, strings.ToLower(v)) {
		return Match{}, false
	}
	return Match{i + colon + 1, i + at, "password in a URL", 0}, true
}

// demoPasswords are the passwords of manuals: they say where one would stand.
var demoPasswords = []string{"password", "passwd", "pass", "pwd", "secret", "token", "postgres", "admin", "root", "test", "guest", "user"}

// blocks finds private keys in PEM form, also one whose end is missing.
func blocks(text string) (found []Match) {
	const begin, private, dashes = "-----BEGIN ", "PRIVATE KEY", "-----"
	for from := 0; ; {
		at := strings.Index(text[from:], begin)
		if at < 0 {
			return found
		}
		at += from
		from = at + len(begin)
		head, _, ok := strings.Cut(text[from:], dashes)
		if !ok || !strings.Contains(head, private) {
			continue
		}
		shown := len(begin) + len(head) + len(dashes)
		end := len(text)
		if n := strings.Index(text[at+shown:], "-----END "); n >= 0 {
			end = at + shown + n
		}
		found = append(found, Match{at, end, "private key", shown})
		from = end
	}
}
