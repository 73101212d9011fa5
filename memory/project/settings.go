package project

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	"dreamgate/memory"
)

// layer is one file of the agent's settings, with the few of them that matter here.
type layer struct {
	name, file string
	// shared says that the file comes with the project's own files, so that whoever wrote the project
	// wrote it.
	shared bool
	// broken says that the agent cannot read the file: it then takes nothing of it.
	broken bool
	values layerValues
}

type layerValues struct {
	Folder *string  `json:"autoMemoryDirectory"`
	Auto   *bool    `json:"autoMemoryEnabled"`
	Days   *float64 `json:"cleanupPeriodDays"`
}

// LayerUser is the layer of what the user set for all projects.
const LayerUser = "user settings"

// The names of the stronger layers, the strongest first. What is given on the agent's command line
// stands between the first two, and nobody can know it afterwards.
const (
	layerManaged = "managed settings"
	layerLocal   = "local settings"
	layerProject = "project settings"
)

// settings are the agent's settings as they are now: those that hold everywhere, and those of the
// directories that were asked for. They may be used from several goroutines.
type settings struct {
	env           func(string) string
	managed, user layer
	projects      sync.Map // of directory to []layer
}

// settings reads what holds everywhere.
func (l *Library) settings() *settings {
	s := &settings{env: l.env, managed: layer{name: layerManaged}, user: layer{name: LayerUser}}
	if l.Managed != "" {
		s.managed = readManaged(l.Managed)
	}
	if l.Config != "" {
		s.user = readLayer(LayerUser, filepath.Join(l.Config, "settings.json"))
	}
	return s
}

// managedDir is where an administrator puts settings.
func managedDir() string {
	switch runtime.GOOS {
	case "darwin":
		return "/Library/Application Support/ClaudeCode"
	case "windows":
		return `C:\Program Files\ClaudeCode`
	}
	return "/etc/claude-code"
}

// readManaged reads the administrator's settings. Files of a folder beside the main one are laid over
// it in the order of their names.
func readManaged(dir string) layer {
	all := readLayer(layerManaged, filepath.Join(dir, "managed-settings.json"))
	more, _ := filepath.Glob(filepath.Join(dir, "managed-settings.d", "*.json"))
	slices.Sort(more)
	for _, file := range more {
		next := readLayer(layerManaged, file)
		v := next.values
		if v.Folder != nil {
			all.values.Folder, all.file = v.Folder, file
		}
		if v.Auto != nil {
			all.values.Auto = v.Auto
		}
		if v.Days != nil {
			all.values.Days = v.Days
		}
		all.broken = all.broken || next.broken
	}
	return all
}

// readLayer reads one file. Settings are often links into a folder of dotfiles, and the agent follows
// them; what a link leads to must still be a plain file.
func readLayer(name, file string) layer {
	at := layer{name: name, file: file}
	real, err := filepath.EvalSymlinks(file)
	if err != nil {
		return at
	}
	data, ok := readSmall(filepath.Dir(real), filepath.Base(real))
	if !ok {
		return at
	}
	if err := json.Unmarshal(bytes.TrimPrefix(data, []byte("\ufeff")), &at.values); err != nil {
		at.broken, at.values = true, layerValues{}
	}
	return at
}

// layers are the settings of a session that is started in dir, the strongest first. A file that is
// both a project's and the user's, as in a session that is started at home, is the user's.
func (s *settings) layers(dir string) []layer {
	if dir == "" {
		return []layer{s.managed, s.user}
	}
	own, known := s.projects.Load(dir)
	if !known {
		folder := filepath.Join(dir, ".claude")
		var read []layer
		if _, err := os.Stat(folder); err == nil && realPath(folder) != realPath(filepath.Dir(s.user.file)) {
			local, project := filepath.Join(folder, "settings.local.json"), filepath.Join(folder, "settings.json")
			read = []layer{readLayer(layerLocal, local), readLayer(layerProject, project)}
			read[1].shared = true
			if read[0].values.Folder != nil {
				read[0].shared = checkedIn(local)
			}
		}
		own, _ = s.projects.LoadOrStore(dir, read)
	}
	all := append([]layer{s.managed}, own.([]layer)...)
	return append(all, s.user)
}

// home is the directory that ~ stands for, "" if the environment does not tell.
func (s *settings) home() string {
	for _, name := range []string{"HOME", "USERPROFILE"} {
		if dir := s.env(name); filepath.IsAbs(dir) {
			return dir
		}
	}
	return ""
}

// defaultCleanup is how long the agent keeps transcripts if nobody says otherwise, in days.
const defaultCleanup = 30

// keeps is how the agent deals with old transcripts.
type keeps struct {
	// period is the age at which one is removed; 0 means that none is, as the agent sweeps
	// nothing while it cannot read its settings.
	period time.Duration
	days   int
	layer  layer
}

// keeps says how long the transcripts of a project are kept.
func (s *settings) keeps(dir string) keeps {
	k := keeps{days: defaultCleanup}
	for _, at := range slices.Backward(s.layers(dir)) { // the strongest last
		if at.broken {
			return keeps{layer: at}
		}
		if d := at.values.Days; d != nil && *d >= 1 && *d < 36500 {
			k.days, k.layer = int(*d), at
		}
	}
	k.period = time.Duration(k.days) * 24 * time.Hour
	return k
}

// automatic says whether the agent keeps a memory by itself in a project, and who decided. The
// variable goes before every settings file, in both directions.
func (s *settings) automatic(dir string) (on bool, by layer) {
	const name = "CLAUDE_CODE_DISABLE_AUTO_MEMORY"
	switch strings.ToLower(strings.TrimSpace(s.env(name))) {
	case "1", "true", "yes", "on":
		return false, layer{name: name}
	case "0", "false", "no", "off":
		return true, layer{name: name}
	}
	for _, at := range s.layers(dir) {
		if at.values.Auto != nil {
			return *at.values.Auto, at
		}
	}
	return true, layer{}
}

// readSmall reads a plain file of a folder, not following a link and never waiting for one; not ok
// if there is none.
func readSmall(dir, name string) (data []byte, ok bool) {
	if dir == "" {
		return nil, false
	}
	root, err := memory.OpenRoot(dir)
	if err != nil {
		return nil, false
	}
	defer root.Close()
	f, err := root.ReadFile(name)
	if err != nil || !f.Regular() {
		return nil, false
	}
	return f.Data, true
}
