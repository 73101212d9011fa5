package audit

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"dreamgate/model"
)

var noon = time.Date(2026, 11, 29, 12, 0, 0, 0, time.UTC)

func ago(days int) time.Time { return noon.AddDate(0, 0, -days) }

// full is an index of some lines, far from the limit of characters.
func full(lines int) model.Index {
	return model.Index{Status: model.StatusOK, Lines: lines, Units: 40 * lines}
}

// sizes are points of these numbers of lines, so many days apart, the last one today.
func sizes(apart int, lines ...int) (points []Point) {
	for i, n := range lines {
		points = append(points, Point{ago(apart * (len(lines) - 1 - i)), n, 40 * n})
	}
	return points
}

func TestOverflow(t *testing.T) {
	for name, c := range map[string]struct {
		points []Point
		lines  int
		want   string
	}{
		"a line a day":               {sizes(10, 110, 120, 130, 140), 140, "2027-01-29"},
		"two points tell no trend":   {sizes(10, 130, 140), 140, ""},
		"a day tells no trend":       {sizes(1, 130, 135, 138, 140), 140, ""},
		"it shrinks":                 {sizes(10, 143, 142, 141, 140), 140, ""},
		"it stands":                  {sizes(10, 140, 140, 140, 140), 140, ""},
		"too slow to see":            {sizes(100, 137, 138, 139, 140), 140, ""},
		"up and down":                {sizes(10, 120, 135, 123, 138, 125, 140), 140, ""},
		"half empty":                 {sizes(10, 60, 70, 80, 90), 90, ""},
		"only what grew since":       {sizes(10, 100, 150, 190, 120, 130, 140), 140, "2027-01-29"},
		"cleaned too lately to tell": {sizes(10, 100, 120, 140, 160, 180, 140), 140, ""},
	} {
		f, ok := Overflow(full(c.lines), c.points, "versions in git", noon)
		if ok != (c.want != "") || ok && !strings.Contains(f.Message, "about "+c.want) {
			t.Errorf("%s: %+v", name, f)
		}
	}
	if f, ok := Overflow(full(140), sizes(10, 110, 120, 130, 140), "versions in git", noon.AddDate(0, 0, 200)); ok {
		t.Errorf("it stopped growing long ago: %+v", f)
	}
	cut := full(210)
	cut.Status = model.StatusCut
	if f, ok := Overflow(cut, sizes(10, 110, 120, 130, 210), "versions in git", noon); ok {
		t.Errorf("it is over already: %+v", f)
	}
}

func TestOverflowByCharacters(t *testing.T) {
	points := sizes(10, 100, 101, 102, 103)
	for i := range points {
		points[i].Units = 14_000 + 2_000*i
	}
	ix := model.Index{Status: model.StatusNear, Lines: 103, Units: 20_000}
	f, ok := Overflow(ix, points, "versions in git", noon)
	if !ok || !strings.Contains(f.Message, "1,400 characters a week") {
		t.Errorf("%+v", f)
	}
}

func TestDated(t *testing.T) {
	tree, index := model.Tree{}, strings.Builder{}
	for i := range 120 {
		name := fmt.Sprintf("n%03d.md", i)
		tree[name] = model.File{Mode: 0o600, Data: []byte("x\n"), ModTime: ago(119 - i)}
		fmt.Fprintf(&index, "- [Note %d](%s) — what it says\n", i, name)
	}
	tree[model.IndexName] = model.File{Mode: 0o600, Data: []byte(index.String())}
	notes, ix, _ := Tree(tree, noon)
	points := Dated(ix, notes, tree)
	if len(points) != 120 || points[0].Lines != 1 || points[119].Lines != 120 || points[119].Units != ix.Units {
		t.Fatalf("%d points, %+v ... %+v of %+v", len(points), points[0], points[len(points)-1], ix)
	}
	if f, ok := Overflow(ix, points, "dates of notes", noon); !ok || !strings.Contains(f.Message, "7.0 lines a week (120 dates of notes since 2026-08-02)") {
		t.Errorf("%+v", f)
	}
	for name, f := range tree {
		f.ModTime = ago(3) // as a checkout leaves them
		tree[name] = f
	}
	if points := Dated(ix, notes, tree); points != nil {
		t.Errorf("a copy tells %d points", len(points))
	}
}
