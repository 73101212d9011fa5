package claude

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// harmless is a prompt in which the program finds nothing to do before the model sees it. A word that
// begins with @ is replaced by the file that it names, and a prompt that begins with / is a command: it
// ends with success, and no model was asked.
func harmless(prompt string) string {
	var b strings.Builder
	b.Grow(len(prompt) + 64)
	if strings.HasPrefix(strings.TrimSpace(prompt), "/") {
		b.WriteString("Do this:\n")
	}
	before := ' '
	for i := 0; i < len(prompt); {
		r, size := utf8.DecodeRuneInString(prompt[i:])
		// Not after a letter, where it is an address, nor after ASCII signs, after which it stays what
		// it is; the signs of other scripts count as blanks.
		if r == '@' && !unicode.IsLetter(before) && !unicode.IsDigit(before) && (before <= ' ' || before >= unicode.MaxASCII) {
			b.WriteByte('\\')
		}
		b.WriteString(prompt[i : i+size])
		before, i = r, i+size
	}
	return b.String()
}
