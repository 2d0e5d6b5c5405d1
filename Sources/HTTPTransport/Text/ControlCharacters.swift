extension StringProtocol {
    /// The text with every control character as `\u{…}`, so that nothing a server sends can move a terminal's cursor,
    /// change its title or start a line of its own in a log.
    package func escapingControlCharacters() -> String {
        guard unicodeScalars.contains(where: \.isUnsafeToPrint) else { return String(self) }
        return unicodeScalars.reduce(into: "") { result, scalar in
            if scalar.isUnsafeToPrint {
                result += "\\u{\(String(scalar.value, radix: 16))}"
            } else {
                result.unicodeScalars.append(scalar)
            }
        }
    }
}

extension Unicode.Scalar {
    /// Whether this is a C0 or C1 control, or a format character that reorders text (Unicode TR 9) or hides in it.
    package var isUnsafeToPrint: Bool {
        switch properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator: true
        default: false
        }
    }
}
