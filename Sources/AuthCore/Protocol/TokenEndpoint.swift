import FoundationEssentials
import HTTPTransport

/// A token, device authorization or pushed authorization endpoint: posts forms as a client and sorts the responses.
struct TokenEndpoint: Sendable {
    private let endpoint: AuthenticatedEndpoint
    private let client: ClientAuthentication
    private let http: any HTTPClient

    init(_ endpoint: AuthenticatedEndpoint, client: ClientAuthentication, http: any HTTPClient) {
        self.endpoint = endpoint
        self.client = client
        self.http = http
    }

    enum Failure: Error {
        /// An OAuth error response: the server refused the request.
        case refused(OAuthError)
        /// No statement about the grant: `.network`, `.serverUnavailable`, `.unexpectedPage` or `.malformedResponse`; or
        /// `.application` for a credential that cannot be used.
        case transport(AuthError)
    }

    func post<Response: Decodable>(
        _ fields: [(String, String)], expecting type: Response.Type
    ) async throws(Failure) -> Response {
        let proof: ClientAuthentication.Proof
        do { proof = try client.proof(at: endpoint) } catch { throw .transport(error) }
        let response: HTTPResponse
        do {
            response = try await http.send(request(fields, with: proof))
        } catch {
            throw .transport(.network(error))
        }
        // RFC 9126 section 2.2 has 201.
        guard response.status == 200 || response.status == 201 else {
            let secrets = SentSecrets(fields: fields, proof: proof, credential: client.credential)
            throw failure(response, error: secrets.error(in: response))
        }
        guard let decoded = try? JSONDecoder().decode(Response.self, from: response.body) else {
            throw .transport(unusableResponse(response))
        }
        return decoded
    }

    private func request(_ fields: [(String, String)], with proof: ClientAuthentication.Proof) -> HTTPRequest {
        var request = HTTPRequest(form: fields, to: url, with: proof)
        // A server that fails may have used what works once: a code (RFC 6749 section 4.1.2), and a refresh token of an
        // issuer that rotates them. Some take its reuse for a theft and revoke the sign-in (RFC 9700 section 4.14.2).
        let spent = fields.first { $0.0 == "grant_type" }?.1
        if spent == "authorization_code" || (spent == "refresh_token" && client.authority.kind == .oidc) {
            request.isSafeToRepeat = false
        }
        return request
    }

    /// The error of a response that is none of the protocol's.
    private func unusableResponse(_ response: HTTPResponse) -> AuthError {
        response.isWebPage || (300..<400).contains(response.status)
            ? .unexpectedPage(url: url, status: response.status)
            : .malformedResponse(url: url, status: response.status)
    }

    /// The meaning of a refusal that is nothing but a status, as some issuers send it: 400 or 401 refuses the grant, and 403
    /// the credential of a client that has one. Microsoft's always send an error, so that the status is a gateway's there.
    private func impliedErrorCode(_ status: Int) -> String? {
        switch status {
        case _ where client.authority.kind != .oidc: nil
        case 400, 401: "invalid_grant"
        case 403 where client.credential != nil: "invalid_client"
        default: nil
        }
    }

    private var url: String { endpoint.url }

    /// Status 429 or 5xx says nothing about the grant, whatever error comes with it. The two errors of a poll for a device
    /// code are steps of the protocol with any status.
    ///
    /// - Parameter error: That of the response, without the secrets of the request; nil for none.
    private func failure(_ response: HTTPResponse, error: OAuthError?) -> Failure {
        if let error, error.isDeviceCodePending { return .refused(error) }
        let now = client.clock.now()
        if let unavailability = response.unavailability(at: url, now: now) { return .transport(unavailability) }
        if error?.isTransient == true { return .transport(response.serverUnavailable(at: url, now: now)) }
        if let error { return .refused(error) }
        if response.body.isEmpty, let code = impliedErrorCode(response.status) {
            return .refused(OAuthError(code: code))
        }
        return .transport(unusableResponse(response))
    }
}

extension HTTPRequest {
    /// A form for an endpoint of the issuer. The fields of the proof replace others of the same name.
    init(form fields: [(String, String)], to url: String, with proof: ClientAuthentication.Proof) {
        self.init(url: url)
        method = "POST"
        headers["Accept"] = "application/json"
        headers["Content-Type"] = "application/x-www-form-urlencoded"
        if let header = proof.header { headers.set("Authorization", secret: header) }
        let named = Set(proof.fields.map(\.name))
        body = .form(proof.fields.map { ($0.name, $0.value.expose()) } + fields.filter { !named.contains($0.0) })
        bodyLimit = 1 << 20
    }
}

extension TokenEndpoint.Failure {
    /// The error of a client's sign-in, where another sign-in would not fix a refusal.
    func signInError(of client: ClientAuthentication) -> AuthError {
        switch self {
        case .transport(let error): error
        case .refused(let error) where error.isDeclined: .declined(error)
        case .refused(let error) where error.code == "invalid_client": client.refusal(error)
        case .refused(let error): .refused(error)
        }
    }
}
