package evidence

import (
	"fmt"
	"strings"
	"testing"
)

func changeList(text string) string {
	var out []string
	for _, c := range Changes(text) {
		s := c.Path + "=" + c.What
		for _, r := range c.Cites {
			s += fmt.Sprintf(" <%s %d>", r.Session, r.Line)
		}
		out = append(out, s)
	}
	return strings.Join(out, " | ")
}

func TestChanges(t *testing.T) {
	const id = "1e5bd310-37ab-4c35-a375-4de68e8fb0b5"
	cases := []struct{ in, want string }{
		{"- tests.md: pnpm, not npm [" + id + ":4, " + id + ":7]", "tests.md=pnpm, not npm <" + id + " 4> <" + id + " 7>"},
		{"- tests.md: pnpm — " + id + ".jsonl:4", "tests.md=pnpm <" + id + " 4>"},
		{"* runs.md -> seeds (390fb9e2.jsonl:4)", "runs.md=seeds <390fb9e2 4>"},
		{"- a.md: x (session 1e5bd310, line 4)", "a.md=x <1e5bd310 4>"},
		{"- a.md: x, see session alpha line 4 and 7.", "a.md=x, see <alpha 4> <alpha 7>"},
		{"- a.md: from line 12 of session 1e5bd310", "a.md=from <1e5bd310 12>"},
		{"- a.md: x [s1:4-6]", "a.md=x <s1 4> <s1 5> <s1 6>"},
		{"- a.md: x `1e5bd310`:4, 9", "a.md=x <1e5bd310 4> <1e5bd310 9>"},
		{"- a.md: x 1e5bd310.jsonl#L4", "a.md=x <1e5bd310 4>"},
		{"- grease.md: SK-1A — d8a9c068.jsonl:13; G-40 — d8a9c068.jsonl:11",
			"grease.md=SK-1A <d8a9c068 13> | grease.md=G-40 <d8a9c068 11>"},
		{"- w.md: key — bcc3db70.jsonl:13; typo", "w.md=key <bcc3db70 13> | w.md=typo"},
		{"- w.md: key; port [bcc3db70:13]", "w.md=key; port <bcc3db70 13>"},
		{"- MEMORY.md, b.md: new — cf60d9e6.jsonl:5", "MEMORY.md=new <cf60d9e6 5> | b.md=new <cf60d9e6 5>"},
		{"- new.md (was old.md): bucket", "new.md=bucket"},
		{"- [a](sub/a.md): x", "sub/a.md=x"},
		{"## tests.md\n\n- moved to pnpm [1e5bd310:4]\n", "tests.md=moved to pnpm <1e5bd310 4>"},
		{"Updated edge.md and restarts.md after the session of January 5th.",
			"edge.md=Updated edge.md and restarts.md after the session of January 5th | restarts.md=Updated edge.md and restarts.md after the session of January 5th"},
		{"| a.md | what | 1e5bd310:4 |", "a.md=what <1e5bd310 4>"},
		{"- a.md: port:51820 and 12:30, see section 4", "a.md=port:51820 and 12:30, see section 4"},
		{"- a.md: long\n  reason [1e5bd310:4]", "a.md=long reason <1e5bd310 4>"},
		{"- a.md: removed, outdated", "a.md=removed, outdated"},
		{"Done. All is well.", ""},
		{"", ""},
	}
	for _, c := range cases {
		if got := changeList(c.in); got != c.want {
			t.Errorf("%q:\n got %s\nwant %s", c.in, got, c.want)
		}
	}
}

// Whatever a model writes, the reader ends and gives lines that can be looked up.
func FuzzChanges(f *testing.F) {
	f.Add("- a.md: x [1e5bd310:4, 7]\n# b.md\n- y; z (session q, line 3)")
	f.Add("a.md|b.md: line 4-9 of agent-1.jsonl:L2\n  more")
	f.Fuzz(func(t *testing.T, text string) {
		for _, c := range Changes(text) {
			if c.Path == "" || !strings.HasSuffix(c.Path, ".md") {
				t.Fatalf("path %q", c.Path)
			}
			for _, r := range c.Cites {
				if r.Session == "" || r.Line < 0 {
					t.Fatalf("ref %+v", r)
				}
			}
		}
	})
}
