package recall

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"dreamgate/model"
	"dreamgate/model/audit"
)

// BenchmarkRecall is one hook of the agent: to read a store of 400 notes and to ask it once. Budget:
// 60 ms for the whole process.
func BenchmarkRecall(b *testing.B) {
	things := strings.Fields("ferry lantern harbour mirror quarry orchard beacon turbine ledger parcel")
	tree := model.Tree{}
	for i := range 400 {
		thing := things[i%len(things)]
		tree[fmt.Sprintf("%s-%d.md", thing, i)] = model.File{Mode: 0o644, Data: fmt.Appendf(nil,
			"---\nname: %s %d\ndescription: what to know of %[1]s\ntype: project\n---\n\n%[3]s\n", thing, i,
			strings.Repeat(fmt.Sprintf("The %s number %d starts at %d:30 and writes to /srv/%[1]s/%[2]d. ", thing, i, i%24), 4))}
	}
	notes, ix, _ := audit.Tree(tree, time.Time{})
	for b.Loop() {
		if got := New(tree, notes, ix).Select(Query{Text: "where does the lantern 41 write"}); len(got) == 0 {
			b.Fatal("nothing found")
		}
	}
}
