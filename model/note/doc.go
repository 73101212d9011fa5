// Package note reads the files of a memory: the frontmatter of a note, the index as the agent
// loads it, and the links of both. It is pure: bytes in, values out, no clock, and no byte of a
// file is ever made anew.
package note
