package offline

import (
	"fmt"
	"strings"
	"testing"
)

// TestOwn are sentences about one thing: they show what is said of it, and of which.
func TestOwn(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"atlas no longer builds with Bazel, it builds with Pants now", "atlas: Bazel > Pants"},
		{"the cache is not on 6379 any more but on 6380", "cache: 6379 > 6380"},
		{"the cache isn't on 6379 any more, it is on 6380", "cache: 6379 > 6380"},
		{"the timeout of atlas is no longer 30 seconds, it is 45 now", "timeout of atlas: 30 seconds > 45 seconds"},
		{"Mira looks after atlas now, not Tomas any more", "atlas: Tomas > Mira"},
		{"Tomas handed atlas over to Mira", "atlas: Tomas > Mira"},
		{"we use Pants for atlas now instead of Bazel", "atlas: Bazel > Pants"},
		{"the freeze is on 2026-03-09, not on 2026-03-02", "freeze: 2026-03-02 > 2026-03-09"},
		{"atlas goes live on 2026-05-04, not on 2026-04-20", "atlas: 2026-04-20 > 2026-05-04"},
		{"atlas does not build with Bazel any more, forget that", "atlas: - Bazel"},
		{"the timeout of atlas is not 30 seconds any more, there is none", "timeout of atlas: - 30 seconds"},
		{"Tomas does not look after atlas any more", "atlas: - Tomas"},
		{"Tomas has left, nobody looks after atlas now", "atlas: - Tomas"},
		{"Bazel is gone from atlas, forget it", "atlas: - Bazel"},
		{"forget the 30 seconds, atlas has no timeout any more", "atlas: - 30 seconds"},
		{"atlas does not go live on 2026-04-20, the date is off", "atlas: - 2026-04-20"},
		{"atlas wird nicht mehr mit Bazel gebaut, sondern mit Pants", "atlas: Bazel > Pants"},
		{"statt Bazel nutzen wir für atlas jetzt Pants", "atlas: Bazel > Pants"},
		{"wir haben das Zeitlimit von atlas von 30 auf 45 Sekunden erhöht", "Zeitlimit von atlas: 30 > 45 Sekunden"},
		{"Mira kümmert sich jetzt um atlas, nicht mehr Tomas", "atlas: Tomas > Mira"},
		{"Tomas kümmert sich nicht mehr um atlas", "atlas kümmert: - Tomas"},
		{"das Zeitlimit von atlas ist nicht mehr 30 Sekunden, es gibt keins mehr", "Zeitlimit von atlas: - 30 Sekunden"},
		{"atlas geht am 2026-05-04 live, nicht am 2026-04-20", "atlas: 2026-04-20 > 2026-05-04"},
		{"atlas geht nicht am 2026-04-20 live, der Termin ist geplatzt", "atlas: - 2026-04-20"},
		{"atlas ya no se compila con Bazel, ahora se compila con Pants", "atlas: Bazel > Pants"},
		{"el límite de atlas ahora es de 45 segundos, no de 30", "límite de atlas: 30 > 45 segundos"},
		{"ahora Mira se encarga de atlas, ya no Tomas", "atlas: Tomas > Mira"},
		{"atlas ya no se compila con Bazel, olvídalo", "atlas: - Bazel"},
		{"Tomas ya no se encarga de atlas", "atlas: - Tomas"},
		{"atlas больше не собирается через Bazel, теперь через Pants", "atlas: Bazel > Pants"},
		{"мы перевели atlas с Bazel на Pants", "atlas: Bazel > Pants"},
		{"таймаут atlas теперь 45 секунд, а не 30", "таймаут atlas: 30 > 45 секунд"},
		{"за atlas теперь отвечает Mira, а не Tomas", "atlas: Tomas > Mira"},
		{"Tomas больше не отвечает за atlas", "atlas: - Tomas"},
		{"таймаут atlas больше не 30 секунд, его нет", "таймаут atlas: - 30 секунд"},
		{"atlas 不再用 Bazel 构建了，现在用 Pants", "atlas: Bazel > Pants"},
		{"现在是 Mira 负责 atlas，不再是 Tomas", "atlas: Tomas > Mira"},
		{"atlas 的超时现在是 45 秒，不是 30", "atlas 的超时: 30 > 45 秒"},
		{"atlas 不再用 Bazel 构建了，忘掉吧", "atlas: - Bazel"},
		{"Tomas 不再负责 atlas 了", "atlas: - Tomas"},
		{"atlas はもう Bazel ではなく Pants でビルドする", "atlas: Bazel > Pants"},
		{"atlas の担当は Tomas から Mira に変わりました", "atlas: Tomas > Mira"},
		{"atlas のタイムアウトは今 45 秒で、30 秒ではない", "atlas のタイムアウト: 30 秒 > 45 秒"},
		{"atlas はもう Bazel でビルドしない、忘れて", "atlas: - Bazel"},
		{"Tomas はもう atlas を担当しない", "atlas: - Tomas"},
	} {
		got := ""
		for _, f := range factsOf(said(1, c.text)) {
			got += f.about + ": " + shown(&f) + map[bool]string{false: " (loose)"}[f.own]
		}
		if got != c.want {
			t.Errorf("%q: %q, want %q", c.text, got, c.want)
		}
	}
}

// TestOwnTraps are neighbours of those, from which nothing may follow.
func TestOwnTraps(t *testing.T) {
	for _, text := range []string{
		"does atlas no longer build with Bazel?", "atlas no longer builds with Bazel, right",
		"if atlas no longer builds with Bazel, it builds with Pants", "maybe atlas no longer builds with Bazel",
		"I think Mira looks after atlas now, not Tomas", "the docs say atlas no longer builds with Bazel",
		"he said atlas does not build with Bazel any more", "> atlas no longer builds with Bazel",
		`the page reads "atlas no longer builds with Bazel, it builds with Pants now"`,
		"oh great, atlas no longer builds with Bazel, it builds with hope now",
		"atlas will no longer build with Bazel", "we want Mira to look after atlas, not Tomas",
		"the mobile team no longer builds with Bazel", "the test no longer fails with EOF", "it is no longer on 6379",
		"in my other project atlas no longer builds with Bazel", "atlas should go live on 2026-05-04, not on 2026-04-20",
		"soll atlas nicht mehr mit Bazel gebaut werden?", "vielleicht wird atlas nicht mehr mit Bazel gebaut",
		"wenn atlas nicht mehr mit Bazel gebaut wird, sondern mit Pants, geht es schneller",
		"¿atlas ya no se compila con Bazel?", "quizás atlas ya no se compila con Bazel",
		"может, atlas больше не собирается через Bazel", "если за atlas теперь отвечает Mira, а не Tomas",
		"如果 atlas 不再用 Bazel 构建了，现在用 Pants", "atlas 不再用 Bazel 构建了吗？",
		"atlas はもう Bazel でビルドしないですか？", "もし atlas の担当は Tomas から Mira に変わりました",
		"atlas no longer works with errors", "the app no longer responds with errors",
	} {
		for _, f := range factsOf(said(1, text)) {
			if f.kind == move || f.kind == gone {
				// A word of the language is only taken with what is said of it.
				if f.own && f.in.look(f.a.text) == lookWord && len(tokens(f.about)) > 1 {
					continue
				}
				t.Errorf("%q: %s", text, shown(&f))
			}
		}
	}
}

// TestOwnLines: a line is concerned if it names the thing and the old value, and no other is.
func TestOwnLines(t *testing.T) {
	note := func(lines ...string) map[string]string {
		return map[string]string{"a.md": "---\nname: a\n---\n\n" + strings.Join(lines, "\n") + "\n"}
	}
	body := func(text string) string { return strings.TrimSpace(strings.SplitN(text, "---\n", 3)[2]) }
	for _, c := range []struct{ said, line, want string }{
		{"atlas no longer builds with Bazel, it builds with Pants now", "- atlas builds with Bazel.", "- atlas builds with Pants. (as of 2026-11-04; before: Bazel)"},
		{"no, the build tool is `just`, not `make`", "- The build tool is make.", "- The build tool is just. (as of 2026-11-04; before: make)"},
		{"the build command is `just build` now, not `npm run build` any more", "- Build with `npm run build`.", "- Build with `just build`. (as of 2026-11-04; before: npm run build)"},
		{"we deploy with ship.sh now, not with push.sh", "- Deploys go by push.sh.", "- Deploys go by ship.sh. (as of 2026-11-04; before: push.sh)"},
		{"the build tool is `just`, not `make`", "- These steps make the build slow.", "- These steps make the build slow."},
		{"the release branch is `main`, not `master`", "- The release branch is `master`, tagged by hand.", "- The release branch is `main`, tagged by hand. (as of 2026-11-04; before: master)"},
		{"the release branch is main, not master", "- The release branch is master.", "- The release branch is master."},
		{"atlas does not build with Bazel any more, forget that", "- atlas builds with Bazel.",
			"- atlas builds with Bazel. (outdated; as of 2026-11-04: atlas does not build with Bazel any more, forget that)"},
		{"the timeout of atlas is 45 seconds now, not 30", "- The timeout of atlas is 30 s.", "- The timeout of atlas is 45 seconds. (as of 2026-11-04; before: 30)"},
		{"the timeout of atlas is no longer 30 seconds, it is 45 now", "- The timeout of atlas is 30 s.", "- The timeout of atlas is 45 seconds. (as of 2026-11-04; before: 30 seconds)"},
		{"atlas no longer builds with Bazel, it builds with Pants now", "- atlas builds with Bazel. (as of 2026-03-01; before: Make)", "- atlas builds with Pants. (as of 2026-11-04; before: Bazel)"},
		{"atlas no longer builds with Make, it builds with Pants now", "- atlas builds with Bazel. (as of 2026-03-01; before: Make)", "- atlas builds with Bazel. (as of 2026-03-01; before: Make)"},
		{"atlas no longer builds with Bazel, it builds with Pants now", "- Atlas builds with Bazel. (said 2026-03-01)", "- Atlas builds with Pants. (as of 2026-11-04; before: Bazel)"},
		{"atlas 不再用 Bazel 构建了，现在用 Pants", "- atlas 用 Bazel 构建。（2026-03-01 说）", "- atlas 用 Pants 构建。（截至 2026-11-04；之前：Bazel）"},
		{"correction: the timeout of atlas is 45 seconds", "- The timeout of atlas is 30 seconds. (as of 2026-03-01; before: 20)", "- The timeout of atlas is 45 seconds. (as of 2026-11-04; before: 30)"},
		{"correction: the timeout of atlas is 45 seconds", "- The read timeout of atlas is 30 seconds.", "- The read timeout of atlas is 30 seconds."},
		{"correction: the timeout of atlas is 45 seconds", "- The timeout of atlas is 30 seconds, 20 at night.", "- The timeout of atlas is 30 seconds, 20 at night."},
		{"correction: the timeout of atlas is 45 seconds?", "- The timeout of atlas is 30 seconds.", "- The timeout of atlas is 30 seconds."},
		{"the timeout of atlas is 45 seconds", "- The timeout of atlas is 30 seconds.", "- The timeout of atlas is 30 seconds."},
		{"the date changed, atlas goes live on 2026-12-09 now", "- atlas goes live on 2026-12-02.", "- atlas goes live on 2026-12-09. (as of 2026-11-04; before: 2026-12-02)"},
		{"更正：atlas 的超时是 45 秒", "- atlas 的超时是 30 秒。", "- atlas 的超时是 45 秒。（截至 2026-11-04；之前：30）"},
		{"поправка: таймаут atlas теперь 45 секунд", "- Таймаут atlas — 30 секунд.", "- Таймаут atlas — 45 секунд. (на 2026-11-04; раньше: 30)"},
		{"der Timeout von atlas ist jetzt 45 Tage, nicht 30", "- Der Timeout von atlas ist 30 Tage.", "- Der Timeout von atlas ist 45 Tage. (Stand 2026-11-04; vorher: 30)"},
		{"atlas geht am 2026-12-09 live, nicht am 2026-12-02", "- atlas geht am 2026-12-02 live.", "- atlas geht am 2026-12-09 live. (Stand 2026-11-04; vorher: 2026-12-02)"},
	} {
		decoys := []string{"- Borealis builds with Bazel.", "- The timeout of borealis is 30 seconds.", "- borealis geht am 2026-12-02 live.", "- atlas has 30 tests.", "- atlas is old."}
		got, _ := dreamt(t, note(append(decoys, c.line)...), spoke("s", "/p", c.said))
		if want := strings.Join(append(decoys, c.want), "\n"); body(got["a.md"]) != want || len(got) != 2 {
			t.Errorf("%q: %v", c.said, got)
		}
	}
	// What was told and taken back within the same days is not kept.
	got, _ := dreamt(t, note("- x is y."), spoke("s", "/p", "remember: the release needs two approvals", "remember: atlas builds with Bazel", "atlas does not build with Bazel any more, forget that"))
	if all := fmt.Sprint(got); strings.Contains(all, "Bazel") || !strings.Contains(all, "two approvals") {
		t.Errorf("taken back: %v", got)
	}
	got, _ = dreamt(t, note("- x is y."), spoke("s", "/p", "remember: atlas builds with Bazel", "atlas no longer builds with Bazel, it builds with Pants now"))
	if all := fmt.Sprint(got); !strings.Contains(all, "it builds with Pants now") || strings.Contains(all, "Remember") || strings.Contains(all, "\nAtlas builds with Bazel") {
		t.Errorf("changed: %v", got)
	}
}
