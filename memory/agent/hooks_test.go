package agent

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/rand"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"strings"
	"testing"
	"time"

	"dreamgate/memory"
)

const exe = "/usr/local/bin/dreamgate"

var now = time.Date(2026, 11, 29, 14, 2, 3, 0, time.UTC)

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// in puts all hooks in, and checks that to do it twice is to do it once.
func in(t *testing.T, text string) string {
	t.Helper()
	got, err := With([]byte(text), exe, Hooks)
	must(t, err)
	if again, err := With(got, exe, Hooks); err != nil || string(again) != string(got) {
		t.Fatalf("twice is not once: %v\n%s\nwas\n%s", err, again, got)
	}
	return string(got)
}

func out(t *testing.T, text string) string {
	t.Helper()
	got, err := Without([]byte(text), exe)
	must(t, err)
	return string(got)
}

func TestWith(t *testing.T) {
	want := `{
  "hooks": {
    "UserPromptSubmit": [
      {
        "hooks": [
          {
            "type": "command",
            "command": "/usr/local/bin/dreamgate recall --hook",
            "timeout": 10
          }
        ]
      }
    ],
    "SessionEnd": [
      {
        "hooks": [
          {
            "type": "command",
            "command": "/usr/local/bin/dreamgate extract --hook",
            "timeout": 60
          }
        ]
      },
      {
        "hooks": [
          {
            "type": "command",
            "command": "/usr/local/bin/dreamgate dream --auto --detach",
            "timeout": 60
          }
        ]
      }
    ]
  }
}
`
	for _, text := range []string{"", " \n", "{}\n", "{\n}\n"} {
		if got := in(t, text); got != want {
			t.Errorf("%q:\n%s", text, got)
		}
	}
	if got := out(t, want); got != "{}\n" {
		t.Errorf("%q", got)
	}
}

// files are settings as people have them.
var files = []string{
	"{\n  \"model\": \"opus\"\n}\n",
	"{\n\t\"model\": \"opus\",\n\t\"env\": {\n\t\t\"A\": \"\\u00e9 \\\"}\"\n\t}\n}",
	"{\r\n    \"z\": 1,\r\n    \"a\": [1, 2.50, {}]\r\n}\r\n",
	`{"model":"opus","b":null}`,
	"{\n  \"hooks\": {\n    \"Stop\": [\n      {\"hooks\": [{\"type\": \"command\", \"command\": \"say done\"}]}\n    ]\n  },\n  \"model\": \"x\"\n}\n",
	"{\n  \"hooks\": {\n    \"SessionEnd\": [\n      {\n        \"hooks\": [\n          { \"type\": \"command\", \"command\": \"x\" }\n        ]\n      }\n    ],\n    \"A\": []\n  }\n}\n",
	"{ \"hooks\": { \"SessionEnd\": [ { \"matcher\": \"\", \"hooks\": [ { \"type\": \"command\", \"command\": \"x\" } ] } ] } }",
	"{\n  \"hooks\": {\"UserPromptSubmit\": [{\"hooks\": [{\"type\": \"command\", \"command\": \"a\"}]}]}, \"k\": true}\n",
}

// TestThereAndBack: what is put in and taken out again leaves the same bytes, whatever stood there.
func TestThereAndBack(t *testing.T) {
	for _, text := range files {
		with := in(t, text)
		if got := out(t, with); got != text {
			t.Errorf("%q came back as\n%q", text, got)
		}
		if strings.Contains(text, "\r\n") && strings.Count(with, "\n") != strings.Count(with, "\r\n") {
			t.Errorf("line ends are mixed: %q", with)
		}
		if !strings.Contains(text, "\n") && strings.Contains(with, "\n") {
			t.Errorf("one line became many: %q", with)
		}
	}
}

// random is a JSON value of the kinds that settings have.
func random(r *rand.Rand, depth int) any {
	switch n := r.Intn(6); {
	case depth > 0 && n == 0:
		list := []any{}
		for range r.Intn(4) {
			list = append(list, random(r, depth-1))
		}
		return list
	case depth > 0 && n <= 2:
		object := map[string]any{}
		for range r.Intn(4) {
			object[fmt.Sprintf("k%d\"\\é", r.Intn(9))] = random(r, depth-1)
		}
		return object
	case n == 3:
		return r.Float64()
	case n == 4:
		return nil
	}
	return strings.Repeat("\"{[,\\", r.Intn(3))
}

func TestRandomSettings(t *testing.T) {
	r := rand.New(rand.NewSource(7))
	for range 500 {
		object := map[string]any{"k": random(r, 4)}
		if r.Intn(2) == 0 {
			object["hooks"] = map[string]any{"Stop": []any{random(r, 3)}, "SessionEnd": []any{random(r, 3)}}
		}
		text, err := json.Marshal(object)
		if r.Intn(2) == 0 {
			text, err = json.MarshalIndent(object, "", strings.Repeat(" ", 1+r.Intn(5)))
		}
		must(t, err)
		with := in(t, string(text))
		var back map[string]any
		must(t, json.Unmarshal([]byte(with), &back))
		for k, v := range object {
			if k != "hooks" && !reflect.DeepEqual(back[k], v) {
				t.Fatalf("%s changed in\n%s", k, with)
			}
		}
		if got := out(t, with); got != string(text) {
			t.Fatalf("%s came back as\n%s", text, got)
		}
	}
}

// TestOurs: only calls of this program are ours, and what the user added to one stays.
func TestOurs(t *testing.T) {
	one := func(command string) string {
		data, _ := json.Marshal(map[string]any{"hooks": map[string]any{"SessionEnd": []any{map[string]any{"hooks": []any{
			map[string]any{"type": "command", "command": command}}}}}})
		return string(data)
	}
	for _, c := range []struct {
		command string
		ours    bool
	}{
		{"dreamgate extract --hook", true},
		{"'/opt/my tools/dreamgate' extract --hook --engine claude", true},
		{`"C:\tools\dreamgate.exe" dream --auto`, true},
		{"/go/bin/dreamgate recall --hook --recent 20", true},
		{"dreamgate audit", false},
		{"notdreamgate extract --hook", false},
		{"dreamgate extract --hook; rm -rf x", false},
		{"dreamgate extract --hook > log", false},
		{"cd x && dreamgate extract --hook", false},
		{"echo dreamgate extract --hook", false},
		{"dreamgate extract --hookish", false},
	} {
		got := out(t, one(c.command))
		if (got != one(c.command)) != c.ours {
			t.Errorf("%q: %s", c.command, got)
		}
	}
	moved := in(t, one("/old/dreamgate extract --hook --engine claude"))
	if !strings.Contains(moved, `"/usr/local/bin/dreamgate extract --hook --engine claude"`) || strings.Count(moved, "extract") != 1 {
		t.Errorf("%s", moved)
	}
}

func TestRefused(t *testing.T) {
	for _, text := range []string{"{", "{\n // mine\n}", "[]", `"x"`, `{"hooks": []}`, `{"hooks": {"Stop": {}}}`, "\xef\xbb\xbf{}", `{"a":1,}`} {
		if _, err := With([]byte(text), exe, Hooks); err == nil {
			t.Errorf("%q was taken", text)
		}
		if _, err := Without([]byte(text), exe); err == nil {
			t.Errorf("%q was taken by the removal", text)
		}
	}
	if _, err := With([]byte("{\n  \"a\": 1,\n}"), exe, Hooks); err == nil || !strings.Contains(err.Error(), "line 3") {
		t.Errorf("%v", err)
	}
	if !Off([]byte(`{"disableAllHooks": true}`)) || Off([]byte("{}")) || Off([]byte("{")) {
		t.Error("hooks that are turned off")
	}
}

// scene is an agent's folder with settings.
func scene(t *testing.T, text string) (config, path string) {
	t.Helper()
	dir := t.TempDir()
	t.Setenv("XDG_STATE_HOME", filepath.Join(dir, "state"))
	config = filepath.Join(dir, "claude")
	path = filepath.Join(config, settingsName)
	must(t, os.Mkdir(config, 0o700))
	if text != "" {
		must(t, os.WriteFile(path, []byte(text), 0o640))
	}
	return config, path
}

func content(t *testing.T, path string) string {
	t.Helper()
	data, err := os.ReadFile(path)
	must(t, err)
	return string(data)
}

func TestWrite(t *testing.T) {
	config, path := scene(t, files[0])
	s, err := Open(config)
	must(t, err)
	text := in(t, files[0])
	backup, err := s.Write(t.Context(), []byte(text), now)
	must(t, err)
	if content(t, path) != text || content(t, backup) != files[0] {
		t.Error("neither the new settings nor the old are where they should be")
	}
	if info, _ := os.Stat(path); info.Mode().Perm() != 0o640 && runtime.GOOS != "windows" {
		t.Errorf("mode %v", info.Mode())
	}
	// What was read is no longer what is there.
	if _, err := s.Write(t.Context(), []byte("{}"), now); !errors.Is(err, memory.ErrMoved) || content(t, path) != text {
		t.Errorf("another program's change is lost: %v", err)
	}
	if _, err := Open(filepath.Join(config, "none")); err == nil {
		t.Error("settings of an agent that there is none of")
	}
}

func TestWriteNewAndLinked(t *testing.T) {
	config, path := scene(t, "")
	s, err := Open(config)
	must(t, err)
	if backup, err := s.Write(t.Context(), []byte("{}\n"), now); err != nil || backup != "" || content(t, path) != "{}\n" {
		t.Errorf("%q, %v", backup, err)
	}
	if info, _ := os.Stat(path); info.Mode().Perm() != 0o600 && runtime.GOOS != "windows" {
		t.Errorf("mode %v", info.Mode())
	}
	real := filepath.Join(t.TempDir(), "dotfiles.json")
	must(t, os.Rename(path, real))
	if os.Symlink(real, path) != nil {
		t.Skip("no links here")
	}
	s, err = Open(config)
	must(t, err)
	_, err = s.Write(t.Context(), []byte("{ }\n"), now)
	must(t, err)
	if info, _ := os.Lstat(path); info.Mode()&os.ModeSymlink == 0 || content(t, real) != "{ }\n" {
		t.Error("the link was replaced by a file")
	}
}

// TestWriteCutShort: whatever step fails, the settings are the old ones or the new ones, and nothing else
// is left in the agent's folder once it is tried again.
func TestWriteCutShort(t *testing.T) {
	text := in(t, files[1])
	for stop := 1; ; stop++ {
		config, path := scene(t, files[1])
		s, err := Open(config)
		must(t, err)
		n := 0
		s.fault = func(string, string) error {
			if n++; n == stop {
				return errors.New("broken")
			}
			return nil
		}
		_, werr := s.Write(t.Context(), []byte(text), now)
		if got := content(t, path); got != files[1] && got != text {
			t.Fatalf("fault %d left %q", stop, got)
		} else if werr == nil && got != text {
			t.Fatalf("fault %d: it says that it was written", stop)
		}
		if s, err = Open(config); err != nil {
			t.Fatal(err)
		}
		if _, err := s.Write(t.Context(), []byte(text), now.Add(time.Second)); err != nil || content(t, path) != text {
			t.Fatalf("after fault %d: %v", stop, err)
		}
		if left, _ := os.ReadDir(config); werr != nil && len(left) != 1 {
			t.Logf("fault %d (%v) left %v", stop, werr, left)
		}
		if n < stop {
			return
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, text := range files {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		with, err := With(text, exe, Hooks)
		if err != nil {
			return
		}
		if !json.Valid(with) {
			t.Fatalf("%q became %q", text, with)
		}
		if _, err := Without(with, exe); err != nil {
			t.Fatal(err)
		}
	})
}
