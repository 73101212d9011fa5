package cli

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestUnflagged: a text that begins with a dash is a text, and a misspelt flag is none.
func TestUnflagged(t *testing.T) {
	for line, want := range map[string]string{
		"cite|--line|3|- we moved|--transcript|f":        "cite|--line|3|--transcript|f|--|- we moved",
		"cite|-5 degrees|--line=3|--transcript|f|--json": "cite|--line=3|--transcript|f|--json|--|-5 degrees",
		"--now|2026-01-01|cite|-40|--line|3":             "cite|--now|2026-01-01|--line|3|--|-40",
		"review|note|abc|- so = so":                      "review|note|--|abc|- so = so",
		"search|-":                                       "search|--|-",
		"cite|--|- a|--line":                             "cite|--|- a|--line",
		"cite|--transcrip|f|a":                           "cite|--transcrip|f|a",
		"cite|-verbose|a":                                "cite|-verbose|a",
		"review|apply|-m|- a list":                       "review|apply|-m|- a list",
		"recall|what about|- this":                       "recall|--|what about|- this",
		"nothing|- x":                                    "nothing|- x",
	} {
		got := unflagged((&app{}).root(), strings.Split(line, "|"))
		if !slices.Equal(got, strings.Split(want, "|")) {
			t.Errorf("%s\n%v, want %s", line, strings.Join(got, "|"), want)
		}
	}
}

// TestCiteOfADash holds a claim against a line as it stands in a list.
func TestCiteOfADash(t *testing.T) {
	w := world(t)
	file := filepath.Join(filepath.Dir(w.Shop), "5f0c9d1e-2a4b-4c3d-9e8f-70a1b2c3d4e5.jsonl")
	if out := want(t, 0, "cite", "--transcript", file, "--line", "3", "- we moved from npm to pnpm"); !strings.HasPrefix(out, "supported") {
		t.Error(out)
	}
	want(t, exitUsage, "cite", "--transcrip", file, "--line", "3", "- we moved")
}
