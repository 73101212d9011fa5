package memory_test

import (
	"os"
	"path/filepath"
	"testing"

	"dreamgate/memory"
	"dreamgate/model"
)

// TestLook: what was set is found again; what cannot be read is the screen as it comes.
func TestLook(t *testing.T) {
	state := t.TempDir()
	t.Setenv("XDG_STATE_HOME", state)
	file := filepath.Join(state, "dreamgate", memory.LookFile)
	if got := memory.ReadLook(); got != (model.Look{}) {
		t.Errorf("%+v", got)
	}
	if _, err := os.Stat(filepath.Join(state, "dreamgate")); err == nil {
		t.Error("reading made the folder")
	}
	for _, want := range []model.Look{{Theme: "light", Cut: true, Below: true, Calm: true}, {Cut: true}, {}} {
		if err := memory.KeepLook(want); err != nil {
			t.Fatal(err)
		}
		if got := memory.ReadLook(); got != want {
			t.Errorf("%+v, want %+v", got, want)
		}
	}
	if _, err := os.Stat(file); err == nil {
		t.Error("the screen as it comes is kept")
	}
	for _, bad := range []string{"{", `{"theme": 3}`, ""} {
		if err := os.WriteFile(file, []byte(bad), 0o600); err != nil {
			t.Fatal(err)
		}
		if got := memory.ReadLook(); got != (model.Look{}) {
			t.Errorf("%q: %+v", bad, got)
		}
	}
	if err := memory.KeepLook(model.Look{Cut: true}); err != nil || !memory.ReadLook().Cut {
		t.Errorf("a broken file is not replaced: %v", err)
	}
	t.Setenv("XDG_STATE_HOME", file)
	if err := memory.KeepLook(model.Look{Cut: true}); err == nil {
		t.Error("no error where nothing can be kept")
	}
}
