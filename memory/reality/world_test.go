package reality_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// repo is a made repository whose history loses files, scripts, dependencies and lock files.
type repo struct {
	t       testing.TB
	dir     string
	rnd     *rand.Rand
	at      time.Time
	files   []string
	scripts map[string]bool
	targets map[string]bool
	deps    map[string]bool
	// lost are the scripts, targets and dependencies that went, by kind and name.
	lost map[[2]string]bool
	n    int
}

func newRepo(t testing.TB, seed uint64) *repo {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	home := filepath.Join(dir, "home")
	r := &repo{
		t: t, dir: filepath.Join(dir, "work"), rnd: rand.New(rand.NewPCG(seed, 7)), at: time.Date(2025, 1, 3, 9, 0, 0, 0, time.UTC),
		scripts: map[string]bool{}, targets: map[string]bool{}, deps: map[string]bool{}, lost: map[[2]string]bool{},
	}
	for _, d := range []string{home, r.dir} {
		if err := os.MkdirAll(d, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	t.Setenv("HOME", home)
	t.Setenv("GIT_CONFIG_GLOBAL", filepath.Join(home, ".gitconfig"))
	t.Setenv("GIT_CONFIG_NOSYSTEM", "1")
	r.git("init", "-q", "-b", "main")
	r.git("config", "user.name", "dev")
	r.git("config", "user.email", "dev@example.invalid")
	return r
}

func (r *repo) git(args ...string) string {
	r.t.Helper()
	cmd := exec.Command("git", append([]string{"-C", r.dir}, args...)...)
	date := r.at.Format(time.RFC3339)
	cmd.Env = append(os.Environ(), "GIT_AUTHOR_DATE="+date, "GIT_COMMITTER_DATE="+date)
	out, err := cmd.CombinedOutput()
	if err != nil {
		r.t.Fatalf("git %q: %v\n%s", args, err, out)
	}
	return string(out)
}

// importFrom reads a stream of git's fast-import.
func (r *repo) importFrom(file string) {
	r.t.Helper()
	in, err := os.Open(file)
	if err != nil {
		r.t.Fatal(err)
	}
	defer in.Close()
	cmd := exec.Command("git", "-C", r.dir, "fast-import", "--quiet")
	cmd.Stdin = in
	if out, err := cmd.CombinedOutput(); err != nil {
		r.t.Fatalf("fast-import: %v\n%s", err, out)
	}
}

func (r *repo) write(name, text string) {
	r.t.Helper()
	p := filepath.Join(r.dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(p), 0o755); err != nil {
		r.t.Fatal(err)
	}
	if err := os.WriteFile(p, []byte(text), 0o644); err != nil {
		r.t.Fatal(err)
	}
}

func (r *repo) remove(name string) {
	if err := os.Remove(filepath.Join(r.dir, filepath.FromSlash(name))); err != nil {
		r.t.Fatal(err)
	}
}

func (r *repo) commit(subject string) {
	r.at = r.at.Add(26 * time.Hour)
	r.git("add", "-A")
	r.git("commit", "-q", "--allow-empty", "-m", subject)
}

var (
	folders = strings.Fields("src/auth src/cart src/search lib/http lib/queue internal/store internal/mail cmd/worker cmd/import scripts tools docs/ops test/fixtures web/views infra/terraform pkg/cache")
	stems   = strings.Fields("login session token invoice basket trigram reindex client retry backoff ledger mailer template worker importer seed deploy rollback runbook oncall checkout header footer network bucket lru warm purge")
	endings = strings.Fields(".ts .go .py .sh .md .tsx .yaml .sql .rs .css")
	scripts = strings.Fields("lint typecheck e2e storybook bench codegen db:seed db:migrate preview release clean-cache smoke i18n")
	targets = strings.Fields("proto mocks image push-image tarball fuzz coverage vendor-check gen-docs stage")
	deps    = strings.Fields("lodash moment express zod redux-saga react-query left-pad winston knex chalk @acme/ui @acme/logger dayjs fastify")
)

// grow makes a history.
func (r *repo) grow(commits int) {
	for len(r.files) < 60 {
		r.addFile()
	}
	for i, s := range scripts {
		r.scripts[s] = i%5 != 4
	}
	for i, s := range targets {
		r.targets[s] = i%5 != 4
	}
	for i, s := range deps {
		r.deps[s] = i%5 != 4
	}
	r.write("package-lock.json", "{}\n")
	r.manifests()
	r.commit("start")
	for i := range commits {
		for range 1 + r.rnd.IntN(3) {
			r.change()
		}
		if i == commits/2 {
			r.remove("package-lock.json")
			r.write("pnpm-lock.yaml", "lockfileVersion: 9\n")
		}
		r.manifests()
		r.commit(fmt.Sprint("change ", i))
	}
}

func (r *repo) addFile() {
	name := folders[r.rnd.IntN(len(folders))] + "/" + stems[r.rnd.IntN(len(stems))] + endings[r.rnd.IntN(len(endings))]
	if slices.Contains(r.files, name) {
		return
	}
	r.n++
	r.write(name, strings.Repeat(fmt.Sprintf("line %d of %s\n", r.n, name), 4+r.n%9))
	r.files = append(r.files, name)
}

func (r *repo) change() {
	i := r.rnd.IntN(len(r.files))
	switch r.rnd.IntN(8) {
	case 0, 1:
		r.addFile()
	case 2, 3:
		r.remove(r.files[i])
		r.files = slices.Delete(r.files, i, i+1)
	case 4:
		data, err := os.ReadFile(filepath.Join(r.dir, r.files[i]))
		if err != nil {
			r.t.Fatal(err)
		}
		to := folders[r.rnd.IntN(len(folders))] + "/" + filepath.Base(r.files[i])
		if !slices.Contains(r.files, to) {
			r.remove(r.files[i])
			r.write(to, string(data))
			r.files[i] = to
		}
	case 5:
		r.flip("script", r.scripts, scripts)
	case 6:
		r.flip("target", r.targets, targets)
	default:
		r.flip("dependency", r.deps, deps)
	}
}

// flip takes a thing out of a manifest, or puts it back.
func (r *repo) flip(kind string, have map[string]bool, names []string) {
	name := names[r.rnd.IntN(len(names))]
	have[name] = !have[name]
	if !have[name] {
		r.lost[[2]string{kind, name}] = true
	}
}

func (r *repo) manifests() {
	var s, d []string
	for _, n := range scripts {
		if r.scripts[n] {
			s = append(s, fmt.Sprintf("    %q: \"tool %s --all\"", n, n))
		}
	}
	for _, n := range deps {
		if r.deps[n] {
			d = append(d, fmt.Sprintf("    %q: \"^%d.1.0\"", n, 1+len(n)%4))
		}
	}
	r.write("package.json", "{\n  \"name\": \"made\",\n  \"scripts\": {\n"+strings.Join(s, ",\n")+"\n  },\n  \"dependencies\": {\n"+strings.Join(d, ",\n")+"\n  }\n}\n")
	text := "all: image\n\n"
	for _, n := range targets {
		if r.targets[n] {
			text += n + ": go.sum\n\techo " + n + "\n\n"
		}
	}
	r.write("Makefile", text)
}

// deleted are the paths that git says were deleted, and that are no longer there.
func (r *repo) deleted() []string {
	tree := map[string]bool{}
	for p := range strings.Lines(r.git("ls-tree", "-r", "--name-only", "HEAD")) {
		tree[strings.TrimSpace(p)] = true
	}
	var out []string
	for p := range strings.Lines(r.git("log", "--diff-filter=D", "--no-renames", "--name-only", "--format=")) {
		if p = strings.TrimSpace(p); p != "" && !tree[p] && !slices.Contains(out, p) {
			out = append(out, p)
		}
	}
	slices.Sort(out)
	return out
}
