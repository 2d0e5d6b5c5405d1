import Foundation
import Testing

/// The levers under `/sandbox/`.
extension Sandboxed {
    struct LoggedRequest: Decodable {
        let method, path: String
        let query, grantType, username, host, domainHint: String?
        let status: Int

        private enum CodingKeys: String, CodingKey {
            case method, path, query, username, host, status
            case domainHint = "domain_hint"
            case grantType = "grant_type"
        }
    }

    /// A failure that the next requests of a kind meet.
    struct Fault: Encodable, Sendable {
        enum Target: String, Encodable, Sendable { case token, devicecode, discovery, graph, batchItem }

        let on: Target
        var status: Int?
        var body: String?
        var contentType: String?
        var headers: [String: String]?
        var skip: Int?
        var times: Int?
        var drop: Bool?
        var delayMilliseconds: Int?
    }

    func order(_ fault: Fault) async throws {
        try await pull("faults", fault)
    }

    /// Moves the server's clock; `acct` keeps the machine's.
    func advanceTime(by seconds: Int) async throws {
        try await pull("time", ["advance": seconds])
    }

    func revoke(_ username: String) async throws {
        try await pull("revoke", ["username": username])
    }

    func approve(_ userCode: String, as username: String) async throws {
        try await pull("approve", ["user_code": userCode, "username": username])
    }

    func decline(_ userCode: String) async throws {
        try await pull("approve", ["user_code": userCode, "answer": "decline"])
    }

    /// Lets the daemon prove itself with a certificate, or with another key that goes by its thumbprint.
    func register(_ certificate: AppCertificate, key: String? = nil) async throws {
        try await pull("keys", ["publicKey": key ?? certificate.publicKey, "thumbprint": certificate.thumbprint])
    }

    /// Puts another secret in the place of the daemon's.
    func changeSecret(to secret: String) async throws {
        try await pull("secrets", ["secret": secret])
    }

    func expireSecret() async throws {
        try await pull("secrets", ["expired": true])
    }

    /// Lets the daemon prove itself with a token of another issuer.
    func register(federatedToken: String) async throws {
        try await pull("federations", ["assertion": federatedToken])
    }

    func requests() async throws -> [LoggedRequest] {
        let reply = try await LoopbackHTTP().send("GET", "\(server.graph)/sandbox/requests")
        return try JSONDecoder().decode([LoggedRequest].self, from: reply.body)
    }

    func requests(_ grantType: String) async throws -> [LoggedRequest] {
        try await requests().filter { $0.grantType == grantType }
    }

    func forgetRequests() async throws {
        _ = try await LoopbackHTTP().send("DELETE", "\(server.graph)/sandbox/requests")
    }

    func forgetFaults() async throws {
        _ = try await LoopbackHTTP().send("DELETE", "\(server.graph)/sandbox/faults")
    }

    private func pull(_ lever: String, _ body: some Encodable) async throws {
        let reply = try await LoopbackHTTP().send(
            "POST", "\(server.graph)/sandbox/\(lever)", headers: ["Content-Type": "application/json"],
            body: try JSONEncoder().encode(body))
        try #require((200..<300).contains(reply.status), "\(lever): \(reply.text)")
    }
}
