package ui

import (
	"slices"
	"strconv"
	"strings"

	"dreamgate/keymap"
	"dreamgate/model"
	"dreamgate/ui/style"
)

// picker lists the stores, the worst first, and tells all of the selected one below or beside.
type picker struct {
	st     *style.Styles
	home   string
	stores []model.Store
	shown  []int
	filter string
	list   list
	loaded bool
	w, h   int
	rev    int
	memo   memo
}

// setStores takes the stores in their order. The selected one stays so.
func (p *picker) setStores(stores []model.Store) {
	at, _ := p.selected()
	p.stores, p.loaded = stores, true
	p.refresh(at.Dir)
}

func (p *picker) setFilter(text string) {
	at, _ := p.selected()
	p.filter = text
	p.refresh(at.Dir)
}

func (p *picker) setSize(w, h int) {
	p.w, p.h = w, h
	list, _ := p.split()
	p.list.set(len(p.shown), p.listRows(list))
}

func (p *picker) refresh(dir string) {
	p.rev++
	words := strings.Fields(strings.ToLower(p.filter))
	p.shown = p.shown[:0]
	at := 0
	for i, s := range p.stores {
		if holdsAll(strings.ToLower(s.Name+"\n"+s.Dir+"\n"+strings.Join(s.Projects, "\n")), words) {
			if s.Dir == dir {
				at = len(p.shown)
			}
			p.shown = append(p.shown, i)
		}
	}
	p.setSize(p.w, p.h)
	p.list.to(at)
}

// choose moves the cursor to a store, if the filter shows it.
func (p *picker) choose(dir string) {
	for at, i := range p.shown {
		if p.stores[i].Dir == dir {
			p.list.to(at)
			p.rev++
		}
	}
}

// selected is the store under the cursor.
func (p *picker) selected() (model.Store, bool) {
	if p.list.cursor >= len(p.shown) {
		return model.Store{}, false
	}
	return p.stores[p.shown[p.list.cursor]], true
}

func (p *picker) move(a keymap.Action) bool {
	if !p.list.move(a) {
		return false
	}
	p.rev++
	return true
}

// click moves the cursor to a row.
func (p *picker) click(x, y int) {
	list, _ := p.split()
	if p.framed() {
		y--
	}
	if x < list.w && y >= 0 && y < p.list.h && p.list.offset+y < p.list.n {
		p.list.to(p.list.offset + y)
		p.rev++
	}
}

func (p *picker) framed() bool { return p.w >= normalWidth }

// detailRows is the height of the details where they stand below the list.
const detailRows = 10

// split shares the room between the list and the details.
func (p *picker) split() (list, details rect) {
	if p.w >= wideWidth {
		left := p.w * 55 / 100
		return rect{0, 0, left, p.h}, rect{left, 0, p.w - left, p.h}
	}
	low := min(detailRows, p.h/2)
	return rect{0, 0, p.w, p.h - low}, rect{0, p.h - low, p.w, low}
}

func (p *picker) listRows(r rect) int {
	if p.framed() {
		return r.h - 2
	}
	return r.h
}

// Render draws the picker.
func (p *picker) render() string {
	return p.memo.draw(memoKey{p.rev, p.w, p.h, true, ""}, func() string {
		l, d := p.split()
		list := p.box(style.Box{Title: p.title(), Right: besides(p.st, p.filter, "worst first"), Place: p.place(), Focus: true}, p.rows(p.inner(l.w)), l)
		details := p.box(style.Box{Title: "Details"}, p.details(p.inner(d.w)), d)
		if l.y == d.y {
			return beside(list, details)
		}
		return list + "\n" + details
	})
}

// place says which memories are seen.
func (p *picker) place() string {
	from, to := p.list.window()
	return p.st.Place(from, to, p.list.n)
}

func (p *picker) title() string {
	if p.filter != "" {
		return "Memories " + model.Number(len(p.shown)) + " of " + model.Number(len(p.stores))
	}
	return "Memories " + model.Number(len(p.stores))
}

func (p *picker) inner(w int) int {
	if p.framed() {
		return w - 2
	}
	return w
}

// box frames rows where there is room for a frame; else a rule parts the two.
func (p *picker) box(b style.Box, rows []string, r rect) string {
	if p.framed() {
		return p.st.Frame(b, style.Rows(rows, r.w-2, r.h-2), r.w, r.h)
	}
	if r.y > 0 {
		rows = append([]string{p.st.Rule(r.w)}, rows...)
	}
	return style.Rows(rows, r.w, r.h)
}

func (p *picker) rows(w int) []string {
	if len(p.shown) == 0 {
		return p.none(w)
	}
	from, to := p.list.window()
	rows := make([]string, 0, to-from)
	for i := from; i < to; i++ {
		rows = append(rows, p.row(&p.stores[p.shown[i]], w, i == p.list.cursor))
	}
	return rows
}

// none says why the list is empty.
func (p *picker) none(w int) []string {
	word := "reading the memories" + p.st.Marks.Ellipsis
	switch {
	case p.filter != "":
		word = "nothing matches " + model.PrintableLine(p.filter)
	case p.loaded:
		word = "There is no memory here yet: none in projects/*/memory below $CLAUDE_CONFIG_DIR, else ~/.claude. An agent makes " +
			"one as it works; `dreamgate demo` shows one, and `dreamgate DIR` opens any folder with a " + model.IndexName + "."
	}
	rows := []string{""}
	for _, s := range style.Wrap(word, w-2) {
		rows = append(rows, p.st.Muted.Render(" "+s))
	}
	return rows
}

// row draws a store: its name, the state of its index, findings, notes, where it belongs.
func (p *picker) row(s *model.Store, w int, selected bool) string {
	r, m := p.st.Row(selected), p.st.Marks
	bar := r.Text.Render(" ")
	name := r.Text
	if selected {
		bar, name = r.Accent.Render(m.Bar), r.Strong
	}
	found, worst := countFindings(s.Summary.Findings)
	finding := ""
	if found > 0 {
		finding = m.Finding + strconv.Itoa(found)
	}
	status, ink := indexWord(r, s.Kind, s.Summary.Index.Status)
	nameCol := max(8, min(24, w*3/10))
	row := bar + name.Render(p.st.ShortPad(model.PrintableLine(s.Name), nameCol)+" ") +
		ink.Render(style.Pad(status, 8)) +
		severityInk(r, worst).Render(style.Pad(finding, 5))
	rest := w - 1 - nameCol - 1 - 8 - 5
	notes := model.Count(s.Summary.Notes, "note")
	if s.Untrusted {
		notes = "not read"
	}
	sep := " " + m.Dot + " "
	states := strings.Join(storeStates(s), sep)
	if rest < 30 {
		if states != "" {
			notes = states + sep + notes
		}
		return row + r.Muted.Render(style.Pad(p.st.Short(notes, rest), rest))
	}
	if states != "" {
		states = p.st.Short(states, rest-10) + " "
	}
	place := p.where(s)
	if n := len(s.Projects); n > 1 {
		place = model.Count(n, "path") + ": " + place
	}
	return row + r.Text.Render(style.Pad(notes, 10)) + r.Info.Render(states) +
		r.Muted.Render(p.st.ShortPad(place, rest-10-style.Width(states)))
}

// storeStates are the few words that tell a store from one that just lies there, what matters most first.
func storeStates(s *model.Store) []string {
	var words []string
	if s.Untrusted {
		words = append(words, "asks first")
	}
	if n := len(s.Open); n > 0 {
		words = append(words, model.Number(n)+" open")
	}
	if s.Summary.Pending > 0 {
		words = append(words, "review ready")
	}
	if n := len(s.Gone); n > 0 && n == len(s.Projects) {
		words = append(words, "folder gone")
	}
	if word := kindWord(s); word != "" {
		words = append(words, word)
	}
	return words
}

// kindWord names a memory that is not a project's own.
func kindWord(s *model.Store) string {
	switch s.Kind {
	case model.KindTeam:
		return "team"
	case model.KindAgent:
		return map[model.Scope]string{model.ScopeUser: "agent, user-wide", model.ScopeProject: "agent, project", model.ScopeLocal: "agent, local"}[s.Scope]
	}
	return ""
}

// where is the first real path of a store, or its folder's own name: a path is never guessed.
func (p *picker) where(s *model.Store) string {
	if len(s.Projects) > 0 {
		return p.tilde(s.Projects[0])
	}
	if s.Slug != "" {
		return model.PrintableLine(s.Slug)
	}
	return p.tilde(s.Dir)
}

// tilde shortens a path below the home directory, and makes it printable.
func (p *picker) tilde(path string) string { return tilde(path, p.home) }

func tilde(path, home string) string {
	if rest, ok := strings.CutPrefix(path, home); ok && home != "" && (rest == "" || rest[0] == '/') {
		path = "~" + rest
	}
	return model.PrintableLine(path)
}

// details tells all of the selected store: every real path, the folder, sessions, the index.
func (p *picker) details(w int) []string {
	s, ok := p.selected()
	if !ok {
		return nil
	}
	st := p.st
	var rows []string
	add := func(ink style.Ink, word, text string) {
		for i, l := range style.Wrap(text, w-11) {
			if i > 0 {
				word = ""
			}
			rows = append(rows, " "+st.Muted.Render(style.Pad(word, 10))+ink.Render(l))
		}
	}
	switch len(s.Projects) {
	case 0:
		add(st.Muted, "project", "unknown: no transcript tells its path")
	case 1:
		add(st.Text, "project", p.tilde(s.Projects[0])+p.goneWord(s, s.Projects[0]))
	default:
		for i, path := range s.Projects {
			word := ""
			if i == 0 {
				word = "shared by"
			}
			add(st.Text, word, p.tilde(path)+p.goneWord(s, path))
		}
	}
	add(st.Text, "memory", p.tilde(s.Dir))
	if word := kindWord(&s); word != "" {
		add(st.Text, "kind", "memory of "+map[bool]string{true: "a team", false: "an " + word}[s.Kind == model.KindTeam])
	}
	p.world(&s, add)
	if s.Untrusted {
		add(st.Warn, "asks", "only the project's own settings name this folder; it is not read before you say yes")
		return rows
	}
	_, ink := indexWord(&st.Roles, s.Kind, s.Summary.Index.Status)
	add(ink, "index", indexSentence(&s))
	add(st.Text, "holds", model.Count(s.Summary.Notes, "note")+", "+model.Count(s.Summary.Sessions, "session"))
	for _, sev := range []model.Severity{model.Error, model.Warning, model.Info} {
		if n := s.Summary.Findings[sev]; n > 0 {
			word := model.Count(n, sev.String())
			if sev == model.Info {
				word = model.Number(n) + " info" // which has no plural
			}
			add(severityInk(&st.Roles, sev), "findings", word)
		}
	}
	if n := s.Summary.Pending; n > 0 {
		add(st.Accent, "reviews", model.Count(n, "proposal")+" waiting")
	}
	return rows
}

// goneWord stands behind the path of a project that is no longer there.
func (p *picker) goneWord(s model.Store, path string) string {
	if slices.Contains(s.Gone, path) {
		return " (gone)"
	}
	return ""
}

// world tells what is around a store: who is at work, what is wrong with its place, and which settings
// somebody made.
func (p *picker) world(s *model.Store, add func(style.Ink, string, string)) {
	if n := len(s.Open); n > 0 {
		busy := 0
		for _, o := range s.Open {
			if o.Status == "busy" {
				busy++
			}
		}
		word := model.Count(n, "session") + " open"
		if busy > 0 {
			word += ", " + model.Number(busy) + " at work"
		}
		add(p.st.Info, "now", word)
	}
	for _, w := range s.Warnings {
		add(p.st.Warn, "warning", model.PrintableLine(w))
	}
	for _, set := range s.Settings {
		if set.Layer != model.LayerDefault && set.Name != model.SettingCleanup {
			add(p.st.Text, "settings", set.Name+" by "+set.Layer)
		}
	}
}

// indexSentence tells an index's measures.
func indexSentence(s *model.Store) string {
	ix := s.Summary.Index
	switch {
	case ix.Status == model.StatusMissing && !s.Kind.OwnIndex():
		return "none of its own: the memory around it may name the notes"
	case ix.Status == model.StatusMissing:
		return "missing: a session is given none of the notes"
	}
	return string(ix.Status) + ": " + model.Count(ix.Lines, "line") + ", " + model.Count(ix.Units, "character")
}

// replace puts a store's new figures in its place.
func (p *picker) replace(s model.Store) {
	if i := slices.IndexFunc(p.stores, func(o model.Store) bool { return o.Dir == s.Dir }); i >= 0 {
		p.stores[i] = s
		p.rev++
	}
}
