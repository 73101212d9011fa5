package layers

import (
	"path/filepath"
	"regexp"
	"strings"
)

// mostDeep is how far files may import files that import files.
const mostDeep = 5

// imported finds @path where a word may begin. A blank in a path is written with a backslash.
var imported = regexp.MustCompile(`(?:^|[\s(])@((?:\\ |[^\s\\])+)`)

// codeSpan finds code within a line, in which nothing is imported.
var codeSpan = regexp.MustCompile("`+[^`]*`+")

// imports lists the targets that the text of an instruction file names, code left out.
func imports(data []byte) (targets []string) {
	fence := ""
	for line := range strings.Lines(string(data)) {
		trimmed := strings.TrimSpace(line)
		switch {
		case fence != "":
			if strings.HasPrefix(trimmed, fence) {
				fence = ""
			}
			continue
		case strings.HasPrefix(trimmed, "```"):
			fence = "```"
			continue
		case strings.HasPrefix(trimmed, "~~~"):
			fence = "~~~"
			continue
		case !strings.Contains(line, "@"):
			continue
		}
		for _, m := range imported.FindAllStringSubmatch(codeSpan.ReplaceAllString(line, " "), -1) {
			targets = append(targets, strings.ReplaceAll(m[1], `\ `, " "))
		}
	}
	return targets
}

// locate finds the file of a target, seen from a folder. At the end of a sentence the sign that ends it
// is no part of the path.
func (c *chain) locate(target, dir string) (string, bool) {
	for _, t := range []string{target, strings.TrimRight(target, ".,;:!?)")} {
		path := t
		switch rest, home := strings.CutPrefix(t, "~/"); {
		case home && c.home == "" || t == "":
			continue
		case home:
			path = filepath.Join(c.home, rest)
		case !filepath.IsAbs(t):
			path = filepath.Join(dir, t)
		}
		if _, _, ok := read(path); ok {
			return path, true
		}
	}
	return "", false
}
