// Package memory opens, reads and writes the directories that memories live in. It is the only code
// that writes one, and the only way to its files.
package memory
