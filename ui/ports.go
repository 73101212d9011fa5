package ui

import (
	"context"

	"dreamgate/model"
)

// Library is where memories are found and read.
type Library interface {
	// Stores lists all stores, the worst first.
	Stores(ctx context.Context) ([]model.Store, error)
	// Find returns the store that a folder holds: any folder with an index, or with one in .memory.
	Find(ctx context.Context, dir string) (model.Store, error)
	// Open reads a store: its notes, findings, badges, and the proposals that wait.
	Open(ctx context.Context, s model.Store) (model.Memory, error)
	// Look learns of an opened memory what takes longer than its files, and returns it with the badges
	// that say so: reality, use, rewrites, relations.
	Look(ctx context.Context, m model.Memory) (model.Memory, error)
	// Layers looks at what a session is given of an opened memory, and what stands behind it.
	Layers(ctx context.Context, m model.Memory) (model.Layers, error)
}

// Places is what the world around a memory does with it.
type Places interface {
	// Watch tells when the files of a store change, or its reviews, until ctx ends; then the channel is closed. An
	// error says that nothing can be watched here.
	Watch(ctx context.Context, s model.Store) (<-chan model.Stir, error)
	// Trust notes that the user says yes to a store that is Untrusted.
	Trust(s model.Store) error
	// Moves lists where the project of a store may be whose folder is gone.
	Moves(ctx context.Context, s model.Store) []model.Move
	// Move makes a proposal of the notes of a store for the memory of the project in dir.
	Move(ctx context.Context, s model.Store, dir string) (model.Proposal, error)
}

// Dreams are the runs.
type Dreams interface {
	// Engines lists the engines; one with Why cannot be used here.
	Engines() []model.Engine
	// Outlook says what a dream would send to an engine that leaves the machine.
	Outlook(ctx context.Context, s model.Store, engine string, rule model.SecretRule) (model.Sending, error)
	// StartWith starts a dream in the background; the rule says what becomes of notes with a secret.
	StartWith(ctx context.Context, s model.Store, engine string, rule model.SecretRule) (model.Run, error)
	// Gates measures whether an unattended dream would start now, and why not.
	Gates(ctx context.Context, s model.Store) ([]model.Gate, error)
	// Runs lists the runs, newest first, as they stand.
	Runs() []model.Run
	// Changed is sent to after Runs changed. It is never closed and never holds a run up.
	Changed() <-chan struct{}
	// Cancel ends a run. The run says when it has ended.
	Cancel(id string)
	// Leave lets the runs at work go on when the program ends.
	Leave()
}

// Past is what became of memories.
type Past interface {
	// History is the timeline of a store, or of a note of it.
	History(ctx context.Context, s model.Store, q model.HistoryQuery) (model.History, error)
	// Approved finds the versions of files that a person said yes to last.
	Approved(ctx context.Context, s model.Store, paths []string) (model.Approvals, error)
	// Undo makes a proposal that takes a past change back from the notes as they are now.
	Undo(ctx context.Context, s model.Store, u model.Undo) (model.Proposal, error)
}

// Searches find words in notes and sessions.
type Searches interface {
	// Search looks for words, as one phrase, in a memory or in all of them. It tells what it finds in
	// turns, the last of which is done, until the context ends; then the channel is closed.
	Search(ctx context.Context, s model.Store, all bool, words string) <-chan model.Hits
	// Passage reads what stands around a hit of a search for the words.
	Passage(ctx context.Context, h model.Hit, words string) (model.Passage, error)
}

// Reviews are the proposals that wait on the desk, with what was decided of them.
type Reviews interface {
	// Propose puts a proposal on the desk and returns its id.
	Propose(ctx context.Context, p model.Proposal) (string, error)
	// Review opens a proposal.
	Review(ctx context.Context, s model.Store, id string) (model.Review, error)
	// Decide saves what was done in a review since it was read: decisions, splits, edits, notes. What others did
	// meanwhile stays, also where it was done to the same hunk, and the answer says so. Turns are the steps of it.
	Decide(ctx context.Context, s model.Store, id string, was, ru model.Ruling, turns ...model.Turn) (model.Beside, error)
	// Message keeps what was typed for the commit of a review; "" takes it back.
	Message(ctx context.Context, s model.Store, id, text string) error
	// Ruling is what was done in a review so far, by whomever, and how it stands.
	Ruling(ctx context.Context, s model.Store, id string) (model.Ruling, model.ReviewState, error)
	// Refresh makes a review anew from the notes as they are now, where others have overtaken it: its id from
	// now on, and what became of it.
	Refresh(ctx context.Context, s model.Store, id string) (now string, told []string, err error)
	// Overtaken are the files of a pending review that others have changed since it was made.
	Overtaken(ctx context.Context, s model.Store, id string) ([]string, error)
	// Preview says what a commit would do.
	Preview(ctx context.Context, r model.Review) (model.Preview, error)
	// Commit writes what is accepted and commits it.
	Commit(ctx context.Context, r model.Review, o model.CommitOptions) (model.Outcome, error)
	// Unapply puts the notes back that are written and that git made no commit of; the review waits again.
	Unapply(ctx context.Context, s model.Store, id string) ([]string, error)
}
