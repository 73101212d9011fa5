package transcript

import (
	"bytes"
	"context"
	"fmt"
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

// snippetMax bounds a snippet in bytes, so that a hit in a picture or a log stays one short line.
const snippetMax = 280

// readers is how many files are searched at once.
const readers = 2

// ahead bounds the files that are searched before those before them are done, pending the hits that one
// of them may have waiting.
const ahead, pending = 64, 256

// Search hands every block of conversation that holds the query to fn: the files that were changed last
// first, the lines of each in order; after each file come its remarks. Case is ignored, and any white
// space of the text is one blank. It stops at fn's error and returns that. A file that cannot be read is
// a remark. fn is called from this goroutine alone.
func Search(ctx context.Context, files []File, query string, fn func(Hit) error) error {
	words := phrase.New(query)
	if words.Empty() {
		return nil
	}
	s := searching{words: words, queue: make(chan *job), order: make(chan *job, ahead)}
	ctx, cancel := context.WithCancel(ctx)
	var wg sync.WaitGroup
	wg.Go(func() { s.enqueue(ctx, newest(files)) })
	for range readers {
		wg.Go(func() { s.work(ctx) })
	}
	err := s.deliver(ctx, fn)
	cancel()
	wg.Wait()
	if s.crash != "" {
		// Who called knows what to do with a panic; nobody would of one in a goroutine of ours.
		panic(s.crash)
	}
	return err
}

// searching is one search at work.
type searching struct {
	words phrase.Phrase
	// queue are the files to be searched, order the same in the order in which they are told.
	queue, order chan *job
	// large lets one line at a time be decoded that takes much memory.
	large sync.Mutex

	once  sync.Once
	crash string
}

// job is a file, and the hits in it as they are found.
type job struct {
	file File
	hits chan Hit
}

// enqueue gives out the files.
func (s *searching) enqueue(ctx context.Context, files []File) {
	defer close(s.order)
	defer close(s.queue)
	for _, f := range files {
		j := &job{f, make(chan Hit, pending)}
		select {
		case s.order <- j:
		case <-ctx.Done():
			return
		}
		select {
		case s.queue <- j:
		case <-ctx.Done():
			return
		}
	}
}

// work searches files until there are no more. One that was begun is always closed, so that nobody waits
// for it.
func (s *searching) work(ctx context.Context) {
	reader := newSifter(newSieve(s.words))
	for j := range s.queue {
		s.search(ctx, reader, j)
	}
}

func (s *searching) search(ctx context.Context, reader *sifter, j *job) {
	defer close(j.hits)
	defer func() {
		if r := recover(); r != nil {
			s.once.Do(func() { s.crash = fmt.Sprintf("search %s: %v\n%s", j.file.Session, r, debug.Stack()) })
		}
	}()
	s.file(ctx, reader, j.file, func(h Hit) error {
		select {
		case j.hits <- h:
			return nil
		case <-ctx.Done():
			return ctx.Err()
		}
	})
}

// deliver hands the hits over in their order.
func (s *searching) deliver(ctx context.Context, fn func(Hit) error) error {
	for {
		select {
		case j, more := <-s.order:
			if !more {
				return ctx.Err()
			}
			if err := s.drain(ctx, j, fn); err != nil {
				return err
			}
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

func (s *searching) drain(ctx context.Context, j *job, fn func(Hit) error) error {
	for {
		select {
		case h, more := <-j.hits:
			if !more {
				return nil
			}
			if err := fn(h); err != nil {
				return err
			}
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// file searches one file and then tells what of it could not be read.
func (s *searching) file(ctx context.Context, reader *sifter, f File, fn func(Hit) error) {
	remark := func(text string) error { return fn(Hit{Line: Line{Session: f.Session}, File: f, Remark: text}) }
	file, err := open(f)
	if err != nil {
		_ = remark(fmt.Sprintf("read transcript %s: %v", f.Session, err)) // it fails only if the search is over
		return
	}
	defer file.Close()
	reader.begin(ctx, file)
	lines := &measured{sifter: reader, large: &s.large, send: fn}
	defer lines.release()
	stats, err := scanLines(lines, f, func(l Line) error {
		at, ok := s.words.Find(l.Text)
		if !ok {
			return nil
		}
		h := Hit{Line: l, File: f}
		h.Text = ""
		h.Snippet, h.Mark = snippet(l.Text, at)
		return lines.hit(h)
	})
	if lines.release(); ctx.Err() != nil || lines.flush() != nil {
		return
	}
	remarks := stats.Remarks()
	for _, n := range reader.mayHold {
		remarks = append(remarks, fmt.Sprintf("line %d, which is too long to be read, may hold the words", n))
	}
	if err != nil {
		remarks = append(remarks, fmt.Sprintf("read transcript %s: %v", f.Session, err))
	}
	for _, r := range remarks {
		if remark(r) != nil {
			return
		}
	}
}

// largeLine is the length from which on lines are decoded one at a time, in bytes.
const largeLine = 1 << 20

// measured gives the lines of a sifter, and has the only right to memory while a large one is worked on:
// until the next one is asked for. What is found in it waits so long, for a hit that nobody takes yet
// must not keep another file from being searched.
type measured struct {
	*sifter
	large   *sync.Mutex
	send    func(Hit) error
	held    bool
	waiting []Hit
}

func (m *measured) next() (rawLine, error) {
	m.release()
	if err := m.flush(); err != nil {
		return rawLine{}, err
	}
	line, err := m.sifter.next()
	if err == nil && !line.refused && len(line.data) > largeLine {
		m.large.Lock()
		m.held = true
	}
	return line, err
}

func (m *measured) hit(h Hit) error {
	if m.held {
		m.waiting = append(m.waiting, h)
		return nil
	}
	return m.send(h)
}

func (m *measured) release() {
	if m.held {
		m.held = false
		m.large.Unlock()
	}
}

func (m *measured) flush() error {
	list := m.waiting
	m.waiting = nil
	for _, h := range list {
		if err := m.send(h); err != nil {
			return err
		}
	}
	return nil
}

// lookedBefore and lookedAfter are how much of a text around a place is looked through for secrets, in
// bytes: what tells one often stands before it.
const lookedBefore, lookedAfter = 2 << 10, 5 * snippetMax

// snippet is the short line for a place in a text.
func snippet(text string, at [2]int) (string, [2]int) {
	lo, hi := max(0, at[0]-lookedBefore), min(len(text), at[1]+lookedAfter)
	// It is so much longer than a snippet that a cut of the one is a cut of the other.
	return phrase.Around(Covered(text[lo:hi]), [2]int{at[0] - lo, at[1] - lo}, snippetMax)
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
