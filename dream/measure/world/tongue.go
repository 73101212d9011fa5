package world

// form is a kind of fact in one language: how a note has it, and how people tell, change, take back and
// wonder about it. {S} is the thing that it is about, {V} the value, {O} the one before, {R} the value as
// a day that depends on when it is said.
type form struct {
	is   shape
	note string
	// tell asks to keep it, change gives another value for it, end takes it back, ask decides nothing.
	tell, change, end, ask []string
}

// shape is what the values of a form look like.
type shape int

const (
	tool shape = iota
	number
	person
	date
)

// tongue is what the people of a world speak.
type tongue struct {
	code  string
	forms []form
	// days are words for days, counted from the one on which they are said.
	days map[string]int
	// chat is talk that says nothing to keep; filler is a sentence that says nothing at all.
	chat   []string
	filler string
}

var tongues = []tongue{
	{
		code: "en", filler: "This is worth keeping in mind.",
		days: map[string]int{"tomorrow": 1, "today": 0, "in 5 days": 5, "yesterday": -1},
		chat: []string{"ok, go on with {S}", "why is {S} red again?", "run the tests of {S} once more", "thanks, that looks good", "show me the log of {S}"},
		forms: []form{
			{tool, "{S} builds with {V}.",
				[]string{"remember: {S} builds with {V}", "please note that {S} builds with {V}", "from now on {S} builds with {V}, keep that"},
				[]string{"{S} no longer builds with {O}, it builds with {V} now", "we moved {S} from {O} to {V}", "we use {V} for {S} now instead of {O}"},
				[]string{"{S} does not build with {O} any more, forget that", "{O} is gone from {S}, forget it"},
				[]string{"should {S} build with {V}?", "maybe {S} could build with {V} one day"}},
			{number, "The timeout of {S} is {V} seconds.",
				[]string{"remember: the timeout of {S} is {V} seconds", "please remember that the timeout of {S} is {V} seconds"},
				[]string{"the timeout of {S} is {V} seconds now, not {O}", "we raised the timeout of {S} from {O} to {V} seconds", "correction: the timeout of {S} is {V} seconds"},
				[]string{"the timeout of {S} is not {O} seconds any more, there is none", "forget the {O} seconds, {S} has no timeout any more"},
				[]string{"would {V} seconds be a better timeout for {S}?"}},
			{person, "{V} looks after {S}.",
				[]string{"remember: {V} looks after {S}", "note for later: {V} looks after {S}"},
				[]string{"{V} looks after {S} now, not {O} any more", "{O} handed {S} over to {V}"},
				[]string{"{O} does not look after {S} any more", "{O} has left, nobody looks after {S} now"},
				[]string{"could {V} look after {S}?"}},
			{date, "{S} goes live on {V}.",
				[]string{"remember: {S} goes live {R}", "remember: {S} goes live on {V}"},
				[]string{"{S} goes live on {V}, not on {O}", "the date changed, {S} goes live on {V} now"},
				[]string{"{S} does not go live on {O}, the date is off"}, []string{"does {S} go live on {V}?"}},
		},
	},
	{
		code: "de", filler: "Das sollte man im Kopf behalten.",
		days: map[string]int{"morgen": 1, "heute": 0, "in 5 Tagen": 5, "gestern": -1},
		chat: []string{"ok, weiter mit {S}", "warum ist {S} schon wieder rot?", "danke, sieht gut aus", "zeig mir das Log von {S}"},
		forms: []form{
			{tool, "{S} wird mit {V} gebaut.",
				[]string{"merk dir: {S} wird mit {V} gebaut", "bitte merken: {S} wird mit {V} gebaut"},
				[]string{"{S} wird nicht mehr mit {O} gebaut, sondern mit {V}", "wir sind bei {S} von {O} auf {V} umgestiegen", "statt {O} nutzen wir für {S} jetzt {V}"},
				[]string{"{S} wird nicht mehr mit {O} gebaut, vergiss das"}, []string{"soll {S} mit {V} gebaut werden?"}},
			{number, "Das Zeitlimit von {S} ist {V} Sekunden.",
				[]string{"merk dir: das Zeitlimit von {S} ist {V} Sekunden"},
				[]string{"das Zeitlimit von {S} ist jetzt {V} Sekunden, nicht {O}", "wir haben das Zeitlimit von {S} von {O} auf {V} Sekunden erhöht"},
				[]string{"das Zeitlimit von {S} ist nicht mehr {O} Sekunden, es gibt keins mehr"}, []string{"wären {V} Sekunden für {S} besser?"}},
			{person, "{V} kümmert sich um {S}.",
				[]string{"merk dir: {V} kümmert sich um {S}"}, []string{"{V} kümmert sich jetzt um {S}, nicht mehr {O}"},
				[]string{"{O} kümmert sich nicht mehr um {S}"}, []string{"könnte {V} sich um {S} kümmern?"}},
			{date, "{S} geht am {V} live.",
				[]string{"merk dir: {S} geht {R} live"}, []string{"{S} geht am {V} live, nicht am {O}"},
				[]string{"{S} geht nicht am {O} live, der Termin ist geplatzt"}, []string{"geht {S} am {V} live?"}},
		},
	},
	{
		code: "es", filler: "Conviene tenerlo presente.",
		days: map[string]int{"mañana": 1, "hoy": 0, "ayer": -1},
		chat: []string{"vale, sigue con {S}", "gracias, se ve bien", "enséñame el registro de {S}"},
		forms: []form{
			{tool, "{S} se compila con {V}.",
				[]string{"recuerda: {S} se compila con {V}"}, []string{"{S} ya no se compila con {O}, ahora se compila con {V}", "en {S} pasamos de {O} a {V}"},
				[]string{"{S} ya no se compila con {O}, olvídalo"}, []string{"¿{S} debería compilarse con {V}?"}},
			{number, "El límite de {S} es de {V} segundos.",
				[]string{"recuerda: el límite de {S} es de {V} segundos"}, []string{"el límite de {S} ahora es de {V} segundos, no de {O}"},
				[]string{"el límite de {S} ya no es de {O} segundos, ya no hay"}, []string{"¿serían mejor {V} segundos para {S}?"}},
			{person, "{V} se encarga de {S}.",
				[]string{"recuerda: {V} se encarga de {S}"}, []string{"ahora {V} se encarga de {S}, ya no {O}"},
				[]string{"{O} ya no se encarga de {S}"}, []string{"¿podría {V} encargarse de {S}?"}},
		},
	},
	{
		code: "ru", filler: "Это стоит держать в голове.",
		days: map[string]int{"завтра": 1, "сегодня": 0, "вчера": -1},
		chat: []string{"ок, продолжай с {S}", "спасибо, выглядит хорошо", "покажи лог {S}"},
		forms: []form{
			{tool, "{S} собирается через {V}.",
				[]string{"запомни: {S} собирается через {V}"}, []string{"{S} больше не собирается через {O}, теперь через {V}", "мы перевели {S} с {O} на {V}"},
				[]string{"{S} больше не собирается через {O}, забудь"}, []string{"может, собирать {S} через {V}?"}},
			{number, "Таймаут {S} — {V} секунд.",
				[]string{"запомни: таймаут {S} — {V} секунд"}, []string{"таймаут {S} теперь {V} секунд, а не {O}"},
				[]string{"таймаут {S} больше не {O} секунд, его нет"}, []string{"может, {V} секунд для {S} лучше?"}},
			{person, "За {S} отвечает {V}.",
				[]string{"запомни: за {S} отвечает {V}"}, []string{"за {S} теперь отвечает {V}, а не {O}"},
				[]string{"{O} больше не отвечает за {S}"}, []string{"может, за {S} будет отвечать {V}?"}},
		},
	},
	{
		code: "zh", filler: "这一点值得记住。",
		days: map[string]int{"明天": 1, "今天": 0, "昨天": -1},
		chat: []string{"好，继续弄 {S}", "谢谢，看起来不错", "给我看看 {S} 的日志"},
		forms: []form{
			{tool, "{S} 用 {V} 构建。",
				[]string{"记住：{S} 用 {V} 构建"}, []string{"{S} 不再用 {O} 构建了，现在用 {V}", "{S} 从 {O} 换成了 {V}"},
				[]string{"{S} 不再用 {O} 构建了，忘掉吧"}, []string{"{S} 要用 {V} 构建吗？"}},
			{number, "{S} 的超时是 {V} 秒。",
				[]string{"记住：{S} 的超时是 {V} 秒"}, []string{"{S} 的超时现在是 {V} 秒，不是 {O}"},
				[]string{"{S} 的超时不再是 {O} 秒，已经没有了"}, []string{"{S} 的超时 {V} 秒会更好吗？"}},
			{person, "{V} 负责 {S}。",
				[]string{"记住：{V} 负责 {S}"}, []string{"现在是 {V} 负责 {S}，不再是 {O}"},
				[]string{"{O} 不再负责 {S} 了"}, []string{"{V} 能负责 {S} 吗？"}},
		},
	},
	{
		code: "ja", filler: "これは覚えておく価値がある。",
		days: map[string]int{"明日": 1, "今日": 0, "昨日": -1},
		chat: []string{"では {S} を続けて", "ありがとう、良さそうです", "{S} のログを見せて"},
		forms: []form{
			{tool, "{S} は {V} でビルドする。",
				[]string{"覚えておいて：{S} は {V} でビルドする"}, []string{"{S} はもう {O} ではなく {V} でビルドする", "{S} を {O} から {V} に移行しました"},
				[]string{"{S} はもう {O} でビルドしない、忘れて"}, []string{"{S} は {V} でビルドしますか？"}},
			{number, "{S} のタイムアウトは {V} 秒。",
				[]string{"覚えておいて：{S} のタイムアウトは {V} 秒"}, []string{"{S} のタイムアウトは今 {V} 秒で、{O} 秒ではない"},
				[]string{"{S} のタイムアウトはもう {O} 秒ではない、なくなった"}, []string{"{S} は {V} 秒の方がいいですか？"}},
			{person, "{V} が {S} を担当する。",
				[]string{"覚えておいて：{V} が {S} を担当する"}, []string{"{S} の担当は {O} から {V} に変わりました"},
				[]string{"{O} はもう {S} を担当しない"}, []string{"{V} が {S} を担当できますか？"}},
		},
	},
}
