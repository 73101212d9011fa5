package cli

import (
	"context"
	"errors"
	"io"
	"os"
)

// mostText bounds what is read of a text, in bytes. No note is nearly as long.
const mostText = 32 << 20

// errLong says that there is more of a text than is read.
var errLong = errors.New("it is longer than any note, and all notes of a memory, may be")

// intake reads a whole file, or with - the standard input where there is one. A pipe may wait for ever for its other
// end, and a terminal for a person: an interrupt ends that.
func intake(ctx context.Context, file string, stdin io.Reader) ([]byte, error) {
	return under(ctx, func() ([]byte, error) {
		from := stdin
		if file != "-" || stdin == nil {
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
