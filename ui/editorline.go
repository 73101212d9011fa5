package ui

import (
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/charmbracelet/x/ansi"

	"dreamgate/diffview/hunk"
)

// Ways in which editors are told at which line to open a file.
const (
	plusLine  = "+N FILE"
	colonLine = "FILE:N"
	gotoLine  = "--goto FILE:N"
	flagLine  = "--line N FILE"
	// commandLine is what POSIX has for vi; the vi of BusyBox takes +N for another file.
	commandLine = "-c N FILE"
	noteLine    = "-nN FILE"
)

// lineWays are the editors of which the way is documented, by the name of the program. Any other one is given the file
// alone: what it does not know for a line it would open as a file.
var lineWays = func() map[string]string {
	ways := map[string]string{"vi": commandLine, "notepad++": noteLine}
	for way, names := range map[string]string{
		plusLine: "vim vimx nvim nvi gvim mvim view rvim vis nano rnano pico emacs emacsclient xemacs mg zile joe jmacs jpico jstar " +
			"rjoe kak micro mcedit ne dte gedit pluma xed bbedit",
		colonLine: "hx helix subl sublime_text zed zeditor zedit atom",
		gotoLine:  "code code-insiders code-oss codium codium-insiders vscodium cursor windsurf",
		flagLine:  "kate kwrite mate idea pycharm goland webstorm clion phpstorm rubymine rustrover rider",
	} {
		for name := range strings.FieldsSeq(names) {
			ways[name] = way
		}
	}
	return ways
}()

// atLine are the words of a command that opens a file in an editor, at a line from 1 where it is known how to say that.
func atLine(editor []string, file string, line int) []string {
	words := slices.Clip(editor)
	// Behind -- all words are files, and a server of vim is told of lines in another way.
	odd := func(word string) bool { return word == "--" || strings.HasPrefix(word, "--remote") }
	if line < 1 || slices.ContainsFunc(words[1:], odd) {
		return append(words, file)
	}
	n := strconv.Itoa(line)
	switch lineWay(words[0]) {
	case plusLine:
		return append(words, "+"+n, file)
	case colonLine:
		return append(words, file+":"+n)
	case gotoLine:
		return append(words, "--goto", file+":"+n)
	case flagLine:
		return append(words, "--line", n, file)
	case commandLine:
		return append(words, "-c", n, file)
	case noteLine:
		return append(words, "-n"+n, file)
	}
	return append(words, file)
}

// lineWay is the way of a program, "" if it is none that is known. A name that is a link to one (editor of Debian, vi
// of many) is that one.
func lineWay(program string) string {
	if way := lineWays[editorName(program)]; way != "" {
		return way
	}
	path, err := exec.LookPath(program)
	if err == nil {
		path, err = filepath.EvalSymlinks(path)
	}
	if err != nil {
		return ""
	}
	return lineWays[editorName(path)]
}

// editorName is the name of a program without what tells its builds apart: vim.basic, emacs-29.1, Code.exe.
func editorName(program string) string {
	name, _, _ := strings.Cut(strings.ToLower(filepath.Base(program)), ".")
	if lineWays[name] != "" {
		return name
	}
	return strings.TrimRight(name, "0123456789-")
}

// spot is where in a file the editor is to open: a line from 1, 0 for none. Text is that of the line, where it may have
// moved meanwhile.
type spot struct {
	line int
	text string
}

// in is the line of a spot in a file as it is now: the nearest one with its text, if there is one.
func (s spot) in(file []byte) int {
	best := s.line
	if s.line < 1 || s.text == "" {
		return best
	}
	far := -1
	for i, l := range hunk.Lines(file) {
		if d := max(i+1-s.line, s.line-i-1); strings.TrimRight(l, "\r\n") == s.text && (far < 0 || d < far) {
			best, far = i+1, d
		}
	}
	return best
}

// mostNeedle bounds what of a row is looked for in a file, in letters; where so much is not found, less is.
const mostNeedle = 40

// lineOf is the line of a file that a row of its drawing shows, from 1; 0 if it cannot be told. Marks and blanks come
// and go where a note is drawn: letters and figures stay. Of what stands there several times the one is meant that has
// as many before it.
func lineOf(file []byte, from int, rows []string, row int) int {
	if row < 0 || row >= len(rows) {
		return 0
	}
	from = min(from, len(file))
	text, lines := lettersOf(string(file[from:]))
	before, _ := lettersOf(ansi.Strip(strings.Join(rows[:row], "\n")))
	needle, _ := lettersOf(ansi.Strip(strings.Join(rows[row:min(len(rows), row+mostNeedle)], "\n")))
	for most := mostNeedle; most >= mostNeedle/4 && len(needle) > 0; most /= 2 {
		word := needle[:min(most, len(needle))]
		nth, at := strings.Count(before, word), -1
		for i := range nth + 1 {
			next := strings.Index(text[at+1:], word)
			if next < 0 {
				break
			}
			if at += 1 + next; i == nth {
				return 1 + strings.Count(string(file[:from]), "\n") + lines[at]
			}
		}
	}
	return 0
}

// lettersOf are the letters and figures of a text, and of each byte the line that it is in, from 0.
func lettersOf(text string) (string, []int) {
	var b strings.Builder
	var lines []int
	line := 0
	for _, r := range text {
		if r == '\n' {
			line++
		}
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) {
			continue
		}
		b.WriteRune(r)
		for len(lines) < b.Len() {
			lines = append(lines, line)
		}
	}
	return b.String(), lines
}
