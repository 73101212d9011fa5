// Package clipboard puts text into the clipboard of the person who looks at the screen.
//
// On a machine whose display is at hand that is done by its own tool. Over ssh that tool would reach the
// clipboard of another machine, so the terminal is asked with a code (OSC 52), and is asked in tmux and screen as
// they let such codes through. The text of the code is in base64: nothing of it acts on the screen.
package clipboard

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"strings"
	"time"

	native "github.com/atotto/clipboard"
	"github.com/aymanbagabas/go-osc52/v2"
)

// mostCoded is what terminals take in one code, in bytes of base64: the least of the limits that are known.
const mostCoded = 74994

// toolTime bounds the machine's own tool: where its display does not answer it would wait for ever.
const toolTime = 2 * time.Second

// Clipboard copies. The zero value is of no use; New makes one.
type Clipboard struct {
	env func(string) string
	// tool copies with the machine's own tool, nil if it has none; terminal opens the terminal.
	tool     func(string) error
	terminal func() (io.WriteCloser, error)
}

// New makes a clipboard for an environment.
func New(env func(string) string) Clipboard {
	c := Clipboard{env: env, terminal: terminal}
	if !native.Unsupported {
		c.tool = native.WriteAll
	}
	return c
}

// Copy copies a text and says by which way, in words that follow a "by". What a terminal makes of it nobody learns.
func (c Clipboard) Copy(ctx context.Context, text string) (way string, err error) {
	if c.tool != nil && c.display() {
		if c.byTool(ctx, text) == nil {
			return "the clipboard of this machine", nil
		}
	}
	return c.byTerminal(text)
}

// display reports whether the display of the person is that of this machine.
func (c Clipboard) display() bool {
	for _, name := range []string{"SSH_CONNECTION", "SSH_TTY", "SSH_CLIENT"} {
		if c.env(name) != "" {
			return false
		}
	}
	return runtime.GOOS == "darwin" || runtime.GOOS == "windows" || c.env("WAYLAND_DISPLAY") != "" || c.env("DISPLAY") != ""
}

func (c Clipboard) byTool(ctx context.Context, text string) error {
	ctx, cancel := context.WithTimeout(ctx, toolTime)
	defer cancel()
	done := make(chan error, 1)
	go func() { done <- c.tool(text) }()
	select {
	case err := <-done:
		return err
	case <-ctx.Done():
		return ctx.Err()
	}
}

// byTerminal writes the code in one piece, so that no frame comes in between.
func (c Clipboard) byTerminal(text string) (string, error) {
	if (len(text)+2)/3*4 > mostCoded {
		return "", fmt.Errorf("%d KB are more than a terminal takes (%d KB)", (len(text)+1023)/1024, mostCoded*3/4/1024)
	}
	var code bytes.Buffer
	way := "OSC 52 of the terminal"
	s, term := osc52.New(text), c.env("TERM")
	switch {
	case c.env("STY") != "":
		s = s.Screen()
		way = "OSC 52 through screen"
	case c.env("TMUX") != "" || strings.HasPrefix(term, "tmux") || strings.HasPrefix(term, "screen"):
		// tmux takes the code itself with set-clipboard on, and passes the wrapped one with allow-passthrough on.
		if _, err := s.WriteTo(&code); err != nil {
			return "", fmt.Errorf("write to the terminal: %w", err)
		}
		s = s.Tmux()
		way = "OSC 52 through tmux (its set-clipboard must be on)"
	}
	if _, err := s.WriteTo(&code); err != nil {
		return "", fmt.Errorf("write to the terminal: %w", err)
	}
	t, err := c.terminal()
	if err != nil {
		return "", fmt.Errorf("open the terminal: %w", err)
	}
	_, err = t.Write(code.Bytes())
	if err = errors.Join(err, t.Close()); err != nil {
		return "", fmt.Errorf("write to the terminal: %w", err)
	}
	return way, nil
}

// terminal opens the terminal of the process, whatever its output is.
func terminal() (io.WriteCloser, error) {
	name := "/dev/tty"
	if runtime.GOOS == "windows" {
		name = "CONOUT$"
	}
	return os.OpenFile(name, os.O_WRONLY, 0)
}
