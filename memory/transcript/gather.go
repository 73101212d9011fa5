package transcript

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
)

// held is how many hits of a file are kept at once, and let go together, and once more as many.
const held = 512

// reader searches one file after the other.
type reader struct {
	*sifter
	finder *finder
	// kept are the hits of the file up to now, or the newest of them.
	kept kept
}

func newReader(s *searching) *reader {
	f := newFinder(s.words)
	// The sieve of the finder is asked while the other one's marks are still needed.
	return &reader{sifter: newSifter(newSieve(s.words)), finder: f}
}

// search searches a file and sends what it holds, the last hit first, in turns, and then what of it could not
// be read. Sending fails only if the search is over.
func (r *reader) search(ctx context.Context, f File, send func([]Hit) error) {
	remark := func(text string) Hit { return Hit{Line: Line{Session: f.Session}, File: f, Remark: text} }
	file, err := open(f)
	if err != nil {
		_ = send([]Hit{remark(fmt.Sprintf("read transcript %s: %v", f.Session, err))})
		return
	}
	defer file.Close()
	all := part{to: Place{Offset: math.MaxInt64}}
	scan := scanner{file: f}
	err = r.gather(ctx, file, all, &scan)
	if ctx.Err() != nil {
		return
	}
	list, left := r.kept.take()
	// What follows says more of these lines than that they were skipped.
	scan.known(r.mayHold)
	remarks := scan.Remarks()
	for _, n := range r.mayHold {
		remarks = append(remarks, fmt.Sprintf("line %d, which is too long and of too many parts to be read, may hold the words", n))
	}
	// What was let go is found again, the last part first.
	for i := len(left) - 1; i >= 0 && err == nil; i-- {
		if send(list) != nil {
			return
		}
		err = r.gather(ctx, file, left[i], &scanner{file: f, started: true, asked: true})
		list, _ = r.kept.take()
	}
	if err != nil {
		remarks = append(remarks, fmt.Sprintf("read transcript %s: %v", f.Session, err))
	}
	for _, text := range remarks {
		list = append(list, remark(text))
	}
	if len(list) > 0 {
		_ = send(list)
	}
}

// gather finds the hits in a part of a file.
func (r *reader) gather(ctx context.Context, file io.ReaderAt, p part, scan *scanner) error {
	r.kept.clear()
	r.begin(ctx, file, p)
	return scan.records(r.sifter, func(at Line, said []speech) error {
		for _, s := range said {
			found, ok, err := r.finder.anywhere(s, r.long)
			switch {
			case errors.Is(err, errTangled):
				r.mayHold = append(r.mayHold, at.N)
			case err != nil:
				return err
			case ok:
				h := Hit{Line: at, File: scan.file}
				h.Trust, h.Call = s.trust, s.call
				r.kept.add(h, found)
			}
		}
		return nil
	})
}

// part is a part of a file: from the line in which its first hit stands to that of the first one behind it.
type part struct{ from, to Place }

// kept are the newest hits of a file. A file may hold more than there is room for: of what was let go the
// parts are known, and as what is told first comes last in the file, few need it.
type kept struct {
	old, now []keptHit
	left     []part
}

// keptHit is a hit without its snippet.
type keptHit struct {
	Hit
	found
}

func (k *kept) clear() { k.old, k.now, k.left = k.old[:0], k.now[:0], nil }

// add keeps a hit. Those of one line stay together.
func (k *kept) add(h Hit, f found) {
	if n := len(k.now); n >= held && k.now[n-1].Offset != h.Offset {
		if len(k.old) > 0 {
			k.left = append(k.left, part{k.old[0].place(), k.now[0].place()})
		}
		k.old, k.now = k.now, k.old[:0]
	}
	k.now = append(k.now, keptHit{h, f})
}

func (h Hit) place() Place { return Place{h.N, h.Offset} }

// take returns what is kept, the last hit first, and the parts of which nothing is.
func (k *kept) take() ([]Hit, []part) {
	list := make([]Hit, 0, len(k.old)+len(k.now))
	for _, hits := range [][]keptHit{k.now, k.old} {
		for i := len(hits) - 1; i >= 0; i-- {
			h := hits[i].Hit
			h.Snippet, h.Mark = hits[i].show()
			list = append(list, h)
		}
	}
	return list, k.left
}
