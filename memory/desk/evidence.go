package desk

import (
	"time"

	"dreamgate/memory"
	"dreamgate/model"
)

// The check on disk. The model's own types have the JSON that scripts read, which leaves out what a
// screen needs (where a token stands) and cannot carry bytes that are not UTF-8.
type (
	wireCheck struct {
		Hunks map[string]wireEvidence `json:"hunks,omitempty"`
		Audit []wireFinding           `json:"audit,omitempty"`
		Loss  model.Loss              `json:"loss,omitzero"`
	}
	wireEvidence struct {
		Why       memory.Text    `json:"why,omitempty"`
		Claims    []wireClaim    `json:"claims,omitempty"`
		Citations []wireCitation `json:"citations,omitempty"`
		Flags     []wireFlag     `json:"flags,omitempty"`
		Before    *wireRefusal   `json:"refused_before,omitempty"`
	}
	// wireRefusal is a refusal of the same change in an earlier review.
	wireRefusal struct {
		Review memory.Text `json:"review"`
		At     time.Time   `json:"at"`
		Note   memory.Text `json:"note,omitempty"`
	}
	wireClaim struct {
		Kind    string        `json:"kind"`
		Token   memory.Text   `json:"token"`
		At      model.Span    `json:"at"`
		Support model.Support `json:"support"`
		Source  *wireSource   `json:"source,omitempty"`
		Reason  memory.Text   `json:"reason,omitempty"`
	}
	wireCitation struct {
		Source  wireSource    `json:"source"`
		Verdict model.Verdict `json:"verdict"`
		Reason  memory.Text   `json:"reason,omitempty"`
	}
	wireFlag struct {
		Kind   string      `json:"kind"`
		Token  memory.Text `json:"token,omitempty"`
		Line   int         `json:"line,omitempty"`
		Reason memory.Text `json:"reason,omitempty"`
		At     model.Span  `json:"at"`
	}
	wireFinding struct {
		Rule     string         `json:"rule"`
		Severity model.Severity `json:"severity"`
		Path     memory.Text    `json:"path"`
		Line     int            `json:"line,omitempty"`
		Message  memory.Text    `json:"message"`
		Fix      memory.Text    `json:"fix,omitempty"`
	}
	wireSource struct {
		Session memory.Text `json:"session,omitempty"`
		Line    int         `json:"line,omitempty"`
		Path    memory.Text `json:"path,omitempty"`
		Trust   model.Trust `json:"trust,omitempty"`
		Time    *time.Time  `json:"time,omitempty"`
		Text    memory.Text `json:"text,omitempty"`
	}
)

// checkToWire and check turn one form of a judgement into the other, as the functions below do with
// its parts.
func checkToWire(c model.Check) wireCheck {
	w := wireCheck{Audit: each(c.Audit, findingToWire), Loss: c.Loss}
	if c.Hunks != nil {
		w.Hunks = make(map[string]wireEvidence, len(c.Hunks))
	}
	for id, e := range c.Hunks {
		w.Hunks[id] = wireEvidence{memory.Text(e.Why), each(e.Claims, claimToWire),
			each(e.Citations, citationToWire), each(e.Flags, flagToWire), refusalToWire(e.Before)}
	}
	return w
}

func (w wireCheck) check() model.Check {
	c := model.Check{Audit: each(w.Audit, wireFinding.finding), Loss: w.Loss}
	if w.Hunks != nil {
		c.Hunks = make(map[string]model.Evidence, len(w.Hunks))
	}
	for id, e := range w.Hunks {
		c.Hunks[id] = model.Evidence{Why: string(e.Why), Claims: each(e.Claims, wireClaim.claim),
			Citations: each(e.Citations, wireCitation.citation), Flags: each(e.Flags, wireFlag.flag), Before: e.Before.refusal()}
	}
	return c
}

func refusalToWire(r model.PastRefusal) *wireRefusal {
	if !r.Known() {
		return nil
	}
	return &wireRefusal{memory.Text(r.Review), r.At, memory.Text(r.Note)}
}

func (w *wireRefusal) refusal() model.PastRefusal {
	if w == nil {
		return model.PastRefusal{}
	}
	return model.PastRefusal{Review: string(w.Review), At: w.At, Note: string(w.Note)}
}

func claimToWire(c model.Claim) wireClaim {
	w := wireClaim{Kind: c.Kind, Token: memory.Text(c.Token), At: c.At, Support: c.Support, Reason: memory.Text(c.Reason)}
	if c.Source != (model.Source{}) {
		s := sourceToWire(c.Source)
		w.Source = &s
	}
	return w
}

func (w wireClaim) claim() model.Claim {
	c := model.Claim{Kind: w.Kind, Token: string(w.Token), At: w.At, Support: w.Support, Reason: string(w.Reason)}
	if w.Source != nil {
		c.Source = w.Source.source()
	}
	return c
}

func citationToWire(c model.Citation) wireCitation {
	return wireCitation{sourceToWire(c.Source), c.Verdict, memory.Text(c.Reason)}
}

func (w wireCitation) citation() model.Citation {
	return model.Citation{Source: w.Source.source(), Verdict: w.Verdict, Reason: string(w.Reason)}
}

func flagToWire(f model.Flag) wireFlag {
	return wireFlag{f.Kind, memory.Text(f.Token), f.Line, memory.Text(f.Reason), f.At}
}

func (w wireFlag) flag() model.Flag {
	return model.Flag{Kind: w.Kind, Token: string(w.Token), Line: w.Line, Reason: string(w.Reason), At: w.At}
}

func findingToWire(f model.Finding) wireFinding {
	return wireFinding{f.Rule, f.Severity, memory.Text(f.Path), f.Line, memory.Text(f.Message), memory.Text(f.Fix)}
}

func (w wireFinding) finding() model.Finding {
	return model.Finding{Rule: w.Rule, Severity: w.Severity, Path: string(w.Path), Line: w.Line,
		Message: string(w.Message), Fix: string(w.Fix)}
}

func sourceToWire(s model.Source) wireSource {
	w := wireSource{Session: memory.Text(s.Session), Line: s.Line, Path: memory.Text(s.Path), Trust: s.Trust,
		Text: memory.Text(s.Text)}
	if !s.Time.IsZero() {
		w.Time = &s.Time
	}
	return w
}

func (w wireSource) source() model.Source {
	s := model.Source{Session: string(w.Session), Line: w.Line, Path: string(w.Path), Trust: w.Trust, Text: string(w.Text)}
	if w.Time != nil {
		s.Time = *w.Time
	}
	return s
}
