// Package history speaks with the user's git about a memory directory, through the git program and
// with the user's own settings: hooks run, signing is never dropped, no identity is made up.
//
// A memory may be a repository, a folder in one, in a linked worktree or in a submodule, and it may
// be reached through a link. Only the paths that are given are committed; what else is staged,
// changed or untracked there stays as it is.
//
//	run.go       one git process: environment, terminal, time
//	stream.go    a long answer as it comes
//	state.go     what repository there is, and what stands in the way of a commit
//	repo.go      what a repository holds
//	status.go    which files differ
//	filters.go   which programs do not run to learn that
//	commit.go    commits of given paths, a new repository
//	inspect.go   what a commit holds
//	log.go       the last commit of each file
//	versions.go  a file as commits left it
//	walk.go      the whole history of a folder, commit by commit
//	span.go      what a range of commits did to it
//	objects.go   what files held
//	recent.go    the last commits, in a line each
//	remote.go    how far the repository is from the one it follows
package history
