import NIOHTTP1

/// An HTTP request with its whole body. All of it is untrusted.
struct HTTPServerRequest {
    let method: HTTPMethod
    /// The path as received, not percent-decoded.
    let path: String
    let rawQuery: String
    let headers: HTTPHeaders
    let body: [UInt8]

    init(method: HTTPMethod, target: String, headers: HTTPHeaders = [:], body: [UInt8] = []) {
        let parts = Self.originForm(of: target).split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        self.method = method
        self.path = parts.first.map(String.init) ?? "/"
        self.rawQuery = parts.count > 1 ? String(parts[1]) : ""
        self.headers = headers
        self.body = body
    }

    var segments: [String] {
        path.split(separator: "/").map { URLEscaping.decode($0) }
    }

    var query: URLEncodedParameters { URLEncodedParameters(encoded: rawQuery) }

    var form: URLEncodedParameters { URLEncodedParameters(encoded: String(decoding: body, as: UTF8.self)) }

    var hasFormBody: Bool {
        header("Content-Type")?.lowercased().hasPrefix("application/x-www-form-urlencoded") ?? false
    }

    var isRead: Bool { method == .GET }

    /// Whether the framing of the content is given, for a method that defines a meaning for content (RFC 9110 §8.6).
    var announcesItsContent: Bool {
        ![.POST, .PUT, .PATCH].contains(method) || headers.contains(name: "Content-Length")
            || headers.contains(name: "Transfer-Encoding")
    }

    /// A HEAD request is routed as a GET (RFC 9110 §9.3.2).
    func asGet() -> HTTPServerRequest {
        HTTPServerRequest(
            method: .GET, target: rawQuery.isEmpty ? path : "\(path)?\(rawQuery)", headers: headers, body: body)
    }

    func header(_ name: String) -> String? { headers.first(name: name) }

    /// The token of a bearer `Authorization` header (RFC 6750 §2.1).
    var bearerToken: String? {
        let scheme = "bearer "
        guard let header = header("Authorization"), header.lowercased().hasPrefix(scheme) else { return nil }
        let token = header.dropFirst(scheme.count)
        return token.isEmpty ? nil : String(token)
    }

    func cookie(_ name: String) -> String? {
        let pairs = headers[canonicalForm: "Cookie"].flatMap { $0.split(separator: ";") }
        let prefix = "\(name)="
        return pairs.map { $0.drop { $0 == " " } }.first { $0.hasPrefix(prefix) }.map {
            String($0.dropFirst(prefix.count))
        }
    }

    /// The absolute form that proxies receive (RFC 9112 §3.2.2) is served like the origin form.
    private static func originForm(of target: String) -> Substring {
        for scheme in ["http://", "https://"] where target.lowercased().hasPrefix(scheme) {
            let rest = target.dropFirst(scheme.count)
            return rest.firstIndex(of: "/").map { rest[$0...] } ?? "/"
        }
        return Substring(target)
    }
}

/// The parameters of a query or of an `application/x-www-form-urlencoded` body, in the order received.
struct URLEncodedParameters: Equatable {
    struct Pair: Equatable {
        let name: String
        let value: String
    }

    private(set) var pairs: [Pair] = []

    init() {}

    init(encoded text: some StringProtocol) {
        pairs = text.split(separator: "&").map { pair in
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            return Pair(
                name: URLEscaping.decode(parts[0], plusIsSpace: true),
                value: parts.count > 1 ? URLEscaping.decode(parts[1], plusIsSpace: true) : "")
        }
    }

    /// The first value of that name. An empty value counts as missing, as it does for Entra.
    subscript(name: String) -> String? {
        pairs.first { $0.name == name && !$0.value.isEmpty }?.value
    }

    /// Whether a parameter is repeated, which RFC 6749 §3.2 forbids in token requests.
    var hasRepeats: Bool { Set(pairs.map(\.name)).count != pairs.count }

    mutating func append(_ name: String, _ value: String?) {
        guard let value else { return }
        pairs.append(Pair(name: name, value: value))
    }

    var encoded: String {
        pairs.map { "\(URLEscaping.encode($0.name))=\(URLEscaping.encode($0.value))" }.joined(separator: "&")
    }
}
