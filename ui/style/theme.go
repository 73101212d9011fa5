package style

import (
	"github.com/charmbracelet/lipgloss"
	"github.com/muesli/termenv"
)

// colour is one token of a theme: for terminals of many colours, and the named one of sixteen.
type colour struct{ hex, ansi string }

// none is the terminal's own colour.
var none = colour{}

// theme holds all that a look consists of. Faint is for rules and borders only, never for words.
type theme struct {
	name string
	// most is the most colours that it uses; isDark says for which ground it is.
	most   termenv.Profile
	isDark bool
	// selectText is the body text on the selection's own ground, where the terminal's default
	// could be unreadable.
	muted, faint, accent, selectText, selectBg colour
	add, addBg, addWord, del, delBg, delWord   colour
	// found is the ground of words that are found, here that of the place of the cursor, each with its text.
	found, foundText, here, hereText   colour
	ok, warn, err, info                colour
	user, feedback, project, reference colour
}

var dark = theme{
	name:       "dark",
	isDark:     true,
	muted:      colour{"#9AA0AA", "7"},
	faint:      colour{"#6B7280", "8"},
	accent:     colour{"#B39DFA", "13"},
	selectText: colour{"#F2F0FA", "15"},
	selectBg:   colour{"#2A2440", "0"},
	add:        colour{"#7EE2A0", "10"},
	addBg:      colour{"#10241A", ""},
	addWord:    colour{"#1E4D31", ""},
	del:        colour{"#FF9A9A", "9"},
	delBg:      colour{"#2A1416", ""},
	delWord:    colour{"#5A2328", ""},
	found:      colour{"#F2C14E", "3"},
	foundText:  colour{"#1F2328", "0"},
	here:       colour{"#B39DFA", "13"},
	hereText:   colour{"#1F2328", "0"},
	ok:         colour{"#7EE2A0", "10"},
	warn:       colour{"#F2C14E", "11"},
	err:        colour{"#FF8B8B", "9"},
	info:       colour{"#7CC7F5", "14"},
	user:       colour{"#7CC7F5", "14"},
	feedback:   colour{"#F2C14E", "11"},
	project:    colour{"#B39DFA", "13"},
	reference:  colour{"#9AA0AA", "7"},
}

var light = theme{
	name:       "light",
	muted:      colour{"#57606A", "8"},
	faint:      colour{"#8C959F", "7"},
	accent:     colour{"#6D28D9", "5"},
	selectText: colour{"#1F2328", "0"},
	selectBg:   colour{"#EDE7FB", "15"},
	add:        colour{"#116329", "2"},
	addBg:      colour{"#E6F6EB", ""},
	addWord:    colour{"#B4E4C4", ""},
	del:        colour{"#A40E26", "1"},
	delBg:      colour{"#FDEBEC", ""},
	delWord:    colour{"#F6C4C8", ""},
	found:      colour{"#FFE08A", "11"},
	foundText:  colour{"#1F2328", "0"},
	here:       colour{"#6D28D9", "5"},
	hereText:   colour{"#FFFFFF", "15"},
	ok:         colour{"#116329", "2"},
	warn:       colour{"#8A5300", "3"},
	err:        colour{"#A40E26", "1"},
	info:       colour{"#0A5BA6", "4"},
	user:       colour{"#0A5BA6", "4"},
	feedback:   colour{"#8A5300", "3"},
	project:    colour{"#6D28D9", "5"},
	reference:  colour{"#57606A", "8"},
}

// all are the themes in the order in which the key goes through them. Those of sixteen colours use what the
// terminal was told to show for the names of colours; without any, signs and bold letters are left.
var all = []theme{dark, light, dark.limited("dark-16", termenv.ANSI), light.limited("light-16", termenv.ANSI), dark.limited("none", termenv.Ascii)}

// themes are the themes by the names that --theme takes.
var themes = byName(all)

func byName(list []theme) map[string]theme {
	m := map[string]theme{}
	for _, t := range list {
		m[t.name] = t
	}
	return m
}

// limited is a theme with fewer colours.
func (t theme) limited(name string, most termenv.Profile) theme {
	t.name, t.most = name, most
	return t
}

// paint returns the colour as the profile can show it.
func (c colour) paint(p termenv.Profile) lipgloss.TerminalColor {
	s := c.hex
	if p == termenv.ANSI {
		s = c.ansi
	}
	if s == "" {
		return lipgloss.NoColor{}
	}
	return lipgloss.Color(s)
}
