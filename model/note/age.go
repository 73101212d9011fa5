package note

import (
	"time"

	"dreamgate/model"
)

// CommitTime is the commit that last changed the body of a file.
type CommitTime struct {
	At   time.Time
	Hash string
}

// Age tells when a note last changed: the later of its own `modified` and of the last commit that
// changed it. The file's time counts only where there is neither, for any copy or checkout sets it
// anew; a zero mtime means that it is not known.
func Age(n model.Note, commit CommitTime, mtime time.Time) model.Age {
	switch {
	case !commit.At.IsZero() && !commit.At.Before(n.Modified):
		return model.Age{At: commit.At, Source: model.AgeCommit, Commit: commit.Hash}
	case !n.Modified.IsZero():
		return model.Age{At: n.Modified, Source: model.AgeModified}
	case !mtime.IsZero():
		return model.Age{At: mtime, Source: model.AgeMtime}
	}
	return model.Age{Source: model.AgeUnknown}
}
