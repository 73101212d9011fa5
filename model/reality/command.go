package reality

import (
	"iter"
	"path"
	"strings"
)

// The package managers, by the programs' names; what they do to packages tells that the project uses
// them, while what they run is a script.
var (
	managers = set(`npm pnpm yarn bun poetry uv pip pip3 pipenv`)
	installs = set(`install i ci add sync lock update upgrade`)
	// own are what a manager of JavaScript does itself, where the word run may be left out.
	own = set(`access audit bin cache config create dlx exec help init link list ls login logout outdated pack patch
prune publish rebuild remove rm search set store unlink unpublish version view why x info upgrade-interactive`)
	runners = set(`make gmake just task`)
	// readers are programs whose arguments are files that are there.
	readers = set(`sh bash zsh source . cat less head tail vim vi nano code grep rg sed awk python python3 node deno ruby perl
php tsx ts-node go pytest vitest jest eslint prettier psql sqlite3 shellcheck open wc diff jq yq`)
)

// command reads a command line. A line of several commands is several.
func command(line string) iter.Seq[Claim] {
	return func(yield func(Claim) bool) {
		for _, part := range strings.FieldsFunc(line, func(r rune) bool { return r == '&' || r == '|' || r == ';' || r == '\n' }) {
			words := strings.Fields(part)
			for len(words) > 0 && (strings.Contains(words[0], "=") || words[0] == "sudo" || words[0] == "time" || words[0] == "$") {
				words = words[1:]
			}
			if len(words) == 0 {
				continue
			}
			for _, c := range one(words) {
				if c.Token = strings.TrimSpace(part); c.Kind == KindManager {
					c.Token = words[0]
				}
				if !yield(c) {
					return
				}
			}
		}
	}
}

// one reads a single command.
func one(words []string) []Claim {
	program, args := words[0], plain(words[1:])
	switch {
	case strings.HasPrefix(program, "./") || strings.Contains(program, "/") && path.Ext(program) != "":
		if c, ok := pathOf(program); ok && !strings.HasPrefix(c.name, "/") {
			c.Kind = KindCommand
			return []Claim{c}
		}
	case managers[program]:
		return managed(program, words[1:])
	case runners[program] && len(args) > 0:
		if program == "gmake" {
			program = "make"
		}
		if scriptName().MatchString(args[0]) && !aside(words[1:]) {
			return []Claim{{Kind: KindCommand, name: args[0], tool: program}}
		}
	case program == "go" && len(args) > 1 && set("run test build vet install")[args[0]]:
		return paths(args[1:], KindCommand)
	case readers[program]:
		kind := KindPath
		if program != "cat" && len(args) > 0 && set("sh bash zsh python python3 node ruby perl tsx ts-node source")[program] {
			kind = KindCommand
		}
		return paths(args, kind)
	}
	return nil
}

// scriptName is what a script may be called. Words of other writing stand behind a command without a
// blank, and are no names of it.
var scriptName = cue2(`^[A-Za-z0-9][A-Za-z0-9:_-]*$`)

// aside reports whether a runner is sent to another folder or file, whose targets are others.
func aside(args []string) bool {
	for _, a := range args {
		if a == "-C" || a == "-f" || a == "-d" || strings.HasPrefix(a, "--dir") || strings.HasPrefix(a, "--prefix") || strings.HasPrefix(a, "--cwd") {
			return true
		}
	}
	return false
}

// plain leaves out options and assignments, and ends where the output goes somewhere.
func plain(words []string) []string {
	var out []string
	for _, w := range words {
		if strings.HasPrefix(w, ">") || strings.HasPrefix(w, "2>") {
			break
		}
		if !strings.HasPrefix(w, "-") && !strings.Contains(w, "=") {
			out = append(out, w)
		}
	}
	return out
}

// paths are those of the arguments that are paths for sure.
func paths(args []string, kind string) []Claim {
	var out []Claim
	for _, a := range args {
		if c, ok := pathOf(a); ok && !strings.HasPrefix(c.name, "/") && (path.Ext(c.name) != "" || strings.HasPrefix(a, "./") || c.dir) {
			c.Kind = kind
			out = append(out, c)
		}
	}
	return out
}

// managed reads a package manager's command: what it says of the manager, and the script that it runs.
func managed(program string, rest []string) []Claim {
	args := plain(rest)
	uses := Claim{Kind: KindManager, name: strings.TrimSuffix(program, "3")}
	for _, r := range rest {
		if r == "-g" || r == "--global" || r == "--version" || r == "-v" || r == "-m" {
			return nil
		}
	}
	if len(args) == 0 {
		return nil
	}
	switch sub := args[0]; {
	case installs[sub]:
		return []Claim{uses}
	case program == "pip" || program == "pip3" || program == "pipenv":
		return nil
	case program == "poetry" || program == "uv":
		if sub != "run" {
			return nil
		}
		return append([]Claim{uses}, paths(args[1:], KindCommand)...)
	case aside(rest) || own[sub]:
		return nil
	case sub == "run" || sub == "run-script":
		if len(args) < 2 || !scriptName().MatchString(args[1]) {
			return nil
		}
		return []Claim{uses, {Kind: KindCommand, name: args[1], tool: "npm"}}
	case sub == "test" || sub == "start" || sub == "t":
		if sub == "t" {
			sub = "test"
		}
		// bun has a test runner of its own.
		if program != "bun" {
			return []Claim{uses, {Kind: KindCommand, name: sub, tool: "npm"}}
		}
	case program != "npm" && scriptName().MatchString(sub):
		return []Claim{uses, {Kind: KindCommand, name: sub, tool: "npm", weak: true}}
	}
	return nil
}
