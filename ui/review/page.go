package review

import (
	"sort"

	"dreamgate/diffview"
	"dreamgate/ui/style"
)

// page is what stands on the right for one place of the cursor: rows that are drawn when they are
// seen. A hunk may have thousands.
type page struct {
	n     int
	parts []part
	// own is the hunk of a page of one, spots are those of a page of several, by their item.
	own   spot
	spots map[int]*spot
}

// spot is a hunk on a page.
type spot struct {
	// from and to are its rows, the head included where that is a part of the page.
	from, to int
	// flagRow is the row of the first flagged word, -1 if there is none.
	flagRow int
	// hits are the places of the words that are looked for.
	hits []diffview.Hit
	// rowOf is the row of an added or a removed line of the hunk, -1 if there is none; nil for what is no hunk.
	rowOf func(come bool, at int) int
}

// spot is where an item stands on a page.
func (g *page) spot(at int) *spot {
	if s, ok := g.spots[at]; ok {
		return s
	}
	g.own.to = g.n
	return &g.own
}

// newPage is a page without rows.
func newPage() *page { return &page{own: spot{flagRow: -1}} }

// part is a run of rows of a page.
type part struct {
	from   int
	window func(from, n int) []string
}

// add puts rows that are drawn on demand at the end of a page.
func (g *page) add(n int, window func(from, n int) []string) {
	if n > 0 {
		g.parts = append(g.parts, part{g.n, window})
		g.n += n
	}
}

// rows puts drawn rows at the end of a page.
func (g *page) rows(rows []string) {
	g.add(len(rows), func(from, n int) []string { return rows[from:min(len(rows), from+n)] })
}

// lead puts drawn rows above all of a page of one hunk.
func (g *page) lead(rows []string) {
	n, own := len(rows), &g.own
	below, was := g.parts, g.n
	g.parts, g.n = nil, 0
	g.rows(rows)
	for _, part := range below {
		part.from += n
		g.parts = append(g.parts, part)
	}
	g.n += was
	if own.flagRow >= 0 {
		own.flagRow += n
	}
	for i := range own.hits {
		own.hits[i].Row += n
	}
	if rowOf := own.rowOf; rowOf != nil {
		own.rowOf = func(come bool, at int) int {
			if row := rowOf(come, at); row >= 0 {
				return row + n
			}
			return -1
		}
	}
}

// window draws n rows from a row on, as far as there are any.
func (g *page) window(from, n int) []string {
	n = min(n, g.n-from)
	if n <= 0 {
		return nil
	}
	out := make([]string, 0, n)
	i := sort.Search(len(g.parts), func(i int) bool { return g.parts[i].from > from }) - 1
	for ; i < len(g.parts) && len(out) < n; i++ {
		out = append(out, g.parts[i].window(max(0, from-g.parts[i].from), n-len(out))...)
	}
	return out
}

// pages keeps the pages that were made, so that a key only draws rows.
type pages struct{ kept map[pageKey]*page }

// pageKey is all that a page depends on.
type pageKey struct {
	at, w, left int
	wrap, sides bool
	// room is how many rows are seen of a hunk, 0 where nothing depends on it.
	room int
	// around is how many lines are shown around a hunk; folded draws nothing of it.
	around int
	folded bool
	// calm draws changed words like the rest of their line.
	calm bool
	// dim draws a rejected hunk; result is the file as it would be, whole the file with its hunks: at is that file
	// then; tied says that the page tells how other hunks are decided.
	dim, result, whole, tied bool
	// find are the words that are looked for, here the place of the cursor if it is on this page.
	find string
	here foundAt
}

// maxPages bounds the memory of the pages. It is more than a screen ever shows of small hunks.
const maxPages = 256

func (s *pages) get(k pageKey, make func() *page) *page {
	if g, ok := s.kept[k]; ok {
		return g
	}
	if s.kept == nil || len(s.kept) >= maxPages {
		s.clear()
	}
	g := make()
	s.kept[k] = g
	return g
}

func (s *pages) clear() { s.kept = map[pageKey]*page{} }

// summary drops the page of the whole proposal.
func (s *pages) summary() {
	for k := range s.kept {
		if k.at == summary {
			delete(s.kept, k)
		}
	}
}

// decided drops the pages that depend on decisions.
func (s *pages) decided() {
	for k := range s.kept {
		if k.result || k.tied || k.at == summary {
			delete(s.kept, k)
		}
	}
}

// refolded drops the pages that hold several hunks.
func (s *pages) refolded() {
	for k := range s.kept {
		if k.whole {
			delete(s.kept, k)
		}
	}
}

// inks are the styles with what the diff needs made of them, bright and for rejected hunks dimmed.
type inks struct {
	*style.Styles
	diff, dim *diffview.Styles
}

func newInks(st *style.Styles) inks {
	diff := &diffview.Styles{
		Add: st.AddLine.Style, Del: st.DelLine.Style, AddWord: st.AddWord.Style, DelWord: st.DelWord.Style,
		Context: st.Text.Style, Gutter: st.Muted.Style, Muted: st.Muted.Style, Mark: st.Warn.Style,
		Flag: st.Error.Style, Found: st.Found.Style, FoundHere: st.FoundHere.Style, Plain: st.Plain, ASCII: st.Marks.ASCII,
	}
	dim := *diff
	dim.Add, dim.Del, dim.AddWord, dim.DelWord = dim.Muted, dim.Muted, dim.Muted, dim.Muted
	dim.Context = dim.Muted
	return inks{st, diff.Ready(), dim.Ready()}
}
