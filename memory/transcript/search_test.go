package transcript

import (
	"context"
	"errors"
	"fmt"
	"math/rand"
	"reflect"
	"strings"
	"testing"
	"unicode/utf8"
)

func find(t *testing.T, query string, files ...File) (hits []Hit) {
	t.Helper()
	err := Search(context.Background(), files, query, func(h Hit) error {
		hits = append(hits, h)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return hits
}

func TestSearch(t *testing.T) {
	f := store(t, "s.jsonl", turn("user", `the Needle\n in hay`)+turn("assistant", "no such thing")+
		"torn {\n"+turn("assistant", strings.Repeat("é", 5000)+" NEEDLE  IN "+strings.Repeat("hay", 5000)))
	hits := find(t, "needle in", f)
	if len(hits) != 3 {
		t.Fatalf("got %d hits: %+v", len(hits), hits)
	}
	if hits[0].N != 1 || hits[0].Snippet != "the Needle in hay" {
		t.Errorf("first hit %d %q", hits[0].N, hits[0].Snippet)
	}
	if s := hits[1].Snippet; hits[1].N != 4 || len(s) > snippetMax || !strings.Contains(s, "NEEDLE IN") || !utf8.ValidString(s) {
		t.Errorf("second hit %d %q", hits[1].N, s)
	}
	if hits[2].Remark != "line 3 is damaged" || hits[2].Session != "s" {
		t.Errorf("remark %+v", hits[2])
	}
}

func TestSearchQueries(t *testing.T) {
	f := store(t, "s.jsonl", turn("user", `Zürich \u00fcber 毎秒 \"quoted\" a/b C:\\x`))
	for query, want := range map[string]bool{
		"zürich": true, "ZÜRICH": true, "über": true, "毎秒": true, `"quoted"`: true, `c:\x`: true,
		"a/b": true, "": false, "   ": false, "zurich": false, "毎分": false, "a / b": false,
	} {
		if got := len(find(t, query, f)) == 1; got != want {
			t.Errorf("%q: found %v, want %v", query, got, want)
		}
	}
}

func TestSearchStops(t *testing.T) {
	f := store(t, "s.jsonl", turn("user", "a")+turn("user", "a"))
	stop := errors.New("enough")
	err := Search(context.Background(), []File{f, f}, "a", func(Hit) error { return stop })
	if err != stop {
		t.Errorf("got %v", err)
	}
	gone := File{Path: f.Path + "x", Session: "gone"}
	if hits := find(t, "a", gone, f); len(hits) != 3 || hits[0].Remark == "" {
		t.Errorf("missing file: %+v", hits)
	}
}

// The filter on raw bytes never loses what the decoded text holds.
func TestRawFilter(t *testing.T) {
	rnd := rand.New(rand.NewSource(2))
	letters := []rune("abAB12 ./é\"\\毎")
	word := func(n int) string {
		r := make([]rune, n)
		for i := range r {
			r[i] = letters[rnd.Intn(len(letters))]
		}
		return string(r)
	}
	for range 5000 {
		text, query := word(30), word(1+rnd.Intn(4))
		p := newPhrase(query)
		if len(p.fold) == 0 {
			continue
		}
		if _, ok := p.find(text); ok && !p.mayHold([]byte(fmt.Sprintf("%q", text))) {
			t.Fatalf("%q stands in %q, but its raw line was refused", query, text)
		}
	}
}

func TestLowerKeepsPlaces(t *testing.T) {
	for _, s := range []string{"ABC", "İstanbul", "Ⱥx", "ß", "K"} {
		if got := lower(s); len(got) != len(s) {
			t.Errorf("lower(%q) has %d bytes", s, len(got))
		}
	}
	if got := string(lower("ÄB")); !reflect.DeepEqual(got, "äb") {
		t.Errorf("got %q", got)
	}
}
