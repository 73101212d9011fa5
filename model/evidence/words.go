package evidence

import (
	"strings"
	"sync"
)

// language is what the rules know of one language. A language that is not listed is unknown: its
// words are compared, but nothing is concluded from how they are put together.
type language struct {
	code string
	// stop are words that say nothing by themselves. They also tell languages apart.
	stop string
	// also are stop words by which it is not told: another language has them, and is spoken more.
	also string
	// not turn a clause round; gone are words that may do so ("the mirror is gone").
	not, gone string
	// joins begin a new clause.
	joins string
	// guess and ask mark what is no statement of fact: hedges, and words that open a question.
	guess, ask string
	// yes begin an answer that agrees. ends say, as the last word of a clause, that something is
	// over. poles are sets of words that exclude each other; what stands between two slashes is one side.
	// switches is such a set of words that are more often prepositions.
	yes, ends, poles, switches string
	// from and to stand before the two ends of a change.
	from, to string
	// months and weekdays are in order, January and Monday first; several spellings of one are
	// parted by "/".
	months, weekdays string
	// numbers are the words for 2 to 12; "one" is too often no number. A "-" keeps the place of a
	// word that means something else more often. tens are those for 20, 30 and so on, teens for 13 to 19.
	numbers, teens, tens string
	// ordinals are the words from "first" on; noons are those for 12 and 0 o'clock.
	ordinals, noons string
	// or parts things of which one is meant, or, behind a denial, none. light are verbs that free wording
	// adds, and the words with which a note says who said something.
	// except opens an exception.
	or, light, except string
	// lacks are those of the denials that take a thing away from what is said ("without").
	lacks string
}

var languages = []language{
	{
		code: "en",
		stop: "a an the this that these those it its he she they them his her their we us our i me my you your " +
			"is are was were be been being am do does did done has have had having will would shall should can could " +
			"may might must to of in on at by for from with into onto over under about as than then so if when while " +
			"where which who whom whose what how there here also just now still too very more most much many some any " +
			"all each every both either only own same such other another again once because since until till up down " +
			"out off even after before between during through per via etc eg e.g i.e ie please let lets get gets got well " +
			"and or but yet nor not no never always yes ok use used uses using make makes made go goes one altogether",
		not: "not no never none nobody nothing neither nor cannot can't don't doesn't didn't won't isn't aren't " +
			"wasn't weren't shouldn't mustn't wouldn't couldn't haven't hasn't hadn't dont doesnt without forbidden " +
			"prohibited nowhere unable lack lacks lacking",
		gone: "gone dropped drop drops removed remove removes deleted delete disabled disable off closed stop stopped stops " +
			"avoid except unless instead former formerly old obsolete deprecated retired withdrawn history abandoned " +
			"replaced refuse refused forget unsupported missing empty fail fails failed miss misses missed dislike dislikes hate hates mistake wrong incorrect",
		joins: "and but or while whereas although though because so however",
		guess: "maybe perhaps probably possibly guess guessing think suppose suspect might could likely seems seem " +
			"apparently presumably wondering propose proposal suggest suggestion hypothetically assume assuming",
		ask:  "should shall what which why how when where who whose does do is are was can could would will",
		yes:  "yes yep yeah ok okay sure agreed right exactly perfect good great go do",
		ends: "over out off away",
		from: "from", to: "to",
		poles: "before/after above,over/below,under most,maximum,max,upper/least,minimum,min,lower more/less,fewer first/last " +
			"increase,increased,raise,raised/decrease,decreased,reduce,reduced open,opened/close,closed " +
			"manual,manually/automatic,automatically public/private left/right row,rows/column,columns north,northern/south,southern east,eastern/west,western " +
			"horizontal/vertical ascending/descending inside,inner,internal/outside,outer,external input,inputs/output,outputs " +
			"upload,uploads/download,downloads top/bottom morning,mornings/evening,evenings summer/winter hot,warm/cold,cool " +
			"required,mandatory/optional local/remote client,clients/server,servers sender/receiver parent/child wet/dry full/empty " +
			"large,big/small fast/slow red/blue/green/yellow/black/white dark/light thick/thin synchronous/asynchronous high/low enabled/disabled " +
			"hourly/daily,nightly/weekly/monthly/quarterly/yearly,annually",
		switches: "on/off",
		months: "january/jan february/feb march/mar april/apr may june/jun july/jul august/aug september/sep/sept " +
			"october/oct november/nov december/dec",
		weekdays: "monday/mondays tuesday/tuesdays wednesday/wednesdays thursday/thursdays friday/fridays saturday/saturdays sunday/sundays",
		numbers:  "two three four five six seven eight nine ten eleven twelve",
		teens:    "thirteen fourteen fifteen sixteen seventeen eighteen nineteen",
		tens:     "twenty/twentieth thirty/thirtieth forty fifty sixty seventy eighty ninety",
		ordinals: "first - third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth",
		noons:    "noon/midday midnight",
		lacks:    "without",
		or:       "or nor",
		except:   "except unless excluding excepting",
		light: "user users prefer prefers preferred want wants wanted like likes dislike dislikes find finds ask asks asked say says said " +
			"tell tells told decide decided need needs needed require requires required take takes taken keep keeps kept give gives given put puts " +
			"want wants become becomes include includes including mean means see follow follows apply applies happen happens",
	},
	{
		code: "de",
		stop: "der die das den dem des ein eine einen einem einer eines und oder aber auch nur noch schon ist sind war waren " +
			"wird werden wurde wurden hat haben hatte sein kann können muss müssen soll sollen darf dürfen ich du er sie es " +
			"wir ihr uns euch mich dich sich mein dein unser von vom zu zum zur in im an am auf aus bei mit nach seit für " +
			"über unter vor bis durch gegen um als wie wenn dass ob weil dann da hier dort jetzt so sehr mehr alle alles " +
			"jede jeder jedes dieser diese dieses bitte ja nein nicht kein keine immer wieder mal solange sobald sofern sooft insgesamt",
		not:   "nicht kein keine keinen keinem keiner keines nie niemals niemand nichts ohne nirgends verboten weder",
		gone:  "weg entfernt gelöscht abgeschaltet ausgeschaltet geschlossen eingestellt statt außer früher alt alte alten veraltet ersetzt gestrichen vermeiden entfällt falsch irrtum leer",
		joins: "und oder aber sondern während obwohl denn jedoch doch",
		guess: "vielleicht vermutlich wahrscheinlich möglicherweise eventuell glaube denke vermute könnte könnten vorschlag schlage wohl",
		ask:   "soll sollen was welche welcher welches warum wieso wie wann wo wer kann können",
		yes:   "ja genau gut einverstanden okay ok passt mach",
		ends:  "vorbei aus weg ab",
		from:  "von vom",
		to:    "auf zu zum zur nach",
		poles: "vor/nach über/unter mindestens/höchstens,maximal mehr/weniger erste,erster,ersten/letzte,letzter,letzten öffentlich/privat zeile,zeilen/spalte,spalten norden,nord/süden,süd osten/westen innen/außen oben/unten " +
			"links/rechts rot,rote,roten,roter,rotes/blau,blaue,blauen,blauer,blaues/grün,grüne,grünen,grüner,grünes/gelb,gelbe,gelben,gelber,gelbes/schwarz,schwarze,schwarzen,schwarzer/weiß,weiße,weißen,weißer morgens/abends sommer/winter warm,heiß/kalt große,groß,großen/kleine,klein,kleinen pflicht/freiwillig hoch/niedrig stündlich/täglich/wöchentlich/monatlich/jährlich",
		switches: "an/aus",
		months:   "januar/jan februar/feb märz/maerz april/apr mai juni/jun juli/jul august/aug september/sep oktober/okt november/nov dezember/dez",
		weekdays: "montag/montags dienstag/dienstags mittwoch/mittwochs donnerstag/donnerstags freitag/freitags samstag/samstags/sonnabend sonntag/sonntags",
		numbers:  "zwei drei vier fünf sechs sieben acht neun zehn elf zwölf",
		teens:    "dreizehn vierzehn fünfzehn sechzehn siebzehn achtzehn neunzehn",
		tens:     "zwanzig dreißig/dreissig vierzig fünfzig sechzig siebzig achtzig neunzig",
		ordinals: "erste/ersten/erster/erstes zweite/zweiten/zweiter/zweites dritte/dritten/dritter/drittes " +
			"vierte/vierten/vierter/viertes fünfte/fünften/fünfter/fünftes sechste/sechsten/sechster siebte/siebten/siebter " +
			"achte/achten/achter neunte/neunten/neunter zehnte/zehnten/zehnter",
		noons:  "mittags mitternacht",
		lacks:  "ohne",
		or:     "oder noch",
		except: "außer ausgenommen",
		light: "nutzer nutzerin möchte möchten will wollen mag findet finden sagt sagte bittet bevorzugt braucht brauchen benötigt gilt gelten " +
			"statt erfolgt erfolgen gibt geht gehen steht stehen kommt kommen bleibt bleiben liegt nimmt",
	},
	{
		code: "es",
		stop: "el la los las un una unos unas y o u e pero de del al a en con por para sin sobre entre hasta desde es son era " +
			"fue ser está están estar ha han había hay se su sus lo le les me te nos mi tu que quien cuando como donde si ya " +
			"muy más menos también solo sólo ahora todo toda todos todas este esta estos estas ese esa eso esto no ni siempre nunca " +
			"puede pueden debe deben puedo podemos",
		not:   "no nunca jamás nadie nada ningún ninguna ninguno tampoco sin ni prohibido",
		gone:  "eliminado eliminada borrado quitado cerrado desactivado apagado retirado antiguo antigua viejo vieja obsoleto salvo excepto antes reemplazado error equivocado vacío vacía",
		joins: "y e o u pero aunque mientras sino porque",
		guess: "quizá quizás tal_vez creo pienso supongo probablemente posiblemente podría podríamos parece propongo sugiero",
		ask:   "qué cuál cuándo cómo dónde quién debería debemos puede puedes",
		yes:   "sí si vale claro adelante perfecto",
		from:  "de desde",
		to:    "a al",
		poles: "antes/después más/menos máximo,máxima/mínimo,mínima primero,primera/último,última público,pública/privado,privada " +
			"rojo,roja,rojos,rojas/azul,azules/verde,verdes/amarillo,amarilla/negro,negra/blanco,blanca fila,filas/columna,columnas norte/sur dentro/fuera izquierda/derecha arriba/abajo verano/invierno caliente/frío obligatorio,obligatoria/opcional alto,alta/bajo,baja diario,diaria,diariamente/semanal,semanalmente/mensual,mensualmente/anual,anualmente",
		months:   "enero/ene febrero/feb marzo/mar abril/abr mayo junio/jun julio/jul agosto/ago septiembre/setiembre/sep octubre/oct noviembre/nov diciembre/dic",
		weekdays: "lunes martes miércoles jueves viernes sábado/sábados domingo/domingos",
		numbers:  "dos tres cuatro cinco seis siete ocho nueve diez - doce",
		teens:    "trece catorce quince dieciséis diecisiete dieciocho diecinueve",
		tens:     "veinte treinta cuarenta cincuenta sesenta setenta ochenta noventa",
		ordinals: "primer/primero/primera - tercer/tercero/tercera - quinto/quinta sexto/sexta séptimo/séptima octavo/octava noveno/novena décimo/décima",
		noons:    "mediodía medianoche",
		lacks:    "sin",
		or:       "o ni",
		except:   "salvo excepto",
		light:    "usuario usuaria quiere prefiere gusta dice dijo pide necesita necesitan hace hacen queda quedan va van tiene tienen lleva llevan",
	},
	{
		code: "fr",
		stop: "le la les l' un une des du de d' et ou mais à au aux en dans par pour avec sans sur sous entre est sont était " +
			"être a ont avait avoir il elle ils elles on nous vous je tu me te se son sa ses leur leurs mon ma mes ce cet cette " +
			"ces qui que quoi dont où quand comme si plus moins très aussi tout toute tous toutes ne pas y déjà maintenant toujours " +
			"peut peuvent doit doivent peux même mêmes",
		not:   "ne pas jamais aucun aucune personne rien sans ni interdit",
		gone:  "supprimé supprimée retiré retirée désactivé fermé arrêté ancien ancienne vieux obsolète sauf remplacé auparavant erreur vide",
		joins: "et ou mais tandis car donc",
		guess: "peut-être probablement sûrement pense crois suppose pourrait pourrions semble propose suggère",
		ask:   "quel quelle quels quelles pourquoi comment quand où qui est-ce devrait devons peux pouvez",
		yes:   "oui d'accord parfait vas-y",
		from:  "de du",
		to:    "à au vers",
		poles: "avant/après plus/moins maximum/minimum premier,première/dernier,dernière public/privé " +
			"ligne,lignes/colonne,colonnes nord/sud intérieur/extérieur gauche/droite haut/bas chaud/froid obligatoire/facultatif quotidien,quotidienne/hebdomadaire/mensuel,mensuelle/annuel,annuelle",
		months:   "janvier/janv février/fevrier/févr mars avril/avr mai juin juillet/juil août/aout septembre/sept octobre/oct novembre/nov décembre/déc",
		weekdays: "lundi/lundis mardi/mardis mercredi/mercredis jeudi/jeudis vendredi/vendredis samedi/samedis dimanche/dimanches",
		numbers:  "deux trois quatre cinq six sept huit neuf dix onze douze",
		teens:    "treize quatorze quinze seize",
		tens:     "vingt/vingts trente quarante cinquante soixante septante octante nonante",
		ordinals: "premier/première deuxième troisième quatrième cinquième sixième septième huitième neuvième dixième",
		noons:    "midi minuit",
		lacks:    "sans",
		or:       "ou ni",
		except:   "sauf hormis excepté",
		light:    "utilisateur utilisatrice veut préfère aime dit demande demandent exige exigent faut doit reste restent va vont prend prennent met mettent fait font",
	},
	{
		code: "ru",
		stop: "и в во на с со к ко по за из от до для о об у при без под над через между это этот эта эти тот та те то что как " +
			"так же ли бы а но или он она оно они мы вы я ты его её их нам вам нас вас мой твой наш ваш быть был была были есть " +
			"если когда где уже ещё только все всё весь теперь там тут не нет всегда может могут можно можем могу должен должна должны надо всего итого",
		not:   "не нет никогда никто ничего нельзя без ни запрещено",
		gone:  "удалён удалили убрали убран выключен выключили отключён отключили закрыт закрыли старый старая старые устарел раньше вместо кроме заменён ошибка неверно пуст пустой пустая",
		joins: "и а но или хотя однако",
		guess: "возможно наверное вероятно может думаю кажется предполагаю похоже предлагаю",
		ask:   "что какой какая какие почему как когда где кто ли нужно",
		yes:   "да хорошо давай согласен ладно",
		from:  "с со из",
		to:    "на в к",
		poles: "до/после выше,больше/ниже,меньше максимум/минимум первый,первая/последний,последняя " +
			"север/юг восток/запад внутри/снаружи слева/справа зимой/летом утром/вечером ежедневно/еженедельно/ежемесячно/ежегодно",
		months:   "январь/января/январе февраль/февраля/феврале март/марта/марте апрель/апреля/апреле май/мая/мае июнь/июня/июне июль/июля/июле август/августа/августе сентябрь/сентября/сентябре октябрь/октября/октябре ноябрь/ноября/ноябре декабрь/декабря/декабре",
		weekdays: "понедельник/понедельникам вторник/вторникам среда/среду/средам четверг/четвергам пятница/пятницу/пятницам суббота/субботу/субботам воскресенье/воскресеньям",
		numbers:  "два/две/двух три/трёх/трех четыре/четырёх пять/пяти шесть/шести семь/семи восемь/восьми девять/девяти десять/десяти одиннадцать/одиннадцати двенадцать/двенадцати",
		teens: "тринадцать/тринадцати четырнадцать/четырнадцати пятнадцать/пятнадцати шестнадцать/шестнадцати " +
			"семнадцать/семнадцати восемнадцать/восемнадцати девятнадцать/девятнадцати",
		tens: "двадцать/двадцати/двадцатый/двадцатого/двадцатом тридцать/тридцати/тридцатый/тридцатого/тридцатом сорок/сорока пятьдесят/пятидесяти шестьдесят/шестидесяти " +
			"семьдесят/семидесяти восемьдесят/восьмидесяти девяносто",
		ordinals: "первый/первого/первая/первую/первой второй/второго/вторая/вторую/втором третий/третьего/третья/третью/третьем " +
			"четвёртый/четвёртого/четвёртая пятый/пятого/пятая/пятую шестой/шестого/шестая седьмой/седьмого/седьмая " +
			"восьмой/восьмого/восьмая девятый/девятого/девятая десятый/десятого/десятая/десятую",
		noons:  "полдень полночь",
		lacks:  "без",
		or:     "или ни",
		except: "кроме исключая",
		light:  "пользователь хочет предпочитает любит просит сказал сказала нужен нужна нужны идёт идут стоит берёт",
	},
	{
		code: "pt",
		stop: "o a os as um uma uns umas e ou mas de do da dos das em no na nos nas por pelo pela para com sem sob sobre entre " +
			"até desde é são foi foram ser está estão estar era tem têm ter há se seu sua seus suas lhe me te nos meu minha " +
			"que quem quando como onde já muito mais menos também só agora todo toda todos todas este esta estes estas esse " +
			"essa isso isto não nem sempre nunca ao à aos às pode podem deve devem eu tu você ele ela eles elas ainda",
		not:   "não nunca jamais ninguém nada nenhum nenhuma tampouco sem nem proibido proibida",
		gone:  "removido removida apagado apagada excluído eliminado eliminada desligado desativado fechado fechada antigo antiga velho velha obsoleto exceto salvo antes substituído erro errado",
		joins: "e ou mas enquanto embora porém porque",
		guess: "talvez provavelmente possivelmente acho penso suponho poderia poderíamos parece proponho sugiro sugestão",
		ask:   "qual quais quando como onde quem devo devemos posso podemos",
		yes:   "sim certo claro combinado perfeito pode",
		from:  "de do da desde",
		to:    "para a ao",
		poles: "antes/depois mais/menos máximo,máxima/mínimo,mínima primeiro,primeira/último,última público,pública/privado,privada " +
			"linha,linhas/coluna,colunas norte/sul leste/oeste dentro/fora esquerda/direita verão/inverno quente/frio obrigatório/opcional diário,diária,diariamente/semanal/mensal/anual",
		months: "janeiro/jan fevereiro/fev março/marco abril/abr maio junho/jun julho/jul agosto/ago setembro/set outubro/out " +
			"novembro/nov dezembro/dez",
		weekdays: "segunda-feira terça/terça-feira quarta-feira quinta-feira sexta-feira sábado/sábados domingo/domingos",
		numbers:  "dois/duas três quatro cinco seis sete oito nove dez onze doze",
		teens:    "treze catorze/quatorze quinze dezesseis/dezasseis dezessete/dezassete dezoito dezenove/dezanove",
		tens:     "vinte trinta quarenta cinquenta sessenta setenta oitenta noventa",
		ordinals: "primeiro/primeira - terceiro/terceira - quinto sexto sétimo oitavo nono décimo",
		noons:    "meio-dia meia-noite",
		lacks:    "sem",
		or:       "ou nem",
		except:   "exceto salvo",
		light:    "usuário usuária quer prefere gosta disse pede precisa precisam fica ficam vai vão tem faz fazem leva levam",
	},
	{
		code: "it",
		stop: "il i gli di della dello dei degli delle allo alla ai agli alle dal dalla dai nel nello nella nei nelle sul sulla sui ed " +
			"tra fra senza è sono erano essere hanno aveva ci ti vi noi voi loro lui lei io che chi cui dove non sì già adesso ancora anche " +
			"mai più meno molto poco tutto tutta tutti tutte questo questa questi queste quello quella quelli quelle suo sua suoi sue nostro nostra può possono deve devono bisogna",
		also:  "lo la le un uno una e o ma del a al da in con per su era ha si se mi ne quando come no ora solo sempre li",
		not:   "non no mai nessuno nessuna niente nulla senza né neanche nemmeno vietato vietata proibito",
		gone:  "eliminato eliminata rimosso rimossa tolto tolta chiuso chiusa spento spenta disattivato vecchio vecchia obsoleto tranne eccetto salvo invece prima sostituito errore sbagliato vuoto vuota",
		joins: "e ed o ma però mentre perché anche_se",
		guess: "forse magari probabilmente penso credo suppongo potrebbe potremmo sembra propongo suggerisco",
		ask:   "quale quali quando come dove chi perché dovrei dovremmo posso possiamo",
		yes:   "sì si va certo perfetto esatto d'accordo okay ok",
		from:  "da dal dalla",
		to:    "a al alla ad",
		poles: "prima/dopo più/meno massimo,massima/minimo,minima primo,prima/ultimo,ultima pubblico,pubblica/privato,privata " +
			"nord/sud dentro/fuori sinistra/destra sopra/sotto estate/inverno caldo,calda/freddo,fredda mattina/sera obbligatorio,obbligatoria/facoltativo,facoltativa alto,alta/basso,bassa " +
			"giornaliero,giornaliera/settimanale/mensile/annuale aperto,aperta,aperti/chiuso,chiusa,chiusi",
		months: "gennaio/gen febbraio/feb marzo/mar aprile/apr maggio/mag giugno/giu luglio/lug agosto/ago settembre/set ottobre/ott " +
			"novembre/nov dicembre/dic",
		weekdays: "lunedì martedì mercoledì giovedì venerdì sabato domenica",
		numbers:  "due tre quattro cinque - sette otto nove dieci undici dodici",
		teens:    "tredici quattordici quindici sedici diciassette diciotto diciannove",
		tens:     "venti trenta quaranta cinquanta sessanta settanta ottanta novanta",
		ordinals: "- secondo/seconda terzo/terza quarto/quarta quinto/quinta sesto/sesta settimo/settima ottavo/ottava nono/nona decimo/decima",
		noons:    "mezzogiorno mezzanotte",
		lacks:    "senza",
		or:       "o né oppure",
		except:   "tranne eccetto salvo",
		light:    "utente vuole preferisce dice detto chiede serve servono va vanno fa fanno resta restano viene vengono prende prendono tiene tengono",
	},
}

// The scripts without blanks have no words to look up; what is known of them are characters that
// stand inside a clause.
var (
	hanNot = []string{"不", "没", "無", "无", "未", "别", "勿", "ない", "ません", "なし", "ずに", "なく"}
	// hanGrammar are characters that join or deny: a pair with one of them says nothing by itself.
	hanGrammar = "不没的了是"
	// hanForbid denies like one of them, and is denied by one.
	hanForbid = []string{"禁止"}
	// hanPlain are words that hold such a character and deny nothing.
	hanPlain = strings.NewReplacer("不变", "", "不同", "", "不过", "", "不久", "", "不断", "", "不仅", "", "不只", "", "不但", "",
		"不少", "", "不错", "", "无论", "", "未来", "", "特别", "", "分别", "", "区别", "", "级别", "", "类别", "", "别名", "", "别的", "",
		"少ない", "", "間違いない", "")
	hanGone  = []string{"旧", "停", "删", "削除", "廃止", "取消", "关闭", "除外", "以外", "前は", "以前", "错", "間違"}
	hanYes   = []string{"好", "可以", "行", "对", "是的", "はい", "いいね", "お願い", "了解", "そう"}
	hanGuess = []string{"可能", "也许", "大概", "或许", "建议", "かもしれ", "たぶん", "と思", "おそらく", "提案"}
)

// class says what a word is good for, in any of the languages.
type class uint32

const (
	classStop class = 1 << iota
	classNot
	classGone
	classJoin
	classGuess
	classAsk
	classYes
	classEnds
	classFrom
	classTo
	classForget
	classMere
	classOther
	classLack
	classOrdinal
	classOr
	classLight
	classExcept
	classSwitch
	classNote
)

// entry is what the lexicon holds of one word, in lower case. Numbers are 0 where the word is none.
type entry struct {
	class                  class
	month, weekday, number uint8
	// noon is 1 for a word for 12 o'clock and 2 for one for 0 o'clock.
	noon uint8
	// pole is the number of a set of words that exclude each other, side a bit for what it says of them.
	pole, side uint8
	// langs has a bit for each language whose stop words hold it; turns one for each in which it denies or
	// opens a clause.
	langs, turns uint8
	// also has a bit for each language of which it is a stop word that does not tell it.
	also uint8
}

// lexicon has the words of all languages. It is built when first used: most runs never judge.
var lexicon = sync.OnceValue(func() map[string]entry {
	words := map[string]entry{}
	sets := uint8(0)
	add := func(list string, change func(e *entry, at int)) {
		for at, forms := range strings.Fields(list) {
			if forms == "-" {
				continue
			}
			for _, w := range strings.Split(forms, "/") {
				w = string(appendLower(nil, w))
				e := words[w]
				change(&e, at)
				words[w] = e
			}
		}
	}
	mark := func(list string, c class) {
		add(list, func(e *entry, _ int) { e.class |= c })
	}
	for _, l := range forgettings {
		mark(l.forget, classForget)
		mark(l.mere, classMere)
		mark(l.note, classNote)
		mark(l.other, classOther)
	}
	for i, l := range languages {
		add(l.stop, func(e *entry, _ int) { e.class |= classStop; e.langs |= 1 << i })
		add(l.also, func(e *entry, _ int) { e.class |= classStop; e.also |= 1 << i })
		add(l.not+" "+l.joins, func(e *entry, _ int) { e.turns |= 1 << i })
		mark(l.not, classNot|classStop)
		mark(l.gone, classGone)
		mark(l.joins, classJoin|classStop)
		mark(l.guess, classGuess)
		mark(l.ask, classAsk)
		mark(l.yes, classYes)
		mark(l.ends, classEnds)
		mark(l.from, classFrom)
		mark(l.to, classTo)
		for _, set := range append(strings.Fields(l.poles), strings.Fields(l.switches)...) {
			sets++
			for n, side := range strings.Split(set, "/") {
				add(strings.ReplaceAll(side, ",", " "), func(e *entry, _ int) { e.pole, e.side = sets, 1<<n })
			}
		}
		mark(strings.ReplaceAll(l.switches, "/", " "), classSwitch)
		add(l.months, func(e *entry, at int) { e.month = uint8(at + 1) })
		add(l.weekdays, func(e *entry, at int) { e.weekday = uint8(at + 1) })
		add(l.numbers, func(e *entry, at int) { e.number = uint8(at + 2) })
		add(l.teens, func(e *entry, at int) { e.number = uint8(at + 13) })
		add(l.tens, func(e *entry, at int) { e.number = uint8(10 * (at + 2)) })
		add(l.ordinals, func(e *entry, at int) { e.number, e.class = uint8(at+1), e.class|classOrdinal })
		add(l.noons, func(e *entry, at int) { e.noon = uint8(at + 1) })
		mark(l.lacks, classLack)
		mark(l.or, classOr)
		mark(l.light, classLight)
		mark(l.except, classExcept)
	}
	for w, n := range joinedNumbers() {
		e := words[w]
		e.number = n
		words[w] = e
	}
	return words
})

// units are what a number is counted in, each with its other spellings. Two numbers are the same
// only if their units are.
var units = func() map[string]string {
	table := map[string]string{}
	for _, forms := range []string{
		"%/percent/prozent/процентов/процента/procent", "ms/millisecond/milliseconds/msec/millisekunden/мс",
		"s/sec/secs/second/seconds/sekunde/sekunden/segundo/segundos/секунд/секунды/seconde/secondes",
		"min/mins/minute/minutes/minuten/minutos/minuto/minuti/минут/минуты",
		"h/hr/hrs/hour/hours/stunde/stunden/hora/horas/часов/часа/час/heures/heure/uur/ora/ore",
		"d/day/days/tag/tage/tagen/día/días/dia/dias/giorno/giorni/дней/дня/день/jours/jour",
		"week/weeks/woche/wochen/semana/semanas/недель/недели/semaine/semaines/settimana/settimane",
		"month/months/monat/monate/monaten/mes/meses/месяцев/месяца/mois/mese/mesi",
		"year/years/jahr/jahre/jahren/año/años/лет/года/год/ans/an/anno/anni",
		"b/byte/bytes", "kb/kib", "mb/mib", "gb/gib", "tb/tib", "px/pixel/pixels", "hz", "khz", "mhz", "ghz",
		"mm/millimeter/millimetre/millimeters", "cm", "m/meter/metre/meters/metres/метров/metros/mètres", "km", "g/gram/grams/gramm/gramos/gramas/grammes/граммов", "kg/kilo/kilos",
		"nm", "v/volt/volts", "w/watt/watts", "€/eur/euro/euros/евро", "$/usd/dollar/dollars", "£/gbp/pounds", "cents/cent/ct",
		"fps", "rpm", "degrees/degree/grad/grados/gradi/degrés/graus/градусов", "k", "x",
	} {
		parts := strings.Split(forms, "/")
		for _, p := range parts {
			table[p] = parts[0]
		}
	}
	return table
}()

// multiples stand between a number and its unit and multiply it.
var multiples = func() map[string]string {
	table := map[string]string{}
	for _, forms := range []string{
		"thousand/tausend/mil/mille/тысяч/тысячи", "million/millions/mio/millionen/millones/millón/milhões/миллион/миллиона/миллионов",
		"billion/billions/mrd/milliarde/milliarden/milliard/milliards/миллиард/миллиарда/миллиардов",
	} {
		parts := strings.Split(forms, "/")
		for _, p := range parts {
			table[p] = parts[0] + " "
		}
	}
	return table
}()

// glued are the units that are written without a blank behind the number.
var glued = "% ms s sec min h hr hrs d b kb kib mb mib gb gib tb tib px hz khz mhz ghz mm cm m km g kg nm v w k x fps rpm € $ £"

var gluedUnits = func() map[string]bool {
	set := map[string]bool{}
	for _, u := range strings.Fields(glued) {
		set[u] = true
	}
	return set
}()
