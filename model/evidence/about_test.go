package evidence

import (
	"slices"
	"testing"

	"dreamgate/model"
)

// TestAbout: a reason goes to the hunks that it speaks of.
func TestAbout(t *testing.T) {
	index := []string{
		"- [Old CI](old-ci.md) — Jenkins pipeline on the build box\n",
		"- [Legacy import](legacy-import.md) — nightly CSV files of the old shop\n",
		"- [Flaky tests](notes/flaky-tests.md) — the checkout test read the wall clock\n",
		"- [[staging-access]] — staging deploys need the company VPN\n",
	}
	note := []string{
		"The service listens on port 6380.\n",
		"The retry of `test/checkout.spec.ts` is gone.\n",
		"Deploys go out on Tuesdays from the build box, the old way.\n",
		"Run the tests with `pnpm test`; the project moved from npm to pnpm.\n",
		"The switch to pnpm was made in late October.\n",
	}
	for _, c := range []struct {
		reason string
		of     []string
		want   []int
	}{
		{"dropped the line of old-ci.md, there is no such file", index, []int{0}},
		{"dropped the line of old-ci.md, the files of the old shop's build box are gone", index, []int{0}},
		{"dropped [[old-ci]]: Jenkins is gone", index, []int{0}},
		{"dropped `old-ci.md` and [[legacy-import]], both old", index, []int{0, 1}},
		{"added staging-access.md, dropped legacy-import.md", index, []int{1, 3}},
		{"shortened the line of flaky-tests.md", index, []int{2}},
		{"the flaky tests line is shorter", index, []int{2}},
		{"the Jenkins entry is dropped", index, []int{0}},
		{"removed old entries", index, nil},
		{"alte Zeilen gelöscht", index, nil},
		{"tidied up", index, nil},
		{"port", note, []int{0}},
		{"now 6380", note, []int{0}},
		{"test/checkout.spec.ts has a clock of its own now, the retry goes", note, []int{1}},
		{"the retry is gone and the port is 6380", note, []int{0, 1}},
		{"the tests run with pnpm now, the user moved from npm to pnpm", note, []int{3, 4}},
		{"when the switch to pnpm was made", note, []int{3, 4}},
		{"pnpm", note, []int{3, 4}},
		{"the old one is dropped", note, nil},
	} {
		of := make([]*Text, len(c.of))
		for i, s := range c.of {
			of[i] = Read(model.Source{Text: s})
		}
		if got := Read(model.Source{Text: c.reason}).About(of); !slices.Equal(got, c.want) {
			t.Errorf("%q: %v, want %v", c.reason, got, c.want)
		}
	}
}
