package transcript

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"dreamgate/model"
)

// DigestLine is one line of a digest, read back.
type DigestLine struct {
	Line
	// Piece counts the parts of a long line from 1; 0 stands for a whole one.
	Piece int
}

// ReadDigest reads one digest file back. A line of another shape is an error that names it: an
// engine that changed its input must not have the change taken for a transcript.
func ReadDigest(r io.Reader) ([]DigestLine, error) {
	var (
		out  []DigestLine
		head Line
	)
	in := bufio.NewScanner(r)
	in.Buffer(make([]byte, 0, 64<<10), 1<<20)
	for n := 1; in.Scan(); n++ {
		if n == 1 {
			var ok bool
			if head, ok = parseHead(in.Text()); !ok {
				return nil, fmt.Errorf("read digest: line 1 is no head line")
			}
			continue
		}
		l, ok := parseDigestLine(in.Text(), head)
		if !ok {
			return nil, fmt.Errorf("read digest of %s: line %d is of another shape", head.Session, n)
		}
		out = append(out, l)
	}
	if err := in.Err(); err != nil {
		return nil, fmt.Errorf("read digest of %s: %w", head.Session, err)
	}
	return out, nil
}

// parseHead reads "# <session> cwd=<dir>".
func parseHead(s string) (Line, bool) {
	s, ok := strings.CutPrefix(s, "# ")
	if !ok {
		return Line{}, false
	}
	session, cwd, ok := strings.Cut(s, " cwd=")
	return Line{Session: session, Cwd: cwd}, ok && session != ""
}

// parseDigestLine reads a line behind the head. It accepts nothing that Digest does not write.
func parseDigestLine(s string, head Line) (DigestLine, bool) {
	part := strings.SplitN(s, "\t", 4)
	if len(part) != 4 {
		return DigestLine{}, false
	}
	l := DigestLine{Line: head}
	number, piece, cut := strings.Cut(part[0], ".")
	var err error
	if l.N, err = strconv.Atoi(number); err != nil || l.N < 1 {
		return DigestLine{}, false
	}
	if cut {
		if l.Piece, err = strconv.Atoi(piece); err != nil || l.Piece < 1 {
			return DigestLine{}, false
		}
	}
	switch l.Trust = model.Trust(part[1]); l.Trust {
	case model.TrustUser, model.TrustAssistant, model.TrustTool:
	default:
		return DigestLine{}, false
	}
	if part[2] != "-" {
		if l.Time, err = time.Parse(time.RFC3339, part[2]); err != nil {
			return DigestLine{}, false
		}
	}
	l.Text = part[3]
	l.Call = l.Trust == model.TrustAssistant && strings.HasPrefix(l.Text, "$ ")
	return l, true
}
