package reality

import (
	"bytes"
	"strings"
)

// block is a run of lines that is read as one text: a paragraph, an item of a list, a row of a table,
// or one line of a fence that holds commands.
type block struct {
	text string
	// lines are the numbers of its lines.
	lines []int
	shell bool
	// mood is that of the heading or of the words that lead to a list, if they have one.
	mood mood
}

// line is the number of the line at an offset of the text.
func (b block) line(at int) int {
	return b.lines[min(strings.Count(b.text[:at], "\n"), len(b.lines)-1)]
}

// splitter makes blocks out of lines.
type splitter struct {
	out   []block
	open  block
	fence string
	// shell says that the fence holds commands, prompt that only lines with a prompt are ones.
	shell, prompt bool
	comment       bool
	// heads are the moods of the headings around, by their level; intro that of a line with a colon.
	heads [7]mood
	intro mood
}

// shells are the languages of fences whose lines are commands.
var shells = map[string]bool{"sh": true, "bash": true, "shell": true, "zsh": true, "console": true, "shell-session": true}

// mostRead is how much of a note is looked at, in bytes, and mostBlock how much of it is one text: a
// session is shown a thirtieth of the one, and no paragraph is as long as the other.
const (
	mostRead  = 128 << 10
	mostBlock = 16 << 10
)

// blocks cuts a note. Of its frontmatter the description alone says something of the project.
func blocks(data []byte, body int) []block {
	var s splitter
	for i, l := range bytes.Split(data[:min(len(data), mostRead)], []byte("\n")) {
		line := strings.TrimSuffix(string(l), "\r")
		if body > 0 {
			body -= len(l) + 1
			if text, ok := strings.CutPrefix(line, "description:"); ok {
				s.out = append(s.out, block{text: text, lines: []int{i + 1}})
			}
			continue
		}
		s.add(line, i+1)
	}
	s.close()
	return s.out
}

func (s *splitter) add(line string, n int) {
	text := strings.TrimSpace(line)
	mark := fenceOf(text)
	switch {
	case s.fence != "":
		s.inFence(text, mark, n)
	case s.comment:
		s.comment = !strings.Contains(text, "-->")
	case mark != "":
		s.close()
		lang, _, _ := strings.Cut(strings.ToLower(strings.TrimSpace(text[len(mark):])), " ")
		s.fence, s.shell = mark, shells[lang]
		s.prompt = lang == "console" || lang == "shell-session"
	case strings.HasPrefix(text, "<!--"):
		s.close()
		s.comment = !strings.Contains(text, "-->")
	case text == "":
		s.close()
	case strings.HasPrefix(text, "#"):
		s.close()
		s.heading(text)
	case item(text):
		s.close()
		s.start(text, n)
		if strings.HasPrefix(text[1:], " [ ] ") {
			s.open.mood = doubtful
		}
	case text[0] == '|':
		s.close()
		s.start(text, n)
	default:
		if len(s.open.lines) == 0 && line[0] != ' ' && line[0] != '\t' {
			s.intro = asserted
		}
		s.start(text, n)
	}
}

// start opens a block, or goes on with the one that is open, which holds a paragraph and no more.
func (s *splitter) start(text string, n int) {
	if len(s.open.text) > mostBlock {
		s.close()
	}
	if len(s.open.lines) == 0 {
		s.open = block{text: text, lines: []int{n}, mood: s.around()}
		return
	}
	s.open.text += "\n" + text
	s.open.lines = append(s.open.lines, n)
}

// around is the mood of what stands above: the nearest that has one.
func (s *splitter) around() mood {
	if s.intro != asserted {
		return s.intro
	}
	for i := len(s.heads) - 1; i > 0; i-- {
		if s.heads[i] != asserted {
			return s.heads[i]
		}
	}
	return asserted
}

func (s *splitter) heading(text string) {
	level := len(text) - len(strings.TrimLeft(text, "#"))
	if level >= len(s.heads) {
		return
	}
	clear(s.heads[level:])
	s.heads[level] = titleMood(text)
	s.intro = asserted
}

// close ends the open block. One that ends in a colon leads to a list, and lends it its mood.
func (s *splitter) close() {
	if len(s.open.lines) == 0 {
		return
	}
	s.out = append(s.out, s.open)
	if t := strings.TrimRight(s.open.text, "* "); strings.HasSuffix(t, ":") || strings.HasSuffix(t, "：") {
		s.intro = titleMood(t)
	}
	s.open = block{}
}

// inFence takes a line of a fence.
func (s *splitter) inFence(text, mark string, n int) {
	if mark != "" && strings.HasPrefix(mark, s.fence) && strings.TrimSpace(text[len(mark):]) == "" {
		s.fence = ""
		return
	}
	prompted, ok := strings.CutPrefix(text, "$ ")
	if s.shell && (ok || !s.prompt) && text != "" && text[0] != '#' && s.around() == asserted {
		s.out = append(s.out, block{text: prompted, lines: []int{n}, shell: true})
	}
}

// fenceOf is the run of backticks or tildes that opens or ends a fence, "" if the line has none.
func fenceOf(text string) string {
	for _, c := range []string{"`", "~"} {
		if n := len(text) - len(strings.TrimLeft(text, c)); n >= 3 {
			return text[:n]
		}
	}
	return ""
}

// item reports whether a line begins an item of a list.
func item(text string) bool {
	if len(text) > 1 && strings.ContainsRune("-*+", rune(text[0])) && text[1] == ' ' {
		return true
	}
	digits := len(text) - len(strings.TrimLeft(text, "0123456789"))
	return digits > 0 && digits < 4 && len(text) > digits+1 && strings.ContainsRune(".)", rune(text[digits])) && text[digits+1] == ' '
}
