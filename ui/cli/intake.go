package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"dreamgate/memory"
	"dreamgate/model"
)

// mostText bounds what is read of a text, in bytes. No note is nearly as long.
const mostText = 32 << 20

// errLong says that there is more of a text than is read.
var errLong = errors.New("it is longer than any note, and all notes of a memory, may be")

// intake reads a whole file, or with - the standard input where there is one. What is handed over may wait for ever for
// its other end, and a terminal for a person: an interrupt ends that.
func intake(ctx context.Context, file string, stdin io.Reader) ([]byte, error) {
	if !handed(file) && (file != "-" || stdin == nil) {
		return named(file)
	}
	return under(ctx, func() ([]byte, error) {
		from := stdin
		if file != "-" {
			f, err := os.Open(file)
			if err != nil {
				return nil, err
			}
			defer f.Close()
			from = f
		}
		data, err := io.ReadAll(io.LimitReader(from, mostText+1))
		if err == nil && len(data) > mostText {
			err = errLong
		}
		return data, err
	})
}

// handed reports whether a name is of what the shell, or whoever started us, has opened for us, as in <(git diff), or
// is the empty file that every system has.
func handed(file string) bool {
	file = filepath.Clean(file)
	return file == os.DevNull || file == "/dev/stdin" || strings.HasPrefix(file, "/dev/fd/") || strings.HasPrefix(file, "/proc/self/fd/")
}

// named reads a file by its name. A pipe that somebody left there, and a device, are not waited for.
func named(file string) ([]byte, error) {
	if info, err := os.Stat(file); err == nil && info.IsDir() {
		return nil, fmt.Errorf("%s is a folder; name a file", file)
	}
	data, err := memory.ReadPlain(file, mostText)
	var special *memory.SpecialError
	if errors.As(err, &special) {
		return nil, fmt.Errorf("%s is %s, which may never end; name a plain file, or hand over what it says: <(cat %s)", file,
			model.SpecialWord(special.What), model.ShellWord(file))
	}
	if err != nil {
		return nil, fmt.Errorf("open %s: %w", file, err)
	}
	return data, nil
}

// under waits for what nothing can interrupt, no longer than the context goes on. Then it is left behind: the program
// ends.
func under[T any](ctx context.Context, do func() (T, error)) (T, error) {
	type result struct {
		value T
		err   error
	}
	done := make(chan result, 1)
	go func() {
		value, err := do()
		done <- result{value, err}
	}()
	select {
	case r := <-done:
		return r.value, r.err
	case <-ctx.Done():
		var none T
		return none, ctx.Err()
	}
}
