package check

import (
	"fmt"
	"strings"
	"testing"

	"dreamgate/diffview/hunk"
	"dreamgate/model"
	"dreamgate/model/evidence"
)

func notesOf(texts map[string]string) model.Tree {
	t := model.Tree{}
	for p, s := range texts {
		t[p] = model.File{Mode: 0o600, Data: []byte(s)}
	}
	return t
}

func lossOf(base, proposed map[string]string) model.Loss {
	b, p := notesOf(base), notesOf(proposed)
	return evidence.Loss(b, p, hunk.Diff(b, p))
}

// paragraph is a text of n sentences of their own.
func paragraph(name string, n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "The %s service keeps its rule %d in table %s%d of the %s store.\n", name, i, name, i*7, name)
	}
	return b.String()
}

// TestLoss: all that goes is counted and nothing that stays, whatever comes in its place.
func TestLoss(t *testing.T) {
	base := map[string]string{"MEMORY.md": "- [a](a.md)\n"}
	for _, n := range []string{"anchor", "basalt", "cedar", "delta"} {
		base[n+".md"] = paragraph(n, 10)
	}
	with := func(change map[string]string) map[string]string {
		out := map[string]string{}
		for p, s := range base {
			out[p] = s
		}
		for p, s := range change {
			out[p] = s
			if s == "" {
				delete(out, p)
			}
		}
		return out
	}
	rewrapped := strings.ReplaceAll(strings.ReplaceAll(base["cedar.md"], "\n", " "), " keeps", "\n**keeps**")
	other := strings.Repeat("What the team has agreed on since then is something else entirely, and longer.\n", 20)
	for name, c := range map[string]struct {
		proposed map[string]string
		destroys bool
		least    int
		most     int
	}{
		"nothing":               {with(nil), false, 0, 0},
		"one of four":           {with(map[string]string{"delta.md": ""}), false, 22, 25},
		"one and a bit":         {with(map[string]string{"delta.md": "", "cedar.md": paragraph("cedar", 7)}), true, 27, 35},
		"two of four":           {with(map[string]string{"delta.md": "", "anchor.md": ""}), true, 48, 53},
		"emptied":               {with(map[string]string{"delta.md": "\n", "anchor.md": "\n"}), true, 48, 53},
		"the index alone":       {with(map[string]string{"MEMORY.md": ""}), false, 0, 0},
		"other text instead":    {with(map[string]string{"delta.md": other, "anchor.md": strings.ToUpper(other)}), true, 45, 53},
		"moved to other notes":  {with(map[string]string{"delta.md": "", "anchor.md": base["anchor.md"] + base["delta.md"], "cedar.md": "", "new.md": base["cedar.md"]}), false, 0, 0},
		"set in another way":    {with(map[string]string{"cedar.md": rewrapped, "delta.md": "- " + strings.ReplaceAll(base["delta.md"], "\n", "\n- ")}), false, 0, 0},
		"said a little better":  {with(map[string]string{"cedar.md": strings.ReplaceAll(base["cedar.md"], "keeps", "stores"), "delta.md": strings.ReplaceAll(base["delta.md"], "keeps", "stores")}), false, 1, 8},
		"all, one line instead": {with(map[string]string{"delta.md": "The delta service keeps its rule 1.\n", "anchor.md": "", "basalt.md": ""}), true, 70, 76},
	} {
		l := lossOf(base, c.proposed)
		if l.Destroys() != c.destroys || l.Percent() < c.least || l.Percent() > c.most || (l.Warning() != "") != c.destroys {
			t.Errorf("%s: %+v, %d%%, %q", name, l, l.Percent(), l.Warning())
		}
	}
	if l := lossOf(map[string]string{"a.md": "port 80\n"}, map[string]string{"a.md": "port 81\n"}); l.Lost != 2 || l.Text != 6 {
		t.Errorf("one number became another: %+v", l)
	}
	twice := with(map[string]string{"e.md": base["delta.md"], "f.md": base["cedar.md"]})
	if l := lossOf(twice, base); l.Lost != 0 {
		t.Errorf("of two notes that say the same one went: %+v", l)
	}
}

// TestLossOfForm: what all notes have in their frontmatter makes no loss smaller, and none of its own.
func TestLossOfForm(t *testing.T) {
	base := map[string]string{}
	for i := range 10 {
		base[fmt.Sprintf("n%d.md", i)] = fmt.Sprintf("---\nname: n%d\ndescription: port of %d\nmetadata:\n  node_type: memory\n  type: project\n"+
			"  originSessionId: 5f0c9d1e-0000-4000-8000-00000000000%d\n---\n\nService %d has port 400%d.\n", i, i, i, i, i)
	}
	proposed := map[string]string{}
	for p, s := range base {
		proposed[p] = s
	}
	delete(proposed, "n0.md")
	delete(proposed, "n1.md")
	if l := lossOf(base, proposed); l.Destroys() || l.Percent() != 20 {
		t.Errorf("two of ten: %+v, %d%%", l, l.Percent())
	}
	delete(proposed, "n2.md")
	if l := lossOf(base, proposed); !l.Destroys() || l.Percent() != 30 {
		t.Errorf("three of ten: %+v, %d%%", l, l.Percent())
	}
	for p, s := range base {
		proposed[p] = strings.Replace(strings.Replace(s, "type: project", "type: reference", 1), "node_type: memory\n  ", "", 1)
	}
	if l := lossOf(base, proposed); l.Lost != 0 {
		t.Errorf("another type: %+v", l)
	}
}

// TestLossTongues: what is written without spaces, or is no UTF-8, is weighed like any other text.
func TestLossTongues(t *testing.T) {
	for _, s := range []string{"发布之前必须先运行全部集成测试并通知值班人员\n", "本番環境への反映は必ず木曜日の午前に行うこと\n",
		"Перед выкладкой проверяем миграции на копии базы\n", "\xfe\xe4\xf6 caf\xe9 na\xefve\n"} {
		base := map[string]string{"a.md": s, "b.md": "kept\n"}
		if l := lossOf(base, map[string]string{"b.md": "kept\n"}); l.Lost != l.Text-len("kept") || !l.Destroys() {
			t.Errorf("%q: %+v", s, l)
		}
		if l := lossOf(base, map[string]string{"b.md": "kept\n\n> " + s}); l.Lost != 0 {
			t.Errorf("%q moved: %+v", s, l)
		}
	}
}

// BenchmarkLoss: a store of 20,000 notes of which every other one goes.
func BenchmarkLoss(b *testing.B) {
	for _, n := range []int{5_000, 10_000, 20_000} {
		base, proposed := map[string]string{}, map[string]string{}
		for i := range n {
			s := paragraph(fmt.Sprintf("name%d", i), 20)
			base[fmt.Sprintf("n%d.md", i)] = s
			if i%2 == 0 {
				proposed[fmt.Sprintf("n%d.md", i)] = s
			}
		}
		bt, pt := notesOf(base), notesOf(proposed)
		changes := hunk.Diff(bt, pt)
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			for range b.N {
				if !evidence.Loss(bt, pt, changes).Destroys() {
					b.Fatal("half of the notes is no loss")
				}
			}
		})
	}
}
