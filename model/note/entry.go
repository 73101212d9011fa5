package note
import "dreamgate/model"
// Entry returns an index line for a note, in the manner of the lines in like.
func Entry(n model.Note, like []model.Entry) string { return "" }
