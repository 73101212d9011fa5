package cli

import (
	"strings"
	"unicode"

	"github.com/spf13/cobra"
)

// freeWords marks a command whose words are somebody's text: a claim, a note, a question. A text may begin with
// a dash as a flag does.
const freeWords = "free words"

// free marks a command so.
func free(cmd *cobra.Command) *cobra.Command {
	cmd.Annotations = map[string]string{freeWords: ""}
	return cmd
}

// unflagged puts the words of such a command that only look like flags behind "--", where nobody takes them for
// any. What could be a flag stays one: a misspelt flag is no text.
func unflagged(root *cobra.Command, args []string) []string {
	cmd, rest, err := root.Find(args)
	if err != nil {
		return args
	}
	if _, is := cmd.Annotations[freeWords]; !is {
		return args
	}
	var flags, words []string
	moved := false
	for i := 0; i < len(rest); i++ {
		w := rest[i]
		name := strings.TrimLeft(w, "-")
		switch {
		case w == "--":
			words, i = append(words, rest[i+1:]...), len(rest)
		case !strings.HasPrefix(w, "-"):
			words = append(words, w)
		case plainText(name):
			words, moved = append(words, w), true
		default:
			flags = append(flags, w)
			if f := cmd.Flag(name); f != nil && f.NoOptDefVal == "" && !strings.Contains(w, "=") && i+1 < len(rest) {
				i++
				flags = append(flags, rest[i])
			}
		}
	}
	if !moved {
		return args
	}
	path := strings.Fields(cmd.CommandPath())[1:]
	return append(append(append(path, flags...), "--"), words...)
}

// plainText reports whether what stands behind a dash cannot be the name of a flag: there is none, it begins
// with no letter, or a blank stands in it.
func plainText(name string) bool {
	name, _, _ = strings.Cut(name, "=")
	return name == "" || !unicode.IsLetter([]rune(name)[0]) || strings.ContainsFunc(name, unicode.IsSpace)
}
