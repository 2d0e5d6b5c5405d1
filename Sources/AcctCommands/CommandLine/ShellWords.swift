/// The words of a command line that may still be typed, without the quotes and backslashes of bash and fish.
///
/// Nothing is expanded. The last word is the one at the cursor, empty after a space. Shells know no characters beyond
/// Unicode scalars: a `$` with an accent on it is a `$`.
struct ShellWords: Equatable {
    private(set) var words: [String] = []
    /// The number of scalars in front of each word.
    private(set) var starts: [Int] = []
    /// The prefix of the word up to the last `COMP_WORDBREAKS` character, which bash keeps.
    private(set) var head = ""
    /// The quote that is open at the cursor.
    private(set) var openQuote: Unicode.Scalar?
    /// Whether the last word is the file of a redirection.
    private(set) var isRedirection = false

    private var word: String?
    private var start: Int?
    private var position = 0
    private var isEscaped = false
    /// `head` as it was before the open quote; restored when the quote closes.
    private var headBeforeQuote = ""
    private let breaks: Set<Unicode.Scalar>
    private let hasRedirections: Bool

    /// - Parameters:
    ///   - breaks: the value of `COMP_WORDBREAKS`.
    ///   - hasRedirections: whether `<` and `>` are redirections, or characters like others.
    init(_ line: String, breaks: String = "", hasRedirections: Bool = true) {
        self.breaks = Set(breaks.unicodeScalars)
        self.hasRedirections = hasRedirections
        for scalar in line.unicodeScalars {
            read(scalar)
            position += 1
        }
        words.append(word ?? "")
        starts.append(start ?? position)
    }

    private mutating func read(_ scalar: Unicode.Scalar) {
        if isEscaped {
            isEscaped = false
            let staysEscaped = openQuote == "\"" && !"\"\\$`\n".unicodeScalars.contains(scalar)
            if scalar != "\n" { append((staysEscaped ? "\\" : "") + String(scalar)) }
        } else if scalar == "\\", openQuote != "'" {
            isEscaped = true
            start = start ?? position
        } else if let quote = openQuote {
            if scalar == quote { closeQuote() } else { append(String(scalar)) }
        } else {
            readUnquoted(scalar)
        }
    }

    private mutating func readUnquoted(_ scalar: Unicode.Scalar) {
        switch scalar {
        case "'", "\"":
            append("")
            (openQuote, headBeforeQuote, head) = (scalar, head, word ?? "")
        case " ", "\t", "\n": end()
        case "<" where hasRedirections, ">" where hasRedirections:
            // The number before it is that of a stream.
            if word?.allSatisfy(\.isNumber) == true { (word, start) = (nil, nil) }
            end()
            isRedirection = true
        // bash hands this break over with the word behind it, and replaces both: it may begin the name of a host.
        case "@" where breaks.contains(scalar):
            head = word ?? ""
            append("@")
        default:
            append(String(scalar))
            if breaks.contains(scalar) { head = word ?? "" }
        }
    }

    private mutating func closeQuote() {
        (openQuote, head) = (nil, headBeforeQuote)
    }

    private mutating func append(_ text: String) {
        word = (word ?? "") + text
        start = start ?? position
    }

    /// Ends a word; that of a redirection is not one of the command.
    private mutating func end() {
        guard let ended = word else { return }
        if !isRedirection {
            words.append(ended)
            starts.append(start ?? position)
        }
        (word, start, head, isRedirection) = (nil, nil, "", false)
    }
}

extension ShellWords {
    /// The words of a command that is not typed any more; nil where a quote or a backslash is open.
    var command: [String]? {
        guard openQuote == nil, !isEscaped else { return nil }
        return word == nil ? words.dropLast() : words
    }

    /// A text as it is typed at the cursor, within the quote that is open there.
    func quoted(_ text: String) -> String {
        text.unicodeScalars.map { scalar in
            switch openQuote {
            case "'": scalar == "'" ? #"'\''"# : String(scalar)
            case "\"": "\"\\$`".unicodeScalars.contains(scalar) ? "\\\(scalar)" : String(scalar)
            default: Self.isPlain(scalar) ? String(scalar) : "\\\(scalar)"
            }
        }.joined()
    }

    private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
        !scalar.isASCII || scalar.properties.isAlphabetic || "0123456789-._/:@+,=%^~".unicodeScalars.contains(scalar)
    }
}

extension String {
    /// The text as one word for a shell, in a command that is shown to be pasted.
    var asShellWord: String {
        if !isEmpty, unicodeScalars.allSatisfy({ $0.properties.isAlphabetic || Self.unquotedInShells.contains($0) }) {
            return self
        }
        return inSingleQuotes
    }

    /// The text as one word for a POSIX shell, whatever is in it.
    var inSingleQuotes: String { "'\(replacing("'", with: #"'\''"#))'" }

    private static let unquotedInShells = Set("0123456789-._/:@+,=".unicodeScalars)
}
