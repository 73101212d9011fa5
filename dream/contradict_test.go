package dream

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"dreamgate/model"
	"dreamgate/model/note"
)

func TestContradicted(t *testing.T) {
	dir := t.TempDir()
	git := func(args ...string) {
		t.Helper()
		cmd := exec.Command("git", append([]string{"-C", dir, "-c", "user.name=d", "-c", "user.email=d@example.invalid"}, args...)...)
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("git %q: %v\n%s", args, err, out)
		}
	}
	git("init", "-q")
	for _, name := range []string{"seed.sh", "keep.sh"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte("x\n"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	git("add", ".")
	git("commit", "-q", "-m", "start")
	git("rm", "-q", "seed.sh")
	git("commit", "-q", "-m", "go")
	f := model.File{Mode: 0o600, Links: 1, Data: []byte("Run `./seed.sh` and then\n`./keep.sh`.\n")}
	tree := model.Tree{"a.md": f}
	got := contradicted(t.Context(), []string{dir}, []model.Note{note.Parse("a.md", f)}, tree)
	if len(got) != 1 || got[0].Line != 1 || !strings.Contains(got[0].Message, "seed.sh was removed, by commit") {
		t.Errorf("%+v", got)
	}
	if got := contradicted(t.Context(), nil, []model.Note{note.Parse("a.md", f)}, tree); got != nil {
		t.Errorf("without a project: %+v", got)
	}
}
