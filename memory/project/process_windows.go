package project

import "golang.org/x/sys/windows"

// processExists opens the process; a handle to one that ended can still be had, so its exit code
// decides.
func processExists(pid int) bool {
	h, err := windows.OpenProcess(windows.PROCESS_QUERY_LIMITED_INFORMATION, false, uint32(pid))
	if err != nil {
		return err == windows.ERROR_ACCESS_DENIED
	}
	defer windows.CloseHandle(h)
	const stillActive = 259
	var code uint32
	return windows.GetExitCodeProcess(h, &code) != nil || code == stillActive
}
