package cli

import (
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/charmbracelet/x/ansi"

	"dreamgate/diffview"
	"dreamgate/diffview/hunk"
	"dreamgate/memory/secret"
	"dreamgate/model"
)

// snippet is the longest piece of a line, in cells, that a list shows.
const snippet = 160

// text is what goes to a person. Every argument that is a string or an error is made printable and
// stays on its line, so that nothing in a note can drive the terminal; and secrets are masked in it.
type text struct {
	w io.Writer
	// spoken says that it is read aloud: a table is told row by row, in sentences.
	spoken bool
}

// shown is a text as a person may see it on one line.
func shown(s string) string { return model.PrintableLine(secret.Mask(s)) }

func (a *app) out() text { return text{a.Stdout, a.accessible()} }

// linef prints one line.
func (t text) linef(format string, args ...any) {
	for i, v := range args {
		switch v := v.(type) {
		case string:
			args[i] = shown(v)
		case error:
			args[i] = shown(v.Error())
		case fmt.Stringer:
			args[i] = shown(v.String())
		}
	}
	fmt.Fprintf(t.w, format+"\n", args...)
}

// widestColumn bounds the columns of a table, in cells: one long name moves its own row and no other.
const widestColumn = 60

// table prints rows with the columns lined up; the last column is as long as it likes.
func (t text) table(indent string, rows [][]string) {
	if t.spoken {
		t.told(nil, rows)
		return
	}
	var widths []int
	for _, r := range rows {
		for i, cell := range r {
			r[i] = shown(cell)
			if i == len(widths) {
				widths = append(widths, 0)
			}
			if i < len(r)-1 {
				if w := ansi.StringWidth(r[i]); w <= widestColumn {
					widths[i] = max(widths[i], w)
				}
			}
		}
	}
	for _, r := range rows {
		var b strings.Builder
		b.WriteString(indent)
		for i, cell := range r {
			b.WriteString(cell)
			if i < len(r)-1 {
				b.WriteString(strings.Repeat(" ", max(0, widths[i]-ansi.StringWidth(cell))+2))
			}
		}
		fmt.Fprintln(t.w, strings.TrimRight(b.String(), " "))
	}
}

// told says each row of a table in a sentence, with the words of the heads before its cells. A cell that holds nothing is
// passed over: a column of dashes means something only to the eye.
func (t text) told(heads []string, rows [][]string) {
	for _, r := range rows {
		var parts []string
		for i, cell := range r {
			if cell == "" || cell == "-" {
				continue
			}
			if i < len(heads) && heads[i] != "" {
				cell = heads[i] + " " + cell
			}
			parts = append(parts, cell)
		}
		t.linef("%s.", strings.TrimRight(strings.Join(parts, ", "), "."))
	}
}

// cut shortens a text to a snippet.
func cut(s string) string { return ansi.Truncate(shown(s), snippet, "…") }

// place is where a finding stands.
func place(f model.Finding) string {
	if f.Line == 0 {
		return f.Path
	}
	return fmt.Sprintf("%s:%d", f.Path, f.Line)
}

// findings prints findings as a table.
func (t text) findings(indent string, fs []model.Finding) {
	rows := make([][]string, len(fs))
	for i, f := range fs {
		rows[i] = []string{f.Severity.String(), place(f), f.Rule, f.Message}
	}
	t.table(indent, rows)
}

// hunk prints one hunk: its lines, what speaks for it and what against.
func (t text) hunk(h model.Hunk, e model.Evidence, w around) {
	t.head(h, hunkPlace(h), w)
	t.sides(h)
	for _, s := range w.reads(h) {
		t.linef("      %s", s)
	}
	if s := h.Remark(); s != "" {
		t.linef("      %s", s)
	}
	t.known(h, e, w, w.notes[h.ID])
}

// one prints a change that is decided apart, which may be a rename.
func (t text) one(one []model.Hunk, c model.Check, w around) {
	e, h := known(c, one), one[0]
	if len(one) == 1 {
		t.hunk(h, e, w)
		return
	}
	list := rewrites(one)
	t.head(h, renaming(one, len(list)), w)
	for _, r := range list {
		t.linef("      %s", hunkPlace(r))
		t.sides(r)
	}
	t.known(h, e, w, noteOn(w.notes, one))
}

// head prints which hunk it is, where, and how it is decided.
func (t text) head(h model.Hunk, place string, w around) {
	head := fmt.Sprintf("  %s  %s", h.ID, place)
	if h.Of != "" && !hunk.IsName(h) {
		head += "  piece"
	}
	if h.Edited {
		head += "  edited"
	}
	if decision := w.decided(h); decision != "" {
		head += "  " + decision
	}
	t.linef("%s", head)
}

// sides prints the lines of a hunk.
func (t text) sides(h model.Hunk) {
	switch h.Kind {
	case model.HunkMode:
		t.linef("      mode %o -> %o", h.OldMode.Perm(), h.NewMode.Perm())
	case model.HunkBinary:
		t.linef("      binary, %d -> %d bytes", size(h.Removed), size(h.Added))
	default:
		for _, s := range diffview.Unseen(h) {
			t.linef("      (%s)", s)
		}
		t.lines("-", h.Removed, h.Of == "")
		t.lines("+", h.Added, h.Of == "")
	}
}

// known prints what is known of a hunk.
func (t text) known(h model.Hunk, e model.Evidence, w around, note string) {
	if e.Before.Known() {
		t.linef("      %s", refusedBefore(e.Before))
	}
	if note != "" {
		t.linef("      note  %s", note)
	}
	if e.Why != "" {
		t.linef("      why   %s", e.Why)
	}
	for _, c := range e.Citations {
		t.linef("      cites %s %s %s  %s", c.Source.Place(), string(c.Source.Trust), stamp(c.Source.Time), string(c.Verdict))
		if c.Source.Text != "" {
			t.linef("            %s", cut(c.Source.Text))
		}
	}
	flags, times := model.Alike(e.Flags)
	for i, f := range flags {
		t.linef("      ! %s %s  %s%s", f.Kind, quoted(f.Token), f.Reason, model.Repeated(times[i]))
	}
	t.claims(e, w.all)
	w.tied(h, func(id, s string) { t.linef("      with  %s", strings.TrimSpace(id+"  "+s)) })
	if w.where != nil {
		for _, s := range w.where(h) {
			t.linef("      %s", s.Text)
		}
	}
}

// claims prints what the claims of a hunk rest on: those that were found or derived, as that is to be seen nowhere else;
// and all of them if that is asked for.
func (t text) claims(e model.Evidence, all bool) {
	told, kept, more := e.Telling(mostClaims)
	if all {
		told, kept, more = e.Telling(len(e.Claims))
	}
	for _, c := range told {
		if all || c.Support == model.Found || c.Support == model.Derived {
			t.linef("      %s %s  %s", string(c.Support), quoted(c.Token), claimBasis(c))
		}
	}
	if len(kept) > 0 && all {
		names := make([]string, len(kept))
		for i, c := range kept {
			names[i] = quoted(c.Token)
		}
		t.linef("      kept %s", strings.Join(names, ", "))
	}
	if more > 0 {
		t.linef("      and %s", model.Count(more, "more claim"))
	}
}

// mostClaims bounds the claims that are told of one hunk.
const mostClaims = 12

// claimBasis says where a claim stands, who said it, and how it follows.
func claimBasis(c model.Claim) string {
	words := []string{}
	for _, s := range []string{c.Source.Place(), string(c.Source.Trust)} {
		if s != "" {
			words = append(words, s)
		}
	}
	if len(words) == 0 || c.Reason == "" {
		return strings.Join(words, " ") + c.Reason
	}
	return strings.Join(words, " ") + ": " + c.Reason
}

// refusedBefore says when the same change was refused, and what was said of it.
func refusedBefore(r model.PastRefusal) string {
	s := "refused before"
	if !r.At.IsZero() {
		s = "refused on " + r.At.Local().Format("2 Jan 2006")
	}
	if note := strings.TrimSpace(r.Note); note != "" {
		s += ": " + note
	}
	return s
}

// lines prints one side of a hunk. Secrets are looked for in all of it: a key has many lines. What a piece
// ends with may be the middle of a line; of a whole hunk it is the end of the file.
func (t text) lines(sign string, lines []string, whole bool) {
	for _, l := range hunk.Lines([]byte(secret.Mask(strings.Join(lines, "")))) {
		body, ended := strings.CutSuffix(l, "\n")
		t.linef("    %s %s", sign, body)
		if !ended && whole {
			t.linef("      (no newline at end of file)")
		}
	}
}

func hunkPlace(h model.Hunk) string {
	switch h.Kind {
	case model.HunkText:
		if h.Skip > 0 {
			return fmt.Sprintf("inside line %d", h.OldStart)
		}
		switch {
		case len(h.Removed) > 0:
			return fmt.Sprintf("line %d", h.OldStart)
		case h.OldStart > 0:
			return fmt.Sprintf("after line %d", h.OldStart)
		}
		return "before line 1"
	case model.HunkAdded:
		if hunk.IsName(h) {
			return "the new name alone, with the text as it was"
		}
		return "new file"
	case model.HunkDeleted:
		return "file deleted"
	case model.HunkEmptied:
		return "file emptied"
	}
	return string(h.Kind)
}

func size(lines []string) (n int) {
	for _, l := range lines {
		n += len(l)
	}
	return n
}

func quoted(token string) string {
	if token == "" {
		return ""
	}
	return "\u201c" + token + "\u201d"
}

// stamp is a time for people, to the minute, in their zone.
func stamp(t time.Time) string {
	if t.IsZero() {
		return "at an unknown time"
	}
	return t.Local().Format("2006-01-02 15:04")
}
