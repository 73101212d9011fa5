package memory

import (
	"io/fs"
	"strings"

	"dreamgate/model"
)

// Names of what a dream leaves beside the notes in a folder that is no memory.
const (
	DiffName    = "memory.diff"
	ChangesName = "CHANGES.md"
	LogName     = "run.log"
)

// otherPrefix begins the name of one of them where a note has the plain one.
const otherPrefix = ".dream-"

// OutName is the name under which one of them lies beside these notes.
func OutName(name string, notes model.Tree) string {
	if _, taken := notes[name]; taken {
		return otherPrefix + name
	}
	return name
}

// Out is what a dream left beside the notes of a folder.
type Out struct {
	// Changes are the reasons.
	Changes string
	// LeftOut are the links, pipes and the like that the folder lacks, as far as its log names them: a line that names one
	// leads nowhere in the folder, and somewhere in the memory that it is of.
	LeftOut model.Tree
}

// TakeOut takes what a dream left beside the notes out of a folder that was read, in place, and returns it: else the
// reasons would be a note like any other. Only a folder that has all three files, none of which the live notes have, is
// such a one; any other stays as it is, and ok is false.
func TakeOut(folder, live model.Tree) (out Out, ok bool) {
	names := []string{OutName(ChangesName, live), OutName(DiffName, live), OutName(LogName, live)}
	for i, name := range names {
		// Where it is not known whose notes these are, the other name tells that a note has the plain one.
		if _, other := folder[otherPrefix+name]; other && len(live) == 0 {
			name, names[i] = otherPrefix+name, otherPrefix+name
		}
		if f, there := folder[name]; !there || !f.Regular() {
			return Out{}, false
		}
	}
	out.Changes, out.LeftOut = string(folder[names[0]].Data), model.Tree{}
	log := string(folder[names[2]].Data)
	for _, name := range names {
		delete(folder, name)
	}
	for line := range strings.Lines(log) {
		rest, ok := strings.CutPrefix(line, model.LeftOutPrefix)
		if !ok {
			continue
		}
		// A path may hold what parts it from the reason: whatever may be meant is no line that leads nowhere.
		for i := 0; i < len(rest); i++ {
			if path := rest[:i]; strings.HasPrefix(rest[i:], " (") && fs.ValidPath(path) {
				if _, there := folder[path]; !there {
					out.LeftOut[path] = model.File{Mode: fs.ModeIrregular}
				}
			}
		}
	}
	return out, true
}
