// Package transcript reads the sessions of a coding agent. A session is a file of JSON objects, a
// line each, of which a few percent are conversation; the rest is bookkeeping that repeats prompts,
// holds summaries and system texts, and must be taken for nobody's words.
//
//	cursor.go   walks JSON without building it
//	lines.go    cuts a stream into lines with bounded memory
//	record.go   tells conversation from bookkeeping and who speaks
//	queued.go   hears what a person typed while the agent was at work
//	noise.go    takes out what the agent put into a person's mouth
//	files.go    finds transcripts on disk
//	scan.go     the one loop over a file
//	search.go   finds words
//	digest.go   writes the short lines that an engine reads; parse.go reads them back
//
// Record shapes are those of Claude Code 2.1.319 and 2.1.332. Unknown types are skipped and
// unknown keys ignored, since both sets grow with every release.
package transcript
