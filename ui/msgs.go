package ui

import (
	"time"

	"dreamgate/model"
	"dreamgate/ui/review"
)

// Every message carries what a command found out. A seq names the request that it answers: the
// handler drops what answers an older one.
type (
	storesLoadedMsg struct {
		seq    uint64
		stores []model.Store
		// here is the store of the working directory, empty where it is of none.
		here model.Store
		now  time.Time
		err  error
	}
	memoryLoadedMsg struct {
		seq uint64
		// memory is covered: secrets in it are hidden. real is as it was read.
		memory, real model.Memory
		now          time.Time
		err          error
	}
	memoryLookedMsg struct {
		seq uint64
		// memory is covered.
		memory model.Memory
		now    time.Time
		err    error
	}
	layersReadMsg struct {
		seq    uint64
		layers model.Layers
		err    error
	}
	renderedMsg struct {
		key  renderKey
		rows []string
	}
	enginesListedMsg struct{ engines []model.Engine }
	dreamStartedMsg  struct {
		run model.Run
		err error
	}
	runsChangedMsg struct {
		runs []model.Run
		now  time.Time
		// again says that the watch is to be set up again.
		again bool
	}
	tickedMsg       struct{ now time.Time }
	reviewOpenedMsg struct {
		seq    uint64
		review model.Review
		// shown is the review with its secrets covered, cover covers any other text as it is covered.
		shown model.Review
		cover func(string) string
		// stands are where the lines that hunks take away stand elsewhere.
		stands map[string][]model.Stand
		// asked is the id that was asked for: it is another one if the review was made anew.
		asked string
		// told says what became of a review that was made anew.
		told []string
		// overtaken are the files that others have changed meanwhile, where it could not be made anew.
		overtaken []string
		err       error
	}
	// overtakenMsg says whether others have overtaken a review, after files were changed.
	overtakenMsg struct {
		id    string
		moved bool
		// paths are the files, none where nobody could look.
		paths []string
	}
	lookKeptMsg struct{ err error }
	// approvedReadMsg brings what was approved last of the files of a review, covered.
	approvedReadMsg struct {
		seq       uint64
		approvals model.Approvals
		elsewhere []review.Unapproved
		err       error
	}
	decisionsSavedMsg struct {
		err error
		// others says that another program did something to the review of that id as well.
		others bool
		id     string
		// leaving says that the program was to end.
		leaving bool
	}
	previewMadeMsg struct {
		seq     uint64
		preview model.Preview
		err     error
	}
	// selectionAuditedMsg brings what the memory would be with what a review accepts, and the findings that
	// its notes have as they are.
	selectionAuditedMsg struct {
		id            string
		index         model.Index
		fresh, before []model.Finding
		// dangling counts the links of the index that would lead nowhere.
		dangling int
		err      error
	}
	committedMsg struct {
		outcome model.Outcome
		err     error
	}
	unappliedMsg struct {
		lines []string
		err   error
	}
	draftReadyMsg struct {
		draft *draft
		err   error
	}
	editorClosedMsg struct{ draft *draft }
	// hunkEditedMsg brings the text of a hunk back from the editor. Where it did not change, word says why.
	hunkEditedMsg struct {
		draft   *draft
		text    string
		changed bool
		word    string
	}
	messageEditedMsg struct {
		text string
		word string
	}
	proposedMsg struct {
		path string
		id   string
		// open counts the hunks of it that are left to be decided.
		open int
		// word says what became of the edit where there is no proposal.
		word string
		err  error
	}
	// forgottenMsg says that the end of a note waits as a review; left are notes in which a link stays.
	forgottenMsg struct {
		store model.Store
		id    string
		left  []string
		err   error
	}
	// searchDueMsg says that nothing was typed for a while.
	searchDueMsg     struct{ seq uint64 }
	searchStartedMsg struct {
		seq   uint64
		found <-chan model.Hits
	}
	hitsFoundMsg struct {
		seq  uint64
		hits model.Hits
	}
	passageReadMsg struct {
		seq     uint64
		hit     model.Hit
		passage model.Passage
		err     error
	}
	// citedReadMsg brings what stands around a cited line.
	citedReadMsg   passageReadMsg
	diskWatchedMsg struct {
		seq  uint64
		told <-chan model.Stir
	}
	diskChangedMsg struct {
		watch diskWatchedMsg
		stir  model.Stir
		// open is false once there is nothing more to wait for.
		open bool
	}
	trustedMsg struct {
		store model.Store
		err   error
	}
	untrustedMsg struct {
		seq   uint64
		store model.Store
	}
	movesFoundMsg struct {
		store model.Store
		moves []model.Move
	}
	notesMovedMsg struct {
		store model.Store
		id    string
		err   error
	}
	crashedMsg struct {
		what string
		file string
	}
)
