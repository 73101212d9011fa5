package offline

// changes are ways to say of one thing that something about it is no longer so. Only a line that names the
// thing itself as well as the old value is concerned by them, so that the value may be any word. Those that
// bring a new value stand before those that do not. <na>, <nb> stand for numbers, <da>, <db> for days, <v> for what the
// thing does: where the value is a word of the language, the line must tell of the same.
var changes = map[string][]pattern{
	"en": {
		{kind: move, own: true, need: "no longer", expr: `^{lead}<s> (?:is |are )?no longer (?:<v> )?` + withEN + ` <a>(?: any ?more)?,? (?:but |and |it |they |it's |now )+(?:[a-z]+ ){0,2}?` + withEN + ` <b>(?: now| instead)?{end}`},
		{kind: move, own: true, need: "any more|anymore|any longer", expr: `^{lead}<s> <no> (?:<v> )?` + withEN + ` <a> any ?(?:more|longer),? (?:but |and |it |they |it's |now )+(?:[a-z]+ ){0,2}?` + withEN + ` <b>(?: now| instead)?{end}`},
		{kind: move, own: true, need: "no longer", expr: `^{lead}<s> (?:is|are) no longer <na>(?: any ?more)?,? (?:but |and |it |it's |is |now )+<nb>(?: now)?{end}`},
		{kind: move, own: true, need: " not |instead|no longer", expr: `^{lead}<s> (?:is|are) (?:now )?<nb>(?: now)?,? (?:and )?(?:not|no longer|instead of) <na>(?: any ?more)?{end}`},
		{kind: move, own: true, need: " not |instead|no longer", expr: `^{lead}<b> (?:now )?` + careEN + ` <s>(?: now)?,? (?:and )?(?:not|no longer|instead of) <a>(?: any ?more| any longer| now)?{end}`},
		{kind: move, own: true, need: "handed|passed", expr: `^{lead}<a> (?:has )?(?:handed|passed) <s> (?:over |on )?to <b>{end}`},
		{kind: move, own: true, need: "took|taken", expr: `^{lead}<b> (?:took|has taken) over <s> from <a>{end}`},
		{kind: move, own: true, need: "instead|rather| not ", expr: `^{lead}we (?:now )?(?:use|run|take) <b> (?:for|in|on|with) <s>(?: now)?,? (?:instead of|rather than|not) <a>(?: any ?more| now)?{end}`},
		{kind: move, own: true, need: " not |no longer|instead", expr: `^{lead}<s> (?:[a-z]+ ){1,2}?(?:now )?(?:on|by|from|until|at) <db>(?: now)?,? (?:and )?(?:not|no longer|instead of) (?:on |by |from |until |at )?<da>(?: any ?more)?{end}`},
		{kind: move, own: true, need: "moved|postponed|brought|shifted|pushed", expr: `^{lead}<s> (?:was|is|has been|got) (?:moved|postponed|brought forward|shifted|pushed(?: back)?) from <da> to <db>{end}`},

		{kind: gone, own: true, need: "no longer", expr: `^{lead}<s> (?:is |are )?no longer (?:<v> )?` + withEN + ` <a>(?: any ?more)?(?:$|[,;]|\.(?:\s|$))`},
		{kind: gone, own: true, need: "any more|anymore|any longer", expr: `^{lead}<s> <no> (?:<v> )?` + withEN + ` <a> any ?(?:more|longer)(?:$|[,;]|\.(?:\s|$))`},
		{kind: gone, own: true, need: "any more|anymore|any longer", expr: `^{lead}<s> <no> <na> any ?(?:more|longer)(?:$|[,;]|\.(?:\s|$))`},
		{kind: gone, own: true, need: "no longer", expr: `^{lead}<s> (?:is|are) no longer <na>(?:$|[,;]|\.(?:\s|$))`},
		{kind: gone, own: true, need: "any more|anymore|any longer", expr: `^{lead}<a> <no> (?:look after|own|maintain|manage|handle|run|lead|review|take care of) <s> any ?(?:more|longer)(?:$|[,;]|\.(?:\s|$))`},
		{kind: gone, own: true, need: "no longer", expr: `^{lead}<a> no longer ` + careEN + ` <s>(?:$|[,;]|\.(?:\s|$))`},
		{kind: gone, own: true, noted: true, named: true, need: "no longer", expr: `^{lead}<s> no longer ` + needEN + ` <a>{end}`},
		{kind: gone, own: true, noted: true, named: true, need: "any more|anymore|any longer", expr: `^{lead}<s> <no> ` + needEN + ` <a> any ?(?:more|longer){end}`},
		{kind: gone, own: true, need: " from ", expr: `^{lead}<a> (?:is|was|has been) (?:now )?(?:gone|out|removed|dropped) from <s>(?:$|[,;]|\.(?:\s|$))`},
		{kind: gone, own: true, need: "left", expr: `^{lead}<a> (?:has |have )?left(?: us| the (?:team|company|project))?,? (?:and |so )?(?:nobody|no one|no-one) ` + careEN + ` <s>(?: now| any ?more)?{end}`},
		{kind: gone, own: true, need: "forget", expr: `^{lead}forget (?:about )?the <na>, <s> (?:has|have) no [a-z ]{1,30}? any ?(?:more|longer){end}`},
		{kind: gone, own: true, need: " off|cancel", expr: `^{lead}<s> <no> (?:[a-z]+ ){1,2}?(?:on|by|at) <da>,? (?:and )?(?:the date|that|that date|it|this)(?: is|'s| was) (?:off|cancel+ed)(?:$|[,;]|\.(?:\s|$))`},
	},
	"de": {
		{kind: move, own: true, need: "nicht mehr|nicht länger", expr: `^{lead}<s> (?-i:\pL+t|ist|sind|werden|wird) nicht (?:mehr|länger) ` + withDE + ` <a>(?: <v>)?,? (?:sondern|jetzt|nun)(?: jetzt| nun)? ` + withDE + ` <b>(?: (?-i:[a-zäöüß]+))?{end}`},
		{kind: move, own: true, need: "statt |anstelle", expr: `^{lead}(?:statt|anstatt|anstelle von) <a> (?:nutzen|verwenden|benutzen|nehmen) wir (?:für|bei|in) <s> (?:jetzt|nun|inzwischen|künftig|ab jetzt) <b>{end}`},
		{kind: move, own: true, need: "nicht mehr|nicht länger", expr: `^{lead}<b> (?:kümmert sich(?: jetzt| nun| ab jetzt)? um|(?:betreut|pflegt|verantwortet|leitet|verwaltet)(?: jetzt| nun| ab jetzt)?) <s>,? (?:und )?nicht (?:mehr|länger) <a>{end}`},
		{kind: move, own: true, need: " von ", expr: `\bwir haben <s> von <na> auf <nb> (?:erhöht|gesenkt|angehoben|verlängert|verkürzt|reduziert|geändert|(?:hoch|herab|herauf|runter)gesetzt){end}`},
		{kind: move, own: true, need: "nicht ", expr: `^{lead}<s> (?:ist|sind|beträgt|liegt)(?: jetzt| nun)?(?: bei)? <nb>,? (?:und )?nicht(?: mehr)?(?: bei)? <na>{end}`},
		{kind: move, own: true, need: "nicht ", expr: `^{lead}<s> (?-i:\pL+)(?: jetzt| nun)? (?:am|ab|bis) <db>(?: (?-i:\pL+))?,? (?:und )?nicht(?: mehr)? (?:am |ab |bis )?<da>{end}`},

		{kind: gone, own: true, need: "nicht mehr|nicht länger", expr: `^{lead}<a> (?P<does>kümmert) sich nicht (?:mehr|länger) um <s>(?:$|[,;]|\.(?:\s|$))`},
		{kind: gone, own: true, need: "nicht mehr|nicht länger", expr: `^{lead}<a> (?P<does>betreut|pflegt|verantwortet|leitet|verwaltet) <s> nicht (?:mehr|länger)(?:$|[,;]|\.(?:\s|$))`},
		{kind: gone, own: true, need: "nicht mehr|nicht länger", expr: `^{lead}<s> (?:ist|sind|beträgt) nicht (?:mehr|länger) <na>(?:$|[,;]|\.(?:\s|$))`},
		{kind: gone, own: true, need: "nicht mehr|nicht länger", expr: `^{lead}<s> (?-i:\pL+t|ist|sind|werden|wird) nicht (?:mehr|länger) ` + withDE + ` <a>(?: <v>)?(?:$|[,;]|\.(?:\s|$))`},
		{kind: gone, own: true, noted: true, need: "kein", expr: `^{lead}<s> (?P<does>braucht|brauchen|benötigt|benötigen) keine?[nrs]? <a> mehr{end}`},
		{kind: gone, own: true, need: "nicht am|nicht ab", expr: `^{lead}<s> (?-i:\pL+) nicht (?:am|ab) <da>(?: (?-i:\pL+))?,? (?:der termin|das) (?:ist|wurde) (?:geplatzt|abgesagt|gestrichen|hinfällig|vom tisch)(?:$|[,;]|\.(?:\s|$))`},
	},
	"es": {
		{kind: move, own: true, need: "ya no", expr: `^{lead}<s> ya no (?:se )?<v> ` + withES + ` <a>,? (?:sino|ahora|y ahora|pero ahora)(?: (?:se )?\pL+)?? ` + withES + ` <b>{end}`},
		{kind: move, own: true, need: " no ", expr: `^{lead}(?:ahora )?<b> (?:ahora )?` + careES + ` <s>(?: ahora)?,? (?:y )?(?:ya )?no <a>{end}`},
		{kind: move, own: true, need: " no ", expr: `^{lead}<s> (?:ahora )?(?:es|son)(?: ahora)?(?: de)? <nb>,? (?:y )?(?:ya )?no (?:de )?<na>{end}`},
		{kind: move, own: true, need: " no ", expr: `^{lead}<s> (?:ahora )?(?:es|sale|empieza|termina|será)(?: ahora)?(?: el)? <db>,? (?:y )?(?:ya )?no (?:el )?<da>{end}`},

		{kind: gone, own: true, need: "ya no", expr: `^{lead}<a> ya no ` + careES + ` <s>(?:$|[,;]|\.(?:\s|$))`},
		{kind: gone, own: true, noted: true, named: true, need: "ya no", expr: `^{lead}<s> ya no (?:necesitan?|requieren?|usan?|utilizan?|dependen? de) <a>{end}`},
		{kind: gone, own: true, need: "ya no", expr: `^{lead}<s> ya no (?:es|son) (?:de )?<na>(?:$|[,;]|\.(?:\s|$))`},
		{kind: gone, own: true, need: "ya no", expr: `^{lead}<s> ya no (?:se )?<v> ` + withES + ` <a>(?:$|[,;]|\.(?:\s|$))`},
	},
	"fr": {
		{kind: move, own: true, need: " plus ", expr: `^{lead}<s> (?:ne |n')<v> plus ` + withFR + `<a>,? (?:mais|maintenant|désormais)(?: \pL+)?? ` + withFR + `<b>{end}`},
		{kind: move, own: true, need: " qui ", expr: `^{lead}c'est <b> qui ` + careFR + `<s>(?: maintenant| désormais)?,? (?:et )?(?:non pas|non plus|non|pas|plus) <a>{end}`},
		{kind: move, own: true, need: " pas | plus | non ", expr: `^{lead}<s> (?:est|sont)(?: désormais| maintenant)?(?: de| à)? <nb>,? (?:et )?(?:non pas|non plus|non|pas|plus)(?: de| à)? <na>{end}`},
		{kind: move, own: true, need: " pas | plus | non ", expr: `^{lead}<s> (?:est|sort|commence|finit|tombe)(?: désormais| maintenant)?(?: le)? <db>,? (?:et )?(?:non pas|non plus|non|pas|plus)(?: le)? <da>{end}`},

		{kind: gone, own: true, need: "plus", expr: `^{lead}<a> ne (?P<does>s'occupe|gère|maintient|dirige) plus (?:de la |de l'|de |du |des |d'|la |le |les |l')<s>(?:$|[,;]|\.(?:\s|$))`},
		{kind: gone, own: true, noted: true, named: true, need: " plus ", expr: `^{lead}<s> (?:n'a plus besoin (?:de |d')|n'ont plus besoin (?:de |d')|n'utilise plus |n'utilisent plus |ne dépend plus (?:de |d'))<a>{end}`},
		{kind: gone, own: true, need: " plus ", expr: `^{lead}<s> (?:n'est|ne sont) plus (?:de |à )?<na>(?:$|[,;]|\.(?:\s|$))`},
		{kind: gone, own: true, need: " plus ", expr: `^{lead}<s> (?:ne |n')<v> plus ` + withFR + `<a>(?:$|[,;]|\.(?:\s|$))`},
	},
	"ru": {
		{kind: move, own: true, need: "больше не", expr: `^{lead}<s> больше не <v> ` + withRU + ` <a>,? (?:(?:а|но|теперь|сейчас) )+(?:\pL+ )??` + withRU + ` <b>{end}`},
		{kind: move, own: true, need: "отвечает", expr: `^{lead}за <s> (?:теперь )?отвечает (?:теперь )?<b>,? а (?:больше )?не <a>{end}`},
		{kind: move, own: true, need: "отвечает", expr: `^{lead}(?:теперь )?<b> (?:теперь )?отвечает за <s>,? а (?:больше )?не <a>{end}`},
		{kind: move, own: true, need: "перевели", expr: `^{lead}(?:мы )?перевели <s> (?:с|со) <a> на <b>{end}`},
		{kind: move, own: true, need: "а не ", expr: `^{lead}<s> (?:(?:теперь|сейчас|—|-|равен) )+<nb>,? а не <na>{end}`},
		{kind: move, own: true, need: "а не ", expr: `^{lead}<s> (?:(?:теперь|сейчас|—|-|будет) )*<db>,? а не <da>{end}`},

		{kind: gone, own: true, need: "больше не", expr: `^{lead}<a> больше не отвечает за <s>(?:$|[,;]|\.(?:\s|$))`},
		{kind: gone, own: true, noted: true, named: true, need: "больше не", expr: `^{lead}<s> больше не (?:нужен|нужна|нужны|требует|требуют|использует|используют) <a>{end}`},
		{kind: gone, own: true, need: "больше не", expr: `^{lead}<s> больше не <na>(?:$|[,;]|\.(?:\s|$))`},
		{kind: gone, own: true, need: "больше не", expr: `^{lead}<s> больше не <v> ` + withRU + ` <a>(?:$|[,;]|\.(?:\s|$))`},
	},
	"zh": {
		{kind: move, own: true, need: "不再", expr: `^{lead}<s> ?(?:已经|现在)?不再(?:使用|用|在|由|通过) ?<a> ?<v>?了?[，,、；] ?(?:而是|现在|改|如今)+(?:使用|用|在|由|通过)? ?<b>(?: ?\p{Han}{1,4}?)??了?{end}`},
		{kind: move, own: true, need: "负责|管理|维护", expr: `^{lead}(?:现在)?(?:是|由)? ?<b> ?(?:来)?(?:负责|管理|维护) ?<s>[，,] ?(?:不再是|而不是|不是) ?<a>了?{end}`},
		{kind: move, own: true, need: "不是|不再是", expr: `^{lead}<s> ?(?:现在|已经)?(?:是|为|改成|改为) ?<nb>[，,、] ?(?:而不是|不是|不再是) ?<na>{end}`},

		{kind: gone, own: true, need: "不再", expr: `^{lead}<a> ?(?:已经)?不再(?:负责|管理|维护) ?<s>了?(?:$|[，,；])`},
		{kind: gone, own: true, need: "不再是", expr: `^{lead}<s> ?(?:已经)?不再是 ?<na>(?:$|[，,；])`},
		{kind: gone, own: true, need: "不再", expr: `^{lead}<s> ?(?:已经|现在)?不再(?:使用|用|在|由|通过) ?<a> ?<v>?了?(?:$|[，,；])`},
	},
	"ja": {
		{kind: move, own: true, need: "ではなく|じゃなくて", expr: `^{lead}<s> ?は ?(?:もう|現在は|今は)、? ?<a> ?(?:ではなく|じゃなくて)、? ?<b> ?(?:で|を|に) ?<v>(?:する|します|している|しています){end}`},
		{kind: move, own: true, need: "担当", expr: `^{lead}<s> ?の担当者?は、? ?<a> ?から ?<b> ?(?:に|へ) ?(?:変わりました|変わった|代わりました|交代しました|変更(?:になりました|されました|しました))`},
		{kind: move, own: true, need: "ではない|ではありません|じゃない", expr: `^{lead}<s> ?は、? ?(?:今は?|現在は?)?、? ?<nb> ?(?:で|です|であって)[、。] ?<na> ?(?:では|じゃ)(?:ない|ありません|ないです){end}`},

		{kind: gone, own: true, need: "担当|管理", expr: `^{lead}<a> ?は(?:もう|今は)、? ?<s> ?を ?(?:担当|管理)(?:しない|しません|していない|していません)(?:$|[、。])`},
		{kind: gone, own: true, need: "ではない|ではありません|じゃない", expr: `^{lead}<s> ?は(?:もう|今は)、? ?<na> ?(?:では|じゃ)(?:ない|ありません|ないです)(?:$|[、。])`},
		{kind: gone, own: true, need: "もう|今は", expr: `^{lead}<s> ?は(?:もう|今は)、? ?<a> ?(?:で|を|に) ?<v>(?:しない|しません|していない|していません)(?:$|[、。])`},
	},
}

// wishes are words with which such a sentence says how things ought to be and not how they are.
var wishes = map[string]string{
	"en": `should|shouldn't|can|can't|cannot|may|must|mustn't|let's|please|need to|needs to|has to|have to|ought`,
	"de": `soll|sollen|sollte|sollten|kann|können|darf|dürfen|muss|müssen|müsste|bitte`,
	"es": `debe|deben|debería|deberían|puede|pueden|tiene que|tienen que|por favor`,
	"fr": `doit|doivent|devrait|devraient|peut|peuvent|faut|stp|svp`,
	"ru": `должен|должна|должно|должны|может|могут|надо|нужно|можно|пожалуйста|пусть`,
	"zh": `应该|应当|可以|必须|需要|希望|请`,
	"ja": `べき|できます|できる|ください|下さい|ほしい|欲しい`,
}

// Words between what a thing does and with what, and for who sees to it.
const (
	withEN = `(?:with|by|on|in|at|via|through|from|under|to|against|behind)`
	withDE = `(?:mit|auf|über|unter|bei|in|im|via|durch|von|vom|aus|an)`
	withES = `(?:con|en|por|desde|vía|bajo|mediante)`
	withFR = `(?:avec |par |sur |dans |en |via |chez |à |d')`
	withRU = `(?:через|на|в|с|со|из|под|по)`
	needEN = `(?:needs?|requires?|depends? on|relies on|rely on|uses?|talks? to)`
	careEN = `(?:looks after|owns|maintains|manages|handles|runs|leads|reviews|takes care of|is responsible for|is in charge of)`
	careFR = `(?:s'occupe (?:de la |de l'|de |du |des |d')|gère |maintient |dirige |est responsable (?:de la |de l'|de |du |des |d'))`
	careES = `(?:se encarga de|se ocupa de|es responsable de|mantiene|gestiona|lleva|dirige)`
)

// Pieces of those expressions.
const (
	// figure is as short as what follows lets it be: a script without blanks has its verb right behind.
	figure  = `\d(?:[\d.,:_]*\d)?(?: ?[\pL%]{1,10}?)??`
	dayForm = `\d{4}[-/.]\d\d?[-/.]\d\d?|\d\d?\.\d\d?\.\d{4}|\d{4}年\d\d?月\d\d?日`
	denial  = `(?P<no>is not|isn't|are not|aren't|does not|doesn't|do not|don't|will not|won't)`
)

// links are words between names that a line may well put otherwise.
var links = fieldSet("a an the of for in on at our der die das des dem den für von im beim el la los las de del para en le les du des d l à dans pour для у на в по 的 の は")
