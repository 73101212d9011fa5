package transcript

import (
	"crypto/sha256"
	"slices"
	"strings"

	"dreamgate/model"
)

// What a person types while the agent is at work waits in a line. Where the agent takes it into the turn that is
// under way it is stored as an attachment, and nowhere as a message; where it waits for the end of the turn it
// becomes a message like any other, and no attachment. Attachments of other kinds are the agent's own texts.
const (
	attachment    = "attachment"
	queuedCommand = "queued_command"
)

// queued returns what somebody said while the agent was at work. Only a prompt is said to the agent: a command
// of the shell and the notice of a task that ended wait in the same line.
func (r record) queued() []speech {
	var (
		kind, mode      string
		parts           []quoted
		meta, elsewhere bool
	)
	c := cursor{b: r.attached}
	if c.peek() != '{' {
		return nil
	}
	ok := c.fields(func(key []byte) bool {
		var good, flag bool
		switch string(key) {
		case "type":
			kind, good = c.text()
		case "prompt":
			parts, good = c.contentText()
		case "commandMode":
			mode, good = c.text()
		case "origin":
			r.origin, good = c.kindOf()
		case "isMeta":
			meta, good = c.isTrue()
		case "fromAnotherSession", "fromConnector", "textNotTyped":
			flag, good = c.isTrue()
			elsewhere = elsewhere || flag
		default:
			good = c.skip()
		}
		return good
	})
	if !ok || kind != queuedCommand || meta || mode != "" && mode != "prompt" || len(parts) == 0 {
		return nil
	}
	r.toolResult = r.toolResult || elsewhere
	return []speech{{trust: r.speaker(), parts: parts}}
}

// queue knows what was heard of the line of one session, so that what is stored once more as a message is not
// heard twice. A text of the line is left out once: who types the same words later has said them again.
type queue map[[sha256.Size]byte]int

// once returns what is said in a record and was not heard before.
func (q *queue) once(r record, said []speech) []speech {
	switch {
	case len(said) == 0 || slices.ContainsFunc(said, speech.cutOut):
	case r.kind == attachment:
		if *q == nil {
			*q = queue{}
		}
		(*q)[together(said)]++
	case len(*q) > 0 && r.kind == "user" && !r.typed && said[0].trust == model.TrustUser:
		if sum := together(said); (*q)[sum] > 0 {
			(*q)[sum]--
			return nil
		}
	}
	return said
}

// cutOut reports whether a text was left in the file because it is too long to be held: it is not compared.
func (s speech) cutOut() bool {
	return slices.ContainsFunc(s.parts, func(q quoted) bool { return len(q.raw) > 0 && q.raw[0] == stub })
}

// together is the sum of all that a record says.
func together(said []speech) [sha256.Size]byte {
	texts := make([]string, len(said))
	for i, s := range said {
		texts[i] = s.text()
	}
	return sha256.Sum256([]byte(strings.Join(texts, "\n")))
}
