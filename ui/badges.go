package ui

import (
	"strconv"
	"strings"
	"time"

	"dreamgate/model"
	"dreamgate/ui/style"
)

// realityMark is the mark of what a note names: nothing where it names nothing, or where nobody has looked
// yet.
func realityMark(r model.Reality, m style.Marks) string {
	switch {
	case !r.Known || len(r.Claims) == 0:
		return ""
	case r.Count(model.RealityGone) > 0:
		return m.No
	case r.Count(model.RealityUnknown) > 0:
		return m.Unknown
	}
	return m.Yes
}

// realityWord is the mark with the number of what is gone.
func realityWord(r model.Reality, m style.Marks) string {
	if gone := r.Count(model.RealityGone); r.Known && gone > 0 {
		return realityMark(r, m) + strconv.Itoa(gone)
	}
	return realityMark(r, m)
}

// realityInk is the colour of that mark.
func realityInk(roles *style.Roles, r model.Reality) style.Ink {
	switch {
	case r.Count(model.RealityGone) > 0:
		return roles.Error
	case r.Count(model.RealityUnknown) > 0:
		return roles.Muted
	}
	return roles.OK
}

// useWord is how often sessions read a note.
func useWord(u model.Use, m style.Marks) string {
	switch {
	case !u.Known:
		return ""
	case u.Reads == 0:
		return m.None
	case u.Reads > 99:
		return "99+"
	}
	return strconv.Itoa(u.Reads) + "r"
}

// useSentence says how often, and when last, sessions read a note.
func useSentence(u model.Use, now time.Time) string {
	switch {
	case !u.Known:
		return ""
	case u.Reads == 0:
		return "never read by a session"
	}
	word := "read " + times(u.Reads) + ago(u.Last, now)
	if u.Since {
		return word + ", after its last change"
	}
	return word + ", not since it changed"
}

// rewriteSentence says how often dreams have rewritten a note; nothing where they have not.
func rewriteSentence(r model.Rewrites, now time.Time) string {
	if !r.Known || r.Count == 0 {
		return ""
	}
	return "rewritten " + times(r.Count) + " by dreams" + ago(r.Last, now)
}

func times(n int) string {
	if n == 1 {
		return "once"
	}
	return model.Count(n, "time")
}

// ago tells a time behind a comma, where it is known.
func ago(at, now time.Time) string {
	switch word := since(at, now); word {
	case "":
		return ""
	case "now":
		return ", last just now"
	default:
		return ", last " + word + " ago"
	}
}

// goneSentence says since when something is gone, and where it went.
func goneSentence(c model.RealityClaim, now time.Time) string {
	word := "gone"
	switch {
	case c.Commit != "":
		word += " since " + model.PrintableLine(c.Commit[:min(len(c.Commit), 7)])
	case c.Path != "":
		word += ": see " + model.PrintableLine(c.Path)
	}
	if !c.At.IsZero() {
		layout := "2 Jan"
		if c.At.Year() != now.Year() {
			layout = "2 Jan 2006"
		}
		word += " (" + c.At.Format(layout) + ")"
	}
	if c.To != "" {
		word += ", moved to " + model.PrintableLine(c.To)
	}
	return word
}

// namesSentence counts what a note names.
func namesSentence(r model.Reality) string {
	var parts []string
	for _, s := range []struct{ state, word string }{
		{model.RealityHolds, "there"}, {model.RealityGone, "gone"}, {model.RealityUnknown, "not known"},
	} {
		if n := r.Count(s.state); n > 0 {
			parts = append(parts, model.Number(n)+" "+s.word)
		}
	}
	if len(r.Claims) == 1 {
		return "the one thing it names is " + strings.TrimPrefix(parts[0], "1 ")
	}
	return "names " + model.Count(len(r.Claims), "thing") + ": " + strings.Join(parts, ", ")
}

// mostGone bounds the rows of what is gone; the list of related things has all.
const mostGone = 4

// badgeRows are the rows of the header that take longer to learn: none of them before they are known.
func (p *previewPane) badgeRows(w int) []string {
	st, r := p.st, p.badges.Reality
	var rows []string
	add := func(ink style.Ink, text string) {
		if text == "" {
			return
		}
		lines := style.Wrap(text, w)
		if len(lines) > 2 {
			lines = []string{lines[0], st.Short(strings.Join(lines[1:], " "), w)}
		}
		for _, l := range lines {
			rows = append(rows, ink.Render(l))
		}
	}
	add(st.Muted, useSentence(p.badges.Use, p.now))
	add(st.Muted, rewriteSentence(p.badges.Rewrites, p.now))
	// What is gone has rows of its own.
	if mark := realityMark(r, st.Marks); mark != "" && mark != st.Marks.No {
		add(realityInk(&st.Roles, r), mark+" "+namesSentence(r))
	}
	left := 0
	for _, c := range r.Claims {
		if c.State != model.RealityGone {
			continue
		}
		if left++; left <= mostGone {
			add(st.Error, st.Marks.No+" "+model.PrintableLine(clip(c.Token))+"  "+goneSentence(c, p.now))
		}
	}
	if left > mostGone {
		add(st.Muted, "and "+model.Count(left-mostGone, "thing")+" more that are gone")
	}
	for _, way := range []string{model.LinksTo, model.LinkedFrom, model.SameThings} {
		add(st.Muted, relatedRow(p.related, way))
	}
	return rows
}

// related is a note that belongs to the one on the screen.
type related struct {
	model.Relation
	title string
}

// relatedRow names the notes of one way of belonging.
func relatedRow(list []related, way string) string {
	var names []string
	for _, r := range list {
		if r.Way != way {
			continue
		}
		name := r.title
		if len(r.Words) > 0 {
			name += " (" + model.PrintableLine(strings.Join(r.Words, ", ")) + ")"
		}
		names = append(names, name)
	}
	if len(names) == 0 {
		return ""
	}
	if way == model.SameThings {
		way = "same things as"
	}
	return way + " " + strings.Join(names, ", ")
}
