package audit

import (
	"fmt"
	"regexp"
	"strings"
	"unicode/utf8"

	"dreamgate/model"
)

// The agent is told not to keep what the repository tells better, how far a task is, and how a fault was
// hunted: all that is wrong soon. These rules go by the form of a text and not by its words, of which
// a rule that lasts may have the same.

// kept judges whether what a note holds is for keeping.
func (c *collector) kept(p *page) {
	if strings.Contains(p.text, "─") || strings.Contains(p.text, "- ") || strings.Contains(p.text, "* ") || strings.Contains(p.text, "```") {
		c.derivable(p)
	}
	c.task(p)
	c.debugging(p)
}

// Shapes of what a repository tells: a line of a directory tree, a fence around code of a language.
var (
	treeLine  = regexp.MustCompile(`^[\s│|]*[├└]─+\s*(?:[^\s(]*/|\S*\.\w{1,6})(?:\s|$)`)
	codeFence = regexp.MustCompile("^\\s*(?:```|~~~)\\s*(go|golang|ts|tsx|typescript|js|jsx|javascript|py|python|rust|rs|java|kotlin|swift|c|cpp|c\\+\\+|cs|csharp|ruby|rb|php|scala)\\s*$")
)

// listsCommits counts the commits that a line of a list names: an item, in which they are set off from the
// text, or a short title. Prose that gives a commit as its source lists none.
func listsCommits(line string) (n int) {
	line = strings.TrimLeft(line, " \t")
	title := len(line) <= mostTitle && titled(line)
	if !title && (len(line) < 2 || !strings.Contains("-*+", line[:1]) || line[1] != ' ') {
		return 0
	}
	for from, to := 0, 0; from < len(line); from = to + 1 {
		for to = from; to < len(line) && strings.IndexByte("0123456789abcdef", line[to]) >= 0; {
			to++
		}
		if isCommit(line, from, to) && (title || n > 0 || setOff(line[:from])) {
			n++
		}
	}
	return n
}

// mostTitle is how long a title may be, in bytes.
const mostTitle = 120

// isCommit reports whether a run of hexadecimal digits is a word by itself and may be a commit: a word or
// a number of that length does not have letters and digits.
func isCommit(line string, from, to int) bool {
	if size := to - from; size != 40 && (size < 7 || size > 12) {
		return false
	}
	part := func(at int, also string) bool {
		return at >= 0 && at < len(line) && (line[at] == '_' || line[at] >= '0' && line[at] <= '9' ||
			line[at]|0x20 >= 'a' && line[at]|0x20 <= 'z' || strings.IndexByte(also, line[at]) >= 0)
	}
	word := line[from:to]
	return !part(from-1, "./#@-") && !part(to, "/-") &&
		strings.ContainsAny(word, "0123456789") && strings.ContainsAny(word, "abcdef")
}

// setOff reports whether what stands before a commit sets it off: the sign of the item, a bracket, a dash
// or a colon, but no word.
func setOff(before string) bool {
	last, _ := utf8.DecodeLastRuneInString(strings.TrimRight(before, " `*"))
	return strings.ContainsRune("-+([:–—（【：→", last) || strings.Trim(before, " `*") == ""
}

// From how many lines on such a shape is what the note holds, and no example in it.
const (
	treeFrom   = 4
	hashesFrom = 3
	codeFrom   = 30
)

func (c *collector) derivable(p *page) {
	var tree, listing, hashes, code, fence int
	var first [3]int
	count := func(which int, n *int, line int) {
		if *n++; *n == 1 {
			first[which] = line
		}
	}
	longest := 0
	for l := range p.lines() {
		switch {
		case l.code && fence == 0 && codeFence.MatchString(l.text):
			fence, code = l.number, 0
		case !l.code:
			fence = 0
		case fence > 0:
			if code++; code > longest {
				longest, first[2] = code, fence
			}
		}
		if strings.Contains(l.text, "─") && treeLine.MatchString(l.text) {
			count(0, &tree, l.number)
		}
		if n := listsCommits(l.text); n > 0 && !l.code {
			count(1, &listing, l.number)
			hashes += n
		}
	}
	f := model.Finding{Rule: ruleDerivable, Severity: model.Info, Path: p.note.Path}
	switch {
	case tree >= treeFrom:
		f.Line, f.Message = first[0], "the note draws a directory tree, which the repository shows as it is today: keep only what one does not see in it"
	case listing >= hashesFrom:
		f.Line, f.Message = first[1], fmt.Sprintf("the note lists %d commits, which git log tells better: keep only what the history does not say", hashes)
	case longest >= codeFrom:
		f.Line, f.Message = first[2], fmt.Sprintf("the note holds %d lines of code, which change where they stand: name the file, and keep what its code does not say", longest-1)
	default:
		return
	}
	c.add(f)
}

// Headings that open a list of what is to be done, and of how a fault was hunted.
var (
	taskHeading = headings(`to-?dos?|to do|next steps?|next actions?|open tasks|remaining (?:work|tasks|steps)|work in progress|in progress|current (?:status|state|task)|what'?s next|` +
		`nächste schritte|offene (?:aufgaben|punkte)|aktueller stand|noch zu tun|待办(?:事项)?|下一步(?:计划)?|当前(?:状态|进度)|进行中|次のステップ|残タスク|残作業|作業中|現在の状況`)
	huntHeading = headings(`debug(?:ging)? (?:steps|log|notes|session|process)|steps to reproduce|reproduction steps|investigation(?: log| steps)?|troubleshooting log|` +
		`fehlersuche|reproduktionsschritte|排查(?:过程|步骤)|调试(?:过程|步骤|记录)|复现步骤|デバッグ(?:手順|ログ|記録)|調査(?:ログ|記録|手順)|再現手順`)
	box  = regexp.MustCompile(`^\s*(?:[-*+]|\d+[.)])\s+\[[ xX]\]\s`)
	todo = regexp.MustCompile(`^\s*(?:[-*+]\s+)?(?:\*\*)?(?:TODO|FIXME)(?:\*\*)?\s*[:：]`)
)

// headings matches a heading, or a line in bold, of just these words.
func headings(words string) *regexp.Regexp {
	return regexp.MustCompile(`(?i)^\s*(?:#{1,6}\s+|\*\*)[^\pL]*(?:` + words + `)[^\pL]*$`)
}

// titled reports whether a line may be a heading, and traces whether one may be of a stack trace.
func titled(line string) bool {
	line = strings.TrimLeft(line, " \t")
	return strings.HasPrefix(line, "#") || strings.HasPrefix(line, "**")
}

func traces(line string) bool {
	line = strings.TrimLeft(line, " \t")
	return strings.HasPrefix(line, "at ") || strings.HasPrefix(line, "File ") || strings.HasPrefix(line, "Traceback") || strings.HasPrefix(line, "goroutine")
}

func (c *collector) task(p *page) {
	done, open, at := 0, 0, 0
	for l := range p.lines() {
		if l.code {
			continue
		}
		if strings.Contains(l.text, "] ") && listed.MatchString(l.text) && box.MatchString(l.text) {
			if strings.Contains(l.text, "[ ]") {
				open++
			} else if done++; done == 1 {
				at = l.number
			}
			continue
		}
		if titled(l.text) && taskHeading.MatchString(l.text) || strings.Contains(l.text, "O") && todo.MatchString(l.text) {
			done, at = 1, l.number
			break
		}
	}
	// Boxes of which none is ticked are a list to go by each time, which is worth keeping.
	if done == 0 {
		return
	}
	what := "what is to be done, and how far it is"
	if open > 0 {
		what = fmt.Sprintf("how far a task is (%d done, %d open)", done, open)
	}
	c.add(model.Finding{Rule: ruleTask, Severity: model.Info, Path: p.note.Path, Line: at,
		Message: "the note tells " + what + ", which is over soon: keep it where tasks are kept, and here what will still hold"})
}

// stack is a line of a stack trace.
var stack = regexp.MustCompile(`^\s*(?:Traceback \(most recent call last\)|goroutine \d+ \[|File "[^"]+", line \d+|at [\w.$<>]+ ?\([^)]*:\d+(?::\d+)?\))`)

func (c *collector) debugging(p *page) {
	traced, at := 0, 0
	for l := range p.lines() {
		if !l.code && titled(l.text) && huntHeading.MatchString(l.text) {
			c.add(model.Finding{Rule: ruleDebugging, Severity: model.Info, Path: p.note.Path, Line: l.number,
				Message: "the note tells how a fault was hunted: keep what its cause was and what follows from it, and drop the steps"})
			return
		}
		if traces(l.text) && stack.MatchString(l.text) {
			if traced++; traced == 1 {
				at = l.number
			}
		}
	}
	if traced > 1 {
		c.add(model.Finding{Rule: ruleDebugging, Severity: model.Info, Path: p.note.Path, Line: at,
			Message: "the note holds a stack trace: keep what its cause was and what follows from it, and drop the trace"})
	}
}
