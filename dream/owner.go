package dream

import (
	"os"

	"dreamgate/memory/pid"
)

// owner is a process that can be told from a later one with the same pid.
type owner struct {
	PID  int    `json:"pid"`
	Host string `json:"host"`
	// Start is when the process began, in a spelling that only compares for equality; "" where
	// the system does not tell.
	Start string `json:"start"`
}

// self is this process.
func self() owner {
	host, _ := os.Hostname()
	return owner{PID: os.Getpid(), Host: host, Start: pid.Start(os.Getpid())}
}

// life is what is known of a process.
type life int

const (
	dead    life = iota // no such process, or its pid was given to another
	alive               // it runs; without a start time, some process of that pid does
	unknown             // it belongs to another host
)

// life looks for the process.
func (o owner) life() life {
	host, _ := os.Hostname()
	switch {
	case o.Host != host:
		return unknown
	case !pid.Exists(o.PID):
		return dead
	}
	if now := pid.Start(o.PID); o.Start != "" && now != "" && now != o.Start {
		return dead
	}
	return alive
}
