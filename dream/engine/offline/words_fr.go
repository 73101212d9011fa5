package offline

// Pieces of French: what comes before the old thing and before the new one, and the words of time that may stand
// behind a verb. What denies is not among those: people leave the "ne" away.
const (
	fromFR = `(?:de la |de l'|de |du |des |d')`
	toFR   = `(?:à la |à l'|à |au |aux |vers la |vers l'|vers le |vers les |vers |sur )`
	sinceF = `(?: (?:récemment|enfin|finalement|déjà|tous|toutes|entièrement|complètement|définitivement|désormais|maintenant|dorénavant|justement))*`
	wentFR = `(?:passée?s?|migrée?s?|basculée?s?|déménagée?s?|transférée?s?)`
)

// french: a colon may have a blank before it, the article and the preposition of a name can be a letter with an
// apostrophe, and "plus" denies only behind "ne": alone it is "more".
var french = &tongue{
	code: "fr",
	patterns: []pattern{
		{kind: move, need: " de | du | des | d'", expr: `(?:^|[\s,])(?:on (?:est|a)|nous (?:sommes|avons)|j'ai)` + sinceF + ` ` + wentFR + `(?P<about>[^,;]{0,40}?) ` + fromFR + `<a> ` + toFR + `<b>{end}`},
		{kind: move, need: "vient de|venons de|viens de", expr: `(?:^|[\s,])(?:on vient|nous venons|je viens) de (?:passer|migrer|basculer|déménager|transférer)(?P<about>[^,;]{0,40}?) ` + fromFR + `<a> ` + toFR + `<b>{end}`},
		{kind: move, need: "pass|migr|bascul|déménag|transfér", unless: otherFR, expr: `^{lead}(?:(?:le|la|les|notre|nos) |l')<s> (?:est|sont|a|ont)(?: été)?` + sinceF + ` ` + wentFR + `(?: \S+){0,2}? ` + fromFR + `<a> ` + toFR + `<b>{end}`},
		{kind: move, need: "remplac", expr: `(?:^|[\s,])(?:on a|nous avons|j'ai)` + sinceF + ` remplacée?s? <a> par <b>{end}`},
		{kind: move, need: "remplac", expr: `^{lead}<a> (?:est|sont|a été|ont été)` + sinceF + ` remplacée?s? par <b>{end}`},
		{kind: move, need: " pas |plutôt|au lieu|à la place| non ", expr: `^{lead}(?:toujours |on |nous )*(?:utilise|utilises|utilisez|utilisons|prends|prenez|emploie|employez|préfère|préférez|lance|lancez)` + sinceF + `(?: plutôt| toujours)? <b>,? (?:et non pas|et non|et pas|pas|plutôt que|au lieu d[eu]|au lieu des|à la place d[eu]|à la place des) <a>{end}`},
		{kind: move, need: "au lieu d'|à la place d'|plutôt que d'", expr: `^{lead}(?:toujours |on |nous )*(?:utilise|utilisez|utilisons|prends|prenez|emploie|employez)` + sinceF + ` <b>,? (?:au lieu|à la place|plutôt que) d'(?:utiliser )?<a>{end}`},
		{kind: move, need: "n'utilise", expr: `^{lead}n'utilise[zs]? (?:pas|plus) <a>,? (?:mais(?: plutôt)?|utilise[zs]?|prends|prenez)(?: plutôt)? <b>{end}`},
		{kind: move, need: "n'utilis", expr: `(?:^|[\s,])(?:on|nous) n'utilis(?:e|ons) plus <a>,? (?:et |mais )?(?:(?:maintenant|désormais|dorénavant|plutôt) )*(?:on utilise|nous utilisons|c'est|on est sur|on est passée?s? à|mais|seulement)` + sinceF + ` <b>{end}`},
		{kind: move, need: "au lieu d|à la place d", expr: `^{lead}(?:au lieu|à la place) (?:de |d'|du |des )<a>,? (?:on utilise|nous utilisons|utilise|utilisez|prends)` + sinceF + ` <b>{end}`},
		{kind: move, need: " pas | plus | non ", alike: true, expr: `^{lead}<s> (?:est|sont|tourne|écoute|se trouve|pointe|lit|écrit)` + sinceF + `(?: sur| à| dans| en| vers| sous)? <b>,? (?:et )?(?:non pas|non plus|non|pas|plus)(?: sur| à| dans| en| vers| sous)? <a>{end}`},
		{kind: move, need: "s'appelle", alike: true, expr: `^{lead}<a> s'appelle (?:désormais|maintenant|dorénavant) <b>{end}`},
		{kind: move, need: "renomm", expr: `(?:^|[\s,])(?:on a|nous avons|j'ai)` + sinceF + ` renommé <a> en <b>{end}`},
		{kind: move, need: "renomm", expr: `^{lead}<a> (?:a été|ont été|est)` + sinceF + ` renommée?s? en <b>{end}`},

		{kind: gone, need: "existe", expr: `^{lead}<a> n'existe(?:nt)? plus(?:$|[\s,.])`},
		{kind: gone, need: "plus utilis|plus en service|plus là", expr: `^{lead}<a> (?:n'est|ne sont) plus (?:utilisée?s?|en service|là)(?:$|[\s,.])`},
		{kind: gone, need: "supprim|retir|abandonn|arrêt|désactiv|débranch", expr: `^{lead}<a> (?:a|ont) été` + sinceF + ` (?:supprimée?s?|retirée?s?|abandonnée?s?|arrêtée?s?|désactivée?s?|débranchée?s?)(?:$|[\s,.])`},
		{kind: gone, need: "supprim|retir|abandonn|enlev|débarrass|désactiv", expr: `(?:^|[\s,])(?:(?:on a|nous avons)` + sinceF + ` (?:supprimé|retiré|abandonné|enlevé|désactivé)|(?:on s'est|nous nous sommes) débarrassée?s? (?:de|du|des)) <a>{end}`},
		{kind: gone, need: "d'utiliser|laissé tomber|sert plus|servons plus", expr: `(?:^|[\s,])(?:(?:on a|nous avons)` + sinceF + ` (?:arrêté d'utiliser|cessé d'utiliser|laissé tomber)|on ne se sert plus (?:de|du|des)|nous ne nous servons plus (?:de|du|des)) <a>{end}`},
		{kind: gone, need: "n'utilis", expr: `(?:^|[\s,])(?:on|nous) n'utilis(?:e|ons) plus(?: du tout)? <a>{end}`},
		{kind: gone, need: "n'utilise", expr: `^{lead}n'utilise[zs]? plus(?: jamais)? <a>{end}`},
		{kind: gone, named: true, need: "plus de |plus d'", expr: `(?:^|[\s,])(?:on n'a|nous n'avons|il n'y a) plus (?:de |d')<a>{end}`},

		{kind: keep, need: "toujours|encore", expr: `(?:^|[\s,])(?:on utilise|nous utilisons|on est|nous sommes) (?:toujours|encore) (?:sur |à |avec )?<a>{end}`},
		{kind: keep, need: "reste|gard", expr: `(?:^|[\s,])(?:on reste|nous restons|on garde|nous gardons) (?:sur |à |avec |chez )?<a>{end}`},

		{kind: refer, need: "retiens|retenez|note|souviens|n'oublie|mémorise", expr: `^{lead}(?:(?:retiens|retenez|note|notez|mémorise)[- ](?:le|ça|cela|bien ça)|souviens-t'en|souviens-toi de (?:ça|cela)|n'oublie pas(?: ça| cela)?)(?:,? (?:stp|s'il te plaît|merci))?$`},
		{kind: ask, need: "retiens|retenez|souvien|souvenez|rappel|note|oubli|en tête|à l'esprit|mémorise", unless: `tu dois|vous devez|il faudra|t'ai|t'avais|vous ai|on avait|hier on|pour l'instant`, expr: `^{lead}(?:retiens|retenez|souviens[- ]toi|souvenez[- ]vous|rappelle[- ]toi|rappelez[- ]vous|note|notez|n'oublie pas|n'oubliez pas|garde en tête|gardez en tête|garde à l'esprit|mémorise)(?: bien)?,? (?:que |qu')<t>$`},
		{kind: ask, need: "retiens|retenez|à retenir|souvien|mémorise", expr: `^{lead}(?:retiens|retenez|souviens[- ]toi|mémorise|à retenir)(?: bien)?(?: ceci| cela| ça)? ?: ?<t>$`},
		{kind: rule, need: "désormais|dorénavant|partir de|à l'avenir|dès maintenant|dès à présent", unless: brokenFR, expr: `^{lead}(?:désormais|dorénavant|à partir (?:de maintenant|d'aujourd'hui)|à l'avenir|dès maintenant|dès à présent)[,:]? <t>$`},
		{kind: rule, need: "désormais|dorénavant|partir de|à l'avenir", unless: brokenFR, expr: `^{lead}<t>,? (?:désormais|dorénavant|à partir de maintenant|à l'avenir)$`},
		{kind: rule, need: "ne jamais ", expr: `^{lead}(?P<text>ne jamais [a-zàâçéèêîôû']+(?:er|ir|re) .+)$`},
		{kind: rule, need: " jamais ", expr: `^{lead}(?P<text>(?:ne |n')(?:l'|le |la |les )?(?:` + doFR + `)(?:s|z)? jamais .+)$`},
		{kind: rule, need: "toujours", unless: `je|tu|il|elle|on|nous|vous|ils|elles|pas|échouer|planter|tomber`, expr: `^{lead}(?P<text>toujours [a-zàâçéèêîôû]+(?:er|ir|re) .+)$`},
		{kind: rule, need: "toujours", unless: `pas|comme tu veux`, expr: `^{lead}(?P<text>(?:` + doFR + `)(?:s|z)? toujours .+)$`},
		{kind: praise, need: "comme ça|exactement|tout à fait", expr: `^{lead}(?:(?:parfait|très bien|super|génial)[,:.!]* ?)*(?:exactement comme ça|voilà comme ça|c'est exactement ça|comme ça) ?[,:.!]+ ?<t>$`},
	},
	nay:      `non`,
	lead:     `oui|ok|d'accord|bon|bien|alors|et|mais|donc|ah|euh|en fait|au fait|s'il te plaît|s'il vous plaît|stp|svp|(?:correction|important|attention|rappel|pour info|précision|note bien|je te l'ai dit) ?|retiens|retiens que|:`,
	stress:   `^(?:correction|important|attention|rappel|pour info|précision)|retiens|souviens-toi`,
	guess:    `(?:^|[\s,'])(?:si|s'ils? [^tv]\S*|peut-être|probablement|sans doute|pourr(?:ait|ais|ions|aient)|devr(?:ait|ais|ions|aient)|ser(?:ait|aient|a|ons|ont)|aur(?:ait|aient|ions|a|ons|ont)|imagine|imaginons|supposons|en théorie|théoriquement|va|vais|vont|allons|allait|allions|veut|veux|voulons|voulait|voudrait|voudrais|voudrions|aimer(?:ait|ais|ions)|prévoit|prévoyons|prévu|envisage|envisageons|hésite|pense|pensons|crois|croyons|paraît|semble|selon|d'après|dit|disent|dirait|presque|pas encore|bientôt|un jour|par exemple|il paraît|je suppose)(?:$|[\s,.])`,
	aside:    `\bautres? (?:projets?|équipes?|sociétés?|boîtes?|dépôts?|clients?)(?:$|[\s,.])|\bl'équipe [\w-]+ (?:utilise|est passée?|a migré)|\bmon ancien(?:ne)? (?:projet|équipe|boîte|boulot)`,
	joke:     `\b(?:mdr+|ptdr|lol)\b|(?:^|\s)haha+|\bje (?:plaisante|rigole|blague)(?:$|[\s,.!])|\bouais,? c'est ça\b|\bbien sûr,? et puis\b|\bqui a besoin d(?:e |')|\bqu'est-ce qui pourrait mal|\bquelle (?:bonne|super|brillante|excellente|merveilleuse) idée|\bah (?:super|génial|formidable|bravo)\b|[🙄😂🤣😉😜]`,
	withdraw: `\b(?:oublie (?:ça|cela|ce que j'ai dit)|laisse tomber(?:$|[\s,.!])|je me suis trompé|je plaisante|c'était une blague|annule ça|finalement,? non|je retire ce que)`,
	standing: `(?:^|[\s,])(?:toujours|jamais|chaque fois|à chaque|désormais|dorénavant|systématiquement)(?:$|[\s,.])`,
	brief:    `\b(?:juste (?:pour )?cette fois|pour (?:cette|une) fois|cette (?:session|conversation|tâche|branche|fois)|ce (?:fichier|chat|ticket)|pour (?:le moment|l'instant|aujourd'hui)|jusqu'à demain|tout à l'heure|en ce moment|je suis (?:fatigué|occupé|malade|absent|pressé))`,
	article:  `(?:(?:le|la|les|un|une|notre|nos|cette|cet) |l'|d')+`,
	tail:     ` (?:depuis|parce|car|maintenant|désormais|dorénavant|aujourd'hui|hier|lundi|mardi|mercredi|jeudi|vendredi|ce matin|ce soir|cette|la semaine|le mois|il y a|partout|complètement|entièrement|définitivement|déjà|ici|aussi|qui|quand|lorsque|récemment|avant|après|afin|puisque|s'il|stp|svp|merci)(?:$|\s)| (?:pour|dans|en|et|avec|sur|chez) (?-i:[a-zàâçéèêëîïôûùüœ])`,
	empty:    `nous on je tu il elle ils elles vous plus ça cela ceci ce cette tout rien tous quelque chose ici là autre autres nouveau nouvelle vieux vieille ancien ancienne premier première erreur erreurs fichier fichiers code fonction fonctions test tests branche ligne lignes temps problème problèmes bug bugs commentaire commentaires variable dossier classe méthode script accès même mêmes version versions`,
	asOf:     "au %s",
	before:   "avant : %s",
	outdated: "obsolète",
	isGone:   "%s n'est plus utilisé",
	said:     "dit le %s",
}

const (
	// otherFR are people, whose moves are none of a project's.
	otherFR = `collègues?|amie?s?|chef|patron|voisine?s?|cliente?s?|famille|équipe|boîte|société`
	// doFR are verbs of what an agent is asked for. Their forms tell no request from a report, so that the things
	// that happen by themselves are left out.
	doFR = `mets|mettez|fais|faites|écris|écrivez|réponds|répondez|lis|lisez|lance|utilise|vérifie|ajoute|demande|garde|signe|teste|rédige|` +
		`nomme|crée|documente|pousse|modifie|supprime|touche|change|édite|exécute|déploie|déployez|publie|envoie|envoyez|partage|installe|fusionne|` +
		`commite|committe|redémarre|désactive|active|saute|expose|copie|déplace|renomme|efface|ouvre|ouvrez|ferme|suppose|affiche|` +
		`stocke|force|merge|appelle|appelez|explique|montre|propose|préviens|prévenez|relis|relisez`
	// brokenFR are words of a report of what happens now and not of what is to be done.
	brokenFR = `échouent?|plantent?|casse|bloque|erreur|tout le monde|version|versions|peut-être|je suis`
)
