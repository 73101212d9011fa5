package reality

import (
	"encoding/json"
	"path"
	"regexp"
	"strings"
)

// manifests are the scripts, dependencies and package managers of a project.
type manifests struct {
	// scripts and deps hold the manifest that names one; scripts by tool and name.
	scripts map[[2]string]string
	deps    map[string]string
	// lock holds the file that tells of a manager: its lock file, or a manifest that declares it.
	lock, declared map[string]string
	// lostScripts, lostDeps and lostLocks are what went, the last time first.
	lostScripts         map[[2]string]Removal
	lostDeps, lostLocks map[string]Removal
}

func newManifests() manifests {
	return manifests{map[[2]string]string{}, map[string]string{}, map[string]string{}, map[string]string{},
		map[[2]string]Removal{}, map[string]Removal{}, map[string]Removal{}}
}

// locks are the files by which a package manager is known.
var locks = map[string]string{
	"package-lock.json": "npm", "npm-shrinkwrap.json": "npm", "pnpm-lock.yaml": "pnpm", "yarn.lock": "yarn",
	"bun.lock": "bun", "bun.lockb": "bun", "poetry.lock": "poetry", "uv.lock": "uv", "Pipfile.lock": "pipenv",
	"requirements.txt": "pip",
}

// family are the managers of one language: where one came, the other went.
var family = map[string]string{"npm": "js", "pnpm": "js", "yarn": "js", "bun": "js", "poetry": "py", "uv": "py", "pipenv": "py", "pip": "py"}

// Manifest reports whether a file says something of scripts and dependencies, so that it is worth reading.
func Manifest(file string) bool { return format(file) != "" }

// format names the way in which a manifest is written.
func format(file string) string {
	switch base := path.Base(file); base {
	case "package.json", "go.mod", "Cargo.toml", "pyproject.toml", "Pipfile":
		return base
	case "Makefile", "makefile", "GNUmakefile":
		return "make"
	case "justfile", "Justfile", ".justfile":
		return "just"
	case "Taskfile.yml", "Taskfile.yaml", "taskfile.yml", "taskfile.yaml":
		return "task"
	default:
		switch {
		case strings.HasSuffix(base, ".mk"):
			return "make"
		case strings.HasPrefix(base, "requirements") && strings.HasSuffix(base, ".txt"):
			return "requirements"
		}
	}
	return ""
}

// file takes note of a lock file that is there.
func (m *manifests) file(p string) {
	if name := locks[path.Base(p)]; name != "" && m.lock[name] == "" {
		m.lock[name] = p
	}
}

// removal takes note of a lock file that went.
func (m *manifests) removal(r Removal) {
	if name := locks[path.Base(r.Path)]; name != "" && path.Base(r.To) != path.Base(r.Path) {
		if _, later := m.lostLocks[name]; !later {
			m.lostLocks[name] = r
		}
	}
}

// The lines of manifests that name something. Of package.json a lost line is all that is known: a value
// that looks like a version is a dependency's.
var (
	jsonLine   = cue2(`^\s*"([^"\s]+)"\s*:\s*"((?:[^"\\]|\\.)*)"`)
	version    = cue2(`^(?:[~^<>=v ]*\d[\w.+-]*(?: .*)?|\*|latest|next|workspace:.*|file:.*|link:.*|git\+.*|github:.*|npm:.*|catalog:.*)$`)
	makeLine   = cue2(`^([A-Za-z0-9][A-Za-z0-9_.-]*(?:[ \t]+[A-Za-z0-9][A-Za-z0-9_.-]*)*)[ \t]*::?(?:[^:=]|$)`)
	justLine   = cue2(`^@?([A-Za-z_][A-Za-z0-9_-]*)(?:[ \t][^:=]*)?:(?:[^=]|$)`)
	taskLine   = cue2(`^  ['"]?([A-Za-z0-9][A-Za-z0-9_:.-]*?)['"]?:\s*(?:$|[{'"#>|\[]|[a-z])`)
	goLine     = cue2(`^(?:require\s+|\s*)([a-z0-9][a-z0-9.-]*\.[a-z]+/\S+)\s+v\d`)
	tomlLine   = cue2(`^\s*"?([A-Za-z0-9][A-Za-z0-9_.-]*)"?\s*=\s*(?:"[\^~<>=*\d v]|\{)`)
	pepLine    = cue2(`^\s*(?:[A-Za-z_-]+\s*=\s*\[)?\s*"([A-Za-z0-9][A-Za-z0-9_.-]*)(?:\[[^\]]*\])?\s*(?:[<>=~!;@ ][^"]*)?",?`)
	requireOne = cue2(`^([A-Za-z0-9][A-Za-z0-9_.-]*)(?:\[[^\]]*\])?\s*(?:[<>=~!;@ #].*)?$`)
)

// entry is a script or a dependency that a line names.
type entry struct {
	tool, name string
}

// entries reads one line of a manifest.
func entries(kind, line string) []entry {
	one := func(tool string, r *regexp.Regexp) []entry {
		if m := r.FindStringSubmatch(line); m != nil {
			return []entry{{tool, m[1]}}
		}
		return nil
	}
	switch kind {
	case "package.json":
		m := jsonLine().FindStringSubmatch(line)
		switch {
		case m == nil:
			return nil
		case version().MatchString(m[2]):
			return []entry{{"", m[1]}}
		}
		return []entry{{"npm", m[1]}}
	case "make":
		m := makeLine().FindStringSubmatch(line)
		if m == nil {
			return nil
		}
		var out []entry
		for name := range strings.FieldsSeq(m[1]) {
			out = append(out, entry{"make", name})
		}
		return out
	case "just":
		return one("just", justLine())
	case "task":
		return one("task", taskLine())
	case "go.mod":
		return one("", goLine())
	case "Cargo.toml", "Pipfile":
		return one("", tomlLine())
	case "pyproject.toml":
		return append(one("", tomlLine()), one("", pepLine())...)
	case "requirements":
		return one("", requireOne())
	}
	return nil
}

// packageJSON is what is read of one.
type packageJSON struct {
	Scripts                                                               map[string]json.RawMessage
	Dependencies, DevDependencies, PeerDependencies, OptionalDependencies map[string]json.RawMessage
	PackageManager                                                        string
}

// Read adds the text of a manifest that is there.
func (p *Project) Read(file string, data []byte) {
	m, kind := &p.manifests, format(file)
	if kind == "package.json" {
		var pkg packageJSON
		if json.Unmarshal(data, &pkg) == nil {
			for name := range pkg.Scripts {
				m.scripts[[2]string{"npm", name}] = file
			}
			for _, deps := range []map[string]json.RawMessage{pkg.Dependencies, pkg.DevDependencies, pkg.PeerDependencies, pkg.OptionalDependencies} {
				for name := range deps {
					m.deps[name] = file
				}
			}
			if name, _, ok := strings.Cut(pkg.PackageManager, "@"); ok {
				m.declared[name] = file
			}
			return
		}
	}
	for line := range strings.Lines(string(data)) {
		line = strings.TrimRight(line, "\r\n")
		if strings.HasPrefix(line, ".PHONY") {
			line = strings.TrimPrefix(strings.TrimPrefix(line, ".PHONY"), ":") + ":"
			line = strings.TrimSpace(line)
		}
		for _, e := range entries(kind, line) {
			if e.tool == "" {
				m.deps[normal(kind, e.name)] = file
			} else {
				m.scripts[[2]string{e.tool, e.name}] = file
			}
		}
		if kind == "pyproject.toml" && strings.HasPrefix(line, "[tool.poetry") {
			m.declared["poetry"] = file
		}
		if kind == "pyproject.toml" && strings.HasPrefix(line, "[tool.uv") {
			m.declared["uv"] = file
		}
	}
}

// Lose adds a line that a manifest lost. The newest must be added first.
func (p *Project) Lose(d Dropped) {
	m, kind := &p.manifests, format(d.Path)
	r := Removal{Path: d.Path, Commit: d.Commit, At: d.At}
	for _, e := range entries(kind, d.Line) {
		if e.tool == "" {
			if name := normal(kind, e.name); m.lostDeps[name].Commit == "" {
				m.lostDeps[name] = r
			}
		} else if key := [2]string{e.tool, e.name}; m.lostScripts[key].Commit == "" {
			m.lostScripts[key] = r
		}
	}
}

// normal spells the name of a package as its language compares it.
func normal(kind, name string) string {
	switch kind {
	case "pyproject.toml", "requirements", "Pipfile":
		return strings.ToLower(strings.ReplaceAll(name, "_", "-"))
	}
	return name
}

// script looks for a script of a tool, or of any.
func script[V any](m map[[2]string]V, tool, name string) (v V, ok bool) {
	tools := []string{tool}
	if tool == "" {
		tools = []string{"npm", "make", "just", "task"}
	}
	for _, t := range tools {
		if v, ok = m[[2]string{t, name}]; ok {
			return v, true
		}
	}
	return v, false
}

// dependency looks for a package, also under the name that Python compares.
func dependency[V any](m map[string]V, name string) (v V, ok bool) {
	if v, ok = m[name]; !ok {
		v, ok = m[strings.ToLower(strings.ReplaceAll(name, "_", "-"))]
	}
	return v, ok
}
