package audit

import (
	"slices"
	"testing"
	"time"

	"dreamgate/model"
)

func TestUnmerged(t *testing.T) {
	for _, c := range []struct {
		name, body string
		line       int // 0 if there is no finding
	}{
		{"a conflict", "The port is open.\n<<<<<<< HEAD\nIt is 8080.\n=======\nIt is 9090.\n>>>>>>> laptop\n", 9},
		{"two of them", "<<<<<<< HEAD\na\n=======\nb\n>>>>>>> x\n<<<<<<< HEAD\nc\n=======\nd\n>>>>>>> x\n", 8},
		{"the opening mark is gone", "It is 8080.\n=======\nIt is 9090.\n>>>>>>> laptop\n", 11},
		{"only the opening mark is left", "<<<<<<< HEAD\nIt is 8080.\n", 8},
		{"in a fence", "This is how it looks:\n\n```\n<<<<<<< HEAD\na\n=======\nb\n>>>>>>> x\n```\n", 0},
		{"a heading", "Ports\n=======\n\nAll are open.\n", 0},
		{"a deep quotation", ">>>>>>> so deep\n", 0},
		{"a word of it", "Look for <<<<<<< and >>>>>>> in the files.\n<<<<<<<<<< more\n", 0},
	} {
		_, _, found := Tree(of("project", c.body), time.Time{})
		i := slices.IndexFunc(found, func(f model.Finding) bool { return f.Rule == ruleUnmerged })
		switch {
		case c.line == 0 && i >= 0:
			t.Errorf("%s: %v", c.name, found[i])
		case c.line > 0 && (i < 0 || found[i].Line != c.line || found[i].Severity != model.Error):
			t.Errorf("%s: want line %d: %v", c.name, c.line, found)
		}
	}
}
