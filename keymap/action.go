package keymap

// Action is something a person can do, named by where it belongs. The name is what overrides use.
type Action string

// Context is where a key is pressed.
type Context string

// The contexts. A key that a context does not bind is looked up in its parent.
const (
	// Global holds what works on every screen.
	Global Context = "global"
	// List holds movement: it is the parent of everything that has rows.
	List Context = "list"
	// Picker is the list of stores; Browse the three panes of one store.
	Picker Context = "picker"
	Browse Context = "browse"
	// Preview is the note of these panes, when it has the focus.
	Preview Context = "preview"
	// Review is the review of a proposal, Commit the dialog before it is written. Selecting is a review in which
	// lines are being selected, Remark the line in which a note on a hunk is written. Finding is the line in which
	// words are written that are looked for, Found a review in which they are marked.
	Review    Context = "review"
	Commit    Context = "commit"
	Selecting Context = "selecting"
	Remark    Context = "remark"
	Finding   Context = "finding"
	Found     Context = "found"
	// Tasks is the panel of runs.
	Tasks Context = "tasks"
	// Words is the line of a search, Hits the list of what it found, Passage what stands around a hit.
	Words   Context = "words"
	Hits    Context = "hits"
	Passage Context = "passage"
	// Layers is the screen of what a session is given and what stands behind it.
	Layers Context = "layers"
	// History is the list of past changes, Change the hunks of one.
	History Context = "history"
	Change  Context = "change"
	// Rules is the choice of a rule by which many hunks are decided.
	Rules Context = "rules"
	// Findings and Reviews are overlays that list; Engines the choice before a dream.
	Findings Context = "findings"
	Reviews  Context = "reviews"
	Engines  Context = "engines"
	// Leaving is the question before the program ends with dreams at work.
	Leaving Context = "leaving"
	// Sending is the question before anything leaves the machine.
	Sending Context = "sending"
	// Help is the overlay of keys. Confirm is a question with yes and no. Input is a line of text,
	// Message the commit message, which has several, Commands the line in which commands are looked for.
	Help     Context = "help"
	Confirm  Context = "confirm"
	Input    Context = "input"
	Commands Context = "commands"
	Message  Context = "message"
)

// parents says where to look next; Global has none. Input, Words, Message, Remark and Finding stand alone:
// letters are text there.
var parents = map[Context]Context{
	List: Global, Picker: List, Browse: List, Review: List, Commit: List, Tasks: List, Layers: List,
	History: List, Change: List,
	Findings: List, Reviews: List, Engines: List, Sending: List, Help: List, Confirm: "", Leaving: "", Input: "", Message: "",
	Words: "", Hits: List, Passage: List, Selecting: List, Remark: "", Rules: List,
	Finding: "", Found: Review, Commands: "", Preview: Browse,
}

// Global actions.
const (
	Quit      Action = "quit"
	Interrupt Action = "interrupt"
	Back      Action = "back"
	ShowHelp  Action = "help"
	ShowTasks Action = "tasks"
	Reload    Action = "reload"
	Redraw    Action = "redraw"
	Suspend   Action = "suspend"
	Theme     Action = "theme"
	Palette   Action = "commands"
	Copy      Action = "copy"
	Search    Action = "search"
)

// Movement, in every list.
const (
	Up         Action = "list.up"
	Down       Action = "list.down"
	PageUp     Action = "list.page-up"
	PageDown   Action = "list.page-down"
	Top        Action = "list.top"
	Bottom     Action = "list.bottom"
	Left       Action = "list.left"
	Right      Action = "list.right"
	Open       Action = "list.open"
	NextPane   Action = "pane.next"
	PrevPane   Action = "pane.previous"
	ScrollUp   Action = "scroll.up"
	ScrollDown Action = "scroll.down"
)

// Browsing.
const (
	Filter       Action = "browse.filter"
	Sort         Action = "browse.sort"
	Raw          Action = "browse.raw"
	Edit         Action = "browse.edit"
	Dream        Action = "browse.dream"
	OpenReview   Action = "browse.review"
	ShowFindings Action = "browse.findings"
	Around       Action = "browse.around"
	ShowLayers   Action = "browse.layers"
	ShowHistory  Action = "browse.history"
	MoveNotes    Action = "browse.move"
	Forget       Action = "browse.forget"
	Maximise     Action = "browse.maximise"
	Jump         Action = "browse.jump"
)

// Searching.
const (
	SearchAll Action = "search.all"
	EditWords Action = "search.words"
	MoreHits  Action = "search.more"
	NextHit   Action = "search.next"
	PrevHit   Action = "search.previous"
)

// What became of a memory.
const (
	UndoChange  Action = "history.undo"
	UndoWhole   Action = "history.undo-all"
	HistoryAll  Action = "history.all"
	HistoryGone Action = "history.gone"
	Older       Action = "history.older"
)

// Reviewing.
const (
	Accept      Action = "review.accept"
	Reject      Action = "review.reject"
	Cycle       Action = "review.cycle"
	AcceptGroup Action = "review.accept-group"
	RejectGroup Action = "review.reject-group"
	AcceptFile  Action = "review.accept-file"
	RejectFile  Action = "review.reject-file"
	AcceptClean Action = "review.accept-clean"
	RejectAll   Action = "review.reject-all"
	Undo        Action = "review.undo"
	Redo        Action = "review.redo"
	NextHunk    Action = "review.next-hunk"
	PrevHunk    Action = "review.previous-hunk"
	NextFile    Action = "review.next-file"
	PrevFile    Action = "review.previous-file"
	NextFlag    Action = "review.next-flag"
	Base        Action = "review.base"
	Wrap        Action = "review.wrap"
	Sides       Action = "review.sides"
	WholeFile   Action = "review.whole"
	MoreContext Action = "review.more-context"
	LessContext Action = "review.less-context"
	Fold        Action = "review.fold"
	WordMarks   Action = "review.words"
	Undecided   Action = "review.undecided"
	Result      Action = "review.result"
	OpenCommit  Action = "review.commit"
	Split       Action = "review.split"
	Join        Action = "review.join"
	Select      Action = "review.select"
	EditHunk    Action = "review.edit"
	Note        Action = "review.note"
	EditNote    Action = "review.edit-note"
	Bulk        Action = "review.bulk"
	Together    Action = "review.together"
)

// Finding words in what is on the screen.
const (
	Find      Action = "find"
	NextFound Action = "find.next"
	PrevFound Action = "find.previous"
	EndFind   Action = "find.end"
)

// The commit dialog.
const (
	Go          Action = "commit.go"
	EditMessage Action = "commit.message"
	ToggleInit  Action = "commit.init"
	ToggleDirty Action = "commit.dirty"
	ToggleBare  Action = "commit.bare"
)

// The task panel.
const (
	Cancel     Action = "tasks.cancel"
	Details    Action = "tasks.details"
	Log        Action = "tasks.log"
	TaskReview Action = "tasks.review"
	ShowGates  Action = "tasks.gates"
)

// Dialogs and inputs, whose keys are fixed.
const (
	Send        Action = "sending.send"
	SendSecrets Action = "sending.secrets"

	Yes      Action = "confirm.yes"
	No       Action = "confirm.no"
	LetGo    Action = "confirm.detach"
	Done     Action = "input.done"
	Leave    Action = "input.leave"
	InputUp  Action = "input.up"
	InputDn  Action = "input.down"
	InputInt Action = "input.interrupt"
	Editor   Action = "input.editor"
)
