package reality_test

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"dreamgate/memory/reality"
	"dreamgate/model"
	"dreamgate/model/note"
)

// Sentences that say that %s is there. In those with a second place that is for a file that is there.
var says = []string{
	"The entry point is `%s`.",
	"Look at `%s` before you change anything of the kind.",
	"`%s` holds the retry logic, and it is read at start.",
	"The rules for this stand in %s, at the end.",
	"Fixed the race in `%s:42` by taking the lock earlier.",
	"- `%s` — the only place that knows the format",
	"See %s for the reasons.",
	"| `%s` | 214 lines | keeps the state |",
	"When a job hangs, run the checks in `%s` first; then read `%s`.",
	"**How to apply:** change `%s` and its tests in one commit.",
	"Never edit `%s` by hand, it is written by the formatter.",
	"Both `%s` and `%s` must be changed together.",
	"1. Open `%s` and check the limits.",
	"The user wants short functions, especially in `%s`.",
	"该逻辑位于 `%s`。",
	"修改前先看`%s`，再运行测试。",
	"部署脚本在 %s 里",
	"設定は `%s` にあります。",
	"`%s` を変更したら必ずテストを実行すること。",
	"Since the refactoring all limits live in `%s`.",
	"`%s` was added in March and is the main entry since.",
	"I was told to read `%s` first.",
	"Removing an entry from the cache needs a change in `%s`.",
	"Ask before touching `%s`; it broke twice.",
	"Settings are loaded from `%s` (the defaults) at start.",
	"`%s` is the file that replaced the Jenkins job.",
	"We do not mock here: `%s` talks to a real database.",
	"If a test is flaky, the retry in `%s` hides it.",
	"测试数据由 `%s` 提供，不要手动修改。",
	"エラー処理は `%s` だけで行う。",
	"`%s` enthält die Regeln, alles andere ist Beiwerk.",
	"Die Grenzwerte stehen in `%s`.",
	"All of this goes through `%s` now.",
	"`%s` decides which of them wins.",
	"Keep an eye on `%s` when you bump the version.",
	"Wherever it hurts, it is `%s`.",
	"My preference: small helpers, like the ones of `%s`.",
	"%s implements the cursor.",
	"关键代码都在 `%s` 里面。",
	"`%s` を必ず読むこと。",
	"Wichtig ist vor allem `%s`.",
	"I always forget that `%s` needs the flag.",
	"Test failures mostly come from `%s`.",
	"Business rules are concentrated in `%s`.",
	"Do not format `%s`, the tabs matter.",
	"`%s`: parser, printer and the tables",
	"User insists that `%s` keeps its public API.",
	"Start reading at `%s`.",
	"The same trick works for `%s` as well.",
	"核心规则见 `%s`。",
	"`%s` がエントリーポイント。",
	"Alle Farben kommen aus `%s`.",
	"Every change of the format goes with one of `%s`.",
	"Debugging hint: set DEBUG=1 and watch `%s`.",
	"When in doubt, `%s` is right.",
	"`%s` is slow on purpose.",
	"The user asked to keep `%s` free of side effects.",
	"Add new rules at the end of `%s`.",
	"Prefer the helpers from `%s` over own ones.",
	"All dates are parsed by `%s`.",
	"Anything about retries: `%s`.",
	"主要入口是 `%s`。",
	"`%s` に新しい規則を書く。",
	"Neue Regeln gehören in `%s`.",
	"Check `%s` after each merge.",
	"Vor jeder Änderung `%s` lesen, dann erst die Tests starten.",
}

// Sentences after which nobody may call %s gone: they say so themselves, plan it, show an example, or
// speak of another place.
var saysNot = []string{
	"We removed `%s` in spring.",
	"`%s` was deleted together with its tests.",
	"%s no longer exists.",
	"`%s` was moved, see `%s`.",
	"Use `%[2]s` instead of `%[1]s`.",
	"The old `%s` is gone for good.",
	"There is no `%s` any more.",
	"Old: `%s`. New: `%s`.",
	"We replaced `%s` with `%s`.",
	"Plan: create `%s` for this.",
	"TODO: add `%s` and move the rules there.",
	"e.g. `%s` would be a good name.",
	"For example, a path such as `%s` is fine.",
	"In the billing repo, `%s` does the same.",
	"The run writes its output to `%s`.",
	"~~`%s` holds the rules~~",
	"我们已删除 `%s`。",
	"`%s` 已不再使用。",
	"计划新建 `%s`。",
	"例如 `%s`",
	"`%s` は削除されました。",
	"以前は `%s` にありました。",
	"`%s` を作成する予定です。",
	"`%s` wurde gelöscht.",
	"Früher stand das in `%s`.",
	"Wir wollen `%s` anlegen.",
	"See https://github.com/acme/other/blob/main/%s for theirs.",
	"On the server it is `/srv/app/%s`.",
	"In my home: `~/%s`.",
	"Files match `%s.*`.",
	"Nobody needs `%s` since the rewrite.",
	"`%s` went with the rewrite.",
	"Do not look for `%s`, it left with v2.",
	"`%s` — deleted on 12 Mar",
	"Deleted: `%s`",
	"`%s` (removed)",
	"Merged `%s` into `%s`.",
	"`%s` → `%s`",
	"`%s` is what we had before.",
	"Commit 8d1e0aa took `%s` away.",
	"`git rm %s`",
	"We split `%s` into `%s` and its tests.",
	"The new module would live at `%s`.",
	"In acme/billing the same code is in `%s`.",
	"Until v2 the rules were in `%s`.",
	"We inlined `%s`.",
	"`%s` 没了。",
	"`%s` はもうない。",
	"`%s` ist weg.",
	"Seit v2 gibt es `%s` nicht.",
	"Bye bye `%s`.",
	"`%s` has been gone since the big cleanup.",
	"After the cleanup nothing of `%s` is left.",
	"`%s` was thrown out.",
	"We got tired of `%s` and threw it out.",
	"Somebody should write `%s` one day.",
	"In their fork it is `%s`.",
	"`%s` ist rausgeflogen.",
	"`%s` 被拿掉了。",
	"`%s` は捨てた。",
	"Imagine `%s` existed.",
	"`%s` has been rewritten as `%s`.",
	"`%s` did not survive the cleanup.",
	"Farewell to `%s`: nothing calls it.",
	"That file, `%s`, has been dead since June.",
	"Git history only: `%s`.",
	"We shipped without `%s` in the end.",
	"`%s` moved out into its own project.",
	"Ticket 41 asks for a new `%s`.",
	"Once we have a `%s`, this gets easier.",
	"`%s` haben wir rausgeworfen.",
	"`%s` 早就拿掉了。",
	"`%s` は消しました。",
	"Was: `%s`. Is: `%s`.",
	"Skip `%s`, it only existed on my laptop.",
	"Name new files like `%s`.",
	"`%s` was cut in v3.",
	"`%s`, now deleted, used to do this.",
	"They killed `%s` last week.",
	"We do without `%s` these days.",
	"`%s` has moved to another repository.",
	"No trace of `%s` remains.",
	"Maybe a `%s` would help.",
	"Later we split the rest into `%s`.",
	"`%s` existiert nicht mehr.",
	"`%s` 已经删了。",
	"`%s` は廃止。",
	"Formerly in `%s`.",
	"Ideas: `%s`, `%s`.",
}

// Blocks around a name, with the same meaning.
var blocksNot = []string{
	"```\n$ ls\n%s\n```",
	"## Removed in March\n\n- `%s`\n\n## Else",
	"## Next steps\n\n- split `%s` in two\n\n## Else",
	"We deleted these:\n\n- `%s`",
	"<!-- `%s` -->",
}

// Sentences of scripts, targets, dependencies and managers.
var (
	saysScript = []string{"Run `npm run %s` before each commit.", "`pnpm run %s` takes two minutes.", "The `%s` script needs a database.",
		"提交前运行 `npm run %s`。", "`npm run %s` を先に実行する。", "Vor dem Commit `npm run %s` ausführen.", "```bash\nnpm run %s\n```"}
	notScript = []string{"We dropped `npm run %s` last year.", "`npm run %s` no longer works, it was removed.", "TODO: add an `npm run %s` command.", "`npm run %s` は廃止されました。"}
	saysMake  = []string{"Build it with `make %s`.", "`make %s` needs docker.", "The make target `%s` is slow.", "`make %s` を使う。", "先执行 `make %s`。", "Mit `make %s` bauen."}
	notMake   = []string{"`make %s` was removed.", "There is no `make %s` any more.", "已删除 `make %s`。"}
	saysDep   = []string{"We use `%s` for this.", "The code depends on `%s`.", "The `%s` package does the parsing.", "我们使用 `%s` 库。", "Wir verwenden `%s` dafür."}
	notDep    = []string{"We removed `%s` as a dependency.", "`%s` was replaced by our own code.", "我们不再使用 `%s`。", "Do not use `%s` here."}
	saysNpm   = []string{"Install with `npm install`.", "`npm ci` before the tests.", "Dependencies are installed with npm.", "The package manager is `npm`."}
	notNpm    = []string{"We moved from npm to pnpm for packages.", "The project no longer uses npm for its packages.", "已从 npm 迁移到 pnpm，安装更快。"}
)

// claim is a sentence with what is true of the thing that it names.
type claim struct {
	kind, text, token string
	gone              bool
}

// made are the claims about a repository.
func made(r *repo) []claim {
	var out []claim
	gone := r.deleted()
	gone = slices.DeleteFunc(gone, func(p string) bool { return filepath.Base(p) == "package-lock.json" })
	say := func(kind string, list []string, name, other string, is bool) {
		form := list[r.rnd.IntN(len(list))]
		args := []any{name, other}
		if strings.Count(form, "%") < 2 {
			args = args[:1]
		}
		out = append(out, claim{kind, fmt.Sprintf(form, args...), name, is})
	}
	here := func() string { return r.files[r.rnd.IntN(len(r.files))] }
	short := func(p string) string {
		// Half of the notes leave out folders in front; what then also fits a file that is there is there.
		if parts := strings.Split(p, "/"); len(parts) > 2 && r.rnd.IntN(2) == 0 {
			return strings.Join(parts[1:], "/")
		}
		return p
	}
	there := func(p string) bool {
		return slices.ContainsFunc(r.files, func(f string) bool { return f == p || strings.HasSuffix(f, "/"+p) })
	}
	for _, p := range gone {
		for range 2 {
			s := short(p)
			say("path", says, s, here(), !there(s))
			say("said", saysNot, short(p), here(), false)
		}
		if r.rnd.IntN(3) == 0 {
			say("said", blocksNot, p, "", false)
		}
	}
	for range len(gone) {
		say("path", says, short(here()), here(), false)
	}
	for _, k := range []struct {
		kind      string
		have      map[string]bool
		yes, noes []string
		names     []string
	}{{"script", r.scripts, saysScript, notScript, scripts}, {"target", r.targets, saysMake, notMake, targets}, {"dependency", r.deps, saysDep, notDep, deps}} {
		for _, n := range k.names {
			say(k.kind, k.yes, n, "", !k.have[n] && r.lost[[2]string{k.kind, n}])
			say(k.kind, k.yes, n, "", !k.have[n] && r.lost[[2]string{k.kind, n}])
			say(k.kind, k.noes, n, "", false)
		}
	}
	for _, s := range saysNpm {
		out = append(out, claim{"manager", s, "npm", true})
	}
	for _, s := range notNpm {
		out = append(out, claim{"manager", s, "npm", false})
	}
	return out
}

// tally counts what was said of the claims of one kind.
type tally struct{ claims, labelled, hit, wrong, unknown int }

// TestMeasured holds the badge to what git knows: of what it calls gone at most one in twenty may be wrong.
func TestMeasured(t *testing.T) {
	kinds, all := map[string]*tally{}, tally{}
	for seed := range uint64(3) {
		r := newRepo(t, seed+1)
		r.grow(30)
		claims := made(r)
		said := look(t, r, claims)
		for i, c := range claims {
			k := kinds[c.kind]
			if k == nil {
				k = &tally{}
				kinds[c.kind] = k
			}
			k.judge(t, c, said[i])
		}
	}
	for _, name := range []string{"path", "said", "script", "target", "dependency", "manager"} {
		k := kinds[name]
		t.Logf("%-10s claims %4d  gone %3d  found %3d  wrong %2d  unknown %3d", name, k.claims, k.labelled, k.hit, k.wrong, k.unknown)
		all.claims, all.labelled, all.hit = all.claims+k.claims, all.labelled+k.labelled, all.hit+k.hit
		all.wrong, all.unknown = all.wrong+k.wrong, all.unknown+k.unknown
	}
	precision, recall := float64(all.hit)/float64(all.hit+all.wrong), float64(all.hit)/float64(all.labelled)
	t.Logf("%d claims: precision %.3f, recall %.3f, unknown %d", all.claims, precision, recall, all.unknown)
	if all.claims < 400 || precision < 0.95 || recall < 0.6 {
		t.Errorf("%d claims, precision %.3f, recall %.3f", all.claims, precision, recall)
	}
}

// look makes a memory of a note for each claim, and looks at it once.
func look(t *testing.T, r *repo, claims []claim) [][]model.RealityClaim {
	t.Helper()
	m := model.Memory{Store: model.Store{Projects: []string{r.dir}}, Tree: model.Tree{}}
	for i, c := range claims {
		name := fmt.Sprintf("n%03d.md", i)
		f := model.File{Mode: 0o600, Data: []byte("---\nname: n\ntype: project\n---\n\n" + c.text + "\n"), Links: 1}
		m.Tree[name] = f
		m.Notes = append(m.Notes, note.Parse(name, f))
	}
	said := reality.Look(t.Context(), m)
	out := make([][]model.RealityClaim, len(claims))
	for i, n := range m.Notes {
		out[i] = said[n.Path].Claims
	}
	return out
}

func (k *tally) judge(t *testing.T, c claim, said []model.RealityClaim) {
	k.claims++
	if c.gone {
		k.labelled++
	}
	found, unknown := false, false
	for _, s := range said {
		about := strings.Contains(s.Token, c.token) || s.Kind == "manager"
		switch {
		case s.State == model.RealityGone && c.gone && about:
			found = true
		case s.State == model.RealityGone:
			// npm is gone in each of these repositories, so that a script run by it is a second claim.
			if s.Kind != "manager" || c.kind == "manager" {
				k.wrong++
				t.Logf("wrong: %s: %q: %+v", c.kind, c.text, s)
			}
		case s.State == model.RealityUnknown && about:
			unknown = true
		}
	}
	switch {
	case found:
		k.hit++
	case c.gone && testing.Verbose():
		t.Logf("missed: %s: %q: %+v", c.kind, c.text, said)
	}
	if unknown && !found {
		k.unknown++
	}
}
