/// The text with every control character as `\u{…}`, so that nothing a server sends can move a terminal's cursor,
/// change its title or start a line of its own in a log.
func escapingControlCharacters(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: isUnsafeToPrint) else { return text }
    return text.unicodeScalars.reduce(into: "") { result, scalar in
        if isUnsafeToPrint(scalar) {
            result += "\\u{\(String(scalar.value, radix: 16))}"
        } else {
            result.unicodeScalars.append(scalar)
        }
    }
}

/// C0 and C1 controls, and the format characters that reorder text (Unicode TR 9) or hide in it.
private func isUnsafeToPrint(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator: true
    default: false
    }
}
