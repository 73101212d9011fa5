package project

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"dreamgate/model"
)

// setting returns one of a store's settings by its name.
func setting(t *testing.T, s model.Store, name string) model.Setting {
	t.Helper()
	for _, set := range s.Settings {
		if set.Name == name {
			return set
		}
	}
	t.Fatalf("no setting %q in %+v", name, s.Settings)
	return model.Setting{}
}

// TestMemoryFolder: the four rules by which the agent chooses the folder of a memory, and the layers of
// its settings, each against the next weaker one.
func TestMemoryFolder(t *testing.T) {
	const local, project, user = "app/.claude/settings.local.json", "app/.claude/settings.json", ".claude/settings.json"
	names := func(dir string) string { return `{"autoMemoryDirectory": "` + dir + `"}` }
	for _, c := range []struct {
		name string
		// files are written below the home directory; a value may speak of it as HOME.
		files, env map[string]string
		want       string
		layer      string
	}{
		{"nothing is set", nil, nil, "", model.LayerDefault},
		{"user", map[string]string{user: names("HOME/u")}, nil, "u", LayerUser},
		{"with a byte order mark", map[string]string{user: "\ufeff" + names("HOME/u")}, nil, "u", LayerUser},
		{"below the tilde", map[string]string{user: names("~/notes/all")}, nil, "notes/all", LayerUser},
		{"relative is ignored", map[string]string{user: names("notes")}, nil, "", model.LayerDefault},
		{"a lone tilde is ignored", map[string]string{user: names("~/")}, nil, "", model.LayerDefault},
		{"the top of the disk is ignored", map[string]string{user: names("/")}, nil, "", model.LayerDefault},
		{"empty is ignored", map[string]string{user: names("")}, nil, "", model.LayerDefault},
		{"project over user", map[string]string{project: names("HOME/p"), user: names("HOME/u")}, nil, "p", layerProject},
		{"local over project", map[string]string{local: names("HOME/l"), project: names("HOME/p"), user: names("HOME/u")}, nil, "l", layerLocal},
		{"a relative one lets the next decide", map[string]string{local: names("l"), user: names("HOME/u")}, nil, "u", LayerUser},
		{"managed over all", map[string]string{"managed/managed-settings.json": names("HOME/m"), local: names("HOME/l"), user: names("HOME/u")}, nil, "m", layerManaged},
		{"a piece of the managed ones", map[string]string{"managed/managed-settings.json": names("HOME/m"), "managed/managed-settings.d/10.json": names("HOME/n")}, nil, "n", layerManaged},
		{"a broken file says nothing", map[string]string{local: `{"autoMemoryDirectory": "HOME/l"`, user: names("HOME/u")}, nil, "u", LayerUser},
		{"a value of another kind says nothing", map[string]string{local: `{"autoMemoryDirectory": 7}`, user: names("HOME/u")}, nil, "u", LayerUser},
		{"override", map[string]string{local: names("HOME/l")}, map[string]string{envOverride: "HOME/o"}, "o", envOverride},
		{"override is absolute only", map[string]string{user: names("HOME/u")}, map[string]string{envOverride: "o"}, "u", LayerUser},
		{"remote after the settings", map[string]string{user: names("HOME/u")}, map[string]string{envRemote: "HOME/r"}, "u", LayerUser},
		{"remote", nil, map[string]string{envRemote: "HOME/r"}, "r/projects/SLUG/memory", envRemote},
		{"override before remote", nil, map[string]string{envRemote: "HOME/r", envOverride: "HOME/o"}, "o", envOverride},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := newWorld(t)
			put := func(text string) string { return strings.ReplaceAll(text, "HOME", filepath.ToSlash(w.home)) }
			for name, value := range c.env {
				t.Setenv(name, put(value))
			}
			app := w.path("app")
			w.mkdir(app)
			w.session(Slug(app), "s1", app, 1)
			w.kept(Slug(app), "s1")
			want := w.path(".claude", "projects", Slug(app), "memory")
			if c.want != "" {
				want = w.path(strings.ReplaceAll(c.want, "SLUG", Slug(app)))
				w.write(filepath.Join(want, "MEMORY.md"), "- [A](a.md)\n")
			}
			for path, text := range c.files {
				w.write(w.path(path), put(text))
			}
			lib := w.library()
			lib.Managed = w.path("managed")
			s, err := lib.Find(t.Context(), app)
			if err != nil || s.Dir != want {
				t.Fatalf("%s, %v; want %s", s.Dir, err, want)
			}
			if got := setting(t, s, model.SettingFolder); got.Layer != c.layer || got.Value != want {
				t.Errorf("decided by %+v, want %s", got, c.layer)
			}
			if s.Untrusted != (c.layer == layerProject) {
				t.Errorf("untrusted: %v", s.Untrusted)
			}
			if !slices.Equal(s.Projects, []string{app}) || s.Summary.Sessions != 1 || s.Name == "" {
				t.Errorf("%s: projects %q, %d sessions", s.Name, s.Projects, s.Summary.Sessions)
			}
			listed, err := lib.Stores(t.Context())
			if err != nil || !slices.ContainsFunc(listed, func(o model.Store) bool { return o.Dir == want && o.Untrusted == s.Untrusted }) {
				t.Errorf("not listed: %+v, %v", listed, err)
			}
		})
	}
}

// TestAutoMemorySwitch: the variable goes before the settings, in both directions.
func TestAutoMemorySwitch(t *testing.T) {
	const off, on = `{"autoMemoryEnabled": false}`, `{"autoMemoryEnabled": true}`
	const name = "CLAUDE_CODE_DISABLE_AUTO_MEMORY"
	for _, c := range []struct{ env, local, project, user, want string }{
		{"", "", "", "", "on default"},
		{"", "", "", off, "off " + LayerUser},
		{"", "", on, off, "on " + layerProject},
		{"", off, on, on, "off " + layerLocal},
		{"0", off, "", off, "on " + name},
		{"false", "", "", off, "on " + name},
		{"1", on, "", "", "off " + name},
		{"true", "", "", on, "off " + name},
		{"TRUE", "", "", "", "off " + name},
		{"perhaps", "", "", off, "off " + LayerUser},
	} {
		w := newWorld(t)
		t.Setenv(name, c.env)
		app := w.path("app")
		w.session(Slug(app), "s1", app, 1)
		w.kept(Slug(app), "s1")
		for path, text := range map[string]string{"app/.claude/settings.local.json": c.local, "app/.claude/settings.json": c.project, ".claude/settings.json": c.user} {
			if text != "" {
				w.write(w.path(path), text)
			}
		}
		w.mkdir(app)
		lib := w.library()
		lib.Managed = ""
		s, err := lib.Find(t.Context(), app)
		if err != nil {
			t.Fatal(err)
		}
		got := setting(t, s, model.SettingAuto)
		if got.Value+" "+got.Layer != c.want {
			t.Errorf("%+v: %+v", c, got)
		}
		if warned := len(s.Warnings) > 0; warned != (got.Value == "off") {
			t.Errorf("%+v: %q", c, s.Warnings)
		}
	}
}

// TestCleanupLayers: the strongest layer says how long transcripts are kept, and one that cannot be read
// keeps them all.
func TestCleanupLayers(t *testing.T) {
	for _, c := range []struct{ local, project, user, want string }{
		{"", "", "", "30 days default"},
		{"", "", "60", "60 days " + LayerUser},
		{"", "5", "60", "5 days " + layerProject},
		{"7", "5", "60", "7 days " + layerLocal},
		{"0", "", "60", "60 days " + LayerUser},
		{"", `"x"`, "60", "for ever " + layerProject},
	} {
		w := newWorld(t)
		app := w.path("app")
		w.mkdir(app)
		w.session(Slug(app), "s1", app, 1)
		w.kept(Slug(app), "s1")
		for path, days := range map[string]string{"app/.claude/settings.local.json": c.local, "app/.claude/settings.json": c.project, ".claude/settings.json": c.user} {
			if days != "" {
				w.write(w.path(path), `{"cleanupPeriodDays": `+days+`}`)
			}
		}
		lib := w.library()
		lib.Managed = ""
		s, err := lib.Find(t.Context(), app)
		if err != nil {
			t.Fatal(err)
		}
		if got := setting(t, s, model.SettingCleanup); got.Value+" "+got.Layer != c.want {
			t.Errorf("%+v: %+v", c, got)
		}
	}
}

// TestProjectSettingsAreNotTrusted: nothing of a folder that only a project's own settings name is read
// before the user says yes, and a link that is bent elsewhere afterwards asks anew.
func TestProjectSettingsAreNotTrusted(t *testing.T) {
	w := newWorld(t)
	t.Setenv("XDG_STATE_HOME", w.path("state"))
	app, notes := w.path("app"), w.path("elsewhere", "notes")
	w.write(filepath.Join(notes, "MEMORY.md"), "- [A](a.md)\n")
	w.write(filepath.Join(app, ".claude", "settings.json"), `{"autoMemoryDirectory": "`+w.path("link")+`"}`)
	if err := os.Symlink(notes, w.path("link")); err != nil {
		t.Fatal(err)
	}
	w.session(Slug(app), "s1", app, 1)
	lib := w.library()
	ask := func() (model.Store, error) {
		t.Helper()
		s, err := lib.Find(t.Context(), app)
		if err != nil {
			t.Fatal(err)
		}
		_, err = lib.Open(t.Context(), s)
		return s, err
	}
	s, err := ask()
	if !s.Untrusted || !errors.Is(err, ErrUntrusted) || !strings.Contains(err.Error(), "projects --trust") {
		t.Fatalf("%+v, %v", s, err)
	}
	if stores, err := lib.Stores(t.Context()); err != nil || len(stores) != 1 || stores[0].Summary.Notes+stores[0].Summary.Index.RawBytes != 0 {
		t.Errorf("read before the yes: %+v, %v", stores, err)
	}
	if err := lib.Trust(s); err != nil {
		t.Fatal(err)
	}
	if s, err := ask(); s.Untrusted || err != nil {
		t.Errorf("after the yes: %+v, %v", s, err)
	}
	w.write(w.path("secrets", "MEMORY.md"), "- x\n")
	if err := errors.Join(os.Remove(w.path("link")), os.Symlink(w.path("secrets"), w.path("link"))); err != nil {
		t.Fatal(err)
	}
	if s, err := ask(); !s.Untrusted || !errors.Is(err, ErrUntrusted) {
		t.Errorf("a link that was bent: %+v, %v", s, err)
	}
	// The user's own settings name the same place: that is a yes.
	w.write(w.path(".claude", "settings.json"), `{"autoMemoryDirectory": "`+w.path("secrets")+`"}`)
	if s, err := ask(); s.Untrusted || err != nil {
		t.Errorf("named by the user as well: %+v, %v", s, err)
	}
}

// TestLocalSettingsThatAreCheckedIn come with the project, whatever they are called.
func TestLocalSettingsThatAreCheckedIn(t *testing.T) {
	w := newWorld(t)
	t.Setenv("XDG_STATE_HOME", w.path("state"))
	app := w.path("app")
	w.write(w.path("notes", "MEMORY.md"), "- x\n")
	w.write(filepath.Join(app, ".claude", "settings.local.json"), `{"autoMemoryDirectory": "`+w.path("notes")+`"}`)
	w.git(app, "init", "-q")
	if s, err := w.library().Find(t.Context(), app); err != nil || s.Untrusted || s.Dir != w.path("notes") {
		t.Errorf("one's own: %+v, %v", s, err)
	}
	w.git(app, "add", "-f", ".claude/settings.local.json")
	if s, err := w.library().Find(t.Context(), app); err != nil || !s.Untrusted {
		t.Errorf("checked in: %+v, %v", s, err)
	}
}

// TestSettingsAtHome: the file of a session that is started at home is the user's own, and a link to
// dotfiles is followed.
func TestSettingsAtHome(t *testing.T) {
	w := newWorld(t)
	w.write(w.path("dotfiles", "claude.json"), `{"autoMemoryDirectory": "~/notes"}`)
	w.write(w.path("notes", "MEMORY.md"), "- x\n")
	w.mkdir(w.path(".claude"))
	if err := os.Symlink(w.path("dotfiles", "claude.json"), w.path(".claude", "settings.json")); err != nil {
		t.Fatal(err)
	}
	s, err := w.library().Find(t.Context(), w.home)
	if err != nil || s.Untrusted || s.Dir != w.path("notes") {
		t.Errorf("%+v, %v", s, err)
	}
}
