package model

// Stir is what was changed on the disk around a memory, by whomever.
type Stir struct {
	// Notes says that files of the memory were, Desk that proposals or what is decided of them were.
	Notes, Desk bool
}

// With is both.
func (s Stir) With(o Stir) Stir { return Stir{s.Notes || o.Notes, s.Desk || o.Desk} }
