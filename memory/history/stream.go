package history

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"strings"
	"time"
)

// maxRecord is the longest record that a stream hands over; what is longer ends it.
const maxRecord = 1 << 20

// Stream runs a git command that changes nothing, not even cached times, and fetches nothing, and hands
// over its records, which end in sep, as they come. It ends when each returns false, when the time is up,
// or when the command does; whole says that it was the command. What was handed over before is right in
// any case.
func Stream(ctx context.Context, dir string, limit time.Duration, sep byte, each func(record string) bool, args ...string) (whole bool, err error) {
	return stream(ctx, dir, limit, func(data []byte, end bool) (int, []byte, error) {
		if i := bytes.IndexByte(data, sep); i >= 0 {
			return i + 1, data[:i], nil
		}
		if end && len(data) > 0 {
			return len(data), data, nil
		}
		return 0, nil, nil
	}, each, args...)
}

// stream is Stream with a way of its own to part the records.
func stream(ctx context.Context, dir string, limit time.Duration, split bufio.SplitFunc, each func(record string) bool, args ...string) (whole bool, err error) {
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	cmd := looking(command(ctx, dir, args))
	words := limited{max: 8 << 10}
	cmd.Stderr = &words
	ownSession(cmd)
	cmd.Cancel = func() error { return endGroup(cmd.Process) }
	cmd.WaitDelay = endDelay
	out, err := cmd.StdoutPipe()
	if err != nil {
		return false, &gitError{command: args[0], err: err}
	}
	if err := cmd.Start(); err != nil {
		return false, &gitError{command: args[0], err: err}
	}
	lines := bufio.NewScanner(out)
	lines.Buffer(make([]byte, 0, 64<<10), maxRecord)
	lines.Split(split)
	enough := false
	for lines.Scan() {
		if enough = !each(lines.Text()); enough {
			break
		}
	}
	stopped := enough || lines.Err() != nil
	cancelled := ctx.Err() != nil
	if stopped {
		cancel()
	}
	err = cmd.Wait()
	if stopped && cmd.Process != nil {
		killGroup(cmd.Process)
	}
	switch {
	case stopped, cancelled, errors.Is(ctx.Err(), context.DeadlineExceeded):
		return false, nil
	case err != nil:
		return false, &gitError{args[0], strings.TrimSpace(words.String()), err}
	}
	return true, nil
}

// Top is the top folder of the work tree around dir, "" if there is none that git looks at.
func Top(ctx context.Context, dir string) string {
	out, err := read(ctx, dir, "rev-parse", "--show-toplevel")
	if err != nil {
		return ""
	}
	return strings.TrimSuffix(out, "\n")
}
