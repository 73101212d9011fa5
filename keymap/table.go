package keymap

// Binding is one row of the table.
type Binding struct {
	Action   Action
	Contexts []Context
	// Keys are the defaults, the one that is shown first.
	Keys []string
	// Short is the word of the hint line, "" to leave it out; Long the sentence of the help.
	Short, Long string
	// Section groups rows in the help and in the README.
	Section string
	// Fixed keys cannot be overridden.
	Fixed bool
}

// The sections, in the order in which they are shown.
const (
	sectionMove   = "Move"
	sectionBrowse = "Browse"
	sectionReview = "Review"
	sectionSelect = "Lines of a hunk"
	sectionCommit = "Commit"
	sectionTasks  = "Tasks"
	sectionSearch = "Search"
	sectionPast   = "History"
	sectionAll    = "Everywhere"
	sectionDialog = "Dialogs and inputs"
)

var (
	lists  = []Context{List}
	browse = []Context{Browse}
	review = []Context{Review}
	commit = []Context{Commit}

	selecting = []Context{Selecting}
	finding   = []Context{Finding}
	found     = []Context{Found}
	tasks     = []Context{Tasks}
	words     = []Context{Words}
	hits      = []Context{Hits}
	past      = []Context{History}
	change    = []Context{Change}
	global    = []Context{Global}
)

// table is the table of defaults. Its order is that of the hint line, which leaves out what does
// not fit from the end.
var table = []Binding{
	{Action: Open, Contexts: []Context{Picker, Browse, Findings, Reviews}, Keys: []string{"enter"}, Short: "open", Long: "open what the row names: a store, a note from the index and back, a finding's place", Section: sectionMove, Fixed: true},
	{Action: Filter, Contexts: []Context{Browse, Picker}, Keys: []string{"/"}, Short: "filter", Long: "filter as you type, over name, description, type and path; esc clears it", Section: sectionBrowse},
	{Action: Dream, Contexts: browse, Keys: []string{"d"}, Short: "dream", Long: "choose an engine and start a dream on a scratch copy", Section: sectionBrowse},
	{Action: OpenReview, Contexts: browse, Keys: []string{"r"}, Short: "review", Long: "open the review that waits, or choose one of several", Section: sectionBrowse},
	{Action: ShowTasks, Contexts: []Context{Picker, Browse}, Keys: []string{"t"}, Short: "tasks", Long: "open the task panel", Section: sectionBrowse},
	{Action: Edit, Contexts: browse, Keys: []string{"e"}, Short: "edit", Long: "edit a copy of the note in $VISUAL or $EDITOR; what changed becomes a review", Section: sectionBrowse},
	{Action: ShowFindings, Contexts: browse, Keys: []string{"a"}, Short: "findings", Long: "list the findings of the audit", Section: sectionBrowse},
	{Action: Quit, Contexts: []Context{Picker, Browse}, Keys: []string{"q"}, Short: "quit", Long: "quit; with a dream at work it asks first", Section: sectionAll},
	{Action: Sort, Contexts: browse, Keys: []string{"s"}, Short: "sort", Long: "sort the topics by findings, name, age, type, what is gone or use in turn", Section: sectionBrowse},
	{Action: Around, Contexts: browse, Keys: []string{"o"}, Short: "around", Long: "list the notes that belong to this one, to go there and back with esc, and what it names of the project", Section: sectionBrowse},
	{Action: Jump, Contexts: browse, Keys: []string{"i"}, Long: "go from a note to its line in the index, and from there to the note", Section: sectionBrowse},
	{Action: Search, Contexts: []Context{Picker, Browse}, Keys: []string{"ctrl+f"}, Short: "search", Long: "search the notes and the sessions for words, in this memory or in all", Section: sectionBrowse},
	{Action: ShowLayers, Contexts: browse, Keys: []string{"L"}, Short: "layers", Long: "show what a session is given at its start, and the notes, pages and sessions behind it", Section: sectionBrowse},
	{Action: ShowHistory, Contexts: browse, Keys: []string{"H"}, Short: "history", Long: "show what became of the note, or of the memory from its index: who changed what, and when", Section: sectionBrowse},
	{Action: Find, Contexts: []Context{Preview}, Keys: []string{"/"}, Short: "find", Long: "in the note: find words, and mark them; enter keeps them marked, esc ends", Section: sectionBrowse},
	{Action: NextFound, Contexts: []Context{Preview}, Keys: []string{"n"}, Long: "in the note: go to the next place of the words", Section: sectionBrowse},
	{Action: PrevFound, Contexts: []Context{Preview}, Keys: []string{"N"}, Long: "in the note: go to the place before", Section: sectionBrowse},
	{Action: Raw, Contexts: browse, Keys: []string{"v"}, Short: "raw", Long: "show the note as it lies in the file, or rendered", Section: sectionBrowse},
	{Action: Forget, Contexts: browse, Keys: []string{"x"}, Long: "forget the note: its end, with its index line and the links to it, becomes a review; asks first", Section: sectionBrowse},
	{Action: MoveNotes, Contexts: browse, Keys: []string{"M"}, Long: "of a memory whose project is gone: where it may be, and its notes as a review there", Section: sectionBrowse},
	{Action: Maximise, Contexts: browse, Keys: []string{"m"}, Long: "give the whole screen to the focused pane, or take it back", Section: sectionBrowse},

	{Action: Accept, Contexts: review, Keys: []string{"y"}, Short: "accept", Long: "accept the hunk and go to the next undecided one", Section: sectionReview},
	{Action: Reject, Contexts: review, Keys: []string{"n"}, Short: "reject", Long: "reject the hunk and go to the next undecided one", Section: sectionReview},
	{Action: NextFlag, Contexts: review, Keys: []string{"."}, Short: "flag", Long: "go to the next hunk that carries a flag", Section: sectionReview},
	{Action: AcceptClean, Contexts: review, Keys: []string{"A"}, Short: "accept clean", Long: "accept every undecided hunk that carries no flag, deletes no note and leaves each note its index line", Section: sectionReview},
	{Action: OpenCommit, Contexts: review, Keys: []string{"C"}, Short: "commit", Long: "show what would be written and the findings of the result, then commit", Section: sectionReview},
	{Action: Back, Contexts: review, Keys: []string{"q"}, Short: "back", Long: "go one level out; decisions are kept", Section: sectionReview},
	{Action: Undo, Contexts: review, Keys: []string{"u"}, Short: "undo", Long: "undo the last decision; a bulk key is one step", Section: sectionReview},
	{Action: Split, Contexts: review, Keys: []string{"s"}, Short: "split", Long: "split the hunk into list items, paragraphs or fields; again: into lines, then sentences; a rename into the name and what changes in the text", Section: sectionReview},
	{Action: Open, Contexts: review, Keys: []string{"enter"}, Short: "cited", Long: "of a hunk: open the lines of sessions that it cites or rests on, with what stands around them; of the list of files: go to the hunks", Section: sectionReview, Fixed: true},
	{Action: EditHunk, Contexts: review, Keys: []string{"e"}, Short: "edit", Long: "write what the hunk adds yourself, in $VISUAL or $EDITOR; it is undecided then", Section: sectionReview},
	{Action: Join, Contexts: review, Keys: []string{"S"}, Long: "join the pieces of the hunk again, or take its edit back", Section: sectionReview},
	{Action: Select, Contexts: review, Keys: []string{"v"}, Long: "select lines of the hunk, to decide, split off or edit them alone", Section: sectionReview},
	{Action: EditNote, Contexts: review, Keys: []string{"E"}, Long: "edit a copy of the note as it is now in $VISUAL or $EDITOR, at the line of the hunk; what changed becomes a review of its own", Section: sectionReview},
	{Action: Note, Contexts: review, Keys: []string{"c"}, Long: "say something of the hunk: the commit has it, and the next dream where it is refused; on the summary, of the whole review, and the next dream is told", Section: sectionReview},
	{Action: Bulk, Contexts: review, Keys: []string{"b"}, Long: "decide many hunks by a rule, which says how many it takes: deletions, lines of the index, additions, a type, a file, a folder", Section: sectionReview},
	{Action: Together, Contexts: review, Keys: []string{"="}, Long: "decide what belongs to the hunk as it was decided: the index line of a note, the note of an index line", Section: sectionReview},
	{Action: Cycle, Contexts: review, Keys: []string{"space"}, Long: "turn the hunk to accepted, rejected, undecided, and stay on it", Section: sectionReview},
	{Action: AcceptGroup, Contexts: review, Keys: []string{"Y"}, Long: "accept the hunk's group (hunks that only blank lines part)", Section: sectionReview},
	{Action: RejectGroup, Contexts: review, Keys: []string{"N"}, Long: "reject the hunk's group", Section: sectionReview},
	{Action: AcceptFile, Contexts: review, Keys: []string{"a"}, Long: "accept the rest of this file; flagged hunks and deletions stay undecided", Section: sectionReview},
	{Action: RejectFile, Contexts: review, Keys: []string{"d"}, Long: "reject the rest of this file, as one step that undo takes back", Section: sectionReview},
	{Action: RejectAll, Contexts: review, Keys: []string{"D"}, Long: "reject everything that is not rejected yet; asks first", Section: sectionReview},
	{Action: Redo, Contexts: review, Keys: []string{"ctrl+r"}, Long: "decide again what was undone", Section: sectionReview},
	{Action: NextHunk, Contexts: review, Keys: []string{"]"}, Long: "go to the next hunk", Section: sectionReview},
	{Action: PrevHunk, Contexts: review, Keys: []string{"["}, Long: "go to the hunk before", Section: sectionReview},
	{Action: NextFile, Contexts: review, Keys: []string{"}"}, Long: "go to the next file", Section: sectionReview},
	{Action: PrevFile, Contexts: review, Keys: []string{"{"}, Long: "go to the file before", Section: sectionReview},
	{Action: Undecided, Contexts: review, Keys: []string{"f"}, Long: "show only what is undecided, or all", Section: sectionReview},
	{Action: Result, Contexts: review, Keys: []string{"p"}, Long: "show the file as it would be, or its hunks", Section: sectionReview},
	{Action: WholeFile, Contexts: review, Keys: []string{"o"}, Long: "show the whole file as it is, with its hunks at their places, to be decided there; or the hunks alone", Section: sectionReview},
	{Action: MoreContext, Contexts: review, Keys: []string{"+"}, Long: "show more of the file around each hunk", Section: sectionReview},
	{Action: LessContext, Contexts: review, Keys: []string{"-"}, Long: "show less of the file around each hunk", Section: sectionReview},
	{Action: Fold, Contexts: review, Keys: []string{"z"}, Long: "fold the hunk to its head, or unfold it; in the list those of the file, in the summary all", Section: sectionReview},
	{Action: Find, Contexts: []Context{Review, Found}, Keys: []string{"/"}, Long: "find words in what the hunks change, wherever in the review; enter keeps them marked", Section: sectionReview},
	{Action: NextFound, Contexts: found, Keys: []string{"n"}, Short: "next", Long: "of words that are found: go to the next place", Section: sectionReview},
	{Action: PrevFound, Contexts: found, Keys: []string{"N"}, Short: "previous", Long: "of words that are found: go to the place before", Section: sectionReview},
	{Action: EndFind, Contexts: found, Keys: []string{"esc", "q"}, Short: "end", Long: "of words that are found: end it, and stay at the hunk; until then nothing is decided", Section: sectionReview, Fixed: true},
	{Action: Wrap, Contexts: review, Keys: []string{"w"}, Long: "wrap long lines, or cut them and move sideways", Section: sectionReview},
	{Action: Sides, Contexts: review, Keys: []string{"|"}, Long: "show what was and what is side by side, or in one column; from 160 columns on", Section: sectionReview},
	{Action: WordMarks, Contexts: review, Keys: []string{"W"}, Long: "mark the words that changed in a line, or the lines alone", Section: sectionReview},
	{Action: Maximise, Contexts: review, Keys: []string{"m"}, Long: "give the whole screen to the hunks or to the list, whichever has the focus, or take it back", Section: sectionReview},
	{Action: ShowHistory, Contexts: review, Keys: []string{"H"}, Long: "show what became of the note before, or of the memory from the summary", Section: sectionReview},
	{Action: Base, Contexts: review, Keys: []string{"B"}, Long: "draw the hunks from what a person approved last, with what came into the notes since, or from the notes as they are", Section: sectionReview},
	{Action: OpenReview, Contexts: review, Keys: []string{"r"}, Long: "list the reviews that wait, to go on with another one; what is decided here is kept", Section: sectionReview},
	{Action: ShowTasks, Contexts: review, Keys: []string{"t"}, Short: "tasks", Long: "open the task panel; the review stays as it is", Section: sectionReview},

	{Action: Open, Contexts: []Context{Rules}, Keys: []string{"enter", "y"}, Short: "accept", Long: "of a rule: accept what it means and is clean; what is flagged, edited or deletes waits, but for deletions by their rule", Section: sectionReview, Fixed: true},
	{Action: Reject, Contexts: []Context{Rules}, Keys: []string{"n"}, Short: "reject", Long: "of a rule: reject all that it means and that is undecided", Section: sectionReview},
	{Action: Accept, Contexts: selecting, Keys: []string{"y"}, Short: "accept", Long: "accept the selected lines alone", Section: sectionSelect},
	{Action: Reject, Contexts: selecting, Keys: []string{"n"}, Short: "reject", Long: "reject the selected lines alone", Section: sectionSelect},
	{Action: Split, Contexts: selecting, Keys: []string{"s"}, Short: "split off", Long: "make a hunk of its own of the selected lines", Section: sectionSelect},
	{Action: EditHunk, Contexts: selecting, Keys: []string{"e"}, Short: "edit", Long: "split the selected lines off and edit them", Section: sectionSelect},
	{Action: Select, Contexts: selecting, Keys: []string{"v"}, Short: "begin here", Long: "begin the selection anew at this line; of one line: leave", Section: sectionSelect},

	{Action: Go, Contexts: commit, Keys: []string{"enter"}, Short: "commit", Long: "write the accepted hunks and commit them", Section: sectionCommit, Fixed: true},
	{Action: Back, Contexts: commit, Keys: []string{"q"}, Short: "back", Long: "go back to the review; decisions are kept", Section: sectionCommit},
	{Action: EditMessage, Contexts: commit, Keys: []string{"e"}, Short: "edit message", Long: "edit the commit message", Section: sectionCommit},
	{Action: ToggleInit, Contexts: commit, Keys: []string{"i"}, Short: "git init", Long: "make a git repository of the memory first, where there is none", Section: sectionCommit},
	{Action: Accept, Contexts: commit, Keys: []string{"a"}, Short: "accept", Long: "of a new finding: accept what would end it, as the dialog says", Section: sectionCommit},
	{Action: Reject, Contexts: commit, Keys: []string{"x"}, Short: "reject", Long: "of a new finding: reject what brings it", Section: sectionCommit},
	{Action: Undo, Contexts: commit, Keys: []string{"u"}, Long: "take back the last decision, also one of the review", Section: sectionCommit},
	{Action: NextHunk, Contexts: commit, Keys: []string{"]"}, Long: "go to the next finding that a key can end", Section: sectionCommit},
	{Action: PrevHunk, Contexts: commit, Keys: []string{"["}, Long: "go to the finding before", Section: sectionCommit},
	{Action: ToggleDirty, Contexts: commit, Keys: []string{"o"}, Short: "own edits first", Long: "commit your own uncommitted edits of these notes first, by themselves", Section: sectionCommit},
	{Action: ToggleBare, Contexts: commit, Keys: []string{"w"}, Short: "no commit", Long: "write the notes and make no commit; where git refused one: leave it at that, and close the review", Section: sectionCommit},

	{Action: Cancel, Contexts: tasks, Keys: []string{"esc"}, Short: "esc cancel", Long: "twice: cancel the running dream; nothing is changed. Where none runs: back", Section: sectionTasks, Fixed: true},
	{Action: Details, Contexts: tasks, Keys: []string{"enter"}, Short: "details", Long: "show all that is known of a run, or less", Section: sectionTasks, Fixed: true},
	{Action: Log, Contexts: tasks, Keys: []string{"L"}, Short: "log", Long: "show the run's steps", Section: sectionTasks},
	{Action: TaskReview, Contexts: tasks, Keys: []string{"r"}, Short: "review", Long: "open the review that the run left", Section: sectionTasks},
	{Action: ShowGates, Contexts: tasks, Keys: []string{"g"}, Short: "gates", Long: "why a dream of this memory would start by itself now, or would not", Section: sectionTasks},

	{Action: Open, Contexts: hits, Keys: []string{"enter"}, Short: "open", Long: "show what stands around the hit", Section: sectionSearch, Fixed: true},
	{Action: EditWords, Contexts: hits, Keys: []string{"/"}, Short: "words", Long: "change the words", Section: sectionSearch},
	{Action: SearchAll, Contexts: hits, Keys: []string{"ctrl+f"}, Short: "this or all", Long: "search all memories, or this one alone", Section: sectionSearch},
	{Action: MoreHits, Contexts: hits, Keys: []string{"m"}, Short: "more", Long: "search on for older hits, where a search stopped that found many", Section: sectionSearch},
	{Action: Open, Contexts: []Context{Passage}, Keys: []string{"enter"}, Short: "go to the note", Long: "of a note: open it in its memory", Section: sectionSearch, Fixed: true},
	{Action: NextHit, Contexts: []Context{Passage}, Keys: []string{"n"}, Short: "next", Long: "show what stands around the next hit, or the next cited line", Section: sectionSearch},
	{Action: PrevHit, Contexts: []Context{Passage}, Keys: []string{"p"}, Short: "previous", Long: "show what stands around the hit or the line before", Section: sectionSearch},

	{Action: Open, Contexts: past, Keys: []string{"enter"}, Short: "diff", Long: "show the hunks of the change", Section: sectionPast, Fixed: true},
	{Action: UndoChange, Contexts: past, Keys: []string{"u"}, Short: "undo", Long: "take the change back as a review; in the history of a note what it did to that note", Section: sectionPast},
	{Action: HistoryAll, Contexts: past, Keys: []string{"a"}, Short: "this or all", Long: "the history of the whole memory, or of the note again", Section: sectionPast},
	{Action: HistoryGone, Contexts: past, Keys: []string{"x"}, Short: "gone notes", Long: "list the notes that are gone, or all changes again", Section: sectionPast},
	{Action: Older, Contexts: past, Keys: []string{"m"}, Short: "older", Long: "list older changes as well", Section: sectionPast},
	{Action: UndoChange, Contexts: change, Keys: []string{"u"}, Short: "undo hunk", Long: "take the selected hunk back as a review", Section: sectionPast},
	{Action: UndoWhole, Contexts: change, Keys: []string{"U"}, Short: "undo all", Long: "take all of the change back as a review", Section: sectionPast},
	{Action: NextHunk, Contexts: change, Keys: []string{"]", "n"}, Short: "next hunk", Long: "go to the next hunk", Section: sectionPast},
	{Action: PrevHunk, Contexts: change, Keys: []string{"[", "p"}, Short: "previous", Long: "go to the hunk before", Section: sectionPast},
	{Action: Open, Contexts: change, Keys: []string{"enter"}, Long: "go back to the list of changes", Section: sectionPast, Fixed: true},

	{Action: ShowHelp, Contexts: global, Keys: []string{"?"}, Short: "help", Long: "show the keys that work here", Section: sectionAll},
	{Action: Back, Contexts: []Context{Tasks}, Keys: []string{"q", "t"}, Short: "back", Long: "leave the task panel; runs go on", Section: sectionTasks},
	{Action: Back, Contexts: []Context{Layers}, Keys: []string{"q", "L"}, Short: "back", Long: "leave the layers", Section: sectionBrowse},
	{Action: Back, Contexts: past, Keys: []string{"q", "H"}, Short: "back", Long: "leave the history", Section: sectionPast},
	{Action: Back, Contexts: []Context{Rules, Selecting, Findings, Reviews, Engines, Help, Hits, Passage, Change}, Keys: []string{"q"}, Short: "back", Long: "go one level out; decisions are kept", Section: sectionAll},
	{Action: Back, Contexts: []Context{Global}, Keys: []string{"esc"}, Long: "go one level out", Section: sectionAll, Fixed: true},
	{Action: Interrupt, Contexts: global, Keys: []string{"ctrl+c"}, Long: "quit from anywhere; with a dream at work it asks first", Section: sectionAll, Fixed: true},
	{Action: Reload, Contexts: global, Keys: []string{"R"}, Long: "read everything from disk again", Section: sectionAll},
	{Action: Theme, Contexts: global, Keys: []string{"T"}, Long: "change to the next theme: dark, light, both in the sixteen colours of the terminal, none", Section: sectionAll},
	{Action: Palette, Contexts: global, Keys: []string{":", "ctrl+p"}, Long: "list all commands that mean something here, and do the chosen one", Section: sectionAll},
	{Action: Copy, Contexts: global, Keys: []string{"ctrl+y"}, Long: "copy what is selected: a hunk as a patch, the text or the path of a note, a line, a commit; over ssh through the terminal", Section: sectionAll},
	{Action: Suspend, Contexts: global, Keys: []string{"ctrl+z"}, Long: "suspend; dreams go on, fg comes back", Section: sectionAll},
	{Action: Search, Contexts: global, Keys: []string{"ctrl+f"}, Long: "search the notes and the sessions for words", Section: sectionAll},
	{Action: Redraw, Contexts: global, Keys: []string{"ctrl+l"}, Long: "draw the screen anew", Section: sectionAll},

	{Action: Down, Contexts: lists, Keys: []string{"j", "down"}, Long: "next row, or one line down", Section: sectionMove},
	{Action: Up, Contexts: lists, Keys: []string{"k", "up"}, Long: "row before, or one line up", Section: sectionMove},
	{Action: PageDown, Contexts: lists, Keys: []string{"pgdown"}, Long: "a page down", Section: sectionMove},
	{Action: PageUp, Contexts: lists, Keys: []string{"pgup"}, Long: "a page up", Section: sectionMove},
	{Action: Top, Contexts: lists, Keys: []string{"g", "home"}, Long: "first row", Section: sectionMove},
	{Action: Bottom, Contexts: lists, Keys: []string{"G", "end"}, Long: "last row", Section: sectionMove},
	{Action: Left, Contexts: lists, Keys: []string{"h", "left"}, Long: "pane to the left; in an unwrapped diff, sideways", Section: sectionMove},
	{Action: Right, Contexts: lists, Keys: []string{"l", "right"}, Long: "pane to the right; in an unwrapped diff, sideways", Section: sectionMove},
	{Action: NextPane, Contexts: lists, Keys: []string{"tab"}, Long: "next pane", Section: sectionMove, Fixed: true},
	{Action: PrevPane, Contexts: lists, Keys: []string{"shift+tab"}, Long: "pane before", Section: sectionMove, Fixed: true},
	{Action: ScrollDown, Contexts: lists, Keys: []string{"ctrl+d", "J"}, Long: "half a page down; where there is a preview or a diff it is scrolled, whatever has the focus", Section: sectionMove},
	{Action: ScrollUp, Contexts: lists, Keys: []string{"ctrl+u", "K"}, Long: "half a page up, in the same way", Section: sectionMove},

	{Action: Yes, Contexts: []Context{Confirm, Leaving}, Keys: []string{"y", "enter"}, Short: "yes", Long: "do what the dialog asks", Section: sectionDialog, Fixed: true},
	{Action: Send, Contexts: []Context{Sending}, Keys: []string{"y"}, Short: "send", Long: "of what would be sent: start the dream", Section: sectionDialog, Fixed: true},
	{Action: SendSecrets, Contexts: []Context{Sending}, Keys: []string{"s"}, Short: "secrets", Long: "of what would be sent: leave the notes with a secret out, or send them as well", Section: sectionDialog, Fixed: true},
	{Action: No, Contexts: []Context{Confirm, Leaving, Sending}, Keys: []string{"n", "esc", "q"}, Short: "no", Long: "do not", Section: sectionDialog, Fixed: true},
	{Action: LetGo, Contexts: []Context{Leaving}, Keys: []string{"d"}, Short: "let go on", Long: "quit, and let the dreams at work go on by themselves", Section: sectionDialog, Fixed: true},
	{Action: Interrupt, Contexts: []Context{Confirm, Leaving}, Keys: []string{"ctrl+c"}, Long: "a second time: quit", Section: sectionDialog, Fixed: true},
	{Action: Open, Contexts: []Context{Engines}, Keys: []string{"enter"}, Short: "start", Long: "start the dream with the chosen engine", Section: sectionDialog, Fixed: true},
	{Action: Done, Contexts: []Context{Input}, Keys: []string{"enter"}, Short: "keep", Long: "of a filter: keep the text", Section: sectionDialog, Fixed: true},
	{Action: Leave, Contexts: []Context{Input}, Keys: []string{"esc"}, Short: "clear", Long: "of a filter: drop the text", Section: sectionDialog, Fixed: true},
	{Action: InputUp, Contexts: []Context{Input}, Keys: []string{"up"}, Long: "row before, without leaving the text", Section: sectionDialog, Fixed: true},
	{Action: InputDn, Contexts: []Context{Input}, Keys: []string{"down"}, Long: "next row, without leaving the text", Section: sectionDialog, Fixed: true},
	{Action: InputInt, Contexts: []Context{Input}, Keys: []string{"ctrl+c"}, Long: "leave the text, as esc does", Section: sectionDialog, Fixed: true},
	{Action: Done, Contexts: []Context{Commands}, Keys: []string{"enter"}, Short: "do it", Long: "of the commands: do the selected one", Section: sectionDialog, Fixed: true},
	{Action: Leave, Contexts: []Context{Commands}, Keys: []string{"esc", "ctrl+c"}, Short: "close", Long: "close the commands", Section: sectionDialog, Fixed: true},
	{Action: InputUp, Contexts: []Context{Commands}, Keys: []string{"up", "ctrl+p"}, Long: "command before, without leaving the words", Section: sectionDialog, Fixed: true},
	{Action: InputDn, Contexts: []Context{Commands}, Keys: []string{"down", "ctrl+n"}, Long: "next command, without leaving the words", Section: sectionDialog, Fixed: true},
	{Action: PageUp, Contexts: []Context{Commands}, Keys: []string{"pgup"}, Long: "a page of commands up", Section: sectionDialog, Fixed: true},
	{Action: PageDown, Contexts: []Context{Commands}, Keys: []string{"pgdown"}, Long: "a page of commands down", Section: sectionDialog, Fixed: true},
	{Action: Find, Contexts: []Context{Help}, Keys: []string{"/"}, Short: "find", Long: "of these keys: list those with some words", Section: sectionDialog},
	{Action: Done, Contexts: words, Keys: []string{"enter"}, Short: "to the hits", Long: "of a search: go to what is found", Section: sectionDialog, Fixed: true},
	{Action: SearchAll, Contexts: words, Keys: []string{"ctrl+f"}, Short: "this or all", Long: "search all memories, or this one alone", Section: sectionDialog},
	{Action: Leave, Contexts: words, Keys: []string{"esc"}, Short: "leave", Long: "leave the search, and end it", Section: sectionDialog, Fixed: true},
	{Action: InputUp, Contexts: words, Keys: []string{"up"}, Long: "hit before, without leaving the words", Section: sectionDialog, Fixed: true},
	{Action: InputDn, Contexts: words, Keys: []string{"down"}, Long: "next hit, without leaving the words", Section: sectionDialog, Fixed: true},
	{Action: InputInt, Contexts: words, Keys: []string{"ctrl+c"}, Long: "leave the search, as esc does", Section: sectionDialog, Fixed: true},
	{Action: Done, Contexts: []Context{Remark}, Keys: []string{"enter"}, Short: "keep", Long: "of a note on a hunk or a review: keep the text; an empty one takes the note away", Section: sectionDialog, Fixed: true},
	{Action: Leave, Contexts: []Context{Remark}, Keys: []string{"esc"}, Short: "leave", Long: "of a note on a hunk or a review: leave it as it was", Section: sectionDialog, Fixed: true},
	{Action: InputInt, Contexts: []Context{Remark}, Keys: []string{"ctrl+c"}, Long: "leave the note as it was, as esc does", Section: sectionDialog, Fixed: true},
	{Action: Done, Contexts: finding, Keys: []string{"enter"}, Short: "keep", Long: "of words to find: keep them marked, and go from place to place; without words: the last ones again", Section: sectionDialog, Fixed: true},
	{Action: Leave, Contexts: finding, Keys: []string{"esc"}, Short: "end", Long: "of words to find: end it, and stay at the hunk", Section: sectionDialog, Fixed: true},
	{Action: InputInt, Contexts: finding, Keys: []string{"ctrl+c"}, Long: "end it, as esc does", Section: sectionDialog, Fixed: true},
	{Action: InputUp, Contexts: finding, Keys: []string{"up"}, Long: "go to the place before, without leaving the words", Section: sectionDialog, Fixed: true},
	{Action: InputDn, Contexts: finding, Keys: []string{"down"}, Long: "go to the next place, without leaving the words", Section: sectionDialog, Fixed: true},
	{Action: Done, Contexts: []Context{Message}, Keys: []string{"esc", "ctrl+s", "ctrl+c"}, Short: "keep and go back", Long: "of a commit message: keep the text; enter begins a new line", Section: sectionDialog, Fixed: true},
	{Action: Editor, Contexts: []Context{Message}, Keys: []string{"ctrl+e"}, Short: "$EDITOR", Long: "edit the commit message in $VISUAL or $EDITOR", Section: sectionDialog, Fixed: true},
}
