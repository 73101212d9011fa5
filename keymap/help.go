package keymap

import (
	"fmt"
	"strings"
)

// Section is a group of bindings under one heading.
type Section struct {
	Name     string
	Bindings []Binding
}

// sections are the headings in the order of the README.
var sections = []string{
	sectionBrowse, sectionReview, sectionSelect, sectionCommit, sectionTasks, sectionSearch, sectionPast, sectionMove, sectionAll, sectionDialog,
}

// Help groups what works in a context by its sections, the context's own first.
func (m *Map) Help(c Context) []Section { return group(m.In(c)) }

func group(bindings []Binding) []Section {
	var out []Section
	for _, name := range sections {
		s := Section{Name: name}
		for _, b := range bindings {
			if b.Section == name {
				s.Bindings = append(s.Bindings, b)
			}
		}
		if len(s.Bindings) > 0 {
			out = append(out, s)
		}
	}
	return out
}

// Hints lists what the hint line of a context shows, most useful first.
func (m *Map) Hints(c Context) []Binding {
	var out []Binding
	for _, b := range m.In(c) {
		if b.Short != "" {
			out = append(out, b)
		}
	}
	return out
}

// Spell names a key for people.
func Spell(key string) string {
	switch key {
	case "up":
		return "↑"
	case "down":
		return "↓"
	case "left":
		return "←"
	case "right":
		return "→"
	}
	return key
}

// Markdown is the table for the README: all bindings by section.
func (m *Map) Markdown() string {
	var b strings.Builder
	for _, s := range group(m.bindings) {
		fmt.Fprintf(&b, "### %s\n\n| key | what it does | action |\n|---|---|---|\n", s.Name)
		for _, r := range s.Bindings {
			keys := make([]string, len(r.Keys))
			for i, k := range r.Keys {
				keys[i] = "`" + strings.ReplaceAll(Spell(k), "|", `\|`) + "`"
			}
			fmt.Fprintf(&b, "| %s | %s | `%s` |\n", strings.Join(keys, " "), r.Long, r.Action)
		}
		b.WriteByte('\n')
	}
	return strings.TrimRight(b.String(), "\n") + "\n"
}
