package check

import (
	"fmt"
	"strings"

	"dreamgate/model"
)

// Beyond these bounds a file is not held word by word against what was said: it is no note, a session is shown
// a 250th of the one, and the work grows with the product of its sentences. That is a flag on each of its
// hunks, so that none of them passes for clean.
const (
	mostJudged = 1 << 20
	mostHunks  = 5000
	// mostReasons bounds CHANGES.md, of which each line is held against each hunk of its file, in bytes; mostWhy
	// and mostRefs what of it one hunk takes.
	mostReasons = 256 << 10
	mostWhy     = 4 << 10
	mostRefs    = 100
)

// flagTooLarge says that nobody looked whether what a hunk says was said.
const flagTooLarge = "too-large"

// tooLarge says why the words of a changed file are not judged, "" if they are.
func tooLarge(in Input, c model.Change) string {
	size := len(in.Base[c.Path].Data) + len(in.Proposed[c.Path].Data) + len(in.Base[c.RenameOf].Data)
	switch {
	case size > mostJudged:
		return fmt.Sprintf("both sides of %s have %s KB: too much to look for each word of it in what was said", c.Path, model.Number(size>>10))
	case len(c.Hunks) > mostHunks:
		return fmt.Sprintf("%s changes in %s places: too many to look for each word of it in what was said", c.Path, model.Number(len(c.Hunks)))
	}
	return ""
}

// inBounds leaves out of CHANGES.md what is no list of reasons any more: it is read whole lines up to the bound.
func inBounds(text string) string {
	if len(text) <= mostReasons {
		return text
	}
	return text[:strings.LastIndexByte(text[:mostReasons], '\n')+1]
}

// unjudged flags the hunks of files that are too large to be judged.
func (d *docket) unjudged(m *matter, e *model.Evidence) {
	if m.unread != "" && m.hunk.Kind != model.HunkBinary && m.hunk.Kind != model.HunkMode {
		e.Flags = append(e.Flags, model.Flag{Kind: flagTooLarge, Line: max(1, m.hunk.NewStart), Reason: m.unread})
	}
}
