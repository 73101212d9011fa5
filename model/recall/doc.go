// Package recall chooses the notes that bear on a prompt, without a model, and cuts them to what an
// agent takes in. It is pure: notes and words in, paths and text out.
//
//	recall.go  a store of notes, and the choice of at most five
//	token.go   words of a text: identifiers, word parts, the scripts without blanks
//	spoken.go  the words of a text for those who compare texts
//	stem.go    the forms of one word
//	vocab.go   the words of a store, and which of them a word of the query may mean
//	query.go   the words of a query that say something
//	tally.go   what each note has of them
//	kin.go     notes that belong together, and lend each other what they are about
//	sense.go   words that mean the same or go together; they stand in words.txt
//	ask.go     what kind of answer a question wants
//	attach.go  the text that is added: cut, with its age, within what a session may take
//
// A note is ranked by the words of the query that it answers to (BM25 over name, description, index
// line and body). Whether it is chosen at all is another question: how much of what was asked it
// covers, each word weighed by how rare it is. A store that answers nothing gives nothing.
package recall
