package check

// Record and Write make sessions for the tests outside of the package.
var (
	Record = record
	Write  = write
)
