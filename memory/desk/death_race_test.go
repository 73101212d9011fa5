//go:build unix && race

package desk

// killStep is the distance of the operations at which a process is killed: with the race detector, which
// has nothing to find between processes, each start takes a tenth of a second.
const killStep = 7
