package dream

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"dreamgate/memory/secret"
	"dreamgate/model"
)

// HeldError says that nothing was sent, because some notes hold a secret.
type HeldError struct {
	// Engine is the name of the one that leaves the machine, Notes are places and kinds:
	// "a.md:4 (github token)".
	Engine string
	Notes  []string
	// Program says that it is one of the user's own, of which nobody knows where it sends what it is given.
	Program bool
}

// maxHeld is how many places are named in a message.
const maxHeld = 5

// Error says what can be done.
func (e *HeldError) Error() string {
	why := "it leaves this machine"
	if e.Program {
		why = "a program may send the notes anywhere"
	}
	return fmt.Sprintf("nothing was sent to %s, because "+why+" and there is a secret in %s. Take it out of the notes; or run "+
		"dreamgate dream with --secrets leave-out, and these notes are not sent and stay as they are; or with --secrets send",
		e.Engine, places(e.Notes))
}

// places names a few of many.
func places(list []string) string {
	if len(list) > maxHeld {
		return strings.Join(list[:maxHeld], ", ") + " and " + model.Count(len(list)-maxHeld, "place") + " more"
	}
	return strings.Join(list, ", ")
}

// withheld is the text that stands in the copy for a note with a secret.
const withheld = "This note holds a secret. It is not copied, it stays as it is, and what is written here is left out.\n"

// hold looks for secrets where the notes would leave the machine, and decides what becomes of them. It
// comes before anything is copied. A preview is stopped by none, and names them also where they would be sent.
func (p *pass) hold() error {
	about := p.Engine.About()
	if !about.Remote || p.Secrets == model.SecretsSend && !p.looking {
		return nil
	}
	var found []string
	for _, path := range p.start.Paths() {
		f := p.start[path]
		if !f.Regular() {
			continue // it is not copied
		}
		at := secretsIn(path, f.Data)
		if len(at) == 0 {
			continue
		}
		found = append(found, at...)
		if p.Secrets != model.SecretsSend {
			p.instead[path] = []byte(withheld)
		}
	}
	p.held = found
	if len(found) == 0 || p.Secrets == model.SecretsSend {
		return nil
	}
	if p.Secrets == model.SecretsStop && p.looking {
		return nil
	}
	if p.Secrets == model.SecretsStop {
		return &HeldError{Engine: about.Name, Notes: found, Program: about.Way == model.WayProgram}
	}
	p.report("not sent, because of a secret, and left as they are: " + places(found))
	p.steps.add(model.Event{Text: fmt.Sprintf("%s with a secret are left out", model.Count(len(found), "place"))})
	return nil
}

// secretsIn are the places of secrets in a note; of several of one kind in a line one is named.
func secretsIn(path string, text []byte) (list []string) {
	for _, m := range secret.Find(string(text)) {
		at := fmt.Sprintf("%s:%d (%s)", path, bytes.Count(text[:m.Start], []byte{'\n'})+1, m.Kind)
		if !slices.Contains(list, at) {
			list = append(list, at)
		}
	}
	return list
}
