import Foundation
import HTTPTransport

extension GraphClient {
    /// A random UUID (RFC 9562 §5.4). Not `UUID()`, which opens a device for each, and its bytes from one call of the
    /// system.
    static func requestID() -> String {
        var id = uuid_t(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
        guard withUnsafeMutableBytes(of: &id, { getentropy($0.baseAddress, $0.count) }) == 0 else {
            return UUID().uuidString.lowercased()
        }
        (id.6, id.8) = (id.6 & 0x0F | 0x40, id.8 & 0x3F | 0x80)
        return UUID(uuid: id).uuidString.lowercased()
    }

    /// The request with its token, and with what each one carries.
    func authorized(
        _ request: GraphRequest, _ target: String, _ token: TokenRequest
    ) async throws -> HTTPRequest {
        var headers = request.headers
        if !headers.contains("Accept") { headers["Accept"] = "application/json" }
        if !headers.contains("client-request-id") { headers["client-request-id"] = Self.requestID() }
        headers.set("Authorization", secret: Secret("Bearer \(try await self.token(token).expose())"))
        return HTTPRequest(
            method: request.method, url: target, headers: headers, body: request.body, redirects: .follow(limit: 5))
    }
}

extension GraphClient.TokenRequest {
    /// The requirements for the token of a second attempt; nil when the response is not a refusal of the token.
    init?(after status: Int, _ headers: HTTPHeaders) {
        guard status == 401 else { return nil }
        self.init(forceRefresh: true, claims: ClaimsChallenge.claims(in: headers))
    }
}
