/// Refuses responses whose body is not what the request asked for, before anything takes it for that.
enum ResponseValidation {
    /// - Throws: `HTTPError.malformedResponse`.
    static func validate(_ head: ResponseHead, to request: HTTPRequest, from host: String) throws(HTTPError) {
        if head.status == 206 {
            // RFC 9110 §15.3.7. The caller would take the part for the whole.
            guard request.headers.contains("Range") else {
                throw .malformedResponse(
                    host: host, reason: "it sent a part of the response, and no part was requested")
            }
            return
        }
        let codings = head.contentCodings
        // A caller that sets `Accept-Encoding` gets codings other than gzip undecoded.
        guard codings.isEmpty || head.isGzip || request.headers.contains("Accept-Encoding") else {
            let names = codings.joined(separator: ", ").escapingControlCharacters()
            throw .malformedResponse(host: host, reason: "it used the content coding \(names), which was not requested")
        }
    }
}

extension ResponseHead {
    /// The codings of the content in lower case, in the order in which they were applied (RFC 9110 §8.4).
    var contentCodings: [String] {
        headers.values("Content-Encoding").flatMap { $0.split(separator: ",") }
            .map { $0.trimmingASCIIWhitespace().lowercased() }.filter { !$0.isEmpty && $0 != "identity" }
    }

    /// Whether the body is a whole gzip file. A part of one cannot be decompressed.
    var isGzip: Bool { status != 206 && [["gzip"], ["x-gzip"]].contains(contentCodings) }
}
