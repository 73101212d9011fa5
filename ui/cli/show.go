package cli

import (
	"encoding/base64"
	"fmt"
	"io"
	"runtime/debug"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"dreamgate/memory/history"
	"dreamgate/memory/secret"
	"dreamgate/model"
)

// show prints one note, or the list of them.
func (a *app) show() *cobra.Command {
	var memory string
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "show [NOTE]",
		Short: "Print a note with its badges; without a name, list the notes",
		Long:  "A note is named by its path, its path without .md, or the name in its frontmatter.",
		Args:  args(cobra.MaximumNArgs(1)),
		RunE: func(cmd *cobra.Command, list []string) error {
			ctx := cmd.Context()
			// As in an audit: all of a memory is held, and little of what is made on the way.
			defer debug.SetGCPercent(debug.SetGCPercent(25))
			if err := a.build(ctx, nil); err != nil {
				return err
			}
			s, err := a.one(ctx, memory)
			if err != nil {
				return err
			}
			m, err := a.open(ctx, s)
			if err == nil {
				m, err = a.parts.Library.Look(ctx, m)
			}
			if err != nil {
				return err
			}
			remote := history.Remote(ctx, s.Dir)
			if len(list) == 0 {
				return a.listNotes(m, remote, asJSON)
			}
			return a.showNote(m, list[0], remote, asJSON)
		},
	}
	memoryFlag(cmd, &memory)
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	return cmd
}

func (a *app) listNotes(m model.Memory, remote model.Remote, asJSON bool) error {
	if asJSON {
		out := notesJSON{[]noteDetail{}, shapeRemote(remote)}
		for _, n := range m.Notes {
			out.Notes = append(out.Notes, shapeDetail(m, n, false))
		}
		return a.printJSON(out)
	}
	heads := []string{"note", "name", "type", "age", "evidence", "use", "reality", "findings"}
	if a.accessible() {
		a.out().told(heads, a.spokenNotes(m))
		return nil
	}
	rows := [][]string{heads}
	for _, n := range m.Notes {
		b := m.Badges[n.Path]
		rows = append(rows, []string{n.Path, n.Title(), orDash(n.Type), age(b.Age, a.clock()), evidenceWord(b.Evidence),
			strings.TrimPrefix(useWord(b.Use), "use "), orDash(realityWord(b.Reality)), marks(n, b)})
	}
	if len(m.Notes) > 0 {
		a.out().table("", rows)
	}
	if word := remoteLine(remote, a.clock()); word != "" {
		a.out().linef("the repository %s", word)
	}
	return nil
}

// spokenNotes are the rows of the notes in whole words.
func (a *app) spokenNotes(m model.Memory) (rows [][]string) {
	for _, n := range m.Notes {
		b := m.Badges[n.Path]
		row := []string{n.Path, "", n.Type, "unknown", evidenceWord(b.Evidence), strings.TrimPrefix(useSentence(b.Use), "use "), realityWord(b.Reality), ""}
		if n.Title() != n.Path && n.Title()+".md" != n.Path {
			row[1] = n.Title()
		}
		if days := strings.TrimSuffix(age(b.Age, a.clock()), "~"); days != "?" {
			d, _ := strconv.Atoi(strings.TrimSuffix(days, "d"))
			row[3] = model.Count(d, "day")
		}
		if by := b.Age.By(); by != "" && row[3] != "unknown" {
			row[3] += " " + by
		}
		if b.Findings > 0 {
			row[7] = fmt.Sprint(b.Findings)
		}
		if n.FrontError != "" || n.FrontLine > 0 {
			row[7] += " and its frontmatter is " + string(n.Front)
		}
		if n.Special != "" {
			row = append(row, n.Special)
		}
		rows = append(rows, row)
	}
	return rows
}

func (a *app) showNote(m model.Memory, word string, remote model.Remote, asJSON bool) error {
	n, err := pick(m, word)
	if err != nil {
		return err
	}
	if asJSON {
		out := shapeDetail(m, n, true)
		out.Remote = shapeRemote(remote)
		return a.printJSON(out)
	}
	out, b := a.out(), m.Badges[n.Path]
	out.linef("%s  %s", n.Path, n.Title())
	if n.Description != "" {
		out.linef("  %s", n.Description)
	}
	old := age(b.Age, a.clock())
	if by := b.Age.By(); by != "" && !b.Age.At.IsZero() {
		old += " (" + by + ")"
	}
	out.linef("  type %s, age %s, evidence %s, %s", orDash(n.Type), old, evidenceWord(b.Evidence), useSentence(b.Use))
	if n.Special != "" {
		out.linef("  %s", n.Special)
	}
	for _, line := range append(realityLines(b.Reality), kinLines(b)...) {
		out.linef("  %s", line)
	}
	out.findings("  ", own(m.Findings, n.Path))
	if word := remoteLine(remote, a.clock()); word != "" {
		out.linef("  the repository %s", word)
	}
	out.linef("")
	// As it is: to format a note would hold it once more.
	if _, err := io.WriteString(a.Stdout, model.Printable(secret.Mask(string(m.Tree[n.Path].Data)))); err != nil {
		return fmt.Errorf("print the note: %w", err)
	}
	return nil
}

// pick finds a note by what a person calls it.
func pick(m model.Memory, word string) (model.Note, error) {
	if f, ok := m.Tree[word]; ok && word == model.IndexName { // "MEMORY" too, where no note is called that
		return model.Note{Path: word, Front: model.FrontNone, Special: f.Special()}, nil
	}
	var found []model.Note
	for _, n := range m.Notes {
		switch word {
		case n.Path:
			return n, nil
		case strings.TrimSuffix(n.Path, ".md"), n.Name:
			found = append(found, n)
		}
	}
	switch len(found) {
	case 0:
		if word+".md" == model.IndexName {
			return pick(m, model.IndexName)
		}
		return model.Note{}, fmt.Errorf("there is no note %q; dreamgate show lists them", word)
	case 1:
		return found[0], nil
	}
	paths := make([]string, len(found))
	for i, n := range found {
		paths[i] = n.Path
	}
	return model.Note{}, usage("%d notes are called %q: name one by its path: %s", len(found), word, strings.Join(paths, ", "))
}

func own(all []model.Finding, path string) (out []model.Finding) {
	for _, f := range all {
		if f.Path == path {
			out = append(out, f)
		}
	}
	return out
}

func shapeDetail(m model.Memory, n model.Note, whole bool) noteDetail {
	b := m.Badges[n.Path]
	d := noteDetail{noteJSON: shapeNote(n), Description: n.Description, Age: moment(b.Age.At), AgeSource: b.Age.Source,
		Evidence: evidenceWord(b.Evidence), EvidenceReason: b.Evidence.Reason, Use: shapeUse(b.Use),
		Reality: shapeReality(b.Reality), Rewrites: shapeRewrites(b.Rewrites), Relations: shapeRelations(b.Relations), Findings: list(own(m.Findings, n.Path))}
	if data := m.Tree[n.Path].Data; whole && utf8.Valid(data) {
		d.Text = string(data)
	} else if whole {
		d.Text, d.Encoding = base64.StdEncoding.EncodeToString(data), isBase64
	}
	return d
}

func orDash(s string) string {
	if s == "" {
		return "-"
	}
	return s
}

// age is how long ago a note changed; "~" marks the file's own time, which any copy changes.
func age(a model.Age, now time.Time) string {
	if a.At.IsZero() || a.Source == model.AgeUnknown {
		return "?"
	}
	days := max(0, int(now.Sub(a.At).Hours()/24))
	if a.Source == model.AgeMtime {
		return fmt.Sprintf("%dd~", days)
	}
	return fmt.Sprintf("%dd", days)
}

// useWord is how often sessions read a note, for a table.
func useWord(u model.Use) string {
	switch {
	case !u.Known:
		return "use unknown"
	case u.Reads == 0:
		return "never read"
	}
	return fmt.Sprintf("%dr", u.Reads)
}

// useSentence is useWord with what more is known.
func useSentence(u model.Use) string {
	if !u.Known || u.Reads == 0 {
		return useWord(u)
	}
	text := "read " + model.Count(u.Reads, "time")
	if !u.Last.IsZero() {
		text += ", last on " + u.Last.Local().Format(time.DateOnly)
	}
	if u.Since {
		text += ", after it last changed"
	}
	return text
}

func evidenceWord(e model.EvidenceBadge) string {
	switch e.State {
	case "":
		return model.EvidenceUnknown
	case model.EvidenceGoing:
		return fmt.Sprintf("%s in %s", e.State, model.Count(e.Days, "day"))
	}
	return e.State
}

// marks are the remarks of a note's row.
func marks(n model.Note, b model.Badges) string {
	var out []string
	if b.Findings > 0 {
		out = append(out, fmt.Sprintf("!%d", b.Findings))
	}
	if n.FrontLine > 0 || n.FrontError != "" {
		out = append(out, fmt.Sprintf("frontmatter %s at line %d", n.Front, n.FrontLine))
	}
	if n.Special != "" {
		out = append(out, n.Special)
	}
	return strings.Join(out, " ")
}
