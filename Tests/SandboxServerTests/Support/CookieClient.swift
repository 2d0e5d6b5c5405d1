import Foundation

/// An HTTP client that keeps cookies, as a browser does. Each request has its own connection.
final class CookieClient {
    let port: Int
    /// The `Host` header.
    private let authority: String
    private var cookies: [String: String] = [:]

    /// - Parameter host: the host name in the `Host` header.
    init(port: Int, host: String = "localhost") {
        self.port = port
        authority = "\(host):\(port)"
    }

    /// A client of the sandbox that sends another host name, as behind a proxy.
    init(port: Int, publicHost: String) {
        self.port = port
        authority = publicHost
    }

    func get(_ target: String, token: String? = nil, headers: [String: String] = [:]) throws -> ReceivedResponse {
        try send("GET", target, headers: headers.merging(Self.authorization(token)) { own, _ in own })
    }

    func post(_ target: String, form: [(String, String)]) throws -> ReceivedResponse {
        let pairs = form.map { "\(Self.encode($0.0))=\(Self.encode($0.1))" }
        return try send(
            "POST", target, headers: ["Content-Type": "application/x-www-form-urlencoded"],
            body: Array(pairs.joined(separator: "&").utf8))
    }

    func send(
        _ method: String, _ target: String, json: String, token: String? = nil,
        headers: [String: String] = [:]
    ) throws -> ReceivedResponse {
        let headers = headers.merging(["Content-Type": "application/json"]) { own, _ in own }
            .merging(Self.authorization(token)) { own, _ in own }
        return try send(method, target, headers: headers, body: Array(json.utf8))
    }

    func send(
        _ method: String, _ target: String, headers: [String: String] = [:], body: [UInt8] = []
    ) throws -> ReceivedResponse {
        let connection = try RawConnection(port: port)
        connection.write(head(method, target, headers, length: body.count) + body)
        let reply = try connection.readResponse(hasBody: method != "HEAD")
        for (name, value) in reply.headers where name == "set-cookie" {
            let pair = value.prefix { $0 != ";" }.split(separator: "=", maxSplits: 1).map(String.init)
            cookies[pair[0]] = pair.count > 1 ? pair[1] : nil
        }
        return reply
    }

    private func head(_ method: String, _ target: String, _ headers: [String: String], length: Int) -> [UInt8] {
        var lines = ["\(method) \(target) HTTP/1.1", "Host: \(authority)", "Connection: close"]
        lines += headers.map { "\($0.key): \($0.value)" }
        // As clients do (RFC 9110 §8.6): a method that may have a body has a length, even if it is 0.
        if length > 0 || ["POST", "PUT", "PATCH"].contains(method) { lines.append("Content-Length: \(length)") }
        if !cookies.isEmpty {
            lines.append("Cookie: " + cookies.map { "\($0.key)=\($0.value)" }.joined(separator: "; "))
        }
        return Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8)
    }

    static func encode(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: .alphanumerics.intersection(.urlHostAllowed)) ?? text
    }

    private static func authorization(_ token: String?) -> [String: String] {
        token.map { ["Authorization": "Bearer \($0)"] } ?? [:]
    }
}
