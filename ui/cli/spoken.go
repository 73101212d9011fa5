package cli

import (
	"fmt"
	"strings"

	"dreamgate/diffview/hunk"
	"dreamgate/memory/secret"
	"dreamgate/model"
)

// tellReview says what the review is about.
func (l *linear) tellReview() {
	p, out := l.r.Proposal, l.out()
	out.linef("Review %s of the memory %s, proposed by %s, made %s.", p.ID, p.Store.Name, maker(p.Engine, p.Origin, p.Extracted), stamp(p.Created))
	all, _ := hunk.Counts(l.r.Changes, l.r.Decisions)
	out.linef("%s in %s: %d accepted, %d rejected, %d undecided, %d flagged.", model.Count(l.count(), "hunk"),
		model.Count(hunk.Files(l.r.Changes), "file"), all.Accepted, all.Rejected, all.Undecided, hunk.Flagged(l.r.Changes, l.r.Check))
	if n := refusedCount(l.r); n > 0 {
		out.linef("%s of them refused before: they arrived rejected, and are told when you go back to them.", model.Count(n, "hunk"))
	}
	if s := l.r.Check.Loss.Warning(); s != "" {
		out.linef("Warning: %s.", s)
	}
	if s := l.r.Notes[model.WholeReview]; s != "" {
		out.linef("Your note on the review: %s", s)
	}
	for _, s := range p.Report {
		out.linef("Report: %s", s)
	}
	out.linef("Each hunk is told in lines that begin with what they are. Answer with a word, or with yes and no; help names the short forms.")
}

// tell says what a hunk is, what goes and comes, what speaks for it and what against. A rename is told as one.
func (l *linear) tell(s spot) {
	h := s.hunks[0]
	e, out := known(l.r.Check, s.hunks), l.out()
	out.linef("Hunk %d of %d. %s. It is %s.", l.at+1, l.count(), l.where(s), hunk.Decided(l.r.Decisions, s.hunks).String())
	if len(s.hunks) > 1 {
		for _, r := range rewrites(s.hunks) {
			out.linef("in the text, %s:", hunkPlace(r))
			out.tellSides(r)
		}
	} else {
		out.tellSides(h)
	}
	w := aroundReview(l.r)
	for _, s := range w.reads(h) {
		out.linef("this reads as: %s", s)
	}
	if s := h.Remark(); s != "" {
		out.linef("%s", s)
	}
	if e.Before.Known() {
		out.linef("before: %s", refusedBefore(e.Before))
	}
	for _, h := range s.hunks {
		for _, s := range l.standing(h) {
			out.linef("what is removed: %s", s.Text)
		}
	}
	if e.Why != "" {
		out.linef("why: %s", e.Why)
	}
	for _, s := range e.Citations {
		out.linef("cited: %s %s, %s: %s", speaker(s.Source), stamp(s.Source.Time), spokenPlace(s.Source), cut(s.Source.Text))
		out.linef("cited, whether it bears this out: %s", orElse(s.Reason, verdicts[s.Verdict]))
	}
	flags, times := model.Alike(e.Flags)
	for i, f := range flags {
		about := ""
		if f.Token != "" {
			about = " about " + f.Token
		}
		out.linef("flag, %s%s: %s%s", f.Kind, about, f.Reason, model.Repeated(times[i]))
	}
	if len(e.Flags) == 0 {
		out.linef("flags: none")
	}
	out.tellClaims(e)
	w.tied(h, func(id, text string) {
		if !l.isHunk(id) { // the other half of a rename is told already
			out.linef("belongs to it: %s", text)
		}
	})
	if s := noteOn(l.r.Notes, s.hunks); s != "" {
		out.linef("your note: %s", s)
	}
}

// tellSides says what goes and comes in a hunk.
func (t text) tellSides(h model.Hunk) {
	switch h.Kind {
	case model.HunkMode:
		t.linef("mode: %o becomes %o", h.OldMode.Perm(), h.NewMode.Perm())
	case model.HunkBinary:
		t.linef("binary: %d bytes become %d bytes", size(h.Removed), size(h.Added))
	default:
		t.tellLines("removed", h.Removed, h.Of == "")
		t.tellLines("added", h.Added, h.Of == "")
	}
}

// tellClaims says what the words of a hunk rest on, where that is told by no citation.
func (t text) tellClaims(e model.Evidence) {
	told, kept, more := e.Telling(mostClaims)
	for _, c := range told {
		switch c.Support {
		case model.Found:
			t.linef("found, %s: %s", c.Token, claimBasis(c))
		case model.Derived:
			t.linef("derived, %s: %s", c.Token, claimBasis(c))
		}
	}
	if len(kept) > 0 {
		names := make([]string, len(kept))
		for i, c := range kept {
			names[i] = c.Token
		}
		t.linef("kept from what was said before: %s", strings.Join(names, ", "))
	}
	if more > 0 {
		t.linef("and %s", model.Count(more, "more claim"))
	}
}

// where is the file and the place of a hunk, in words.
func (l *linear) where(at spot) string {
	c, h := at.change, at.hunks[0]
	s := "File " + c.Path
	switch {
	case c.Path == model.IndexName:
		s = "The index, " + c.Path
	case c.RenameOf != "":
		s += ", the new name of " + c.RenameOf
	}
	for _, other := range l.r.Changes {
		if c.Status == model.Deleted && other.RenameOf == c.Path {
			s += ", which goes on as " + other.Path
		}
	}
	if len(at.hunks) > 1 {
		return s + ", " + strings.TrimPrefix(renaming(at.hunks, len(rewrites(at.hunks))), "rename, ")
	}
	s += ", " + hunkPlace(h)
	if h.Of != "" && !hunk.IsName(h) {
		s += ", a piece of a hunk that is split"
	}
	if h.Edited {
		s += ", edited by hand"
	}
	return s
}

// tellAt tells another hunk, and stays where it is.
func (l *linear) tellAt(id string) {
	here := l.at
	defer func() { l.at = here }()
	for l.at = 0; l.at < l.count(); l.at++ {
		if s, _ := l.place(); l.isHunk(id) {
			l.tell(s)
			return
		}
	}
}

// placeOf is the place of a hunk by its id.
func (l *linear) placeOf(id string) string {
	for _, c := range l.r.Changes {
		for _, h := range c.Hunks {
			if h.ID == id {
				return c.Path + ", " + hunkPlace(h)
			}
		}
	}
	return ""
}

// tellLines says one side of a hunk line by line, each with what it is, and what of it cannot be heard. Secrets
// are looked for in all of it, as a key has many lines.
func (t text) tellLines(word string, lines []string, whole bool) {
	for _, s := range hunk.Lines([]byte(secret.Mask(strings.Join(lines, "")))) {
		body, ended := strings.CutSuffix(s, "\n")
		var silent []string
		if rest, ok := strings.CutSuffix(body, "\r"); ok && ended {
			body, silent = rest, append(silent, "ends with a carriage return")
		}
		trimmed := strings.TrimRight(body, " \t")
		switch n := len(body) - len(trimmed); {
		case body == "":
			silent = append([]string{"empty line"}, silent...)
		case trimmed == "":
			silent = append(silent, "only blanks")
		case n > 0:
			silent = append(silent, model.Count(n, "blank")+" at the end")
		}
		if !ended && whole {
			silent = append(silent, "no newline at the end of the file")
		}
		if len(silent) > 0 {
			trimmed = strings.TrimLeft(trimmed+" ("+strings.Join(silent, ", ")+")", " ")
		}
		t.linef("%s: %s", word, trimmed)
	}
}

// speaker is who said a line.
func speaker(s model.Source) string {
	switch {
	case s.Call:
		return "the agent called a tool"
	case s.Trust == model.TrustUser:
		return "the user said"
	case s.Trust == model.TrustAssistant:
		return "the agent said"
	case s.Trust == model.TrustTool:
		return "a tool answered"
	}
	return "it stands"
}

func spokenPlace(s model.Source) string {
	if s.Session == "" {
		return fmt.Sprintf("file %s, line %d", s.Path, s.Line)
	}
	place, _, _ := strings.Cut(s.Place(), ":")
	return fmt.Sprintf("session %s, line %d", place, s.Line)
}

// verdicts are what a citation is worth where it comes without a reason.
var verdicts = map[model.Verdict]string{
	model.Supported: "it does", model.Unsupported: "it does not", model.Missing: "there is no such line",
}

// tellEnd says how far the review has come.
func (l *linear) tellEnd() {
	all, _ := hunk.Counts(l.r.Changes, l.r.Decisions)
	l.out().linef("")
	l.out().linef("This is the end. %d accepted, %d rejected, %d undecided.", all.Accepted, all.Rejected, all.Undecided)
}

// endQuestion is what is asked behind the last hunk.
func (l *linear) endQuestion() string {
	if l.r.State == model.ReviewUncommitted {
		return "commit to try it again, undo to put the notes back, or quit?"
	}
	if undecided(l.r) > 0 {
		return "open, to go over what is undecided; back, undo, rest clean, rules, commit, quit, help?"
	}
	return "commit, back, undo, quit?"
}
