package evidence

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"dreamgate/model"
)

// Matcher finds the lines of a stream that are about some statements: one pass for all of them.
// It holds the words of the statements, not the lines, so that its memory does not grow with what
// is read.
type Matcher struct {
	statements []*Statement
	vocab      map[string]int32
	// uses are the statements that hold a word, by its id; claims the claims that begin with it.
	uses   [][]use
	claims [][]claimUse
	count  int // of claims
	// all are the numbers of all statements.
	all []int32
	// first is the number of each statement's first claim.
	first []int
	// least is the score from which on a line is worth keeping for a statement.
	least []float32
}

// use is one occurrence of a word in a statement.
type use struct {
	statement int32
	weight    float32
}

// leastShare is the share of a statement that a line must have to be looked at again. One word of ten
// makes no line about it.
const leastShare = 0.15

// claimUse is a claim that a line holds if it has all of its words.
type claimUse struct {
	statement, claim int32
	others           []int32
}

// NewMatcher prepares a pass for the given statements.
func NewMatcher(statements []*Statement) *Matcher {
	m := &Matcher{statements: statements, vocab: map[string]int32{}}
	for n, s := range statements {
		all := 0.0
		for _, it := range s.content {
			id := m.id(it.key)
			m.uses[id] = append(m.uses[id], use{int32(n), float32(it.weight())})
			all += it.weight()
		}
		m.all = append(m.all, int32(n))
		m.first = append(m.first, m.count)
		m.least = append(m.least, float32(leastShare*all))
		for i := range s.claims {
			c := claimUse{int32(n), int32(m.count), nil}
			m.count++
			for _, k := range s.claims[i].keys[1:] {
				c.others = append(c.others, m.id(k))
			}
			first := m.id(s.claims[i].keys[0])
			m.claims[first] = append(m.claims[first], c)
		}
	}
	return m
}

// id is the number of a key, a new one if it was not seen before.
func (m *Matcher) id(key string) int32 {
	id, ok := m.vocab[key]
	if !ok {
		id = int32(len(m.uses))
		m.vocab[key] = id
		m.uses = append(m.uses, nil)
		m.claims = append(m.claims, nil)
	}
	return id
}

// weight is how much a token tells about the subject of a line.
func (it item) weight() float64 {
	switch it.kind {
	case kindIdent, kindURL, kindMail:
		return 2
	case kindNumber, kindClock, kindDate:
		return 0.75
	case kindHan:
		return 0.6 // pairs overlap: four characters make three of them
	}
	return 1
}

// A pass keeps, for each statement, the best lines that a person or the agent said, and the best
// that a tool printed. For each claim it keeps a few more that hold it: in a long stream many lines
// share more words with a statement than the one that it comes from.
const (
	keepSaid  = 16
	keepClaim = 3
)

// unitBytes is the longest piece of a line that is matched as one: what stands in the same log of
// a thousand lines is not about the same thing.
const unitBytes = 1200

// Pass reads one stream. Several may run side by side; Merge brings them together.
type Pass struct {
	m *Matcher
	l *lexer
	// said and tool are the candidates of each statement, saidClaim and toolClaim those of each
	// claim.
	said, tool, saidClaim, toolClaim [][]candidate
	// saidFloor and toolFloor are the scores below which a piece is of no use to a statement: in a
	// long stream that is nearly every piece.
	saidFloor, toolFloor []float32
	// df counts the pieces that hold a word; pieces all of them.
	df     []int32
	pieces int
	// talk is what became of the lines in later ones.
	talk *Dialogue
	// The rest is scratch for one piece.
	seen    []int32
	touched []int32
	score   []float32
	ids     []int32
	piece   int32
	// owned is the piece that was kept last.
	owned      *model.Source
	ownedPiece int32
	// read are the candidates that were looked at closely.
	read   map[model.Source]*Text
	reader *reader
}

// candidate is a line that is about a statement.
type candidate struct {
	score  float32
	source *model.Source
}

// Pass begins a pass.
func (m *Matcher) Pass() *Pass {
	n := len(m.statements)
	return &Pass{
		m: m, l: newLexer(), said: make([][]candidate, n), tool: make([][]candidate, n),
		saidClaim: make([][]candidate, m.count), toolClaim: make([][]candidate, m.count),
		saidFloor: slices.Clone(m.least), toolFloor: slices.Clone(m.least),
		talk: NewDialogue(),
		df:   make([]int32, len(m.uses)), seen: make([]int32, len(m.uses)), score: make([]float32, n),
	}
}

// Read takes the next line of the stream.
func (p *Pass) Read(src model.Source) {
	p.talk.Hear(src)
	for text := src.Text; text != ""; {
		unit := cutUnit(text)
		text = text[len(unit):]
		p.unit(src, unit)
	}
}

// cutUnit takes the next piece off a text: at a line's end, else after a sentence, else anywhere.
func cutUnit(text string) string {
	if len(text) <= unitBytes {
		return text
	}
	head := text[:unitBytes]
	for _, mark := range []string{"\n", ". ", " "} {
		if at := strings.LastIndex(head, mark); at > unitBytes/2 {
			return text[:at+len(mark)]
		}
	}
	return text[:unitBytes]
}

// unit scores one piece against all statements at once: it goes through the words of the piece, not
// through the statements, so that a line about nothing in the proposal costs a look-up a word.
func (p *Pass) unit(src model.Source, text string) {
	p.piece++
	p.pieces++
	p.ids = p.ids[:0]
	for _, t := range p.l.read(text) {
		id, ok := p.m.vocab[string(p.l.key(t))]
		if !ok || p.seen[id] == p.piece {
			continue
		}
		p.seen[id] = p.piece
		p.df[id]++
		p.ids = append(p.ids, id)
	}
	touched := p.add()
	src.Text = text
	p.keep(&src, touched)
}

// add adds up what the words of the present piece weigh for each statement, and returns the statements that
// have any of them, or all where these are many: to note each would cost more than to look at all.
func (p *Pass) add() []int32 {
	score, many := p.score, 0
	for _, id := range p.ids {
		many += len(p.m.uses[id])
	}
	if many > len(score) {
		for _, id := range p.ids {
			for _, u := range p.m.uses[id] {
				score[u.statement] += u.weight
			}
		}
		return p.m.all
	}
	p.touched = p.touched[:0]
	for _, id := range p.ids {
		for _, u := range p.m.uses[id] {
			if score[u.statement] == 0 {
				p.touched = append(p.touched, u.statement)
			}
			score[u.statement] += u.weight
		}
	}
	return p.touched
}

// keep gives the present piece to the claims that it holds and to the statements that it is good enough
// for, and clears their scores. Of what tools printed a quarter is enough.
func (p *Pass) keep(src *model.Source, touched []int32) {
	statements, floor, most := p.said, p.saidFloor, keepSaid
	claims, mostClaim := p.saidClaim, keepClaim
	if src.Trust == model.TrustTool {
		statements, floor, most = p.tool, p.toolFloor, keepSaid/4
		claims, mostClaim = p.toolClaim, 1
	}
	for _, id := range p.ids {
		for i := range p.m.claims[id] {
			if c := &p.m.claims[id][i]; p.holds(c.others) {
				p.put(&claims[c.claim], p.score[c.statement], src, mostClaim)
			}
		}
	}
	for _, n := range touched {
		score := p.score[n]
		p.score[n] = 0
		if score < floor[n] || score == 0 {
			continue
		}
		p.put(&statements[n], score, src, most)
		if list := statements[n]; len(list) == most {
			floor[n] = max(floor[n], list[most-1].score)
		}
	}
}

// holds reports whether the present piece has all of some words.
func (p *Pass) holds(ids []int32) bool {
	for _, id := range ids {
		if p.seen[id] != p.piece {
			return false
		}
	}
	return true
}

// put adds the present piece to a list if it is good enough. The order does not depend on when a line
// came, so that passes side by side give the same as one after the other.
func (p *Pass) put(list *[]candidate, score float32, src *model.Source, keep int) {
	if l := *list; len(l) == keep && score < l[keep-1].score {
		return
	}
	if c := (candidate{score, src}); accepts(*list, c, keep) {
		c.source = p.own(src)
		*list = insert(*list, c, keep)
	}
}

// own copies the present piece once, however many statements keep it: the line that it was cut from may
// be large.
func (p *Pass) own(src *model.Source) *model.Source {
	if p.ownedPiece != p.piece {
		owned := *src
		owned.Text = strings.Clone(src.Text)
		p.owned, p.ownedPiece = &owned, p.piece
	}
	return p.owned
}

// accepts reports whether a list has room for a candidate or holds a worse one.
func accepts(list []candidate, c candidate, keep int) bool {
	return len(list) < keep || better(c, list[keep-1]) < 0
}

// insert puts a candidate into its place and drops the worst.
func insert(list []candidate, c candidate, keep int) []candidate {
	if !accepts(list, c, keep) {
		return list
	}
	if list == nil {
		list = make([]candidate, 0, keep+1)
	}
	at, _ := slices.BinarySearchFunc(list, c, better)
	list = slices.Insert(list, at, c)
	return list[:min(len(list), keep)]
}

// better orders candidates: more of the statement first, then the more trusted, then the later.
func better(a, b candidate) int {
	return cmp.Or(
		cmp.Compare(b.score, a.score),
		cmp.Compare(trustRank(a.source.Trust), trustRank(b.source.Trust)),
		cmp.Compare(archiveRank(a.source), archiveRank(b.source)),
		b.source.Time.Compare(a.source.Time),
		cmp.Compare(a.source.Session, b.source.Session),
		cmp.Compare(a.source.Line, b.source.Line),
		cmp.Compare(a.source.Text, b.source.Text),
	)
}

// archiveRank puts what can still be read in its session before what was kept of one.
func archiveRank(s *model.Source) int {
	if s.Archived {
		return 1
	}
	return 0
}

// trustRank orders speakers, the most trusted first.
func trustRank(t model.Trust) int {
	switch t {
	case model.TrustUser:
		return 0
	case model.TrustAssistant:
		return 1
	}
	return 2
}

// Merge adds what another pass of the same matcher found.
func (p *Pass) Merge(o *Pass) {
	p.pieces += o.pieces
	p.talk.merge(o.talk)
	for id, n := range o.df {
		p.df[id] += n
	}
	merge := func(into, from [][]candidate, keep int) {
		for n := range into {
			for _, c := range from[n] {
				into[n] = insert(into[n], c, keep)
			}
		}
	}
	merge(p.said, o.said, keepSaid)
	merge(p.tool, o.tool, keepSaid/4)
	merge(p.saidClaim, o.saidClaim, keepClaim)
	merge(p.toolClaim, o.toolClaim, 1)
}

// rarity is how much a word narrows the stream down: 1 for one that stands nowhere, near 0 for one
// that stands everywhere. In a short stream all words count about the same.
func (p *Pass) rarity(key string) float64 {
	id, ok := p.m.vocab[key]
	if !ok {
		return 1
	}
	const smooth = 500
	return math.Max(0.1, 1-math.Log(1+float64(p.df[id]))/math.Log(float64(p.pieces)+smooth))
}

// Statement is statement n, in the order that the matcher was given them.
func (m *Matcher) Statement(n int) *Statement { return m.statements[n] }
