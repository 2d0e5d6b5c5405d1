import Foundation
import Testing

/// The control endpoints under `/sandbox/`.
extension Sandboxed {
    struct LoggedRequest: Decodable {
        let method, path: String
        let query, grantType, username, tenant, host, domainHint, claims: String?
        let status: Int

        private enum CodingKeys: String, CodingKey {
            case method, path, query, username, tenant, host, status, claims
            case domainHint = "domain_hint"
            case grantType = "grant_type"
        }
    }

    /// A failure of the next requests of a kind.
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
        /// The response waits for `release()`.
        var hold: Bool?
    }

    func inject(_ fault: Fault) async throws {
        try await post("faults", fault)
    }

    /// Sends the responses that a fault holds.
    func release() async throws {
        try await post("release", [String: String]())
    }

    /// Advances the server's clock. `acct` uses the machine's.
    func advanceTime(by seconds: Int) async throws {
        try await post("time", ["advance": seconds])
    }

    func revoke(_ username: String) async throws {
        try await post("revoke", ["username": username])
    }

    /// Disables the account, or enables it again.
    func setDisabled(_ isDisabled: Bool, _ username: String) async throws {
        struct Change: Encodable { let username: String, disabled: Bool }
        try await post("disable", Change(username: username, disabled: isDisabled))
    }

    func approve(_ userCode: String, as username: String) async throws {
        try await post("approve", ["user_code": userCode, "username": username])
    }

    func decline(_ userCode: String) async throws {
        try await post("approve", ["user_code": userCode, "answer": "decline"])
    }

    /// Registers a certificate for the daemon, or another public key under its thumbprint.
    func register(_ certificate: AppCertificate, key: String? = nil) async throws {
        try await post("keys", ["publicKey": key ?? certificate.publicKey, "thumbprint": certificate.thumbprint])
    }

    /// Replaces the daemon's secret.
    func changeSecret(to secret: String) async throws {
        try await post("secrets", ["secret": secret])
    }

    func expireSecret() async throws {
        try await post("secrets", ["expired": true])
    }

    /// Takes the redirect URI of brokers from the app's registration.
    func removeBrokerRedirect() async throws {
        try await post("redirects", ["clientId": server.clientId])
    }

    /// Registers a token of another issuer as the daemon's credential.
    func register(federatedToken: String) async throws {
        try await post("federations", ["assertion": federatedToken])
    }

    func requests() async throws -> [LoggedRequest] {
        let reply = try await LoopbackHTTP().send("GET", "\(server.graph)/sandbox/requests")
        return try JSONDecoder().decode([LoggedRequest].self, from: reply.body)
    }

    func requests(_ grantType: String) async throws -> [LoggedRequest] {
        try await requests().filter { $0.grantType == grantType }
    }

    func clearRequests() async throws {
        _ = try await LoopbackHTTP().send("DELETE", "\(server.graph)/sandbox/requests")
    }

    func clearFaults() async throws {
        _ = try await LoopbackHTTP().send("DELETE", "\(server.graph)/sandbox/faults")
    }

    private func post(_ endpoint: String, _ body: some Encodable) async throws {
        let reply = try await LoopbackHTTP().send(
            "POST", "\(server.graph)/sandbox/\(endpoint)", headers: ["Content-Type": "application/json"],
            body: try JSONEncoder().encode(body))
        try #require((200..<300).contains(reply.status), "\(endpoint): \(reply.text)")
    }
}
