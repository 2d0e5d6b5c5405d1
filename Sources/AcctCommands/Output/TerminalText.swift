extension String {
    /// The text with a replacement character for everything that could move a cursor, change a colour or turn the reading
    /// direction. Names come from servers and files: a terminal must show them and do nothing else.
    var safeForTerminal: String {
        guard unicodeScalars.contains(where: \.isUnsafeForTerminal) else { return self }
        var safe = String.UnicodeScalarView()
        for scalar in unicodeScalars {
            safe.append(scalar.isUnsafeForTerminal ? "\u{FFFD}" : scalar)
        }
        return String(safe)
    }

    /// `safeForTerminal` on one line.
    var safeLine: String {
        // Most texts are printable ASCII and need no walk over characters.
        if utf8.allSatisfy({ (0x20...0x7E).contains($0) }) { return self }
        return String(map { $0.isNewline || $0 == "\t" ? " " : $0 }).safeForTerminal
    }
}

extension Unicode.Scalar {
    /// C0 and C1 controls but tab and newline, and the bidirectional controls.
    var isUnsafeForTerminal: Bool {
        switch value {
        case 0x09, 0x0A: false
        case 0x00...0x1F, 0x7F...0x9F: true
        case 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: true
        default: false
        }
    }
}
