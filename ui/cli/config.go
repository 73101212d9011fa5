package cli

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"dreamgate/memory"
	"dreamgate/model"
)

// exampleSettings is a settings file with all there is. A test reads it.
const exampleSettings = `# Settings of dreamgate. What is not here is as it comes.

# Colours of the screen: dark, light, dark-16, light-16 (the sixteen that the terminal names) or none. Without this
# the terminal decides.
#theme: light

# Draw the screen with ASCII only.
#ascii: true

# Leave the mouse to the terminal.
#mouse: false

# Hold reviews by questions and answers, line by line, for a screen reader.
#accessible: true

# Keys of the screen: an action goes to a key or a list of keys; none ([]) takes its keys away. The
# actions are in the key table of the README.
#keys:
#  browse.dream: D
#  review.accept: [y, "!"]

# Models and addresses of engines that ask a service. Keys for them are read from the environment only.
#engines:
#  claude: {model: sonnet}
#  anthropic: {model: claude-opus-5-5}
#  openai: {model: "qwen3:32b", url: "http://localhost:11434/v1"}
#  command: {closed: true}    # the program can change nothing in the live notes, nor put a file into a folder above them

# What models are told in a project beside our own words; "*" is for all the others.
#prompt:
#  "*": Notes are in English.
#  /home/me/shop: Notes are in German.
`

// config shows the settings in force.
func (a *app) config() *cobra.Command {
	var example, asJSON bool
	cmd := &cobra.Command{
		Use:   "config",
		Short: "Show the settings in force, and where each comes from",
		Args:  args(cobra.NoArgs),
		RunE: func(*cobra.Command, []string) error {
			if example && asJSON {
				return usage("--example prints a settings file, which is no JSON")
			}
			if example {
				_, err := fmt.Fprint(a.Stdout, exampleSettings)
				return err
			}
			s, err := readSettings()
			if err != nil {
				return err
			}
			rows := a.inForce(s)
			if asJSON {
				return a.printJSON(configJSON{s.path, s.text != nil, rows})
			}
			a.printConfig(s, rows)
			return nil
		},
	}
	cmd.Flags().BoolVar(&example, "example", false, "print a settings file with all there is")
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	return cmd
}

// settingRow is a setting in force. From is "default", "file", "flag", "screen" for what a key
// chose there, or the name of a variable.
type settingRow struct {
	Name  string `json:"name"`
	Value string `json:"value"`
	From  string `json:"from"`
}

// inForce are the settings as a run with the same flags and environment has them.
func (a *app) inForce(s settingsFile) []settingRow {
	from := func(name string, flag bool) string {
		switch {
		case flag:
			return "flag"
		case slices.Contains(s.set, name):
			return "file"
		}
		return "default"
	}
	theme := settingRow{"theme", orElse(orElse(a.theme, s.theme), "as the terminal is"), from("theme", a.theme != "")}
	if last := memory.ReadLook().Theme; theme.From == "default" && last != "" {
		theme.Value, theme.From = last, "screen"
	}
	rows := []settingRow{
		theme,
		{"ascii", fmt.Sprint(a.ascii || s.ascii), from("ascii", a.ascii)},
		{"accessible", fmt.Sprint(a.spoken || s.accessible), from("accessible", a.spoken)},
		{"mouse", fmt.Sprint(s.mouse && !a.noMouse), from("mouse", a.noMouse)},
	}
	for _, b := range s.keys.Changed() {
		rows = append(rows, settingRow{"keys." + string(b.Action), orElse(strings.Join(b.Keys, " "), "none"), "file"})
	}
	for _, name := range slices.Sorted(maps.Keys(s.engines)) {
		e, closed := s.engines[name], ""
		if e.Closed {
			closed = "true"
		}
		for _, v := range [][2]string{{"model", e.Model}, {"url", e.URL}, {"closed", closed}} {
			if v[1] != "" {
				rows = append(rows, settingRow{"engines." + name + "." + v[0], v[1], "file"})
			}
		}
	}
	for _, dir := range slices.Sorted(maps.Keys(s.prompt)) {
		rows = append(rows, settingRow{"prompt." + dir, s.prompt[dir], "file"})
	}
	for _, name := range variables {
		if v, set := os.LookupEnv(name); set {
			rows = append(rows, settingRow{name, v, "environment"})
		}
	}
	return rows
}

// variables are what of the environment has a say; what is secret is not among them.
var variables = []string{
	"NO_COLOR", "VISUAL", "EDITOR", "CLAUDE_CONFIG_DIR", "XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME",
	"ANTHROPIC_BASE_URL", "OPENAI_BASE_URL",
}

// making is the command that writes the example to a path, of which there may be no folder yet either.
func making(path string) string {
	dir := filepath.Dir(path)
	write := "dreamgate config --example > " + shellPath(path)
	if info, err := os.Stat(dir); err == nil && info.IsDir() {
		return write
	}
	return "mkdir -p " + shellPath(dir) + " && " + write
}

// shellPath is a path as one word of a shell, short where that leaves it plain: a quoted ~ is no home.
func shellPath(path string) string {
	short, below := strings.CutPrefix(home(path), "~/")
	if below && model.ShellWord(short) == short {
		return "~/" + short
	}
	return model.ShellWord(path)
}

func (a *app) printConfig(s settingsFile, rows []settingRow) {
	out := a.out()
	switch {
	case s.path == "":
		out.linef("there is no home folder to read settings from: set HOME or XDG_CONFIG_HOME")
	case s.text == nil:
		out.linef("%s is not there; %s makes one", home(s.path), making(s.path))
	default:
		out.linef("%s", home(s.path))
	}
	cells := make([][]string, len(rows))
	for i, r := range rows {
		cells[i] = []string{r.Name, cut(r.Value), r.From}
	}
	out.table("  ", cells)
}
