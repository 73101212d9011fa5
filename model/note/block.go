package note

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"

	"gopkg.in/yaml.v3"

	"dreamgate/model"
)

// maxBlock bounds the frontmatter that is handed to a YAML parser. A hundred times the largest
// real one, and small enough that no nesting or alias in it can cost noticeable time.
const maxBlock = 64 << 10

// maxDepth bounds how far nested mappings are followed: the agent writes two levels.
const maxDepth = 8

// block is what a frontmatter says.
type block struct {
	state  model.FrontState
	fields []model.Field
	// problem is what a strict parser refuses, and line where in the block, from 1.
	problem string
	line    int
}

// readBlock reads the text between the fences. Most blocks are a few `key: value` lines, and for
// them simpleFields gives what the YAML parser would, in a hundredth of the time.
func readBlock(text []byte) block {
	if fields, ok := simpleFields(text); ok {
		if len(fields) == 0 {
			return block{state: model.FrontEmpty}
		}
		return block{state: model.FrontValid, fields: fields}
	}
	if len(text) > maxBlock {
		problem := fmt.Sprintf("the block is larger than %d KB", maxBlock>>10)
		return block{state: model.FrontBroken, fields: looseFields(text), problem: problem, line: 1}
	}
	return strictBlock(text)
}

// strictBlock reads a block with the YAML parser.
func strictBlock(text []byte) block {
	clean, mapped := mapInvalid(text)
	node, err := parseYAML(clean)
	if err != nil {
		return broken(text, err, 0)
	}
	// Blanks and comments alone make no document at all, or one of null.
	if node.Kind == 0 || len(node.Content) == 0 || node.Content[0].ShortTag() == "!!null" {
		return block{state: model.FrontEmpty}
	}
	// The agent writes and reads lines. A block in braces is YAML too, but not to it.
	top := node.Content[0]
	if top.Kind != yaml.MappingNode || top.Style&yaml.FlowStyle != 0 {
		return broken(text, errors.New("the block is not made of `key: value` lines"), top.Line)
	}
	fields := scalars(nil, "", top, 0)
	if mapped {
		for i := range fields {
			fields[i].Key, fields[i].Value = unmapInvalid(fields[i].Key), unmapInvalid(fields[i].Value)
		}
	}
	return block{state: model.FrontValid, fields: fields}
}

// parseYAML parses one document into nodes: no value is converted, no alias is followed.
func parseYAML(text []byte) (node yaml.Node, err error) {
	// The parser is known to have panicked on crafted input before; for a reader of files that
	// others wrote, that is one more way of being broken.
	defer func() {
		if p := recover(); p != nil {
			err = errors.New("the YAML parser gave up")
		}
	}()
	dec := yaml.NewDecoder(bytes.NewReader(text))
	if err := dec.Decode(&node); err != nil {
		if errors.Is(err, io.EOF) {
			return yaml.Node{}, nil
		}
		return yaml.Node{}, err
	}
	if documentMark.Match(text) {
		return yaml.Node{}, errors.New("a line that begins with ... or --- parts the block in two")
	}
	return node, nil
}

var documentMark = regexp.MustCompile(`(?m)^(\.\.\.|---)(\s|$)`)

// scalars appends the scalar fields below a mapping, in file order, spelled as in the file.
func scalars(fields []model.Field, prefix string, n *yaml.Node, depth int) []model.Field {
	for i := 0; i+1 < len(n.Content); i += 2 {
		key, value := n.Content[i], n.Content[i+1]
		if key.Kind != yaml.ScalarNode {
			continue
		}
		if value.Kind == yaml.AliasNode {
			value = value.Alias
			if value.Kind != yaml.ScalarNode {
				continue // what an alias repeats is not followed: nested ones grow without bound
			}
		}
		switch {
		case value.Kind == yaml.ScalarNode:
			fields = append(fields, model.Field{Key: prefix + key.Value, Value: value.Value})
		case value.Kind == yaml.MappingNode && depth < maxDepth:
			fields = scalars(fields, prefix+key.Value+".", value, depth+1)
		}
	}
	return fields
}

// Bytes that are not UTF-8 make the YAML parser refuse a whole block, though they are real: notes
// get pasted from anywhere. They pass through it as private characters, one a byte.
const invalidBase = 0x10ff00

func mapInvalid(text []byte) (clean []byte, mapped bool) {
	if utf8.Valid(text) {
		return text, false
	}
	for len(text) > 0 {
		r, n := utf8.DecodeRune(text)
		if r == utf8.RuneError && n == 1 {
			r = invalidBase + rune(text[0])
		}
		clean = utf8.AppendRune(clean, r)
		text = text[n:]
	}
	return clean, true
}

func unmapInvalid(s string) string {
	var b strings.Builder
	for _, r := range s {
		if r >= invalidBase+0x80 && r <= invalidBase+0xff {
			b.WriteByte(byte(r - invalidBase))
			continue
		}
		b.WriteRune(r)
	}
	return b.String()
}

// broken reads a block that a strict parser refuses, and says what it refuses and where. A line
// of 0 means: as the error or the text tells.
func broken(text []byte, err error, line int) block {
	b := block{state: model.FrontBroken, fields: looseFields(text), line: line}
	b.problem, b.line = explain(text, err, line)
	return b
}

var yamlLine = regexp.MustCompile(`^line (\d+): `)

// explain finds the line that is at fault and puts the parser's words into plain ones. The parser
// itself often names the line at which it noticed; a line that fails on its own is the better
// answer.
func explain(text []byte, err error, line int) (string, int) {
	msg := strings.TrimPrefix(err.Error(), "yaml: ")
	if m := yamlLine.FindStringSubmatch(msg); m != nil {
		msg = msg[len(m[0]):]
		if n, err := strconv.Atoi(m[1]); err == nil && line == 0 {
			line = n
		}
	}
	if strings.HasPrefix(msg, "control characters") {
		return "a control character, which YAML does not allow", controlLine(text)
	}
	if at, lone := loneFault(text); at > 0 {
		line, msg = at, lone
	}
	// YAML also counts a lone CR as a line end, and some faults it notices behind the end.
	line = min(max(line, 1), max(countLines(text), 1))
	for _, p := range plainWords {
		if strings.Contains(msg, p.yaml) {
			return p.plain, line
		}
	}
	return msg, line
}

// plainWords says the commonest faults of real notes so that one knows what to do.
var plainWords = []struct{ yaml, plain string }{
	{"mapping values are not allowed", "`: ` in a value without quotes: put the value in quotes"},
	{"cannot start any token", "a value starts with a character that YAML keeps for itself: put the value in quotes"},
	{"unknown anchor", "a value starts with *, which YAML takes for an alias: put the value in quotes"},
	{"expected alphabetic or numeric character", "a value starts with * or &, which YAML keeps for itself: put the value in quotes"},
	{"scanning a quoted scalar", "a quote that is not closed"},
	{"unexpected end of stream", "a quote that is not closed"},
	{"tab character", "a line that begins with a tab, which YAML does not allow: use blanks"},
	{"did not find expected ',' or ']'", "a list in [ ] that is not closed, or holds what needs quotes"},
	{"did not find expected ',' or '}'", "a mapping in { } that is not closed, or holds what needs quotes"},
	{"did not find expected key", "text after a closing quote, or a line that is not `key: value`"},
	{"could not find expected ':'", "a line that is not `key: value`"},
}

// loneFault returns the first `key: value` line that cannot be parsed on its own, from 1. Lines
// that may be the text of a value above them are passed over.
func loneFault(text []byte) (line int, msg string) {
	mapping := false
	for i, l := range strings.Split(string(text), "\n") {
		if i == 200 {
			break // far beyond a real block; the parser's own line will do
		}
		trimmed := strings.TrimSpace(l)
		key, value, ok := splitField(trimmed)
		margin := strings.HasPrefix(l, key)
		if margin && ok {
			mapping = value == ""
		}
		if !ok || !margin && !mapping || value == "" || strings.ContainsRune("|>[{", rune(value[0])) {
			continue
		}
		if _, err := parseYAML([]byte(trimmed)); err != nil {
			msg := strings.TrimPrefix(err.Error(), "yaml: ")
			return i + 1, yamlLine.ReplaceAllString(msg, "")
		}
	}
	return 0, ""
}

func controlLine(text []byte) int {
	for i, c := range text {
		if c == 0x7f || c < ' ' && c != '\t' && c != '\n' && c != '\r' {
			return 1 + bytes.Count(text[:i], []byte{'\n'})
		}
	}
	return 1
}
