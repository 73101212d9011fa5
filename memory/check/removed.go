package check

import (
	"dreamgate/model"
	"dreamgate/model/evidence"
)

func (d *docket) removal(m *matter, cited []*evidence.Text, e *model.Evidence) {}
