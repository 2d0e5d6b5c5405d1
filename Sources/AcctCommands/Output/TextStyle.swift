/// A colour or a weight of text on a terminal: the numbers of an SGR sequence (ECMA-48, 8.3.117), separated by semicolons.
struct TextStyle: Hashable, Sendable, ExpressibleByStringLiteral {
    private let codes: String

    init(stringLiteral codes: String) { self.codes = codes }

    static let plain: TextStyle = ""
    static let bold: TextStyle = "1"
    static let dim: TextStyle = "2"
    static let prompt: TextStyle = "1;36"
    static let mark: TextStyle = "1;4"
    static let red: TextStyle = "31"
    static let green: TextStyle = "32"
    static let yellow: TextStyle = "33"
    static let cyan: TextStyle = "36"
    /// The name of a member in JSON.
    static let memberName: TextStyle = "1;34"

    /// The sequence that begins the style; empty for plain text.
    var start: String { self == .plain ? "" : "\u{1B}[\(codes)m" }

    /// The sequence that ends the style; empty for plain text.
    var end: String { self == .plain ? "" : "\u{1B}[m" }

    /// - Parameter text: text that is safe to show.
    func applied(to text: some StringProtocol) -> String { "\(start)\(text)\(end)" }
}
