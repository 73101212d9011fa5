// Package dream runs a consolidation pass: gates, lock, scratch copy, engine, check of what the
// engine left, proposal. It writes in the temp folder and in our own state folder, and never in a
// memory directory.
//
//	dream.go     Propose: a dream without a store, from the notes to the judged proposal
//	scratch.go   the folder that an engine works in, and the record by which a crash is swept
//	closed.go    what a program of an engine may not change, where the system can see to it
//	contradict.go what the project says against the notes
//	commits.go   what was committed to the project lately
//	inspect.go   what the engine left is checked, not trusted
//	outside.go   what of the scratch is no memory: stray files, changed transcripts
//	secrets.go   notes with a secret do not leave the machine unasked
//	preview.go   what a run would send, and what that would cost
//	supervise.go the engine under its caps
//	out.go       a result as plain files
//	dreamer.go   Dreamer: runs in the background, one a store; run.go: one of them
//	extract.go   an extraction: what sessions said since the last time
//	record.go    the reports of ended runs
//	away.go      Away: runs that are programs of their own, and can outlive this one
//	running.go   how runs at work stand, for other programs to see
//	lock.go      one dream a store at a time, also between programs and after crashes
//	wait.go      a dream that waits for another one to end
//	owner.go     processes by pid, host and start, so that a reused pid is nobody's heir
//	sessions.go  what the books say of each session
//	books.go     when a dream last ran, what it gathered, what is consumed
//	unattended.go the first gate that is shut, for a dream that nobody started
//	gates.go     whether an unattended dream would start now, and why
package dream
