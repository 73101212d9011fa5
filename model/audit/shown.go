package audit

import (
	"bytes"
	"fmt"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"dreamgate/model"
)

// invisible finds characters that a reader does not see, or that turn the direction in which he reads,
// in any file: nobody can approve of what he is not shown.
func (c *collector) invisible(path string, data []byte) {
	line, first, at, count := 0, rune(0), 0, 0
	prev := rune(0)
	// Line by line, since few have more than ASCII: a large note is not held twice.
	for l := range bytes.Lines(data) {
		if line++; plainASCII(l) {
			prev = '\n'
			continue
		}
		text := string(l)
		for i := 0; i < len(text); {
			r, n := utf8.DecodeRuneInString(text[i:])
			next, _ := utf8.DecodeRuneInString(text[i+n:])
			if hidden(prev, r, next) && !(line == 1 && i == 0 && r == 0xfeff) && !spelling(text, i, r) {
				if count++; count == 1 {
					first, at = r, line
				}
			}
			prev = r
			i += n
		}
	}
	if count == 0 {
		return
	}
	what, them := fmt.Sprintf("a character that cannot be seen (U+%04X)", first), "it"
	if count > 1 {
		what, them = fmt.Sprintf("%d characters that cannot be seen, the first of them U+%04X", count, first), "them"
	}
	c.add(model.Finding{Rule: ruleInvisible, Severity: model.Warning, Path: path, Line: at,
		Message: "the text holds " + what + ": a session reads " + them + " and you do not, so delete " + them})
}

// plainASCII reports whether a text holds nothing but what can be seen.
func plainASCII(text []byte) bool {
	for i := 0; i < len(text); i++ {
		if b := text[i]; b >= 0x7f || b < ' ' && b != '\n' && b != '\t' && b != '\r' {
			return false
		}
	}
	return true
}

// hidden reports whether Printable would have to put a mark in the place of a rune.
func hidden(prev, r, next rune) bool {
	if r == '\n' || r == '\t' || r == '\r' || r == utf8.RuneError {
		return false
	}
	if r >= ' ' && r != 0x7f && !model.Invisible(r) {
		return false
	}
	// One selector says how the sign before it is drawn; several carry text.
	if r == 0xfe0e || r == 0xfe0f {
		return prev == 0 || unicode.IsSpace(prev) || model.Invisible(prev)
	}
	shown := model.PrintableRune(prev, r, next)
	return shown != "" && shown != string(r)
}

// spelling reports whether a rune is a part of how some scripts are written: marks of direction beside
// letters that run from right to left, blanks of no width between words without blanks.
func spelling(text string, at int, r rune) bool {
	switch r {
	case 0x200e, 0x200f, 0x061c:
		return lineHas(text, at, unicode.Hebrew, unicode.Arabic, unicode.Syriac, unicode.Thaana)
	case 0x200b:
		return lineHas(text, at, unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar)
	}
	return false
}

// lineHas reports whether the line around an offset has a letter of one of the scripts.
func lineHas(text string, at int, scripts ...*unicode.RangeTable) bool {
	from := strings.LastIndexByte(text[:at], '\n') + 1
	line, _, _ := strings.Cut(text[from:], "\n")
	return strings.ContainsFunc(line, func(r rune) bool { return r >= 0x0590 && unicode.In(r, scripts...) })
}

// orders are the ways in which planted text speaks to the model that reads it. What a user asks of an
// agent ("never push without asking") is what memories are for, and looks like none of these.
var orders = []struct {
	may func(p *page) bool
	re  *regexp.Regexp
}{
	{func(p *page) bool { return p.cues&cueOrder != 0 }, regexp.MustCompile(`(?i)\b(?:ignore|disregard|forget|override|bypass)\s+(?:(?:all|any|every|the|your|of|these|those)\s+){0,3}(?:previous|prior|above|earlier|preceding|existing|system|safety)\s+(?:system\s+)?(?:instructions?|prompts?|rules|guidelines?|directions?|messages)\b`)},
	{func(p *page) bool {
		return strings.Contains(p.low, "the user") && hasAny(p.low, []string{"from the user", "the user about", "the user of"})
	}, regexp.MustCompile(`(?i)\b(?:hide|conceal|keep)\s+(?:this|these|it|that)\s+(?:secret\s+|hidden\s+)?from\s+the\s+user\b|\b(?:do not|don't|never)\s+(?:tell|inform|notify|alert)\s+the\s+user\s+(?:about|of)\s+(?:this|these|it)\b`)},
	{func(p *page) bool { return hasAny(p.low, []string{"<|", "inst]", "sys>>", "<system", "</system"}) }, regexp.MustCompile(`(?i)<\|(?:im_start|im_end|system|user|assistant|endoftext)\|>|\[/?INST\]|<</?SYS>>|</?system(?:[-_](?:reminder|prompt|message))?>`)},
	{func(p *page) bool { return strings.Contains(p.low, "you are now") }, regexp.MustCompile(`(?i)\byou are now (?:DAN\b|an? (?:unrestricted|unfiltered|jailbroken)\b|in (?:developer|god|debug|jailbreak|unrestricted) mode\b)`)},
	{func(p *page) bool { return p.cues&cueSecret != 0 && hasAny(p.low, []string{" to http", "@"}) }, regexp.MustCompile(`(?i)\b(?:send|post|upload|exfiltrate|forward|e?mail)\b[^.\n]{0,60}?(?:\bapi keys?|\bcredentials|\bsecrets|\btokens|\bpasswords|\bprivate keys?|\bssh keys?|\.env)\b[^.\n]{0,40}?\bto\s+(?:https?://|[\w.+-]+@)`)},
	{func(p *page) bool { return p.cues&cueOrder != 0 }, regexp.MustCompile(`(?i)\b(?:ignoriere|missachte|vergiss)n?\s+(?:(?:alle|die|deine|sämtliche)\s+){0,2}(?:vorherigen|bisherigen|obigen|früheren)\s+(?:anweisungen|regeln|befehle)`)},
	{func(p *page) bool { return p.wide && hasAny(p.low, wideOrder) }, regexp.MustCompile(`(?:忽略|无视|忘记)(?:所有|全部|之前|以上|先前|上述|的|你){1,4}(?:指令|指示|提示|规则)|(?:これまでの|以前の|上記の)(?:すべての|全ての)?(?:指示|命令|ルール)[をは](?:すべて|全て)?(?:無視|忘れ)`)},
}

// planted finds text that is shaped like an order to the model that reads it.
func (c *collector) planted(p *page) {
	for _, o := range orders {
		if !o.may(p) {
			continue
		}
		for l := range p.lines() {
			if l.code {
				continue
			}
			at := o.re.FindStringIndex(l.text)
			// In code and quotation marks it is what the note is about.
			if at == nil || quotedAt(l.text, at[0]) {
				continue
			}
			c.add(model.Finding{Rule: ruleInstruction, Severity: model.Warning, Path: p.note.Path, Line: l.number,
				Message: fmt.Sprintf("“%s” is an order to whatever model reads it: find out where it came from, and delete it", l.text[at[0]:at[1]])})
			return
		}
	}
}
