// Package reality compares what notes say of their project with what is known of it: the files that
// are there, those that its history lost, and what its manifests hold. It is pure; memory/reality
// looks the facts up.
//
// A note is read for its claims, then each claim is judged: it holds, it is gone since a commit, or
// nobody can say. A claim is called gone only where there is something to show for it, and never where
// the sentence itself may mean that it is gone, planned, an example, or somewhere else.
//
//	claim.go     from a note to its claims
//	block.go     paragraphs, list items, fences
//	token.go     which words are paths
//	command.go   which words are commands
//	mood.go      how a sentence means what it names
//	facts.go     what is known of a project
//	manifest.go  scripts, dependencies and package managers of a project
//	judge.go     the verdict
package reality
