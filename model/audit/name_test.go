package audit

import (
	"fmt"
	"strings"
	"testing"

	"dreamgate/model"
)

// front is a note of a name and a description.
func front(name, description, body string) string {
	return fmt.Sprintf("---\nname: %s\ndescription: %s\ntype: user\n---\n\n%s\n", name, description, body)
}

func TestNames(t *testing.T) {
	for _, c := range []struct {
		name, file, is string
		want           []string
	}{
		{"same", "redis-port.md", "redis-port", nil},
		{"other signs and a type in front", "feedback_redis_port.md", "redis-port", nil},
		{"a title", "redis-port.md", "Where the cache listens", nil},
		{"more words", "redis-port.md", "redis-port-of-staging", nil},
		{"other order", "2026-05-24_redis_log.md", "redis-log-20260524", nil},
		{"no slug", "v1.md", "20260517_131712", nil},
		{"one word", "v1.md", "cache", nil},
		{"another", "redis-port.md", "cache-address", []string{"name redis-port.md:2"}},
	} {
		check(t, c.name, tree("MEMORY.md", "x", c.file, front(c.is, "d", "x")), []string{ruleName, ruleNameTwice}, c.want, "")
	}
	check(t, "twice", tree("a.md", front("Redis", "d", "x"), "b.md", front("Redis", "d", "y")), []string{ruleNameTwice},
		[]string{"name-twice b.md:2"}, "that of a.md as well")
	check(t, "the file of another", tree("redis.md", front("cache", "d", "x"), "b.md", front("redis", "d", "y")), []string{ruleName, ruleNameTwice},
		[]string{"name-twice b.md:2"}, "the file name of redis.md")
	check(t, "and its rightful owner", tree("jams.md", front("redis", "d", "x"), "redis.md", front("redis", "d", "y")), []string{ruleName, ruleNameTwice},
		[]string{"name-twice jams.md:2"}, "the file name of redis.md")
	check(t, "its own file, in two folders", tree("a/redis.md", front("redis", "d", "x"), "b.md", front("b", "d", "y")), []string{ruleName, ruleNameTwice}, nil, "")
}

func TestDescription(t *testing.T) {
	for _, c := range []struct {
		name, text string
		want       []string
		says       string
	}{
		{"there", front("a", "d", "x"), nil, ""},
		{"missing", "---\nname: a\ntype: user\n---\n", []string{"description a.md:1"}, "has no description"},
		{"blank", front("a", `" "`, "x"), []string{"description a.md:1"}, "has no description"},
		{"301", front("a", strings.Repeat("ü", 301), "x"), []string{"description a.md:3"}, "301 characters"},
		{"300", front("a", strings.Repeat("ü", 300), "x"), nil, ""},
		{"no frontmatter at all", "x\n", nil, ""},
	} {
		check(t, c.name, tree("a.md", c.text), []string{ruleDescription}, c.want, c.says)
	}
}

func TestNoteLong(t *testing.T) {
	for _, c := range []struct {
		name, text string
		want       []string
		says       string
	}{
		{"200 lines", strings.Repeat("x\n", 200), nil, ""},
		{"201 lines", strings.Repeat("x\n", 201), []string{"note-long a.md:201"}, "the lines bind"},
		{"4096 bytes", strings.Repeat(strings.Repeat("x", 63)+"\n", 64), nil, ""},
		{"4097 bytes", strings.Repeat(strings.Repeat("x", 63)+"\n", 64) + "x", []string{"note-long a.md:65"}, "the bytes bind"},
		{"one line", strings.Repeat("x", 5000), []string{"note-long a.md:1"}, "from line 1 on"},
	} {
		check(t, c.name, tree("a.md", c.text), []string{ruleNoteLong}, c.want, c.says)
	}
}

func TestBrokenLinks(t *testing.T) {
	for _, c := range []struct {
		name, body string
		want       []string
		says       string
	}{
		{"all there", "[[b]] [x](b.md) [y](sub/../b.md#part) [w](https://example.org/c.md) [o](../c.md) [p](c.txt)", nil, ""},
		{"a wish", "see [[later]]\nand [[later]] again", []string{"broken-link a.md:7"}, "names no note yet"},
		{"another spelling", "see [[my_rule]]", []string{"broken-link a.md:7"}, "but my-rule.md is there"},
		{"the type left out", "see [[tone]]", []string{"broken-link a.md:7"}, "but feedback_tone.md is there"},
		{"another type", "see [[project_tone]]", []string{"broken-link a.md:7"}, "names no note yet"},
		{"a file", "\n[x](gone.md)", []string{"broken-link a.md:8"}, "gone.md names no file"},
		{"how to write them", "`[[later]]`, link as [[name]]\n```\n[[other]]\n```\n", nil, ""},
	} {
		m := tree("a.md", front("a", "d", c.body), "b.md", front("b", "d", "x"), "my-rule.md", front("my-rule", "d", "x"), "feedback_tone.md", front("How to say it", "d", "x"))
		check(t, c.name, m, []string{ruleBrokenLink}, c.want, c.says)
		_, _, found := Tree(m, now)
		for _, f := range found {
			if f.Rule == ruleBrokenLink && (f.Severity == model.Info) != strings.Contains(f.Message, "[[") {
				t.Errorf("%s: %v: %s", c.name, f.Severity, f.Message)
			}
		}
	}
}

func TestSecretIsNamed(t *testing.T) {
	for kind, want := range map[string]string{"gitlab token": "a gitlab token (x...)", "assigned credential": "an assigned credential (x...)"} {
		if f := Secret("a.md", 3, kind, "x"); !strings.Contains(f.Message, "looks like "+want+", which") {
			t.Errorf("%s", f.Message)
		}
	}
}
