package talk

import (
	"fmt"
	"io"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strings"
)

// Local reports whether an address is this machine, by its name alone: nobody is asked.
func Local(address string) bool {
	u, err := url.Parse(address)
	if err != nil {
		return false
	}
	host := strings.ToLower(u.Hostname())
	if host == "localhost" {
		return true
	}
	ip, err := netip.ParseAddr(host)
	return err == nil && ip.Unmap().IsLoopback()
}

// Address checks an address that a user set. It returns what is wrong with it, "" if nothing is.
func Address(name, address string) string {
	u, err := url.Parse(address)
	switch {
	case err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https":
		return name + " is no address such as https://host/path"
	case u.Scheme == "http" && !near(u.Hostname()):
		// Notes and the key would be open to everyone on the way.
		return name + " is an http address of a machine far away; use https"
	}
	return ""
}

// near reports whether a host is this machine or one of the same house, such as the one with the large
// graphics card.
func near(host string) bool {
	host = strings.ToLower(host)
	if ip, err := netip.ParseAddr(host); err == nil {
		ip = ip.Unmap()
		return ip.IsLoopback() || ip.IsPrivate() || ip.IsLinkLocalUnicast()
	}
	at := strings.LastIndexByte(host, '.')
	return at < 0 || slices.Contains([]string{".local", ".lan", ".home", ".internal", ".arpa"}, host[at:])
}

// Redirect is the error of a service that sends the request on to somewhere else.
type Redirect struct{ To string }

// Error says where to.
func (r *Redirect) Error() string {
	return fmt.Sprintf("it sends the request on to %s, which is not followed", bare(r.To))
}

// Client is a client for requests that hold notes. It follows no redirect: the notes would be sent to
// whomever the answer names, and an address that is this machine would not be the one that gets them.
func Client(through http.RoundTripper) *http.Client {
	return &http.Client{
		Transport: bounded{through},
		CheckRedirect: func(r *http.Request, _ []*http.Request) error {
			return &Redirect{To: r.URL.String()}
		},
	}
}

// maxBody bounds an answer on the wire in bytes, where a line without an end would fill the memory
// before any of it is seen.
const maxBody = 64 << 20

// bounded ends answers that are too long.
type bounded struct{ http.RoundTripper }

// RoundTrip sends a request.
func (b bounded) RoundTrip(r *http.Request) (*http.Response, error) {
	res, err := b.RoundTripper.RoundTrip(r)
	if err == nil && res.Body != nil {
		res.Body = &limited{ReadCloser: res.Body, left: maxBody}
	}
	return res, err
}

// limited is a body that fails where an endless one would go on.
type limited struct {
	io.ReadCloser
	left int
}

// Read reads as long as the bound lasts.
func (l *limited) Read(p []byte) (int, error) {
	n, err := l.ReadCloser.Read(p)
	if l.left -= n; l.left < 0 {
		return 0, fmt.Errorf("the answer has more than %d MB", maxBody>>20)
	}
	return n, err
}
