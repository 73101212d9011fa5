package review

// Row and column of the pane at which its list and its hunks begin: below the header and the frame, or below
// the header and the row that says where the cursor is.
const contentTop = 2

// overList reports whether a column is one of the list of files.
func (p *Pane) overList(x int) bool {
	if p.narrow() {
		return p.onList
	}
	return x < p.listOuter()
}

// Click selects what stands at a cell: a row of the list, or a hunk.
func (p *Pane) Click(x, y int) Outcome {
	switch {
	case p.noting != nil:
		return Outcome{Hint: "a note is being written"}
	case p.selection != nil:
		return Outcome{Hint: "lines are being selected"}
	}
	_, h := p.rightSize()
	row := y - contentTop
	if row < 0 || row >= h {
		return Outcome{}
	}
	if p.overList(x) {
		p.clickList(row)
	} else {
		p.onList = false
		if at := p.itemAt(row); at != p.at {
			p.toHunk(at)
		}
	}
	p.offer = offer{}
	p.settle(Outcome{})
	return Outcome{Handled: true}
}

// clickList selects a row of the list: the summary, or a file.
func (p *Pane) clickList(row int) {
	p.onList = true
	if row < p.listHeads() {
		if p.at != summary {
			p.to(summary)
		}
		return
	}
	if rows, i := p.rows(), p.listTop+row-p.listHeads(); i < len(rows) && rows[i] != p.file() {
		p.toFile(rows[i])
	}
}

// itemAt is the item that is drawn in a row of the right side, that of the cursor where there is no other.
func (p *Pane) itemAt(row int) int {
	switch {
	case p.at == summary || p.result:
		return p.at
	case p.whole:
		at := p.top + row - p.noteRows()
		for i, s := range p.here().spots {
			if s.from <= at && at < s.to && p.passes(i) {
				return i
			}
		}
		return p.at
	}
	end := len(p.itemHeads(p.at, p.w)) + p.here().n - p.top
	above := p.at
	for i := p.at + 1; i < p.sheet.files[p.file()].to && row >= end; i++ {
		if !p.passes(i) {
			continue
		}
		end += len(p.parting(above, i)) + len(p.itemHeads(i, p.w)) + p.page(i).n
		above = i
	}
	return above
}

// wheelRows is how far one step of the wheel goes in a text.
const wheelRows = 3

// Wheel scrolls what is at a column by steps, down if there are more than none: the rows of the list, or the
// hunks. What has the focus keeps it.
func (p *Pane) Wheel(x, steps int) Outcome {
	dir := 1
	if steps < 0 {
		dir, steps = -1, -steps
	}
	onList, from, file := p.onList, p.at, p.file()
	var out Outcome
	for range steps {
		if p.at != from && !p.overList(x) {
			break // a burst of steps is not to run past hunks that nobody has read
		}
		switch {
		case p.noting != nil || p.selection != nil:
			// What is written or selected is of the hunk at the cursor: the way does not lead on.
			p.top = max(0, min(p.top+dir*wheelRows, p.limit()))
		case p.overList(x):
			out = p.stepFile(dir)
		default:
			out = p.wheelOn(dir, file)
			p.onList = onList
		}
		if out.Hint != "" {
			break
		}
	}
	p.settle(out)
	return Outcome{Handled: true, Hint: out.Hint}
}

// wheelOn scrolls what is read by one step. It leads from hunk to hunk of a file, whose end is in sight only when one has
// come to the last of them, and never out of the file: a wheel looks, and goes nowhere.
func (p *Pane) wheelOn(dir, file int) Outcome {
	if !p.readsOn() || dir > 0 && p.top < p.limit() || dir < 0 && p.top > 0 {
		return p.scroll(dir * wheelRows)
	}
	for i := p.at + dir; i >= 0 && i < len(p.sheet.items) && p.sheet.items[i].file == file; i += dir {
		if p.passes(i) && (dir < 0 || !p.endSeen()) {
			return p.scroll(dir * wheelRows)
		}
	}
	return Outcome{}
}

// endSeen reports whether all that follows the cursor in its file is on the screen already.
func (p *Pane) endSeen() bool {
	_, h := p.rightSize()
	rows, above := len(p.itemHeads(p.at, p.w))+p.here().n-p.top, p.at
	for i := p.at + 1; i < p.sheet.files[p.file()].to && rows <= h; i++ {
		if p.passes(i) {
			rows += len(p.parting(above, i)) + len(p.itemHeads(i, p.w)) + p.page(i).n
			above = i
		}
	}
	return rows <= h
}
