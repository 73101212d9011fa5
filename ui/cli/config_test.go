package cli

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"dreamgate/dream/engine/anthropic"
	"dreamgate/dream/engine/claude"
	"dreamgate/dream/engine/command"
	"dreamgate/dream/engine/offline"
	"dreamgate/dream/engine/openai"
	"dreamgate/memory"
	"dreamgate/model"
)

// configure writes the user's settings.
func configure(t *testing.T, text string) {
	t.Helper()
	write(t, filepath.Join(os.Getenv("XDG_CONFIG_HOME"), "dreamgate"), map[string]string{"config.yaml": text})
}

// inForce is what config says of a setting.
func inForce(t *testing.T, name string, args ...string) (value, from string) {
	t.Helper()
	type shape struct {
		Settings []settingRow `json:"settings"`
	}
	for _, r := range parsed[shape](t, 0, append([]string{"config", "--json"}, args...)...).Settings {
		if r.Name == name {
			return r.Value, r.From
		}
	}
	return "", ""
}

// TestConfigOfTheScreen: the theme that a key chose is in force where nothing else names one, and says so.
func TestConfigOfTheScreen(t *testing.T) {
	homeWithMemory(t)
	if err := memory.KeepLook(model.Look{Theme: "light"}); err != nil {
		t.Fatal(err)
	}
	if got, from := inForce(t, "theme"); got != "light" || from != "screen" {
		t.Errorf("%q from %s", got, from)
	}
	configure(t, "theme: dark\n")
	if got, from := inForce(t, "theme"); got != "dark" || from != "file" {
		t.Errorf("%q from %s", got, from)
	}
}

// TestConfigExample: the example says nothing as it comes, and with its signs of a comment taken away
// every setting in it is taken.
func TestConfigExample(t *testing.T) {
	homeWithMemory(t)
	example := want(t, 0, "config", "--example")
	configure(t, example)
	if _, from := inForce(t, "theme"); from != "default" {
		t.Errorf("the example sets the theme")
	}
	var set []string
	for line := range strings.Lines(example) {
		if !strings.HasPrefix(line, "# ") || strings.HasPrefix(line, "#  ") {
			line = strings.TrimPrefix(line, "#")
		}
		set = append(set, line)
	}
	configure(t, strings.Join(set, ""))
	for name, value := range map[string]string{
		"theme": "light", "ascii": "true", "mouse": "false", "keys.browse.dream": "D", "keys.review.accept": "y !",
		"engines.claude.model": "sonnet", "engines.openai.url": "http://localhost:11434/v1", "prompt.*": "Notes are in English.",
	} {
		if got, from := inForce(t, name); got != value || from != "file" {
			t.Errorf("%s is %q from %s", name, got, from)
		}
	}
	// What is said for one run goes before the file.
	if got, from := inForce(t, "theme", "--theme", "dark"); got != "dark" || from != "flag" {
		t.Errorf("the theme is %q from %s", got, from)
	}
}

// TestEngineNames: the engines that may be set are those that there are.
func TestEngineNames(t *testing.T) {
	for _, name := range []string{offline.New().About().Name, anthropic.Name, openai.Name, command.Name, claude.Name} {
		if !slices.Contains(engineNames, name) || len(engineNames) != 5 {
			t.Errorf("%s is not among %v", name, engineNames)
		}
	}
}

// TestConfigFaults: every line that cannot be taken is named, and commands that show notes go on.
func TestConfigFaults(t *testing.T) {
	h := homeWithMemory(t)
	for _, c := range []struct{ text, says string }{
		{"colour: red\n", `line 1: there is no setting "colour"`},
		{"\n\ntheme: blue\n", "line 3: theme is dark, light, dark-16, light-16, none"},
		{"mouse: perhaps\n", "line 1: "},
		{"keys:\n  coffee: q\n", "keys, line 2: "},
		{"- a\n", "line 1: a mapping"},
		{"a: [\n", "line 1"},
		{"engines: 3\n", "line 1: engines is a mapping"},
		{"engines:\n  opanai: {model: x}\n", `line 1: engines: there is no engine "opanai"; there is offline, claude, `},
		{"engines:\n  openai: {modle: x}\n", `line 1: engines: openai has no setting "modle"; there is model, url, closed`},
		{"theme: dark\nascii: true\ntheme: light\n", "line 3: theme stands there a second time"},
		{"theme: blue\ncolour: red\n", "line 2"},
	} {
		configure(t, c.text)
		r := call(t, false, "config")
		if r.code != 1 || !strings.Contains(r.err, c.says) || !strings.Contains(r.err, "config.yaml") {
			t.Errorf("%q: %+v", c.text, r)
		}
		want(t, 0, "show", "--memory", h.memory)
		if r := call(t, false, "dream", "--memory", h.memory); r.code == 0 {
			t.Errorf("%q: it dreamt all the same", c.text)
		}
	}
	configure(t, "keys:\n  review.accept: [n, n]\n")
	if r := call(t, false, "config"); strings.Count(r.err, "is wanted by") != 1 {
		t.Errorf("a clash is told more than once: %s", r.err)
	}
	configure(t, "")
	want(t, 0, "config")
	configure(t, "# nothing\n")
	want(t, 0, "config")
}
