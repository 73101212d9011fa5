// Package project finds the memories of a machine and opens them: the stores below the agent's
// configuration folder, any folder that holds a MEMORY.md, and what belongs to each.
//
//	library.go    what the rest of the program asks for
//	find.go       from a folder to the memory that it means
//	places.go     all places where notes are kept: projects, chosen folders, teams, sub-agents
//	place.go      where the agent keeps the memory of a session, and who decided it
//	trust.go      the user's yes to a place that only a project's own settings name
//	stores.go     all stores below projects/, the worst first
//	sessions.go   which transcript folders belong to a memory, and whose it is
//	active.go     which sessions of the agent run now; process_*.go which of their numbers mean ours
//	gone.go       what is wrong with the projects of a store
//	moves.go      where a project that is gone may be
//	move.go       its notes as a proposal for the new place
//	root.go       the git rules by which the agent chooses the folder of a memory
//	slug.go       the names of those folders
//	read.go       a store's files and findings
//	open.go       and its badges, git and pending proposals
//	evidence.go   what became of the sessions that notes came from, and what the agent removes next
//	look.go       what takes longer to learn; uses.go how often notes were read
//	settings.go   the agent's settings that matter here
//
// The folder rules were measured on Claude Code 2.1.332.
package project
