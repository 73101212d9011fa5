package transcript

import (
	"bytes"
	"context"
	"fmt"
	"runtime"
	"runtime/debug"
	"sync"

	"dreamgate/memory/phrase"
	"dreamgate/memory/secret"
)

// Hit is one block of conversation that holds the words of a search.
type Hit struct {
	// Line says where it stands, who said it and when. Its text is left out: there may be many.
	Line
	File File
	// Snippet is the text around the first place, on one line and at most snippetMax bytes, with the
	// secrets in it covered; Mark is where the place stands in it. It is not yet printable.
	Snippet string
	Mark    [2]int
	// Remark is set, with the file and its session and nothing else, for what could not be read.
	Remark string
}

// Query is what is searched for.
type Query struct {
	// Words are one phrase. Case is ignored, and any white space of the text is one blank.
	Words string
	// Limit is the number of hits that are told at most; 0 is all.
	Limit int
}

// snippetMax bounds a snippet in bytes, so that a hit in a picture or a log stays one short line.
const snippetMax = 280

// mostReaders is how many files are searched at once, if there are as many processors.
const mostReaders = 4

// ahead bounds the files that are searched before those before them are told of.
const ahead = 16

// Search hands every block of conversation that holds the words to fn, the newest first: of the files those
// that were changed last, and in each of them the last line. So what is told up to a limit is what would
// have been told first without one; more says that the limit ended the search, and that there is at least one
// hit more. After the hits of a file come its remarks; a file that cannot be read is one. It stops at fn's
// error and returns that. fn is called from this goroutine alone.
//
// A file is read from its beginning, for only then its lines have numbers: the first of its hits is told when
// all of it was read. That takes a tenth of a second for a hundred megabytes, and what waits is bounded.
func Search(ctx context.Context, files []File, q Query, fn func(Hit) error) (more bool, err error) {
	words := phrase.New(q.Words)
	if words.Empty() {
		return false, nil
	}
	s := searching{words: words, limit: q.Limit, window: make(chan struct{}, ahead)}
	s.readers = min(mostReaders, max(2, runtime.GOMAXPROCS(0)), max(1, len(files)))
	s.line(newest(files))
	ctx, cancel := context.WithCancel(ctx)
	var wg sync.WaitGroup
	for range s.readers {
		wg.Go(func() { s.work(ctx) })
	}
	more, err = s.deliver(ctx, fn)
	cancel()
	wg.Wait()
	if s.crash != "" {
		// Who called knows what to do with a panic; nobody would of one in a goroutine of ours.
		panic(s.crash)
	}
	return more, err
}

// searching is one search at work.
type searching struct {
	words   phrase.Phrase
	limit   int
	readers int
	// jobs are the files in the order in which they are told.
	jobs []*job
	// window holds a token for each file that was begun and is not told of yet.
	window chan struct{}

	mu sync.Mutex
	// next is the first job that may not have been begun, early one behind it that was, left the size of
	// those that were not.
	next  int
	early *job
	left  int64

	once  sync.Once
	crash string
}

// job is a file, and what was found in it: in turns, the last hit first.
type job struct {
	file  File
	found chan []Hit
	// largest is the place of the largest of the files from this one on.
	largest int
}

// line puts the files in a line.
func (s *searching) line(files []File) {
	s.jobs = make([]*job, len(files))
	for i := len(files) - 1; i >= 0; i-- {
		j := &job{file: files[i], found: make(chan []Hit, 1), largest: i}
		if i+1 < len(files) {
			if far := s.jobs[i+1].largest; files[far].Size > j.file.Size {
				j.largest = far
			}
		}
		s.jobs[i], s.left = j, s.left+j.file.Size
	}
}

// take gives out the next file, nil at the end. One that is so large that others would wait for its end at
// the end is begun before its turn.
func (s *searching) take() *job {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.next < len(s.jobs) && s.jobs[s.next] == s.early {
		s.next, s.early = s.next+1, nil
	}
	if s.next == len(s.jobs) {
		return nil
	}
	j := s.jobs[s.next]
	if far := s.jobs[j.largest]; s.early == nil && far != j && far.file.Size*int64(s.readers) > s.left {
		j, s.early = far, far
	} else {
		s.next++
	}
	s.left -= j.file.Size
	return j
}

// work searches files until there are no more. One that was begun is always closed, so that nobody waits
// for it.
func (s *searching) work(ctx context.Context) {
	r := newReader(s)
	for {
		select {
		case s.window <- struct{}{}:
		case <-ctx.Done():
			return
		}
		j := s.take()
		if j == nil {
			return
		}
		s.search(ctx, r, j)
	}
}

func (s *searching) search(ctx context.Context, r *reader, j *job) {
	defer close(j.found)
	defer func() {
		if r := recover(); r != nil {
			s.once.Do(func() { s.crash = fmt.Sprintf("search %s: %v\n%s", j.file.Session, r, debug.Stack()) })
		}
	}()
	r.search(ctx, j.file, func(list []Hit) error {
		select {
		case j.found <- list:
			return nil
		case <-ctx.Done():
			return ctx.Err()
		}
	})
}

// deliver hands the hits over in their order, and reports whether it stopped with one that is over the limit.
func (s *searching) deliver(ctx context.Context, fn func(Hit) error) (more bool, err error) {
	told := 0
	for _, j := range s.jobs {
		for open := true; open; {
			var list []Hit
			select {
			case list, open = <-j.found:
			case <-ctx.Done():
				return false, ctx.Err()
			}
			for _, h := range list {
				if h.Remark == "" {
					if s.limit > 0 && told == s.limit {
						return true, nil
					}
					told++
				}
				if err := fn(h); err != nil {
					return false, err
				}
			}
		}
		<-s.window
	}
	return false, ctx.Err()
}

// Covered writes over the secrets of a text and keeps its length, so that places in it stay.
func Covered(text string) string {
	hidden := secret.Hidden(text)
	if len(hidden) == 0 {
		return text
	}
	const word = "[masked]"
	b := []byte(text)
	for _, r := range hidden {
		hide := b[r[0]:r[1]]
		plain := len(hide) >= len(word) && !bytes.ContainsAny(hide[:len(word)], "\r\n")
		for i, c := range hide {
			switch {
			case c == '\n' || c == '\r':
			case plain && i < len(word):
				hide[i] = word[i]
			default:
				hide[i] = '.'
			}
		}
	}
	return string(b)
}
