package reality_test

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"dreamgate/memory/reality"
)

// TestLookRunsNothing looks at a repository whose settings name a program wherever git takes one, and
// that has a repository of its own where a manifest would be: git compares those by a second git, with
// the settings of the inner one.
func TestLookRunsNothing(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the program is a shell script")
	}
	r := newRepo(t, 1)
	dir := t.TempDir()
	program, mark := filepath.Join(dir, "canary"), filepath.Join(dir, "mark")
	if err := os.WriteFile(program, []byte("#!/bin/sh\necho \"$0 $*\" >> '"+mark+"'\ncat\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	inner := func(args ...string) string { return r.git(append([]string{"-C", "package.json"}, args...)...) }
	r.write("package.json/f", "1\n")
	inner("init", "-q")
	inner("config", "user.name", "dev")
	inner("config", "user.email", "dev@example.invalid")
	inner("add", "f")
	inner("commit", "-q", "-m", "one")
	r.write("Makefile", "x:\n")
	r.write("src/a.ts", "a\n")
	r.write(".gitattributes", "* diff=d filter=d\n")
	r.write(".gitmodules", "[submodule \"p\"]\n\tpath = package.json\n\turl = ../p\n")
	r.git("add", "-A")
	r.git("commit", "-q", "-m", "one")
	r.write("package.json/f", "2\n")
	inner("commit", "-q", "-a", "-m", "two")
	r.write("Makefile", "y:\n")
	r.remove("src/a.ts")
	r.git("add", "-A")
	r.git("commit", "-q", "-m", "two")
	r.write("Makefile", "z:\n")
	for _, name := range []string{"core.fsmonitor", "core.sshCommand", "core.pager", "core.editor", "core.askPass", "gpg.program",
		"diff.external", "diff.d.command", "diff.d.textconv", "filter.d.clean", "filter.d.smudge", "filter.d.process", "credential.helper",
		"core.alternateRefsCommand"} {
		inner("config", name, program)
		r.git("config", name, program)
	}
	for name, value := range map[string]string{"diff.submodule": "diff", "log.showSignature": "true", "submodule.recurse": "true",
		"status.submoduleSummary": "true", "alias.log": "!" + program, "alias.ls-files": "!" + program, "core.hooksPath": dir} {
		r.git("config", name, value)
	}
	m := memoryOf("See `src/a.ts`. Run `make x`, then `npm run build`.", r.dir)
	_ = os.Remove(mark) // what setting all this up has run
	claims := reality.Look(t.Context(), m)["a.md"].Claims
	if ran, err := os.ReadFile(mark); err == nil {
		t.Errorf("a look ran %s", ran)
	}
	if len(claims) == 0 || claims[0].Token != "src/a.ts" || claims[0].Commit == "" || !strings.Contains(claims[0].State, "gone") {
		t.Errorf("%+v", claims)
	}
}
