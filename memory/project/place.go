package project

import (
	"context"
	"path/filepath"
	"strconv"
	"strings"

	"dreamgate/memory/history"
	"dreamgate/model"
)

// place is where the memory of a session is kept, and who decided it.
type place struct {
	dir string
	by  layer
	// note is a sentence on a value that was passed over; "" if there was none.
	note string
	// elsewhere is false for the folder that the agent keeps if nobody says otherwise.
	elsewhere bool
}

// The variables that say where memories are kept.
const (
	envOverride = "CLAUDE_COWORK_MEMORY_PATH_OVERRIDE"
	envRemote   = "CLAUDE_CODE_REMOTE_MEMORY_DIR"
)

// place says where the memory of a session is kept that is started in dir, which belongs to the project
// root: the first of four that applies.
func (l *Library) place(s *settings, dir, root string) place {
	if to := s.env(envOverride); filepath.IsAbs(to) {
		return place{dir: filepath.Clean(to), by: layer{name: envOverride}, elsewhere: true}
	}
	var p place
	for _, at := range s.layers(dir) {
		if at.values.Folder == nil {
			continue
		}
		to, ok := s.expand(*at.values.Folder)
		if ok {
			p.dir, p.by, p.elsewhere = to, at, true
			return p
		}
		if p.note == "" {
			p.note = "autoMemoryDirectory " + strconv.Quote(*at.values.Folder) + " of " + at.name +
				" is passed over: it is neither absolute nor below ~"
		}
	}
	p.by = layer{name: model.LayerDefault}
	base := l.projects()
	if remote := s.remote(); remote != "" {
		base, p.by = remote, layer{name: envRemote}
	}
	p.dir = filepath.Join(base, Slug(root), "memory")
	return p
}

// expand reads a folder as the agent does: absolute, or below the home directory. The home directory
// itself and the root of the disk are no places for notes.
func (s *settings) expand(value string) (dir string, ok bool) {
	if rest, below := strings.CutPrefix(value, "~/"); below && s.home() != "" {
		dir := filepath.Join(s.home(), filepath.FromSlash(rest))
		return dir, dir != s.home() && dir != filepath.Dir(s.home())
	}
	if !filepath.IsAbs(value) || strings.ContainsRune(value, 0) {
		return "", false
	}
	dir = filepath.Clean(value)
	return dir, dir != filepath.Dir(dir)
}

// remote is the folder for which the agent leaves its own projects/ aside, "" without one.
func (s *settings) remote() string {
	if dir := s.env(envRemote); dir != "" {
		return filepath.Join(dir, "projects")
	}
	return ""
}

// checkedIn reports whether a file of settings that is meant for one user came with the project after
// all.
func checkedIn(file string) bool { return history.Tracked(context.Background(), file) }

// describe lists the settings that bear on a store, for people: what holds for sessions that are
// started in the project dir, "" if that is unknown. Then the memory is where it is kept.
func (l *Library) describe(s *settings, dir, standing string) []model.Setting {
	p := l.place(s, dir, dir)
	if dir == "" && !p.elsewhere {
		p.dir = standing
	}
	list := []model.Setting{{Name: model.SettingFolder, Value: p.dir, Layer: p.by.name, File: p.by.file, Note: p.note}}
	on, by := s.automatic(dir)
	auto := model.Setting{Name: model.SettingAuto, Value: "on", Layer: or(by.name), File: by.file}
	if !on {
		auto.Value = "off"
		auto.Note = "the agent neither loads nor writes this memory"
	}
	k := s.keeps(dir)
	kept := model.Setting{Name: model.SettingCleanup, Value: model.Count(k.days, "day"), Layer: or(k.layer.name), File: k.layer.file}
	if k.period == 0 {
		kept.Value = "for ever"
		kept.Note = "the agent cannot read this file, and removes nothing as long as that is so"
	}
	return append(list, auto, kept)
}

// or is the name of a layer, or of none.
func or(name string) string {
	if name == "" {
		return model.LayerDefault
	}
	return name
}
