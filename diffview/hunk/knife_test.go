package hunk

import (
	"reflect"
	"strings"
	"testing"

	"dreamgate/model"
)

// TestCutOnFromPlaceToPlace: pieces that are cut one after the other are those that are cut alone, and no line of the text is
// counted twice for them.
func TestCutOnFromPlaceToPlace(t *testing.T) {
	h := model.Hunk{ID: "h", Path: "a.md", Kind: model.HunkText, OldStart: 7, NewStart: 9,
		Removed: []string{"one\n", "two\n"}, Added: strings.SplitAfter(strings.Repeat("a line of it\n", 2000), "\n")[:2000]}
	old, new := strings.Join(h.Removed, ""), strings.Join(h.Added, "")
	var cuts []model.Cut
	for at := 13; at < len(new); at += 13 {
		cuts = append(cuts, model.Cut{Old: min(at/13*4, len(old)), New: at})
	}
	pieces, err := cutUp(h, cuts)
	if err != nil || len(pieces) != 2000 {
		t.Fatalf("%d pieces, %v", len(pieces), err)
	}
	i, k := 0, knifeFor(h, old, new)
	between(old, new, cuts, func(from, to model.Cut) {
		if alone := piece(h, old, new, from, to); !reflect.DeepEqual(alone, pieces[i]) || alone.NewStart != 9+i {
			t.Errorf("piece %d: %+v, alone %+v", i, pieces[i], alone)
		}
		if k.piece(from, to); k.new.at != from.New || k.new.lines != i {
			t.Errorf("piece %d: counted to %d, %d lines", i, k.new.at, k.new.lines)
		}
		i++
	})
}

// BenchmarkCutUp splits a new note of ten thousand lines into all of them.
func BenchmarkCutUp(b *testing.B) {
	h := model.Hunk{ID: "h", Path: "a.md", Kind: model.HunkAdded, NewStart: 1,
		Added: strings.SplitAfter(strings.Repeat("- a line of some forty characters or more\n", 10000), "\n")[:10000]}
	var cuts []model.Cut
	for i := 1; i < 10000; i++ {
		cuts = append(cuts, model.Cut{New: i * len(h.Added[0])})
	}
	for b.Loop() {
		if _, err := cutUp(h, cuts); err != nil {
			b.Fatal(err)
		}
	}
}
