// Package diffview draws hunks as rows of terminal cells.
package diffview
