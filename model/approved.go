package model

// Approval is the version of a file that a person said yes to last.
type Approval struct {
	// Revision is the change by which it came to be that: a review that was carried out, by its commit or by its
	// backup, or a commit that a person made outside of this program.
	Revision Revision
	// There is false where the person let the file go. File is it, as it would lie on disk.
	There bool
	File  File
}

// Kind is a word for what approved it: "review", "backup" or "commit".
func (a Approval) Kind() string {
	switch {
	case a.Revision.Kept == KeptBackup:
		return "backup"
	case a.Revision.Review != "":
		return "review"
	}
	return "commit"
}

// Approvals are those of files, by their path. Of a file that is missing nothing was ever approved.
type Approvals struct {
	Files map[string]Approval
	// Remarks are sentences on what could not be learned.
	Remarks []string
}
