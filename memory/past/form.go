package past

import (
	"bytes"
	"context"
	"errors"
	"slices"

	"dreamgate/memory/history"
	"dreamgate/model"
)

// errForm says that what git holds of a file are not its bytes.
var errForm = errors.New("git keeps it in another form than on disk (a filter), so it is not taken back here")

// form is how the bytes of a file on disk come from those that git holds.
type form struct {
	// crlf says that each line end is a CR LF on disk, and an LF in git.
	crlf bool
}

// formOf tells it from the last commit of a file. A file that git sees no change in, and whose bytes are
// others all the same, went through a filter: what older commits hold is then no text to write to a note.
func (w *walk) formOf(ctx context.Context, name string, live []byte) (form, error) {
	if !w.git {
		return form{}, nil
	}
	last, err := history.Versions(ctx, w.st.Dir, name, 1)
	if err != nil || len(last) == 0 || bytes.Equal(last[0].Data, live) {
		return form{}, nil // what cannot be asked for here is said where it is needed
	}
	if !bytes.Contains(last[0].Data, []byte("\r\n")) && bytes.Equal(crlf(bytes.ReplaceAll(live, []byte("\r\n"), []byte("\n"))), live) && bytes.Contains(live, []byte("\n")) {
		return form{crlf: true}, nil
	}
	pending, err := history.Dirty(ctx, w.st.Dir, []string{name})
	if err == nil && !slices.Contains(pending, name) {
		return form{}, errForm
	}
	return form{}, nil
}

// disk is a text of git's as it lies on disk.
func (f form) disk(text []byte) []byte {
	if f.crlf && !bytes.Contains(text, []byte("\r\n")) {
		return crlf(text)
	}
	return text
}

// of is a file of git's as it would lie on disk.
func (f form) of(file *model.File) *model.File {
	if file == nil || !f.crlf {
		return file
	}
	out := *file
	out.Data = f.disk(file.Data)
	return &out
}

func crlf(text []byte) []byte { return bytes.ReplaceAll(text, []byte("\n"), []byte("\r\n")) }
