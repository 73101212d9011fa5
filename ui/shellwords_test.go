package ui

import (
	"os"
	"runtime"
	"slices"
	"testing"
)

func TestShellWords(t *testing.T) {
	t.Setenv("HOME", "/home/ann")
	for command, want := range map[string][]string{
		"vi":                            {"vi"},
		"  code   --wait ":              {"code", "--wait"},
		"emacsclient -c -a ''":          {"emacsclient", "-c", "-a", ""},
		`'/Apps/My Editor/subl' -n -w`:  {"/Apps/My Editor/subl", "-n", "-w"},
		`"/Apps/My \"Editor\"/subl" -w`: {`/Apps/My "Editor"/subl`, "-w"},
		`/Apps/My\ Editor/subl`:         {"/Apps/My Editor/subl"},
		`vim -c 'set tw=72' +"star 1"`:  {"vim", "-c", "set tw=72", "+star 1"},
		`a'b'"c"d`:                      {"abcd"},
		`it's open`:                     {"its open"},
		"~/bin/ed ~/x":                  {"/home/ann/bin/ed", "~/x"},
		"":                              nil,
		" \t\n":                         nil,
	} {
		if runtime.GOOS == "windows" {
			t.Skip("paths are others there")
		}
		if got := shellWords(command, os.Getenv); !slices.Equal(got, want) {
			t.Errorf("%q: %q, want %q", command, got, want)
		}
	}
}
