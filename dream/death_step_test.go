package dream

import "os"

// deathStep is the distance of the operations at which a process is killed; DREAMGATE_DEATHS set to anything
// tries each.
func deathStep() int {
	if os.Getenv("DREAMGATE_DEATHS") != "" {
		return 1
	}
	return 11
}
