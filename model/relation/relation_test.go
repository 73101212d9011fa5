package relation

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"dreamgate/model"
	"dreamgate/model/note"
)

func memory(texts map[string]string) ([]model.Note, model.Tree) {
	tree := model.Tree{}
	for p, text := range texts {
		tree[p] = model.File{Mode: 0o600, Data: []byte(text), Links: 1}
	}
	var notes []model.Note
	for _, p := range tree.Paths() {
		notes = append(notes, note.Parse(p, tree[p]))
	}
	return notes, tree
}

func TestOf(t *testing.T) {
	notes, tree := memory(map[string]string{
		"deploy.md":  "Deploy with `deploy-staging.sh`, see [freeze](freeze.md). The rollback takes ten minutes.\n",
		"freeze.md":  "Nothing leaves in the ten days before a sale.\n",
		"oncall.md":  "The rollback is `deploy-staging.sh --back`; whoever is on call runs it.\n",
		"tone.md":    "Short sentences. No emoji. As in deploy.md, imperative.\n",
		"other.md":   "Unrelated altogether, about coffee.\n",
		"zh-one.md":  "支付网关的回调地址在预发环境里。\n",
		"zh-two.md":  "支付网关超时后要重试三次。\n",
		"plain-a.md": "This needs something because others have given them nothing before.\n",
		"plain-b.md": "Something that others need because nothing was given before.\n",
	})
	all := Of(notes, tree)
	got := func(p string) string {
		var out []string
		for _, r := range all[p] {
			word := r.Way + " " + r.Path
			if r.Words != nil {
				word += " (" + strings.Join(r.Words, " ") + ")"
			}
			out = append(out, word)
		}
		return strings.Join(out, "; ")
	}
	for p, want := range map[string]string{
		"deploy.md":  "links to freeze.md; linked from tone.md; same things oncall.md (deploy-staging.sh rollback)",
		"freeze.md":  "linked from deploy.md",
		"tone.md":    "links to deploy.md",
		"other.md":   "",
		"plain-a.md": "",
		"zh-one.md":  "same things zh-two.md (支付网关)",
	} {
		if got(p) != want {
			t.Errorf("%s:\n got %s\nwant %s", p, got(p), want)
		}
	}
}

// TestWays: what links to a note is linked from it, and likeness goes both ways.
func TestWays(t *testing.T) {
	notes, tree := large(60)
	all := Of(notes, tree)
	back := map[string]string{model.LinksTo: model.LinkedFrom, model.LinkedFrom: model.LinksTo}
	for p, list := range all {
		for _, r := range list {
			if r.Path == p {
				t.Fatalf("%s belongs to itself", p)
			}
			found := back[r.Way] == ""
			for _, o := range all[r.Path] {
				found = found || o.Path == p && (o.Way == back[r.Way] || o.Way == model.LinksTo)
			}
			if !found {
				t.Errorf("%s %s %s, and not the other way round", p, r.Way, r.Path)
			}
		}
	}
}

func large(n int) ([]model.Note, model.Tree) {
	rnd := rand.New(rand.NewPCG(1, 1))
	texts := map[string]string{}
	for i := range n {
		var b strings.Builder
		fmt.Fprintf(&b, "---\nname: note-%d\ndescription: about %d\ntype: project\n---\n\n", i, i)
		for range 200 {
			// Few words are frequent and most are rare, as in any text.
			fmt.Fprintf(&b, "word%c%d ", 'a'+rune(rnd.IntN(26)), int(1/(rnd.Float64()+0.0001)))
		}
		fmt.Fprintf(&b, "\n\nSee [x](n%04d.md).\n", rnd.IntN(n))
		texts[fmt.Sprintf("n%04d.md", i)] = b.String()
	}
	return memory(texts)
}

func BenchmarkOf(b *testing.B) {
	notes, tree := large(2000)
	for b.Loop() {
		Of(notes, tree)
	}
}
