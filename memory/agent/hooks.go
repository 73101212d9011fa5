// Package agent changes the one thing of the agent's that is no memory: the hooks in the user's
// settings. The file stays the user's: what is put in or taken out is spliced, so that every other key,
// its place and its spelling stay; nothing is written that was not shown; and another program's change in
// between is never lost.
//
//	hooks.go   which hooks there are, and how they are put in and taken out
//	json.go    where the values of a file stand; splice.go how one is put beside them
//	file.go    the file: reading, backup, compare and swap
package agent

import (
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"strings"
)

// Hook is one command that the agent calls.
type Hook struct {
	// Event is when, Verb what of this program, More what is added where it is put in anew; Timeout is in
	// seconds.
	Event, Verb, More string
	Timeout           int
}

// Hooks are those there are. At the end of a session the agent gives all hooks together a second and a
// half, unless one of them asks for more, and one minute at most: a dream goes on by itself, and so does an
// extraction that asks a model.
var Hooks = []Hook{
	{"UserPromptSubmit", "recall --hook", "", 10},
	{"SessionEnd", "extract --hook", "", 60},
	{"SessionEnd", "dream --auto", " --detach", 60},
}

// group and command are what stands in the settings for one hook.
type group struct {
	Hooks []command `json:"hooks"`
}

type command struct {
	Type    string `json:"type"`
	Command string `json:"command"`
	Timeout int    `json:"timeout"`
}

// verbs matches a command that is wholly a call of this program by a hook; the first group is how the
// program is called, the second what of it, the third what the user has added.
var verbs = regexp.MustCompile(`^\s*('[^']*'|"[^"]*"|\S+)\s+(recall --hook|extract --hook|dream --auto)((?:\s[^;&|<>]*)?)$`)

// program matches the name of this program at the end of a path.
var program = regexp.MustCompile(`(?:^|[/\\'"])dreamgate(?:\.exe)?['"]?$`)

// ours says which hook a command is, if it is one of this program; exe is how it is called now.
func ours(text, exe string) (verb, more string, is bool) {
	g := verbs.FindStringSubmatch(text)
	if g == nil || g[1] != exe && !program.MatchString(g[1]) {
		return "", "", false
	}
	return g[2], g[3], true
}

// With returns settings with the hooks in them, called as exe. What is there already stays, with what
// the user has added to it; only a program that has moved is called at its new place.
func With(settings []byte, exe string, hooks []Hook) ([]byte, error) {
	text := settings
	if len(strings.TrimSpace(string(text))) == 0 {
		text = []byte("{}\n")
	}
	for _, h := range hooks {
		next, err := with(text, exe, h)
		if err != nil {
			return nil, err
		}
		text = next
	}
	return text, nil
}

// with puts one hook in: its place first, if there is none.
func with(text []byte, exe string, h Hook) ([]byte, error) {
	all, err := read(text)
	if err != nil {
		return nil, err
	}
	l := layoutOf(text, all)
	for _, at := range found(text, all, exe) {
		if at.event != h.Event || at.verb != h.Verb {
			continue
		}
		if called := exe + " " + h.Verb + at.more; called != at.text {
			piece := l.render(called, "", false)
			return append(append(append([]byte{}, text[:at.command.start]...), piece...), text[at.command.end:]...), nil
		}
		return text, nil
	}
	i := all.member("hooks")
	if i < 0 {
		return with(l.put(text, all, "hooks", struct{}{}), exe, h)
	}
	hooks := all.children[i]
	if i = hooks.member(h.Event); i < 0 {
		return with(l.put(text, hooks, h.Event, []any{}), exe, h)
	}
	return l.put(text, hooks.children[i], "", group{[]command{{"command", exe + " " + h.Verb + h.More, h.Timeout}}}), nil
}

// Without returns settings without the hooks of this program. What they stood in goes with them once it
// is empty.
func Without(settings []byte, exe string) ([]byte, error) {
	text := settings
	if len(strings.TrimSpace(string(text))) == 0 {
		return text, nil
	}
	for {
		all, err := read(text)
		if err != nil {
			return nil, err
		}
		list := found(text, all, exe)
		if len(list) == 0 {
			return text, nil
		}
		text = list[0].cut(text, all)
	}
}

// Programs are the calls of this program in settings, each the words of a shell that name it; exe is how
// it is called now.
func Programs(settings []byte, exe string) ([]string, error) {
	all, err := read(settings)
	if err != nil {
		return nil, err
	}
	var list []string
	for _, at := range found(settings, all, exe) {
		list = append(list, verbs.FindStringSubmatch(at.text)[1])
	}
	return list, nil
}

// Off reports whether the settings turn all hooks off.
func Off(settings []byte) bool {
	var s struct {
		Off bool `json:"disableAllHooks"`
	}
	return json.Unmarshal(settings, &s) == nil && s.Off
}

// place is where one of our commands stands: the indexes on the way to it, and its string.
type place struct {
	member, event0, group, item int
	event, verb, more, text     string
	command                     value
}

// read parses settings and refuses what is not of the known form: to write there could break more.
func read(text []byte) (value, error) {
	all, err := parse(text)
	if err != nil {
		return all, fmt.Errorf("it is no valid JSON (%w), and the agent itself takes nothing of it: mend it first, or put in by hand what dreamgate hook print shows", err)
	}
	if all.kind != '{' {
		return all, errors.New("it is no object of settings; mend it first")
	}
	i := all.member("hooks")
	if i < 0 {
		return all, nil
	}
	hooks := all.children[i]
	if hooks.kind != '{' {
		return all, errors.New(`its "hooks" are no object; mend them first`)
	}
	for k, event := range hooks.children {
		if event.kind != '[' {
			return all, fmt.Errorf("its hooks of %q are no list; mend them first", hooks.keys[k].name)
		}
	}
	return all, nil
}

// found are our commands in settings of the known form. What is of another form is the user's.
func found(text []byte, all value, exe string) (list []place) {
	at := place{member: all.member("hooks")}
	if at.member < 0 {
		return nil
	}
	hooks := all.children[at.member]
	for e, event := range hooks.children {
		for g, group := range event.children {
			i := group.member("hooks")
			if i < 0 || group.children[i].kind != '[' {
				continue
			}
			for k, item := range group.children[i].children {
				c := item.member("command")
				if c < 0 || json.Unmarshal(text[item.children[c].start:item.children[c].end], &at.text) != nil {
					continue
				}
				var is bool
				if at.verb, at.more, is = ours(at.text, exe); is {
					at.event0, at.group, at.item, at.event, at.command = e, g, k, hooks.keys[e].name, item.children[c]
					list = append(list, at)
				}
			}
		}
	}
	return list
}

// cut takes a command out, and what would be empty without it.
func (at place) cut(text []byte, all value) []byte {
	hooks := all.children[at.member]
	event := hooks.children[at.event0]
	group := event.children[at.group]
	items := group.children[group.member("hooks")]
	switch {
	case len(items.children) > 1:
		return cut(text, items, at.item)
	case len(event.children) > 1:
		return cut(text, event, at.group)
	case len(hooks.children) > 1:
		return cut(text, hooks, at.event0)
	}
	return cut(text, all, at.member)
}
