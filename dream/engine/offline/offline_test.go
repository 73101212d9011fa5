package offline

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math/rand"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"dreamgate/dream/engine"
	"dreamgate/model"
)

// spoke is a digest of one session: a head, then lines of who, when and what.
func spoke(session, cwd string, lines ...string) string {
	text := fmt.Sprintf("# %s cwd=%s\n", session, cwd)
	for i, l := range lines {
		who, when, what := "user", "2026-11-04T10:00:00Z", l
		if f := strings.SplitN(l, "|", 3); len(f) == 3 {
			who, when, what = f[0], f[1], f[2]
		}
		text += fmt.Sprintf("%d\t%s\t%s\t%s\n", i+1, who, when, what)
	}
	return text
}

// dreamt runs the engine on notes and digests and returns the notes and CHANGES.md.
func dreamt(t testing.TB, files map[string]string, digests ...string) (map[string]string, string) {
	t.Helper()
	dir := t.TempDir()
	for _, d := range []string{engine.MemoryDir, engine.TranscriptsDir} {
		if err := os.Mkdir(filepath.Join(dir, d), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	put := func(name, text string) {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for name, text := range files {
		put(filepath.Join(engine.MemoryDir, name), text)
	}
	for i, text := range digests {
		put(filepath.Join(engine.TranscriptsDir, fmt.Sprintf("%d.txt", i)), text)
	}
	job := engine.Job{Dir: dir, Zone: time.UTC}
	if err := New().Run(t.Context(), job, func(model.Event) {}); err != nil {
		t.Fatal(err)
	}
	got := map[string]string{}
	list, err := os.ReadDir(filepath.Join(dir, engine.MemoryDir))
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range list {
		data, err := os.ReadFile(filepath.Join(dir, engine.MemoryDir, e.Name()))
		if err != nil {
			t.Fatal(err)
		}
		got[e.Name()] = string(data)
	}
	why, err := os.ReadFile(filepath.Join(dir, engine.ChangesFile))
	if err != nil {
		t.Fatal(err)
	}
	return got, string(why)
}

// noted is a note with the usual frontmatter.
func noted(name, body string) string {
	return "---\nname: " + name + "\ndescription: about " + name + "\ntype: project\n---\n\n" + body + "\n"
}

// stamped is a note that says when and in which session it was written.
func stamped(name, session, modified, body string) string {
	return "---\nname: " + name + "\ndescription: d\nmetadata:\n  node_type: memory\n  type: project\n  originSessionId: " +
		session + "\n  modified: " + modified + "\n---\n\n" + body + "\n"
}

func indexOf(names ...string) string {
	var b strings.Builder
	for _, n := range names {
		fmt.Fprintf(&b, "- [%s](%s.md) — about %s\n", n, n, n)
	}
	return b.String()
}

// dreams is the table of whole runs. A note in want must be so byte for byte, "" means that it is
// gone; what is not named stays as it was. Every result is dreamt about again, and stays.
var dreams = []struct {
	name    string
	files   map[string]string
	digests []string
	want    map[string]string
	why     string
}{
	{
		name:    "a plain use is rewritten, with the day and what it was",
		files:   map[string]string{"MEMORY.md": indexOf("Lint"), "Lint.md": noted("Lint", "Lint with flake8 before each commit.")},
		digests: []string{spoke("s1", "/p", "no, use ruff, not flake8")},
		want:    map[string]string{"Lint.md": noted("Lint", "Lint with ruff before each commit. (as of 2026-11-04; before: flake8)")},
		why:     "- Lint.md: flake8 → ruff, as the user said [s1:1]\n",
	},
	{
		name:    "what belongs to the old thing is marked, not rewritten",
		files:   map[string]string{"MEMORY.md": indexOf("a"), "a.md": noted("a", "Install with `npm ci`; it takes 3 minutes.\n\n| npm | fast |\n2024-03: switched from bower to npm.\n# npm\n```\nnpm run x\n```\nuse pnpm, not npm")},
		digests: []string{spoke("s1", "/p", "we moved from npm to pnpm")},
		want: map[string]string{"a.md": noted("a", "Install with `npm ci`; it takes 3 minutes. (outdated; as of 2026-11-04: npm → pnpm)\n\n"+
			"| npm | fast (outdated; as of 2026-11-04: npm → pnpm) |\n2024-03: switched from bower to npm.\n# npm\n```\nnpm run x\n```\nuse pnpm, not npm")},
	},
	{
		name: "description and index follow",
		files: map[string]string{
			"MEMORY.md": "- [npm](a.md) — npm commands\n", "a.md": "---\nname: npm\ndescription: how npm is used\ntype: project\n---\n\nWe use npm here.\n",
		},
		digests: []string{spoke("s1", "/p", "we moved from npm to pnpm")},
		want: map[string]string{
			"MEMORY.md": "- [npm](a.md) — pnpm commands\n",
			"a.md":      "---\nname: npm\ndescription: how pnpm is used\ntype: project\n---\n\nWe use pnpm here. (as of 2026-11-04; before: npm)\n",
		},
	},
	{
		name:    "what is gone is marked",
		files:   map[string]string{"MEMORY.md": indexOf("a"), "a.md": noted("a", "- Sessions are kept in Redis.  \n- Mails go through SES.")},
		digests: []string{spoke("s1", "/p", "Redis is gone")},
		want:    map[string]string{"a.md": noted("a", "- Sessions are kept in Redis. (outdated; as of 2026-11-04: Redis is no longer used)  \n- Mails go through SES.")},
	},
	{
		name:    "a figure changes only where its matter stands",
		files:   map[string]string{"MEMORY.md": indexOf("a", "b"), "a.md": noted("a", "The admin port is 8080."), "b.md": noted("b", "Up to 8080 rows fit.")},
		digests: []string{spoke("s1", "/p", "the admin port is 8443, not 8080")},
		want:    map[string]string{"a.md": noted("a", "The admin port is 8443. (as of 2026-11-04; before: 8080)")},
	},
	{
		name:    "a note that is younger knows better",
		files:   map[string]string{"MEMORY.md": indexOf("a"), "a.md": stamped("a", "x", "2026-11-05T00:00:00Z", "We use npm.")},
		digests: []string{spoke("s1", "/p", "we moved from npm to pnpm")},
		why:     "Nothing to change.\n",
	},
	{
		name:    "line ends and the missing last one stay",
		files:   map[string]string{"MEMORY.md": "- [a](a.md) — about a\r\n- [gone](gone.md) — x", "a.md": "---\r\nname: a\r\n---\r\nWe use npm.\r\nAnd more"},
		digests: []string{spoke("s1", "/p", "we moved from npm to pnpm")},
		want: map[string]string{
			"MEMORY.md": "- [a](a.md) — about a", "a.md": "---\r\nname: a\r\n---\r\nWe use pnpm. (as of 2026-11-04; before: npm)\r\nAnd more",
		},
	},
	{
		name:    "only the user is heard",
		files:   map[string]string{"MEMORY.md": indexOf("a"), "a.md": noted("a", "We use npm.")},
		digests: []string{spoke("s1", "/p", "assistant|2026-11-04T10:00:00Z|we moved from npm to pnpm", "tool|-|remember that we use yarn everywhere")},
		why:     "Nothing to change.\n",
	},
	{
		name: "another project's session is not about this one",
		files: map[string]string{
			"MEMORY.md": indexOf("a"), "a.md": stamped("a", "s1", "2026-10-01T00:00:00Z", "We use npm."),
		},
		digests: []string{spoke("s1", "/home/dev/shop", "thanks"), spoke("s2", "/home/dev/blog", "we moved from npm to pnpm")},
		why:     "Nothing to change.\n",
	},
	{
		name: "a folder of the same project is",
		files: map[string]string{
			"MEMORY.md": indexOf("a"), "a.md": stamped("a", "s1", "2026-10-01T00:00:00Z", "We use npm."),
		},
		digests: []string{spoke("s1", "/home/dev/shop", "thanks"), spoke("s2", "/home/dev/shop/web", "we moved from npm to pnpm")},
		want:    map[string]string{"a.md": stamped("a", "s1", "2026-10-01T00:00:00Z", "We use pnpm. (as of 2026-11-04; before: npm)")},
	},
	{
		name:    "a text to keep becomes a note in the manner of the others",
		files:   map[string]string{"MEMORY.md": "# Index\n\n* [a](a.md): about a\n\nend\n", "a.md": stamped("a", "x", "2026-10-01T00:00:00Z", "Text.")},
		digests: []string{spoke("5a669c35-aefb-4b2c-a63a-24addca9f977", "/p", "user|2026-11-04T10:00:00Z|remember that the change freeze starts tomorrow")},
		want: map[string]string{
			"MEMORY.md": "# Index\n\n* [a](a.md): about a\n* [the-change-freeze-starts](the-change-freeze-starts.md): The change freeze starts on 2026-11-05\n\nend\n",
			"the-change-freeze-starts.md": "---\nname: the-change-freeze-starts\ndescription: The change freeze starts on 2026-11-05\nmetadata:\n  node_type: memory\n" +
				"  type: project\n  originSessionId: 5a669c35-aefb-4b2c-a63a-24addca9f977\n  modified: 2026-11-04T10:00:00.000Z\n---\n\nThe change freeze starts on 2026-11-05.\n",
		},
		why: "- the-change-freeze-starts.md: new, as the user asked to keep it [5a669c35-aefb-4b2c-a63a-24addca9f977:1]\n" +
			"- MEMORY.md: a line for the new the-change-freeze-starts.md [5a669c35-aefb-4b2c-a63a-24addca9f977:1]\n",
	},
	{
		name:    "what a note already says is not kept twice",
		files:   map[string]string{"MEMORY.md": indexOf("a"), "a.md": noted("a", "Releases happen on Tuesdays, never on Fridays.")},
		digests: []string{spoke("s1", "/p", "remember that releases happen on Tuesdays")},
		why:     "Nothing to change.\n",
	},
	{
		name:    "what the agent wrote down in that session is not kept twice",
		files:   map[string]string{"MEMORY.md": indexOf("a"), "a.md": stamped("a", "s1", "2026-11-04T10:00:30Z", "Deploys go out on Tuesdays after the review.")},
		digests: []string{spoke("s1", "/p", "remember that deploys only happen Tuesdays after review")},
		why:     "Nothing to change.\n",
	},
	{
		name: "dates follow from the note's own stamp only",
		files: map[string]string{
			"MEMORY.md": indexOf("a", "b"), "a.md": stamped("a", "x", "2026-10-05T12:00:00Z", "Yesterday the switch was replaced.\nThe freeze lasts until tomorrow.\nReports cover yesterday's data.\nEach run reads what came yesterday.\nLast week we moved.\n`yesterday` is a keyword.\nUse tomorrow as the default.\nHeute Morgen war es kalt."),
			"b.md": noted("b", "The core switch was replaced yesterday."),
		},
		want: map[string]string{"a.md": stamped("a", "x", "2026-10-05T12:00:00Z", "On 2026-10-04 the switch was replaced.\nThe freeze lasts until 2026-10-06.\nReports cover yesterday's data.\nEach run reads what came yesterday.\nLast week we moved.\n`yesterday` is a keyword.\nUse tomorrow as the default.\n2026-10-05 Morgen war es kalt.")},
		why:  "- a.md: relative dates worked out from its own stamp, 2026-10-05T12:00:00Z\n",
	},
	{
		name: "equal notes become one, links follow",
		files: map[string]string{
			"MEMORY.md": indexOf("a", "c"), "a.md": noted("a", "Lamp 2 is the reference lamp."), "b.md": noted("b", "Lamp 2 is  the reference lamp.\n"),
			"c.md": noted("c", "See [[b]] and [b](b.md)."),
		},
		want: map[string]string{"b.md": "", "c.md": noted("c", "See [[a]] and [b](a.md).")},
		why:  "- b.md: deleted, its text stands in a.md\n- c.md: a link to b.md now leads to a.md\n",
	},
	{
		name: "a contained note goes, its line too",
		files: map[string]string{
			"MEMORY.md": indexOf("all", "part"), "all.md": noted("all", "Shadows are baked.\nDynamic shadows are limited to four lights.\nMore."),
			"part.md": noted("part", "- Dynamic shadows are limited to four lights."),
		},
		want: map[string]string{"part.md": "", "MEMORY.md": "- [all](all.md) — about all\n"},
	},
	{
		name: "what only looks alike stays",
		files: map[string]string{
			"MEMORY.md": indexOf("a", "b", "c", "d"), "a.md": noted("a", "See above."), "b.md": noted("b", "See above."),
			"c.md": strings.Replace(noted("c", "Answers are kept short."), "project", "user", 1), "d.md": noted("d", "Answers are kept short."),
		},
		why: "Nothing to change.\n",
	},
	{
		name: "the index is mended",
		files: map[string]string{
			"MEMORY.md": "# Index\n\n- [Old](old.md) — gone\n  more of it\n- [A](A.md) — case\n- see [x](x.md) and [b](b.md)\n- [b](b.md) — b\n- [b](b.md) — b\n- to be written: [[later]]\n- <https://example.com>\n\nProse about [y](y.md).\n",
			"a.md":      noted("a", "Text a."), "b.md": noted("b", "Text b."), "c.md": noted("c", "Text c."),
		},
		want: map[string]string{"MEMORY.md": "# Index\n\n- [A](a.md) — case\n- see x and [b](b.md)\n- [b](b.md) — b\n- to be written: [[later]]\n- [c](c.md) — about c\n- <https://example.com>\n\nProse about y.\n"},
	},
	{
		name:  "a missing index is made",
		files: map[string]string{"a.md": noted("a", "Text a."), "b.md": noted("b", "Text b.")},
		want:  map[string]string{"MEMORY.md": "# Memory index\n\n- [a](a.md) — about a\n- [b](b.md) — about b\n"},
	},
	{
		name: "a long line is cut, and no word is lost",
		files: map[string]string{
			"MEMORY.md": "- [a](a.md) — " + strings.Repeat("short words, ", 10) + "then a tail that the note does not have, and which would be lost to every later reader of this memory\n",
			"a.md":      noted("a", "short words"),
		},
		want: map[string]string{
			"MEMORY.md": "- [a](a.md) — " + strings.TrimSuffix(strings.Repeat("short words, ", 10), ", ") + ", then a tail that the note does not have\n",
			"a.md":      noted("a", "short words\n\n"+strings.Repeat("short words, ", 10)+"then a tail that the note does not have, and which would be lost to every later reader of this memory"),
		},
	},
	{
		name:    "nothing to do",
		files:   map[string]string{"MEMORY.md": "# Index of the lab\n\nRead this first.\n\n- [a](a.md) — x\n- see `b.md` for words\n", "a.md": noted("a", "custom text with   three spaces\t"), "b.md": noted("b", "SNR: ratio.")},
		digests: []string{spoke("s1", "/p", "can you explain what this helper does?", "later")},
		why:     "Nothing to change.\n",
	},
}

func TestDreams(t *testing.T) {
	for _, c := range dreams {
		t.Run(c.name, func(t *testing.T) {
			got, why := dreamt(t, c.files, c.digests...)
			want := maps.Clone(c.files)
			for name, text := range c.want {
				want[name] = text
				if text == "" {
					delete(want, name)
				}
			}
			for _, name := range slices.Sorted(maps.Keys(want)) {
				if got[name] != want[name] {
					t.Errorf("%s = %q\nwant %q", name, got[name], want[name])
				}
				delete(got, name)
			}
			for name, text := range got {
				t.Errorf("%s = %q, want none", name, text)
			}
			if c.why != "" && why != c.why {
				t.Errorf("CHANGES.md = %q, want %q", why, c.why)
			}
		})
	}
}

// TestSettled: a dream about its own result changes nothing.
func TestSettled(t *testing.T) {
	for _, c := range dreams {
		once, _ := dreamt(t, c.files, c.digests...)
		twice, why := dreamt(t, once, c.digests...)
		if !maps.Equal(once, twice) {
			t.Errorf("%s: changed again: %s", c.name, why)
		}
	}
}

// TestRandomNotes: on random text the engine neither fails nor touches what it has no reason for.
func TestRandomNotes(t *testing.T) {
	words := []string{"npm", "make", "we", "use", "`x y`", "yesterday", "|", "#", "- ", "[a](a.md)", "[[b]]", "(", "日本", "\u202e", "\xff", "\r", "---", "```", "2026-01-02", "because"}
	for seed := range int64(60) {
		rng := rand.New(rand.NewSource(seed))
		text := func(n int) string {
			var b strings.Builder
			for range rng.Intn(n) {
				b.WriteString(words[rng.Intn(len(words))])
				b.WriteString([]string{" ", "\n", ""}[rng.Intn(3)])
			}
			return b.String()
		}
		files := map[string]string{"a.md": noted("a", text(40)), "b.md": text(60), "d.md": text(9)}
		files["MEMORY.md"] = "- [a](a.md) — a\n- [b](b.md) — b\n- [d](d.md) — d\n" + strings.NewReplacer("[a](a.md)", "a", "[[b]]", "b").Replace(text(20))
		got, why := dreamt(t, files, spoke("s", "/p", "thanks"))
		for name, was := range files {
			if got[name] != was && !strings.Contains(why, "- "+name+": ") {
				t.Errorf("seed %d: %s changed without a word: %q -> %q", seed, name, was, got[name])
			}
		}
		again, _ := dreamt(t, files, spoke("s", "/p", "thanks"))
		if !maps.Equal(got, again) {
			t.Errorf("seed %d: two runs differ", seed)
		}
	}
}

func TestCancelled(t *testing.T) {
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, engine.MemoryDir), 0o700); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancelCause(t.Context())
	stop := errors.New("stop")
	cancel(stop)
	if err := New().Run(ctx, engine.Job{Dir: dir, Zone: time.UTC}, func(model.Event) {}); !errors.Is(err, stop) {
		t.Errorf("err = %v", err)
	}
}
