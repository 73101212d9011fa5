package transcript

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strconv"
	"strings"
	"testing"
	"time"
	"unicode/utf8"
)

func find(t *testing.T, query string, files ...File) (hits []Hit) {
	t.Helper()
	more, err := Search(context.Background(), files, Query{Words: query}, func(h Hit) error {
		hits = append(hits, h)
		return nil
	})
	if err != nil || more {
		t.Fatal(more, err)
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
	if hits[1].N != 1 || hits[1].Snippet != "the Needle in hay" {
		t.Errorf("first line %d %q", hits[1].N, hits[1].Snippet)
	}
	if s := hits[0].Snippet; hits[0].N != 4 || len(s) > snippetMax || !strings.Contains(s, "NEEDLE IN") || !utf8.ValidString(s) {
		t.Errorf("last line %d %q", hits[0].N, s)
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
	_, err := Search(context.Background(), []File{f, f}, Query{Words: "a"}, func(Hit) error { return stop })
	if err != stop {
		t.Errorf("got %v", err)
	}
	gone := File{Path: f.Path + "x", Session: "gone"}
	if hits := find(t, "a", gone, f); len(hits) != 3 || hits[2].Remark == "" {
		t.Errorf("missing file: %+v", hits)
	}
}

// TestSearchOrder: the session that was changed last comes first, and in it the last line, whichever file is
// done first and however many hits it has.
func TestSearchOrder(t *testing.T) {
	dir := t.TempDir()
	var files []File
	for i := range 20 {
		path := filepath.Join(dir, fmt.Sprintf("s%02d.jsonl", i))
		text := strings.Repeat(turn("user", "needle"), 2+1400*(i%3))
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.Chtimes(path, time.Time{}, time.Unix(int64(1000*(i*7%20)), 0)); err != nil {
			t.Fatal(err)
		}
		f, err := At(path)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, f)
	}
	last := Hit{File: File{ModTime: time.Unix(1e6, 0)}}
	last.N = 1
	all := find(t, "needle", files...)
	for i, h := range all {
		if h.Session != last.Session && (!h.File.ModTime.Before(last.File.ModTime) || last.N != 1) || h.Session == last.Session && h.N != last.N-1 {
			t.Fatalf("hit %d: %s:%d after %s:%d", i, h.Session, h.N, last.Session, last.N)
		}
		last = h
	}
	for _, limit := range []int{1, 2, 700, 1401, 5000, len(all) - 1, len(all), len(all) + 1} {
		var some []Hit
		more, err := Search(context.Background(), files, Query{Words: "needle", Limit: limit}, func(h Hit) error {
			some = append(some, h)
			return nil
		})
		if err != nil || more != (limit < len(all)) || !reflect.DeepEqual(some, all[:min(limit, len(all))]) {
			t.Errorf("limit %d of %d: %d hits, more %v, %v", limit, len(all), len(some), more, err)
		}
	}
}

// TestLargeFileFirst: a file that is larger than all that follow is begun before its turn, and told of in it.
func TestLargeFileFirst(t *testing.T) {
	var files []File
	for i, size := range []int64{5, 5, 90, 5, 40, 5} {
		files = append(files, File{Path: strconv.Itoa(i), Size: size})
	}
	s := searching{readers: 2}
	s.line(files)
	var order []string
	for j := s.take(); j != nil; j = s.take() {
		order = append(order, j.file.Path)
	}
	if got := strings.Join(order, ""); got != "201435" {
		t.Errorf("order %s", got)
	}
}

// TestSearchCancel: a search that is left ends, however many hits wait.
func TestSearchCancel(t *testing.T) {
	f := store(t, "s.jsonl", strings.Repeat(turn("user", "needle"), 5000))
	ctx, cancel := context.WithCancel(context.Background())
	n := 0
	_, err := Search(ctx, []File{f, f, f, f}, Query{Words: "needle"}, func(Hit) error {
		if n++; n == 3 {
			cancel()
		}
		return nil
	})
	if !errors.Is(err, context.Canceled) || n > 5000 {
		t.Errorf("%d hits, %v", n, err)
	}
}

// TestSecretInSnippet: what tells a secret may stand before all that a snippet shows.
func TestSecretInSnippet(t *testing.T) {
	text := "password: hunter2-" + strings.Repeat("x7Kq9", 60) + " and the needle"
	hits := find(t, "needle", store(t, "s.jsonl", turn("user", text)))
	if len(hits) != 1 || strings.Contains(hits[0].Snippet, "x7Kq9") {
		t.Errorf("got %+v", hits)
	}
}

func TestOffset(t *testing.T) {
	text := string(bom) + "\n" + turn("user", "a needle") + "{}\n" + turn("user", "a needle")
	for _, h := range find(t, "needle", store(t, "s.jsonl", text)) {
		if !strings.HasPrefix(text[h.Offset:], `{"parentUuid"`) || strings.Count(text[:h.Offset], "\n")+1 != h.N {
			t.Errorf("line %d at %d", h.N, h.Offset)
		}
	}
}
