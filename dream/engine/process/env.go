package process

import (
	"path/filepath"
	"slices"
	"strings"

	"dreamgate/dream/engine"
)

// marker is the variable by which what a program started is recognised, also after it left the
// group. Its value is the scratch folder of the run.
const marker = "DREAMGATE_SCRATCH"

// Environ are the variables that every program of an engine gets: where it is, where its temporary
// files go, that nobody sits at a terminal, and the mark that what it starts is known by.
func Environ(dir string) []string {
	tmp := filepath.Join(dir, engine.TempDir)
	return []string{"TERM=dumb", "NO_COLOR=1", "PAGER=cat", "PWD=" + dir,
		"TMPDIR=" + tmp, "TMP=" + tmp, "TEMP=" + tmp, marker + "=" + dir}
}

// fixed are the names that Environ sets, whatever the caller's environment says of them.
var fixed = []string{"TERM", "NO_COLOR", "PAGER", "PWD", "TMPDIR", "TMP", "TEMP", marker}

// Select returns the variables of an environment that keep wants, but for those that Environ sets.
func Select(from []string, keep func(name string) bool) []string {
	var env []string
	for _, kv := range from {
		name, _, ok := strings.Cut(kv, "=")
		if ok && name != "" && !slices.Contains(fixed, name) && keep(name) {
			env = append(env, kv)
		}
	}
	return env
}

// Named reports whether a name is one of patterns. A pattern that ends in * is a prefix.
func Named(patterns []string, name string) bool {
	return slices.ContainsFunc(patterns, func(pattern string) bool {
		if prefix, ok := strings.CutSuffix(pattern, "*"); ok {
			return strings.HasPrefix(name, prefix)
		}
		return pattern == name
	})
}
