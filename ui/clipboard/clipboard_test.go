package clipboard

import (
	"bytes"
	"context"
	"encoding/base64"
	"errors"
	"io"
	"strings"
	"testing"
)

// sink is a terminal that keeps what is written.
type sink struct {
	bytes.Buffer
	writes int
}

func (s *sink) Write(p []byte) (int, error) { s.writes++; return s.Buffer.Write(p) }
func (s *sink) Close() error                { return nil }

func TestCopy(t *testing.T) {
	const text = "a note\x1b]52;c;evil\a\x1b[2J\n語"
	coded := base64.StdEncoding.EncodeToString([]byte(text))
	plain, wrapped := "\x1b]52;c;"+coded+"\a", "\x1bPtmux;\x1b\x1b]52;c;"+coded+"\a\x1b\\"
	broken := errors.New("no display answers")
	for name, c := range map[string]struct {
		env  map[string]string
		tool error // nil works
		want string
		way  string
	}{
		"a display":         {map[string]string{"DISPLAY": ":0"}, nil, "", "of this machine"},
		"wayland":           {map[string]string{"WAYLAND_DISPLAY": "wayland-0"}, nil, "", "of this machine"},
		"a tool that fails": {map[string]string{"DISPLAY": ":0"}, broken, plain, "OSC 52"},
		"no display":        {nil, nil, plain, "OSC 52"},
		"ssh":               {map[string]string{"DISPLAY": "localhost:10", "SSH_TTY": "/dev/pts/1"}, nil, plain, "OSC 52"},
		"tmux":              {map[string]string{"TMUX": "/tmp/tmux/default,1,0"}, nil, plain + wrapped, "tmux"},
		"ssh from tmux":     {map[string]string{"TERM": "tmux-256color", "SSH_CONNECTION": "x"}, nil, plain + wrapped, "tmux"},
		"screen":            {map[string]string{"STY": "1.pts", "TERM": "screen"}, nil, "\x1bP", "screen"},
	} {
		tty := &sink{}
		said := ""
		clip := Clipboard{
			env:      func(n string) string { return c.env[n] },
			tool:     func(s string) error { said = s; return c.tool },
			terminal: func() (io.WriteCloser, error) { return tty, nil },
		}
		way, err := clip.Copy(context.Background(), text)
		if err != nil || !strings.Contains(way, c.way) || !strings.HasPrefix(tty.String(), c.want) || (c.want == "") != (tty.Len() == 0) {
			t.Errorf("%s: %q, %v, the terminal got %q, want %q", name, way, err, tty.String(), c.want)
		}
		if c.want == "" && said != text {
			t.Errorf("%s: the tool got %q", name, said)
		}
		if tty.writes > 1 {
			t.Errorf("%s: written in %d pieces", name, tty.writes)
		}
		if strings.Contains(tty.String(), "evil") || strings.Contains(tty.String(), "\x1b[2J") {
			t.Errorf("%s: codes of the text reach the terminal: %q", name, tty.String())
		}
	}
}

func TestTooMuch(t *testing.T) {
	tty := &sink{}
	clip := Clipboard{env: func(string) string { return "" }, terminal: func() (io.WriteCloser, error) { return tty, nil }}
	if _, err := clip.Copy(context.Background(), strings.Repeat("x", 60_000)); err == nil || !strings.Contains(err.Error(), "59 KB") || tty.Len() > 0 {
		t.Errorf("%v, %d bytes written", err, tty.Len())
	}
	if _, err := clip.Copy(context.Background(), strings.Repeat("x", 56_000)); err != nil {
		t.Error(err)
	}
	clip.terminal = func() (io.WriteCloser, error) { return nil, errors.New("no such device") }
	if _, err := clip.Copy(context.Background(), "x"); err == nil {
		t.Error("no terminal is no error")
	}
}

// TestToolThatHangs: a tool whose display does not answer is left alone.
func TestToolThatHangs(t *testing.T) {
	tty := &sink{}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	hang := make(chan struct{})
	defer close(hang)
	clip := Clipboard{
		env:      func(n string) string { return map[string]string{"DISPLAY": ":0"}[n] },
		tool:     func(string) error { <-hang; return nil },
		terminal: func() (io.WriteCloser, error) { return tty, nil },
	}
	if way, err := clip.Copy(ctx, "x"); err != nil || !strings.Contains(way, "terminal") {
		t.Errorf("%q, %v", way, err)
	}
}
