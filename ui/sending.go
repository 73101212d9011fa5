package ui

import (
	"context"
	"fmt"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"dreamgate/keymap"
	"dreamgate/model"
	"dreamgate/ui/style"
)

// outlookReadMsg carries what a dream would send.
type outlookReadMsg struct {
	seq  uint64
	sent model.Sending
	err  error
}

// askSending shows what a dream with an engine that leaves the machine would send, before it does.
func (a *App) askSending(store model.Store, e model.Engine) tea.Cmd {
	box := &sendBox{engine: e, rule: model.SecretsLeaveOut}
	box.start = func() tea.Cmd { return a.startDream(store, e.Name, box.rule) }
	box.look = func() tea.Cmd { return a.readOutlook(store, e.Name, box) }
	a.overlay = box
	return box.look()
}

// readOutlook gathers what would be sent. Of a large memory that takes its time, and ends with the dialog.
func (a *App) readOutlook(store model.Store, engine string, box *sendBox) tea.Cmd {
	a.seq.outlook++
	seq, dreams, veil, rule := a.seq.outlook, a.deps.Dreams, a.veil(), box.rule
	ctx, cancel := context.WithCancel(a.ctx)
	box.cancel = cancel
	return a.do(func(context.Context) tea.Msg {
		defer cancel()
		sent, err := dreams.Outlook(ctx, store, engine, rule)
		sent.Secrets, sent.Report = veil.texts(sent.Secrets), veil.texts(sent.Report)
		for i := range sent.Files {
			sent.Files[i].Path = veil.name(sent.Files[i].Path)
		}
		if err != nil {
			err = veil.err(err)
		}
		return outlookReadMsg{seq, sent, err}
	})
}

func (a *App) handleOutlook(msg outlookReadMsg) tea.Cmd {
	box, ok := a.overlay.(*sendBox)
	switch {
	case !ok || msg.seq != a.seq.outlook:
	case msg.err != nil:
		box.trouble = model.PrintableLine(msg.err.Error())
	default:
		box.sent, box.read = msg.sent, true
	}
	return nil
}

// sendBox asks whether all of that may leave the machine.
type sendBox struct {
	engine model.Engine
	// rule is the choice about notes with a secret.
	rule model.SecretRule
	// sent says something once it is read; trouble is why it could not be.
	sent    model.Sending
	read    bool
	trouble string
	pos     scroll
	// start begins the dream, look gathers anew, cancel ends the gathering.
	start, look func() tea.Cmd
	cancel      context.CancelFunc
}

func (b *sendBox) context() keymap.Context { return keymap.Sending }

func (b *sendBox) handle(a keymap.Action) overlayOutcome {
	switch a {
	case keymap.No:
		b.cancel()
		return overlayOutcome{closed: true}
	case keymap.Send:
		// Only what was shown is sent: a key that comes too early does nothing.
		if !b.works(a) {
			return overlayOutcome{}
		}
		return overlayOutcome{closed: true, then: b.start}
	case keymap.SendSecrets:
		if !b.works(a) {
			return overlayOutcome{}
		}
		b.rule = map[model.SecretRule]model.SecretRule{
			model.SecretsLeaveOut: model.SecretsSend, model.SecretsSend: model.SecretsLeaveOut,
		}[b.rule]
		b.read = false
		return overlayOutcome{then: b.look}
	}
	return overlayOutcome{idle: !b.pos.move(a)}
}

// works reports whether a key would do something now.
func (b *sendBox) works(a keymap.Action) bool {
	switch a {
	case keymap.Send:
		return b.read
	case keymap.SendSecrets:
		return b.read && len(b.sent.Secrets) > 0
	}
	return true
}

// sendWidth is the widest that the box becomes, in cells.
const sendWidth = 92

func (b *sendBox) draw(st *style.Styles, w, h int) string {
	cols := min(sendWidth, max(16, w-10))
	if w < normalWidth {
		cols = max(16, w-2)
	}
	rows := b.rows(st, cols-1)
	bw, bh := boxSize(len(rows), cols-2, w, h)
	b.pos.set(len(rows), bh-2)
	from, to := b.pos.window()
	return st.Frame(style.Box{Title: "Send to " + model.PrintableLine(b.engine.Name) + "?", Foot: b.keys(st), Place: st.Place(from, to, len(rows)), Focus: true},
		style.Rows(rows[from:to], bw-2, bh-2), bw, bh)
}

// keys are the keys that do something now, with the place where not all is seen.
func (b *sendBox) keys(st *style.Styles) string {
	var words []string
	if b.read {
		words = append(words, "y sends")
	}
	words = append(words, "n does not")
	if b.pos.n > b.pos.h {
		words = append(words, "j k scroll")
	}
	return strings.Join(words, " "+st.Marks.Dot+" ")
}

// rows are all that the box says, in w cells.
func (b *sendBox) rows(st *style.Styles, w int) (rows []string) {
	say := func(ink style.Ink, text string) {
		for _, s := range style.Wrap(text, w) {
			rows = append(rows, " "+ink.Render(s))
		}
	}
	say(st.Strong, model.PrintableLine(b.engine.About))
	switch {
	case b.trouble != "":
		say(st.Error, st.Marks.No+" what would be sent could not be gathered: "+b.trouble)
		return rows
	case !b.read:
		say(st.Muted, "Gathering what would be sent. Nothing leaves this machine before you say so "+st.Marks.Ellipsis)
		return rows
	}
	// On a small screen what may be regretted stands above the edge.
	if len(b.sent.Secrets) > 0 {
		b.secrets(st, say)
	}
	lines, bytes := b.sent.Size()
	say(st.Text, fmt.Sprintf("%s, %s, %s, about %s", model.Count(len(b.sent.Files), "file"), model.Count(lines, "line"),
		model.Size(int64(bytes)), model.Count(b.sent.Tokens, "token")))
	say(st.Text, b.cost())
	say(st.Muted, capital(b.sent.Whither())+".")
	say(st.Muted, fmt.Sprintf("%s of %s gathered, %s left out", model.Count(b.sent.Lines, "line"), model.Count(b.sent.Sessions, "session"),
		model.Number(b.sent.LeftOut)))
	if len(b.sent.Secrets) == 0 {
		say(st.OK, st.Marks.Yes+" no secret was found in the notes; in the sessions they are masked")
	}
	for _, r := range b.sent.Report {
		say(st.Muted, st.Marks.Dot+" "+model.PrintableLine(r))
	}
	return append(append(rows, ""), b.files(st, w)...)
}

// cost is what a run would cost.
func (b *sendBox) cost() string {
	if b.sent.Priced {
		return fmt.Sprintf("about $%.2f if the model reads all of it once, by the list prices of %s", b.sent.Cost, b.sent.PriceDate)
	}
	return "what it costs is not known here"
}

// maxSecrets is how many places of secrets are named.
const maxSecrets = 8

// secrets says which notes hold some, and what becomes of them.
func (b *sendBox) secrets(st *style.Styles, say func(style.Ink, string)) {
	n := len(b.sent.Secrets)
	list := make([]string, 0, maxSecrets)
	for _, s := range b.sent.Secrets[:min(n, maxSecrets)] {
		list = append(list, model.PrintableLine(s))
	}
	text := strings.Join(list, ", ")
	if n > maxSecrets {
		text += " and " + model.Count(n-maxSecrets, "place") + " more"
	}
	say(st.Error, st.Marks.Finding+" "+model.Count(n, "secret")+" in the notes: "+text)
	if b.rule == model.SecretsSend {
		say(st.Error, st.Marks.Finding+" They are sent as they are; s leaves these notes out.")
		return
	}
	say(st.Warn, "These notes are not sent and stay as they are; s sends them all the same.")
}

// files lists what can be read, with its size.
func (b *sendBox) files(st *style.Styles, w int) []string {
	type row struct{ name, lines, size, tokens string }
	prompt := b.sent.Tokens - b.sent.Tools
	for _, f := range b.sent.Files {
		prompt -= f.Tokens
	}
	list := []row{{"the prompt", model.Count(model.CountLines([]byte(b.sent.Prompt)), "line"), model.Size(int64(len(b.sent.Prompt))), model.Count(prompt, "token")}}
	if b.sent.Tools > 0 {
		list = append(list, row{"the tools", "", "", model.Count(b.sent.Tools, "token")})
	}
	for _, f := range b.sent.Files {
		list = append(list, row{model.PrintableLine(f.Path), model.Count(f.Lines, "line"), model.Size(int64(f.Bytes)), model.Count(f.Tokens, "token")})
		if f.Instead != "" {
			list[len(list)-1].name += " (its text is left out)"
		}
	}
	rows := make([]string, len(list))
	w-- // a cell to the frame
	for i, r := range list {
		right := style.PadLeft(r.size, 10)
		if w >= 60 {
			right = style.PadLeft(r.lines, 14) + style.PadLeft(r.size, 12) + style.PadLeft(r.tokens, 16)
		}
		rows[i] = " " + st.Text.Render(st.ShortPad(r.name, max(1, w-style.Width(right)))) + st.Muted.Render(right)
	}
	return rows
}

// capital begins a sentence.
func capital(s string) string {
	if s == "" {
		return s
	}
	return strings.ToUpper(s[:1]) + s[1:]
}
