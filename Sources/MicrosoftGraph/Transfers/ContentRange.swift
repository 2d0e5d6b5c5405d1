import FoundationEssentials
import HTTPTransport

/// The part of a whole that a message holds: `bytes 0-99/1000` (RFC 9110 §14.4).
struct ContentRange: Hashable {
    let range: Range<Int>
    /// The size of the whole.
    let total: Int

    /// Nil for any other unit or form, an unknown total, and a range that is not within it.
    init?(_ text: String) {
        let words = text.split(separator: " ")
        guard words.count == 2, words[0].lowercased() == "bytes" else { return nil }
        let parts = words[1].split(separator: "/", omittingEmptySubsequences: false)
        let ends = (parts.first ?? "").split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 2, ends.count == 2, let total = ByteCount.parse(parts[1]),
            let first = ByteCount.parse(ends[0]),
            let last = ByteCount.parse(ends[1]), first <= last, last < total
        else { return nil }
        range = first..<(last + 1)
        self.total = total
    }

    init(_ range: Range<Int>, of total: Int) {
        self.range = range
        self.total = total
    }

    /// The bytes that a response holds: all of them, or those that were requested. Nil for any other response, and where
    /// the size of the whole is unknown.
    init?(of response: HTTPStreamedResponse) {
        switch response.status {
        case 200:
            // Another framing overrides the length (RFC 9112 §6.3).
            guard let length = response.headers.contentLength, response.headers["Transfer-Encoding"] == nil else {
                return nil
            }
            self.init(0..<length, of: length)
        case 206:
            guard let text = response.headers["Content-Range"] else { return nil }
            self.init(text)
        default: return nil
        }
    }

    /// Whether a response is exactly this part of this version, as it is on the server. A server that ignores `If-Range`
    /// sends the part of another version as well.
    func isHeld(by response: HTTPStreamedResponse, version validator: StrongValidator) -> Bool {
        response.status == 206 && response.headers["Content-Encoding"] == nil && ContentRange(of: response) == self
            && validator.allows(response.headers)
    }

    var text: String { "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(total)" }
}

/// The validator of one version of a file, as `If-Range` takes it.
///
/// Only a strong validator says that two responses have the same bytes (RFC 9110 §8.8.1). `If-Range` takes no other
/// (§13.1.5).
struct StrongValidator: Codable, Hashable, Sendable {
    /// The value of `If-Range`: the entity tag or the date.
    let ifRange: String
    private let lastModified: String?

    /// The entity tag, if it is strong. A date is allowed only without any entity tag, and is strong only where the
    /// response is at least a second younger: a second change within one second would have the same date (§8.8.2.2).
    init?(_ headers: HTTPHeaders) {
        if let tag = headers["ETag"] {
            guard tag.count > 2, tag.hasPrefix("\""), tag.hasSuffix("\"") else { return nil }
            ifRange = tag
        } else {
            // Gives a two-digit year its century: the same one in both dates, whatever the time is.
            let now = Date()
            guard let text = headers["Last-Modified"], let modified = HTTPDate.parse(text, now: now),
                let sent = headers["Date"].flatMap({ HTTPDate.parse($0, now: now) }),
                sent.timeIntervalSince(modified) >= 1
            else { return nil }
            ifRange = text
        }
        lastModified = headers["Last-Modified"]
    }

    /// Whether a part can be of this version: its entity tag, or else its date, is the one of this version. A server may
    /// leave both out of the response to `If-Range` (§15.3.7).
    func allows(_ part: HTTPHeaders) -> Bool {
        if let tag = part["ETag"] { return tag == ifRange }
        return (part["Last-Modified"] ?? lastModified) == lastModified
    }
}
