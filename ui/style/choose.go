package style

import (
	"strconv"
	"strings"

	"github.com/muesli/termenv"
)

// Choose returns the theme to draw: the one that was asked for, else what COLORFGBG says of the
// terminal's ground ("15;0": the last number is the background's), else dark. The terminal itself
// is never asked.
func Choose(asked, colorfgbg string) string {
	if _, ok := themes[asked]; ok {
		return asked
	}
	_, last, ok := strings.Cut(colorfgbg, ";")
	if i := strings.LastIndexByte(last, ';'); i >= 0 {
		last = last[i+1:]
	}
	if n, err := strconv.Atoi(last); ok && err == nil && (n == 7 || n > 8) {
		return light.name
	}
	return dark.name
}

// Themes are the names that Choose takes.
func Themes() []string { return Different(termenv.TrueColor) }

// Different are the themes that look different from each other in a terminal of so many colours.
func Different(p termenv.Profile) (names []string) {
	for _, t := range all {
		if t.most == termenv.TrueColor && p != termenv.Ascii || t.most > p {
			names = append(names, t.name)
		}
	}
	return names
}

// UTF8 reports whether the locale's variables (LC_ALL, LC_CTYPE, LANG: the first that is set) allow
// more than ASCII on the screen. With none set it is allowed: macOS and containers leave them out.
func UTF8(env func(string) string) bool {
	for _, name := range []string{"LC_ALL", "LC_CTYPE", "LANG"} {
		if v := strings.ToUpper(env(name)); v != "" {
			return strings.Contains(v, "UTF-8") || strings.Contains(v, "UTF8")
		}
	}
	return true
}
