package process

import (
	"bufio"
	"errors"
	"os"
	"sync"
	"time"
)

// output reads what a program says, in bounded memory, a line at a time.
type output struct {
	files []*os.File
	wait  sync.WaitGroup

	mu   sync.Mutex
	most int
	hear func(Line)
}

func newOutput(stdout, stderr *os.File, p Program) *output {
	o := &output{files: []*os.File{stdout, stderr}, most: p.LineMax, hear: p.Hear}
	o.wait.Add(2)
	go o.read(stdout, false)
	go o.read(stderr, true)
	return o
}

func (o *output) read(f *os.File, stderr bool) {
	defer o.wait.Done()
	r := bufio.NewReaderSize(f, 64<<10)
	line := Line{Stderr: stderr}
	// Not bufio.Scanner: it gives up on a long line, and the pipe behind it would fill up and
	// stop the program.
	for {
		part, err := r.ReadSlice('\n')
		full := errors.Is(err, bufio.ErrBufferFull)
		if n := len(part); !full && n > 0 && part[n-1] == '\n' {
			part = part[:n-1]
		}
		room := min(len(part), o.most-len(line.Text))
		line.Text = append(line.Text, part[:room]...)
		line.Cut = line.Cut || room < len(part)
		if full {
			continue // what is over the bound is read and dropped
		}
		if err == nil || len(line.Text) > 0 {
			o.say(line)
		}
		// One long line is no reason to hold its bytes until the end of the run.
		if line.Text, line.Cut = line.Text[:0], false; cap(line.Text) > 1<<20 {
			line.Text = nil
		}
		if err != nil {
			return
		}
	}
}

func (o *output) say(line Line) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.hear(line)
}

// finish waits until the outputs are read to their end. A process that could not be ended may hold
// the other end open: then reading stops.
func (o *output) finish(patience time.Duration) {
	for _, f := range o.files {
		_ = f.SetReadDeadline(time.Now().Add(patience))
	}
	o.wait.Wait()
	for _, f := range o.files {
		_ = f.Close()
	}
}
