package reality

import (
	"context"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"dreamgate/memory/history"
	"dreamgate/model/reality"
)

// Bounds of what is looked up in one project.
const (
	listLimit = 5 * time.Second
	pastLimit = 8 * time.Second
	// mostManifests is how many manifests are read, mostManifest how long one may be, in bytes.
	mostManifests = 200
	mostManifest  = 512 << 10
	// mostLost bounds the lines that manifests lost.
	mostLost = 200_000
	// mostPaths is how many manifests the history is asked for: a command takes only so many.
	mostPaths = 100
)

// lookup learns of a project what a query asks for.
func lookup(ctx context.Context, t top, root *os.Root, q *reality.Query) *reality.Project {
	p := reality.NewProject(filepath.ToSlash(t.dir), q)
	p.Exists = func(name string) bool {
		_, err := root.Lstat(filepath.FromSlash(name))
		return err == nil
	}
	var manifests []string
	add := func(file string) {
		p.Add(file)
		if reality.Manifest(file) && len(manifests) < mostManifests {
			manifests = append(manifests, file)
		}
	}
	if !t.git {
		p.Listed = walk(ctx, root, add)
	} else {
		p.Listed = files(ctx, t.dir, add)
		manifests = append(manifests, past(ctx, t.dir, p)...)
	}
	for _, file := range manifests {
		if data := head(root, file); data != nil {
			p.Read(file, data)
		}
	}
	if t.git {
		losses(ctx, t.dir, manifests, p)
	}
	return p
}

// files lists what is tracked, and what is not but neither ignored. What a merge has not settled is
// listed several times.
func files(ctx context.Context, dir string, add func(string)) bool {
	last := ""
	whole, err := history.Stream(ctx, dir, listLimit, 0, func(record string) bool {
		if record != last {
			add(record)
		}
		last = record
		return true
	}, "ls-files", "-z", "--cached", "--others", "--exclude-standard")
	return whole && err == nil
}

// past asks once what the history lost: deleted or moved, when, and by which commit. It returns the
// manifests among that. A history that is too long for the time is known as far as it was read.
func past(ctx context.Context, dir string, p *reality.Project) (manifests []string) {
	var commit string
	var at time.Time
	var status, from string
	seen := map[string]bool{}
	take := func(r reality.Removal) {
		p.Remove(r)
		if reality.Manifest(r.Path) && len(manifests) < mostManifests && !seen[r.Path] {
			seen[r.Path] = true
			manifests = append(manifests, r.Path)
		}
	}
	whole, err := history.Stream(ctx, dir, pastLimit, 0, func(record string) bool {
		switch {
		case status == "" && strings.HasPrefix(record, "\x01"):
			commit, at = parseHead(record[1:])
		case status == "":
			// "D" or "R097", with the line end that git puts behind the head of a commit.
			status = strings.TrimPrefix(record, "\n")
		case status[0] == 'R' && from == "":
			from = record
		case status[0] == 'R':
			take(reality.Removal{Path: from, To: record, Commit: commit, At: at})
			status, from = "", ""
		default:
			take(reality.Removal{Path: record, Commit: commit, At: at})
			status = ""
		}
		return true
	}, "log", "-z", "--diff-filter=DR", "--name-status", "--find-renames", "-l400", "--no-ext-diff", "--no-textconv",
		"--ignore-submodules=all", "--no-show-signature", "--no-color", "--format=%x01%H %ct")
	p.Past = whole && err == nil
	return manifests
}

// parseHead reads "hash seconds".
func parseHead(text string) (string, time.Time) {
	hash, seconds, _ := strings.Cut(strings.TrimSpace(text), " ")
	n, err := strconv.ParseInt(seconds, 10, 64)
	if err != nil {
		return hash, time.Time{}
	}
	return hash, time.Unix(n, 0).UTC()
}

// losses asks once which lines the manifests lost: a script that went leaves no other trace.
func losses(ctx context.Context, dir string, manifests []string, p *reality.Project) {
	if len(manifests) == 0 {
		return
	}
	args := []string{"log", "-p", "-U0", "--no-renames", "--no-ext-diff", "--no-textconv", "--no-show-signature", "--no-color",
		"--src-prefix=a/", "--dst-prefix=b/", "--submodule=short", "--ignore-submodules=all", "--diff-filter=MD", "--format=%x01%H %ct", "--"}
	args = append(args, manifests[:min(len(manifests), mostPaths)]...)
	var d reality.Dropped
	inHunk, n := false, 0
	_, _ = history.Stream(ctx, dir, pastLimit, '\n', func(line string) bool {
		switch {
		case strings.HasPrefix(line, "\x01"):
			d = reality.Dropped{}
			d.Commit, d.At = parseHead(line[1:])
			inHunk = false
		case strings.HasPrefix(line, "diff --git "):
			inHunk = false
		case !inHunk && strings.HasPrefix(line, "--- "):
			d.Path = strings.TrimSuffix(strings.TrimPrefix(line[4:], "a/"), "\t")
		case strings.HasPrefix(line, "@@ "):
			inHunk = true
		case inHunk && strings.HasPrefix(line, "-"):
			d.Line = strings.TrimRight(line[1:], "\r")
			p.Lose(d)
			n++
		}
		return n < mostLost
	}, args...)
}
