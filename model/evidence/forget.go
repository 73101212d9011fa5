package evidence

import (
	"path"
	"slices"
	"strings"

	"dreamgate/model"
)

// forgetting is how a language says that a note is to go, or is gone.
type forgetting struct {
	// forget are the words for it: what one asks for, and what one did.
	forget string
	// mere are words beside it that leave the meaning as it is; note are those of them that mean a note.
	mere, note string
	// other are words that make something else of it: "remove it from a.md", "if you remove a.md".
	other string
}

// forgettings are those of the languages, in their order.
var forgettings = []forgetting{
	{ // en
		forget: "forget delete deleted remove removed drop dropped discard discarded scrap scrapped erase erased purge purged",
		note:   "note notes memory memories entry",
		mere:   "note notes memory memories file entry safely completely entirely altogether want like ahead need",
		other:  "from in inside within if when whenever unless before until",
	},
	{ // de
		forget: "vergiss vergesst vergessen lösche löscht löschen gelöscht entferne entfernt entfernen streiche streichen gestrichen wegwerfen verwirf verwerfen",
		note:   "notiz eintrag erinnerung",
		mere:   "notiz notizen datei eintrag erinnerung gedächtnis ruhig ganz komplett möchte kannst könnt sollst",
		other:  "in im aus von vom wenn falls bevor sobald",
	},
	{ // es
		forget: "olvida olvidar olvídate borra borrar borrado borrada borramos elimina eliminar eliminado eliminada eliminamos quita quitar quitamos descarta descartar",
		note:   "nota notas",
		mere:   "nota notas archivo fichero memoria recuerdo entrada completo favor puedes podéis",
		other:  "en del si cuando antes",
	},
	{ // fr
		forget: "oublie oubliez oublier supprime supprimez supprimer supprimé supprimée efface effacez effacer effacé effacée enlève enlever jette jeter",
		note:   "note notes",
		mere:   "note notes fichier mémoire souvenir entrée complètement veux voudrais peux pouvez",
		other:  "dans si quand avant",
	},
	{ // ru
		forget: "забудь забудьте забыть удали удалите удалить удалил удалили удалён удалена убери уберите убрать убрали выброси выбросить сотри стереть",
		note:   "заметка заметку запись",
		mere:   "заметка заметку файл память запись совсем полностью пожалуйста хочу можешь можете",
		other:  "в во из если когда прежде",
	},
}

// hanForget and hanOther are the same in scripts without blanks.
var (
	hanForget = []string{"忘掉", "忘记", "忘了", "删除", "删掉", "删了", "移除", "忘れて", "削除", "消して", "消した"}
	hanOther  = []string{"如果", "时候", "之前", "もし", "たら", "里的", "里面", "中的", "から", "の中", "内の"}
)

// NameStatements are the names by which people speak of a note: its file, and the words of its stem and
// of its name in the frontmatter. One word alone names no note, it may mean anything.
func NameStatements(file, name string) []*Statement {
	base := path.Base(file)
	stem := strings.NewReplacer("-", " ", "_", " ").Replace(strings.TrimSuffix(base, path.Ext(base)))
	var out []*Statement
	for i, text := range []string{base, stem, name} {
		s := Statements([]string{text}, nil)
		if len(s) == 1 && (i == 0 || len(s[0].content) > 1) {
			out = append(out, s[0])
		}
	}
	return out
}

// Forgotten looks for a plain sentence of the user that says that the note which statement n names is to
// be forgotten, or was removed.
func (p *Pass) Forgotten(n int) (model.Source, bool) {
	lines := slices.Clone(p.said[n])
	for i := range p.m.statements[n].claims {
		lines = append(lines, p.saidClaim[p.m.first[n]+i]...)
	}
	for _, t := range p.texts(lines) {
		if t.Source.Trust == model.TrustUser && t.Source.Path == "" && t.forgets(p.m.statements[n]) {
			return t.Source, true
		}
	}
	return model.Source{}, false
}

// forgets reports whether a clause of a text says it of what a statement names. Names of other notes may
// follow: "forget a.md and b.md".
func (t *Text) forgets(name *Statement) bool {
	for _, s := range t.sentences {
		if s.mood != 0 {
			continue
		}
		for i := range s.clauses {
			if i > 0 && t.dismissesNote(s.clauses[i]) && slices.ContainsFunc(s.clauses[:i], func(o clause) bool { return t.namesAll(o, name) }) {
				return true
			}
			for end := i + 1; end <= len(s.clauses); end++ {
				if end > i+1 && !t.onlyFiles(s.clauses[end-1]) {
					break
				}
				if !s.clauses[i].not && t.forgetsIn(s.clauses[i].from, s.clauses[end-1].to, name) {
					return true
				}
			}
		}
	}
	return false
}

// dismissesNote reports whether a clause says that the note is to go, of whatever stands before it.
func (t *Text) dismissesNote(c clause) bool {
	return t.dismisses(c) && slices.ContainsFunc(t.items[c.from:c.to], func(it item) bool { return it.entry.class&classNote != 0 })
}

// namesAll reports whether a clause holds all words of a name.
func (t *Text) namesAll(c clause, name *Statement) bool {
	return !slices.ContainsFunc(name.content, func(it item) bool { return t.find(sentence{from: c.from, to: c.to}, it.key) < 0 })
}

// onlyFiles reports whether a clause holds nothing but names of notes.
func (t *Text) onlyFiles(c clause) bool {
	return !slices.ContainsFunc(t.items[c.from:c.to], func(it item) bool { return !it.stop && !it.part && !noteFile(it) })
}

// noteFile reports whether an item is the name of a Markdown file.
func noteFile(it item) bool { return it.kind == kindIdent && strings.HasSuffix(it.key, ".md") }

// forgetsIn reports whether the items from..to say it and nothing else: "remove the port from a.md" is
// about the port, and "the tests of a.md are gone" about the tests.
func (t *Text) forgetsIn(from, to int, name *Statement) bool {
	part := sentence{from: from, to: to}
	keys := map[string]bool{}
	for _, it := range name.content {
		if t.find(part, it.key) < 0 {
			return false
		}
		keys[it.key] = true
	}
	forget, hanText := false, false
	for _, it := range t.items[from:to] {
		has := func(c class) bool { return it.kind == kindWord && !it.part && it.entry.class&c != 0 }
		switch {
		case it.kind == kindHan:
			hanText = true
		case has(classForget):
			forget = true
		case has(classOther):
			return false
		case it.stop || it.part || keys[it.key] || noteFile(it) || has(classMere):
		default:
			return false
		}
	}
	if hanText {
		s := t.bytes(from, to)
		return containsAny(s, hanForget) && !containsAny(s, hanOther)
	}
	return forget
}
