package cli

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// answered carries out a command at a terminal where somebody answers.
func answered(t *testing.T, answer string, args ...string) result {
	t.Helper()
	feed(t, answer)
	return call(t, true, args...)
}

// TestHookInstall goes the whole way: shown, refused, installed, installed again, removed.
func TestHookInstall(t *testing.T) {
	h := homeWithMemory(t)
	path := filepath.Join(h.dir, ".claude", "settings.json")
	mine := "{\n    \"env\": { \"KEY\": \"mT9xQ2vL8pRz4Kd7\" },\n    \"hooks\": {\n        \"SessionEnd\": [\n            {\"hooks\": [{\"type\": \"command\", \"command\": \"say bye\"}]}\n        ]\n    },\n    \"model\": \"opus\"\n}\n"
	if err := os.WriteFile(path, []byte(mine), 0o600); err != nil {
		t.Fatal(err)
	}
	text := func() string {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		return string(data)
	}
	if r := call(t, false, "hook", "install"); r.code != 2 || !strings.Contains(r.err, "--yes") || text() != mine {
		t.Errorf("nobody to ask: %+v", r)
	}
	for _, no := range []string{"n\n", "\n", "", "maybe\n"} {
		if r := answered(t, no, "hook", "install"); r.code != 1 || !strings.Contains(r.err, "nothing was written") || text() != mine {
			t.Errorf("%q: %+v", no, r)
		}
	}
	r := answered(t, "y\n", "hook", "install")
	if r.code != 0 || !strings.Contains(r.out, `+        "UserPromptSubmit": [`) || !strings.Contains(r.out, "as it was: ~/") {
		t.Fatalf("%+v", r)
	}
	_, kept, _ := strings.Cut(r.out, "as it was: ~")
	kept, _, _ = strings.Cut(kept, "\n")
	if data, err := os.ReadFile(h.dir + kept); err != nil || string(data) != mine {
		t.Errorf("the backup: %v", err)
	}
	with := text()
	if !json.Valid([]byte(with)) || strings.Count(with, "--hook") != 2 || strings.Count(with, "dream --auto") != 1 || !strings.Contains(with, "say bye") {
		t.Errorf("%s", with)
	}
	if out := want(t, 0, "hook", "install", "--yes"); !strings.Contains(out, "nothing to change") || text() != with {
		t.Errorf("again: %s", out)
	}
	if out := want(t, 0, "hook", "remove", "--yes"); !strings.Contains(out, "-        \"UserPromptSubmit\"") || text() != mine {
		t.Errorf("%s\n%s", out, text())
	}
	if out := want(t, 0, "hook", "remove", "--yes"); !strings.Contains(out, "nothing to change") {
		t.Errorf("%s", out)
	}
	if want(t, 0, "hook", "install", "--yes", "--only", "recall"); strings.Count(text(), "--hook") != 1 {
		t.Errorf("%s", text())
	}
}

// TestHookThereAndBack: after install and remove the settings are what they were, also none, or an object without content.
func TestHookThereAndBack(t *testing.T) {
	h := homeWithMemory(t)
	path := filepath.Join(h.dir, ".claude", "settings.json")
	for i, before := range []string{"-", "{}\n", "{}", "", "{\"hooks\": {}}\n", "{\n  \"hooks\": {\n    \"SessionEnd\": []\n  }\n}\n"} {
		os.Remove(path)
		if before != "-" {
			write(t, filepath.Dir(path), map[string]string{"settings.json": before})
		}
		day := fmt.Sprintf("2026-03-%02d", i+1) // of two backups of one moment nobody knows which is the newer
		want(t, 0, "hook", "install", "--yes", "--only", "recall", "--now", day)
		want(t, 0, "hook", "install", "--yes", "--now", day)
		out := want(t, 0, "hook", "remove", "--yes", "--now", day)
		data, err := os.ReadFile(path)
		if before == "-" && (!os.IsNotExist(err) || !strings.Contains(out, "removed, as only the hooks were in it")) || before != "-" && string(data) != before {
			t.Errorf("%q became %q (%v)\n%s", before, data, err, out)
		}
	}
	os.Remove(path)
	want(t, 0, "hook", "install", "--yes")
	text, _ := os.ReadFile(path)
	write(t, filepath.Dir(path), map[string]string{"settings.json": strings.Replace(string(text), "{", "{\"model\": \"opus\",", 1)})
	want(t, 0, "hook", "remove", "--yes")
	if data, err := os.ReadFile(path); err != nil || !strings.Contains(string(data), "opus") || strings.Contains(string(data), "hooks") {
		t.Errorf("%s (%v)", data, err)
	}
}

// TestHookRefuses: what cannot be changed with care is not changed.
func TestHookRefuses(t *testing.T) {
	h := homeWithMemory(t)
	path := filepath.Join(h.dir, ".claude", "settings.json")
	broken := "{\n  // mine\n  \"model\": \"opus\"\n}\n"
	if err := os.WriteFile(path, []byte(broken), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, verb := range []string{"install", "remove"} {
		r := call(t, false, "hook", verb, "--yes")
		if data, _ := os.ReadFile(path); r.code != 1 || !strings.Contains(r.err, "line 2") || !strings.Contains(r.err, "mend it") || string(data) != broken {
			t.Errorf("%s: %+v", verb, r)
		}
	}
	if err := os.WriteFile(path, []byte(`{"disableAllHooks":true}`), 0o600); err != nil {
		t.Fatal(err)
	}
	if out := want(t, 0, "hook", "install", "--yes"); !strings.Contains(out, "disableAllHooks") {
		t.Errorf("%s", out)
	}
	for _, c := range []struct {
		args []string
		says string
	}{
		{[]string{"hook"}, "print, install or remove"},
		{[]string{"hook", "nonsense"}, "hook"},
		{[]string{"hook", "install", "--only", "coffee"}, "coffee"},
		{[]string{"hook", "print", "x"}, "hook print"},
	} {
		if r := call(t, false, c.args...); r.code != 2 || !strings.Contains(r.err, c.says) {
			t.Errorf("%v: %+v", c.args, r)
		}
	}
}

func TestHookPrint(t *testing.T) {
	h := homeWithMemory(t)
	out := want(t, 0, "hook", "print", "--memory", h.project)
	for _, says := range []string{`"UserPromptSubmit": [`, " recall --hook", " extract --hook", "17 * * * * ", " dream --auto --memory " + h.memory + " >/dev/null", "[Timer]", "OnCalendar=hourly"} {
		if !strings.Contains(out, says) {
			t.Errorf("no %q in\n%s", says, out)
		}
	}
	if want(t, 0, "hook", "print", "--only", "dream"); len(tree(t, filepath.Join(h.dir, ".claude", "projects"))) == 0 {
		t.Error("printing changed something")
	}
}
