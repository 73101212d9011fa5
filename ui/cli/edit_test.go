package cli

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestEdit: what a person writes of a note waits as a review, accepted, and nothing is written before it is applied.
func TestEdit(t *testing.T) {
	bare(t)
	const till = "---\nname: till\ndescription: closing\ntype: project\n---\n\nThe till closes at 18:30.\n"
	dir := write(t, t.TempDir(), map[string]string{"MEMORY.md": "# Bakery\n- [Till](till.md)\n", "till.md": till})
	file := filepath.Join(t.TempDir(), "new.md")
	if err := os.WriteFile(file, []byte(strings.Replace(till, "18:30", "19:00", 1)), 0o600); err != nil {
		t.Fatal(err)
	}
	odd := filepath.Join(t.TempDir(), "odd.md")
	if err := os.WriteFile(odd, []byte("\xff\xfe\x00"), 0o600); err != nil {
		t.Fatal(err)
	}
	now := func() string { return read(t, filepath.Join(dir, "till.md")) }
	made := parsed[editJSON](t, 0, "edit", "till", "--with", file, "--memory", dir, "--json")
	if made.Path != "till.md" || made.Proposal == "" || now() != till {
		t.Errorf("%+v", made)
	}
	if out := want(t, 0, "review", "show", made.Proposal, "--memory", dir); !strings.Contains(out, "line 7  accepted") {
		t.Errorf("show says\n%s", out)
	}
	want(t, 0, "review", "apply", made.Proposal, "--memory", dir)
	if got := now(); !strings.Contains(got, "19:00") {
		t.Errorf("applied it is %q", got)
	}
	if out := want(t, 0, "edit", "MEMORY.md", "--with", file, "--memory", dir); !strings.Contains(out, "your edit of MEMORY.md waits as ") {
		t.Errorf("of the index it says %q", out)
	}
	if out := want(t, 0, "edit", "MEMORY", "--with", file, "--memory", dir); !strings.Contains(out, "your edit of MEMORY.md waits as ") {
		t.Errorf("of the index without its ending it says %q", out)
	}
	for _, c := range []struct {
		code int
		says string
		args []string
	}{
		{1, "nothing was changed", []string{"till", "--with", file}}, {2, "--with FILE", []string{"till"}},
		{1, "read the new text", []string{"till", "--with", "nowhere.md"}}, {1, "no note", []string{"nothing", "--with", file}},
		{1, "dreamgate forget", []string{"till", "--with", "/dev/null"}}, {1, "no text in UTF-8", []string{"till", "--with", odd}},
	} {
		if r := call(t, false, append([]string{"edit", "--memory", dir}, c.args...)...); r.code != c.code || !strings.Contains(r.err, c.says) {
			t.Errorf("%v: %d %s", c.args, r.code, r.err)
		}
	}
}
