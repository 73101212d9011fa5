package keymap

// Map is the table with the user's overrides, ready to look keys up. It is never changed once made.
type Map struct {
	bindings []Binding
	byKey    map[Context]map[string]Action
}

// Default is the table without overrides.
func Default() *Map { return build(table) }

func build(bindings []Binding) *Map {
	m := &Map{bindings: bindings, byKey: map[Context]map[string]Action{}}
	for _, b := range bindings {
		for _, c := range b.Contexts {
			if m.byKey[c] == nil {
				m.byKey[c] = map[string]Action{}
			}
			for _, k := range b.Keys {
				m.byKey[c][k] = b.Action
			}
		}
	}
	return m
}

// Lookup finds what a key does in a context: there, in its parents, and last, for a letter of a
// keyboard that is not Latin, by the key's place on the keyboard.
func (m *Map) Lookup(c Context, key string) (Action, bool) {
	if key == " " {
		key = "space"
	}
	if a, ok := m.find(c, key); ok {
		return a, true
	}
	if same := position(key); same != "" && !text(c) {
		return m.find(c, same)
	}
	return "", false
}

func (m *Map) find(c Context, key string) (Action, bool) {
	for ; c != ""; c = parents[c] {
		if a, ok := m.byKey[c][key]; ok {
			return a, true
		}
	}
	return "", false
}

// Key is the key to show for an action in a context, "" if it has none there.
func (m *Map) Key(c Context, a Action) string {
	for _, b := range m.In(c) {
		if b.Action == a && len(b.Keys) > 0 {
			return b.Keys[0]
		}
	}
	return ""
}

// In lists the bindings that work in a context, its own first, then those of its parents that it
// does not hide. Each has only the keys that reach it.
func (m *Map) In(c Context) []Binding {
	var out []Binding
	taken := map[string]bool{}
	for ; c != ""; c = parents[c] {
		var seen []string
		for _, b := range m.bindings {
			if !has(b.Contexts, c) {
				continue
			}
			own := b
			own.Keys = nil
			for _, k := range b.Keys {
				if !taken[k] {
					own.Keys = append(own.Keys, k)
					seen = append(seen, k)
				}
			}
			if len(own.Keys) > 0 {
				out = append(out, own)
			}
		}
		for _, k := range seen {
			taken[k] = true
		}
	}
	return out
}

func has(list []Context, c Context) bool {
	for _, x := range list {
		if x == c {
			return true
		}
	}
	return false
}
