import NIOHTTP1

/// The log of requests, without secrets.
final class RequestRecorder {
    struct Entry {
        /// The `Host` header.
        let host: String?
        let method: String
        let path: String
        /// The query of Graph requests only: elsewhere it may contain a code.
        let query: String?
        let grantType: String?
        let scope: String?
        /// The `domain_hint` of authorization requests.
        let domainHint: String?
        /// The `claims` of authorization and token requests.
        let claims: String?
        let username: String?
        /// The tenant of a Graph request's token.
        let tenant: String?
        let status: Int
        let time: Double

        var line: String {
            let details = [grantType, scope.map { "(\($0))" }, username.map { "as \($0)" }, tenant.map { "in \($0)" }]
                .compactMap { $0 }
            return (["\(method) \(path) \(status)"] + details).joined(separator: " ")
        }

        var json: JSON {
            var json: JSON = ["method": .string(method), "path": .string(path), "status": .integer(status)]
            json["query"] = query.map { .string($0) }
            json["host"] = host.map { .string($0) }
            json["domain_hint"] = domainHint.map { .string($0) }
            json["claims"] = claims.map { .string($0) }
            json["grant_type"] = grantType.map { .string($0) }
            json["scope"] = scope.map { .string($0) }
            json["username"] = username.map { .string($0) }
            json["tenant"] = tenant.map { .string($0) }
            json["time"] = .number(time)
            return json
        }
    }

    private(set) var entries: [Entry] = []

    /// The number of entries at which the older half is dropped, so that memory use stays bounded.
    private static let capacity = 20_000

    func record(_ request: HTTPServerRequest, response: HTTPServerResponse, at time: Double) -> Entry {
        let isGraph = ["v1.0", "beta"].contains(request.segments.first)
        let form = request.hasFormBody ? request.form : URLEncodedParameters()
        let entry = Entry(
            host: request.header("Host").map(Self.printable), method: request.method.rawValue,
            path: Self.printable(request.path),
            query: isGraph && !request.rawQuery.isEmpty ? Self.printable(request.rawQuery) : nil,
            grantType: form["grant_type"].map(Self.printable), scope: form["scope"].map(Self.printable),
            domainHint: request.query["domain_hint"].map(Self.printable),
            claims: (request.query["claims"] ?? form["claims"]).map(Self.printable),
            username: response.username, tenant: response.tenant, status: Int(response.status.code), time: time)
        if entries.count >= Self.capacity { entries.removeFirst(Self.capacity / 2) }
        entries.append(entry)
        return entry
    }

    func removeAll() {
        entries = []
    }

    /// Escapes control characters and limits the length: the log is printed to terminals, and requests are untrusted.
    private static func printable(_ text: String) -> String {
        String(
            text.unicodeScalars.prefix(500).map {
                $0.value < 0x20 || (0x7F...0x9F).contains($0.value) ? "?" : Character($0)
            })
    }
}
