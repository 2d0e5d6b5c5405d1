import AccountProfiles
import AccountStore
import AuthCore
import FoundationEssentials
import HTTPTransport

/// Requests for tokens in the protocol of App Service (the managed identity endpoint of `api-version=2019-08-01`), answered
/// with the tokens of one profile. Nothing is asked of a person.
///
/// Terraform's providers know only the protocol of virtual machines (`api-version=2018-02-01`), which has no secret.
/// For them the address itself has it.
struct TokenService: Sendable {
    let settings: TokenServerSettings
    let services: Services

    struct Request: Sendable {
        let method: String
        /// The path and the query.
        let target: String
        let host: String?
        /// The value of `X-IDENTITY-HEADER`.
        let secret: Secret?
        /// The value of `Metadata`, which no page in a browser can send.
        let metadata: String?
    }

    /// A status and a JSON object. The clients repeat a request after 404, 408, 429 and most of 5xx, and show the message of
    /// any other error at once.
    struct Response: Sendable, Equatable {
        let status: Int
        let body: Data
    }

    func response(to request: Request) async -> Response {
        let target = request.target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        // A page in a browser can send requests here, under a name of its own, but neither this host nor the secret.
        guard ["127.0.0.1:\(settings.port)", "localhost:\(settings.port)"].contains(request.host) else {
            return .error(403, "The request is for another host.")
        }
        let (path, imdsPrefix) = (target[0], TokenServerSettings.path + "/")
        let isIMDS = path.hasPrefix(imdsPrefix) && Secret(String(path.dropFirst(imdsPrefix.count))) == settings.secret
        guard isIMDS && request.metadata?.lowercased() == "true" || request.secret == settings.secret else {
            return .error(401, "The header X-IDENTITY-HEADER is missing or wrong. Its value is in IDENTITY_HEADER.")
        }
        guard request.method == "GET" else { return .error(405, "Only GET is served.") }
        guard isIMDS || path == TokenServerSettings.path else {
            return .error(400, "Only \(TokenServerSettings.path) is served.")
        }
        return await response(
            to: FormFields(target.count == 2 ? target[1] : Substring()), isIMDS: isIMDS)
    }

    private func response(to query: FormFields, isIMDS: Bool) async -> Response {
        guard let resource = query["resource"], !resource.isEmpty else {
            return .error(400, "The parameter resource is missing.")
        }
        do {
            let profile = try settings.identity.current(services)
            try requireOwnIdentity(of: profile, in: query)
            let token = try await services.authenticator.tokenForProgram(of: profile, resource: resource)
            let seconds = Int(token.expiresOn.timeIntervalSince(services.clock.now()))
            let answer = Answer(
                access_token: token.accessToken.expose(),
                expires_on: "\(Int(token.expiresOn.timeIntervalSince1970))",
                expires_in: isIMDS ? "\(seconds)" : nil, resource: resource, token_type: token.tokenType,
                client_id: profile.clientID)
            return try Response(status: 200, body: JSONEncoder().encode(answer))
        } catch {
            let failure = Failure(error)
            return .error(failure.kind == .policy ? 403 : 400, failure.sentence(withCommand: true))
        }
    }

    /// A managed identity can be one of several that a machine has. A profile is one.
    private func requireOwnIdentity(of profile: Profile, in query: FormFields) throws {
        for name in ["client_id", "clientid", "object_id", "principal_id", "mi_res_id", "msi_res_id"] {
            guard let value = query[name], !value.isEmpty else { continue }
            if name.hasPrefix("client"), value.lowercased() == profile.clientID.lowercased() { continue }
            throw Failure.otherIdentity(value, than: profile.name)
        }
    }

    /// The members are those that each SDK reads. Times are strings. App Service sends no `expires_in`, which .NET takes for
    /// the same as `expires_on`.
    private struct Answer: Encodable {
        let access_token, expires_on: String
        let expires_in: String?
        let resource, token_type, client_id: String
    }
}

extension TokenService.Response {
    static func error(_ status: Int, _ message: String) -> TokenService.Response {
        struct Problem: Encodable { let statusCode: Int, message, correlationId: String }
        let problem = Problem(
            statusCode: status, message: message.safeLine, correlationId: UUID().uuidString.lowercased())
        // Strings and numbers always encode.
        return TokenService.Response(status: status, body: (try? JSONEncoder().encode(problem)) ?? Data())
    }
}
