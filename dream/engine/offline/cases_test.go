package offline

import (
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
)

var freeze = flag.Bool("update", false, "write testdata/cases/baseline.txt")

// check is one thing that must hold after a dream: the file matches, or does not.
type check struct {
	path  string
	re    *regexp.Regexp
	match bool
}

// talk is one case of testdata/cases.
type talk struct {
	id, kind string
	day      time.Time
	files    map[string]string
	sessions []string
	said     int
	index    string
	still    bool
	checks   []check
}

// session gives the id that stands for a letter of the cases.
func session(letter string) string {
	return "00000000-0000-4000-8000-00000000000" + letter
}

// open begins a session; the lines that follow are said in it.
func (c *talk) open(letter, cwd string) {
	c.sessions = append(c.sessions, "# "+session(letter)+" cwd="+cwd+"\n")
	c.said = 0
}

// say adds a line to the session that is open, a minute after the one before.
func (c *talk) say(who, text string) {
	if len(c.sessions) == 0 {
		c.open("f", "/home/ada/work")
	}
	c.said++
	at := c.day.Add(time.Duration(len(c.sessions))*time.Hour + time.Duration(c.said)*time.Minute)
	c.sessions[len(c.sessions)-1] += fmt.Sprintf("%d\t%s\t%s\t%s\n", c.said, who, at.Format(time.RFC3339), text)
}

// note adds a note and its line of the index.
func (c *talk) note(path, rest string) {
	name, origin, found := strings.Cut(rest, " / ")
	c.files[path] = noted(name, "")
	if found {
		c.files[path] = stamped(name, session(origin), "2026-01-05T08:00:00Z", "")
	}
	c.files[path] = strings.TrimSuffix(c.files[path], "\n")
	c.index += fmt.Sprintf("- [%s](%s)\n", name, path)
}

// talks reads all cases.
func talks(t *testing.T) []*talk {
	t.Helper()
	names, err := filepath.Glob("testdata/cases/*.txt")
	if err != nil {
		t.Fatal(err)
	}
	var list []*talk
	for _, name := range names {
		if filepath.Base(name) == "baseline.txt" {
			continue
		}
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		note := ""
		for _, line := range strings.Split(string(data), "\n") {
			word, rest, _ := strings.Cut(line, " ")
			if word == "case" {
				id, kind, _ := strings.Cut(rest, " ")
				list = append(list, &talk{id: id, kind: kind, files: map[string]string{}})
			}
			if len(list) > 0 {
				list[len(list)-1].read(t, word, rest, &note)
			}
		}
	}
	return list
}

// read takes in one line of a case.
func (c *talk) read(t *testing.T, word, rest string, note *string) {
	t.Helper()
	first, second, _ := strings.Cut(rest, " ")
	switch word {
	case "case":
	case "day":
		day, err := time.Parse(time.DateOnly, rest)
		if err != nil {
			t.Fatal(c.id, err)
		}
		c.day = day.Add(9 * time.Hour)
	case "note":
		*note = first
		c.note(first, second)
	case "":
		if rest != "" {
			c.files[*note] += strings.TrimPrefix(rest, " ") + "\n"
		}
	case "index":
		c.index += rest + "\n"
	case "in":
		c.open(first, second)
	case "user":
		c.say("user", rest)
	case "agent":
		c.say("assistant", rest)
	case "tool":
		c.say("tool", rest)
	case "still":
		c.still = true
	case "must", "not":
		c.checks = append(c.checks, check{first, regexp.MustCompile("(?m)" + second), word == "must"})
	default:
		t.Fatalf("%s: a line that begins with %q", c.id, word)
	}
}

// wrong names what does not hold in the notes that a dream left.
func (c *talk) wrong(got map[string]string) (bad []string) {
	if c.still && !maps.Equal(got, c.files) {
		for path, text := range got {
			if text != c.files[path] {
				bad = append(bad, fmt.Sprintf("%s changed: %s", path, text))
			}
		}
	}
	for _, k := range c.checks {
		found := false
		for path, text := range got {
			found = found || (k.path == "*" || k.path == path) && k.re.MatchString(text)
		}
		if found != k.match {
			bad = append(bad, fmt.Sprintf("%s ~ %s is %v", k.path, k.re, found))
		}
	}
	return bad
}

// TestTalks dreams each case of testdata/cases. Those of baseline.txt fail and are known to; no other
// may, and one that has been mended leaves the list, so that it cannot get lost again.
func TestTalks(t *testing.T) {
	const frozen = "testdata/cases/baseline.txt"
	old, err := os.ReadFile(frozen)
	if err != nil && !*freeze {
		t.Fatal(err)
	}
	known := strings.Fields(string(old))
	var failed []string
	for _, c := range talks(t) {
		c.files["MEMORY.md"] = c.index
		got, _ := dreamt(t, c.files, c.sessions...)
		bad := c.wrong(got)
		if len(bad) > 0 {
			failed = append(failed, c.id)
		}
		if is := slices.Contains(known, c.id); is != (len(bad) > 0) && !*freeze {
			t.Errorf("%s %s: known to fail %v, and fails in:\n%s", c.id, c.kind, is, strings.Join(bad, "\n"))
		} else if len(bad) > 0 {
			t.Logf("%s %s: %s", c.id, c.kind, strings.Join(bad, "\n"))
		}
	}
	if *freeze {
		if err := os.WriteFile(frozen, []byte(strings.Join(failed, "\n")+"\n"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}
