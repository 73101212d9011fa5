package measure

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"

	"dreamgate/diffview/hunk"
	"dreamgate/memory/check"
	"dreamgate/memory/transcript"
	"dreamgate/model"
)

// The sides of a hunk, as labels spell them.
const (
	sideAdded   = "added"
	sideRemoved = "removed"
)

// Row is what became of one label.
type Row struct {
	Label
	// Case and Lang are those of the case.
	Case, Lang string
	// Shown says that some hunk has the words, Flagged that it carries a flag. A good hunk that is not
	// shown counts as flagged.
	Shown, Flagged bool
	// Mixed marks a good label whose hunk has a bad one as well: it has to be flagged.
	Mixed bool
	// Audited says that an entry of the audit names the file, which is as good as a flag for what is
	// wrong with the form.
	Audited bool
	// KindRight says that a flag is of a kind which fits, TokenRight that such a flag points at the
	// labelled line or token.
	KindRight, TokenRight bool
	// Hits are the hunks that have the words: more than one makes the label doubtful.
	Hits int
	// Flags are those of the hunk.
	Flags []model.Flag
}

// Outcome is what the check said of one case.
type Outcome struct {
	Case string
	Rows []Row
	// Beside are the bad hunks with flags of a kind which no label of theirs asks for: these flags.
	Beside []Wrong
	// Unlabelled are hunks that no label is about, Stray those of them with a flag.
	Unlabelled, Stray int
}

// Judge runs the check on a case, with further sessions beside its own, and holds it against the labels.
func Judge(ctx context.Context, c Case, beside []transcript.File, now time.Time) (Outcome, error) {
	changes := hunk.Diff(c.Base, c.Proposed)
	got, _, err := check.Run(ctx, check.Input{
		Base: c.Base, Proposed: c.Proposed, Changes: changes, Text: c.Changes, Origin: model.OriginImport,
		Transcripts: append(slices.Clone(c.Sessions), beside...), Zone: c.Zone, Now: now,
	})
	if err != nil {
		return Outcome{}, err
	}
	var all []placed
	for _, ch := range changes {
		for _, h := range ch.Hunks {
			flags := slices.DeleteFunc(got.Hunks[h.ID].Flags, func(f model.Flag) bool { return slices.Contains(c.Ignore, f.Kind) })
			all = append(all, placed{h, flags})
		}
	}
	return score(c, all, got.Audit), nil
}

// placed is a hunk with its flags.
type placed struct {
	model.Hunk
	flags []model.Flag
}

// score holds hunks against labels.
func score(c Case, all []placed, audit []model.Finding) Outcome {
	out := Outcome{Case: c.ID}
	at := make([]int, len(c.Labels))
	bad := map[int][]Label{}
	labelled := map[int]bool{}
	for i, l := range c.Labels {
		var hits int
		if at[i], hits = find(all, l); at[i] >= 0 {
			labelled[at[i]] = true
			if l.Bad {
				bad[at[i]] = append(bad[at[i]], l)
			}
		}
		row := Row{Label: l, Case: c.ID, Lang: c.Lang, Shown: at[i] >= 0, Hits: hits, Flagged: !l.Bad && at[i] < 0}
		if row.Shown {
			row.Flags = all[at[i]].flags
			row.Flagged = len(row.Flags) > 0
			row.KindRight, row.TokenRight = l.right(all[at[i]])
		}
		row.Audited = l.structural() && audited(audit, l)
		out.Rows = append(out.Rows, row)
	}
	for i := range out.Rows {
		out.Rows[i].Mixed = !c.Labels[i].Bad && len(bad[at[i]]) > 0
	}
	for i, p := range all {
		if !labelled[i] {
			out.Unlabelled++
			if len(p.flags) > 0 {
				out.Stray++
			}
		}
		if labels := bad[i]; len(labels) > 0 {
			if kinds := beside(p.flags, labels); len(kinds) > 0 {
				out.Beside = append(out.Beside, Wrong{Case: c.ID, What: "other", Path: p.Path, Kind: labels[0].Kind, Words: labels[0].Contains, Flags: kinds})
			}
		}
	}
	return out
}

// beside are the kinds among flags that none of the labels asks for, each once.
func beside(flags []model.Flag, labels []Label) (kinds []string) {
	for _, f := range flags {
		asked := slices.ContainsFunc(labels, func(l Label) bool { return slices.Contains(l.kinds(), f.Kind) })
		if !asked && !slices.Contains(kinds, f.Kind) {
			kinds = append(kinds, f.Kind)
		}
	}
	return kinds
}

// find returns the first hunk with the words of a label, -1 if there is none, and how many have them. A
// label of which no hunk has the words on the side that it names may mean the other one.
func find(all []placed, l Label) (first, hits int) {
	for _, sides := range [][]string{{l.Side}, {sideAdded, sideRemoved}} {
		first = -1
		for i, p := range all {
			if p.Path != l.Path && !strings.HasSuffix(p.Path, "/"+l.Path) || !p.says(l.Contains, sides) {
				continue
			}
			if hits++; first < 0 {
				first = i
			}
		}
		if first >= 0 {
			return first, hits
		}
	}
	return -1, 0
}

// says reports whether a line on one of the sides holds some words.
func (p placed) says(words string, sides []string) bool {
	for _, side := range sides {
		lines := p.Added
		if side == sideRemoved {
			lines = p.Removed
		}
		if slices.ContainsFunc(lines, func(l string) bool { return holds(l, words) }) {
			return true
		}
	}
	return false
}

// holds reports whether a line holds words, the blanks around both aside.
func holds(line, words string) bool {
	return strings.Contains(strings.TrimSpace(line), strings.TrimSpace(words))
}

// right reports whether a flag of a hunk is of a kind that fits a label, and whether one such flag points
// at what the label is about.
func (l Label) right(p placed) (kind, token bool) {
	for _, f := range p.flags {
		if slices.Contains(l.kinds(), f.Kind) {
			kind = true
			token = token || l.meant(p, f)
		}
	}
	return kind, token
}

// meant reports whether a flag points at what a label is about: at its token, else into its line. A flag
// that marks nothing in the added lines names a file, a sentence that went, or a line that is cited.
func (l Label) meant(p placed, f model.Flag) bool {
	if l.Token != "" {
		return overlaps(f.Token, l.Token)
	}
	if p.Kind != model.HunkText && len(p.Added) == 0 || l.Kind == kindLimit {
		return true // all of the note, or of the index, is too much
	}
	if f.At.End > 0 && f.At.Line < len(p.Added) && l.Side == sideAdded {
		return holds(p.Added[f.At.Line], l.Contains)
	}
	if l.Side == sideRemoved && slices.ContainsFunc(p.Removed, func(s string) bool { return holds(s, l.Contains) && overlaps(s, f.Token) }) {
		return true
	}
	return f.Token != "" && f.At.End == 0 && (overlaps(f.Token, l.Contains) || overlaps(f.Token, l.Path) || locator.MatchString(f.Token))
}

// locator is a flag's token that names a line of a session, which no changed line holds.
var locator = regexp.MustCompile(`^[^\s:]+:[0-9]+$`)

// overlaps reports whether one of two texts holds the other, case aside.
func overlaps(a, b string) bool {
	a, b = strings.ToLower(strings.TrimSpace(a)), strings.ToLower(strings.TrimSpace(b))
	return a != "" && b != "" && (strings.Contains(a, b) || strings.Contains(b, a))
}

// link finds where the links of a line lead.
var link = regexp.MustCompile(`\]\(([^)]+)\)`)

// audited reports whether the audit names the file of a label, or what it links to.
func audited(findings []model.Finding, l Label) bool {
	names := []string{l.Path}
	for _, m := range link.FindAllStringSubmatch(l.Contains, -1) {
		names = append(names, m[1])
	}
	return slices.ContainsFunc(findings, func(f model.Finding) bool {
		text := fmt.Sprint(f)
		return slices.ContainsFunc(names, func(n string) bool { return strings.Contains(text, n) })
	})
}
