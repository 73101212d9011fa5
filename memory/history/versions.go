package history

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// Version is a file as one commit left it.
type Version struct {
	At   time.Time
	Data []byte
}

// Versions returns a file below dir as its last commits left it, n at most, the newest first. Without a
// repository, or where it does not hold the file, there are none, and no process is started to learn that
// there is no repository.
func Versions(ctx context.Context, dir, file string, n int) ([]Version, error) {
	if !inRepository(dir) {
		return nil, nil
	}
	out, err := read(ctx, dir, "log", "--max-count="+strconv.Itoa(n), "--no-show-signature", "--format=%H %ct", "--", file)
	if err != nil {
		if head(ctx, dir) == "" {
			return nil, nil // a repository without a commit
		}
		return nil, fmt.Errorf("ask git how %s of %s has changed: %w", file, dir, err)
	}
	var list []Version
	var ask strings.Builder
	for line := range strings.Lines(out) {
		c := parseCommit(strings.TrimSpace(line))
		list = append(list, Version{At: c.At})
		fmt.Fprintf(&ask, "%s:./%s\n", c.Hash, file)
	}
	if len(list) == 0 {
		return nil, nil
	}
	ctx, cancel := context.WithTimeout(ctx, readLimit)
	defer cancel()
	cmd := looking(command(ctx, dir, []string{"cat-file", "--batch"}))
	cmd.Stdin = strings.NewReader(ask.String())
	blobs, err := run(ctx, cmd, "cat-file")
	if err != nil {
		return nil, fmt.Errorf("ask git what %s of %s held: %w", file, dir, err)
	}
	return fill(list, []byte(blobs)), nil
}

// fill gives versions their content: for each a head "object blob size" and the bytes, or a line that
// says that there is none, as for a commit that deleted the file. Those are left out.
func fill(list []Version, blobs []byte) []Version {
	kept := list[:0]
	for _, v := range list {
		line, rest, _ := bytes.Cut(blobs, []byte{'\n'})
		blobs = rest
		words := strings.Fields(string(line))
		if len(words) != 3 || words[1] != "blob" {
			continue
		}
		size, err := strconv.Atoi(words[2])
		if err != nil || size > len(blobs) {
			break
		}
		v.Data = blobs[:size]
		kept = append(kept, v)
		blobs = bytes.TrimPrefix(blobs[size:], []byte{'\n'})
	}
	return kept
}

// inRepository reports whether a directory lies where a repository may be.
func inRepository(dir string) bool {
	real, err := filepath.EvalSymlinks(dir)
	if err != nil {
		return false
	}
	for ; ; real = filepath.Dir(real) {
		if _, err := os.Lstat(filepath.Join(real, ".git")); err == nil {
			return true
		}
		if real == filepath.Dir(real) {
			return false
		}
	}
}
