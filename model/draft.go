package model

// DraftPrefix begins the names of the folders in which an editor gets a text, in the folder for temporary files: a
// terminal that is closed leaves them there, with words that stand nowhere else.
const DraftPrefix = "dreamgate-edit-"
