package sample

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// past are the commits of the shop's own repository, oldest first, each as what it does to the files of
// today: the first one starts with them, and with some that notes still speak of.
var past = []struct {
	days    int
	subject string
	does    []string
}{
	{88, "Start the shop", []string{
		"M scripts/import-csv.ts", "M scripts/reindex.sh", "M package-lock.json", "R src/cart/index.ts src/cart.ts", "D pnpm-lock.yaml",
	}},
	{41, "Drop the nightly import", []string{"D scripts/import-csv.ts"}},
	{22, "Give the cart a folder", []string{"R src/cart.ts src/cart/index.ts"}},
	{19, "Let the database keep the trigram index", []string{"D scripts/reindex.sh"}},
	{8, "Move to pnpm", []string{"D package-lock.json", "M pnpm-lock.yaml"}},
}

// recordProject makes a git repository of the shop, so that it can be seen what became of the things that
// notes name. One process makes all of its commits: the demo is not to wait for them.
func (w World) recordProject(ctx context.Context) error {
	dir := filepath.Join(w.Dir, "src", "shop")
	var stream bytes.Buffer
	for i, c := range past {
		at := w.ago(c.days).UTC().Unix()
		fmt.Fprintf(&stream, "commit refs/heads/main\ncommitter Sample User <user@example.com> %d +0000\n", at)
		fmt.Fprintf(&stream, "data %d\n%s\n", len(c.subject), c.subject)
		if i == 0 {
			if err := addAll(&stream, dir); err != nil {
				return fmt.Errorf("record the sample: %w", err)
			}
		}
		for _, does := range c.does {
			if name, ok := strings.CutPrefix(does, "M "); ok {
				if err := add(&stream, dir, name); err != nil {
					return fmt.Errorf("record the sample: %w", err)
				}
				continue
			}
			stream.WriteString(does + "\n")
		}
		stream.WriteString("\n")
	}
	for _, step := range []struct {
		in   io.Reader
		args []string
	}{
		{nil, []string{"init", "--quiet"}},
		{&stream, []string{"fast-import", "--quiet"}},
		{nil, []string{"read-tree", "HEAD"}},
	} {
		if err := w.feed(ctx, dir, w.now, step.in, step.args...); err != nil {
			return err
		}
	}
	return nil
}

// addAll adds all files of a folder to a commit.
func addAll(stream *bytes.Buffer, dir string) error {
	return filepath.WalkDir(dir, func(file string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		name, err := filepath.Rel(dir, file)
		if err != nil {
			return err
		}
		return add(stream, dir, filepath.ToSlash(name))
	})
}

// add adds a file to a commit: as it lies there, else with a line of its own.
func add(stream *bytes.Buffer, dir, name string) error {
	data, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(name)))
	if os.IsNotExist(err) {
		data, err = []byte("# "+name+"\n"), nil
	}
	if err != nil {
		return err
	}
	mode := "100644"
	if strings.HasSuffix(name, ".sh") {
		mode = "100755"
	}
	fmt.Fprintf(stream, "M %s inline %s\ndata %d\n%s\n", mode, name, len(data), data)
	return nil
}
