package tasks

import (
	"fmt"
	"strings"
	"time"

	"dreamgate/keymap"
	"dreamgate/model"
	"dreamgate/ui/style"
)

// indent is the column of the rows below the first of a run.
const indent = 3

// block draws a run: one row, and below it what a run at work has to tell, or the details.
func (p *Panel) block(r model.Run, w int, now time.Time) []string {
	rows := []string{p.first(r, w, now)}
	st := p.o.Styles
	say := func(ink style.Ink, s string) {
		rows = append(rows, style.Hang(style.Lead{Indent: indent}, ink, s, w)...)
	}
	detailed := p.detailed[r.ID]
	if s := p.result(r); s != "" {
		ink := st.Text
		if r.State == model.RunFailed {
			ink = st.Error
		}
		say(ink, s)
	}
	if !r.State.Done() || detailed {
		rows = append(rows, p.stages(r, w, now)...)
		if r.Last != "" && !r.State.Done() {
			say(st.Text, "last: "+model.PrintableLine(r.Last))
		}
		if len(r.Files) > 0 {
			say(st.Muted, "files: "+strings.Join(printable(r.Files), ", "))
		}
		if s := gathered(r); s != "" {
			say(st.Muted, s)
		}
	}
	if detailed {
		for _, s := range r.Report {
			rows = append(rows, style.Hang(style.Lead{Mark: "   " + st.Marks.Dot + " ", Ink: st.Muted, Indent: indent + 2}, st.Text, model.PrintableLine(s), w)...)
		}
		if len(r.Report) == 0 && r.State.Done() {
			say(st.Muted, "nothing to report")
		}
	}
	if p.armed == r.ID && now.Before(p.armedUntil) {
		rows = append(rows, style.Hang(style.Lead{Mark: " " + st.Marks.Finding + " ", Ink: st.Warn, Indent: indent}, st.Warn, p.again(), w)...)
	}
	return rows
}

// first is the row that every run has: its state, what and where, how far, how long.
func (p *Panel) first(r model.Run, w int, now time.Time) string {
	here := r.ID == p.selected
	roles, st := p.o.Styles.Row(here), p.o.Styles
	bar := " "
	if here {
		bar = st.Marks.Bar
	}
	mark, ink := p.mark(r.State, roles)
	left := fmt.Sprintf(" dream  %s  %s", model.PrintableLine(r.Store.Name), model.PrintableLine(r.Engine))
	right := spent(r) + p.clock(r, now) + " "
	room := w - 2 - style.Width(right)
	middle := ""
	if word := p.standing(r); style.Width(left)+style.Width(word)+2 <= room {
		middle = "  " + word
	}
	gauge := ""
	const gaugeWidth = 12
	if !r.State.Done() && style.Width(left)+style.Width(middle)+gaugeWidth+2 <= room {
		gauge = " " + st.Gauge(float64(passed(r)), float64(len(model.Stages)), gaugeWidth)
	}
	room -= style.Width(middle) + style.Width(gauge)
	left = st.Short(left, room)
	fill := style.Repeat(" ", room-style.Width(left))
	return style.Cut(roles.Accent.Render(bar)+ink.Render(mark)+roles.Strong.Render(left)+ink.Render(middle)+gauge+
		roles.Text.Render(fill)+roles.Muted.Render(right), w)
}

// mark is the sign of a state.
func (p *Panel) mark(s model.RunState, roles *style.Roles) (string, style.Ink) {
	m := p.o.Styles.Marks
	switch s {
	case model.RunReady, model.RunUnchanged:
		return m.Yes, roles.OK
	case model.RunFailed:
		return m.No, roles.Error
	case model.RunCancelled:
		return m.No, roles.Muted
	case model.RunCancelling:
		return m.Running, roles.Warn
	}
	return m.Running, roles.Info
}

// standing is one word for where a run is.
func (p *Panel) standing(r model.Run) string {
	switch r.State {
	case model.RunRunning:
		if r.Stage == "" {
			return "starting"
		}
		return string(r.Stage)
	case model.RunReady:
		return "review ready"
	case model.RunUnchanged:
		return "nothing to change"
	}
	return string(r.State)
}

// result says how a run ended, or that it is being ended.
func (p *Panel) result(r model.Run) string {
	note := model.PrintableLine(r.Note)
	switch r.State {
	case model.RunReady:
		s := fmt.Sprintf("review ready: %s, %d flagged; %s to review", count(r.Hunks, "hunk"), r.Flagged,
			p.o.Keys.Key(keymap.Tasks, keymap.TaskReview))
		return join(s, note)
	case model.RunUnchanged:
		return join("the memory stands as it is", note)
	case model.RunCancelled:
		return join("cancelled; nothing was changed", note)
	case model.RunCancelling:
		return "cancelling; nothing is changed"
	case model.RunFailed:
		if note == "" {
			note = "no reason was given"
		}
		return note
	}
	return ""
}

// join adds a note that says something else than the sentence before it.
func join(s, note string) string {
	if note == "" || strings.Contains(s, strings.TrimSuffix(note, ".")) {
		return s
	}
	return s + ": " + note
}

// stages is the row of stages: those behind with their seconds, the one at work, those to come.
func (p *Panel) stages(r model.Run, w int, now time.Time) []string {
	m := p.o.Styles.Marks
	end := r.Ended
	if end.IsZero() {
		end = now
	}
	words := make([]string, 0, len(model.Stages))
	at := stageIndex(r.Stage)
	for i, s := range model.Stages {
		word := string(s)
		took := seconds(r, i, end)
		switch {
		case i < at || i == at && ended(r):
			word += " " + m.Yes + took
		case i == at && r.State.Done():
			word += " " + m.No + took
		case i == at:
			word += " " + m.Ellipsis + took
		}
		words = append(words, word)
	}
	return style.Hang(style.Lead{Indent: indent}, p.o.Styles.Muted, strings.Join(words, "   "), w)
}

// ended reports whether a run came to its natural end.
func ended(r model.Run) bool {
	return r.State == model.RunReady || r.State == model.RunUnchanged
}

// stageIndex is the place of a stage, -1 before the first.
func stageIndex(s model.Stage) int {
	for i, x := range model.Stages {
		if x == s {
			return i
		}
	}
	return -1
}

// passed is the number of stages that are behind a run.
func passed(r model.Run) int { return max(0, stageIndex(r.Stage)) }

// seconds is how long stage i took, up to the next stage that began, else up to end; "" where it is
// not known.
func seconds(r model.Run, i int, end time.Time) string {
	from, ok := r.StageAt[model.Stages[i]]
	if !ok || from.IsZero() {
		return ""
	}
	for _, s := range model.Stages[i+1:] {
		if at, ok := r.StageAt[s]; ok && !at.IsZero() {
			end = at
			break
		}
	}
	d := max(0, end.Sub(from))
	if d >= time.Minute {
		return " " + clock(d)
	}
	return fmt.Sprintf(" %ds", int(d/time.Second))
}

// gathered says what the dream was given.
func gathered(r model.Run) string {
	if r.Sessions == 0 && r.Lines == 0 && r.LeftOut == 0 {
		return ""
	}
	s := fmt.Sprintf("%s, %s", count(r.Sessions, "session"), count(r.Lines, "line"))
	if r.LeftOut > 0 {
		s += fmt.Sprintf(", %s left out", number(r.LeftOut))
	}
	return s
}

// spent tells tokens and cost where they are known.
func spent(r model.Run) string {
	s := ""
	switch {
	case r.Tokens >= 10_000:
		s = fmt.Sprintf("%dk tok  ", r.Tokens/1000)
	case r.Tokens > 0:
		s = fmt.Sprintf("%s tok  ", number(r.Tokens))
	}
	if r.Cost > 0 {
		s += fmt.Sprintf("$%.2f  ", r.Cost)
	}
	return s
}

// clock is the time that a run at work has taken, or how long ago it ended.
func (p *Panel) clock(r model.Run, now time.Time) string {
	if !r.State.Done() {
		return clock(max(0, now.Sub(r.Started)))
	}
	switch d := now.Sub(r.Ended); {
	case r.Ended.IsZero():
		return ""
	case d < time.Minute:
		return "now"
	case d < time.Hour:
		return fmt.Sprintf("%dm ago", int(d/time.Minute))
	case d < 48*time.Hour:
		return fmt.Sprintf("%dh ago", int(d/time.Hour))
	default:
		return fmt.Sprintf("%dd ago", int(d/(24*time.Hour)))
	}
}

// clock writes a duration as 01:42, with hours where there are any.
func clock(d time.Duration) string {
	s := int(d / time.Second)
	if s >= 3600 {
		return fmt.Sprintf("%d:%02d:%02d", s/3600, s/60%60, s%60)
	}
	return fmt.Sprintf("%02d:%02d", s/60, s%60)
}

// count writes a number with its noun.
func count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return number(n) + " " + noun + "s"
}

// number writes a count with its thousands apart.
func number(n int) string {
	s := fmt.Sprint(n)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

func printable(paths []string) []string {
	out := make([]string, len(paths))
	for i, s := range paths {
		out[i] = model.PrintableLine(s)
	}
	return out
}
