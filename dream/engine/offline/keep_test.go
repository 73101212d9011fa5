package offline

import "testing"

// TestHeadline: the first words of a text are words, whatever stands where they end.
func TestHeadline(t *testing.T) {
	for text, want := range map[string]string{
		"The build command is `just build all`, not make": "The build command is just build",
		"Use `just build` for the whole project tree":     "Use `just build` for the whole",
		"`a b c d e f g h i j k l m n o p q r s t u v`":   "a b",
		"short `code`": "Short `code`",
	} {
		if got := headline(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

// TestScalar: what has to be in quotes keeps its letters.
func TestScalar(t *testing.T) {
	for text, want := range map[string]string{
		"run `a && b` <now>": "\"run `a && b` <now>\"", "plain words": "plain words", "true": `"true"`, `"say" x`: `"\"say\" x"`, "a: b": `"a: b"`,
	} {
		if got := scalar(text); got != want {
			t.Errorf("%q: %s, want %s", text, got, want)
		}
	}
}
