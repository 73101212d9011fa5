package reality

import (
	"path"
	"regexp"
	"strings"
	"sync"
	"unicode/utf8"
)

// Texts that are never names of the project: addresses, and the targets of links, which lead to notes.
var (
	links = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`[A-Za-z][A-Za-z0-9+.-]*://[^\s)>\]"'` + "`" + `]+|\]\([^)\n]*\)|\[\[[^\]\n]*\]\]`)
	})
	// bare is a word of prose that may be a path: ASCII, so that it ends where a script without blanks goes on.
	bare = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`[A-Za-z0-9_@.~/\\-][A-Za-z0-9_@.~/\\:#+=*{}<>$-]*`)
	})
)

// words returns what a sentence names, in order.
func (s sentence) words() []word {
	text := links().ReplaceAllStringFunc(s.text, func(m string) string { return strings.Repeat(" ", len(m)) })
	var out []word
	at := 0
	for at < len(text) {
		open := strings.IndexByte(text[at:], '`')
		if open < 0 {
			break
		}
		open += at
		out = append(out, prose(text, at, open)...)
		ticks := len(text[open:]) - len(strings.TrimLeft(text[open:], "`"))
		end := strings.Index(text[open+ticks:], text[open:open+ticks])
		if end < 0 {
			at = open + ticks
			continue
		}
		from, to := open+ticks, open+ticks+end
		if c := code(text[from:to], text[:open], text[to+ticks:]); len(c) > 0 {
			out = append(out, word{open, to + ticks, true, c})
		}
		at = to + ticks
	}
	return append(out, prose(text, at, len(text))...)
}

// prose returns the names that stand between from and to as plain words.
func prose(text string, from, to int) []word {
	var out []word
	for _, at := range bare().FindAllStringIndex(text[from:to], -1) {
		token := strings.TrimRight(text[from+at[0]:from+at[1]], ".:-")
		w := word{from: from + at[0], to: from + at[0] + len(token)}
		if c, ok := pathOf(token); ok {
			c.weak = !c.dir && (!strings.Contains(c.name, "/") || path.Ext(c.name) == "")
			w.claims = []Claim{c}
		} else if dep, ok := module(token); ok {
			w.claims = []Claim{dep}
		}
		if w.claims != nil {
			out = append(out, w)
		}
	}
	return append(out, spoken(text, from, to)...)
}

// code returns what a piece of code names; before and behind are the text around it.
func code(text, before, behind string) []Claim {
	text = strings.TrimSpace(text)
	if strings.ContainsAny(text, " \t\n") {
		var out []Claim
		for c := range command(text) {
			out = append(out, c)
		}
		return out
	}
	if c, ok := pathOf(text); ok {
		c.weak = c.weak || !c.dir && path.Ext(c.name) == "" && !known(path.Base(c.name))
		if strings.HasPrefix(text, "./") && path.Ext(c.name) != "" {
			c.Kind = KindCommand
		}
		return []Claim{c}
	}
	if c, ok := module(text); ok {
		return []Claim{c}
	}
	return named(text, before, behind)
}

// longest is the longest path that is looked for.
const longest = 300

// pathOf reads a token as a path below the project, if it can be one at all.
func pathOf(token string) (Claim, bool) {
	c := Claim{Kind: KindPath, Token: token}
	p := strings.Trim(token, `"',;()`)
	if strings.Contains(p, `\`) && path.Ext(p) != "" {
		p = strings.ReplaceAll(p, `\`, "/")
	}
	p = place(p)
	if rest, ok := strings.CutSuffix(p, "/..."); ok {
		// A pattern of Go's: the folder with all below it.
		p = rest + "/"
	}
	p = strings.TrimPrefix(p, "./")
	c.dir = strings.HasSuffix(p, "/")
	c.name = strings.TrimSuffix(p, "/")
	if c.name == "" || len(p) > longest || !utf8.ValidString(p) || strange(c.name) || placeholder(c.name) {
		return c, false
	}
	if strings.HasPrefix(c.name, "/") {
		// Only the project can tell whether this is below it.
		return c, path.Ext(c.name) != "" || c.dir
	}
	first, _, deep := strings.Cut(c.name, "/")
	if deep && strings.Contains(strings.TrimLeft(first, "."), ".") {
		return c, false // a host, or a module
	}
	if !deep && !c.dir {
		return c, file(c.name)
	}
	return c, path.Ext(c.name) == "" || !numeric(path.Ext(c.name)[1:])
}

// place cuts off what points into a file: lines, columns, anchors, names of tests.
func place(p string) string {
	if at := strings.IndexAny(p, ":#"); at > 0 && (path.Ext(p[:at]) != "" || numeric(p[at+1:])) {
		return p[:at]
	}
	return p
}

// strange reports whether a token cannot be a path of the project: a pattern, a place of another
// machine, home or folder, an alias of a bundler.
func strange(p string) bool {
	return strings.ContainsAny(p, `*?<>{}$|"'=:;,()[]!%^&\`+"`") || strings.ContainsAny(p[:1], "~@-") || strings.Contains(p, "//") ||
		strings.Contains(p, "@") || p == "." || p == ".." || strings.HasPrefix(p, "../") || strings.Contains(p, "/../") ||
		strings.Contains(p, "...") || strings.Trim(p, "./0123456789-") == ""
}

// standIns are names that stand for others.
var standIns = map[string]bool{"foo": true, "bar": true, "baz": true, "qux": true, "path": true, "xxx": true, "xyz": true,
	"example": true, "examplefile": true, "your": true, "file": true, "filename": true, "some": true, "somefile": true, "dir": true}

// placeholder reports whether a path only shows what one looks like. Folders and files are called
// example or file as well, so that such a name alone says nothing beside others.
func placeholder(p string) bool {
	parts := strings.Split(strings.ToLower(p), "/")
	found := 0
	for i, s := range parts {
		stem := strings.TrimSuffix(s, path.Ext(s))
		if strings.HasPrefix(s, "your-") || strings.HasPrefix(s, "your_") || strings.Contains(s, "xxx") || strings.Contains(s, "yyyy") {
			return true
		}
		if i+1 < len(parts) && s == "path" && parts[i+1] == "to" {
			return true
		}
		if standIns[stem] {
			found++
		}
	}
	return found == len(parts) || found > 1
}

// extensions are those by which a name without a folder is known as a file.
var extensions = set(`bash bat bzl c cc cfg cjs cmake cmd conf cpp cs css csv cts cue dart ex exs fish go gradle graphql
h hcl hpp html ini ipynb java jinja js json json5 jsonl jsx kt kts less lock lua m md mdx mjs mk mm mod mts nix php pl plist
prisma properties proto ps1 py pyi r rb rs rst sass scala scss sh sln snap sql sum svelte svg swift tape tex tf tfvars toml
ts tsx txt vim vue wasm xml yaml yml zig zsh`)

// files are names without an extension that are files.
var files = set(`Makefile GNUmakefile Dockerfile Containerfile justfile Justfile Procfile Rakefile Gemfile Pipfile Jenkinsfile
Vagrantfile Brewfile Caddyfile Tiltfile Earthfile CODEOWNERS BUILD WORKSPACE`)

func set(words string) map[string]bool {
	m := map[string]bool{}
	for w := range strings.FieldsSeq(words) {
		m[w] = true
	}
	return m
}

func known(base string) bool { return files[base] }

// file reports whether a name without folders is a file's.
func file(name string) bool {
	if known(name) {
		return true
	}
	ext := path.Ext(name)
	return ext != "" && ext != name && extensions[ext[1:]]
}

func numeric(s string) bool { return s != "" && strings.Trim(s, "0123456789-:L,") == "" }
