// Package evidence holds the rules that say what an added line claims and whether a line of a
// transcript, a note or a repository bears it out. It is pure: text in, verdicts out.
//
//	words.go      what is known of languages: one table
//	lex.go        bytes to tokens; shape.go what a token is; date.go days and hours; stem.go endings
//	text.go       tokens to clauses and sentences, with polarity and mood
//	statement.go  sentences to claims
//	matcher.go    finds the lines of a stream that are about a statement, in one pass
//	bench.go      a statement in front of everything that may bear it out
//	judge.go      what became of each claim; derive.go dates, rival.go other values,
//	              polarity.go denials, cover.go plain words
//	fit.go        whether a cited line is the one that was meant
//	survive.go    whether something removed lives on or was said to be over
//	cite.go       one claim and one line
//	relative.go   "yesterday" and when it was
//	changes.go    CHANGES.md
//
// Everything is compared in normal form: white space, Markdown, quotes and case do not count, words
// are brought to a stem, 5 pm is 17:00 and three is 3. Tokens match whole or not at all: npm is not
// pnpm, and 5 is not 15.
package evidence
