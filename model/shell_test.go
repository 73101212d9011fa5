package model

import (
	"runtime"
	"testing"
)

func TestShellWord(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("another shell")
	}
	for text, want := range map[string]string{
		"/srv/app": "/srv/app", "/srv/my app": "'/srv/my app'", "it's": `'it'\''s'`, "": "''", "$(id)": "'$(id)'", "日本": "'日本'", "~/x": "'~/x'",
	} {
		if got := ShellWord(text); got != want {
			t.Errorf("%q: %s, want %s", text, got, want)
		}
	}
}
