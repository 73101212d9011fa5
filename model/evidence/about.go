package evidence

import (
	"path"
	"regexp"
	"slices"
	"strings"
	"sync"

	"dreamgate/model"
)

// aLink is a link by the name of a note.
var aLink = regexp.MustCompile(`\[\[([^\[\]|#]+)`)

// About says which texts a reason speaks of, as their places in the list; none if it does not tell. A note that it names,
// as a file or a link, decides before any loose word; another file does before a single one. One of
// those of which every reason for a change of notes is made is not enough alone. The parts of a name in code never
// count: two files that are called alike are not about the same.
func (t *Text) About(of []*Text) []int {
	shares, note, file := make([]shared, len(of)), false, false
	for i, o := range of {
		shares[i] = t.shares(o)
		note, file = note || shares[i].note, file || shares[i].file
	}
	var out []int
	for i, s := range shares {
		loose := len(s.words) > 1 || len(s.words) == 1 && !file && !ofNotes()[s.words[0]]
		if s.note || s.exact || loose && !note {
			out = append(out, i)
		}
	}
	return out
}

// shared is what a text has in common with a reason.
type shared struct {
	// note says that it is the name of a note, file that of another file, exact that it is that, a figure, a date or a
	// name in code.
	note, file, exact bool
	// words are those in common that say something.
	words []string
}

// shares compares a reason with a text.
func (t *Text) shares(o *Text) (s shared) {
	for name := range t.notes() {
		s.note = s.note || o.notes()[name]
	}
	whole := o.wholes()
	for _, it := range t.items {
		switch {
		case !it.solid() || !whole[it.key]:
		case it.kind != kindWord && it.kind != kindHan:
			s.exact, s.file = true, s.file || t.isFile(it)
		case !slices.Contains(s.words, it.key):
			s.words = append(s.words, it.key)
		}
	}
	return s
}

// wholes are the keys of what says something and is no part of another.
func (t *Text) wholes() map[string]bool {
	if t.whole == nil {
		t.whole = make(map[string]bool, len(t.items))
		for _, it := range t.items {
			t.whole[it.key] = t.whole[it.key] || !it.part
		}
	}
	return t.whole
}

// isFile reports whether an item names a file.
func (t *Text) isFile(it item) bool {
	name := t.lower(it)
	ext := path.Ext(name)
	return it.kind == kindIdent && (strings.Contains(name, "/") || len(ext) > 1 && ext != name)
}

// notes are the notes that a text names as files or by links, without folders, which may be left out, and without the
// ending of files, which links do not have.
func (t *Text) notes() map[string]bool {
	if t.named != nil {
		return t.named
	}
	t.named = map[string]bool{}
	for _, it := range t.items {
		if name := t.lower(it); noteFile(it) && !it.part {
			t.named[strings.TrimSuffix(path.Base(name), ".md")] = true
		}
	}
	for _, m := range aLink.FindAllStringSubmatch(t.Source.Text, -1) {
		name := strings.ToLower(strings.TrimSpace(m[1]))
		t.named[strings.TrimSuffix(path.Base(name), ".md")] = true
	}
	return t.named
}

// ofNotes are words of which reasons for changes of notes are made, whatever the notes are about.
var ofNotes = sync.OnceValue(func() map[string]bool {
	out := map[string]bool{}
	for _, it := range Read(model.Source{Text: `
		file files line lines note notes entry entries index list link memory text word words section sentence heading topic
		old new stale outdated current duplicate redundant same one two first last
		add added drop dropped remove removed delete deleted update updated change changed move moved rename renamed shorten shortened
		merge merged split keep kept fix fixed correct corrected make made rewrite rewritten replace replaced clean cleaned say says said
		Datei Dateien Zeile Zeilen Notiz Notizen Eintrag Einträge Verzeichnis Liste alt alte neu neue veraltet gelöscht entfernt ergänzt gekürzt geändert
		archivo archivos línea líneas nota notas entrada índice viejo nuevo añadido eliminado borrado cambiado
		fichier fichiers ligne lignes entrée ancien nouveau ajouté supprimé modifié
		файл файлы строка строки заметка запись старый новый добавлено удалено изменено
		文件 笔记 索引 条目 删除 更新 添加 ファイル メモ 行 削除 追加 更新`}).items {
		out[it.key] = true
	}
	return out
})
