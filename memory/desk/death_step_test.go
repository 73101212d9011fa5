//go:build unix && !race

package desk

// killStep is the distance of the operations at which a process is killed.
const killStep = 1
