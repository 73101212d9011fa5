package reality

import (
	"regexp"
	"strings"
	"sync"
)

// The words by which a sentence says that something is gone (or was replaced, or moved away), that it is
// not there yet, or that it is not here. English tells by the order of its words which of two names is
// meant; of other languages one name in the sentence is known, and two are in doubt.
var (
	goneBefore = cue(`removed?|delet(?:ed?|es)|dropp?(?:ed)?|got rid of|retired?|killed|purged|scrapped|abandoned|axed|ditched|instead of|rather than|` +
		`in favou?r of .*over|replac(?:es?|ed|ing)|superseded?s?|mov(?:ed|ing) (?:\S+ ){0,3}(?:out of|away from|from|off)|moved|merged|folded|inlined|(?:we|they|i|was|were|been|got) split|` +
		`migrat(?:ed|ing) (?:\S+ ){0,2}(?:from|off)|switch(?:ed|ing) (?:away )?from|renam(?:ed|ing)|no (?:more|longer|such)|there (?:is|was|are) no|nobody|no one|` +
		`(?:the|an|our) old|former(?:ly)?|previous(?:ly)?|legacy|deprecated?|obsolete|used to (?:be|live|stand|have|sit|run|call|use)|originally|historic(?:al)?|` +
		`cleaned up|never had|gone|stopped using|don't (?:use|have|look|need)|do not (?:use|have|look|need)|until|before (?:v\d|the)`)
	// goneNear are words that mean a name only if they stand right before it.
	goneNear  = near(`old|was|were|not|removing|deleting|dropping|retiring|without|lost|unused|ancient|stood|lived`)
	goneAfter = cue(`(?:was|were|is|are|has been|have been|had been|got|being|been|then|since|also|now|both)?\s*(?:already |now |finally |since |all )*` +
		`(?:removed|deleted|dropped|gone|retired|purged|replaced|superseded|renamed|moved|merged into|folded into|split into|migrated|deprecated|obsolete|dead|` +
		`no longer|not (?:there|used|in use|present|needed)|history|unused|absent|abandoned|scrapped|what (?:we|they|it) (?:had|was|used))|` +
		`(?:does|do|did) ?n[o']t exist|doesn't exist|no longer|used to|went|left|vanished|disappeared|is no more|became|becomes|lived|stood|had its day|(?:→|>|=>)`)
	goneOther = cue2(`删除|移除|删掉|去掉|没了|已无|消失|下线|合并到|拆分|不需要|不再|废弃|弃用|不存在|已没有|没有了|以前|曾经|原来|原先|旧|过去|移到|移至|迁移|重命名|改名|改为|换成|替换|取代|代替|` +
		`削除|廃止|無くな|なくな|ありません|存在しな|もう使|使われてい?な|使わなく|以前|かつて|旧|昔|移動|移さ|改名|置き換え|の代わり|移行|もうない|もう無い|もうあり|消え|なくし|不要に|` +
		`삭제|제거|더 이상|없어|옮|대체|이전에는|` +
		`(?i:gelöscht|entfernt|nicht mehr|gibt es nicht|gab es|früher|ehemal|\balte[rsn]?\b|ersetzt|verschoben|umbenannt|umgezogen|anstelle|\bstatt\b|veraltet|weggefallen|abgeschafft|wurde|\bweg\b|\bnicht (?:länger|mehr)\b|\bgibt es\b[^.]*\bnicht\b|\bkein(?:e|en|er|es)?\b|\bbis (?:v\d|zur|zum)\b|aufgelöst|zusammengelegt|` +
		`supprim|retiré|n'existe plus|ancien|remplac|déplac|renomm|obsol|eliminad|borrad|ya no |antigu|reemplaz|removid|não existe|substitu)`)
	doubtBefore = cue(`creat(?:e|es|ed|ing)|add(?:s|ing)?|writ(?:e|es|ing) (?:\S+ ){0,3}(?:to|into)|generat(?:e|es|ed|ing)|produc(?:e|es|ing)|emits?|outputs?|dumps?|saves?|` +
		`introduc(?:e|ing)|propos(?:e|ed|al)|plan(?:s|ned|ning)?(?: to| for| is)?|e\.g\.,?|eg|i\.e\.,?|for (?:example|instance),?|such as|say|like|example(?:s)? ?:?|examples? (?:is|are)|` +
		`named|called|ignor(?:e|es|ed|ing)|never (?:commit|create|add)|don't (?:commit|create|add)|do not (?:commit|create|add)|touch|mkdir|maybe|perhaps|would be|could be|will be|should be|template for`)
	doubtAfter = cue(`(?:will|would|should|could|can|might|may|must|is to|are to) (?:be )?(?:add|creat|mov|writ|replac|remov|delet|split|land|live|go\b|contain|hold|become|exist|follow|be renamed)\w*|` +
		`is (?:generated|ignored|git-?ignored|planned|proposed|created|written|output|an example|a placeholder|missing|temporary|only local|not committed)|are (?:generated|ignored|created)|` +
		`(?:comes|goes|lands|follows) later|\(?(?:planned|todo|tbd|generated|example|gitignored|ignored|proposed|new|not yet|wip|future)\b`)
	doubtWhole = cue2(`(?i:\btodo\b|\bto-do\b|\btbd\b|\bwip\b|\bplanned\b|\bproposal\b|\bnot yet\b|\bsomeday\b|\bhypothetical|\bplaceholder|\bsample output\b|\bfor (?:example|instance)\b|\be\.g\.|\bexample:|` +
		`\bwould\b|\bmight\b|\bin [\w.-]+/[\w.-]+ the\b|\bwe (?:will|should|could|might|want to|plan to|would)\b|\bgoing to\b|\bI(?:'ll| will)\b|\bupstream\b|\bsubmodule\b|\bin a fork\b|\bon (?:the server|the host|production|prod|staging|my machine|another machine)\b|` +
		`\b(?:other|another|separate|sibling|their|old|different|sister|parent) (?:repo|repository|project|checkout|codebase)\b|\b[\w-]+(?:'s| ) ?(?:repo|repository)\b|\bon (?:the )?branch\b|\bbranch\b|` +
		`\bin the container\b|\bnode_modules\b|\bif (?:you|we) (?:add|create|need)\b|` +
		`z\. ?B\.|zum beispiel|beispielsweise|geplant|\bsoll(?:en|te|ten)?\b|\bwerden wir\b|anlegen|erstellen|erzeugt|\banderen? (?:repo|projekt)|` +
		`par exemple|prévu|por ejemplo|por exemplo|planead)|` +
		`例如|比如|示例|计划|打算|待办|将要|将来|新建|创建|生成|另一个|别的|其他(?:仓库|项目)|` +
		`例えば|予定|計画|作成|追加する|これから|生成|別の|他のリポジトリ|예를 들어|예정|계획|생성`)
	// told are the tenses of a story: what was done to a thing is in doubt, whatever the verb, if the thing
	// is not only the place where it was done. "is loaded" is no story, "has been thrown out" is.
	told = cue2(`(?i)\b(?:was|were|had|has|have|did|went|gone|took|taken|threw|thrown|got|gave|given|made|became|lost|came|fell|broke|broken|` +
		`kicked|bye|farewell|r\.?i\.?p\.?)\b|(?:^|[^\w-])[a-z]{2,}[^e\W]ed\b|` +
		`了|已|被|过|(?:た|だ)(?:[。、]|$)|ました|でした|` +
		`\b(?:ist|sind|hat|haben|habe)\b.*\b\w*ge\w+(?:t|en)\b|\b(?:wurden?|war(?:en)?|hatten?)\b`)
	passive = cue2(`(?i)\b(?:is|are|be|being|gets?|stays?|and|or|not|as|when|where|what|how)\s+(?:\w+ly\s+)?[a-z]+ed\b|\b(?:has|have) (?:to|a|an|the|no|its|all|only|two|three|\d+)\b|\bneed(?:s|ed)?\b|\bshared\b|\bred\b`)
	// placed are words that make a name the place of what is told.
	placed = cue2(`(?i)(?:^|[^\w-])(?:in|at|see|under|by|via|read|run|look at|edit|check|change|open|inside|within|per|using)(?: (?:the|file|script|its|our))*[ :("*]*$`)
	// newly are words before a thing that is not there yet, or not at all.
	newly  = cue2(`(?i)\b(?:no|none|nothing|neither|nor)\b|\b(?:ideas?|options?|alternatives?|candidates?|proposals?|suggestions?)\b[^.]*:|(?:^|[^\w-])(?:an?|new|neue[rsn]?|eine?n?|新的?)[ :("*]*$`)
	unreal = cue2(`(?i)\b(?:imagine|suppose|wish|somebody|someone|one day|some day|existed|once (?:we|you|it)|until (?:we|you|it)|(?:git )?history|asks? for|in theory|ideally|their|theirs|fork|elsewhere|should (?:write|add|create|have|exist|become)|could|if only|what if)\b`)
	// hereRepo are the words for this very repository, which are none of another.
	hereRepo  = cue2(`(?i)\b(?:the|this|our|git|main|same|whole|entire|in|of|current) (?:git )?(?:repo|repository)\b`)
	titleGone = cue2(`(?i)\b(?:removed|deleted|dropped|deprecated|obsolete|retired|gone|legacy|old|former|history|changelog|migration|moved|renamed|replaced)\b|` +
		`删除|移除|废弃|历史|旧|削除|廃止|履歴|旧|\b(?:gelöscht|entfernt|veraltet|früher|verlauf)`)
	titleDoubt = cue2(`(?i)\b(?:plan(?:s|ned)?|todo|to-do|next steps?|ideas?|proposals?|future|roadmap|backlog|examples?|templates?|output|generated|open questions|upstream|other repos?(?:itories)?)\b|` +
		`计划|待办|示例|例子|下一步|予定|計画|例\b|今後|\b(?:geplant|ideen|beispiele?)`)
)

// cue makes a pattern that is anchored by its user: words with nothing of a word at their sides.
func cue(words string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`(?i)(?:^|[^\w-])(?:` + words + `)(?:[^\w-]|$)`) })
}

// near makes a pattern of words that stand at the end of a text, but for three words of no weight.
func near(words string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`(?i)(?:^|[^\w-])(?:` + words + `)(?: +(?:the|a|an|its|our|in|at|on|from|file|script|folder|module|called|named|read|of|use|using|to)){0,3}[ :("*]*$`)
	})
}

// cue2 makes a pattern as it is.
func cue2(expr string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expr) })
}

// titleMood is the mood that a heading, or the words before a list, lend to what stands below.
func titleMood(text string) mood {
	switch {
	case titleDoubt().MatchString(text):
		return doubtful
	case titleGone().MatchString(text) || goneOther().MatchString(text):
		return denied
	}
	return asserted
}

// moodOf says how a sentence means one of the words in it.
func (s sentence) moodOf(w word, all []word) mood {
	before, after := s.beside(w, all)
	whole := s.without(all)
	switch {
	case strings.Contains(s.text[:w.from], "~~") && strings.Contains(s.text[w.to:], "~~"):
		return denied
	case doubtWhole().MatchString(hereRepo().ReplaceAllString(whole, " ")), doubtBefore().MatchString(before),
		startsWith(doubtAfter(), after), strings.ContainsAny(whole, "✗❌"):
		return doubtful
	case startsWith(goneAfter(), after) || goneBefore().MatchString(before), goneNear().MatchString(before):
		return denied
	case goneOther().MatchString(whole):
		if alone(all) {
			return denied
		}
		return doubtful
	case !alone(all) && goneBefore().MatchString(" "+whole+" "):
		// Of two names one is gone by the sentence, and it is not clear which.
		return doubtful
	case unreal().MatchString(whole), newly().MatchString(before), !placed().MatchString(before) && told().MatchString(passive().ReplaceAllString(before+" \x00 "+after, " ")):
		return doubtful
	}
	return asserted
}

// startsWith reports whether a text begins with a cue, but for a bracket or a few words of no weight.
func startsWith(r *regexp.Regexp, text string) bool {
	at := r.FindStringIndex(text)
	return at != nil && len(strings.Fields(text[:at[0]])) <= 3
}

// alone reports whether all words of a sentence name the same thing.
func alone(all []word) bool {
	for _, w := range all[1:] {
		if w.claims[0].name != all[0].claims[0].name {
			return false
		}
	}
	return true
}

// beside is the text before and behind a word, up to another one or to the end of the clause.
func (s sentence) beside(w word, all []word) (before, after string) {
	from, to := 0, len(s.text)
	for _, o := range all {
		if o.to <= w.from {
			from = max(from, o.to)
		}
		if o.from >= w.to {
			to = min(to, o.from)
		}
	}
	before, after = s.text[from:w.from], s.text[w.to:to]
	if at := clause().FindAllStringIndex(before, -1); at != nil {
		before = before[at[len(at)-1][1]:]
	}
	// Behind a dash stands what is said of the name, as it does behind a verb.
	after = strings.TrimLeft(after, " \t—–-:)*,，、")
	if at := clause().FindStringIndex(after); at != nil {
		after = after[:at[0]]
	}
	return strings.ToLower(before), strings.ToLower(after)
}

// clause is what parts two clauses of a sentence.
var clause = cue2(`[;,，、；]|\s[—–]\s|\s-\s|\b(?:but|while|whereas|so|and (?:now|use|run|uses|runs)|which)\b`)

// without is the sentence with blanks for what it names, whose own words say nothing.
func (s sentence) without(all []word) string {
	b := []byte(s.text)
	for _, w := range all {
		for i := w.from; i < w.to; i++ {
			b[i] = ' '
		}
	}
	return string(b)
}
