package project

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"dreamgate/model"
)

func TestForecast(t *testing.T) {
	w := newWorld(t)
	app := w.path("app")
	w.mkdir(app)
	slug := Slug(app)
	dir := w.kept(slug, "soon")
	for session, age := range map[string]int{"soon": 27, "due": 40, "late": 2} {
		w.session(slug, session, app, age)
	}
	w.session("-elsewhere", "moved", "/nowhere", 29)
	for name, session := range map[string]string{"b": "due", "c": "late", "d": "gone", "e": "moved"} {
		w.note(filepath.Join(dir, name+".md"), session, "2026-11-01T00:00:00Z")
	}
	lib := w.library()
	at := func() (model.Memory, model.Sweep) {
		t.Helper()
		s, err := lib.Find(t.Context(), app)
		if err != nil {
			t.Fatal(err)
		}
		m, err := lib.Read(t.Context(), s)
		if err != nil {
			t.Fatal(err)
		}
		return m, lib.Forecast(m)
	}
	m, s := at()
	var losing []string
	for _, n := range s.Notes {
		losing = append(losing, fmt.Sprint(n.Path, " ", n.Days))
	}
	if got := strings.Join(losing, ", "); got != "b.md 0, e.md 1, a.md 3" || s.Sessions != 3 || s.Going != 2 || s.Keep != 30 ||
		s.Layer != model.LayerDefault || !s.Next.Equal(today.AddDate(0, 0, -10)) {
		t.Errorf("%s: %+v", got, s)
	}
	// The audit looks in the memory's own folders alone.
	if f := of(m, "sweep"); len(f) != 1 || f[0].Severity != model.Warning || !strings.Contains(f[0].Message, "2 notes") ||
		!strings.Contains(f[0].Message, `"cleanupPeriodDays": 365 in the user settings`) || m.Store.Summary.Findings[model.Warning] == 0 {
		t.Errorf("%+v", f)
	}
	w.write(filepath.Join(app, ".claude", "settings.local.json"), `{"cleanupPeriodDays": 45}`)
	m, s = at()
	if f := of(m, "sweep"); len(f) != 1 || !strings.Contains(f[0].Message, "1 note came from is removed in 5 days (b.md)") ||
		!strings.Contains(f[0].Message, "local settings") || s.Keep != 45 || s.Going != 1 {
		t.Errorf("%+v, %+v", f, s)
	}
	w.write(filepath.Join(app, ".claude", "settings.local.json"), `{"cleanupPeriodDays": 365}`)
	if m, s = at(); len(of(m, "sweep")) > 0 || len(s.Notes) > 0 || s.Going > 0 {
		t.Errorf("a year is long: %+v", s)
	}
	w.write(w.path(".claude", "settings.json"), `{`)
	if m, s = at(); len(of(m, "sweep")) > 0 || s.Keep != 0 || !s.Next.IsZero() || s.Sessions != 3 {
		t.Errorf("nothing is removed: %+v", s)
	}
}
