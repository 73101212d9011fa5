package desk

import (
	"fmt"
	"slices"
	"strings"

	"dreamgate/diffview/hunk"
	"dreamgate/memory/history"
	mask "dreamgate/memory/secret"
	"dreamgate/model"
)

// Bounds of a commit message: it is for people, and one argument of a process.
const (
	maxListed  = 40
	mostOfKind = 10
	maxWhys    = 2
	maxCites   = 4
	maxLine    = 160
	maxBody    = 48 << 10
	// maxNote bounds what is said of the whole review: beside it there is still to be told what was accepted.
	maxNote = 4 << 10
)

// message says what is accepted, why, by which engine, what was refused, and what was accepted in
// spite of a flag. All of it is printable, and secrets are masked in it: `git log` shows it on a terminal.
func message(r model.Review) string {
	all, _ := hunk.Counts(r.Changes, r.Decisions)
	noun := "changes"
	if all.Hunks() == 1 {
		noun = "change"
	}
	var b strings.Builder
	fmt.Fprintf(&b, "Accept %d of %d memory %s (%s)\n", all.Accepted, all.Hunks(), noun, label(r.Proposal))
	if note := bounded(strings.TrimSpace(r.Notes[model.WholeReview]), maxNote); note != "" {
		fmt.Fprintf(&b, "\nThe reviewer says: %s\n", note)
	}
	accepted := hunk.Selected(r.Changes, r.Decisions)
	if len(accepted) > 0 {
		b.WriteByte('\n')
	}
	shown, left := onceEach(accepted)
	for i, c := range shown {
		if i == maxListed {
			fmt.Fprintf(&b, "and %s\n", model.Count(len(shown)-i, "more file"))
			break
		}
		fileLines(&b, c, left[c.RenameOf], r)
	}
	section(&b, "Accepted in spite of a flag:", flagged(accepted, r.Check))
	section(&b, "Accepted although refused before:", refusedOnce(accepted, r.Check))
	section(&b, fmt.Sprintf("Refused, %d of %d:", all.Rejected, all.Hunks()), decidedSo(r, model.Rejected))
	section(&b, fmt.Sprintf("Left undecided, %d of %d:", all.Undecided, all.Hunks()), decidedSo(r, model.Undecided))
	body := b.String()
	if len(body) > maxBody {
		body = body[:strings.LastIndexByte(body[:maxBody], '\n')] + "\n...\n"
	}
	return mask.Mask(body) + "\n" + trailers(r.Proposal)
}

// ownTrailer begins each of our trailers.
const ownTrailer = "Dreamgate-"

// signed is a message, whoever wrote it, with our trailers at its end and nowhere else: the history believes them.
func signed(message string, p model.Proposal) string {
	var kept []string
	for l := range strings.SplitSeq(message, "\n") {
		if len(l) < len(ownTrailer) || !strings.EqualFold(l[:len(ownTrailer)], ownTrailer) {
			kept = append(kept, l)
		}
	}
	body := strings.TrimSpace(strings.Join(kept, "\n"))
	gap := "\n\n"
	if last := body[strings.LastIndex(body, "\n\n")+1:]; last != body && onlyTrailers(strings.TrimSpace(last)) {
		gap = "\n" // trailers are one paragraph, the last
	}
	return body + gap + trailers(p)
}

// onlyTrailers reports whether each line of a paragraph is a trailer.
func onlyTrailers(paragraph string) bool {
	for l := range strings.SplitSeq(paragraph, "\n") {
		if key, _, ok := strings.Cut(l, ": "); !ok || key == "" || strings.ContainsAny(key, " \t") {
			return false
		}
	}
	return true
}

// trailers let a program find the way back from a commit to the review (git-interpret-trailers(1)).
func trailers(p model.Proposal) string {
	text := fmt.Sprintf("Dreamgate-Review: %s\n"+history.OriginTrailer+"%s\n", line(p.ID), line(string(p.Origin)))
	for _, t := range []struct{ key, value string }{{"Engine", p.Engine}, {"Dream", p.Run}, {"Model", p.Model}} {
		if t.value != "" {
			text += fmt.Sprintf("Dreamgate-%s: %s\n", t.key, line(t.value))
		}
	}
	if p.Cost > 0 {
		text += fmt.Sprintf("Dreamgate-Cost: $%.2f\n", p.Cost)
	}
	return text
}

// label names where a proposal comes from, for the subject.
func label(p model.Proposal) string {
	switch p.Origin {
	case model.OriginPerson:
		if p.Engine != "" { // a command of ours wrote it for them
			return line(p.Engine)
		}
		return "edited by hand"
	case model.OriginUndo:
		return "undo"
	case model.OriginImport:
		return "import"
	}
	if p.Engine == "" {
		return "rules"
	}
	return "dream, " + line(p.Engine)
}

// onceEach leaves out the old names of files that go on under another one; left are the hunks by which those go.
func onceEach(accepted []model.Change) (out []model.Change, left map[string][]model.Hunk) {
	goesOn := map[string]bool{}
	left = map[string][]model.Hunk{}
	for _, c := range accepted {
		goesOn[c.RenameOf] = true
	}
	for _, c := range accepted {
		if goesOn[c.Path] && c.Status == model.Deleted {
			left[c.Path] = c.Hunks
		} else {
			out = append(out, c)
		}
	}
	return out, left
}

// fileLines are the lines of one accepted file: what, why, and by which lines of which sessions. Of a file that goes on
// under another name left are the hunks that take the old one away.
func fileLines(b *strings.Builder, c model.Change, left []model.Hunk, r model.Review) {
	removed, added := sized(c, left)
	rewritten := ""
	if slices.ContainsFunc(c.Hunks, func(h model.Hunk) bool { return h.Edited }) {
		rewritten = ", in part in the reviewer's words"
	}
	fmt.Fprintf(b, "- %s: %s, +%d -%d%s\n", line(c.Path), what(c), added, removed, rewritten)
	var whys, cites, notes []string
	for _, h := range slices.Concat(c.Hunks, left) {
		e := r.Check.Hunks[h.ID]
		if note := line(strings.TrimSpace(r.Notes[h.ID])); note != "" && !slices.Contains(notes, note) {
			notes = append(notes, note)
		}
		if why := line(strings.TrimSpace(e.Why)); why != "" && !slices.Contains(whys, why) {
			whys = append(whys, why)
		}
		for _, cite := range e.Citations {
			at := line(fmt.Sprintf("%s:%d (%s)", cite.Source.Session, cite.Source.Line, cite.Source.Trust))
			if cite.Verdict == model.Supported && !slices.Contains(cites, at) {
				cites = append(cites, at)
			}
		}
	}
	for _, why := range whys[:min(len(whys), maxWhys)] {
		fmt.Fprintf(b, "  why: %s\n", why)
	}
	for _, note := range notes[:min(len(notes), maxWhys)] {
		fmt.Fprintf(b, "  note: %s\n", note)
	}
	if len(cites) > 0 {
		fmt.Fprintf(b, "  from: %s\n", some(cites, maxCites))
	}
}

// sized is how many lines of an accepted file go and come. Of one that goes on under another name left are the hunks that
// take the old one away.
func sized(c model.Change, left []model.Hunk) (removed, added int) {
	if len(left) > 0 {
		return hunk.Rewritten(model.Change{Hunks: left}, c)
	}
	return hunk.Size(c)
}

// what is a word for what happens to a file.
func what(c model.Change) string {
	if c.RenameOf != "" {
		return "renamed from " + line(c.RenameOf)
	}
	return string(c.Status)
}

// flagged lists the flags of accepted hunks, what is said of a file more than once in one line; of many of one kind some.
func flagged(accepted []model.Change, check model.Check) (lines []string) {
	listed, more := map[string]int{}, map[string]int{}
	var kinds []string
	for _, c := range accepted {
		var all []model.Flag
		for _, h := range c.Hunks {
			for _, f := range check.Hunks[h.ID].Flags {
				all = append(all, f.Bare())
			}
		}
		flags, times := model.Alike(all)
		for i, f := range flags {
			if listed[f.Kind]++; listed[f.Kind] > mostOfKind {
				if more[f.Kind]++; more[f.Kind] == 1 {
					kinds = append(kinds, f.Kind)
				}
				continue
			}
			text := f.Kind
			if f.Token != "" {
				text += fmt.Sprintf(" %q", f.Token)
			}
			lines = append(lines, line(c.Path+": "+text+": "+f.Reason)+model.Repeated(times[i]))
		}
	}
	for _, k := range kinds {
		lines = append(lines, line(fmt.Sprintf("and %s more: %s", model.Number(more[k]), k)))
	}
	return lines
}

// refusedOnce lists the accepted hunks that a reviewer refused before.
func refusedOnce(accepted []model.Change, check model.Check) (lines []string) {
	for _, c := range accepted {
		for _, h := range c.Hunks {
			if before := check.Hunks[h.ID].Before; before.Known() {
				lines = append(lines, line(strings.TrimSuffix(fmt.Sprintf("%s, in review %s: %s", c.Path, before.Review, before.Note), ": ")))
			}
		}
	}
	return lines
}

// decidedSo lists the files of which some changes are decided in one way, how many where it is not all of them, and what
// the reviewer said to these.
func decidedSo(r model.Review, d model.Decision) []string {
	type told struct {
		n, of int
		notes []string
	}
	files := make([]told, len(r.Changes))
	for i, one := range hunk.Ones(r.Changes) {
		f := &files[i]
		if f.of++; hunk.Decided(r.Decisions, one) != d {
			continue
		}
		f.n++
		for _, h := range one {
			if note := strings.TrimSpace(r.Notes[h.ID]); note != "" && !slices.Contains(f.notes, note) {
				f.notes = append(f.notes, note)
			}
		}
	}
	var lines []string
	for i, f := range files {
		if f.n == 0 {
			continue
		}
		c := r.Changes[i]
		text := line(c.Path)
		if c.RenameOf != "" {
			text += ", " + what(c)
		}
		if f.n < f.of {
			text += fmt.Sprintf(" (%d of %d)", f.n, f.of)
		}
		if len(f.notes) > 0 {
			text += ": " + strings.Join(f.notes, "; ")
		}
		lines = append(lines, line(text))
	}
	return lines
}

// section writes a list under a title, cut where it gets long.
func section(b *strings.Builder, title string, lines []string) {
	if len(lines) == 0 {
		return
	}
	fmt.Fprintf(b, "\n%s\n", title)
	for i, l := range lines {
		if i == maxListed {
			fmt.Fprintf(b, "- and %d more\n", len(lines)-i)
			break
		}
		fmt.Fprintf(b, "- %s\n", l)
	}
}

// line makes text of others printable, and keeps it to one line of bounded length.
func line(text string) string { return bounded(text, maxLine) }

// bounded is text of others as a line of at most so many letters.
func bounded(text string, most int) string {
	runes := []rune(model.PrintableLine(text))
	if len(runes) > most {
		runes = append(runes[:most-1], '…')
	}
	return string(runes)
}
