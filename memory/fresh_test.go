package memory

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"dreamgate/model"
)

func TestWriteFresh(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "new", "out")
	tree := model.Tree{
		"a.md":     {Mode: 0o600, Data: []byte("one\n")},
		"sub/b.md": {Mode: 0o644, Data: []byte("two\n")},
		"link.md":  {Mode: fs.ModeSymlink, Target: "a.md"},
	}
	written, err := WriteFresh(dir, tree)
	if err != nil || !slices.Equal(written, []string{"a.md", "sub/b.md"}) {
		t.Fatalf("wrote %v, %v", written, err)
	}
	if data, err := os.ReadFile(filepath.Join(dir, "sub", "b.md")); err != nil || string(data) != "two\n" {
		t.Errorf("sub/b.md = %q, %v", data, err)
	}
	if info, err := os.Stat(dir); err != nil || info.Mode().Perm()&0o077 != 0 {
		t.Errorf("the folder is open to others: %v, %v", info.Mode(), err)
	}
	if _, err := WriteFresh(dir, tree); err == nil {
		t.Error("a folder with files in it was written into")
	}
	if err := os.MkdirAll(filepath.Join(dir, "empty"), 0o700); err != nil {
		t.Fatal(err)
	}
	if ok, err := Vacant(filepath.Join(dir, "empty")); !ok || err != nil {
		t.Errorf("an empty folder: %v, %v", ok, err)
	}
	if ok, err := Vacant(filepath.Join(dir, "a.md")); ok || err == nil {
		t.Errorf("a file: %v, %v", ok, err)
	}
}
