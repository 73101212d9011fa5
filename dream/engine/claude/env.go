package claude

import "dreamgate/dream/engine/process"

// kept are the variables that the program needs: where its settings and its login are, which service it
// asks and on which way, and the user's language. Nothing else is passed on: not what an agent around
// us tells the sessions that it starts, not what points git elsewhere. Names ending in * are prefixes.
var kept = []string{
	"HOME", "PATH", "USER", "LOGNAME", "SHELL", "LANG", "LANGUAGE", "LC_*", "TZ",
	"CLAUDE_CONFIG_DIR", "ANTHROPIC_*", "CLAUDE_CODE_OAUTH_TOKEN", "CLAUDE_CODE_API_KEY_HELPER_TTL_MS",
	// Other ways to the same models.
	"CLAUDE_CODE_USE_*", "CLAUDE_CODE_SKIP_*", "AWS_*", "GOOGLE_*", "GCLOUD_PROJECT", "CLOUDSDK_*", "CLOUD_ML_REGION", "VERTEX_REGION_*", "AZURE_*",
	// The way through a network.
	"HTTP_PROXY", "HTTPS_PROXY", "NO_PROXY", "ALL_PROXY", "http_proxy", "https_proxy", "no_proxy", "all_proxy",
	"SSL_CERT_FILE", "SSL_CERT_DIR", "NODE_EXTRA_CA_CERTS", "CLAUDE_CODE_CLIENT_CERT", "CLAUDE_CODE_CLIENT_KEY*", "CLAUDE_CODE_CERT_STORE",
	// What a user said about waiting, and about being watched.
	"API_TIMEOUT_MS", "CLAUDE_CODE_MAX_RETRIES", "CLAUDE_CODE_MAX_OUTPUT_TOKENS", "MAX_THINKING_TOKENS",
	"DISABLE_TELEMETRY", "DISABLE_ERROR_REPORTING", "DO_NOT_TRACK", "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC",
	// Where the keys of a login are kept, and what Windows cannot start a program without.
	"DBUS_SESSION_BUS_ADDRESS", "XDG_RUNTIME_DIR",
	"SystemRoot", "SYSTEMROOT", "SystemDrive", "COMSPEC", "ComSpec", "PATHEXT", "Path", "USERPROFILE", "USERNAME", "HOMEDRIVE", "HOMEPATH",
	"APPDATA", "LOCALAPPDATA", "ProgramData", "ProgramFiles", "ProgramFiles(x86)", "CLAUDE_CODE_GIT_BASH_PATH",
}

// environ is the environment of a run in dir. An update is nothing to begin in the middle of a dream,
// and would leave a process behind.
func environ(from []string, dir string) []string {
	env := process.Select(from, func(name string) bool { return process.Named(kept, name) })
	return append(append(env, process.Environ(dir)...), "CLAUDE_CODE_DISABLE_AUTO_MEMORY=1", "DISABLE_AUTOUPDATER=1")
}
