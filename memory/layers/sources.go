package layers

import (
	"bytes"
	"path"
	"regexp"
	"strings"

	"dreamgate/memory"
	"dreamgate/model"
)

// sourceKeys are the fields of a frontmatter by which a page names what it was made from.
var sourceKeys = []string{"source", "sources", "source_file", "source_files", "derived_from"}

// named lists what the frontmatter of a page names as its sources: a value, a list in brackets, or a list
// below the key.
func named(data []byte) (names []string) {
	head, ok := bytes.CutPrefix(data, []byte("---"))
	end := bytes.Index(head, []byte("\n---"))
	if !ok || end < 0 {
		return nil
	}
	listing := false
	for line := range strings.Lines(string(head[:end])) {
		line = strings.TrimRight(line, "\r\n")
		if item, isItem := strings.CutPrefix(strings.TrimSpace(line), "- "); isItem && listing {
			names = append(names, unquote(item))
			continue
		}
		key, value, isField := strings.Cut(line, ":")
		if listing = false; !isField || strings.TrimSpace(key) != key {
			continue
		}
		for _, k := range sourceKeys {
			if strings.ToLower(key) != k {
				continue
			}
			value = strings.TrimSpace(value)
			listing = value == ""
			value = strings.TrimSuffix(strings.TrimPrefix(value, "["), "]")
			for part := range strings.SplitSeq(value, ",") {
				if part = unquote(part); part != "" {
					names = append(names, part)
				}
			}
		}
	}
	return names
}

// says finds the words by which a line or a heading tells that what it links to is a source. What a page links
// to without them is for its reader to go on with, as the code that a manual speaks of.
var says = regexp.MustCompile(`(?i)\b(?:sources?|quellen?|(?:derived|generated|summari[sz]ed|compiled|distilled) from)\b|来源|來源|出典|出所`)

// sourceLines are the lines of a page, from 1, that name sources, and those below a heading that does.
func sourceLines(data []byte) map[int]bool {
	lines, below, number := map[int]bool{}, false, 0
	for line := range strings.Lines(string(data)) {
		number++
		if strings.HasPrefix(line, "#") {
			below = says.MatchString(line)
		}
		if below || says.MatchString(line) {
			lines[number] = true
		}
	}
	return lines
}

func unquote(s string) string { return strings.Trim(strings.TrimSpace(s), `"'`) }

// cites adds to the sources, by their paths below the project with their sizes, those that a page names and
// that are there, and reports whether there is one. A name that begins with / is one below the project.
func cites(root *memory.Root, page string, names []string, pages model.Tree, sources map[string]int) bool {
	found := false
	for _, name := range names {
		tries := []string{path.Join(path.Dir(page), name), path.Clean(name)}
		if below, ok := strings.CutPrefix(name, "/"); ok {
			tries = []string{path.Clean(below)}
		}
		for _, at := range tries {
			if _, known := sources[at]; known {
				found = true
				break
			}
			if _, isPage := pages[at]; isPage || strings.HasPrefix(at, "../") || at == ".." {
				continue
			}
			if file, err := root.Open(at); err == nil {
				info, err := file.Stat()
				file.Close()
				if err == nil {
					sources[at], found = int(info.Size()), true
					break
				}
			}
		}
	}
	return found
}
