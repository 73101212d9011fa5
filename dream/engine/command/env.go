package command

import (
	"path/filepath"
	"slices"
	"strings"

	"dreamgate/dream/engine"
)

// marker is the variable by which what a program started is recognised, also after it left the
// group. Its value is the scratch folder of the run.
const marker = "DREAMGATE_SCRATCH"

// dropped are variables that a run must not inherit: what points git at another repository, what
// belongs to the terminal that the screen runs in, what would open an editor, and what tells a
// nested agent that it is part of the session around it. Names ending in * are prefixes.
var dropped = []string{
	"GIT_*", "TERM", "TERM_*", "TERMCAP", "COLORTERM", "COLORFGBG", "COLUMNS", "LINES", "TMUX*", "STY", "WINDOW",
	"FORCE_COLOR", "CLICOLOR*", "EDITOR", "VISUAL", "PAGER", "LESS*", "PWD", "OLDPWD", "SHLVL", "_",
	"TMPDIR", "TMP", "TEMP", "CLAUDECODE", "CLAUDE_CODE_ENTRYPOINT", "CLAUDE_CODE_SSE_PORT",
	"CLAUDE_CODE_SESSION*", "CLAUDE_PROJECT_DIR", "NO_COLOR", marker,
}

// environ is the environment of a run in dir. It passes on what a program of the user's may need
// (keys, proxies, locales) and takes away what is known to do harm; an allow-list would break the
// programs that this engine is for.
func environ(from []string, dir string) []string {
	var env []string
	for _, kv := range from {
		name, _, ok := strings.Cut(kv, "=")
		if ok && name != "" && !slices.ContainsFunc(dropped, func(d string) bool { return matches(d, name) }) {
			env = append(env, kv)
		}
	}
	tmp := filepath.Join(dir, engine.TempDir)
	return append(env, "TERM=dumb", "NO_COLOR=1", "PAGER=cat", "PWD="+dir,
		"TMPDIR="+tmp, "TMP="+tmp, "TEMP="+tmp, marker+"="+dir)
}

func matches(pattern, name string) bool {
	if prefix, ok := strings.CutSuffix(pattern, "*"); ok {
		return strings.HasPrefix(name, prefix)
	}
	return pattern == name
}
