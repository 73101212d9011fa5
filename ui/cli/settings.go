package cli

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"gopkg.in/yaml.v3"

	"dreamgate/keymap"
	"dreamgate/memory"
	"dreamgate/model"
	"dreamgate/ui/style"
)

// EngineSettings are what the settings file says of one engine that asks a service:
//
//	engines:
//	  anthropic: {model: claude-opus-5-5}
//	  openai: {model: qwen3, url: "http://localhost:11434/v1"}
//	  command: {closed: true}
type EngineSettings struct {
	Model string `yaml:"model"`
	URL   string `yaml:"url"`
	// Closed keeps the program of the engine command from changing the live notes.
	Closed bool `yaml:"closed"`
}

// settingsFile is what the user has set, once and for all runs. Prompt goes from folders of projects to
// what models are told there beside our own words; "*" stands for all the others.
type settingsFile struct {
	// path is where the file is or would be, text what stands in it.
	path string
	text []byte

	theme string
	ascii bool
	mouse bool
	// accessible holds reviews by questions and answers.
	accessible bool
	engines    map[string]EngineSettings
	prompt     map[string]string
	keys       *keymap.Map
	// set are the names that stand in the file, in their order.
	set []string
}

// maxSettings bounds the settings file: no person writes so much.
const maxSettings = 1 << 20

// engineNames are the engines that may be set. Their packages reach the network, and so are not asked here.
var engineNames = []string{"offline", "claude", "anthropic", "openai", "command"}

// themes are the words for the colours of the screen.
var themes = style.Themes()

// readSettings reads the settings file. One that is not there says nothing. The error names every line
// that cannot be taken; what the others say is in force.
func readSettings() (settingsFile, error) {
	s := settingsFile{mouse: true, keys: keymap.Default()}
	dir, err := memory.ConfigDir()
	if err != nil {
		return s, nil // without a home there are no settings
	}
	s.path = filepath.Join(dir, "config.yaml")
	// They may be a link to a folder of dotfiles. What is no plain file would hang every command, or fill its room.
	s.text, err = memory.ReadPlain(s.path, maxSettings)
	if errors.Is(err, fs.ErrNotExist) {
		return s, nil
	}
	if err == nil {
		err = s.parse()
	}
	if err != nil {
		return s, fmt.Errorf("read the settings in %s: %w", s.path, err)
	}
	return s, nil
}

// parse takes the settings of the text, one by one.
func (s *settingsFile) parse() error {
	var doc yaml.Node
	if err := yaml.Unmarshal(s.text, &doc); err != nil {
		return err
	}
	if doc.IsZero() || doc.Content[0].Tag == "!!null" {
		return nil
	}
	root := doc.Content[0]
	if root.Kind != yaml.MappingNode {
		return fmt.Errorf("line %d: a mapping from settings to values is needed; dreamgate config --example shows one", root.Line)
	}
	var errs []error
	for i := 0; i+1 < len(root.Content); i += 2 {
		name := root.Content[i]
		if slices.Contains(s.set, name.Value) {
			errs = append(errs, fmt.Errorf("line %d: %s stands there a second time", name.Line, name.Value))
			continue
		}
		err := s.take(name.Value, root.Content[i+1])
		if err != nil && name.Value != "keys" { // a fault of keys names its own line
			err = fmt.Errorf("line %d: %w", name.Line, err)
		}
		if err != nil {
			errs = append(errs, err)
			continue
		}
		s.set = append(s.set, name.Value)
	}
	return errors.Join(errs...)
}

// take takes one setting.
func (s *settingsFile) take(name string, value *yaml.Node) error {
	into := func(to any, needed string) error {
		if value.Decode(to) != nil {
			return fmt.Errorf("%s is %s", name, needed)
		}
		return nil
	}
	switch name {
	case "theme":
		if into(&s.theme, "") != nil || !slices.Contains(themes, s.theme) {
			s.theme = ""
			return fmt.Errorf("theme is %s", strings.Join(themes, ", "))
		}
		return nil
	case "ascii":
		return into(&s.ascii, "true or false")
	case "accessible":
		return into(&s.accessible, "true or false")
	case "mouse":
		return into(&s.mouse, "true or false")
	case "engines":
		if err := knownEngines(value); err != nil {
			return err
		}
		return into(&s.engines, "a mapping from names of engines to {model: NAME, url: ADDRESS, closed: true}")
	case "prompt":
		return into(&s.prompt, "a mapping from folders of projects, or \"*\", to a text")
	case "keys":
		keys, err := s.keys.Override(s.text)
		s.keys = keys
		return err
	}
	return fmt.Errorf("there is no setting %q; dreamgate config --example shows them all", name)
}

// knownEngines refuses a setting of an engine that there is not, and one that engines do not have: what is misspelt
// would else be as it comes, and nobody knew why.
func knownEngines(value *yaml.Node) error {
	if value.Kind != yaml.MappingNode {
		return nil // which is said elsewhere
	}
	for i := 0; i+1 < len(value.Content); i += 2 {
		name, of := value.Content[i], value.Content[i+1]
		if !slices.Contains(engineNames, name.Value) {
			return fmt.Errorf("engines: there is no engine %q; there is %s", name.Value, strings.Join(engineNames, ", "))
		}
		for j := 0; of.Kind == yaml.MappingNode && j+1 < len(of.Content); j += 2 {
			if word := of.Content[j].Value; !slices.Contains([]string{"model", "url", "closed"}, word) {
				return fmt.Errorf("engines: %s has no setting %q; there is model, url, closed", name.Value, word)
			}
		}
	}
	return nil
}

// addition is what models are told for a store.
func (s settingsFile) addition(st model.Store) string {
	for _, p := range st.Projects {
		for dir, text := range s.prompt {
			if dir != "*" && filepath.Clean(dir) == filepath.Clean(p) {
				return text
			}
		}
	}
	return s.prompt["*"]
}
