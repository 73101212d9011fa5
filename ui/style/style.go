package style

import (
	"io"
	"strings"

	"github.com/charmbracelet/lipgloss"
	"github.com/muesli/termenv"
)

// Ink draws text of one line in one role. It is a lipgloss style worked out once: a style works out
// its colours on every call, which is most of the time of a frame.
type Ink struct {
	// Style is the same role for code that takes a lipgloss style.
	Style   lipgloss.Style
	on, off string
}

// Render draws s. The text must be printable, of one line, and without codes of its own: an inner
// reset would end the ink.
func (i Ink) Render(s string) string {
	if s == "" || i.on == "" {
		return s
	}
	return i.on + s + i.off
}

// Roles are the inks of words on one ground.
type Roles struct {
	// Text is body text, Strong its emphasis, Muted what is secondary, Faint rules and borders only.
	Text, Strong, Muted, Faint Ink
	// Accent marks where the focus is, and names.
	Accent Ink
	// OK, Warn, Error and Info are states and severities.
	OK, Warn, Error, Info Ink
	// User, Feedback, Project and Reference are the types of notes.
	User, Feedback, Project, Reference Ink
	// Add and Del are changed text on this ground, without the ground of a diff.
	Add, Del Ink
}

// Styles is what panes draw with. It is made once for a theme and never changed.
type Styles struct {
	// Roles are the inks on the terminal's own ground; Selected the same on a selected row.
	Roles
	Selected Roles
	// AddLine, AddWord, DelLine and DelWord are the rows of a diff and the words that changed in
	// them, each with its ground.
	AddLine, AddWord, DelLine, DelWord Ink
	// Found is a place of words that are looked for, FoundHere that of the cursor.
	Found, FoundHere Ink
	// Theme is the name of the theme.
	Theme string
	// Profile is how many colours are used: what the terminal shows, or fewer.
	Profile termenv.Profile
	// Plain says that there are no colours at all (NO_COLOR): emphasis needs characters.
	Plain bool
	// Marks are the signs of the screen, in Unicode or ASCII.
	Marks Marks
}

// Options choose a look.
type Options struct {
	// Theme is one of Themes; anything else is dark.
	Theme   string
	Profile termenv.Profile
	ASCII   bool
}

// New makes the styles of a theme.
func New(o Options) *Styles {
	t, ok := themes[o.Theme]
	if !ok {
		t = dark
	}
	o.Profile = max(o.Profile, t.most) // the more, the fewer colours
	p := painter{lipgloss.NewRenderer(io.Discard), o.Profile}
	p.r.SetColorProfile(o.Profile)
	p.r.SetHasDarkBackground(t.isDark)
	return &Styles{
		Roles:     p.roles(t, none, none),
		Selected:  p.roles(t, t.selectText, t.selectBg),
		AddLine:   p.ink(t.add, t.addBg),
		AddWord:   p.strong(t.add, t.addWord),
		DelLine:   p.ink(t.del, t.delBg),
		DelWord:   p.strong(t.del, t.delWord),
		Found:     p.ink(t.foundText, t.found),
		FoundHere: p.ink(t.hereText, t.here),
		Theme:     t.name,
		Profile:   o.Profile,
		Plain:     o.Profile == termenv.Ascii,
		Marks:     marks(o.ASCII),
	}
}

// Row returns the roles for a row that is selected or not.
func (s *Styles) Row(selected bool) *Roles {
	if selected {
		return &s.Selected
	}
	return &s.Roles
}

// Type returns the ink of a note's type; what is no known type is muted.
func (r *Roles) Type(name string) Ink {
	switch name {
	case "user":
		return r.User
	case "feedback":
		return r.Feedback
	case "project":
		return r.Project
	case "reference":
		return r.Reference
	}
	return r.Muted
}

// painter makes inks for one profile of colours.
type painter struct {
	r *lipgloss.Renderer
	p termenv.Profile
}

func (p painter) ink(fg, bg colour) Ink { return ink(p.style(fg, bg)) }

func (p painter) strong(fg, bg colour) Ink {
	s := p.style(fg, bg).Bold(true)
	if p.p == termenv.ANSI && bg != none {
		// Sixteen colours have no second ground to show a word on.
		s = s.Underline(true).UnderlineSpaces(true)
	}
	return ink(s)
}

func (p painter) style(fg, bg colour) lipgloss.Style {
	return p.r.NewStyle().Inline(true).Foreground(fg.paint(p.p)).Background(bg.paint(p.p))
}

// ink takes a style apart into what it writes before and after its text.
func ink(s lipgloss.Style) Ink {
	const stand = "x"
	on, off, _ := strings.Cut(s.Render(stand), stand)
	return Ink{Style: s, on: on, off: off}
}

func (p painter) roles(t theme, text, bg colour) Roles {
	return Roles{
		Text: p.ink(text, bg), Strong: p.strong(text, bg), Muted: p.ink(t.muted, bg), Faint: p.ink(t.faint, bg),
		Accent: p.strong(t.accent, bg),
		OK:     p.ink(t.ok, bg), Warn: p.ink(t.warn, bg), Error: p.ink(t.err, bg), Info: p.ink(t.info, bg),
		User: p.ink(t.user, bg), Feedback: p.ink(t.feedback, bg),
		Project: p.ink(t.project, bg), Reference: p.ink(t.reference, bg),
		Add: p.ink(t.add, bg), Del: p.ink(t.del, bg),
	}
}
