package cli

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// TestSampleShowsEveryRule holds that whoever tries the demo can see each kind of finding there is.
func TestSampleShowsEveryRule(t *testing.T) {
	source, err := parser.ParseFile(token.NewFileSet(), filepath.Join(testdata, "../../../model/audit/rules.go"), nil, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	world(t)
	shown := map[string]bool{}
	for _, s := range parsed[auditJSON](t, 3, "audit", "--all", "--json").Stores {
		for _, f := range s.Findings {
			shown[f.Rule] = true
		}
	}
	rules := 0
	ast.Inspect(source, func(n ast.Node) bool {
		spec, ok := n.(*ast.ValueSpec)
		if !ok || !strings.HasPrefix(spec.Names[0].Name, "rule") || len(spec.Values) != 1 {
			return true
		}
		name, err := strconv.Unquote(spec.Values[0].(*ast.BasicLit).Value)
		if err != nil {
			t.Fatal(err)
		}
		if rules++; !shown[name] {
			t.Errorf("the sample has no finding of %q", name)
		}
		return true
	})
	if rules < 30 {
		t.Errorf("only %d rules were found in the source", rules)
	}
}
