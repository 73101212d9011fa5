package audit

import (
	"bytes"
	"fmt"
	"strings"

	"dreamgate/model"
)

// unmerged finds what a merge that nobody finished leaves in a file: a session reads both versions, and the marks as
// text. In fenced code they are an example.
func (c *collector) unmerged(path string, data []byte) {
	if !bytes.Contains(data, []byte(openMark)) && !bytes.Contains(data, []byte(closeMark)) {
		return // nearly all files
	}
	first, count, open, parted := 0, 0, false, false
	for l := range bodyLines(string(data), 0) {
		begins := isMark(l.text, openMark)
		switch {
		case l.code:
			continue
		case isMark(l.text, partMark): // alone it underlines a heading
			parted = true
			continue
		case !begins && !(isMark(l.text, closeMark) && parted): // alone it is a deep quotation
			continue
		}
		if begins || !open {
			count++
		}
		if first == 0 {
			first = l.number
		}
		open, parted = begins, parted && begins
	}
	if count == 0 {
		return
	}
	what := "marks of a merge that nobody finished stand here"
	if count > 1 {
		what = fmt.Sprintf("marks of a merge that nobody finished stand at %d places, the first of them here", count)
	}
	c.add(model.Finding{Rule: ruleUnmerged, Severity: model.Error, Path: path, Line: first,
		Message: what + ", and a session reads both versions: edit the file, keep what holds and delete the marks"})
}

// The marks that git writes around the two versions of some lines.
const (
	openMark  = "<<<<<<<"
	partMark  = "======="
	closeMark = ">>>>>>>"
)

// isMark reports whether a line is such a mark: a name may stand behind it.
func isMark(line, mark string) bool {
	rest, ok := strings.CutPrefix(line, mark)
	return ok && (rest == "" || rest[0] == ' ')
}
