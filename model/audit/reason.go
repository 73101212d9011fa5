package audit

import (
	"strings"

	"dreamgate/model"
)

// reasoned judges whether a rule or a decision says why it is one: without, nobody can tell when it no
// longer holds, or what it means for a case that it does not name.
func (c *collector) reasoned(p *page) {
	if p.note.Type != "feedback" && p.note.Type != "project" {
		return
	}
	body := p.body()
	words := len(strings.Fields(body))
	if p.says(cueWhy, wideWhy) || words > mostReasoned || words < leastReasoned && !strings.ContainsFunc(body, isWide) {
		return
	}
	// What is in any other language may say it in words that are not known. What language it is in is the
	// dearer question, and comes last.
	rule, told := false, cuesOf(body)
	switch p.language() {
	case "en":
		rule = told&cueRuleEnglish != 0
	case "de":
		rule = told&cueRuleGerman != 0
	case "han":
		rule = hasAny(body, wideRule)
	default:
		return
	}
	// A project note that decides nothing states a fact, which needs no reason; and what once happened is
	// often the reason, told without a word for it.
	if p.note.Type == "project" && !rule || told&cueTold != 0 {
		return
	}
	c.add(model.Finding{Rule: ruleReason, Severity: model.Info, Path: p.note.Path,
		Message: "the note says neither why nor how to apply it, so that nobody can tell when it no longer holds: add a line **Why:** and a line **How to apply:**"})
}

// leastReasoned is the number of words below which a body is a pointer and no rule, mostReasoned that above
// which it tells enough to see the reason in it.
const leastReasoned, mostReasoned = 4, 60

// isWide reports whether a rune is of a script that puts no blanks between words.
func isWide(r rune) bool { return r >= 0x2e80 }
