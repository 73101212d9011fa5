package keymap

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"gopkg.in/yaml.v3"
)

// Override returns the table with the keys of a settings file: a YAML mapping whose "keys" go from
// actions to a key or a list of keys:
//
//	keys:
//	  review.accept: [y, "!"]
//	  browse.dream: D
//
// An empty list leaves the action without a key. Other settings are not looked at. What cannot be
// taken is named in the error, each with its line; the map then has all the rest.
func (m *Map) Override(settings []byte) (*Map, error) {
	var doc struct {
		Keys yaml.Node `yaml:"keys"`
	}
	if err := yaml.Unmarshal(settings, &doc); err != nil {
		return m, fmt.Errorf("read the keys: %w", err)
	}
	root := &doc.Keys
	if root.IsZero() || root.Tag == "!!null" {
		return m, nil
	}
	if root.Kind != yaml.MappingNode {
		return m, fmt.Errorf("read the keys: line %d: a mapping from actions to keys is needed", root.Line)
	}
	var errs []error
	rows := slices.Clone(m.bindings)
	for i := 0; i+1 < len(root.Content); i += 2 {
		if err := override(rows, root.Content[i], root.Content[i+1]); err != nil {
			errs = append(errs, fmt.Errorf("keys, line %d: %w", root.Content[i].Line, err))
		}
	}
	errs = append(errs, clashes(rows)...)
	return build(rows), errors.Join(errs...)
}

// Changed are the bindings whose keys are not those of the table, each action once.
func (m *Map) Changed() (list []Binding) {
	for i, b := range m.bindings {
		first := !slices.ContainsFunc(list, func(other Binding) bool { return other.Action == b.Action })
		if first && !slices.Equal(b.Keys, table[i].Keys) {
			list = append(list, b)
		}
	}
	return list
}

// override gives an action its keys. Rows of an action whose keys are fixed stay as they are.
func override(rows []Binding, name, value *yaml.Node) error {
	keys, err := keysOf(value)
	if err != nil {
		return fmt.Errorf("%s: %w", name.Value, err)
	}
	known, changed := false, false
	for i := range rows {
		if rows[i].Action != Action(name.Value) {
			continue
		}
		known = true
		if !rows[i].Fixed {
			rows[i].Keys, changed = keys, true
		}
	}
	switch {
	case !known:
		return fmt.Errorf("%q is no action; the key table of the README lists them", name.Value)
	case !changed:
		return fmt.Errorf("the keys of %s are fixed", name.Value)
	}
	return nil
}

// keysOf reads a key or a list of keys.
func keysOf(value *yaml.Node) ([]string, error) {
	var keys []string
	switch value.Kind {
	case yaml.ScalarNode:
		keys = []string{value.Value}
	case yaml.SequenceNode:
		for _, n := range value.Content {
			keys = append(keys, n.Value)
		}
	default:
		return nil, errors.New("a key or a list of keys is needed")
	}
	for i, k := range keys {
		if k == " " {
			k = "space"
			keys[i] = k
		}
		if why := unusable(k); why != "" {
			return nil, fmt.Errorf("%q cannot be used: %s", k, why)
		}
	}
	return keys, nil
}

// unusable says why a key cannot be bound. A terminal sends the same bytes for some keys.
func unusable(key string) string {
	switch key {
	case "":
		return "it is empty"
	case "ctrl+i":
		return "terminals send it as tab"
	case "ctrl+m":
		return "terminals send it as enter"
	case "ctrl+[":
		return "terminals send it as esc"
	}
	if strings.TrimSpace(key) != key {
		return "it has blanks around it"
	}
	if utf8.RuneCountInString(key) == 1 {
		return ""
	}
	if base, ok := strings.CutPrefix(key, "alt+"); ok && utf8.RuneCountInString(base) == 1 {
		return "terminals send it as esc and " + base
	}
	if !named.MatchString(key) {
		return "no terminal sends a key of this name; a letter stands for itself, others are named as in ctrl+r, pgdown, f5"
	}
	return ""
}

// named are the keys that are not letters, as Bubble Tea names them.
var named = regexp.MustCompile(`^(space|enter|tab|shift\+tab|esc|backspace|delete|insert|ctrl\+[a-z@^_\\\]]|f[1-9]|f1[0-9]|f20|` +
	`(ctrl\+)?(shift\+)?(up|down|left|right|home|end)|(ctrl\+)?(pgup|pgdown))$`)

// clashes finds keys that two actions of one context want, of which the later row has it, and those that would take
// a fixed key away where it works as everywhere: the way out, for one.
func clashes(rows []Binding) []error {
	type place struct {
		c   Context
		key string
	}
	owner := map[place]Action{}
	var errs []error
	told := map[string]bool{} // two actions may meet at one key in many places
	clash := func(format string, a ...any) {
		if err := fmt.Errorf(format, a...); !told[err.Error()] {
			told[err.Error()], errs = true, append(errs, err)
		}
	}
	for _, b := range rows {
		for _, c := range b.Contexts {
			for _, k := range b.Keys {
				at := place{c, k}
				if first, ok := owner[at]; ok && first != b.Action {
					clash("the key %q is wanted by %s and by %s", k, first, b.Action)
				}
				owner[at] = b.Action
				if a, ok := fixed(rows, parents[c], k); ok && !b.Fixed && a != b.Action {
					clash("the key %q is wanted by %s and fixed for %s", k, b.Action, a)
				}
			}
		}
	}
	return errs
}

// fixed finds the action for which a key is fixed in a context or what it is part of.
func fixed(rows []Binding, c Context, key string) (Action, bool) {
	for ; c != ""; c = parents[c] {
		for _, b := range rows {
			if b.Fixed && slices.Contains(b.Contexts, c) && slices.Contains(b.Keys, key) {
				return b.Action, true
			}
		}
	}
	return "", false
}
