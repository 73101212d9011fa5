package cli

import (
	"context"
	"fmt"
	"strings"
	"time"

	"dreamgate/dream"
	"dreamgate/dream/engine"
	"dreamgate/dream/engine/price"
	"dreamgate/model"
)

// preview shows what a run would send, or just the prompt of it, and sends nothing.
func (d *dreaming) preview(ctx context.Context, e engine.Engine) error {
	s, err := d.store(ctx)
	if err != nil {
		return err
	}
	var sent model.Sending
	if d.dir != "" {
		var r dream.Request
		if r, err = d.request(s, e); err == nil {
			sent, err = dream.Preview(ctx, r)
		}
	} else {
		sent, err = d.parts.Dreams.Preview(ctx, s, e)
	}
	d.meter.clear()
	switch {
	case err != nil:
		return err
	case d.printPrompt && d.json:
		return d.printJSON(promptJSON{s.Name, sent.Engine.Name, sent.Prompt})
	case d.printPrompt:
		fmt.Fprint(d.Stdout, model.Printable(sent.Prompt))
		return nil
	case d.json:
		return d.printJSON(shapeSending(s, sent))
	}
	d.outlook(s, sent)
	return nil
}

// request is a dream without books.
func (d *dreaming) request(s model.Store, e engine.Engine) (dream.Request, error) {
	kept, err := keptFor(s, d.transcripts)
	r := dream.Request{
		Memory: s.Dir, Transcripts: s.Transcripts, Kept: kept, Projects: s.Projects, Engine: e, Now: d.clock(), Zone: time.Local, Emit: d.step,
		Caps: d.bounds.caps, Secrets: model.SecretRule(d.bounds.secrets), Addition: d.settings.addition(s),
	}
	if len(s.Projects) > 0 {
		r.Repo = s.Projects[0]
	}
	return r, err
}

// promptJSON is the answer of dream --print-prompt.
type promptJSON struct {
	Store  string `json:"store"`
	Engine string `json:"engine"`
	Prompt string `json:"prompt"`
}

// sendingJSON is the answer of dream --dry-run.
type sendingJSON struct {
	Store  string `json:"store"`
	Engine string `json:"engine"`
	Model  string `json:"model"`
	Remote bool   `json:"remote"`
	Why    string `json:"why,omitempty"`
	// Prompt is "" where the engine is told nothing. Tools are the tokens of what a model is told of them.
	Prompt   string         `json:"prompt"`
	Tools    int            `json:"tools"`
	Files    []sentFileJSON `json:"files"`
	Sessions int            `json:"sessions"`
	Lines    int            `json:"lines"`
	LeftOut  int            `json:"left_out"`
	Tokens   int            `json:"tokens"`
	// Cost is null where no price is known.
	Cost *float64 `json:"cost"`
	// Secrets are the places of secrets in the notes.
	Secrets []string `json:"secrets"`
	Report  []string `json:"report"`
}

type sentFileJSON struct {
	Path   string `json:"path"`
	Lines  int    `json:"lines"`
	Bytes  int    `json:"bytes"`
	Tokens int    `json:"tokens"`
	// Instead is why the file holds but a word in the place of a note, left out where the note itself is there.
	Instead string `json:"instead,omitempty"`
}

func shapeSending(s model.Store, sent model.Sending) sendingJSON {
	out := sendingJSON{
		Store: s.Name, Engine: sent.Engine.Name, Model: sent.Engine.Model, Remote: sent.Engine.Remote, Why: sent.Engine.Why,
		Tools: sent.Tools, Files: []sentFileJSON{}, Secrets: list(sent.Secrets), Sessions: sent.Sessions, Lines: sent.Lines, LeftOut: sent.LeftOut,
		Tokens: sent.Tokens, Report: list(sent.Report),
	}
	if sent.Told() {
		out.Prompt = sent.Prompt
	}
	for _, f := range sent.Files {
		out.Files = append(out.Files, sentFileJSON(f))
	}
	if sent.Priced {
		out.Cost = &sent.Cost
	}
	return out
}

// outlook prints what would be sent.
func (d *dreaming) outlook(s model.Store, sent model.Sending) {
	out := d.out()
	name := sent.Engine.Name
	if sent.Engine.Model != "" {
		name += " (" + sent.Engine.Model + ")"
	}
	out.linef("a dream of %s by %s; nothing was sent", s.Name, name)
	if sent.Engine.Why != "" {
		out.linef("  it cannot be used now: %s", sent.Engine.Why)
	}
	out.linef("%s of %s gathered, %d left out", model.Count(sent.Lines, "line"), model.Count(sent.Sessions, "session"), sent.LeftOut)
	for _, r := range sent.Report {
		out.linef("  %s", r)
	}
	if len(sent.Secrets) > 0 {
		out.linef("! %s in the notes: %s; %s", model.Count(len(sent.Secrets), "secret"), strings.Join(sent.Secrets, ", "),
			map[model.SecretRule]string{
				model.SecretsStop:     "a dream would end before anything is sent, unless --secrets says leave-out or send",
				model.SecretsLeaveOut: "these notes are not sent",
				model.SecretsSend:     "they are sent as they are",
			}[model.SecretRule(d.bounds.secrets)])
	}
	out.table("  ", sentRows(sent))
	lines, bytes := sent.Size()
	total := fmt.Sprintf("in all %s in %s, %s", model.Count(lines, "line"), model.Count(len(sent.Files), "file"), model.Count(bytes, "byte"))
	if sent.Told() {
		total += ", about " + model.Count(sent.Tokens, "token")
	}
	out.linef("%s", total)
	out.linef("%s", sent.Whither())
	switch {
	case sent.Priced:
		out.linef("about $%.2f if the model reads all of it once, by the list prices of %s (%s)", sent.Cost, sent.PriceDate, price.Source)
	case sent.Engine.Model != "" && sent.Engine.Remote:
		out.linef("what it costs is not known: %s is not in the list of prices of %s", sent.Engine.Model, sent.PriceDate)
	case sent.Engine.Way == model.WayService && sent.Engine.Remote:
		out.linef("what it costs is not known: the model is not named")
	}
}

// sentRows are what is sent as a table: the prompt and the tools, where a model is told them, and the files.
func sentRows(sent model.Sending) (rows [][]string) {
	if sent.Told() {
		rows = append(rows, []string{"the prompt", model.Count(model.CountLines([]byte(sent.Prompt)), "line"),
			model.Count(len(sent.Prompt), "byte"), model.Count(price.Tokens([]byte(sent.Prompt)), "token")})
	}
	if sent.Tools > 0 {
		rows = append(rows, []string{"the tools", "", "", model.Count(sent.Tools, "token")})
	}
	for _, f := range sent.Files {
		row := []string{f.Path, model.Count(f.Lines, "line"), model.Count(f.Bytes, "byte")}
		if sent.Told() {
			row = append(row, model.Count(f.Tokens, "token"))
		}
		if f.Instead != "" {
			row = append(row, "its text is left out: "+f.Instead)
		}
		rows = append(rows, row)
	}
	return rows
}
