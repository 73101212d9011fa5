package recall

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"
	"time"

	"dreamgate/model"
	"dreamgate/model/audit"
)

var monday = time.Date(2026, 3, 2, 9, 0, 0, 0, time.UTC)

// store makes a store of "path | name | description | body" lines.
func store(t testing.TB, lines string) *Store {
	t.Helper()
	tree := model.Tree{}
	for l := range strings.Lines(lines) {
		f := strings.Split(strings.TrimSpace(l), "|")
		if len(f) != 4 {
			continue
		}
		for i := range f {
			f[i] = strings.TrimSpace(f[i])
		}
		tree[f[0]] = model.File{Mode: 0o644, ModTime: monday, Data: fmt.Appendf(nil,
			"---\nname: %s\ndescription: %s\ntype: project\n---\n\n%s\n", f[1], f[2], f[3])}
	}
	return of(tree)
}

func of(tree model.Tree) *Store {
	notes, ix, _ := audit.Tree(tree, monday)
	return New(tree, notes, ix)
}

// A bakery, so that no word of it stands in anybody's table by chance.
const bakery = `
	ovens.md       | Ovens            | temperatures         | Deck oven 2 runs ten degrees hot; rye goes in at 250.
	till.md        | Till             | closing              | The till closes at 18:30, the float is 120 euros.
	rye-starter.md | Rye starter      | feeding              | Feed it at six and at noon; it lives on shelf B.
	suppliers.md   | Suppliers        | who delivers what    | Flour comes from the mill in Adorf, call orders@mill.example.com.
	hygiene.md     | Hygiene          | cleaning             | Every table is wiped with vinegar after the early shift.
	allergens.md   | Allergens        | labels               | Nut bread carries a red tag; never slice it on machine 1.
	orders-api.md  | Orders interface | where orders come in | POST /v2/orders, key in vault kv/shop/orders; at most 40 requests a minute.
	returns.md     | Returns          | money back           | Refunds above 50 euros need the owner.
	mixer-logs.md  | Mixer logs       | retention            | mixer_speed is logged to /var/log/mixer for 14 days.
	lieferung.md   | Lieferung        | Filialen             | Die Filialen werden vor 5 Uhr beliefert, der Lagerschlüssel hängt im Büro.
	pech.md        | Печь             | ремонт               | Печь номер 3 ремонтируют по вторникам.
	kouza.md       | 口座               | 振込                   | 給料の振込は毎月25日、締め切りは前日の正午。
	beiyong.md     | 备用钥匙             | 位置                   | 备用钥匙在仓库二号柜子里。
	horno.md       | Horno pequeño    | mantenimiento        | El horno pequeño se limpia cada viernes.
	carts.md       | Carts            | names                | The carts are called Falcon and Heron.
	falcon-odd.md  | Falcon oddity    | brakes               | Falcon's brakes squeal when wet; no harm.
	nachtdienst.md | Mitarbeiterraum  | Nutzung              | Er wird um zehn abgeschlossen.
	panier.md      | Panier           | règles               | Le panier reste sous le comptoir.
`

func TestSelect(t *testing.T) {
	s := store(t, bakery)
	for _, c := range []struct{ query, want string }{
		{"when does the till close", "till.md"},
		{"rye-starter", "rye-starter.md"},
		{"rye-starter.md", "rye-starter.md"},
		{"what is mixer_speed", "mixer-logs.md"},
		{"kv/shop/orders", "orders-api.md"},
		{"how long are the logs of the mixer kept", "mixer-logs.md"},
		// Slips of the keyboard.
		{"supliers of flour", "suppliers.md"},
		{"alergens on bread", "allergens.md"},
		{"hygeine", "hygiene.md"},
		// Other words for the same.
		{"is a reimbursement possible", "returns.md"},
		{"how do we clean the tables", "hygiene.md"},
		{"throttling of the orders interface", "orders-api.md"},
		// Together or apart.
		{"ryestarter", "rye-starter.md"},
		// Other languages.
		{"wann wird die Filiale beliefert", "lieferung.md"},
		{"wo ist der Schlüssel vom Lager", "lieferung.md"},
		{"wo ist der Schluessel vom Lager", "lieferung.md"},
		{"когда ремонтируют печи", "pech.md"},
		{"振込はいつですか", "kouza.md"},
		{"备用钥匙在哪里", "beiyong.md"},
		{"cuándo limpiar el horno", "horno.md"},
		// A note that is called so, among words that stand in any text.
		{"wie lange darf eine Lieferung dauern", "lieferung.md"},
		{"où faut-il mettre les paniers", "panier.md"},
		// Compounds: by another word for both parts, and with one that is asked for.
		{"employee room", "nachtdienst.md"},
		{"Lieferungsdauer", "lieferung.md"},
		// What answers nothing.
		{"how do penguins fly", ""},
		{"quantum entanglement lecture", ""},
		{"which stadium hosts the final", ""},
		{"the of and", ""},
		{"", ""},
		{"???", ""},
		{"天气怎么样", ""},
		{"какая погода завтра", ""},
		{"comment faire une tarte", ""},
	} {
		got := s.Select(Query{Text: c.query})
		if first := paths(got, 1); first != c.want {
			t.Errorf("%q: got %q, want %q", c.query, paths(got, 5), c.want)
		}
	}
}

func paths(picks []Pick, n int) string {
	var list []string
	for _, p := range picks[:min(n, len(picks))] {
		list = append(list, p.Path)
	}
	return strings.Join(list, " ")
}

func TestKinLend(t *testing.T) {
	got := paths(store(t, bakery).Select(Query{Text: "brakes of the carts squeal"}), 1)
	if got != "falcon-odd.md" {
		t.Errorf("got %q", got)
	}
	tree := model.Tree{
		"a.md": {Mode: 0o644, Data: []byte("---\nname: zephyr\ndescription: x\n---\nThe turbine sits upstairs. See [[quill]].\n")},
		"b.md": {Mode: 0o644, Data: []byte("---\nname: quill\ndescription: y\n---\nIt squeaks at noon.\n")},
		"c.md": {Mode: 0o644, Data: []byte("---\nname: mortar\ndescription: z\n---\nIt squeaks at dawn.\n")},
	}
	// Both squeak; the one that the note on the turbine links to is meant.
	picks := of(tree).Select(Query{Text: "why squeaks the turbine upstairs"})
	if place(picks, "b.md") < 0 || place(picks, "c.md") >= 0 && place(picks, "c.md") < place(picks, "b.md") {
		t.Errorf("got %v", picks)
	}
}

func place(picks []Pick, path string) int {
	for i, p := range picks {
		if p.Path == path {
			return i
		}
	}
	return -1
}

func TestRecent(t *testing.T) {
	s := store(t, bakery)
	if got := s.Select(Query{Text: "penguins", Recent: "when does the till close"}); len(got) > 0 {
		t.Errorf("the words before the prompt chose %v", got)
	}
	if got := paths(s.Select(Query{Text: "yes, do that please", Recent: "when does the till close"}), 1); got != "till.md" {
		t.Errorf("a prompt that says nothing by itself: got %q", got)
	}
	// It decides between two that fit alike.
	two := store(t, "a.md|North oven|x|It hums.\nb.md|South oven|x|It hums too.")
	if got := paths(two.Select(Query{Text: "the oven", Recent: "we stand in the south"}), 1); got != "b.md" {
		t.Errorf("got %q first", got)
	}
}

func TestLongPrompt(t *testing.T) {
	s := store(t, bakery)
	page := strings.Repeat("The quarterly gathering discussed landscapes, gardens, painters and their gallery openings. ", 60)
	if got := s.Select(Query{Text: page}); len(got) > 0 {
		t.Errorf("a page of other things: %v", got)
	}
	if got := paths(s.Select(Query{Text: page + "\nAnd when does the till close?"}), 1); got != "till.md" {
		t.Errorf("a question behind a page: got %q", got)
	}
}

func TestUnreadable(t *testing.T) {
	tree := model.Tree{
		"link.md": {Mode: 0o777 | 1<<27, Target: "/etc/passwd"},
		"bad.md":  {Mode: 0o644, Fault: "no permission"},
		"gone.md": {Mode: 0o644, Oversize: 1 << 30},
	}
	if got := of(tree).Select(Query{Text: "link bad gone passwd"}); len(got) > 0 {
		t.Errorf("files that cannot be read: %v", got)
	}
}

func TestOffered(t *testing.T) {
	tree := model.Tree{}
	for i := range MaxOffered + 1 {
		tree[fmt.Sprintf("n%03d.md", i)] = model.File{Mode: 0o644, ModTime: monday.Add(time.Duration(i) * time.Hour), Data: fmt.Appendf(nil, "word%03d", i)}
	}
	s := of(tree)
	for path, want := range map[string]bool{"word000": false, "word001": true, "word200": true} {
		if got := s.Select(Query{Text: path}); len(got) != 1 || got[0].Offered != want {
			t.Errorf("%s: %+v, want offered %v", path, got, want)
		}
	}
}

// TestProperties: whatever the store and the query, five notes of the store at most, each once, the
// best first, and the same again.
func TestProperties(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 11))
	words := strings.Fields("oven oven_2 rye float till Schlüssel печь 口座 备用 a/b.md v1.2 \xff \x00 ' - ''' [[x]] ](x.md ::: delete log_in when 25 C++ e\u0301 ﬀ 가나다")
	text := func(n int) string {
		var b strings.Builder
		for range n {
			b.WriteString(words[rng.IntN(len(words))])
			b.WriteString([]string{" ", "", "\n", "-", "."}[rng.IntN(5)])
		}
		return b.String()
	}
	for range 200 {
		tree := model.Tree{}
		for i := range rng.IntN(12) {
			tree[fmt.Sprintf("n%d.md", i)] = model.File{Mode: 0o644, Data: []byte(text(rng.IntN(40)))}
		}
		q := Query{Text: text(rng.IntN(20)), Recent: text(rng.IntN(3))}
		picks := of(tree).Select(q)
		if len(picks) > MaxNotes {
			t.Fatalf("%d notes", len(picks))
		}
		seen := map[string]bool{}
		for i, p := range picks {
			if _, ok := tree[p.Path]; !ok || seen[p.Path] || p.Cover < 0 || p.Cover > 1 || i > 0 && p.Score > picks[i-1].Score {
				t.Fatalf("%q of %v: %+v", q, tree.Paths(), picks)
			}
			seen[p.Path] = true
		}
		if again := of(tree).Select(q); !reflect.DeepEqual(picks, again) {
			t.Fatalf("%q: %v, then %v", q, picks, again)
		}
	}
	if got := of(nil).Select(Query{Text: "anything"}); len(got) > 0 {
		t.Errorf("an empty store: %v", got)
	}
}

func FuzzTokens(f *testing.F) {
	f.Add("svc-mailer_logs.md 最高速度 don't C++ \xff")
	f.Fuzz(func(t *testing.T, text string) {
		for _, tok := range tokens(text) {
			if tok.text == "" || tok.key == "" || tok.to < tok.at {
				t.Errorf("%q: %+v", text, tok)
			}
			root(tok.text)
		}
		sentences(text)
	})
}
