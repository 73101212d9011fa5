package transcript

import (
	"bytes"
	"strconv"
	"strings"
	"time"

	"dreamgate/model"
)

// quick reports whether a raw line may be a record of the conversation. It looks at how the line begins, and
// else only for the bytes of its type, in any place of the object and with any spacing, and is wrong at most on
// the side of yes.
func quick(line []byte) bool {
	if len(line) >= longish && unspoken(line) {
		return false
	}
	return typed(line, `"user"`) || typed(line, `"assistant"`) || typed(line, `"`+queuedCommand+`"`)
}

// longish is the length from which on it is worth looking at how a line begins, in bytes.
const longish = 2 << 10

// unspoken reports whether the first fields of a line tell that it is no record of the conversation. It
// looks at no more than stands before the first value that may be long.
func unspoken(line []byte) bool {
	c := cursor{b: line[:min(len(line), longish)]}
	is, attached := false, false
	c.fields(func(key []byte) bool {
		switch at := c.peek(); {
		case string(key) == "type" && !attached:
			kind, escaped, ok := c.str()
			attached = ok && !escaped && string(kind) == attachment
			is = ok && !escaped && !attached && string(kind) != "user" && string(kind) != "assistant"
			return attached
		case string(key) == attachment && attached:
			is = c.otherKind()
			return false
		case at == '{' || at == '[':
			return false
		}
		return c.skip()
	})
	return is
}

// otherKind reports whether an attachment begins by saying that it is no one's words.
func (c *cursor) otherKind() bool {
	is := false
	c.fields(func(key []byte) bool {
		if c.peek() == '"' && string(key) == "type" {
			kind, escaped, ok := c.str()
			is = ok && !escaped && string(kind) != queuedCommand
		}
		return false
	})
	return is
}

var typeKey = []byte(`"type"`)

// typed reports whether `"type":` stands right before an occurrence of the quoted word.
func typed(line []byte, word string) bool {
	w := []byte(word)
	for from := 0; ; {
		at := bytes.Index(line[from:], w)
		if at < 0 {
			return false
		}
		at += from
		before := bytes.TrimRight(line[from:at], " \t")
		if n := len(before); n > 0 && before[n-1] == ':' &&
			bytes.HasSuffix(bytes.TrimRight(before[:n-1], " \t"), typeKey) {
			return true
		}
		from = at + len(w)
	}
}

// damaged reports whether a line that is no record of the conversation cannot be JSON either. It
// looks at both ends only, which is what a torn write changes.
func damaged(line []byte) bool {
	line = bytes.TrimSpace(line)
	if len(line) == 0 || line[0] == '{' && line[len(line)-1] == '}' {
		return false
	}
	return !whole(line)
}

// whole reports whether a line is one JSON value, or blank.
func whole(line []byte) bool {
	c := cursor{b: line}
	return len(bytes.TrimSpace(line)) == 0 || c.skip() && c.atEnd()
}

// record is what is wanted of one line: where its message stands, and what it says of itself.
type record struct {
	kind, stamp, cwd string
	// entry says how the agent was started: "cli" at a screen, "sdk-..." by a program.
	entry string
	// origin is who gave a user record to the agent: "human" or, in older ones, "" for the person at the
	// screen, else a task that ended, another agent, a channel.
	origin string
	// hidden records are not words of anybody: inserted by the agent, or a summary.
	hidden, sidechain, toolResult bool
	// typed says that a user record was typed when the agent waited for it, and never stood in a line before.
	typed             bool
	message, attached []byte
}

// parse reads the top level of a record. It reports false if the line is no JSON object.
func parse(line []byte) (r record, ok bool) {
	c := cursor{b: line}
	ok = c.fields(func(key []byte) bool {
		var good, flag bool
		switch string(key) {
		case "type":
			// Of two types the first one counts, as for who looks at the beginning of a line.
			var kind string
			if kind, good = c.text(); r.kind == "" {
				r.kind = kind
			}
		case "timestamp":
			r.stamp, good = c.scalar()
		case "origin":
			r.origin, good = c.kindOf()
		case "cwd":
			r.cwd, good = c.text()
		case "entrypoint":
			r.entry, good = c.text()
		case "isMeta", "isCompactSummary", "isVisibleInTranscriptOnly":
			flag, good = c.isTrue()
			r.hidden = r.hidden || flag
		case "isSidechain":
			r.sidechain, good = c.isTrue()
		case "toolUseResult":
			r.toolResult = true
			good = c.skip()
		case "promptSource":
			var source string
			source, good = c.text()
			r.typed = source == "typed"
		case "message":
			r.message, good = c.raw()
		case attachment:
			r.attached, good = c.raw()
		default:
			good = c.skip()
		}
		return good
	})
	return r, ok && c.atEnd()
}

// raw takes a value as it is written.
func (c *cursor) raw() ([]byte, bool) {
	c.space()
	start := c.i
	ok := c.skip()
	return c.b[start:c.i], ok
}

// quoted is a string of JSON: what stands between its quotes, and whether that holds escapes.
type quoted struct {
	raw     []byte
	escaped bool
}

func (q quoted) text() string { return unescape(q.raw, q.escaped) }

// speech is one block of a message, and who said it. Its text is decoded when it is asked for: most of it
// never is in a search.
type speech struct {
	trust model.Trust
	call  bool
	// name is the tool of a call, whose only part is what was done with it.
	name  string
	parts []quoted
}

// text is what was said, without what the agent inserted, "" if nothing is left.
func (s speech) text() string {
	switch {
	case s.call:
		return spoken(called(s.name, s.parts[0].text()))
	case len(s.parts) == 1:
		return spoken(s.parts[0].text())
	}
	texts := make([]string, len(s.parts))
	for i, q := range s.parts {
		texts[i] = q.text()
	}
	return spoken(strings.Join(texts, "\n"))
}

// said returns the blocks of a record that may be somebody's words, in order; of some the text is empty.
func (r record) said() []speech {
	switch {
	case r.hidden:
		return nil
	case r.kind == attachment:
		return r.queued()
	case r.kind != "user" && r.kind != "assistant":
		return nil
	}
	var out []speech
	c := cursor{b: r.message}
	c.fields(func(key []byte) bool {
		if string(key) != "content" {
			return c.skip()
		}
		switch c.peek() {
		case '"':
			text, ok := c.quoted()
			out = append(out, speech{trust: r.speaker(), parts: []quoted{text}})
			return ok
		case '[':
			return c.items(func() bool { return r.block(&c, func(s speech) { out = append(out, s) }) })
		}
		return c.skip()
	})
	return out
}

// speaker is who says the plain text of a record. The prompt of a subagent was written by the
// agent that called it, and a record that carries a tool's result, or comes from elsewhere than the person at the
// screen, is worth no more than a tool's.
func (r record) speaker() model.Trust {
	elsewhere := r.origin != "" && r.origin != "human"
	switch {
	case r.kind == "assistant":
		return model.TrustAssistant
	case r.toolResult || elsewhere:
		return model.TrustTool
	case !r.sidechain:
		return model.TrustUser
	}
	return model.TrustAssistant
}

// block takes one content block. Thinking is no statement and a picture has no words; both are
// left out, as is every kind that is not known.
func (r record) block(c *cursor, add func(speech)) bool {
	if c.peek() != '{' {
		return c.skip()
	}
	var (
		kind, name  string
		text, input quoted
		result      []quoted
	)
	ok := c.fields(func(key []byte) bool {
		var good bool
		switch string(key) {
		case "type":
			kind, good = c.text()
		case "text":
			text, good = c.quoted()
		case "content":
			result, good = c.contentText()
		case "name":
			name, good = c.text()
		case "input":
			input, good = c.toolInput()
		default:
			good = c.skip()
		}
		return good
	})
	switch kind {
	case "text":
		add(speech{trust: r.speaker(), parts: []quoted{text}})
	case "tool_result":
		add(speech{trust: model.TrustTool, parts: result})
	case "tool_use":
		if len(input.raw) > 0 {
			add(speech{model.TrustAssistant, true, name, []quoted{input}})
		}
	}
	return ok
}

// contentText takes the content of a tool result: a string, or a list of blocks with text.
func (c *cursor) contentText() ([]quoted, bool) {
	if c.peek() != '[' {
		text, ok := c.quoted()
		return []quoted{text}, ok
	}
	var parts []quoted
	ok := c.items(func() bool {
		if c.peek() != '{' {
			return c.skip()
		}
		return c.fields(func(key []byte) bool {
			if string(key) != "text" {
				return c.skip()
			}
			text, ok := c.quoted()
			parts = append(parts, text)
			return ok
		})
	})
	return parts, ok
}

// toolInput takes the arguments of a tool call and returns the one that says what was done: the
// command, else the file. What a call writes into a file is not a statement about anything.
func (c *cursor) toolInput() (quoted, bool) {
	if c.peek() != '{' {
		return quoted{}, c.skip()
	}
	var command, file quoted
	ok := c.fields(func(key []byte) bool {
		var good bool
		switch string(key) {
		case "command":
			command, good = c.quoted()
		case "file_path", "notebook_path":
			file, good = c.quoted()
		default:
			good = c.skip()
		}
		return good
	})
	if len(command.raw) > 0 {
		return command, ok
	}
	return file, ok
}

// maxCall bounds the text of a tool call, in bytes: a here-document is a file, not a command.
const maxCall = 400

// called is the line that stands for a tool call: "$ make all", "$ Read src/main.go".
func called(name, input string) string {
	if len(input) > maxCall {
		input = strings.ToValidUTF8(input[:maxCall], "") + "…"
	}
	if name == "Bash" {
		return "$ " + input
	}
	return "$ " + name + " " + input
}

// stampLayouts are the ways in which a stamp is written that names its zone. Without one nobody knows when it was.
var stampLayouts = []string{time.RFC3339Nano, "2006-01-02 15:04:05.999999999Z07:00"}

// when reads a record's stamp, zero if it has none that can be read. Figures alone count from 1970, in
// milliseconds or, where that would be before 2001, in seconds.
func (r record) when() time.Time {
	for _, layout := range stampLayouts {
		if t, err := time.Parse(layout, r.stamp); err == nil {
			return t
		}
	}
	switch n, err := strconv.ParseInt(r.stamp, 10, 64); {
	case err != nil || n < 1e9 || n >= 1e13:
		return time.Time{}
	case n < 1e11:
		return time.Unix(n, 0).UTC()
	default:
		return time.UnixMilli(n).UTC()
	}
}

// ScratchPrefix starts the name of the folder that a dream runs in. A session that was started in
// or below such a folder is a run of ours, and what it says is no evidence of anything.
const ScratchPrefix = "dreamgate-scratch-"

// ours reports whether a session with this working directory is a run of this program.
func ours(cwd string) bool {
	at := strings.Index(cwd, ScratchPrefix)
	return at == 0 || at > 0 && (cwd[at-1] == '/' || cwd[at-1] == '\\')
}

// Ours reports whether a session with this working directory is a run of this program.
func Ours(cwd string) bool { return ours(cwd) }
