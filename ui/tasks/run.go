package tasks

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"dreamgate/keymap"
	"dreamgate/model"
	"dreamgate/ui/style"
)

// indent is the column of the rows below the first of a run.
const indent = 3

// columns are the widths of what stands in columns over all runs.
type columns struct{ kind, store, engine int }

// maxColumn bounds a column, so that one long name does not take the row.
const maxColumn = 24

func (p *Panel) columns() (c columns) {
	for _, r := range p.runs {
		c.kind = max(c.kind, len(kind(r)))
		c.store = max(c.store, style.Width(model.PrintableLine(r.Store.Name)))
		c.engine = max(c.engine, style.Width(model.PrintableLine(r.Engine)))
	}
	return columns{c.kind, min(c.store, maxColumn), min(c.engine, maxColumn)}
}

// kind is the word for what a run does.
func kind(r model.Run) string {
	if r.Extract {
		return "extract"
	}
	return "dream"
}

// told says what the first row of a run has room for: the sentence about its end, tokens and cost.
type told struct{ end, spent bool }

// block draws a run: one row, and below it what a run at work has to tell, or the details.
func (p *Panel) block(r model.Run, c columns, w int, now time.Time) []string {
	st := p.o.Styles
	head, told := p.first(r, c, w, now)
	rows := []string{head}
	say := func(ink style.Ink, s string) {
		rows = append(rows, style.Hang(style.Lead{Indent: indent}, ink, s, w)...)
	}
	detailed := p.detailed[r.ID]
	if s := p.result(r); !told.end && s != "" {
		say(p.voice(r.State), s)
	}
	if !r.State.Done() || detailed {
		if r.State != model.RunWaiting {
			rows = append(rows, p.stages(r, w, now)...)
		}
		if r.Progress.Known() && !r.State.Done() {
			rows = append(rows, p.progress(r, w))
		}
		if r.Last != "" && !r.State.Done() {
			say(st.Text, "last: "+model.PrintableLine(r.Last))
		}
		if r.Free && !r.State.Done() {
			say(st.Muted, "in another program; it goes on when you quit")
		}
		if len(r.Files) > 0 {
			say(st.Muted, "files: "+strings.Join(printable(r.Files), ", "))
		}
		if s := gathered(r); s != "" {
			say(st.Muted, s)
		}
		if s := spent(r); !told.spent && s != "" {
			say(st.Muted, s)
		}
	}
	if detailed {
		rows = append(rows, p.report(r, w)...)
	}
	if p.armed == r.ID && now.Before(p.armedUntil) {
		lead := style.Lead{Mark: " " + st.Marks.Finding, Ink: st.Warn, Indent: indent}
		rows = append(rows, style.Hang(lead, st.Warn, p.again(), w)...)
	}
	return rows
}

// report draws the faults and remarks of a run.
func (p *Panel) report(r model.Run, w int) (rows []string) {
	st := p.o.Styles
	lead := style.Lead{Mark: style.Repeat(" ", indent) + st.Marks.Dot, Ink: st.Muted, Indent: indent + 2}
	for _, s := range r.Report {
		rows = append(rows, style.Hang(lead, st.Text, model.PrintableLine(s), w)...)
	}
	if len(r.Report) == 0 && r.State.Done() {
		rows = style.Hang(style.Lead{Indent: indent}, st.Muted, "nothing to report", w)
	}
	return rows
}

// voice is the ink of the sentence about a run.
func (p *Panel) voice(s model.RunState) style.Ink {
	if s == model.RunFailed {
		return p.o.Styles.Error
	}
	return p.o.Styles.Text
}

// gaugeWidth is the width of the gauge of stages.
const gaugeWidth = 12

// first is the row that every run has: its state, what and where, how far, how long. What has no
// room is left out from the middle, and goes below.
func (p *Panel) first(r model.Run, c columns, w int, now time.Time) (row string, told told) {
	here := r.ID == p.selected
	roles, st := p.o.Styles.Row(here), p.o.Styles
	bar := " "
	if here {
		bar = st.Marks.Bar
	}
	mark, ink := p.mark(r.State, roles)
	left := " " + st.ShortPad(kind(r), c.kind) + "  " + st.ShortPad(model.PrintableLine(r.Store.Name), c.store) + "  " +
		st.ShortPad(model.PrintableLine(r.Engine), c.engine)
	right := "  " + p.clock(r, now) + " "
	room := w - 2 - style.Width(left) - style.Width(right)
	middle, gauge := "", ""
	take := func(s string) bool {
		fits := s != "" && style.Width(s)+2 <= room
		if fits {
			room -= style.Width(s) + 2
		}
		return fits
	}
	switch end := p.result(r); {
	case !r.State.Works() && take(end):
		middle, told.end = "  "+end, true
	case take(p.standing(r)):
		middle = "  " + p.standing(r)
	}
	if r.State.Works() && room >= gaugeWidth+1 {
		gauge = " " + st.Gauge(passed(r), float64(len(model.Stages)), gaugeWidth)
		room -= gaugeWidth + 1
	}
	if s := spent(r); take(s) {
		right, told.spent = "  "+s+right, true
	}
	left = style.Cut(left, max(0, w-2-style.Width(right)))
	return style.Cut(roles.Accent.Render(bar)+ink.Render(mark)+roles.Strong.Render(left)+p.tone(r, roles, ink).Render(middle)+gauge+
		roles.Text.Render(style.Repeat(" ", room))+roles.Muted.Render(right), w), told
}

// tone is the ink of the middle of a run's first row.
func (p *Panel) tone(r model.Run, roles *style.Roles, ink style.Ink) style.Ink {
	if r.State == model.RunCancelled || r.State == model.RunUnchanged {
		return roles.Text
	}
	return ink
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
	case model.RunCancelling, model.RunWaiting:
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
		return "done"
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
		// Whether the review still waits is not the run's to know.
		loud := ""
		if r.Loss.Destroys() {
			loud = fmt.Sprintf(", %s destroyer: drops %d%%", p.o.Styles.Marks.Finding, r.Loss.Percent())
		}
		return join(fmt.Sprintf("done: %s, %d flagged%s; %s", model.Count(r.Hunks, "hunk"), r.Flagged, loud, p.fate(r)), note)
	case model.RunUnchanged:
		return join("nothing to change", note)
	case model.RunCancelled:
		return join("cancelled; nothing was changed", note)
	case model.RunWaiting:
		return join("waiting", note)
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

// fate says what became of the review of a run, or how it is opened.
func (p *Panel) fate(r model.Run) string {
	key := p.o.Keys.Key(keymap.Tasks, keymap.TaskReview)
	waits, known := p.waiting[r.Store.Dir]
	switch {
	case !known:
		return key + " opens the review while it waits"
	case slices.Contains(waits, r.Proposal):
		return key + " opens the review"
	}
	return "its review no longer waits"
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

// progress is the row of how far the stage is that is at work.
func (p *Panel) progress(r model.Run, w int) string {
	st := p.o.Styles
	text := model.PrintableLine(r.Progress.String())
	return style.Cut(style.Repeat(" ", indent)+st.Share(st.Info, r.Progress.Share(), gaugeWidth)+" "+st.Muted.Render(text), w)
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

// passed is the number of stages that are behind a run, with the part of the one at work that is known.
func passed(r model.Run) float64 { return float64(max(0, stageIndex(r.Stage))) + r.Progress.Share() }

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
	s := fmt.Sprintf("%s, %s", model.Count(r.Sessions, "session"), model.Count(r.Lines, "line"))
	if r.LeftOut > 0 {
		s += fmt.Sprintf(", %s left out", model.Number(r.LeftOut))
	}
	return s
}

// spent tells tokens and cost where they are known.
func spent(r model.Run) string {
	var parts []string
	switch {
	case r.Tokens >= 10_000:
		parts = append(parts, fmt.Sprintf("%dk tok", r.Tokens/1000))
	case r.Tokens > 0:
		parts = append(parts, model.Number(r.Tokens)+" tok")
	}
	if r.Cost > 0 {
		parts = append(parts, fmt.Sprintf("$%.2f", r.Cost))
	}
	return strings.Join(parts, "  ")
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

func printable(paths []string) []string {
	out := make([]string, len(paths))
	for i, s := range paths {
		out[i] = model.PrintableLine(s)
	}
	return out
}
