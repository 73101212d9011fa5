package diffview

import (
	"bytes"
	"slices"
	"strings"

	"dreamgate/model"
)

// Context returns up to n lines of the base above and below hunk i of a change, with their ends. It
// stops at the neighbouring hunks: what they change is theirs to show. Whole-file hunks have none.
func Context(base []byte, c model.Change, i, n int) (before, after []string) {
	h := c.Hunks[i]
	if h.Kind != model.HunkText {
		return nil, nil
	}
	from, to := 0, -1 // lines of the base that may be shown, -1 to its end
	if i > 0 && c.Hunks[i-1].Kind == model.HunkText {
		_, from = place(c.Hunks[i-1])
	}
	if i+1 < len(c.Hunks) {
		to, _ = place(c.Hunks[i+1])
	}
	start, end := place(h) // of an insertion both are the line it goes before
	before = lines(base, max(from, start-n), start)
	last := end + n
	if to >= 0 {
		last = min(last, to)
	}
	return before, lines(base, end, last)
}

// Run returns the unchanged lines above hunk i of a change, up to the hunk before it, as an input that draws them with
// their numbers; with the number of hunks, those below the last. base are the lines of the file. It has no
// Before where there are none.
func Run(base []string, c model.Change, i int) Input {
	from, fresh := 0, 0
	for k := i - 1; k >= 0; k-- {
		if h := c.Hunks[k]; h.Kind == model.HunkText {
			_, from = place(h)
			fresh = freshFrom(h) + taken(h, h.Added)
		} else if h.Kind != model.HunkMode { // of which nothing of the file stands outside
			from = len(base)
		} else {
			continue // it has no place in the text
		}
		break
	}
	to := from
	if i == len(c.Hunks) {
		to = len(base)
	} else if c.Hunks[i].Kind == model.HunkText {
		to, _ = place(c.Hunks[i])
	}
	from = min(from, len(base))
	to = min(max(from, to), len(base))
	return Input{
		Hunk:   model.Hunk{Kind: model.HunkText, OldStart: to, NewStart: fresh + to - from},
		Before: base[from:to],
	}
}

// Between is the number of unchanged lines between hunk i of a change and the one before it, 0 where one of them has
// no place among the lines.
func Between(c model.Change, i int) int {
	if i < 1 || i >= len(c.Hunks) || c.Hunks[i-1].Kind != model.HunkText || c.Hunks[i].Kind != model.HunkText {
		return 0
	}
	_, from := place(c.Hunks[i-1])
	to, _ := place(c.Hunks[i])
	return max(0, to-from)
}

// freshFrom is the number of lines above a hunk in what is proposed.
func freshFrom(h model.Hunk) int {
	if len(h.Added) > 0 || h.Skip > 0 {
		return h.NewStart - 1
	}
	return h.NewStart
}

// place is the range of lines of the base that a hunk replaces, counted from 0. A piece inside a line takes
// that line, of which the rest stands beside it.
func place(h model.Hunk) (from, to int) {
	from = h.OldStart
	if len(h.Removed) > 0 || h.Skip > 0 {
		from--
	}
	return from, from + taken(h, h.Removed)
}

// taken is the number of lines on which one side of a hunk stands.
func taken(h model.Hunk, side []string) int {
	if h.Skip > 0 {
		return max(1, len(side))
	}
	return len(side)
}

// Inside returns what stands beside a piece in its own lines of the base, "" where it begins or ends with
// them.
func Inside(base []byte, h model.Hunk) (lead, tail string) {
	if h.Of == "" || h.Kind != model.HunkText {
		return "", ""
	}
	removed := strings.Join(h.Removed, "")
	if h.Skip == 0 && (removed == "" || strings.HasSuffix(removed, "\n")) {
		return "", ""
	}
	from, _ := place(h)
	for range from {
		base = base[bytes.IndexByte(base, '\n')+1:]
	}
	end := h.Skip + len(removed)
	if end > len(base) {
		return "", ""
	}
	lead = string(base[:h.Skip])
	if strings.HasSuffix(removed, "\n") {
		return lead, ""
	}
	rest, _, _ := bytes.Cut(base[end:], []byte("\n"))
	return lead, string(rest)
}

// lines returns the lines from..to of a file, as many as there are, without splitting the rest.
func lines(data []byte, from, to int) []string {
	var out []string
	for i := 0; i < to && len(data) > 0; i++ {
		end := bytes.IndexByte(data, '\n') + 1
		if end == 0 {
			end = len(data)
		}
		if i >= from {
			out = append(out, string(data[:end]))
		}
		data = data[end:]
	}
	return slices.Clip(out)
}
