package audit

import "dreamgate/model"

// comparison holds the notes of a memory against each other.
type comparison struct {
	collector
	bags  bags
	told  told
	facts facts
	gists gists
}

// compare starts a comparison and hands over what it found. It shares nothing that is written with the
// rules that look at one note after the other, and takes as long as all of them.
func compare(t model.Tree, notes []model.Note) <-chan []model.Finding {
	found := make(chan []model.Finding, 1)
	go func() {
		c := comparison{collector{tree: t, notes: notes}, newBags(), newTold(), newFacts(), gists{}}
		for at, n := range notes {
			if !isText(n) || t[n.Path].Data == nil {
				continue
			}
			p := c.page(int32(at))
			c.bags.add(p)
			c.told.add(p)
			c.facts.add(p)
			c.gists.add(p)
		}
		c.near()
		c.sameGist()
		c.conflicts()
		found <- c.found
	}()
	return found
}
