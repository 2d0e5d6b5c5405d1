import HTTPTransport

/// The rules for a server's text that a person reads, that another program is given, or that is printed as a token.
///
/// None of them lets a line end through, so one value cannot forge a second line of the program's own output.
package enum ServerText {
    /// Every browser and launcher takes as much.
    private static let longestURL = 2048
    private static let longestUserCode = 64

    /// Whether the URL of a page may be shown and opened: https, or http on loopback, in printable ASCII without the characters that
    /// end a quoted word or start a command in a shell.
    ///
    /// - Parameter hasParameters: whether the program added parameters of its own, which may be long.
    /// - Throws: `AuthError.network` when libcurl, which parses the URL, is missing.
    package static func isSafeToOpen(_ url: String, hasParameters: Bool = false) throws(AuthError) -> Bool {
        guard url.utf8.count <= (hasParameters ? 8 : 1) * longestURL, isPlain(url) else { return false }
        do throws(HTTPError) {
            guard let origin = try HTTPOrigin(parsing: url) else { return false }
            return origin.scheme == "https" || origin.isLoopback
        } catch {
            throw .network(error)
        }
    }

    /// Whether a code can be shown to be typed: RFC 8628 leaves its characters to the server.
    static func isUserCode(_ code: String) -> Bool {
        !code.isEmpty && code.utf8.count <= longestUserCode && !code.unicodeScalars.contains(where: \.isUnsafeToPrint)
    }

    /// A text as a part of a sentence: its first line that is not blank, with single spaces, cut after a word where it is
    /// longer than 300 Unicode scalars. Nil for a text of nothing but spaces and full stops.
    package static func line(_ text: String) -> String? {
        // A longer prefix is not needed, and walking over characters is slow.
        let start = String(text.unicodeScalars.drop { $0.properties.isWhitespace }.prefix(4 * longestLine))
        let words = start.prefix { !$0.isNewline }.split(whereSeparator: \.isWhitespace)
        let line = words.joined(separator: " ").unicodeScalars
        guard line.contains(where: { $0 != "." && $0 != " " }) else { return nil }
        guard line.count > longestLine else { return String(line) }
        let kept = line.prefix(longestLine)
        // A text without spaces is cut anywhere.
        let end = kept.suffix(longestLine / 3).lastIndex(of: " ") ?? kept.endIndex
        return String(kept[..<end]) + "…"
    }

    private static let longestLine = 300

    /// Whether every byte is a visible character or a space, as those of a token are (RFC 6749 appendix A.12).
    static func isToken(_ token: Secret) -> Bool { token.expose().utf8.allSatisfy { (0x20...0x7E).contains($0) } }

    /// Whether a URI that a person typed can be sent and shown: as for a page, whichever its scheme is.
    static func isPlainURI(_ uri: String) -> Bool { uri.utf8.count <= longestURL && isPlain(uri) }

    private static func isPlain(_ text: String) -> Bool {
        text.utf8.allSatisfy { (0x21...0x7E).contains($0) && !#""'\`<>"#.utf8.contains($0) }
    }
}
