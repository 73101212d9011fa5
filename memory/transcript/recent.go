package transcript

import (
	"context"
	"fmt"
	"io"
	"strings"

	"dreamgate/model"
)

// tailSize is how much of the end of a transcript is read for the last words of a session, in bytes.
// What lies before it was said long ago, and a prompt waits for the answer.
const tailSize = 1 << 20

// Recent returns the last words, n at most, that the user and the agent said in a session; what tools
// printed is left out. It is "" where the last megabyte of the file holds none.
func Recent(ctx context.Context, f File, n int) (string, error) {
	file, err := open(f)
	if err != nil {
		return "", fmt.Errorf("read transcript %s: %w", f.Session, err)
	}
	defer file.Close()
	lines := newLineReader(ctx, file)
	if f.Size > tailSize {
		if _, err := file.Seek(-tailSize, io.SeekEnd); err != nil {
			return "", fmt.Errorf("read transcript %s: %w", f.Session, err)
		}
		if _, err := lines.next(); err != nil { // it begins in the midst of a line
			return "", fmt.Errorf("read transcript %s: %w", f.Session, err)
		}
	}
	var said []string
	_, err = scanLines(lines, f, func(l Line) error {
		if l.Trust != model.TrustTool && !l.Call {
			said = append(said, strings.Fields(l.Text)...)
			said = said[max(0, len(said)-n):]
		}
		return nil
	})
	if err != nil {
		return "", fmt.Errorf("read transcript %s: %w", f.Session, err)
	}
	return strings.Join(said, " "), nil
}
