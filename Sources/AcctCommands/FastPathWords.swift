/// The words of a line, from left to right.
struct FastPathWords {
    /// What is left to argument-parser.
    enum Unusual: Error { case word }

    private var rest: ArraySlice<String>

    init(_ words: some Sequence<String>) { rest = ArraySlice(words) }

    mutating func next() -> String? { rest.popFirst() }

    /// What an option is given.
    mutating func value() throws(Unusual) -> String {
        // What begins with a hyphen may be an option where a value was forgotten.
        guard let word = rest.popFirst(), !word.hasPrefix("-") else { throw .word }
        return word
    }

    mutating func number() throws(Unusual) -> Int {
        guard let number = Int(try value()) else { throw .word }
        return number
    }
}
