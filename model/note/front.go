package note

import (
	"bytes"
	"strings"
	"time"

	"dreamgate/model"
)

var bom = []byte("\ufeff")

// Parse reads a note. A file that is no plain file (a pipe, a link of which no text is known) gives
// a note that only says so. Whatever the frontmatter holds, the note is a note: a block that a strict YAML parser refuses
// is read line by line, and Front, FrontError and FrontLine tell of it.
func Parse(path string, f model.File) model.Note {
	n := model.Note{Path: path, Front: model.FrontNone, Special: f.Special()}
	if n.Special != "" && f.Data == nil {
		return n
	}
	n.Bytes = len(f.Data)
	n.Lines = countLines(f.Data)
	b := cutFront(f.Data)
	n.Front, n.BodyAt = b.state, b.bodyAt
	if b.state == model.FrontUnterminated {
		n.FrontError, n.FrontLine = "no closing --- line", 1
	}
	if b.state != model.FrontValid {
		return n
	}
	read := readBlock(b.text)
	n.Front, n.Fields = read.state, read.fields
	if read.problem != "" {
		// The block starts on the line after the fence, which is line 1 of the file.
		n.FrontError, n.FrontLine = read.problem, read.line+1
	}
	fill(&n)
	return n
}

// fill takes from the fields those that every note is known by. The agent moves `type`, `modified`
// and `originSessionId` below `metadata` when it writes a note, so both places are real; where both
// are filled the outer one counts, and of a key that stands twice the last.
func fill(n *model.Note) {
	var inner model.Note
	for _, f := range n.Fields {
		switch f.Key {
		case "name":
			n.Name = f.Value
		case "description":
			n.Description = f.Value
		case "type":
			n.Type = f.Value
		case "originSessionId":
			n.Session = f.Value
		case "modified":
			n.Modified = parseStamp(f.Value)
		case "metadata.type":
			inner.Type = f.Value
		case "metadata.originSessionId":
			inner.Session = f.Value
		case "metadata.modified":
			inner.Modified = parseStamp(f.Value)
		}
	}
	if n.Type == "" {
		n.Type = inner.Type
	}
	if n.Session == "" {
		n.Session = inner.Session
	}
	if n.Modified.IsZero() {
		n.Modified = inner.Modified
	}
}

// stampLayouts are the spellings of `modified` met in real notes; without a zone they are UTC,
// which is what the agent writes.
var stampLayouts = []string{
	time.RFC3339Nano, "2006-01-02", "2006-01-02T15:04:05.999999999", "2006-01-02 15:04:05.999999999",
	"2006-01-02T15:04Z07:00", "2006-01-02T15:04", "2006-01-02 15:04", "2006-01-02 15:04:05Z07:00",
}

// parseStamp reads a time stamp, zero if it is none.
func parseStamp(s string) time.Time {
	s = strings.TrimSpace(s)
	for _, layout := range stampLayouts {
		if t, err := time.Parse(layout, s); err == nil {
			return t
		}
	}
	return time.Time{}
}

// front is where the frontmatter of a file lies.
type front struct {
	state model.FrontState
	// text is what stands between the fences; bodyAt the offset behind the closing one.
	text   []byte
	bodyAt int
}

// cutFront finds the fences: a first line of exactly --- (blanks may trail, a byte order mark may
// precede) and the first such line after it. Only LF ends a line, with or without a CR before it.
func cutFront(data []byte) front {
	start := 0
	if bytes.HasPrefix(data, bom) {
		start = len(bom)
	}
	at, fence := fenceAt(data, start)
	if !fence {
		return front{state: model.FrontNone, bodyAt: start}
	}
	for pos := at; pos < len(data); {
		next, fence := fenceAt(data, pos)
		if fence {
			return front{state: model.FrontValid, text: data[at:pos], bodyAt: next}
		}
		pos = next
	}
	return front{state: model.FrontUnterminated, bodyAt: start}
}

// fenceAt returns where the line at pos ends (its LF included) and whether it is a fence.
func fenceAt(data []byte, pos int) (next int, fence bool) {
	rest := data[pos:]
	next = len(data)
	if i := bytes.IndexByte(rest, '\n'); i >= 0 {
		rest, next = rest[:i], pos+i+1
		rest = bytes.TrimSuffix(rest, []byte{'\r'})
	}
	if !bytes.HasPrefix(rest, []byte("---")) {
		return next, false
	}
	return next, len(bytes.Trim(rest[3:], " \t")) == 0
}

// countLines counts line ends, and one more if the last line has none.
func countLines(data []byte) int {
	n := bytes.Count(data, []byte{'\n'})
	if len(data) > 0 && data[len(data)-1] != '\n' {
		n++
	}
	return n
}
