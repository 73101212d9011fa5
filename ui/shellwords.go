package ui

import (
	"path/filepath"
	"runtime"
	"strings"
)

// shellWords takes a command apart as a shell does: words in quotes are one, also one of no letters, which an
// editor may be given, and a backslash takes the meaning of what follows, except on Windows, where it is part of a
// path. Nothing is expanded but the home directory at the beginning.
func shellWords(command string, env func(string) string) []string {
	var words []string
	var word strings.Builder
	begun, quote := false, rune(0)
	runes := []rune(command)
	for i := 0; i < len(runes); i++ {
		r := runes[i]
		switch {
		case r == '\\' && runtime.GOOS != "windows" && i+1 < len(runes) && (quote == 0 || quote == '"' && strings.ContainsRune("\"\\$`", runes[i+1])):
			i++
			word.WriteRune(runes[i])
			begun = true
		case quote != 0 && r == quote:
			quote = 0
		case quote != 0:
			word.WriteRune(r)
		case r == '"' || r == '\'':
			quote, begun = r, true
		case r == ' ' || r == '\t' || r == '\n':
			if begun {
				words = append(words, word.String())
			}
			word.Reset()
			begun = false
		default:
			word.WriteRune(r)
			begun = true
		}
	}
	if begun {
		words = append(words, word.String())
	}
	if len(words) > 0 && strings.HasPrefix(words[0], "~/") {
		if home := env("HOME"); home != "" {
			words[0] = filepath.Join(home, words[0][2:])
		}
	}
	return words
}
