package evidence

import (
	"fmt"
	"slices"
	"strings"

	"dreamgate/model"
	"dreamgate/model/note"
)

// leastStranded is the weight from which a line says something of its own.
const leastStranded = 12

// Stranded finds the lines that a choice of hunks takes out of the notes though the proposal only moves them:
// their new place is in a hunk that is not accepted. Of the proposal as a whole nothing is lost there, so that no
// flag tells of it. Result is what the choice makes of base.
func Stranded(base, result model.Tree, changes []model.Change, ds model.Decisions) []model.Finding {
	goes, renamed := wouldGo(changes, ds)
	if len(goes) == 0 {
		return nil
	}
	var found []model.Finding
	var keys []uint64
	for _, c := range changes {
		for _, h := range c.Hunks {
			if ds[h.ID] != model.Accepted || h.Kind == model.HunkMode {
				continue
			}
			lines := told(h, base[c.Path].Data)
			switch {
			case c.Path == model.IndexName:
				// What a line says of a note may move into the note.
				for i, line := range lines {
					lines[i] = note.Behind(line)
				}
			case !model.IsNote(c.Path):
				continue
			}
			for i, line := range lines {
				key, weight := lineKey(line, nil)
				to := goes[key]
				if renamed[to] == c.Path && h.Kind != model.HunkDeleted {
					continue // what changes in the text is decided apart from the name, and moves nothing there
				}
				if weight >= leastStranded && to != "" {
					found = append(found, stranded(c.Path, to, h.OldStart+i, line))
					keys = append(keys, key)
				}
			}
		}
	}
	if len(found) == 0 {
		return nil
	}
	stands := stillThere(result, keys)
	left := found[:0]
	for i, f := range found {
		if !stands[keys[i]] {
			left = append(left, f)
		}
	}
	return left
}

// wouldGo says where each line would have gone that is not accepted there, and which paths are new names of others.
func wouldGo(changes []model.Change, ds model.Decisions) (goes map[uint64]string, renamed map[string]string) {
	goes, renamed = map[uint64]string{}, map[string]string{}
	for _, c := range renamesFirst(changes) {
		if c.RenameOf != "" {
			renamed[c.Path] = c.RenameOf
		}
		for _, h := range c.Hunks {
			if ds[h.ID] == model.Accepted {
				continue
			}
			for _, line := range h.Added {
				if key, weight := lineKey(line, nil); weight >= leastStranded {
					goes[key] = c.Path
				}
			}
		}
	}
	return goes, renamed
}

// renamesFirst puts the new names of files before all other changes: a line that goes elsewhere as well goes there.
func renamesFirst(changes []model.Change) []model.Change {
	out := slices.Clone(changes)
	slices.SortStableFunc(out, func(a, b model.Change) int {
		switch {
		case (a.RenameOf != "") == (b.RenameOf != ""):
			return 0
		case a.RenameOf != "":
			return -1
		}
		return 1
	})
	return out
}

// stillThere says which of the lines stand in a file.
func stillThere(t model.Tree, keys []uint64) map[uint64]bool {
	l := losses{stands: map[uint64]bool{}}
	for _, k := range keys {
		l.stands[k] = false
	}
	l.read(nil, t)
	return l.stands
}

func stranded(from, to string, line int, text string) model.Finding {
	f := model.Finding{Rule: "stranded", Severity: model.Warning, Path: from, Line: line, Fix: "accept the other half"}
	words := strings.Join(strings.Fields(text), " ")
	if r := []rune(words); len(r) > 60 {
		words = string(r[:60]) + "…"
	}
	where := "its new place in " + to
	if to == from {
		where = "its new place in the same note"
	}
	f.Message = fmt.Sprintf("“%s” is moved, and %s is not accepted: it would be lost", words, where)
	return f
}
