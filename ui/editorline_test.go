package ui

import (
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
)

// TestAtLine: each editor is told the line in its own way, and one that is not known is given the file alone.
func TestAtLine(t *testing.T) {
	for command, want := range map[string]string{
		"vi":                       "vi -c 7 F",
		"/usr/bin/vim.basic -f":    "/usr/bin/vim.basic -f +7 F",
		"nvim --clean":             "nvim --clean +7 F",
		"nano -w":                  "nano -w +7 F",
		"emacs-29.1 -nw":           "emacs-29.1 -nw +7 F",
		"emacsclient -c -a ''":     "emacsclient -c -a  +7 F",
		"kak":                      "kak +7 F",
		"micro":                    "micro +7 F",
		"hx":                       "hx F:7",
		"subl -n -w":               "subl -n -w F:7",
		"zed --wait":               "zed --wait F:7",
		"code --wait":              "code --wait --goto F:7",
		"codium -w":                "codium -w --goto F:7",
		"C:/Editors/Code.exe -w":   "C:/Editors/Code.exe -w --goto F:7",
		"kate -b":                  "kate -b --line 7 F",
		"notepad++":                "notepad++ -n7 F",
		"nobody-knows-it --wait":   "nobody-knows-it --wait F",
		"ed":                       "ed F",
		"env TERM=dumb vim":        "env TERM=dumb vim F",
		"vim --":                   "vim -- F",
		"gvim --remote-wait":       "gvim --remote-wait F",
		"nvim --server s --remote": "nvim --server s --remote F",
	} {
		words := shellWords(command, func(string) string { return "" })
		if got := strings.Join(atLine(words, "F", 7), " "); got != want {
			t.Errorf("%s: %q, want %q", command, got, want)
		}
		if got := atLine(words, "F", 0); !slices.Equal(got, append(words, "F")) {
			t.Errorf("%s at no line: %q", command, got)
		}
	}
	if runtime.GOOS == "windows" {
		return
	}
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "nano"), []byte("#!/bin/sh\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("nano", filepath.Join(dir, "editor")); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", dir)
	if got := atLine([]string{"editor"}, "F", 7); !slices.Equal(got, []string{"editor", "+7", "F"}) {
		t.Errorf("a link to nano: %q", got)
	}
}

// TestSpotIn: a line that moved is found by its text, the nearest of several.
func TestSpotIn(t *testing.T) {
	file := []byte("a\nx\nb\r\nc\nx\n")
	for _, c := range []struct {
		at   spot
		want int
	}{{spot{}, 0}, {spot{2, "x"}, 2}, {spot{4, "x"}, 5}, {spot{1, "b"}, 3}, {spot{4, "gone"}, 4}, {spot{3, ""}, 3}} {
		if got := c.at.in(file); got != c.want {
			t.Errorf("%+v: %d, want %d", c.at, got, c.want)
		}
	}
}

// TestLineOf: a row of a drawn note is found in its file, whatever became of its marks, and of what stands there twice the
// right one.
func TestLineOf(t *testing.T) {
	file := []byte("---\nname: n\n---\n# Head\n\n- same words\n- **bold** and `code` of a line that is folded\n- same words\n")
	rows := []string{"Head", "", "• same words", "\x1b[1m• bold\x1b[0m and code of", "  a line that is folded", "• same words"}
	for row, want := range []int{4, 6, 6, 7, 7, 8} {
		if got := lineOf(file, 16, rows, row); got != want {
			t.Errorf("row %d: %d, want %d", row, got, want)
		}
	}
	for _, row := range []int{-1, 6} {
		if got := lineOf(file, 16, rows, row); got != 0 {
			t.Errorf("row %d: %d", row, got)
		}
	}
	if got := lineOf(file, 16, []string{"not in the file"}, 0); got != 0 {
		t.Error(got)
	}
}
