package note

// Loaded returns the text of an index as the agent puts it in front of a session: without what it
// leaves out anyway, and cut where it cuts.
func Loaded(data []byte) []byte {
	text := loadedText(data, parseDoc(data))
	lines, units := text.measure(data)
	end := len(data)
	if at := text.cut(data, lines, units); at > 0 {
		end = lineStart(data, at)
	}
	var loaded []byte
	for _, p := range text {
		if p.from < end {
			loaded = append(loaded, data[p.from:min(p.to, end)]...)
		}
	}
	if len(loaded) == 0 && units > 0 {
		return text.start(data) // one line is longer than all that is loaded
	}
	return loaded
}

// lineStart returns the offset of a line, from 1.
func lineStart(data []byte, line int) int {
	at := 0
	for ; line > 1; line-- {
		for data[at] != '\n' {
			at++
		}
		at++
	}
	return at
}

// start returns the first MaxUnits units of the text.
func (s spans) start(data []byte) []byte {
	var text []byte
	units := 0
	for _, p := range s {
		for at := p.from; at < p.to; {
			size := 1
			for at+size < p.to && data[at+size]&0xc0 == 0x80 { // the rest of a character
				size++
			}
			if units += utf16Len(data[at : at+size]); units > MaxUnits {
				return text
			}
			text = append(text, data[at:at+size]...)
			at += size
		}
	}
	return text
}
