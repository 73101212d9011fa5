package audit

import (
	"fmt"
	"math/rand"
	"strings"
	"testing"

	"dreamgate/model"
)

// made is a memory of so many notes of about a kilobyte, most of whose words are frequent ones.
func made(notes int) model.Tree {
	rng := rand.New(rand.NewSource(11))
	frequent := strings.Fields("the of and to in is it that for on with as are this be at by from or an we use when not")
	sentence := func() string {
		var b strings.Builder
		for range 7 + rng.Intn(9) {
			if rng.Intn(2) == 0 {
				b.WriteString(frequent[rng.Intn(len(frequent))])
			} else {
				fmt.Fprintf(&b, "w%x", rng.Intn(6000))
			}
			b.WriteByte(' ')
		}
		return strings.TrimSpace(b.String())
	}
	m := model.Tree{}
	var index strings.Builder
	for i := range notes {
		name := fmt.Sprintf("note-%d", i)
		var body strings.Builder
		for range 16 {
			switch rng.Intn(20) {
			case 0:
				fmt.Fprintf(&body, "The w%x server listens on port %d.\n", rng.Intn(6000), rng.Intn(9999))
			case 1:
				fmt.Fprintf(&body, "We moved it yesterday, see [[note-%d]].\n", rng.Intn(notes))
			default:
				body.WriteString(sentence() + ".\n")
			}
		}
		m[name+".md"] = model.File{Mode: 0o644, Data: []byte("---\nname: " + name + "\ndescription: " + sentence() +
			"\nmetadata:\n  type: feedback\n---\n\n" + body.String())}
		if i < 190 {
			fmt.Fprintf(&index, "- [%s](%s.md) — %s\n", name, name, sentence())
		}
	}
	m[model.IndexName] = model.File{Mode: 0o644, Data: []byte(index.String())}
	return m
}

// The budget: all findings of 20,000 notes in 6 s.
func BenchmarkTree20000(b *testing.B) {
	m := made(20000)
	b.ReportAllocs()
	for b.Loop() {
		Tree(m, now)
	}
}
