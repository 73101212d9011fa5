package search

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"dreamgate/memory/project"
	"dreamgate/memory/transcript"
	"dreamgate/model"
)

// write writes files below a folder.
func write(t *testing.T, dir string, files map[string]string) {
	t.Helper()
	for name, text := range files {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

func turn(role, text string) string {
	return fmt.Sprintf(`{"type":%q,"timestamp":"2026-11-05T08:00:00Z","cwd":"/a","message":{"role":%q,"content":"%s"}}`+"\n", role, role, text)
}

// memoryAt makes a store with notes and sessions.
func memoryAt(t *testing.T, name string, files map[string]string) model.Store {
	t.Helper()
	dir := filepath.Join(t.TempDir(), name)
	write(t, dir, files)
	return model.Store{Name: name, Dir: filepath.Join(dir, "memory"), Transcripts: []string{dir}}
}

func all(t *testing.T, words string, stores ...model.Store) (hits []model.Hit) {
	t.Helper()
	_, err := Each(context.Background(), stores, transcript.Query{Words: words}, func(h model.Hit) error {
		hits = append(hits, h)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return hits
}

func places(hits []model.Hit) (list []string) {
	for _, h := range hits {
		list = append(list, fmt.Sprintf("%s/%s%s:%d", h.Store.Name, h.Path, h.Session, h.Line))
	}
	return list
}

func TestEach(t *testing.T) {
	long := strings.Repeat("other words of a long note\n", 60)
	shop := memoryAt(t, "shop", map[string]string{
		"memory/MEMORY.md":     "- [Cache](cache.md) - how the cache is filled\n- [Tests](tests.md) - no mocks\n",
		"memory/cache.md":      "---\nname: Cache\ndescription: the cache\n---\n# Cache\nIt is a\nCACHE  of the cache.\n",
		"memory/tests.md":      long + "cached\n",
		"memory/picture.png":   "cache\x00",
		"memory/naming.md":     "# cache\n" + long,
		"s1.jsonl":             turn("user", "the cache is cold") + turn("assistant", `C\u0061che it`) + "torn {\n",
		"s2.jsonl":             turn("user", "nothing"),
		"s2/subagents/a.jsonl": turn("user", "cache"),
	})
	api := memoryAt(t, "api", map[string]string{"memory/MEMORY.md": "cache\n", "s9.jsonl": turn("user", "a cache")})
	if err := os.Chtimes(filepath.Join(api.Transcripts[0], "s9.jsonl"), time.Time{}, time.Now().Add(time.Hour)); err != nil {
		t.Fatal(err)
	}
	if err := os.Chtimes(filepath.Join(shop.Transcripts[0], "s2/subagents/a.jsonl"), time.Time{}, time.Now().Add(-time.Hour)); err != nil {
		t.Fatal(err)
	}
	hits := all(t, "cache", shop, api)
	want := []string{
		"shop/cache.md:2", "shop/cache.md:3", "shop/cache.md:5", "shop/cache.md:7", "shop/naming.md:1", "api/MEMORY.md:1", "shop/MEMORY.md:1",
		"shop/tests.md:61", "api/s9:1", "shop/s1:2", "shop/s1:1", "shop/s1:0", "shop/a:1",
	}
	if got := places(hits); !reflect.DeepEqual(got, want) {
		t.Errorf("got  %q\nwant %q", got, want)
	}
	if h := hits[3]; h.Text != "CACHE of the cache." || h.Text[h.Mark[0]:h.Mark[1]] != "CACHE" {
		t.Errorf("hit %+v", h)
	}
	if h := hits[11]; h.Remark != "line 3 is damaged" {
		t.Errorf("remark %+v", h)
	}
	if got := places(all(t, "is a cache", shop)); !reflect.DeepEqual(got, []string{"shop/cache.md:6", "shop/s1:0"}) {
		t.Errorf("over a line end: %q", got)
	}
	if got := places(all(t, "stray", memoryAt(t, "nul", map[string]string{"memory/MEMORY.md": "x\n", "memory/a.md": "a \x00\na stray\n"}))); len(got) != 1 {
		t.Errorf("a note with a zero in it: %q", got)
	}
	if got := all(t, " \t", shop); got != nil {
		t.Errorf("nothing asked: %v", got)
	}
}

// TestLimit: a limit is one of sessions, tells the newest, and says whether there are others.
func TestLimit(t *testing.T) {
	s := memoryAt(t, "shop", map[string]string{"memory/MEMORY.md": "needle\nneedle\n", "s.jsonl": strings.Repeat(turn("user", "needle"), 5)})
	for limit, want := range map[int]struct {
		n    int
		more bool
	}{0: {7, false}, 1: {3, true}, 4: {6, true}, 5: {7, false}, 9: {7, false}} {
		n, last := 0, 6
		more, err := Each(context.Background(), []model.Store{s}, transcript.Query{Words: "needle", Limit: limit}, func(h model.Hit) error {
			if n++; h.Session != "" && h.Line != last-1 {
				t.Errorf("line %d after %d", h.Line, last)
			} else if h.Session != "" {
				last = h.Line
			}
			return nil
		})
		if err != nil || n != want.n || more != want.more {
			t.Errorf("limit %d: %d hits, more %v, %v", limit, n, more, err)
		}
	}
}

// TestOneBadMemory: a memory that is gone hides nothing of the others.
func TestOneBadMemory(t *testing.T) {
	good := memoryAt(t, "good", map[string]string{"memory/MEMORY.md": "needle\n", "s.jsonl": turn("user", "needle")})
	bad := model.Store{Name: "bad", Dir: "/nowhere/memory", Transcripts: []string{"/nowhere"}}
	n := 0
	_, err := Each(context.Background(), []model.Store{bad, good}, transcript.Query{Words: "needle"}, func(model.Hit) error { n++; return nil })
	if n != 2 || err == nil || !strings.Contains(err.Error(), "/nowhere") {
		t.Errorf("%d hits, %v", n, err)
	}
	stop := errors.New("enough")
	if _, err := Each(context.Background(), []model.Store{good}, transcript.Query{Words: "needle"}, func(model.Hit) error { return stop }); err != stop {
		t.Errorf("got %v", err)
	}
}

// TestCopiesAndDoubt: a session that lies in two folders is told of once, one that went on in both twice;
// a memory that waits for a yes is not read.
func TestCopiesAndDoubt(t *testing.T) {
	said := turn("user", "a needle") + turn("user", strings.Repeat("x", 3000))
	a := memoryAt(t, "a", map[string]string{"memory/MEMORY.md": "x\n", "s.jsonl": said, "other.jsonl": said})
	b := memoryAt(t, "b", map[string]string{"s.jsonl": said + turn("user", "and on"), "other.jsonl": turn("user", "a needle") + turn("user", strings.Repeat("y", 4000))})
	a.Transcripts = append(a.Transcripts, b.Transcripts...)
	got := places(all(t, "needle", a))
	slices.Sort(got)
	if want := []string{"a/other:1", "a/other:1", "a/s:1"}; !reflect.DeepEqual(got, want) {
		t.Errorf("got %q", got)
	}
	a.Untrusted = true
	_, err := Each(context.Background(), []model.Store{a}, transcript.Query{Words: "needle"}, func(h model.Hit) error {
		t.Errorf("found %+v", h)
		return nil
	})
	if !errors.Is(err, project.ErrUntrusted) {
		t.Errorf("got %v", err)
	}
}

func TestSecretsAreCovered(t *testing.T) {
	key := "glpat-" + "x7Kq9Zt2Wm4Rb8Ny3Lc6"
	s := memoryAt(t, "shop", map[string]string{
		"memory/MEMORY.md": "deploy with " + key + " tomorrow\n",
		"s.jsonl":          turn("user", "deploy with "+key+" now"),
	})
	for _, h := range all(t, "deploy with", s) {
		p, err := Read(context.Background(), h, "deploy with")
		if err != nil {
			t.Fatal(err)
		}
		if text := h.Text + p.Lines[p.At].Text; strings.Contains(text, "Zt2Wm4") || strings.Count(text, "[masked]") != 2 {
			t.Errorf("shown: %q", text)
		}
	}
}

func TestPassage(t *testing.T) {
	var talk strings.Builder
	for i := range 200 {
		talk.WriteString(turn([]string{"user", "assistant"}[i%2], fmt.Sprintf("turn %d", i+1)))
		talk.WriteString(`{"type":"attachment","x":"` + strings.Repeat("y", 50_000) + `"}` + "\n")
	}
	talk.WriteString(turn("user", "the needle, a Needle"))
	s := memoryAt(t, "shop", map[string]string{
		"memory/note.md": "one\ntwo nee\nneedle\r\nfour the\nneedle again\n",
		"s.jsonl":        talk.String(),
	})
	read := func(words string, i int) model.Passage {
		t.Helper()
		hits := all(t, words, s)
		h := hits[(i+len(hits))%len(hits)]
		p, err := Read(context.Background(), h, words)
		if err != nil {
			t.Fatal(err)
		}
		if l := p.Lines[p.At]; l.Line != h.Line || len(l.Marks) == 0 || !h.Time.Equal(l.Time) || h.Trust != l.Trust {
			t.Errorf("%q: line %d is %+v, not %+v", words, p.At, l, h)
		}
		return p
	}
	p := read("needle", 0)
	if len(p.Lines) != 5 || p.At != 2 || p.Before || p.After || p.Lines[2].Text != "needle" || p.Lines[1].Text != "two nee" {
		t.Errorf("note: %+v", p)
	}
	p = read("the needle", 0)
	if p.At != 3 || fmt.Sprint(p.Lines[3].Marks, p.Lines[4].Marks) != "[[5 8]] [[0 6]]" {
		t.Errorf("over a line end: %+v", p)
	}
	p = read("needle", 2)
	if last := p.Lines[p.At]; len(p.Lines) != blocksBefore+1 || !p.Before || p.After || last.Line != 401 || len(last.Marks) != 2 {
		t.Errorf("end of a session: %+v", p)
	}
	p = read("turn 100", 0)
	if p.At != blocksBefore || p.Lines[0].Line != 139 || p.Lines[p.At].Text != "turn 100" || len(p.Lines) != blocksBefore+1+blocksAfter || !p.After {
		t.Errorf("midst of a session: %d lines, %d, from %d", len(p.Lines), p.At, p.Lines[0].Line)
	}
	p = read("turn 1", -1)
	if p.At != 0 || p.Before || len(p.Lines) != 1+blocksAfter {
		t.Errorf("begin of a session: %+v", p.Lines[0])
	}
	h := all(t, "turn 100", s)[0]
	write(t, s.Transcripts[0], map[string]string{"s.jsonl": turn("user", "all new")})
	if _, err := Read(context.Background(), h, "turn 100"); err == nil || !strings.Contains(err.Error(), "search again") {
		t.Errorf("a file that was replaced: %v", err)
	}
	h.Session, h.File, h.Path, h.Line = "", "", "note.md", 99
	if _, err := Read(context.Background(), h, "x"); err == nil || !strings.Contains(err.Error(), "search again") {
		t.Errorf("a line that is gone: %v", err)
	}
}

func TestWindow(t *testing.T) {
	s := memoryAt(t, "shop", map[string]string{"memory/MEMORY.md": "", "s.jsonl": turn("user", strings.Repeat("é", 100_000)+" needle "+strings.Repeat("é", 100_000))})
	h := all(t, "needle", s)[0]
	p, err := Read(context.Background(), h, "needle")
	if err != nil {
		t.Fatal(err)
	}
	l := p.Lines[0]
	if h.Line != 1 || len(l.Text) > longestText+10 || len(l.Marks) != 1 || l.Text[l.Marks[0][0]:l.Marks[0][1]] != "needle" || !strings.HasPrefix(l.Text, "…é") {
		t.Errorf("%d bytes, %v", len(l.Text), l.Marks)
	}
}

// TestLongLine: words in a line of any length are found and shown.
func TestLongLine(t *testing.T) {
	filler := strings.Repeat(`é\u00e9 <\n`, 2<<20)
	s := memoryAt(t, "shop", map[string]string{
		"memory/MEMORY.md": "",
		"s.jsonl":          turn("user", "before") + turn("assistant", filler+" a nee\\u0064le "+filler) + turn("user", "needles"),
	})
	hits := all(t, "needle", s)
	if len(hits) != 2 || hits[1].Line != 2 || !strings.Contains(hits[1].Text, "a needle é") {
		t.Fatalf("got %+v", hits)
	}
	p, err := Read(context.Background(), hits[1], "needle")
	if err != nil || p.At != 1 || len(p.Lines) != 3 {
		t.Fatalf("%d lines, at %d, %v", len(p.Lines), p.At, err)
	}
	if l := p.Lines[1]; len(l.Text) > longestText+10 || len(l.Marks) != 1 || l.Text[l.Marks[0][0]:l.Marks[0][1]] != "needle" || !strings.HasPrefix(l.Text, "…") {
		t.Errorf("%d bytes, %v", len(l.Text), l.Marks)
	}
}

// library is a list of memories.
type library struct {
	stores []model.Store
	err    error
}

func (l library) Stores(context.Context) ([]model.Store, error) { return l.stores, l.err }

func TestStream(t *testing.T) {
	a := memoryAt(t, "a", map[string]string{"memory/MEMORY.md": "needle\n", "s.jsonl": strings.Repeat(turn("user", "needle"), 1000)})
	b := memoryAt(t, "b", map[string]string{"memory/MEMORY.md": "needle\n"})
	s := New(library{[]model.Store{a, b}, errors.New("one is gone")})
	gather := func(all bool) (n int, last model.Hits) {
		for f := range s.Search(context.Background(), a, all, "needle") {
			if len(f.List) > mostTold {
				t.Errorf("%d hits at once", len(f.List))
			}
			n += len(f.List)
			last = f
		}
		return n, last
	}
	if n, last := gather(false); n != 1001 || !last.Done || last.Err != nil {
		t.Errorf("one: %d hits, %v", n, last.Err)
	}
	if n, last := gather(true); n != 1002 || !last.Done || last.Err == nil {
		t.Errorf("all: %d hits, %v", n, last.Err)
	}
	// Who leaves gets nothing more, and nothing is left at work.
	ctx, cancel := context.WithCancel(context.Background())
	out := s.Search(ctx, a, false, "needle")
	first := <-out
	cancel()
	for f := range out {
		if f.Done {
			t.Error("a search that was left ended as if it were done")
		}
	}
	if len(first.List) == 0 {
		t.Error("the first hit was not told at once")
	}
}

// What is too long or cannot be read is named where it might hold the words, once, and in its place in a passage.
func TestSkippedIsNamed(t *testing.T) {
	skipped := strings.Repeat(" or another", 17<<20/11)
	var parts strings.Builder
	for range 300_000 {
		parts.WriteString(`{"type":"text","text":"zebra"},`)
	}
	s := memoryAt(t, "acme", map[string]string{
		"memory/a.md": "the zebra\n", "memory/huge.md": "", "s1.jsonl": turn("user", "a zebra") + turn("assistant", skipped) + turn("user", "a last zebra") +
			`{"type":"user","message":{"content":[` + parts.String() + `{}]}}` + "\n",
	})
	if err := os.Truncate(filepath.Join(s.Dir, "huge.md"), 40<<20); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("nowhere.md", filepath.Join(s.Dir, "link.md")); err != nil {
		t.Fatal(err)
	}
	var found []model.Hit
	var remarks []string
	for _, h := range all(t, "zebra", s) {
		if h.Remark == "" {
			found = append(found, h)
		} else {
			remarks = append(remarks, h.Path+h.Session+": "+h.Remark)
		}
	}
	said := strings.Join(remarks, "\n")
	for _, want := range []string{"huge.md: not searched: ", "link.md: not searched: link to nowhere.md", "s1: line 4, which is too long"} {
		if strings.Count(said, want) != 1 {
			t.Errorf("no %q in\n%s", want, said)
		}
	}
	if len(found) != 3 || len(remarks) != 3 {
		t.Fatalf("%v\n%s", places(found), said)
	}
	out, err := Read(context.Background(), found[2], "zebra")
	if err != nil || len(out.Lines) < 3 || out.Lines[1].Line != 2 || out.Lines[1].Trust != "" || out.Lines[1].Text != "(this line is too long to be shown)" {
		t.Errorf("%v, %+v", err, len(out.Lines))
	}
}
