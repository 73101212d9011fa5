package offline

// german: the verb that tells what happened stands at the end, and every noun has a capital. A rule
// keeps its opening words, since the verb follows right behind them.
var german = &tongue{
	code: "de",
	patterns: []pattern{
		{kind: move, need: "von ", expr: `\b(?:wir|ich) (?:sind|haben)\b[^,;]{0,40}?\bvon <a> (?:auf|zu|nach|in) <b> (?:umgestiegen|gewechselt|migriert|umgestellt|umgezogen|gewandert|gegangen|geändert|übergegangen)`},
		{kind: move, need: " von ", expr: `^{lead}(?:umgestiegen|gewechselt|migriert|umgezogen) von <a> (?:auf|zu|nach) <b>{end}`},
		{kind: move, need: " von ", expr: `\b(?:wurde|wurden|ist|sind)(?: \S+){0,3}? von <a> (?:auf|zu|nach) <b> (?:umgestellt|migriert|umgezogen|geändert)`},
		{kind: move, need: "ersetzt", expr: `\b(?:wir|ich) haben? <a> (?:\S+ )?durch <b> ersetzt`},
		{kind: move, need: "ersetzt", expr: `^{lead}<a> (?:wurde|wurden|ist|sind)(?: \S+)? durch <b> ersetzt`},
		{kind: move, need: "statt|anstelle|nicht ", expr: `^{lead}(?:bitte |immer |wir )*(?:nimm|nutze|nutz|verwende|benutze|benutz|nutzen|verwenden|benutzen|nehmen)(?: jetzt| bitte| ab jetzt| ab sofort| nun| künftig| in zukunft)* <b>,? (?:statt|anstatt|anstelle von|und nicht|nicht) <a>{end}`},
		{kind: move, need: "sondern", expr: `^{lead}(?:wir (?:nutzen|verwenden|benutzen|nehmen) )?(?:nicht|kein|keine|keinen) <a>,? sondern <b>{end}`},
		{kind: move, need: "nicht ", alike: true, expr: `^{lead}<s> (?:ist|sind|lautet|liegt|läuft)(?: jetzt| nun)?(?: auf| unter| bei)? <b>,? nicht(?: mehr)?(?: auf| unter)? <a>{end}`},
		{kind: move, need: "heißt|heisst", alike: true, expr: `^{lead}<a> (?:heißt|heisst) (?:jetzt|nun|inzwischen) <b>{end}`},
		{kind: move, need: "umbenannt", expr: `^{lead}<a> (?:wurde|ist) (?:in|zu) <b> umbenannt`},

		{kind: gone, need: "nicht mehr", expr: `^{lead}<a> (?:gibt es|gibt's) nicht mehr`},
		{kind: gone, need: " weg|schalt|schafft|eingestellt|geschichte|entfernt", expr: `^{lead}<a> (?:ist|sind) (?:jetzt |nun |inzwischen )?(?:weg|abgeschaltet|abgeschafft|eingestellt|geschichte|entfernt)(?:$|[\s,.])`},
		{kind: gone, need: "schalt|schafft|eingestellt|entfernt|gestrichen", expr: `^{lead}<a> (?:wurde|wurden)(?: \S+){0,3}? (?:abgeschaltet|abgeschafft|eingestellt|entfernt|gestrichen)`},
		{kind: gone, need: "nicht mehr", expr: `\bwir (?:nutzen|verwenden|benutzen|haben) <a> nicht mehr`},
		{kind: gone, need: "schalt|schafft|entfernt|geworfen", expr: `\bwir haben <a> (?:\S+ )?(?:abgeschafft|abgeschaltet|entfernt|rausgeworfen)`},
		{kind: gone, need: "nicht mehr", expr: `^{lead}(?:nutze|verwende|benutze|nimm) <a> nicht mehr{end}`},
		{kind: gone, need: "kein", expr: `^{lead}keine?[nrs]? <a> mehr(?: verwenden| nutzen| benutzen)?{end}`},

		{kind: keep, need: "weiter|immer noch|nach wie vor", expr: `\b(?:weiterhin|immer noch|nach wie vor|noch immer) (?:mit |auf )?<a>{end}`},
		{kind: keep, need: "weiter|immer noch|bei ", expr: `\b(?:nutzen|verwenden|benutzen) <a> (?:weiterhin|weiter|immer noch|nach wie vor)`},
		{kind: keep, need: "bei ", expr: `\bbleiben bei <a>{end}`},

		{kind: refer, need: "merk|notier|vergiss", expr: `^{lead}(?:merke? dir (?:das|dies)|notiere? (?:dir )?das|das (?:bitte )?merken|vergiss das nicht)(?: bitte)?$`},
		{kind: ask, need: "merk|denk|notier|vergiss nicht|beachte", expr: `^{lead}(?:merke? dir(?: bitte)?|denke? (?:bitte )?(?:daran|dran)|vergiss nicht|beachte(?: bitte)?|notiere?(?: dir)?(?: bitte)?)(?:,? dass |: ?|, )<t>$`},
		{kind: rule, need: "ab jetzt|ab sofort|ab heute|ab nun|an |nftig|in zukunft|fortan", expr: `^{lead}(?P<text>(?:ab (?:jetzt|sofort|heute|nun)|von (?:jetzt|nun) an|zukünftig|künftig|in zukunft|fortan)[,:]? .+)$`},
		{kind: rule, need: "ab jetzt|ab sofort|von nun an", expr: `^{lead}<t>,? (?:ab jetzt|ab sofort|von nun an)$`},
		{kind: rule, need: "bitte immer|bitte nie", expr: `^(?P<text>bitte (?:immer|niemals|nie) .+)$`},
	},
	nay:      `nein|ne|nö`,
	lead:     `ok|okay|ja|also|und|aber|ach|hm+|moment|korrektur|übrigens|bitte|wichtig|achtung|hinweis|noch was|zur info|merke? dir`,
	stress:   `^(?:korrektur|wichtig|hinweis|zur info|achtung)|merke? dir`,
	guess:    `\b(?:wenn|falls|ob|vielleicht|eventuell|evtl|womöglich|wahrscheinlich|vermutlich|könnten?|würden?|wäre|wären|hätten?|sollten? wir|angenommen|theoretisch|planen|überlegen|überlege|wollen|möchten?|werden wir|noch nicht|nie|fast|beinahe|demnächst|irgendwann|bald|laut|angeblich|ich (?:glaube|denke|meine)|soweit ich weiß|er sagt|sie sagt|sie sagen|man sagt|zum beispiel|z\.b\.)(?:$|[\s,.])`,
	aside:    `\b(?:anderen?|anderes|früheren?|alten?) (?:projekt|team|firma|repo|kunden?)\b|\bdas [\w-]+-team\b`,
	joke:     `\bna (?:toll|super|klasse|prima|wunderbar)\b|\bja,? klar\b|\b(?:haha+|lol)\b|\bhurra\b|[🙄😂🤣😉😜]`,
	withdraw: `\b(?:vergiss (?:das|es|was ich)|stimmt (?:doch )?nicht|doch nicht|kommando zurück|war ein (?:scherz|witz)|nehme ich zurück|ich lag falsch|mein fehler|egal, lass|streich das|ignoriere? das)\b`,
	brief:    `\b(?:diese[rsn]? (?:sitzung|aufgabe|datei|branch|mal)|für heute|fürs erste|gerade eben|bis morgen)\b`,
	article:  `(?:(?:der|die|das|den|dem|unser|unsere|unseren|ein|eine|einen) )+`,
	tail:     ` (?:seit|weil|jetzt|nun|heute|gestern|letzte[nrs]?|vor|überall|komplett|ganz|bitte|inzwischen|damit|wegen|mehr)(?:$|\s)| (?:für|in|im|auf|und|mit) (?-i:[a-zäöü])`,
	empty:    `wir ich sie er man mehr es das dies alles etwas nichts hier dort eins einem anderen neue neuen alte alten fehler datei dateien code funktion test tests branch zeile zeilen`,
	asOf:     "Stand %s",
	before:   "vorher: %s",
	outdated: "veraltet",
	isGone:   "%s wird nicht mehr genutzt",
	said:     "gesagt am %s",
}

// spanish: no subject is needed, so that the ending of the verb tells who; "no" both denies and
// answers.
var spanish = &tongue{
	code: "es",
	patterns: []pattern{
		{kind: move, need: " de ", expr: `\b(?:nos hemos|hemos|he|se ha)(?: \w+){0,2}? (?:pasado|cambiado|migrado|movido|mudado)\b[^,;]{0,30}? de <a> a <b>{end}`},
		{kind: move, need: " de ", expr: `\b(?:pasamos|cambiamos|migramos|movimos|mudamos)\b[^,;]{0,30}? de <a> a <b>{end}`},
		{kind: move, need: "reemplaz|sustitu|cambia", expr: `\b(?:hemos|he|se ha)(?: \w+)? (?:reemplazado|sustituido|cambiado) <a> (?:por|con) <b>{end}`},
		{kind: move, need: "reemplaz|sustitu|cambia", expr: `\b(?:reemplazamos|sustituimos|cambiamos) <a> por <b>{end}`},
		{kind: move, need: " no |en vez|en lugar", expr: `^{lead}(?:por favor,? |siempre )*(?:usa|usad|use|utiliza|utilice|usamos)(?: ahora)? <b>,? (?:y no|no|en vez de|en lugar de) <a>{end}`},
		{kind: move, need: "no us|no util", expr: `^{lead}no (?:uses|use|usamos|utilices) <a>,? (?:sino|usa|use|utiliza) <b>{end}`},
		{kind: move, need: " no ", alike: true, expr: `^{lead}<s> (?:es|son|está|están)(?: ahora)?(?: en)? <b>,? (?:y )?no (?:en )?<a>{end}`},
		{kind: move, need: "ahora se llama", expr: `^{lead}<a> ahora se llama <b>{end}`},

		{kind: gone, need: "ya no", expr: `^{lead}<a> ya no (?:existe|existen|se usa|se usan|se utiliza|está|están)(?:$|[\s,.])`},
		{kind: gone, need: "ya no", expr: `\bya no (?:usamos|utilizamos|tenemos) <a>{end}`},
		{kind: gone, need: "quita|elimina|retira|dejado|abandona", expr: `\b(?:hemos|se ha) (?:quitado|eliminado|retirado|dejado de usar|abandonado) <a>{end}`},
		{kind: gone, need: "quitamos|eliminamos|dejamos de|abandonamos", expr: `\b(?:quitamos|eliminamos|dejamos de usar|abandonamos) <a>{end}`},
		{kind: gone, need: "no uses|no use|no utilices", expr: `^{lead}no (?:uses|use|utilices) (?:más )?<a>(?: más| nunca más)?{end}`},

		{kind: keep, need: "seguimos|sigue|continuamos|todavía", expr: `\b(?:seguimos|sigue|continuamos|todavía)(?: usando| usamos| con| en)+ <a>{end}`},

		{kind: refer, need: "recu|an\u00f3t|ap\u00fant|recuerda", expr: `^{lead}(?:recuérdalo|recuerdalo|anótalo|anotalo|apúntalo|apuntalo|recuerda (?:esto|eso))$`},
		{kind: ask, need: "recuerd|acu\u00e9rd|acuerd|en cuenta|anota|apunta|no olvides", expr: `^{lead}(?:recuerda|recuerde|acuérdate|acuerdate|ten en cuenta|anota|apunta|no olvides)(?: de)?(?: que |: ?|, )<t>$`},
		{kind: rule, need: "partir de|en adelante|desde ahora|en el futuro", expr: `^{lead}(?:a partir de (?:ahora|hoy)|de ahora en adelante|desde ahora|en adelante|en el futuro)[,:]? <t>$`},
		{kind: rule, need: "partir de ahora|en adelante", expr: `^{lead}<t>,? (?:a partir de ahora|de ahora en adelante)$`},
	},
	nay:      `no`,
	lead:     `sí|si|vale|ok|bueno|pues|y|pero|oye|corrección|por cierto|por favor|importante|ojo|nota|recuerda|recuerda que`,
	stress:   `^(?:corrección|importante|ojo|nota)|recuerda`,
	guess:    `(?:^|[\s,])(?:si|quizás?|tal vez|a lo mejor|podríamos|podría|debería(?:mos)?|sería|habría|supongamos|imagina|en teoría|pensando|probablemente|planeamos|vamos a|queremos|quiero|ojalá|todavía no|aún no|nunca|casi|según|dicen?|creo que|me parece|supongo|por ejemplo)(?:$|[\s,.])`,
	aside:    `\b(?:otro|otra|otros) (?:proyecto|equipo|empresa|repo|repositorio)\b|\bel equipo de \w+ (?:usa|habla)\b`,
	joke:     `\b(?:jaja+|jeje+|lol)\b|\bclaro que sí\b|\bqué (?:bien|maravilla|divertido)\b|[🙄😂🤣😉😜]`,
	withdraw: `(?:olvídalo|olvidalo|olvida (?:eso|lo que)|me equivoqué|me he equivocado|era (?:una )?broma|no es cierto|déjalo|ignora eso|retiro lo dicho)`,
	brief:    `\b(?:esta (?:sesión|tarea|vez|rama)|este (?:archivo|chat)|por hoy|por ahora|de momento|hasta mañana)\b`,
	article:  `(?:(?:el|la|los|las|un|una|nuestro|nuestra) )+`,
	tail:     ` (?:desde|porque|ahora|hoy|ayer|hace|la semana|el mes|por completo|ya|aquí|también|que|cuando)(?:$|\s)| (?:para|en|y|con) (?-i:[a-záéíóúñ])`,
	empty:    `nosotros yo ellos él ella más esto eso ello todo algo nada aquí allí otro otra nuevo viejo error errores archivo archivos código función prueba pruebas rama línea líneas`,
	asOf:     "a fecha de %s",
	before:   "antes: %s",
	outdated: "obsoleto",
	isGone:   "%s ya no se usa",
	said:     "dicho el %s",
}

// russian: \b knows no Cyrillic letter, hence the blanks and commas. Names from elsewhere are not
// inflected, so that they are found as they stand.
var russian = &tongue{
	code: "ru",
	patterns: []pattern{
		{kind: move, need: "переш|переех|мигрир|переключ|пересел", expr: `(?:^|[\s,])мы(?: [^\s,]+){0,3}? (?:перешли|переехали|мигрировали|переключились|пересели)(?: [^\s,]+){0,3}? (?:с|со) <a> (?:на|в|к) <b>{end}`},
		{kind: move, need: "замени", expr: `(?:^|[\s,])(?:мы )?(?:[^\s,]+ )?заменили <a> на <b>{end}`},
		{kind: move, need: " не |вместо", expr: `^{lead}(?:мы )?(?:теперь )?(?:используй|используйте|бери|берите|запускай|запускайте|используем)(?: теперь)? <b>,? (?:а не|вместо|не) <a>{end}`},
		{kind: move, need: "а не", alike: true, expr: `^{lead}<s> (?:теперь )?<b>, а не <a>{end}`},
		{kind: move, need: "не использ", expr: `^{lead}не используй(?:те)? <a>,? (?:а )?(?:используй|используйте|бери) <b>{end}`},
		{kind: move, need: "теперь называется|переименова", expr: `^{lead}<a> (?:теперь называется|переименовали в|переименован в) <b>{end}`},

		{kind: gone, need: "больше не", expr: `^{lead}<a> (?:больше нет|больше не используется|больше не используем)`},
		{kind: gone, need: "удал|отключ", expr: `^{lead}<a> (?:уже )?(?:удалили|удалён|удален|удалена|отключили|отключён|отключен|отключена)(?:$|[\s,.])`},
		{kind: gone, need: "больше не|отказались|убрали|удалили|отключили", expr: `(?:^|[\s,])мы (?:больше не используем|отказались от|убрали|удалили|отключили) <a>{end}`},
		{kind: gone, need: "не использ", expr: `^{lead}(?:больше )?не используй(?:те)?(?: больше)? <a>(?: больше)?{end}`},

		{kind: keep, need: "ещё|еще|по-прежнему|так и", expr: `(?:всё ещё|все еще|всё еще|по-прежнему|так и) (?:используем|на) <a>{end}`},
		{kind: keep, need: "остаёмся|остаемся", expr: `оста[её]мся (?:на|с|при) <a>{end}`},

		{kind: refer, need: "запомни|запиши", expr: `^{lead}(?:запомни|запомните|запиши) это$`},
		{kind: ask, need: "запомни|имей|учти|запиши", expr: `^{lead}(?:запомни|запомните|имей в виду|имейте в виду|учти|учтите|запиши)(?:,? что |: ?|, )<t>$`},
		{kind: rule, need: "отныне|с этого|впредь|с сегодняшнего|в дальнейшем|теперь всегда", expr: `^{lead}(?:отныне|с этого момента|впредь|с сегодняшнего дня|в дальнейшем)[,:]? <t>$`},
		{kind: rule, need: "теперь всегда|всегда ", expr: `^{lead}(?P<text>теперь всегда .+)$`},
	},
	nay:      `нет`,
	lead:     `да|ок|ладно|так|и|но|кстати|поправка|исправление|пожалуйста|важно|запомни`,
	stress:   `^(?:поправка|исправление|важно)|запомни`,
	guess:    `(?:^|[\s,])(?:если|бы|может|возможно|наверное|вероятно|допустим|представь|планируем|хотим|хочу|собираемся|будем|пока не|ещё не|еще не|никогда|почти|говорят|пишут|думаю|кажется|вроде|например)(?:$|[\s,.])`,
	aside:    `друг(?:ой|ом|ая) (?:проект|проекте|команда|команде|компания|компании)`,
	joke:     `(?:ха-?ха|лол|шучу|ага,? конечно|ну да,? конечно|[🙄😂🤣😉😜])`,
	withdraw: `(?:забудь|отмена|я ошибся|я ошиблась|неважно|шучу|это была шутка|беру свои слова|не так)`,
	brief:    `(?:эт(?:ой|ом|у) (?:сессии|задаче|файле|ветке|сессию|задачу)|на сегодня|пока что|до завтра)`,
	article:  `(?:(?:наш|наша|наше|старый|старого) )+`,
	tail:     ` (?:с прошло\S*|на прошло\S*|вчера|сегодня|теперь|уже|потому|полностью|везде|недавно|чтобы|когда|больше)(?:$|\s)| (?:для|в|на|и) (?-i:[а-яё])`,
	empty:    `мы я они он она больше это этого всё все что-то здесь там другой новый старый ошибка ошибку файл файлы код функция тест тесты ветка ветку строка`,
	asOf:     "на %s",
	before:   "раньше: %s",
	outdated: "устарело",
	isGone:   "%s больше не используется",
	said:     "сказано %s",
}
