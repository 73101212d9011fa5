package offline

import "testing"

// TestSaid are sentences, as people talk, that say something worth a change or a note.
func TestSaid(t *testing.T) {
	for _, s := range []string{
		"we don't use Mocha any more, we use Vitest now",
		"we stopped using Slack, we're on Zulip now",
		"we bumped the request timeout from 30 seconds to 90 seconds",
		"we publish through Nexus now, Artifactory is retired",
		"exactly like that, always one migration per pull request",
		"One commit per logical change, please keep doing it that way.",
		"CircleCI is gone, we use Woodpecker now",
		"wir verwenden Jira nicht mehr, sondern Linear",
		"statt Postman nutzen wir jetzt Bruno",
		"die Doku ist letzte Woche von Confluence nach Outline umgezogen",
		"Passwörter bitte nie ins Log schreiben",
		"Migrationen niemals ohne Backup auf Produktion ausführen",
		"genau so, bitte künftig immer mit Beispiel",
		"ya no usamos Travis sino Drone",
		"nunca borres las migraciones antiguas, las necesita el cliente",
		"exactamente así: los mensajes de commit siempre en inglés",
		"мы больше не используем Sentry, теперь GlitchTip",
		"никогда не удаляй старые миграции без спроса",
		"именно так, тесты всегда рядом с кодом",
		"Jenkins 早就弃用了，现在用 Drone 跑流水线",
		"绝对不要在日志里打印用户手机号",
		"以后新增接口必须写文档",
		"就是这样，以后错误信息统一放在一个文件里",
		"先月 Slack から Mattermost に移行しました",
		"マイグレーションは必ずバックアップを取ってから実行してください",
		"本番の設定は絶対に直接編集しないでください",
		"この形で、今後もエラー番号を付けて返してください",
	} {
		if settled(s) == "" {
			t.Errorf("nothing in %q", s)
		}
	}
}

// TestUnsaid are their neighbours, from which nothing may follow.
func TestUnsaid(t *testing.T) {
	for _, s := range []string{
		"yes, exactly like this, the blue button on the left",
		"exactly like that, all tests green, thanks",
		"perfect, every test passes now",
		"it runs in Docker now, the timeout is gone",
		"we build with caching now, the slowness is gone",
		"the workaround is gone, we use Node 22 now?",
		"Anna wants us to always squash before merging",
		"why do we never use the cache here",
		"the deploy never worked on my laptop",
		"always the same flaky test",
		"I raised the limit from 3 to 5 to see what happens",
		"who needs documentation, let's stop writing it from now on",
		"what a great idea, from now on we deploy straight from my laptop",
		"perfect, let's just delete the backups from now on",
		"only this once: commit straight to main, from now on this task is yours",
		"nie wieder so einen Montag",
		"so einen Fehler habe ich noch nie gesehen",
		"das hat nie funktioniert",
		"der Kollege ist von Berlin nach Hamburg umgezogen",
		"nicht heute, sondern morgen",
		"genau so, der blaue Knopf links",
		"Lisa sagt, bitte immer mit Ticketnummer",
		"immer diese Fehlermeldungen",
		"wer braucht schon Tests, ab jetzt lassen wir die weg",
		"ya no tenemos tiempo, ahora vamos con prisa",
		"nunca he visto este error",
		"siempre responde con un error 500",
		"así, perfecto, gracias",
		"¿y si siempre usamos caché?",
		"больше не используем моки, теперь тесты медленнее",
		"никогда не видел такого бага",
		"именно так, все тесты зелёные",
		"всегда одно и то же падает",
		"кому нужны тесты, отныне пишем без них",
		"千万别告诉我又挂了",
		"以后再说",
		"以后大家都知道了",
		"截图不用了，直接用 curl 测一下",
		"就是这样，所有测试都挂了",
		"谁需要测试，以后都不写了",
		"这次必须今天上线",
		"この修正は必ず今日中に出してください",
		"その通り、全部のテストが落ちている",
		"常に落ちるテストがある",
		"今後どうするか考えます",
		"もう使っていないファイルを消してください",
		"he told me: always rebase",
		"the linter says never use var",
		"from now on the test fails with a different error",
		"in future versions this will be deprecated",
		"the README tells people to use yarn, not npm",
		"remember to push when you are done",
		"remember how we fixed this last week",
		"remember the list of open PRs",
		"remember that the tests are failing right now",
		"remember that file I showed you",
		"keep in mind that I am tired today",
		"记得把测试跑一遍",
		"记得提交代码",
		"merk dir die Liste der offenen PRs",
		"recuerda que tienes que ejecutar las pruebas",
		"запомни список открытых задач",
		"このバグを覚えてる？",
		"remember the branch is called fix/login",
		"remember that src/app.ts has 300 lines",
		"remember that commit 3f2a9bc fixed the race",
	} {
		if got := settled(s); got != "" {
			t.Errorf("%q: %s", s, got)
		}
	}
}

// TestNods: a sentence that only agrees is told from one that says something itself.
func TestNods(t *testing.T) {
	for text, want := range map[string]string{
		"yes, exactly like this": "en", "perfect, that's exactly how I like it": "en", "keep doing that please": "en",
		"always do it like that": "en", "just like that from now on": "en", "ok keep it this way": "en",
		"ja, genau so, danke": "de", "weiter so": "de", "so will ich das haben": "de",
		"exactamente así, gracias": "es", "sigue así": "es", "parfait, exactement comme ça, merci": "fr", "continue comme ça": "fr", "да, так и надо": "ru", "продолжай в том же духе": "ru",
		"没错，就是这样": "zh", "以后都照这个来": "zh", "この書き方でお願いします": "ja", "これからも同じようにしてください": "ja",
		"exactly": "", "keep going": "", "keep it": "", "like this?": "", "exactly like this, the blue one": "",
		"always": "", "do it like this": "", "genau": "", "und so weiter": "", "так": "", "这样不行": "", "この調子が悪い": "",
		"así no": "", "pas comme ça": "", "comme ça, le bouton bleu": "", "not exactly like this": "", "nicht genau so": "", "不是这样": "",
	} {
		got := ""
		if in := nods(sentence{text: text, question: text == "like this?"}); in != nil {
			got = in.code
		}
		if got != want {
			t.Errorf("%q is a nod in %q, want %q", text, got, want)
		}
	}
}
