package reality

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"dreamgate/model"
)

// project is one with a little of everything, and a history that lost some.
func project(claims []Claim) *Project {
	p := NewProject("/home/ann/shop", NewQuery(claims))
	p.Listed, p.Past = true, true
	for _, f := range []string{"src/auth/login.ts", "cmd/worker/main.go", "scripts/deploy.sh", "package.json", "Makefile", "go.mod", "pnpm-lock.yaml"} {
		p.Add(f)
	}
	at := time.Date(2026, 3, 12, 9, 0, 0, 0, time.UTC)
	for _, r := range []Removal{
		{Path: "scripts/test-db.sh", Commit: "8d1e0aa1111", At: at}, {Path: "src/old/a.ts", Commit: "2222222", At: at},
		{Path: "src/cart.ts", To: "src/cart/index.ts", Commit: "3333333", At: at}, {Path: "package-lock.json", Commit: "4444444", At: at},
		{Path: "a/config.json", Commit: "5555555", At: at}, {Path: "b/config.json", Commit: "5555555", At: at},
	} {
		p.Remove(r)
	}
	p.Read("package.json", []byte(`{"scripts":{"test":"x","db:seed":"x"},"dependencies":{"zod":"1"}}`))
	p.Read("Makefile", []byte("build: a b\n\tgo build\n\nVAR := x\n"))
	p.Read("go.mod", []byte("module x\n\nrequire (\n\tgithub.com/spf13/cobra v1.8.0\n)\n"))
	p.Lose(Dropped{Path: "package.json", Line: `    "lint": "eslint .",`, Commit: "6666666", At: at})
	p.Lose(Dropped{Path: "package.json", Line: `    "lodash": "^4.17.0",`, Commit: "7777777", At: at})
	p.Lose(Dropped{Path: "Makefile", Line: "image: build", Commit: "9999999", At: at})
	return p
}

func judged(text string) string {
	claims := Read(model.Note{}, []byte(text))
	var out []string
	for _, c := range Judge(claims, []*Project{project(claims)}, time.Time{}) {
		out = append(out, fmt.Sprintf("%s %s %s", c.Kind, c.Token, c.State))
	}
	return strings.Join(out, "; ")
}

func TestJudge(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"Look at `auth/login.ts`.", "path auth/login.ts holds"},
		{"Look at src/auth/login.ts:42.", "path src/auth/login.ts:42 holds"},
		{"Everything is below `src/auth/`.", "path src/auth/ holds"},
		{"Run `scripts/test-db.sh` first.", "path scripts/test-db.sh gone"},
		{"Run `./scripts/test-db.sh` first.", "command ./scripts/test-db.sh gone"},
		{"Run `bash scripts/test-db.sh -v` first.", "command bash scripts/test-db.sh -v gone"},
		{"The rest lives in `src/old/`.", "path src/old/ gone"},
		{"See `/home/ann/shop/scripts/test-db.sh`.", "path /home/ann/shop/scripts/test-db.sh gone"},
		{"See `/home/bob/shop/scripts/test-db.sh`.", "path /home/bob/shop/scripts/test-db.sh unknown"},
		{"See `~/shop/scripts/test-db.sh` and `@/scripts/test-db.sh`, `../scripts/test-db.sh`.", ""},
		{"We removed `scripts/test-db.sh`.", "path scripts/test-db.sh holds"},
		{"We removed `src/auth/login.ts`.", "path src/auth/login.ts unknown"},
		{"Create `scripts/test-db.sh`.", "path scripts/test-db.sh unknown"},
		{"It is `src/cart.ts`.", "path src/cart.ts gone"},
		{"It is `config.json`.", "path config.json unknown"},
		{"It is `never/was.ts`.", "path never/was.ts unknown"},
		{"Match `src/*.ts` or `path/to/file.ts` or `src/<name>.ts`.", ""},
		{"either and/or client/server", ""},
		{"Run `npm run lint` and `npm test`.", "manager npm gone; command npm run lint gone; command npm test holds"},
		{"Run `pnpm lint`.", "manager pnpm holds; command pnpm lint gone"},
		{"Run `pnpm db:seed`.", "manager pnpm holds; command pnpm db:seed holds"},
		{"Run `make image` then `make build`.", "command make image gone; command make build holds"},
		{"Run `make -C other image`.", ""},
		{"The `lint` script is slow.", "script lint gone"},
		{"Start with `go run ./cmd/worker`.", "command go run ./cmd/worker holds"},
		{"We use `lodash` and `zod`.", "dependency lodash gone"},
		{"Uses `zod`.", "dependency zod holds"},
		{"Commands are made with github.com/spf13/cobra.", "dependency github.com/spf13/cobra holds"},
		{"```\nscripts/test-db.sh\n```", ""},
		{"```sh\n# a comment\nscripts/test-db.sh --all\n```", "command scripts/test-db.sh --all gone"},
		{"```console\n$ make image\nmake build\n```", "command make image gone"},
		{"## Removed\n\n- `scripts/test-db.sh`\n\n## Now\n\n- `src/cart.ts`", "path scripts/test-db.sh holds; path src/cart.ts gone"},
		{"TODO:\n\n- `scripts/test-db.sh`", "path scripts/test-db.sh unknown"},
		{"[a](scripts/test-db.sh) https://x.example/scripts/test-db.sh", ""},
		{"We moved from npm to pnpm for packages.", "manager npm holds; manager pnpm holds"},
	} {
		if got := judged(c.text); got != c.want {
			t.Errorf("%q:\n got %s\nwant %s", c.text, got, c.want)
		}
	}
}

func TestNames(t *testing.T) {
	claims := Read(model.Note{BodyAt: 46}, []byte("---\nname: x\ndescription: see `src/cart.ts`\n---\n\none\n\n`scripts/test-db.sh` is run\nat night\n"))
	got := Judge(claims, []*Project{project(claims)}, time.Time{})
	if len(got) != 2 || got[0].Line != 3 || got[1].Line != 8 {
		t.Fatalf("%+v", got)
	}
	if want := "src/cart.ts was moved to src/cart/index.ts, by commit 3333333 of 12 Mar 2026"; got[0].Reason != want {
		t.Errorf("%q", got[0].Reason)
	}
	if got[1].Commit != "8d1e0aa1111" || got[1].Path != "scripts/test-db.sh" {
		t.Errorf("%+v", got[1])
	}
}

func FuzzRead(f *testing.F) {
	f.Add("We removed `a/b.ts`;\n\n- `make x`\n```sh\n./x.sh\n```")
	f.Add("|`a`|\n~~~\n$ \n~~~\n<!-- \n# 。`` `")
	f.Fuzz(func(t *testing.T, text string) {
		claims := Read(model.Note{}, []byte(text))
		lines := strings.Count(text, "\n") + 1
		for _, c := range Judge(claims, []*Project{project(claims)}, time.Time{}) {
			if c.Line < 1 || c.Line > lines || c.State == model.RealityGone && c.Path == "" {
				t.Fatalf("%+v", c)
			}
		}
	})
}

// TestReadBounds: of a note that is no note only the beginning is read, and of its paragraphs no more than
// one can be.
func TestReadBounds(t *testing.T) {
	long := strings.Repeat("We run `make x` here.\n", 100_000)
	size := 0
	for _, b := range blocks([]byte(long), 0) {
		if len(b.text) > mostBlock+100 {
			t.Fatalf("a block of %d bytes", len(b.text))
		}
		size += len(b.text) + 1
	}
	if size > mostRead+100 || size < mostRead-100 {
		t.Errorf("%d bytes were read", size)
	}
	if claims := Read(model.Note{}, []byte(long)); len(claims) == 0 || claims[0].Line != 1 {
		t.Errorf("%+v", claims)
	}
}
