package audit

import "testing"

func TestSameGist(t *testing.T) {
	yes := []string{"near-duplicate b.md:0"}
	for _, c := range []struct {
		name, a, b string
		want       []string
	}{
		{"an article and a remark", "Run the tests with vitest.", "Run tests with vitest. (as of 2026-03-01; before: jest)", yes},
		{"other forms of the words", "Deploys go out on Tuesdays at 09:00.", "A deploy goes out on Tuesday at 9:00.", yes},
		{"another value", "Deploys go out on Tuesdays at 09:00.", "Deploys go out on Tuesdays at 10:00.", nil},
		{"a denial", "Run the tests with vitest.", "Never run the tests with vitest.", nil},
		{"another order", "Ada reviews what Bo writes.", "Bo reviews what Ada writes.", nil},
		{"too little", "Use tabs.", "Use the tabs.", nil},
	} {
		files := tree("a.md", front("tests deploy a", "d", c.a), "b.md", front("tests deploy b", "d", c.b))
		check(t, c.name, files, []string{ruleDuplicate}, c.want, "")
	}
	apart := tree("staging.md", front("staging", "d", "Needs the company login and a token."), "live.md", front("live", "d", "Needs a company login and the token."))
	check(t, "each about what it is called by", apart, []string{ruleDuplicate}, nil, "")
}
