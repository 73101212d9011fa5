package offline

import (
	"maps"
	"testing"
)

// TestNeeded: what something no longer needs is put right in the note, in its description and in the line of the index,
// which otherwise says the opposite of the note.
func TestNeeded(t *testing.T) {
	const talk = "the tests no longer need Redis, they use a fake"
	old := map[string]string{
		"MEMORY.md": "- [Tests](tests.md) — make check, needs a local Redis\n- [Cache](cache.md) — Redis settings\n",
		"tests.md":  "---\nname: Tests\ndescription: needs a local Redis\ntype: project\n---\n\nThe suite needs a local Redis.\nRun it with `make check`.\n",
		"cache.md":  "---\nname: Cache\ndescription: settings\ntype: project\n---\n\nRedis keeps pages for a day.\n",
	}
	want := map[string]string{
		"MEMORY.md": "- [Tests](tests.md) — make check, " + talk + "\n- [Cache](cache.md) — Redis settings\n",
		"tests.md":  "---\nname: Tests\ndescription: " + talk + "\ntype: project\n---\n\nThe suite needs a local Redis. (outdated; as of 2026-11-04: " + talk + ")\nRun it with `make check`.\n",
		"cache.md":  old["cache.md"],
	}
	got, why := dreamt(t, old, spoke("s", "/p", talk))
	for name, text := range want {
		if got[name] != text {
			t.Errorf("%s = %q, want %q", name, got[name], text)
		}
	}
	if again, _ := dreamt(t, got, spoke("s", "/p", talk)); !maps.Equal(got, again) {
		t.Errorf("changed again: %v\n%s", again, why)
	}
	for _, said := range []string{
		"do the tests no longer need Redis?", "maybe the tests no longer need Redis", "we no longer need time for that",
		"it no longer needs Redis", "the tests should no longer need Redis", "their tests no longer need Redis, I heard they use a fake",
	} {
		if got, _ := dreamt(t, old, spoke("s", "/p", said)); !maps.Equal(got, old) {
			t.Errorf("%q changed %v", said, got)
		}
	}
	for said, line := range map[string]string{
		"die Tests brauchen kein Redis mehr":           "Die Tests brauchen Redis.",
		"las pruebas ya no necesitan Redis":            "Las pruebas necesitan Redis.",
		"сборка больше не использует Redis":            "Сборка использует Redis.",
		"the importer does not need Redis any more":    "The importer needs Redis.",
		"the importer no longer depends on redis-7.2":  "The importer depends on redis-7.2.",
		"the importer no longer talks to api.old.test": "The importer talks to api.old.test.",
	} {
		notes := map[string]string{"a.md": noted("a", line)}
		if got, _ := dreamt(t, notes, spoke("s", "/p", said)); got["a.md"] == notes["a.md"] {
			t.Errorf("%q left %q", said, line)
		}
	}
}

// TestMergedInAnotherOrder: what a note says in another order than a longer one goes; steps have their order to say.
func TestMergedInAnotherOrder(t *testing.T) {
	old := map[string]string{
		"a.md":     noted("a", "Pages are cached for 10 minutes.\nNever cache the cart page.\nPurge with bin/purge."),
		"b.md":     noted("b", "Never cache the cart page.\nPages are cached for 10 minutes."),
		"steps.md": noted("steps", "1. Stop the queue.\n2. Copy the table.\n3. Start it."),
		"short.md": noted("short", "2. Copy the table.\n1. Stop the queue."),
	}
	got, _ := dreamt(t, old)
	for name, there := range map[string]bool{"a.md": true, "b.md": false, "steps.md": true, "short.md": true} {
		if _, ok := got[name]; ok != there {
			t.Errorf("%s is there: %v", name, ok)
		}
	}
}
