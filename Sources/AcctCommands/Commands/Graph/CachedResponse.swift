import AccountStore
import Foundation
import HTTPTransport

/// An answer with status 200 as the store keeps it: header lines, an empty line, the body.
struct CachedResponse {
    let headers: HTTPHeaders
    let body: Data
    let time: Date

    init(headers: HTTPHeaders, body: Data, time: Date) {
        self.headers = headers
        self.body = body
        self.time = time
    }

    /// Nil for what is not of this form.
    init?(_ stored: ResponseCacheEntry) {
        guard let end = stored.content.firstRange(of: Data("\r\n\r\n".utf8)) else { return nil }
        var headers = HTTPHeaders()
        for line in String(decoding: stored.content[..<end.lowerBound], as: UTF8.self).split(separator: "\r\n") {
            let parts = line.split(separator: ": ", maxSplits: 1, omittingEmptySubsequences: false)
            if parts.count == 2 { headers.add(String(parts[0]), String(parts[1])) }
        }
        self.init(headers: headers, body: Data(stored.content[end.upperBound...]), time: stored.time)
    }

    var bytes: Data {
        let lines = headers.compactMap { field -> String? in
            guard case .text(let value) = field.value else { return nil }
            return "\(field.name): \(value)\r\n"
        }
        // One more in front, so that no headers end in an empty line too.
        return Data(("\r\n" + lines.joined()).utf8) + Data("\r\n".utf8) + body
    }

    /// Whether it is no older than that. One from the future, by a clock that was set back, is of no age.
    func isWithin(_ lifetime: TimeSpan?, at now: Date) -> Bool {
        guard let lifetime else { return false }
        return (0...lifetime.duration / .seconds(1)).contains(now.timeIntervalSince(time))
    }

    func response(from url: String) -> HTTPStreamedResponse {
        HTTPResponse(status: 200, headers: headers, body: body, url: url).streamed
    }
}
