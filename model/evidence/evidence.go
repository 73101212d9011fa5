// Package evidence holds the rules that say what an added line claims and whether a line of a
// transcript, a note or a repository bears it out. It is pure: text in, verdicts out.
//
//	words.go      what is known of languages: one table
//	lex.go        bytes to tokens; shape.go what a token is; numeral.go number words; date.go days;
//	              hours.go hours; stem.go endings
//	text.go       tokens to clauses and sentences, with polarity and mood; tongue.go their language
//	statement.go  sentences to claims
//	matcher.go    finds the lines of a stream that are about a statement, in one pass
//	bench.go      a statement in front of everything that may bear it out
//	judge.go      what became of each claim; derive.go dates, rival.go other values, exchange.go
//	              values of something else, shift.go words of something else, weekday.go days, order.go what comes first,
//	              polarity.go denials, later.go those that came later, contrast.go "instead of", none.go
//	              things that there are, scope.go limits that were dropped, cover.go plain words
//	fit.go        whether a cited line is the one that was meant
//	survive.go    whether something removed lives on or was said to be over
//	loss.go       how much of the notes goes; stands.go where else the lines stand that go
//	added.go      what is tacked on to what was said, other names, what another sentence says already
//	cite.go       one claim and one line
//	dialogue.go   what the user said yes to or took back: what a line proves
//	relative.go   "yesterday" and when it was
//	changes.go    CHANGES.md
//
// # How a statement is judged
//
// Everything is compared in normal form: white space, Markdown, quotes and case do not count, words
// are brought to a stem, 5 pm is 17:00 and three is 3. Tokens match whole or not at all: npm is not
// pnpm, and 5 is not 15.
//
// A Matcher knows the words of all statements of a proposal. Its Pass sees each line once and keeps,
// for each statement, the few lines that share most with it. What follows looks at these lines only,
// so that the cost of judging does not grow with the transcripts:
//
//   - Each claim (a date, a number, a path, a name, code, a quotation) is looked for in the old text,
//     in the cited lines, and in the lines that are about the statement. A number counts only in a
//     line about the same subject, as every short number stands somewhere in a long stream.
//   - A line that is later and about the same gives the claim another value, a line that gives two
//     things two values shows that they were merged or exchanged: rival.go.
//   - Each clause is compared with the clauses that share most of its words: polarity.go.
//   - The plain words that are left must stand in the old text or in what was said about the
//     statement: cover.go. Free wording is normal, so most of them have to be missing for a flag.
//
// Who said a line and how decides what it proves. What only a tool printed is untrusted; a question
// proves nothing, and neither does a guess, unless the user said yes to it; a command proves the names
// in it and not the numbers.
//
// # Languages
//
// All that is known of languages stands in one table. A language without an entry is unknown: its
// words are compared like any others, but no denial, guess or name is read out of them, because a
// wrong guess would flag what is right. Scripts without blanks are compared in pairs of characters.
package evidence
