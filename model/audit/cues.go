package audit

import "strings"

// cue is what a word of a text may be a sign of. Most notes hold no sign of most faults, and are not
// looked through for them: one look at each word tells.
type cue uint16

const (
	cueDate cue = 1 << iota
	cueOrder
	cueSecret
	cueWhyEnglish
	cueWhyGerman
	cueRuleEnglish
	cueRuleGerman
	cueTold
	cuePast
	cueVague
)

const cueWhy = cueWhyEnglish | cueWhyGerman

// cues are the words that are signs of something, in lower case.
var cues = func() map[string]cue {
	all := map[string]cue{}
	for sign, words := range map[cue]string{
		// Of "this week" it is the second word that is rare.
		cueDate: "yesterday today tonight tomorrow ago last next week month morning afternoon evening " +
			"monday tuesday wednesday thursday friday saturday sunday gestern vorgestern heute übermorgen vor letzte letzten letzter " +
			"vergangenen vorigen nächste nächsten nächster kommenden diese diesen dieser",
		cueOrder:  "ignore disregard forget override bypass ignoriere ignorieren missachte vergiss",
		cueSecret: "key keys credentials secrets tokens passwords env",
		// Words by which a text says why, or how a rule is to be applied.
		cueWhyEnglish: "why because since reason reasons rationale otherwise avoid avoids prevent prevents cause causes caused therefore " +
			"hence thus apply applies breaks break broke fails failed lost lose loses so",
		cueWhyGerman: "warum weil wegen denn damit da daher deshalb darum grund gründe begründung sonst um anwendung anwenden verhindert vermeidet",
		// Words of what somebody decided. A project note without any states a fact, which needs no reason.
		cueRuleEnglish: "must never always not don should shall avoid prefer preferred prefers decided decision chose chosen agreed forbidden " +
			"instead required",
		cueRuleGerman: "muss müssen nie niemals immer nicht kein keine soll sollen sollte vermeiden lieber entschieden beschlossen verboten statt pflicht",
		// Words of what happened, which is often why.
		cueTold: "was were had did once happened led hatte wurde führte passierte einmal",
		// Words of what no longer holds, or holds from some time on, or roughly.
		cuePast: "was were until till formerly previously used old former earlier before after since now changed moved from instead vs or " +
			"about roughly approximately war waren bis früher vorher seit jetzt statt oder etwa ungefähr",
		// Words for what many things have: of which one a note speaks is known from the note alone.
		cueVague: "date dates status author created updated modified commit commits branch line lines test tests total totals count counts " +
			"result results duration priority phase sprint session step steps score progress size todo issue issues pr ticket tickets datum stand",
	} {
		for w := range strings.FieldsSeq(words) {
			all[w] |= sign
		}
	}
	return all
}()

// The same in scripts without blanks, where they are looked for as pieces.
var (
	wideDate = []string{"昨", "今", "明", "前天", "后天", "一昨日", "本日", "おととい", "あさって", "上周", "下周", "上星期", "下星期", "这周", "本周",
		"先週", "来週", "上个月", "下个月", "先月", "来月"}
	wideOrder = []string{"指令", "指示", "提示", "规则", "命令", "ルール"}
	wideWhy   = []string{"因为", "因為", "由于", "由於", "所以", "为了", "為了", "原因", "理由", "以便", "否则", "否則", "以免", "避免", "防止", "导致", "因此",
		"适用", "如何应用", "ため", "ので", "から", "なぜ", "適用", "防ぐ", "避け", "さもない", "しないと"}
	wideRule = []string{"必须", "必須", "禁止", "不要", "不得", "不能", "不许", "应该", "一律", "决定", "避免", "总是", "从不", "べき", "しない",
		"してはならない", "こと。", "決定", "必ず", "ください"}
	widePast  = []string{"以前", "之前", "曾", "原来", "约", "大概", "まで", "から", "約"}
	wideVague = []string{"日期", "状态", "日付", "状態"}
)

// signPast are signs for the same.
var signPast = []string{"~", "≈", "→", "->"}

// cuesOf are the cues of a text in lower case.
func cuesOf(low string) (all cue) {
	for w := range terms(low) {
		all |= cues[w]
	}
	return all
}

// says reports whether a note may hold what words are a sign of, or pieces where it has no blanks.
func (p *page) says(sign cue, pieces []string) bool {
	return p.cues&sign != 0 || p.wide && hasAny(p.low, pieces)
}
