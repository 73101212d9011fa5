package cli

import (
	"context"
	"errors"
	"io"
	"slices"
	"strings"

	"dreamgate/model"
	"dreamgate/model/note"
)

// menuVerb is an answer of the menu: the word, what it does, and the command that does it.
type menuVerb struct {
	word, about string
	command     []string
	// needs names what has to stand behind the word, "" for nothing.
	needs string
}

// menuVerbs are the answers of the menu. Of two that begin alike the first one has the letter.
var menuVerbs = []menuVerb{
	{"reviews", "go to the reviews that wait", nil, ""},
	{"notes", "list the notes of the memory", []string{"show"}, ""},
	{"show", "read the note that is named behind the word", []string{"show"}, "NOTE"},
	{"find", "search the notes and the sessions for the words behind it", []string{"search"}, "WORDS"},
	{"audit", "hear what is wrong with the notes", []string{"audit"}, ""},
	{"history", "hear who changed what in the memory, or in the note behind the word", []string{"history"}, ""},
	{"dream", "let a dream propose a better memory; the name of an engine may stand behind it", []string{"dream"}, ""},
	{"tasks", "list the dreams that ran, and those at work", []string{"tasks"}, ""},
	{"forget", "propose to forget the note that is named behind the word", []string{"forget"}, "NOTE"},
	{"edit", "write the note, or the index, that is named behind the word yourself: what changes becomes a review", []string{"edit"}, "NOTE"},
	{"undo", "propose to take back the last review, or the change of the history that is named behind the word", []string{"undo"}, ""},
	{"bring", "propose to bring the note back that is named behind the word, or to take back what was last done to it", []string{"undo", "--file"}, "NOTE"},
	{"blame", "hear who wrote the line that is named behind the word, and on which line of which session it rests", []string{"blame"}, "NOTE:LINE"},
	{"gates", "hear whether a dream would start by itself now, and why not", []string{"gates"}, ""},
	{"layers", "hear what a session is given at its start", []string{"layers"}, ""},
	{"extract", "propose notes for what the last session said", []string{"extract"}, ""},
	{"log", "hear the steps of the dream that is at work, or of the last one", []string{"tasks", "log"}, ""},
	{"cancel", "cancel the dream that is at work", []string{"tasks", "cancel"}, ""},
	{"memories", "list the memories of this machine", []string{"projects"}, ""},
	{"use", "go on with the memory that is named behind the word", nil, "MEMORY"},
	{"help", "explain these words", nil, ""},
	{"quit", "end", nil, ""},
}

// menu is the program by questions and answers where no review is open: what the screen shows of notes, dreams
// and tasks, each as its command prints it. Dir is the memory that is meant, "" for all.
func (l *linear) menu(ctx context.Context, dir string) error {
	if l.r, l.at = (model.Review{}), 0; !l.greeted {
		if err := l.report(ctx, dir); err != nil {
			return err
		}
		l.greeted = true
	} else {
		l.waits(ctx, dir)
	}
	words := make([]string, len(menuVerbs))
	for i, v := range menuVerbs {
		words[i] = v.word
	}
	for {
		line, err := l.line(ctx, "What next? "+strings.Join(words, ", ")+"?")
		switch {
		case errors.Is(err, errEnded):
			return err
		case err != nil:
			return err
		}
		word, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
		v, ok := menuVerbOf(strings.ToLower(word))
		switch rest = strings.TrimSpace(rest); {
		case !ok:
			l.out().linef("%q is none of the answers; help explains them.", note.Shorten(word, 40))
		case v.needs != "" && rest == "":
			l.out().linef("Not done: what is meant stands behind the word, as in %s %s.", v.word, v.needs)
		case v.word == "quit":
			return errLeft
		case v.word == "use":
			dir = l.use(ctx, dir, rest)
		case v.word == "help":
			for _, v := range menuVerbs {
				l.out().linef("%s: %s.", strings.TrimSpace(v.word+" "+v.needs), v.about)
			}
		case v.word == "reviews":
			if l.pending(ctx, dir) > 0 {
				return errQueue
			}
			l.out().linef("No review waits.")
		default:
			l.carry(ctx, dir, v, rest)
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
	}
}

func menuVerbOf(word string) (menuVerb, bool) {
	for _, v := range menuVerbs {
		if word != "" && strings.HasPrefix(v.word, word) {
			return v, true
		}
	}
	// Who knows the commands says one by its name.
	for _, v := range menuVerbs {
		if len(v.command) == 1 && v.command[0] == word {
			return v, true
		}
	}
	return menuVerb{}, false
}

// use finds another memory; where there is none the one before stays.
func (l *linear) use(ctx context.Context, dir, word string) string {
	s, err := l.find(ctx, word)
	if err != nil {
		l.out().linef("Not done: %s.", err)
		return dir
	}
	l.out().linef("The memory is now %s.", s.Name)
	return s.Dir
}

// carry carries a command out as from a shell, with the parts that are there. What goes wrong is said, and the
// menu goes on.
func (l *linear) carry(ctx context.Context, dir string, v menuVerb, rest string) {
	args := append(append([]string{"--accessible"}, l.again()...), v.command...)
	if dir != "" && v.word != "memories" && v.command[0] != "tasks" {
		args = slices.Insert(args, len(args)-len(v.command)+1, "--memory", dir)
	}
	var in io.Reader = l.in
	switch {
	case v.word == "edit" && !l.Terminal:
		text, err := l.typed(ctx) // no editor can be opened, so the text comes line by line
		if err != nil {
			l.out().linef("Not done: %s.", err)
			return
		}
		args, in = append(args, "--with", "-", "--", rest), strings.NewReader(text)
	case v.word == "bring":
		args = append(args, rest)
	case rest != "" && v.word == "dream":
		args = append(args, "--engine", rest)
	case rest != "":
		args = append(args, "--", rest)
	}
	one := &app{Program: l.Program, parts: l.parts, built: true, settings: l.settings}
	root := one.root()
	root.SetArgs(args)
	root.SetIn(in)
	root.SetOut(l.Stdout)
	root.SetErr(l.Stderr)
	if err := root.ExecuteContext(ctx); err != nil && err.Error() != "" {
		l.out().linef("Not done: %s.", err)
	}
	if slices.Contains([]string{"dream", "forget", "edit", "undo", "bring", "extract"}, v.word) {
		l.waits(ctx, dir)
	}
}

// pending counts the reviews that wait.
func (l *linear) pending(ctx context.Context, dir string) (n int) {
	stores, err := l.reviewed(ctx, dir)
	if err != nil {
		l.out().linef("Not done: %s.", err)
		return 0
	}
	for _, s := range stores {
		n += len(l.waiting(ctx, s))
	}
	return n
}
