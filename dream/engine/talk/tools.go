package talk

import (
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// Tool describes a tool to a model.
type Tool struct {
	Name, About string
	Args        []Arg
	run         func(*bench, args) (string, error)
}

// Arg is an argument of a tool. Kind is a type of JSON: string, integer or boolean.
type Arg struct {
	Name, Kind, About string
	Optional          bool
}

// Properties is the schema of the arguments, and which of them are required.
func (t Tool) Properties() (properties map[string]any, required []string) {
	properties = map[string]any{}
	required = []string{} // no null: some servers take only a list
	for _, a := range t.Args {
		properties[a.Name] = map[string]any{"type": a.Kind, "description": a.About}
		if !a.Optional {
			required = append(required, a.Name)
		}
	}
	return properties, required
}

// pathArg is the argument that most tools have.
var pathArg = Arg{Name: "path", Kind: "string", About: "the file, for example memory/tone.md"}

// tools is the table. The order is part of what services keep in their cache, so it is fixed.
func tools() []Tool {
	return []Tool{
		{"list", "List the files with their size in lines and bytes, and what each note says of itself.", []Arg{
			{"under", "string", "only paths that begin with this, for example transcripts/", true},
			{"after", "string", "go on behind this path, where a list was cut", true},
		}, (*bench).list},
		{"read", "Read a file, or some lines of it. A result holds so many lines as fit; it says where to go on.", []Arg{
			pathArg,
			{"from", "integer", "the first line, counted from 1", true},
			{"lines", "integer", "how many lines at most", true},
		}, (*bench).read},
		{"search", "Search all files for a regular expression, without regard to case. Each hit is given as path:line: text.", []Arg{
			{"pattern", "string", "what to look for; several ways to say it are joined by |", false},
			{"under", "string", "only in paths that begin with this", true},
		}, (*bench).search},
		{"edit", "Replace a text in a note or in CHANGES.md. It must stand there exactly so, and once.", []Arg{
			pathArg,
			{"old", "string", "the text that goes, with enough around it to be the only one", false},
			{"new", "string", "the text that comes in its place; empty to take it away", false},
			{"all", "boolean", "replace every occurrence", true},
		}, (*bench).edit},
		{"write", "Write a whole file: a new note, or CHANGES.md. Change notes that are there with edit.", []Arg{
			pathArg,
			{"text", "string", "all of the file", false},
		}, (*bench).write},
		{"delete", "Delete a note. Say why in CHANGES.md.", []Arg{pathArg}, (*bench).delete},
	}
}

// Definitions is the table as services are told it, but for the names that each gives to the parts.
func Definitions() []byte {
	var list []map[string]any
	for _, t := range tools() {
		properties, required := t.Properties()
		list = append(list, map[string]any{"name": t.Name, "description": t.About,
			"parameters": map[string]any{"type": "object", "properties": properties, "required": required}})
	}
	data, _ := json.Marshal(list) // strings and maps of them: there is no error
	return data
}

// args are the arguments of a call.
type args map[string]any

// readArgs reads what the model wrote and holds it to the table. Small models write numbers as
// strings, which is forgiven.
func (t Tool) readArgs(raw json.RawMessage) (args, error) {
	if strings.TrimSpace(string(raw)) == "" {
		raw = json.RawMessage("{}")
	}
	if len(raw) > maxArgs {
		return nil, fmt.Errorf("the arguments have %d bytes, more than the %d allowed; write less at once", len(raw), maxArgs)
	}
	var got map[string]any
	if err := json.Unmarshal(raw, &got); err != nil {
		return nil, fmt.Errorf("the arguments are no JSON object (%s); the call may have been cut off: send it again, shorter", err)
	}
	for _, a := range t.Args {
		v, there := got[a.Name]
		if !there || v == nil {
			if !a.Optional {
				return nil, fmt.Errorf("the argument %q is missing", a.Name)
			}
			delete(got, a.Name)
			continue
		}
		fit, err := a.fit(v)
		if err != nil {
			return nil, err
		}
		got[a.Name] = fit
	}
	return got, nil
}

// fit turns a value into the kind that the argument has.
func (a Arg) fit(v any) (any, error) {
	switch text, isText := v.(string); {
	case a.Kind == "string" && isText:
		return text, nil
	case a.Kind == "integer" && isText:
		if n, err := strconv.Atoi(strings.TrimSpace(text)); err == nil {
			return n, nil
		}
	case a.Kind == "boolean" && isText:
		if b, err := strconv.ParseBool(strings.TrimSpace(text)); err == nil {
			return b, nil
		}
	}
	switch n, isNumber := v.(float64); {
	case a.Kind == "integer" && isNumber && n >= 0 && n < 1e9 && n == float64(int(n)):
		return int(n), nil
	case a.Kind == "boolean":
		if b, ok := v.(bool); ok {
			return b, nil
		}
	}
	return nil, fmt.Errorf("the argument %q must be of type %s", a.Name, a.Kind)
}

func (a args) text(name string) string { s, _ := a[name].(string); return s }
func (a args) number(name string) int  { n, _ := a[name].(int); return n }
func (a args) is(name string) bool     { b, _ := a[name].(bool); return b }

// do carries out a call. What goes wrong is told to the model, which can do better; only the end of
// the run is an error of the run.
func (b *bench) do(c Call) Result {
	r := Result{ID: c.ID, Name: c.Name}
	text, err := b.use(c)
	if err != nil {
		r.Text, r.Failed = "error: "+err.Error(), true
		return r
	}
	r.Text = text
	return r
}

func (b *bench) use(c Call) (string, error) {
	var names []string
	for _, t := range b.tools {
		if t.Name != c.Name {
			names = append(names, t.Name)
			continue
		}
		a, err := t.readArgs(c.Args)
		if err != nil {
			return "", err
		}
		return t.run(b, a)
	}
	if c.Name == "" {
		return "", errors.New("the call names no tool; there are " + strings.Join(names, ", "))
	}
	return "", fmt.Errorf("there is no tool %q; there are %s", cut(c.Name, 60), strings.Join(names, ", "))
}
