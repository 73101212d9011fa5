package term

import (
	"go/parser"
	"go/token"
	"reflect"
	"testing"
)

// TestComesFirst: Go initialises ready packages in the order of their paths, so this one works only
// as long as its path is before Bubble Tea's and it waits for nothing but lipgloss.
func TestComesFirst(t *testing.T) {
	type here struct{}
	if path := reflect.TypeFor[here]().PkgPath(); path >= "github.com/charmbracelet/bubbletea" {
		t.Errorf("%s is initialised after Bubble Tea", path)
	}
	f, err := parser.ParseFile(token.NewFileSet(), "term.go", nil, parser.ImportsOnly)
	if err != nil {
		t.Fatal(err)
	}
	if len(f.Imports) != 1 || f.Imports[0].Path.Value != `"github.com/charmbracelet/lipgloss"` {
		t.Errorf("term imports more than lipgloss")
	}
}
