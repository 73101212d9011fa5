package ui_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"dreamgate/model"
	"dreamgate/ui/uitest"
)

// away is a fake whose second engine leaves the machine.
func away(stores ...model.Memory) *fake {
	f := newFake(stores...)
	about := model.Engine{Name: "anthropic", About: "the Messages API of Anthropic, model claude-sonnet-5-5", Model: "claude-sonnet-5-5",
		Remote: true, Way: model.WayService}
	f.engines = []model.Engine{f.engines[0], about}
	f.outlook = model.Sending{Engine: about, Prompt: strings.Repeat("what memory is for\n", 120), Tools: 640, Sessions: 3, Lines: 412, LeftOut: 20,
		Tokens: 18_970, Cost: 0.4251, Priced: true, PriceDate: "2026-10-24",
		Secrets: []string{"memory/till.md:4 (github token)", "memory/till.md:9 (private key)"},
		Report:  []string{"one session was left out"}}
	for i := range 30 {
		f.outlook.Files = append(f.outlook.Files, model.SentFile{Path: fmt.Sprintf("memory/note-%02d.md", i), Lines: 20 + i, Bytes: 900 + 100*i, Tokens: 230 + 25*i})
	}
	return f
}

func TestSendingGoldens(t *testing.T) {
	for look, set := range looks {
		var out strings.Builder
		for _, size := range [][2]int{{120, 40}, {80, 24}, {40, 12}} {
			f := away(shop())
			d := f.deps()
			set(&d)
			s := uitest.New(t, d).Size(size[0], size[1]).Press("d", "j", "enter")
			uitest.CheckFrame(t, s.View(), size[0], size[1])
			fmt.Fprintf(&out, "--- %dx%d\n%s\n", size[0], size[1], s.View())
		}
		golden(t, "sending-"+look, out.String())
	}
}

// TestNothingIsSentUnasked: an engine that leaves the machine starts after a yes to what was shown, and
// nothing else starts it.
func TestNothingIsSentUnasked(t *testing.T) {
	f := away(shop())
	s := scenario(t, f).Press("d", "j", "enter").
		Sees("Send to anthropic?", "30 files, 1,155 lines", "about 18,970 tokens", "about $0.43 if the model reads all of it once",
			"The prompt and the list of files leave this machine first", "412 lines of 3 sessions gathered, 20 left out",
			"! 2 secrets in the notes: memory/till.md:4 (github token)", "are not sent and stay as they are", "one session was left out",
			"the prompt", "the tools", "memory/note-00.md")
	s.Press("enter", "space", "d").Sees("Send to anthropic?").Press("G").Sees("memory/note-29.md").Press("n").Misses("Send to")
	if len(f.runs) > 0 {
		t.Fatal("it started without a yes")
	}
	s.Press("d", "j", "enter").Press("esc").Misses("Send to").Press("d", "j", "enter", "y").Sees("dreaming with anthropic")
	if len(f.runs) != 1 || f.rules[len(f.rules)-1] != model.SecretsLeaveOut {
		t.Fatalf("%d runs, rules %v", len(f.runs), f.rules)
	}
}

// TestSecretsByChoice: notes with a secret are sent after a second key, and what is shown is then what would be
// sent with them.
func TestSecretsByChoice(t *testing.T) {
	f := away(shop())
	s := scenario(t, f).Press("d", "j", "enter", "s").Sees("! They are sent as they are; s leaves these notes out").
		Press("s").Sees("are not sent").Press("s", "y").Sees("dreaming with anthropic")
	want := []model.SecretRule{model.SecretsLeaveOut, model.SecretsSend, model.SecretsLeaveOut, model.SecretsSend, model.SecretsSend}
	if !slices.Equal(f.rules, want) {
		t.Errorf("rules %v, want %v", f.rules, want)
	}
	f = away(shop())
	f.outlook.Secrets = nil
	scenario(t, f).Press("d", "j", "enter").Sees("no secret was found in the notes").Press("s").Sees("no secret was found")
	if len(f.rules) != 1 {
		t.Errorf("nothing to choose, and asked again: %v", f.rules)
	}
	_ = s
}

// TestSendingTrouble: what cannot be gathered cannot be sent, and the offline engine asks nothing.
func TestSendingTrouble(t *testing.T) {
	f := away(shop())
	f.fail["Outlook"] = errors.New("disk on fire")
	scenario(t, f).Press("d", "j", "enter").Sees("could not be gathered: disk on fire").Press("y").Sees("Send to anthropic?").
		Press("q").Misses("Send to").Press("d", "enter").Sees("dreaming with offline")
	if len(f.runs) != 1 || f.runs[0].Engine != "offline" || f.rules[len(f.rules)-1] != model.SecretsStop {
		t.Errorf("%+v, %v", f.runs, f.rules)
	}
}
