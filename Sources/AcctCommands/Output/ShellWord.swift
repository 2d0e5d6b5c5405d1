extension String {
    /// One word for the shell that a shown command is pasted into, whatever is in it.
    var asShellWord: String {
        if !isEmpty, unicodeScalars.allSatisfy({ $0.properties.isAlphabetic || String.plain.contains($0) }) {
            return self
        }
        return "'\(replacing("'", with: #"'\''"#))'"
    }

    private static let plain = Set("0123456789-._/:@+,=".unicodeScalars)
}
