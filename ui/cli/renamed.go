package cli

import (
	"slices"
	"strings"

	"dreamgate/diffview/hunk"
	"dreamgate/model"
)

// A rename is two hunks, and one change: it is told once, with what of its text is another one.

// known is what is known of a change that is decided apart: of a rename what is known of either half.
func known(c model.Check, one []model.Hunk) model.Evidence {
	e := c.Hunks[one[0].ID]
	for _, h := range one[1:] {
		other := c.Hunks[h.ID]
		if e.Why == "" {
			e.Why = other.Why
		}
		if !e.Before.Known() {
			e.Before = other.Before
		}
		e.Flags = append(slices.Clip(e.Flags), other.Flags...)
		for _, cite := range other.Citations {
			if !slices.ContainsFunc(e.Citations, func(c model.Citation) bool { return c.Source.Place() == cite.Source.Place() }) {
				e.Citations = append(slices.Clip(e.Citations), cite)
			}
		}
	}
	return e
}

// noteOn is what the reviewer said of a change that is decided apart.
func noteOn(notes map[string]string, one []model.Hunk) string {
	for _, h := range one {
		if note := notes[h.ID]; note != "" {
			return note
		}
	}
	return ""
}

// rewrites are what a rename changes in the text, as hunks of the old file; none where that is decided apart.
func rewrites(one []model.Hunk) []model.Hunk {
	if hunk.IsName(one[0]) {
		return nil
	}
	from, to := one[1].Path, one[0].Path
	side := func(lines []string, h model.Hunk) model.File {
		return model.File{Data: []byte(strings.Join(lines, "")), Mode: h.NewMode}
	}
	for _, c := range hunk.Diff(model.Tree{from: side(one[1].Removed, one[0])}, model.Tree{from: side(one[0].Added, one[0])}) {
		if c.Path == from && to != from {
			return c.Hunks
		}
	}
	return nil
}

// renaming says of a rename what it is, beside the lines that change.
func renaming(one []model.Hunk, lines int) string {
	switch {
	case hunk.IsName(one[0]):
		return hunkPlace(one[0]) + "; the deletion of the old file included"
	case lines == 0:
		return "rename, the deletion of the old file included; its text stays"
	}
	return "rename, the deletion of the old file included"
}
