package secret

import (
	"slices"
	"strings"
)

// examples are parts of credentials that manuals print for everyone, and words that say of a value
// that it is none, in small letters.
var examples = []string{
	"example", "xxxx", "your", "changeme", "change-me", "change_me", "placeholder", "****", "....", "dummy", "redacted",
	"masked", "insert", "replace", "foobar", "not-a-real", "notreal", "not_a_", "fake", "sample",
	"123456789", "987654321", "abcdefgh", "deadbeef", "qwerty", "00000000",
	"4ec39hqlyjwdarjtt1zdp7dc",                         // the test key of Stripe's manual
	"eyjzdwiioiixmjm0nty3odkwiiwibmftzsi6ikpvag4grg9l", // the payload of jwt.io: 1234567890, John Doe
}

// placeholder reports whether a value stands for a credential in a manual.
func placeholder(v string) bool {
	low := strings.ToLower(v)
	for _, w := range examples {
		if strings.Contains(low, w) {
			return true
		}
	}
	return few(v) || strings.Contains(v, "${") || strings.Contains(v, "{{") || slot(v)
}

// slot reports whether a value has a word in angle brackets, where a person is to write their own.
func slot(v string) bool {
	_, rest, ok := strings.Cut(v, "<")
	inside, _, closed := strings.Cut(rest, ">")
	return ok && closed && inside != "" && strings.Trim(strings.ToLower(inside), "abcdefghijklmnopqrstuvwxyz_- ") == ""
}

// leastLetters is the number of different characters that anything random of ten has.
const leastLetters = 5

// few reports whether a value is made of so few characters that nobody has drawn it by lot.
func few(v string) bool {
	var seen [256]bool
	n := 0
	for i := 0; i < len(v); i++ {
		if !seen[v[i]] {
			seen[v[i]] = true
			n++
		}
	}
	return len(v) >= 2*leastLetters && n < leastLetters
}

// name reports whether a value names something and opens nothing: a commit, a digest, a UUID, a date
// or a version, a file, an address.
func name(v string) bool {
	if hash(v) {
		return true
	}
	if low := strings.ToLower(v); hash(low) && strings.Count(v, "-") == 4 {
		return true // a UUID in capitals
	}
	return plainWords(v)
}

// plainWords reports whether a value is words, numbers and signs in the order in which people write
// them: "pool_max_conns=20", "v2.14.0-rc1", "deploy-2026-11-29.log". A random value changes between
// letters and digits within its parts.
func plainWords(v string) bool {
	for part := range strings.FieldsFuncSeq(v, func(r rune) bool { return strings.ContainsRune("._-=/+", r) }) {
		changes := 0
		for i := 1; i < len(part); i++ {
			if kindOf(part[i]) != kindOf(part[i-1]) {
				changes++
			}
		}
		if changes > 1 {
			return false
		}
	}
	return true
}

// kindOf tells digits, small letters, and all else apart. A capital at the start of a word is its own
// change, as in "fooBar": two such words in one part are no plain words.
func kindOf(b byte) int {
	switch {
	case b >= '0' && b <= '9':
		return 0
	case b >= 'a' && b <= 'z':
		return 1
	}
	return 2
}

// hash reports whether a value is a commit or a UUID: hexadecimal in one case. Such values name
// something and open nothing.
func hash(v string) bool {
	if kind, sum, ok := strings.Cut(v, ":"); ok && slices.Contains([]string{"sha1", "sha256", "sha512", "md5"}, kind) {
		v = sum
	}
	for i := 0; i < len(v); i++ {
		if b := v[i]; !(b >= '0' && b <= '9' || b >= 'a' && b <= 'f' || b == '-') {
			return false
		}
	}
	return true
}
