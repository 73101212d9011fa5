package command

import "dreamgate/dream/engine/process"

// dropped are variables that a run must not inherit: what points git at another repository, what
// belongs to the terminal that the screen runs in, what would open an editor, and what tells a
// nested agent that it is part of the session around it. Names ending in * are prefixes.
var dropped = []string{
	"GIT_*", "TERM_*", "TERMCAP", "COLORTERM", "COLORFGBG", "COLUMNS", "LINES", "TMUX*", "STY", "WINDOW",
	"FORCE_COLOR", "CLICOLOR*", "EDITOR", "VISUAL", "LESS*", "OLDPWD", "SHLVL", "_",
	"CLAUDECODE", "CLAUDE_CODE_ENTRYPOINT", "CLAUDE_CODE_SSE_PORT", "CLAUDE_CODE_SESSION*", "CLAUDE_PROJECT_DIR",
}

// environ is the environment of a run in dir. It passes on what a program of the user's may need
// (keys, proxies, locales) and takes away what is known to do harm; an allow-list would break the
// programs that this engine is for.
func environ(from []string, dir string) []string {
	kept := process.Select(from, func(name string) bool { return !process.Named(dropped, name) })
	return append(kept, process.Environ(dir)...)
}
