package offline

// moved are verbs of change, in the past: what is still under way or only wanted is not yet so.
const moved = `moved|switched|migrated|changed|transitioned|converted|upgraded|shifted|went|gone|raised|lowered|bumped|increased|reduced|decreased|extended|shortened`

// english is the widest table: most sessions are held in it, whatever the notes are written in.
// Requests of the present ("switch from a to b", "let's use b") are tasks and not facts; whether they
// were carried out, nobody has said.
var english = &tongue{
	code: "en",
	patterns: []pattern{
		{kind: move, need: "from ", expr: `\b(?:we|i)(?:'ve| have| had)?(?: \w+){0,2}? (?:` + moved + `)\b(?P<about>[^,;]{0,40}?) ?\bfrom <a> (?:over )?(?:to|onto) <b>{end}`},
		{kind: move, need: "from ", expr: `^{lead}(?:just |already |recently )?(?:moved|switched|migrated) from <a> (?:over )?to <b>{end}`},
		{kind: move, need: "from ", expr: `^{lead}(?P<about>(?:the|our) [\w-]+(?: [\w-]+)?) (?:has |have |just )?(?:moved|switched|migrated) from <a> (?:over )?to <b>{end}`},
		{kind: move, need: "from ", expr: `^{lead}<s> (?:is|are|was|were|has been|have been|got)(?: \w+)? (?:moved|switched|migrated|changed|converted|raised|lowered) (?:over )?from <a> to <b>{end}`},
		{kind: move, need: "replaced|swapped", expr: `\b(?:we|i)(?:'ve| have)?(?: \w+)? (?:replaced|swapped) <a> (?:with|by|for) <b>{end}`},
		{kind: move, need: "replaced", expr: `^{lead}<a> (?:is|are|was|were|has been|have been|got)(?: \w+)? replaced (?:with|by) <b>{end}`},
		{kind: move, need: " not |instead|rather|in place", expr: `^{lead}(?:no )?(?:please |always |just |we (?:now )?)*(?:use|run|prefer|take|go with) <b>,? (?:and not|not|instead of|rather than|in place of) <a>{end}`},
		{kind: move, need: "decided|chose|agreed", expr: `\bwe(?:'ve| have)? (?:decided|chose|chosen|agreed) (?:on |to (?:use|go with|take) )?<b> (?:instead of|rather than|over|and not|not) <a>{end}`},
		{kind: move, need: " not ", expr: `\b(?:we're|we are)(?: now)? on <b>(?: now)?,? not <a>{end}`},
		{kind: move, need: "don't|do not|stop|never", expr: `^{lead}(?:don't|do not|never|stop) (?:use|using|run|running) <a>(?: any ?more)?(?:,| -)?(?: but)?,? (?:please )?(?:use|run|take) <b>(?: instead)?{end}`},
		{kind: move, need: "instead of", expr: `^{lead}instead of <a>,? (?:please )?(?:use|run|take) <b>{end}`},
		{kind: move, need: " not ", alike: true, expr: `^{lead}(?:the |our )?<s> (?:is|are|runs|lives|listens|reads|writes|points|goes|comes|starts|ends)(?: now| actually)?(?: at| in| on| from| to| under| called| named)? <b>(?: now)?,? (?:and )?not (?:at |in |on |from |to |under )?<a>(?: any ?more| any longer)?{end}`},
		{kind: move, need: " not ", alike: true, expr: `^{lead}we (?:now )?[a-z]+ (?:with|on|via|through|by|in|to|from) <b>(?: now)?,? (?:and )?not (?:with|on|via|through|by|in|to|from) <a>(?: any ?more| any longer)?{end}`},
		{kind: move, need: " not ", alike: true, expr: `^{lead}it(?:'s| is)(?: now| actually)? <b>,? not <a>{end}`},
		{kind: move, need: "renamed", expr: `\b(?:we|i)(?:'ve| have)?(?: \w+)? renamed <a> (?:to|into) <b>{end}`},
		{kind: move, need: "renamed|now called|now named", expr: `^{lead}<a> (?:is|was|has been|got)(?: \w+)? (?:renamed (?:to|into)|now called|now named|called) <b>{end}`, alike: true},

		{kind: move, need: "use|using", expr: `^{lead}(?:we|i) (?:no longer|don't|do not|stopped) (?:use|using) <a>(?: any ?more| any longer| now)?,? (?:and |but |so )?(?:we |we're |it's |now |only |just )*(?:use|are on|on|moved to|switched to|run|went with) <b>(?: now| instead)?{end}`},
		{kind: move, need: " now", alike: true, expr: `^{lead}we (?:now )?[a-z]+ (?:with|on|via|through|using|by|in|to) <b>(?: now)?,? (?:and |since |because |as )?<a> (?:is|are) (?:gone|dead|history|no more|retired|no longer (?:used|in use|there))\b`},
		{kind: move, need: "gone|dead|history|no longer", alike: true, expr: `^{lead}<a> (?:is|are) (?:gone|dead|history|no longer (?:used|in use)),? (?:and |so )?(?:we |it's |now )*(?:use|are on|moved to|switched to) <b>(?: now| instead)?{end}`},
		{kind: move, alike: true, need: "no longer", expr: `^{lead}(?:it's|that's|it is) no longer <a>(?: any ?more),? (?:but|it's|now) (?:now )?<b>(?: now)?{end}`},

		{kind: gone, need: "gone|dead|history|no more|longer", expr: `^{lead}<a> (?:is|are) (?:now |finally |already )?(?:gone|dead|history|no more|no longer (?:used|in use|needed|there|available|supported|with us))\b`},
		{kind: gone, need: "no longer exist", expr: `^{lead}<a> no longer exists?{end}`},
		{kind: gone, need: "removed|dropped|retired|shut down|decommissioned|turned off|switched off|discontinued|scrapped", expr: `^{lead}<a> (?:was|were|has been|have been|got)(?: \w+)? (?:removed|dropped|retired|shut down|decommissioned|turned off|switched off|discontinued|scrapped)\b`},
		{kind: gone, need: "rid of|dropped|removed|retired|decommissioned|shut down|turned off|scrapped|abandoned", expr: `\b(?:we|i)(?:'ve| have)?(?: finally| already| also| just)? (?:got(?:ten)? rid of|dropped|removed|retired|decommissioned|shut down|turned off|scrapped|abandoned) <a>{end}`},
		{kind: gone, need: "stopped using|longer use|not use|n't use", expr: `\bwe(?:'ve| have)? (?:stopped using|no longer use|do not use|don't use) <a>{end}`},
		{kind: gone, named: true, need: "don't have|do not have", expr: `\bwe (?:don't|do not) have <a> any ?more{end}`},
		{kind: gone, named: true, need: "no longer have", expr: `\bwe no longer have <a>{end}`},
		{kind: gone, need: "there is no|there's no", expr: `\bthere(?: is|'s) no <a> any ?more`},
		{kind: gone, need: "don't|do not|stop ", expr: `^{lead}(?:do not|don't|stop) (?:use|using|run|running|call|calling) <a>(?: any ?more| any longer| again)?{end}`},

		{kind: keep, need: "still|keep|stick|stay|remain", expr: `\b(?:still|keep|stick|stay|remain|sticking|staying|keeping)(?: (?:use|uses|using|on|with|run|runs|running|have))+ <a>(?: for (?:now|the moment))?{end}`},
		{kind: keep, need: "back to|back on", expr: `\bback (?:to|on) (?:using )?<a>{end}`},

		{kind: refer, need: "remember|note|keep|memor", expr: `^{lead}(?:remember|note|memorize|memorise|keep|save) (?:that|this|it)(?: please| down| in mind| for (?:later|next time|the next time|the future))*$`},
		{kind: ask, need: "remember|in mind|a note|note|memor|forget", unless: `(?:i|you|we) (?:showed|sent|told|gave|mentioned|made|wrote|did|fixed|discussed|talked)`, expr: `^{lead}(?:remember|keep in mind|bear in mind|make a note|please note|don't forget|memori[sz]e)(?: this| the following)?(?: for (?:later|next time|the next time|the future))?(?:,? that |: ?|, | [-–—] )<t>$`},
		{kind: ask, need: "remember to", expr: `^{lead}remember to (?P<text>(?:always|never) .+)$`},
		{kind: ask, need: "reference|record", expr: `^{lead}for (?:future|your|later|the) (?:reference|record)[,:] ?<t>$`},
		{kind: rule, need: "now on|today on|going forward|future|henceforth|here on", unless: `fails?|failed|crash(?:es|ed)?|hangs?|breaks|broken|future (?:versions?|releases?|work|sprints?|prs?)`, expr: `^{lead}(?:from (?:now|here|today) on|going forward|in (?:the )?future|henceforth)[,:]? <t>$`},
		{kind: rule, need: "now on|going forward|henceforth", unless: `fails?|failed|crash(?:es|ed)?|hangs?|breaks|broken`, expr: `^{lead}<t>,? (?:from now on|from here on|going forward|henceforth)(?:$|[,;])`},
		{kind: rule, need: "always|never", expr: `^{lead}(?P<text>(?:always|never) (?:use|run|write|keep|add|put|commit|push|deploy|call|ask|check|test|format|include|start|open|merge|rebase|squash|log|set|leave|touch|edit|change|delete|send|reply|answer|prefer|make|read|show|tell|explain|install|tag|sign|name|restart|upload|download|store|share|expose|print|mix|trust|assume|skip|disable|enable|mock|hardcode|inline|copy|move|rename|ship|release|block|wait|retry|cache|guess|mention|repeat|restore|publish) .+)$`},
		{kind: rule, need: "keep ", expr: `^{lead}<t>[,:]? (?:please )?keep (?:doing|writing|using|having|handling) (?:it|that|them|things) (?:that|this|the same) way$`},
		{kind: praise, need: "exactly|precisely|just ", expr: `^{lead}(?:(?:exactly|just|precisely) (?:like (?:this|that)|so|right|that|this|how i (?:want|like) it))(?:,? please)?[,:.!]+ ?(?:please )?<t>$`},
		{kind: rule, need: "always|never", expr: `^{lead}(?:you (?:should|must)|i want you to) (?P<text>(?:always|never) .+)$`},
	},
	nay:    `no|nope|nah`,
	lead:   `ok|okay|actually|correction|hey|and|also|but|so|well|hm+|wait|sorry|right|yes|yep|oh|please|fyi|btw|by the way|note|one more thing|another thing|just so you know|reminder|heads up|for the record|update|important|remember|remember that|i told you|i said|as i said|like i said|again|once more|listen|that's right|exactly`,
	stress: `^(?:correction|for the record|important|note|reminder|fyi)\b|\bremember\b`,
	guess: `\b(?:if|unless|would|could|might|maybe|perhaps|suppose|imagine|should we|should(?:n't)? have|shall we|let's say|hypothetically|in theory|thinking (?:of|about)|consider(?:ing)?|wonder(?:ing)?|probably|apparently|plan(?:s|ning)? to|(?:is|are|am|was|were|'re|'m) going to|will|'ll|gonna|wish|hope|hoping|want(?:ed|s)? to|someday|some day|one day|eventually|not yet|haven't|hasn't|didn't|wasn't|weren't|isn't|aren't|have not|has not|did not|never|almost|nearly|instead of us|tried|trying|i (?:think|guess|believe|assume|suppose)|afaik|iirc|not sure|if i recall|didn't we|haven't we|don't we|isn't it|for example|e\.g\.)\b` +
		`|\b(?:he|she|they|someone|somebody|docs?|documentation|page|article|blog|post|readme|changelog|vendor|it|boss|colleague|chatgpt|gpt) (?:says?|said|claims?|claimed|wrote|writes|suggests?|suggested|thinks?)\b|\baccording to\b|, (?:right|correct|no|yes)$`,
	aside:    `\b(?:another|other|different|previous|former|old|their|your|his|her) (?:project|team|teams|company|repo|repository|job|client|employer|folks|people)\b|\b(?:the )?[\w-]+ team (?:uses?|used|talks?|has|have|is|moved|switched|no longer|does|doesn't|do|don't)\b|\bthey (?:moved|switched|migrated|use|replaced)\b|\bmy (?:friend|brother|sister|last job)\b`,
	joke:     `\boh,? (?:wonderful|great|sure|joy|perfect|brilliant|yeah|fantastic|lovely|good)\b|\byeah,? (?:right|sure)\b|\b(?:haha+|lol|rofl|lmao)\b|\b(?:just )?(?:kidding|joking)\b|(?:^|\s)/s\b|\bthat(?:'d| would| will) be so \b|\bwhat could (?:possibly )?go wrong\b|\byay\b|\bwho needs\b|\b(?:great|wonderful|brilliant|perfect|fantastic|awesome|lovely|super),? (?:(?:so|then|and) )?let's just\b|\bwhat a (?:great|brilliant|wonderful|fantastic) (?:idea|plan)\b|\bbecause that (?:went|worked|works) so well\b|[🙄😂🤣😉😜]`,
	withdraw: `\b(?:scratch that|never ?mind|forget (?:that|it|what i said|about that|about it)|ignore (?:that|what i said|my last)|i was wrong|my mistake|my bad|i take (?:that|it) back|take that back|(?:just|only) (?:kidding|joking)|that was a joke|disregard (?:that|it)|undo that|cancel that|not true after all|i misspoke|i mixed (?:that|it|them|this) up|was never merged|wasn't merged|we reverted (?:that|it)|rolled (?:that|it) back)\b`,
	standing: `\b(?:always|never|(?:every|each) time|from now on|going forward|keep (?:doing|it)|must|in future)\b`,
	brief:    `\bi(?:'m| am) (?:tired|busy|away|late|sick|out|off|in a)\b|\b(?:just|only) (?:this|for) (?:one|once|time)\b|\b(?:this|that) (?:once|one time)\b|\bfor once\b|\b(?:this|the current) (?:session|chat|conversation|task|file|branch|pr|time)\b|\b(?:for (?:now|today|the moment)|until (?:then|tomorrow|later)|right now|later today|in a (?:minute|moment|second))\b`,
	article:  `(?:(?:support for|the|our|a|an|using|plain|good old|old) )+`,
	tail:     ` (?:last|this|over the|during|within|since|because|now|today|yesterday|recently|already|everywhere|for good|completely|entirely|instead|please|here|from now|as of|too|which|that|who|so that|when|after|before|while|and then|any ?more|again|a (?:few|couple|while|week|month)|two|three|some)\b| (?:for|in|on|at|and|so|as|with|because) (?-i:[a-z0-9])`,
	empty:    `we i you they he she it this that them these those here there everything something anything nothing all one ones two another other others old new same first second last me you him her us stuff thing things way branch file files test tests bug bugs error errors warning warnings issue issues commit commits change changes code function variable line lines comment comments pr ticket task problem problems log logs output folder directory method class loop it's work scratch left right`,
	asOf:     "as of %s",
	before:   "before: %s",
	outdated: "outdated",
	isGone:   "%s is no longer used",
	said:     "said %s",
}
