package cli

import (
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"
)

// TestJSONHelp explains the answer of each command that has --json, and of no other.
func TestJSONHelp(t *testing.T) {
	bare(t)
	var names []string
	var walk func(*cobra.Command)
	walk = func(c *cobra.Command) {
		if c.Flags().Lookup("json") != nil {
			names = append(names, strings.TrimPrefix(c.CommandPath(), "dreamgate "))
		}
		for _, sub := range c.Commands() {
			walk(sub)
		}
	}
	walk((&app{}).root())
	slices.Sort(names)
	told := answerNames()
	slices.Sort(told)
	if !slices.Equal(names, told) {
		t.Errorf("explained are\n%v, with --json there are\n%v", told, names)
	}
	general := want(t, 0, "help", "json")
	for _, name := range told {
		if !strings.Contains(general, "  "+name+"\n") {
			t.Errorf("%s is not listed", name)
		}
		if out := want(t, 0, append([]string{"help", "json"}, strings.Fields(name)...)...); !strings.HasPrefix(out, "dreamgate "+name+" --json") {
			t.Errorf("%s: %s", name, out)
		}
	}
	contains(t, want(t, 0, "help", "json", "review", "show"), "  files: list of object\n    path: text\n    path_base64: text, if there is any\n    status: modified | added",
		"      removed: list of text", "        verdict: supported | unsupported | missing")
	want(t, exitUsage, "help", "json", "nothing")
	want(t, exitUsage, "help", "json", "demo")
}

// TestJSONHelpIsTrue holds what is explained against what was printed: no field comes that is not explained.
func TestJSONHelpIsTrue(t *testing.T) {
	for file, command := range map[string]string{"projects": "projects", "audit": "audit", "show": "show a note", "search": "search", "gates": "gates", "list": "review list",
		"review": "review show", "tasks": "tasks", "cite": "cite", "dream": "dream", "apply": "review apply", "history": "history", "blame": "blame", "undo": "undo"} {
		i := slices.IndexFunc(explained, func(a answer) bool { return strings.TrimSpace(a.command+" "+a.when) == command })
		if i < 0 {
			t.Fatalf("%s is not explained", command)
		}
		f, err := os.Open(filepath.Join(testdata, file+".json"))
		if err != nil {
			t.Fatal(err)
		}
		d := json.NewDecoder(f)
		d.DisallowUnknownFields()
		if err := d.Decode(reflect.New(reflect.TypeOf(explained[i].value)).Interface()); err != nil {
			t.Errorf("%s: %v", command, err)
		}
		f.Close()
	}
}
