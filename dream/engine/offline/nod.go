package offline

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
)

// approval is how a language says that what was just done was right, where it says no more than that. What is
// to be kept then stands in the agent's words.
type approval struct {
	// yes is a whole sentence of approval. It means this way of doing things if ever, or a word for all
	// cases, is said with it; else the agent's words must tell.
	// One of the words of need stands in it.
	need, yes, ever string
	// each marks a statement about all of a kind; once what was done and is over, and what came of it.
	each, once string
	// approved is the remark behind a text that is kept, with the day.
	approved string
}

// approvals are those of each tongue, by its code.
var approvals = map[string]approval{
	"en": {
		need: "exactly|precisely|just |how i|the way i|keep|continue|always|do it|do them|do this",
		yes: `^{lead}(?:(?:perfect|great|nice|good|excellent|lovely|love (?:it|this|that)|i like (?:it|this|that))[,.! ]+)*(?:and )?(?:` +
			`(?:always |please )*(?:exactly|just|precisely) (?:like (?:this|that)|so|how i (?:want|like) (?:it|this)|the way i (?:want|like) (?:it|this))` +
			`|(?:that's|this is|that is) (?:exactly |precisely |just )*(?:how|the way) i (?:always )?(?:want|like|wanted) (?:it|this|them)(?: done)?` +
			`|(?:always |please )*(?:keep|continue) doing (?:it|this|that|so)(?: (?:exactly )?(?:like (?:this|that)|this way|that way))?` +
			`|(?:always |please )*keep (?:it|them) (?:exactly )?(?:like (?:this|that)|this way|that way)` +
			`|(?:please )?always (?:do (?:it|them|this) )?(?:exactly )?(?:like (?:this|that)|this way|that way|so)` +
			`|(?:please )?do (?:it|them|this) (?:exactly )?(?:like (?:this|that)|this way|that way) (?:always|every time|each time|from now on|going forward)` +
			`)(?:,? (?:always|every time|each time|from now on|from here on|going forward|in (?:the )?future|please|thanks|thank you))*$`,
		ever:     `\bkeep\b|\bcontinue\b`,
		each:     `\b(?:each|every|always|never|per)\b|\bone [\w-]+ for\b`,
		once:     `\b(?:pass(?:es|ed|ing)?|green|fail(?:s|ed|ing)?|done|finished|completed?|ready|works?|fixed|updated|renamed|removed|deleted|replaced|reverted|merged|pushed|deployed|checked|ran|installed|looked|found|read|searched|i suggest|i recommend|i'd)\b`,
		approved: "approved %s",
	},
	"de": {
		need: "genau| so|will ich|möchte ich|mag ich|weiter|künftig|immer|zukunft|ab jetzt|beibehalten|behalt",
		yes: `^{lead}(?:(?:perfekt|super|prima|sehr gut|gut|schön|top|sehr schön)[,.! ]+)*(?:` +
			`genau ?so|so ist es (?:genau )?richtig|(?:genau )?so (?:will|möchte|mag) ich (?:es|das)(?: haben)?|weiter so|so beibehalten` +
			`|(?:bitte )?(?:immer|künftig|in zukunft|ab jetzt|weiterhin) (?:immer )?(?:genau ?)?so(?: machen)?` +
			`|mach(?:e|t)?(?: das| es)?(?: bitte)? (?:immer|künftig|weiterhin|ab jetzt|in zukunft) (?:genau ?)?so|behalte? das (?:bitte )?(?:so )?bei` +
			`)(?:,? (?:bitte|danke|immer|künftig|in zukunft|ab jetzt|jedes mal|weiterhin))*$`,
		ever:     `weiter|beibehalten|behalt`,
		each:     `\b(?:jede[rsmn]?|immer|nie|stets|pro|je|grundsätzlich)\b`,
		once:     `(?:grün|fertig|behoben|gefixt|korrigiert|aktualisiert|umbenannt|entfernt|gelöscht|ersetzt|geprüft|getestet|gemergt|gepusht|ausgerollt|installiert|gefunden|gelesen|durchgelaufen|laufen|läuft|klappt|funktioniert|ich schlage|schlagen fehl)`,
		approved: "für gut befunden am %s",
	},
	"es": {
		need: "así",
		yes: `^{lead}(?:(?:perfecto|muy bien|genial|eso es|exacto|bien|excelente|me gusta)[,.! ]+)*(?:` +
			`(?:exactamente|justo|precisamente) así|así (?:mismo|es como (?:lo |me )?(?:quiero|gusta))|(?:hazlo|hágalo|hacedlo) siempre así|siempre así|así siempre|sigue (?:haciéndolo )?así` +
			`)(?:,? (?:por favor|gracias|siempre|cada vez|a partir de ahora|en adelante))*$`,
		ever:     `sigue`,
		each:     `(?:^|[\s,])(?:cada|siempre|nunca)(?:$|[\s,.])|\bun[ao]? [\wáéíóúñ]+ por `,
		once:     `(?:pasan|pasaron|verde|falla|list[oa]s?(?:$|[\s,.])|terminad|arregl|correg|actualic|actualizad|renombr|elimin|borr|reemplac|revis|prob[éa]|despleg|instal|encontr|funciona|sugiero|propongo)`,
		approved: "aprobado el %s",
	},
	"fr": {
		need: "comme ça|comme cela|ainsi",
		yes: `^{lead}(?:(?:parfait|super|génial|très bien|bien|nickel|top|impeccable|excellent|j'aime bien|j'adore)[,.! ]+)*(?:` +
			`exactement (?:comme ça|comme cela|ainsi)|c'est (?:exactement )?comme (?:ça|cela) que je (?:le |les )?(?:veux|préfère|voulais)` +
			`|(?:continue|continuez) (?:à faire )?(?:comme ça|comme cela|ainsi)|(?:fais|faites)(?:-le)? toujours (?:comme ça|comme cela|ainsi)|toujours comme ça|garde(?:-le|-les)? (?:exactement )?comme ça` +
			`)(?:,? (?:toujours|désormais|dorénavant|à chaque fois|à l'avenir|s'il te plaît|stp|merci))*$`,
		ever:     `continue|garde`,
		each:     `(?:^|[\s,])(?:chaque|toujours|jamais|tous les|toutes les|systématiquement)(?:$|[\s,.])|\bune? [\wà-ÿ]+ par `,
		once:     `(?:passent|\bvert|échou|prêt|termin|corrig|mis à jour|mise à jour|renomm|supprim|remplac|vérifi|testé|déploy|install|trouv|fonctionne|je suggère|je propose)`,
		approved: "approuvé le %s",
	},
	"ru": {
		need: "так|духе",
		yes: `^{lead}(?:(?:отлично|супер|хорошо|прекрасно|замечательно|верно)[,.! ]+)*(?:` +
			`именно так|точно так|вот так|в точности так|так и (?:надо|делай|делайте|нужно)|(?:делай|делайте|пиши|пишите) (?:всегда )?(?:именно )?так|всегда (?:делай |делайте )?(?:именно )?так` +
			`|(?:продолжай|продолжайте) (?:так|в том же духе)|так держать` +
			`)(?:,? (?:всегда|и дальше|впредь|каждый раз|пожалуйста|спасибо|в дальнейшем))*$`,
		ever:     `продолжай|держать|и дальше|в дальнейшем`,
		each:     `(?:^|[\s,])(?:кажд\S+|всегда|никогда|по одно\S+|отдельн\S+)(?:$|[\s,.])`,
		once:     `(?:проход|прошл|зелён|зелен|пада|готов|исправ|обнов|переименов|удалил|заменил|провер|запусти|установ|нашёл|нашел|работает|смержил|запушил|предлагаю)`,
		approved: "одобрено %s",
	},
	"zh": {
		need: "这样|这么|照这|按这|如此",
		yes: `^{lead}(?:(?:没错|对|很好|完美|太好了|不错|可以)[，,！!。]? ?)*(?:` +
			`就是这样|就是要这样|正是这样|正是如此|这样就对了|(?:请)?(?:以后|今后|每次|一直|始终)(?:都|也|就)?(?:要|请)?(?:这样|照这样|照这个|按这个|这么)(?:做|来|写|办)?|(?:请)?(?:继续|保持)这样(?:做|写)?` +
			`)(?:[，,]? ?(?:谢谢|(?:以后|今后|每次)(?:都|也)?(?:这样|照这个来|这么做|这么写)|请继续保持))*$`,
		ever:     `继续|保持|一直`,
		each:     `每|一律|统一|始终|各自|单独|都`,
		once:     `通过|绿|失败|完成|好了|修复|修好|更新|重命名|删除|删掉|替换|检查|跑了|安装|找到|部署|合并了|挂|建议`,
		approved: "%s 认可",
	},
	"ja": {
		need: "この|その|今後|これから|毎回",
		yes: `^{lead}(?:(?:完璧|いいですね|良いですね|素晴らしい|ばっちり)(?:です)?[、,！。]? ?)*(?:` +
			`(?:今後も|これからも|いつも|毎回|常に|まさに|ちょうど|ずっと|、| )*(?:この|その)(?:形|書き方|やり方|調子|方法)(?:で|です|がいい|が良い|が好きです)(?:今後も|これからも|いつも|毎回|ずっと|、)*(?:お願いします|お願い|してください|続けてください|続けて|やってください|書いてください|です)?` +
			`|(?:今後も|これからも|毎回)(?:そう|同じように|同様に)(?:してください|お願いします))ね?$`,
		ever:     `続け|調子`,
		each:     `各|毎|ごと|すべて|全て|常に|必ず|それぞれ|ずつ|揃え|そろえ`,
		once:     `通り|成功|失敗|完了|終わ|直し|修正|更新|削除|置き換え|確認|実行|インストール|見つか|デプロイ|マージ|動い|動作|提案`,
		approved: "%s に承認",
	},
}

// nodding is an approval, compiled.
type nodding struct {
	need                  []string
	yes, ever, each, once *regexp.Regexp
}

func (a approval) compile(lead string) nodding {
	return nodding{strings.Split(a.need, "|"), words(strings.ReplaceAll(a.yes, "{lead}", lead)), words(a.ever), words(a.each), words(a.once)}
}

// nods is the language in which a sentence says that it was right, and no more; nil where it does not.
func nods(s sentence) *speech {
	if s.question || len(s.text) > maxNod {
		return nil
	}
	text := asTyped(s.text)
	lower := strings.ToLower(text)
	for _, in := range speeches() {
		spoken := slices.ContainsFunc(in.nod.need, func(w string) bool { return strings.Contains(lower, w) })
		if spoken && in.nod.yes.MatchString(text) {
			return in
		}
	}
	return nil
}

// maxNod is the length of such a sentence at the most, in bytes.
const maxNod = 120

// forEver reports whether such a sentence means more than the case at hand.
func (s *speech) forEver(text string) bool {
	return s.standing.MatchString(text) || s.nod.ever.MatchString(text)
}

// approved is what the agent said before a message that only says that it was right: the one sentence
// about how it goes about things. Its words are kept, as the user has none.
func (s *speech) approved(m message, ever bool) (fact, bool) {
	if len(m.reply.lines) == 0 || len(m.reply.lines) > maxLines {
		return fact{}, false
	}
	var all, general []string
	in := s.talking(m.reply.lines)
	for _, said := range sentences(m.reply.lines) {
		text := asTyped(said.text)
		if said.question || in.hedged(text) || in.nod.once.MatchString(text) || elsewhere(text) || !worthKeeping(text, in) {
			continue
		}
		all = append(all, said.text)
		if in.nod.each.MatchString(text) {
			general = append(general, said.text)
		}
	}
	// The line of the user holds nothing of what is kept: it bears out nothing.
	f := fact{kind: yes, ask: true, in: in, from: m, cites: []ref{m.reply.ref}}
	switch {
	case len(general) == 1:
		f.text = general[0]
	case ever && len(general) == 0 && len(all) == 1:
		f.text = all[0]
	default:
		return fact{}, false // nothing, or the user alone knows which
	}
	return f, true
}

// talking is the language of what the agent said to who spoke this one: the same, but where the script tells.
func (s *speech) talking(lines []string) *speech {
	text := strings.Join(lines, " ")
	guess := guessSpeech(text)
	latin := !strings.ContainsFunc(text, func(r rune) bool { return isWide(r) || unicode.Is(unicode.Cyrillic, r) })
	if latin && isLatin(s.tongue) && s.code != "ru" {
		return s
	}
	return guess
}
