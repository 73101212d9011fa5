package cli

import (
	"context"
	"fmt"
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
	var sent dream.Sending
	if d.dir != "" {
		sent, err = dream.Preview(ctx, d.request(s, e))
	} else {
		sent, err = d.parts.Dreams.Preview(ctx, s, e)
	}
	switch {
	case err != nil:
		return err
	case d.printPrompt:
		fmt.Fprint(d.Stdout, model.Printable(sent.Prompt))
		return nil
	case d.json:
		return writeJSON(d.Stdout, shapeSending(s, sent))
	}
	d.outlook(s, sent)
	return nil
}

// request is a dream without books.
func (d *dreaming) request(s model.Store, e engine.Engine) dream.Request {
	r := dream.Request{
		Memory: s.Dir, Transcripts: s.Transcripts, Engine: e, Now: d.clock(), Zone: time.Local, Emit: d.step,
		Caps: d.bounds.caps, Secrets: dream.SecretRule(d.bounds.secrets), Addition: d.settings.addition(s),
	}
	if len(s.Projects) > 0 {
		r.Repo = s.Projects[0]
	}
	return r
}

// sendingJSON is the answer of dream --dry-run.
type sendingJSON struct {
	Store    string         `json:"store"`
	Engine   string         `json:"engine"`
	Model    string         `json:"model"`
	Remote   bool           `json:"remote"`
	Why      string         `json:"why,omitempty"`
	Prompt   string         `json:"prompt"`
	Files    []sentFileJSON `json:"files"`
	Sessions int            `json:"sessions"`
	Lines    int            `json:"lines"`
	LeftOut  int            `json:"left_out"`
	Tokens   int            `json:"tokens"`
	// Cost is null where no price is known.
	Cost   *float64 `json:"cost"`
	Report []string `json:"report"`
}

type sentFileJSON struct {
	Path   string `json:"path"`
	Lines  int    `json:"lines"`
	Bytes  int    `json:"bytes"`
	Tokens int    `json:"tokens"`
}

func shapeSending(s model.Store, sent dream.Sending) sendingJSON {
	out := sendingJSON{
		Store: s.Name, Engine: sent.Engine.Name, Model: sent.Engine.Model, Remote: sent.Engine.Remote, Why: sent.Engine.Why,
		Prompt: sent.Prompt, Files: []sentFileJSON{}, Sessions: sent.Sessions, Lines: sent.Lines, LeftOut: sent.LeftOut,
		Tokens: sent.Tokens, Report: list(sent.Report),
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
func (d *dreaming) outlook(s model.Store, sent dream.Sending) {
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
	rows := [][]string{{"the prompt", model.Count(countLines(sent.Prompt), "line"), model.Count(len(sent.Prompt), "byte"),
		model.Count(price.Tokens([]byte(sent.Prompt)), "token")}}
	bytes, lines := len(sent.Prompt), countLines(sent.Prompt)
	for _, f := range sent.Files {
		rows = append(rows, []string{f.Path, model.Count(f.Lines, "line"), model.Count(f.Bytes, "byte"), model.Count(f.Tokens, "token")})
		bytes, lines = bytes+f.Bytes, lines+f.Lines
	}
	out.table("  ", rows)
	out.linef("in all %s in %s, %s, about %s", model.Count(lines, "line"), model.Count(len(sent.Files), "file"),
		model.Count(bytes, "byte"), model.Count(sent.Tokens, "token"))
	out.linef("%s", whither(sent))
	if sent.Priced {
		out.linef("about $%.2f if the model reads all of it once, by the list prices of %s (%s)", sent.Cost, price.Date, price.Source)
	} else if sent.Engine.Model != "" && sent.Engine.Remote {
		out.linef("what it costs is not known: %s is not in the list of prices of %s", sent.Engine.Model, price.Date)
	}
}

// whither says where all of that goes.
func whither(sent dream.Sending) string {
	switch {
	case !sent.Engine.Remote && sent.Engine.Model != "":
		return "it goes to a service on this machine, as far as the model asks for it"
	case !sent.Engine.Remote:
		return "it stays on this machine"
	case sent.Engine.Model != "":
		return "the prompt and the list of files leave this machine first, the files as far as the model asks for them"
	}
	return "it is given to a program that may send all of it away"
}

func countLines(text string) (n int) {
	for _, b := range []byte(text) {
		if b == '\n' {
			n++
		}
	}
	return n
}
