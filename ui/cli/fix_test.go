package cli

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"dreamgate/model"
)

// mendable is a memory with something to mend, and something that only a person can.
func mendable(t *testing.T) string {
	t.Helper()
	return write(t, t.TempDir(), map[string]string{
		"MEMORY.md":   "# Shop\n\n- [Gone](gone.md) — x\n- [Old](old-rule.md) — x\n\nKept as it is.\n",
		"rule.md":     "---\nname: rule\ndescription: what to do: this\ntype: lesson\n---\n\ntext\n",
		"old_rule.md": "---\nname: old-rule\ndescription: what to do\ntype: user\n---\n\ntext\n",
	})
}

// TestAuditReality finds what notes name and the project no longer has, where it is asked for.
func TestAuditReality(t *testing.T) {
	world(t)
	of := func(args ...string) (n int, out auditJSON) {
		out = parsed[auditJSON](t, exitRemains, append([]string{"audit", "--json"}, args...)...)
		for _, s := range out.Stores {
			for _, f := range s.Findings {
				if f.Rule == "reality" {
					n++
				}
			}
		}
		return n, out
	}
	if n, _ := of("--memory", "shop"); n > 0 {
		t.Errorf("%d without being asked", n)
	}
	n, out := of("--memory", "shop", "--reality")
	gone := 0
	for _, d := range parsed[notesJSON](t, 0, "show", "--memory", "shop", "--json").Notes {
		for _, c := range d.Reality.Claims {
			if c.State == model.RealityGone {
				gone++
			}
		}
	}
	if n == 0 || n != gone {
		t.Errorf("%d found, %d shown: %+v", n, gone, out.Stores[0].Findings)
	}
	contains(t, want(t, exitRemains, "audit", "--all", "--reality"), "  reality  ", "the note names the ", ", and the project says otherwise: ")
}

func TestAuditFix(t *testing.T) {
	bare(t)
	live := mendable(t)
	before := tree(t, live)
	out := want(t, 3, "audit", "--memory", live, "--fix")
	_, rest, ok := strings.Cut(out, "proposed as ")
	if !ok {
		t.Fatal(out)
	}
	id, _, _ := strings.Cut(rest, ":")
	contains(t, rest, "\n    rule.md: a value of the frontmatter is put in quotes", "\n    MEMORY.md: ")
	if got := parsed[auditJSON](t, 3, "audit", "--memory", live, "--fix", "--json").Stores[0].Fixes; len(got) != strings.Count(rest, "\n    ") {
		t.Errorf("fixes: %q", got)
	}
	if now := tree(t, live); len(now) != len(before) || now["MEMORY.md"] != before["MEMORY.md"] || now["rule.md"] != before["rule.md"] {
		t.Error("a proposal changed the memory")
	}
	if out := want(t, 3, "audit", "--memory", live, "--fix"); !strings.Contains(out, "earlier audit wait as "+id) {
		t.Errorf("the same was proposed twice:\n%s", out)
	}
	shown := want(t, 3, "review", "show", id, "--memory", live)
	for _, part := range []string{"- - [Gone](gone.md) — x", "+ - [Old](old_rule.md) — x", "+ - [rule](rule.md) — what to do: this", "+ description: \"what to do: this\"", "spelled old_rule.md"} {
		if !strings.Contains(shown, part) {
			t.Errorf("the proposal has no %q:\n%s", part, shown)
		}
	}
	want(t, 0, "review", "accept", id, "--all", "--memory", live)
	want(t, 0, "review", "apply", id, "--memory", live)
	after := tree(t, live)
	if got := after["MEMORY.md"]; got != "# Shop\n\n- [Old](old_rule.md) — x\n- [rule](rule.md) — what to do: this\n\nKept as it is.\n" {
		t.Errorf("the index is %q", got)
	}
	out = want(t, 3, "audit", "--memory", live, "--fix")
	if !strings.Contains(out, `"lesson"`) || !strings.Contains(out, "no finding has a fix that is safe") {
		t.Error(out)
	}
}

func TestAuditBaseline(t *testing.T) {
	bare(t)
	live := mendable(t)
	file := filepath.Join(t.TempDir(), "baseline.json")
	if err := os.WriteFile(file, []byte(want(t, 3, "audit", "--memory", live, "--json")), 0o600); err != nil {
		t.Fatal(err)
	}
	if out := want(t, 0, "audit", "--memory", live, "--baseline", file); strings.Contains(out, "gone.md") || !strings.Contains(out, "of the baseline not shown") {
		t.Error(out)
	}
	elsewhere := mendable(t) // as another checkout
	want(t, 0, "audit", "--memory", elsewhere, "--baseline", file)
	write(t, live, map[string]string{"new.md": "no frontmatter\n", "MEMORY.md": "# Shop\n\n- one line more\n- [Gone](gone.md) — x\n- [Old](old-rule.md) — x\n"})
	out := want(t, 3, "audit", "--memory", live, "--baseline", file)
	if strings.Contains(out, "gone.md") || strings.Count(out, "new.md") != 2 {
		t.Errorf("new are:\n%s", out)
	}
	got := parsed[auditJSON](t, 3, "audit", "--memory", live, "--baseline", file, "--json").Stores[0]
	if got.New == nil || len(*got.New) != 2 || len(got.Findings) <= 2 {
		t.Errorf("new %v of %d", got.New, len(got.Findings))
	}
	for _, bad := range []string{"nothing.json", write(t, t.TempDir(), map[string]string{"x": "{}"}) + "/x"} {
		if r := call(t, false, "audit", "--memory", live, "--baseline", bad); r.code != 1 || !strings.Contains(r.err, "baseline") {
			t.Errorf("%s: %d %s", bad, r.code, r.err)
		}
	}
}

// TestAuditAll lists the memories, the worst first, before it tells of each.
func TestAuditAll(t *testing.T) {
	world(t)
	out := want(t, 3, "audit", "--all")
	table, _, _ := strings.Cut(out, "\n\n")
	var marks []string
	for line := range strings.Lines(table) {
		marks = append(marks, strings.Fields(line)[0])
	}
	if got := strings.Join(marks, " "); got != "CUT missing near ok ok" {
		t.Errorf("the table says %s:\n%s", got, table)
	}
	rank := map[string]int{"error": 0, "warning": 1, "info": 2}
	last := 0
	for line := range strings.Lines(out) {
		f := strings.Fields(line)
		r, finding := 0, false
		if len(f) > 2 {
			r, finding = rank[f[0]], strings.HasPrefix(line, "  ") && (f[0] == "error" || f[0] == "warning" || f[0] == "info")
		}
		if !finding {
			last = 0
			continue
		}
		if r < last {
			t.Errorf("out of order: %s", line)
		}
		last = r
	}
}
