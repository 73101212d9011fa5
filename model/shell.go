package model

import (
	"regexp"
	"runtime"
	"strings"
)

// plainWord is what no shell takes for anything but itself.
var plainWord = regexp.MustCompile(`^[\w@%+=:,./-]+$`)

// ShellWord writes a text as one word of a shell, so that a command which holds it can be copied.
func ShellWord(text string) string {
	switch {
	case plainWord.MatchString(text):
		return text
	case runtime.GOOS == "windows":
		return `"` + text + `"`
	}
	return "'" + strings.ReplaceAll(text, "'", `'\''`) + "'"
}
