package measure

// tongue is what the noise says in one language. Each sentence names the topic, as people do who talk of
// several things in a day.
type tongue struct {
	things, sentences []string
}

// starts, middles and ends make names of things that nobody has.
var (
	starts  = []string{"vel", "tarn", "quor", "brex", "zim", "ostr", "fenn", "gral", "hulv", "jask", "kelp", "lumb", "morv", "nexx", "pliv", "ruzz", "skav", "thro", "ulmb", "wexf"}
	middles = []string{"o", "a", "i", "u", "ari", "ono", "eli", "usa", "igo", "ade", "umi", "oxa"}
	ends    = []string{"ra", "nix", "lon", "dak", "mer", "sta", "vik", "pho", "zed", "quil", "barn", "gott", "lisk", "womp"}
)

var units = []string{"ms", "s", "minutes", "hours", "days", "MB", "GB", "%", "km", "EUR", "items", "rows"}

// printed are lines of tools. They name nothing: a tool speaks of what was called.
var printed = []string{
	"ok  {S}/{T} {N}.{N}s", "{N} passed, {N} skipped in {N}.{N}s", "listening on port {N}", "{P}:{N}: {T} not used",
	"{D}T{H}:00Z {S} {T}={N} {T}={N}{U}", "added {N} packages in {N}s", "{S}@{V}", "error: {T} of {S} is {N}, want {N}",
	"-rw-r--r-- 1 root root {N} {D} {H} {P}", "{T} {N} {T} {N} {T} {N}", "GET /{S}/{N} 200 {N}ms", "{P} | {N} +-",
}

var tongues = append([]tongue{english, english, english, english, english, english}, german, spanish, russian, chinese, japanese)

var english = tongue{
	things: []string{"port", "timeout", "build", "test suite", "database", "cache", "queue", "worker", "index", "release", "branch", "token",
		"backup", "schema", "batch size", "retry limit", "pool", "page size", "log level", "threshold", "budget", "quota", "deploy", "review",
		"invoice", "delivery", "meeting", "shift", "room", "recipe", "dose", "route", "price", "discount", "order", "ticket", "server", "staging",
		"production", "report", "table", "column", "sensor", "motor", "battery", "pump", "valve", "class", "exam", "loan"},
	sentences: []string{
		"In {S} the {T} is {N} now.", "The {T} of {S} is {N} {U}, not {N}.", "We moved {S} from {V} to {V} on {D}.", "{S} runs on {V} since {D}.",
		"Never touch the {T} of {S} by hand.", "For {S} the {T} goes out at {H}.", "I set the {T} in {S} to {N} {U} and the {T} to {N}.",
		"Should the {T} of {S} be {N}?", "The {T} in {S} no longer needs the {T}.", "{S} has {N} rows in the {T}, {N} of them old.",
		"The {S} people meet at {H} from {D} on.", "I changed {P}: the {T} is {N} and there are {N} more.", "Maybe the {T} of {S} should be {N} {U}.",
		"Use {N} for the {T} in {S}, we decided that on {D}.", "The {T} for {S} costs {N} EUR a month.", "Don't run the {T} of {S} before {H}.",
		"{S} failed {N} times yesterday, the {T} was {N} {U}.", "Since last week {S} keeps the {T} for {N} days.", "We dropped the {T} from {S}.",
		"Remember: {S} listens on {N}.", "All {N} tests of {S} pass with {V}.", "{S}: {T} {N}, {T} {N}, {T} {N}.", "ok, go on with {S}",
		"Anna from the {S} team looks after the {T}, room {N}.", "What is the {T} of {S} on the old machine?",
	},
}

var german = tongue{
	things: []string{"Port", "Frist", "Lauf", "Datenbank", "Puffer", "Schlange", "Zweig", "Sicherung", "Grenze", "Tabelle", "Rechnung", "Lieferung", "Schicht", "Raum", "Preis", "Server"},
	sentences: []string{
		"Bei {S} ist {T} jetzt {N}.", "{T} von {S} ist {N}, nicht {N}.", "{S} läuft seit {D} mit {V}.", "Für {S} geht {T} um {H} raus.",
		"{T} in {S} nie von Hand ändern.", "Soll {T} von {S} {N} sein?", "{S} braucht {T} nicht mehr.", "Ich habe {P} geändert, {T} steht auf {N}.",
	},
}

var spanish = tongue{
	things: []string{"puerto", "plazo", "prueba", "base de datos", "cola", "rama", "copia", "límite", "tabla", "factura", "entrega", "turno", "sala", "precio", "servidor"},
	sentences: []string{
		"En {S} el {T} es {N} ahora.", "El {T} de {S} es {N}, no {N}.", "{S} usa {V} desde {D}.", "Para {S} el {T} sale a las {H}.",
		"Nunca cambies el {T} de {S} a mano.", "¿El {T} de {S} debe ser {N}?", "{S} ya no necesita el {T}.", "He cambiado {P}: el {T} es {N}.",
	},
}

var russian = tongue{
	things: []string{"порт", "срок", "сборка", "тест", "база", "очередь", "ветка", "копия", "лимит", "таблица", "счёт", "доставка", "смена", "комната", "цена", "сервер"},
	sentences: []string{
		"В {S} {T} теперь {N}.", "{T} у {S} — {N}, а не {N}.", "{S} работает на {V} с {D}.", "Для {S} {T} уходит в {H}.",
		"Никогда не меняй {T} в {S} руками.", "{T} у {S} должен быть {N}?", "{S} больше не нужен {T}.", "Я поменял {P}: {T} теперь {N}.",
	},
}

var chinese = tongue{
	things: []string{"端口", "超时", "构建", "测试", "数据库", "缓存", "队列", "分支", "备份", "上限", "表格", "发票", "配送", "班次", "房间", "价格", "服务器"},
	sentences: []string{
		"{S} 的{T}现在是 {N}。", "{S} 的{T}是 {N}，不是 {N}。", "{S} 从 {D} 起用 {V}。", "{S} 的{T}在 {H} 发出。",
		"不要手动改 {S} 的{T}。", "{S} 的{T}要设成 {N} 吗？", "{S} 不再需要{T}。", "我改了 {P}，{T}是 {N}。",
	},
}

var japanese = tongue{
	things: []string{"ポート", "期限", "ビルド", "テスト", "データベース", "キャッシュ", "キュー", "ブランチ", "バックアップ", "上限", "請求書", "配送", "部屋", "価格", "サーバー"},
	sentences: []string{
		"{S} の{T}は今 {N} です。", "{S} の{T}は {N} で、{N} ではない。", "{S} は {D} から {V} を使う。", "{S} の{T}は {H} に出る。",
		"{S} の{T}を手で変えないこと。", "{S} の{T}は {N} にしますか？", "{S} に{T}はもう要らない。", "{P} を直した。{T}は {N}。",
	},
}
