package cli

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"dreamgate/diffview"
	"dreamgate/diffview/hunk"
	"dreamgate/memory/secret"
	"dreamgate/model"
	"dreamgate/model/bulk"
)

// around is what is known of hunks beside themselves and what the check says of them. Each part may be missing: of a
// commit of the past there is only the hunk.
type around struct {
	// base is what the changes are of.
	base    model.Tree
	changes []model.Change
	// decisions is nil where nothing is decided.
	decisions model.Decisions
	notes     map[string]string
	// where is nil where nobody asked what stands elsewhere.
	where whereabouts
	ties  bulk.Ties
	// all prints also the claims that need no look.
	all bool
}

// aroundReview is what is known of the hunks of a review; wide adds what stands elsewhere, for which all notes are
// read.
func aroundReview(r model.Review) around {
	return around{base: r.Proposal.Base, changes: r.Changes, decisions: decisions(r), notes: r.Notes, ties: bulk.Tie(r.Proposal.Base, r.Changes)}
}

func (w around) wide(r model.Review) around {
	w.where = standing(r, asDecided(r))
	return w
}

// claimsFlag adds the flag that prints all claims.
func claimsFlag(cmd *cobra.Command, all *bool) {
	cmd.Flags().BoolVar(all, "claims", false, "also print the claims that are cited, or kept from the old text")
}

// decided is the decision of a hunk, "" where nothing is decided.
func (w around) decided(h model.Hunk) string {
	if w.decisions == nil {
		return ""
	}
	return w.decisions[h.ID].String()
}

// mostRead bounds what is told of one hunk as fields or entries, mostTied of what belongs to it. The whole file is read
// for each hunk: where there are more than mostReadIn of them that would take long, and nobody reads it.
const mostRead, mostTied, mostReadIn = 8, 8, 300

// reads are the fields or entries of a hunk as sentences, "field" or "entry" before each.
func (w around) reads(h model.Hunk) []string {
	at := slices.IndexFunc(w.changes, func(c model.Change) bool {
		return c.Path == h.Path && slices.ContainsFunc(c.Hunks, func(o model.Hunk) bool { return o.ID == h.ID })
	})
	if at < 0 || len(w.changes[at].Hunks) > mostReadIn {
		return nil
	}
	word, lines := diffview.Reads(w.base, w.changes[at], h)
	if word == "" {
		return nil
	}
	// Many credentials are told by the name before them, which stands elsewhere in a sentence.
	known := credentials(string(w.base[h.Path].Data), strings.Join(h.Added, ""))
	out := make([]string, 0, min(len(lines), mostRead+1))
	for i, l := range lines {
		if i == mostRead {
			return append(out, fmt.Sprintf("and %d more", len(lines)-i))
		}
		for _, s := range known {
			l = strings.ReplaceAll(l, s, secret.Masked)
		}
		out = append(out, word+" "+l)
	}
	return out
}

// credentials are what is to be masked in texts.
func credentials(texts ...string) (out []string) {
	for _, t := range texts {
		for _, at := range secret.Hidden(t) {
			out = append(out, strings.FieldsFunc(t[at[0]:at[1]], func(r rune) bool { return r == '\n' || r == '\r' })...)
		}
	}
	return out
}

// tied tells what is to be decided with a hunk, one after the other; the last id is "" where there is more of it.
func (w around) tied(h model.Hunk, tell func(id, words string)) {
	ids := w.with(h)
	for i, id := range ids {
		if i == mostTied {
			tell("", fmt.Sprintf("and %d more", len(ids)-i))
			return
		}
		for _, c := range w.changes {
			if at := slices.IndexFunc(c.Hunks, func(o model.Hunk) bool { return o.ID == id }); at >= 0 {
				s := c.Path + ", " + hunkPlace(c.Hunks[at])
				if d := w.decided(c.Hunks[at]); d != "" {
					s += ", " + d
				}
				tell(id, s)
			}
		}
	}
}

// filesOf names the files of hunks: the first of them, and how many there are beside it.
func filesOf(changes []model.Change, ids []string) string {
	var names []string
	for _, c := range changes {
		if slices.ContainsFunc(c.Hunks, func(h model.Hunk) bool { return slices.Contains(ids, h.ID) }) {
			names = append(names, c.Path)
		}
	}
	switch len(names) {
	case 0:
		return ""
	case 1:
		return names[0]
	}
	return fmt.Sprintf("%s and %d more", names[0], len(names)-1)
}

// with are the ids of the hunks that belong to one, in the order of the changes: the other half of a rename too.
func (w around) with(h model.Hunk) (ids []string) {
	halves := hunk.Halves(w.changes, h.ID)
	for _, c := range w.changes {
		for _, o := range c.Hunks {
			if o.ID != h.ID && (slices.Contains(halves, o.ID) || slices.Contains(w.ties[h.ID], o.ID)) {
				ids = append(ids, o.ID)
			}
		}
	}
	return ids
}
