package main

import (
	"math/rand"
	"os"
	"path/filepath"
	"regexp/syntax"
	"strings"
	"testing"

	"github.com/zricethezav/gitleaks/v8/detect"

	"dreamgate/memory/secret"
)

// TestTable holds the table to the module.
func TestTable(t *testing.T) {
	fresh := filepath.Join(t.TempDir(), "rules.json")
	if err := write(fresh); err != nil {
		t.Fatal(err)
	}
	want, err := os.ReadFile(fresh)
	if err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile("../rules.json")
	if err != nil {
		t.Fatal(err)
	}
	// A test binary does not know the versions that it is made of.
	if _, rules, _ := strings.Cut(string(want), "\n \"notice\""); !strings.Contains(string(got), rules) {
		t.Error("rules.json is not what the module says; go run . writes it anew")
	}
}

// TestSameAsDetector: of lines made for each rule, all that gitleaks' detector takes for a secret is
// covered by what Find returns.
func TestSameAsDetector(t *testing.T) {
	d, err := detect.NewDetectorDefaultConfig()
	if err != nil {
		t.Fatal(err)
	}
	rnd := rand.New(rand.NewSource(1))
	seen, missed, silent := 0, 0, 0
	for id, r := range d.Config.Rules {
		if r.Regex == nil || r.Path != nil {
			continue
		}
		re, err := syntax.Parse(r.Regex.String(), syntax.Perl)
		if err != nil {
			t.Fatal(err)
		}
		before := seen
		for range 40 {
			var b strings.Builder
			spell(&b, re, rnd)
			line := "the value is " + strings.ReplaceAll(b.String(), "\n", " ") + " since May"
			for _, f := range d.DetectString(line) {
				seen++
				if !covered(line, f.Secret) {
					missed++
					t.Logf("%s (%s): %q of %q is not found", id, f.RuleID, f.Secret, line)
				}
			}
		}
		if seen == before {
			silent++
		}
	}
	t.Logf("%d secrets, %d missed, %d rules of which no line was made", seen, missed, silent)
	if missed*200 > seen || silent > len(d.Config.Rules)/10 {
		t.Error("the detector sees more")
	}
}

// covered reports whether a secret lies in what is found.
func covered(line, value string) bool {
	at := strings.Index(line, strings.TrimSpace(value))
	for _, m := range secret.Find(line) {
		if at >= m.Start && at < m.End {
			return true
		}
	}
	return false
}

// spell writes a text that an expression matches, with letters and digits where it has a choice.
func spell(b *strings.Builder, re *syntax.Regexp, rnd *rand.Rand) {
	repeat := func(least, most int) {
		if most < 0 || most > least+40 {
			most = least + 40
		}
		for range least + rnd.Intn(most-least+1) {
			spell(b, re.Sub[0], rnd)
		}
	}
	switch re.Op {
	case syntax.OpLiteral:
		b.WriteString(string(re.Rune))
	case syntax.OpCharClass:
		b.WriteRune(choose(re.Rune, rnd))
	case syntax.OpAnyChar, syntax.OpAnyCharNotNL:
		b.WriteByte(' ')
	case syntax.OpStar:
		repeat(0, 3)
	case syntax.OpPlus:
		repeat(1, 4)
	case syntax.OpQuest:
		repeat(0, 1)
	case syntax.OpRepeat:
		repeat(re.Min, re.Max)
	case syntax.OpConcat, syntax.OpCapture:
		for _, s := range re.Sub {
			spell(b, s, rnd)
		}
	case syntax.OpAlternate:
		spell(b, re.Sub[rnd.Intn(len(re.Sub))], rnd)
	}
}

func choose(class []rune, rnd *rand.Rand) rune {
	var some []rune
	for i := 0; i+1 < len(class); i += 2 {
		for r := max(class[i], ' '); r <= min(class[i+1], '~'); r++ {
			if r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' {
				some = append(some, r, r, r)
			}
			some = append(some, r)
		}
	}
	if len(some) == 0 {
		return class[0]
	}
	return some[rnd.Intn(len(some))]
}
