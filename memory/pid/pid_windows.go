package pid

import "golang.org/x/sys/windows"

// Exists opens the process; a handle to one that ended can still be had, so its exit code decides.
func Exists(pid int) bool {
	if pid <= 0 {
		return false
	}
	h, err := windows.OpenProcess(windows.PROCESS_QUERY_LIMITED_INFORMATION, false, uint32(pid))
	if err != nil {
		return err == windows.ERROR_ACCESS_DENIED
	}
	defer windows.CloseHandle(h)
	const stillActive = 259
	var code uint32
	return windows.GetExitCodeProcess(h, &code) != nil || code == stillActive
}

// Start is not told; a lock of a reused pid is given up after an hour of silence.
func Start(int) string { return "" }

// Ticks is not known here in the agent's spelling.
func Ticks(int) string { return "" }
