package audit

import (
	"time"

	"dreamgate/model"
	"dreamgate/model/note"
)

// The rules, as findings name them. The check makes flags of some of them by these names.
const (
	// ruleMissingIndex: there are notes and no MEMORY.md.
	ruleMissingIndex = "missing-index"
	// ruleCut and ruleNear: the index is over its limits, or at four fifths of one.
	ruleCut  = "index-cut"
	ruleNear = "index-near"
	// ruleGrowth: at the rate at which it grows the index will be over a limit on some day.
	ruleGrowth = "index-growth"
	// ruleSweep: sessions that notes came from are about to be removed.
	ruleSweep = "sweep"
	// ruleUnderCut: an entry stands below the cut and is not loaded. ruleCorrection: and what it
	// corrects stands above.
	ruleUnderCut   = "under-cut"
	ruleCorrection = "correction-under-cut"
	// ruleDangling: a link of the index means a note that is not there.
	ruleDangling = "dangling"
	// ruleOutside: a link of the index leads out of the memory.
	ruleOutside = "link-outside"
	// ruleCase: the index names a note by another case than its file has.
	ruleCase = "case"
	// ruleOrphan: the index does not name a note.
	ruleOrphan = "orphan"
	// ruleEntryLong: a line of the index is longer than note.MaxEntry.
	ruleEntryLong = "entry-long"
	// ruleEntryTwice: two lines of the index are about one note.
	ruleEntryTwice = "entry-twice"
	// ruleSectionEmpty: nothing stands below a heading of the index.
	ruleSectionEmpty = "section-empty"
	// rulePurpose: no sentence of the index says what the memory is for.
	rulePurpose = "purpose"

	// ruleFrontmatter: the block at the start of a note is missing, or cannot be read strictly.
	ruleFrontmatter = "frontmatter"
	// ruleType: a note has no type, or one that the agent does not know.
	ruleType = "type"
	// ruleName: the name of a note is not that of its file; ruleNameTwice: two notes have one name.
	ruleName      = "name"
	ruleNameTwice = "name-twice"
	// ruleDescription: what recall goes by is missing, or too long.
	ruleDescription = "description"
	// ruleNoteLong: a note is cut when it is recalled.
	ruleNoteLong = "note-long"
	// ruleBrokenLink: a note links to one that is not there.
	ruleBrokenLink = "broken-link"
	// ruleDuplicate: a note says nearly the same as another one; ruleConflict: one gives another value
	// for the same thing.
	ruleDuplicate = "near-duplicate"
	ruleConflict  = "conflict"
	// ruleRelativeDate: a day is given by its distance from when the note was written.
	ruleRelativeDate = "relative-date"
	// ruleReason: a rule or a decision without a why and a how to apply.
	ruleReason = "reason"
	// ruleDerivable, ruleTask, ruleDebugging: what the repository tells, how far a task is, how a
	// fault was hunted.
	ruleDerivable = "derivable"
	ruleTask      = "task-state"
	ruleDebugging = "debugging"
	// ruleUnmerged: the marks of a merge that nobody finished.
	ruleUnmerged = "unmerged"
	// ruleInvisible: characters that a reader is not shown.
	ruleInvisible = "invisible"
	// ruleInstruction: text that is shaped like an order to the model.
	ruleInstruction = "instruction"
	// ruleSecret: what looks like a credential. It is found by those who read a memory.
	ruleSecret = "secret"
	// ruleSpecial: a file is a link, a pipe or otherwise nothing that is ever written.
	ruleSpecial = "special"
)

// collector gathers findings. The severities: an error is what makes a session miss something that
// the memory holds or follow what is not there; a warning what makes it likely; the rest is info.
type collector struct {
	tree  model.Tree
	notes []model.Note
	ix    model.Index
	now   time.Time

	found []model.Finding
	// alike is made for the first dead link: most memories have none.
	alike alike
	// linker reads the links of notes.
	linker *note.Linker
	// orphans are the notes that the index does not name; via is for some of them one that links there
	// and is named itself.
	orphans map[string]bool
	via     map[string]string
}

func (c *collector) add(f model.Finding) { c.found = append(c.found, f) }

// sized are the rules whose sentences hold a size, or a way, which is another after every edit.
var sized = map[string]bool{ruleCut: true, ruleNear: true, ruleGrowth: true, ruleEntryLong: true, ruleDescription: true, ruleNoteLong: true,
	ruleDerivable: true, ruleTask: true, ruleOrphan: true}
