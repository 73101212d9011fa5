package cli

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
)

// held says where a value that was printed is not what is explained: a field that is missing though it is always
// there, or one of which nothing is said.
func held(place string, of reflect.Type, v any) (faults []string) {
	of, _ = inside(of)
	if v == nil || !isObject(of) {
		return nil
	}
	switch v := v.(type) {
	case []any:
		for i, one := range v {
			faults = append(faults, held(fmt.Sprintf("%s[%d]", place, i), of, one)...)
		}
	case map[string]any:
		told := map[string]bool{}
		for _, f := range always(of) {
			name, optional, _ := tagged(f)
			told[name] = true
			one, there := v[name]
			if !there && !optional {
				faults = append(faults, place+"."+name+" is missing")
			}
			elem, how := inside(f.Type)
			if byName, ok := one.(map[string]any); ok && strings.HasPrefix(how, "by name") {
				for _, one := range byName {
					faults = append(faults, held(place+"."+name, elem, one)...)
				}
			} else {
				faults = append(faults, held(place+"."+name, elem, one)...)
			}
		}
		for name := range v {
			if !told[name] {
				faults = append(faults, place+"."+name+" is not explained")
			}
		}
	default:
		faults = append(faults, fmt.Sprintf("%s is %T", place, v))
	}
	return faults
}

// always are the fields of a type with those that others lend it.
func always(of reflect.Type) (fields []reflect.StructField) {
	for i := range of.NumField() {
		f := of.Field(i)
		switch name, _, shown := tagged(f); {
		case !shown:
		case name == "":
			elem, _ := inside(f.Type)
			fields = append(fields, always(elem)...)
		default:
			fields = append(fields, f)
		}
	}
	return fields
}

// one reads the only value that is printed.
func one(out string) (v any, err error) {
	d := json.NewDecoder(strings.NewReader(out))
	if err := d.Decode(&v); err != nil {
		return nil, err
	}
	if _, err := d.Token(); err != io.EOF {
		return nil, fmt.Errorf("more comes after it (%v)", err)
	}
	return v, nil
}

// jsonCalls carry out each command that prints JSON once, in an order in which each finds what it needs. The words
// PROPOSAL, HUNK and COMMIT stand for names that are new at each run.
func jsonCalls(t *testing.T, shop, folder string) [][2]string {
	t.Helper()
	memory := " --memory " + shop
	patch := filepath.Join(t.TempDir(), "x.patch")
	text := "--- a/ideas.md\n+++ b/ideas.md\n@@ -0,0 +1 @@\n+New.\n"
	if err := os.WriteFile(patch, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	session := filepath.Join(filepath.Dir(shop), "5f0c9d1e-2a4b-4c3d-9e8f-70a1b2c3d4e5.jsonl")
	return [][2]string{
		{"archive", "archive --all"}, {"audit", "audit --all"}, {"blame", "blame testing:12" + memory},
		{"check", "check --base " + shop + " --proposed " + folder}, {"cite", "cite --line 1 --transcript " + session + " pnpm"},
		{"config", "config"}, {"context", "context" + memory}, {"doctor", "doctor"}, {"eval", "eval " + cases(t)},
		{"eval --engine", "eval --engine offline --worlds 1 --dreams 1"}, {"gates", "gates" + memory}, {"gates --sessions", "gates --sessions" + memory},
		{"history", "history testing --diff" + memory}, {"layers", "layers" + memory}, {"projects", "projects"}, {"recall", "recall tests" + memory},
		{"search", "search pnpm" + memory}, {"show", "show" + memory}, {"show a note", "show testing" + memory},
		{"dream --dry-run", "dream --dry-run" + memory}, {"dream --print-prompt", "dream --print-prompt --engine anthropic --secrets leave-out" + memory},
		{"dream --auto", "dream --auto" + memory}, {"dream", "dream" + memory}, {"extract", "extract" + memory}, {"tasks", "tasks"},
		{"review --range", "review --range HEAD~1.." + memory}, {"review two folders", "review " + shop + " " + folder},
		{"review --from", "review --from " + patch + memory}, {"edit", "edit glossary --with " + patch + memory}, {"forget", "forget glossary" + memory}, {"undo", "undo COMMIT" + memory},
		{"review discard", "review discard UNDONE"},
		{"review --lay", "review --lay " + shop + " " + folder}, {"review list", "review list"}, {"review apply --dry-run", "review apply PROPOSAL --dry-run --accept-all"},
		{"review show", "review show PROPOSAL --approved"}, {"review accept", "review accept PROPOSAL --all"}, {"review undo", "review undo PROPOSAL"},
		{"review redo", "review redo PROPOSAL"}, {"review undecide", "review undecide PROPOSAL --all"}, {"review reject", "review reject PROPOSAL --id HUNK"},
		{"review split", "review split --proposal PROPOSAL HUNK --by line"}, {"review join", "review join --proposal PROPOSAL HUNK"}, {"review note", "review note --proposal PROPOSAL HUNK why"},
		{"review edit", "review edit --proposal PROPOSAL HUNK --with " + patch}, {"review refresh", "review refresh PROPOSAL"},
		{"review apply", "review apply PROPOSAL --accept-all"}, {"review list --closed", "review list --closed"},
		{"dream --detach", "dream --detach" + memory},
	}
}

// TestJSONOfAll runs each command with --json: it prints one object and nothing else, with all fields that are
// explained and no other.
func TestJSONOfAll(t *testing.T) {
	t.Setenv("DG_TEST_PROGRAM", "1") // for what is started anew
	shop, folder := proposedShop(t)
	commit := strings.TrimSpace(git(t, shop, "log", "-1", "--format=%h"))
	names := strings.NewReplacer("COMMIT", commit)
	ran := map[string]bool{}
	for _, c := range jsonCalls(t, shop, folder) {
		at := slices.IndexFunc(explained, func(a answer) bool { return strings.TrimSpace(a.command+" "+a.when) == c[0] })
		if at < 0 {
			t.Errorf("%s is not explained", c[0])
			continue
		}
		ran[c[0]] = true
		r := call(t, false, append(strings.Fields(names.Replace(c[1])), "--json")...)
		v, err := one(r.out)
		if err != nil || r.code != exitDone && r.code != exitRemains {
			t.Errorf("%s: exit %d, %v\n%s%s", c[1], r.code, err, r.out, r.err)
			continue
		}
		for _, f := range held(c[0], reflect.TypeOf(explained[at].value), v) {
			t.Errorf("%s: %s", c[1], f)
		}
		if c[0] == "undo" {
			names = strings.NewReplacer("UNDONE", v.(map[string]any)["proposal"].(string))
		}
		if c[0] == "review --lay" {
			id := v.(map[string]any)["proposal"].(string)
			names = strings.NewReplacer("PROPOSAL", id, "HUNK", splittable(t, id))
		}
	}
	for _, a := range explained {
		if name := strings.TrimSpace(a.command + " " + a.when); !ran[name] && name != "review unapply" { // which needs a git that refuses
			t.Errorf("nothing is run of %s", name)
		}
	}
	call(t, false, "tasks", "cancel")
}

// splittable is a hunk of several lines.
func splittable(t *testing.T, id string) string {
	t.Helper()
	for _, f := range parsed[reviewJSON](t, exitRemains, "review", "show", id, "--json").Files {
		if f.Path == "build.md" {
			return f.Hunks[0].ID
		}
	}
	t.Fatal("build.md does not change")
	return ""
}

// TestJSONOfFaults: what fails with --json prints nothing that is no JSON, and says why beside it.
func TestJSONOfFaults(t *testing.T) {
	shop := world(t).Shop
	for _, args := range []string{
		"audit --memory nowhere", "audit --baseline nowhere", "blame nothing:1 --memory " + shop, "check --base " + shop, "cite --line 9 --transcript nowhere x", "config --example",
		"context --memory nowhere", "doctor --remove cache --yes", "doctor --remove nothing", "dream --memory nowhere", "dream --engine nothing --memory " + shop, "eval nowhere",
		"extract nothing --memory " + shop, "forget nothing --memory " + shop, "gates --memory nowhere", "history nothing --memory " + shop, "layers --memory nowhere",
		"recall x --memory nowhere", "review", "review nothing", "review nowhere nothing", "review --from nowhere --memory " + shop, "review --range nothing --memory " + shop,
		"review show nothing", "review unapply nothing", "review discard nothing", "review accept nothing --all", "review undo nothing", "review redo nothing", "review split --proposal nothing x", "review join --proposal nothing x", "review edit --proposal nothing x --with y",
		"review note --proposal nothing x y", "review refresh nothing", "review apply nothing", "review list --memory nowhere", "search x --memory nowhere", "show nothing --memory " + shop,
		"undo nothing --memory " + shop, "tasks nothing", "projects nothing", "archive --memory nowhere",
	} {
		r := call(t, false, append(strings.Fields(args), "--json")...)
		if r.code == exitDone || r.err == "" {
			t.Errorf("%s: exit %d, says %q", args, r.code, r.err)
		}
		if _, err := one(r.out); err != nil && len(bytes.TrimSpace([]byte(r.out))) > 0 {
			t.Errorf("%s: %v\n%s", args, err, r.out)
		}
	}
}
