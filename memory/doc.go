// Package memory opens, reads and writes the directories that memories live in. It is the only code
// that writes one, and the only way to its files.
//
// A directory of notes is shared ground: an agent, editors and git write there too, and a file name
// or a link in it may come from anywhere. So every access goes through one opener (Root) that looks
// at what a file is before it opens it, and every change of a memory goes through Apply, which
// compares before it swaps, writes all files or none, and leaves a record by which the next start
// finishes or undoes what a crash cut short.
//
//	root.go     Root: opening a directory, finding the folder of a path
//	path.go     which paths are paths
//	folder.go   one open folder: the only calls that touch the disk, each behind the fault seam
//	read.go     files and trees
//	write.go    single files, replaced in one step
//	fresh.go    whole trees into new folders
//	spelling.go names that a disk takes for one
//	out.go      what a dream leaves beside the notes of a folder
//	swap*.go    compare-and-swap of one file
//	journal.go  the record of an apply, on disk
//	apply.go    all files of a review, or none
//	stray.go    temporary files of a memory that was moved meanwhile
//	recover.go  what a crash left
//	takeback.go an apply undone as if it had never been
//	lock*.go    one apply at a time for a store
//	dirs.go     where the program keeps its own files
//	follow.go   folders told apart, and found again where they were moved to
//	look.go     how the screen was last set
//	traits_*.go what a file keeps when another one takes its place
//	sys_*.go    what differs between systems
//	text.go     bytes that are mostly text, in JSON
package memory
