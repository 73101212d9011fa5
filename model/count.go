package model

import (
	"fmt"
	"strconv"
	"strings"
)

// Count is a number with its noun: "1 note", "2,000 entries".
func Count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	if stem, ok := strings.CutSuffix(noun, "y"); ok && !strings.HasSuffix(stem, "a") {
		return Number(n) + " " + stem + "ies"
	}
	return Number(n) + " " + noun + "s"
}

// Counted is a number with its noun and a verb that agrees with it: "1 hunk clashes", "2 hunks clash".
func Counted(n int, noun, one, many string) string { return Count(n, noun) + " " + Verb(n, one, many) }

// Verb is the form of a verb that agrees with a number.
func Verb(n int, one, many string) string {
	if n == 1 {
		return one
	}
	return many
}

// Number is a number with its thousands apart.
func Number(n int) string {
	s := strconv.Itoa(n)
	for i := len(s) - 3; i > 0 && s[i-1] != '-'; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// Size is a number of bytes for people.
func Size(n int64) string {
	switch {
	case n < 1<<10:
		return Number(int(n)) + " B"
	case n < 1<<20:
		return fmt.Sprintf("%.1f KB", float64(n)/(1<<10))
	case n < 1<<30:
		return fmt.Sprintf("%.1f MB", float64(n)/(1<<20))
	}
	return fmt.Sprintf("%.1f GB", float64(n)/(1<<30))
}
