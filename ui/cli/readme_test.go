package cli

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// elsewhereRun are examples that need what a test has not, or that other tests run.
var elsewhereRun = map[string]string{
	"dreamgate":                                     "a screen",
	"dreamgate --engine command":                    "a screen",
	"dreamgate --accessible":                        "answers",
	"dreamgate review --accessible":                 "answers",
	"dreamgate review --preselect":                  "a screen",
	"dreamgate dream --engine openai":               "a service",
	"dreamgate eval --engine openai":                "a service",
	"dreamgate eval --engine offline":               "minutes",
	"dreamgate eval DIR --noise":                    "minutes",
	"dreamgate dream --memory shop --engine claude": "a login",
	"dreamgate hook install":                        "a yes",
	"dreamgate doctor --remove":                     "a yes",
}

// setting is a variable that is set for one command.
var setting = regexp.MustCompile(`^[A-Z_]+=\S+ `)

// readmeExamples are the command lines of the README, without what is said of them; && joins what belongs together.
func readmeExamples(t *testing.T) (list []string) {
	t.Helper()
	for line := range strings.Lines(read(t, filepath.Join(testdata, "..", "..", "..", "README.md"))) {
		line, is := strings.CutPrefix(line, "    ")
		if !is || strings.HasPrefix(line, " ") || !strings.Contains(line, "dreamgate") {
			continue
		}
		line, _, _ = strings.Cut(line, " #")
		if line = setting.ReplaceAllString(strings.TrimSpace(line), ""); line == "dreamgate" || strings.HasPrefix(line, "dreamgate ") {
			list = append(list, line)
		}
	}
	// What a dream has read, an extraction has nothing to say of.
	late := func(line string) int { return max(0, 1-strings.Count(line, "dreamgate extract")) }
	slices.SortStableFunc(list, func(a, b string) int { return late(a) - late(b) })
	return list
}

// TestReadmeExamples runs what the README shows on the sample: each example is understood there, and has something
// to say.
func TestReadmeExamples(t *testing.T) {
	t.Setenv("DG_TEST_PROGRAM", "1") // for what is started anew
	labelled := filepath.Join(testdata, "..", "..", "..", "dream", "measure", "testdata", "labelled")
	shop, folder := proposedShop(t)
	work := t.TempDir()
	program := write(t, filepath.Join(work, "bin"), map[string]string{"my-agent": "#!/bin/sh\necho More. >> memory/ideas.md\n"})
	if err := os.Chmod(filepath.Join(program, "my-agent"), 0o700); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", program+string(os.PathListSeparator)+os.Getenv("PATH"))
	write(t, work, map[string]string{"x.patch": "--- a/ideas.md\n+++ b/ideas.md\n@@ -0,0 +1 @@\n+New.\n", "text.md": "Text.\n",
		"audit.json": want(t, exitRemains, "audit", "--all", "--json"), "figures.json": want(t, 0, "eval", cases(t), "--json")})
	git(t, shop, "tag", "v1", "HEAD~1")
	t.Chdir(shopProject(t))
	examples := readmeExamples(t)
	if len(examples) < 50 {
		t.Fatalf("only %d examples are found: %q", len(examples), examples)
	}
	for i, line := range examples {
		if why := skipped(line); why != "" {
			continue
		}
		id := alone(t, shop, folder)
		out := filepath.Join(work, fmt.Sprint("out", i))
		line = strings.NewReplacer("DIR_A", shop, "DIR_B", folder, "--out DIR", "--out "+out, "--out ../better", "--out "+out, "eval DIR", "eval "+cases(t),
			"dream/measure/testdata/labelled", labelled, "3f2a1c9", strings.TrimSpace(git(t, shop, "log", "-1", "--format=%h")), "HUNK", splittable(t, id),
			"PATCH", filepath.Join(work, "x.patch"), "eval --baseline FILE", filepath.Join(work, "figures.json"), "audit --baseline FILE", "audit --baseline "+filepath.Join(work, "audit.json"),
			"--baseline FILE", "--baseline "+filepath.Join(work, "figures.json"), "FILE", filepath.Join(work, "text.md"), " ID", " "+id).Replace(line)
		for one := range strings.SplitSeq(line, "&&") {
			says(t, strings.TrimSpace(one))
		}
		if strings.Contains(line, "--detach") {
			call(t, false, "tasks", "cancel")
		}
	}
}

// says runs one example: it is understood, and has something to say.
func says(t *testing.T, line string) {
	t.Helper()
	r := call(t, false, shellWords(line)...)
	if r.code != exitDone && r.code != exitRemains || strings.TrimSpace(r.out) == "" || strings.HasPrefix(r.out, "no ") && !strings.Contains(line, "--auto") ||
		strings.HasPrefix(r.out, "nothing") || strings.HasPrefix(r.out, "there is no") {
		t.Errorf("%s: exit %d\n%s%s", line, r.code, r.out, r.err)
	}
}

func skipped(line string) string {
	for start, why := range elsewhereRun {
		if line == start || start != "dreamgate" && strings.HasPrefix(line, start) {
			return why
		}
	}
	return ""
}

// shopProject is the folder of the shop's project.
func shopProject(t *testing.T) string {
	t.Helper()
	for _, s := range parsed[storesJSON](t, 0, "projects", "--json").Stores {
		if s.Name == "shop" {
			return s.Projects[0]
		}
	}
	t.Fatal("the sample has no shop")
	return ""
}

// alone lays a review on the desk as the only one, and decides some of it.
func alone(t *testing.T, shop, folder string) string {
	t.Helper()
	for _, p := range parsed[proposalsJSON](t, listed(t), "review", "list", "--json").Proposals {
		want(t, 0, "review", "discard", p.ID)
	}
	write(t, folder, map[string]string{"build.md": read(t, filepath.Join(shop, "build.md")) + "\n- Answer in German.\n- Say what you changed.\n",
		"testing.md": strings.ReplaceAll(read(t, filepath.Join(shop, "testing.md")), "`npm test`", "`pnpm test`")})
	id := parsed[laidJSON](t, 0, "review", "--lay", shop, folder, "--json").Proposal
	if len(parsed[reviewJSON](t, exitRemains, "review", "show", id, "--json").Files) == 0 {
		t.Fatal("the review is empty")
	}
	return id
}

// listed is the code with which the reviews that wait are listed.
func listed(t *testing.T) int {
	t.Helper()
	return call(t, false, "review", "list").code
}

// shellWords parts a command line at its blanks, those in single quotes aside, without the name of the program.
func shellWords(line string) (out []string) {
	for i, part := range strings.Split(line, "'") {
		if i%2 == 1 {
			out = append(out, part)
		} else {
			out = append(out, strings.Fields(part)...)
		}
	}
	return out[1:]
}
