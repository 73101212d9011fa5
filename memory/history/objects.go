package history

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"strconv"
	"strings"
	"time"
)

// maxObject is the largest content that is read: what is larger is no note.
const maxObject = 32 << 20

// maxDeaths is how often git is started again after an object that ended it.
const maxDeaths = 20

var (
	// ErrMissing says that a repository names a content that it does not have: a partial clone, or damage.
	ErrMissing = errors.New("git does not have it here")
	// errTooLarge says that a content is none of a note.
	errTooLarge = errors.New("it is too large to be a note")
)

// Objects reads contents of a repository by their names. One git process serves all; it is not for
// several goroutines.
type Objects struct {
	ctx    context.Context
	dir    string
	cmd    *exec.Cmd
	in     io.WriteCloser
	out    *bufio.Reader
	words  limited
	deaths int
}

// NewObjects makes a reader for the repository around dir. Nothing is started before something is read.
func NewObjects(ctx context.Context, dir string) *Objects { return &Objects{ctx: ctx, dir: dir} }

// start starts git.
func (o *Objects) start() error {
	if o.cmd != nil {
		return nil
	}
	if o.deaths > maxDeaths {
		return errors.New("git ended too often")
	}
	cmd := looking(command(o.ctx, o.dir, []string{"cat-file", "--batch"}))
	o.words = limited{max: 8 << 10}
	cmd.Stderr = &o.words
	ownSession(cmd)
	cmd.Cancel = func() error { return endGroup(cmd.Process) }
	cmd.WaitDelay = endDelay
	in, err := cmd.StdinPipe()
	if err != nil {
		return err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return err
	}
	if err := cmd.Start(); err != nil {
		return err
	}
	o.cmd, o.in, o.out = cmd, in, bufio.NewReaderSize(out, 64<<10)
	return nil
}

// Read returns the content of a name, "" being an empty file. ErrMissing says that it is not here; every
// other error is about this content as well, and the next may be read.
func (o *Objects) Read(name string) ([]byte, error) {
	if name == "" {
		return nil, nil
	}
	if strings.Trim(name, "0123456789abcdef") != "" {
		return nil, fmt.Errorf("%q: %w", name, ErrMissing)
	}
	if err := o.start(); err != nil {
		return nil, &gitError{command: "cat-file", err: err}
	}
	data, err := o.ask(name)
	if err != nil && !errors.Is(err, ErrMissing) && !errors.Is(err, errTooLarge) {
		o.deaths++
		o.Close()
		if words := strings.TrimSpace(o.words.String()); words != "" {
			err = errors.New(words)
		}
		err = &gitError{command: "cat-file", err: err}
	}
	return data, err
}

// ask reads "name blob size" and the bytes, or a line that says that there is none.
func (o *Objects) ask(name string) ([]byte, error) {
	if _, err := io.WriteString(o.in, name+"\n"); err != nil {
		return nil, err
	}
	line, err := o.out.ReadString('\n')
	if err != nil {
		return nil, err
	}
	words := strings.Fields(line)
	if len(words) == 2 && words[1] == "missing" {
		return nil, ErrMissing
	}
	if len(words) != 3 {
		return nil, fmt.Errorf("git says %q", line)
	}
	size, err := strconv.Atoi(words[2])
	if err != nil || size < 0 {
		return nil, fmt.Errorf("git says %q", line)
	}
	if size > maxObject {
		if _, err := o.out.Discard(size + 1); err != nil {
			return nil, err
		}
		return nil, errTooLarge
	}
	data := make([]byte, size)
	if _, err := io.ReadFull(o.out, data); err != nil {
		return nil, err
	}
	if _, err := o.out.Discard(1); err != nil {
		return nil, err
	}
	if words[1] != "blob" {
		return nil, ErrMissing
	}
	return data, nil
}

// Close ends git.
func (o *Objects) Close() {
	if o.cmd == nil {
		return
	}
	o.in.Close()
	done := time.AfterFunc(endDelay, func() { killGroup(o.cmd.Process) })
	_ = o.cmd.Wait() // what was read was checked when it was read
	done.Stop()
	o.cmd = nil
}
