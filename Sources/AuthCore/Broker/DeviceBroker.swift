import FoundationEssentials
import HTTPTransport

/// The identity broker of a Linux device: it holds the sign-in of the desktop and gives tokens for it to the apps that ask.
///
/// Microsoft's microsoft-identity-broker, which comes with the Intune portal, and himmelblau, which is open source, answer
/// to the same name on the session bus. Microsoft documents the redirect URI and not the protocol; this follows what both
/// brokers and their other clients do.
public struct DeviceBroker: Sendable {
    private let bus: SessionBus

    /// - Parameter environment: Names the session bus.
    public init(environment: Environment = .process) {
        bus = SessionBus(environment: environment)
    }

    /// The version of the broker, such as `2.0.4`.
    ///
    /// - Throws: ``AuthError/broker(_:)``.
    public func version(limit: Duration = .seconds(10)) async throws -> String {
        let response = try await call("getLinuxBrokerVersion", ["msalCppVersion": "1.0"], limit: limit)
        guard let version = response["linuxBrokerVersion"]?.stringValue else {
            throw AuthError.broker(.malformedResponse(method: "getLinuxBrokerVersion"))
        }
        return version
    }

    /// The accounts that the broker has for a client at an authority.
    func accounts(of clientID: String, at authority: Authority) async throws -> [BrokerAccount] {
        let response = try await call(
            "getAccounts",
            ["clientId": .string(clientID), "redirectUri": .string(Self.redirectURI(at: authority))],
            limit: Self.silentLimit)
        try Self.requireSuccess(response, redirectURI: Self.redirectURI(at: authority))
        guard let accounts = response["accounts"]?.arrayValue else {
            throw AuthError.broker(.malformedResponse(method: "getAccounts"))
        }
        return accounts.compactMap(BrokerAccount.init).filter {
            Cloud.preferredHost(for: $0.environment) == authority.environment
        }
    }

    /// Requests a token without interaction.
    ///
    /// - Parameters:
    ///   - account: As ``accounts(of:at:)`` returned it.
    ///   - renewing: The token that is not to be returned again; nil to let the broker decide.
    func tokenSilently(
        for request: SilentRequest, account: BrokerAccount, clientID: String, authority: Authority, renewing: Secret?
    ) async throws -> BrokerTokenResponse {
        var parameters = Self.parameters(.silent, request.scopes, clientID: clientID, authority: authority)
        parameters["account"] = account.json
        parameters["username"] = .string(account.username)
        parameters["decodedClaims"] = request.claims.map { .string($0) }
        parameters["accessTokenToRenew"] = renewing.map { .string($0.expose()) }
        let response = try await call(
            "acquireTokenSilently", ["authParameters": .object(parameters)], limit: Self.silentLimit)
        return try BrokerTokenResponse(
            response, request: request, redirectURI: Self.redirectURI(at: authority))
    }

    /// Lets the user sign in, in a window of the broker, for as long as that takes. The sign-in ends when the task is
    /// cancelled.
    ///
    /// - Parameter account: Nil to let the user choose.
    func tokenInteractively(
        _ request: SignInRequest, account: BrokerAccount?, clientID: String, authority: Authority
    ) async throws -> BrokerTokenResponse {
        let scopes = request.scopes.forOneToken(from: authority)
        var parameters = Self.parameters(.interactive, scopes, clientID: clientID, authority: authority)
        parameters["account"] = account?.json
        // The window proposes an account that the broker no longer has for this client.
        let username = account?.username ?? request.loginHint
        parameters["username"] = username.map { .string($0) }
        parameters["decodedClaims"] = request.claims.map { .string($0) }
        let prompt = request.prompt ?? (username == nil ? .selectAccount : nil)
        parameters["prompt"] = prompt.map { .string($0.rawValue) }
        let correlationID = UUID()
        do {
            let response = try await send(
                "acquireTokenInteractively", ["authParameters": .object(parameters)], correlationID: correlationID,
                limit: request.timeout)
            return try BrokerTokenResponse(
                response, request: nil, redirectURI: Self.redirectURI(at: authority))
        } catch {
            if error is CancellationError || (error as? AuthError)?.isBrokerTimeout == true {
                await cancel(correlationID)
            }
            throw error
        }
    }

    /// Removes the account from the client. The device stays signed in.
    func remove(_ account: BrokerAccount, from clientID: String) async throws {
        let response = try await call(
            "removeAccount", ["clientId": .string(clientID), "account": account.json], limit: Self.silentLimit)
        try Self.requireSuccess(response, redirectURI: "")
    }

    private static func requireSuccess(_ response: JSONValue, redirectURI: String) throws(AuthError) {
        guard let error = response["error"], error != .null else { return }
        throw BrokerFailure(error, redirectURI: redirectURI).authError(of: nil)
    }

    /// The redirect URI that a registration needs for the broker.
    ///
    /// Source: Microsoft's documentation of MSAL with the Linux broker.
    public static func redirectURI(at authority: Authority) -> String {
        "https://\((authority.cloud ?? .global).loginHost)/common/oauth2/nativeclient"
    }
}

/// The protocol: three texts in, the last of them JSON, and JSON out.
extension DeviceBroker {
    /// The broker is started on demand and goes to the network.
    private static let silentLimit = Duration.seconds(90)

    /// `authorizationType`, of which brokers know more.
    private enum AuthorizationType: Int64 {
        /// A grant by the refresh token that the broker holds.
        case silent = 1
        case interactive = 6
    }

    private static func parameters(
        _ type: AuthorizationType, _ scopes: Scopes, clientID: String, authority: Authority
    ) -> [String: JSONValue] {
        [
            "authority": .string(authority.url), "authorizationType": .integer(type.rawValue),
            "clientId": .string(clientID), "redirectUri": .string(redirectURI(at: authority)),
            "requestedScopes": .array(scopes.withoutOpenID.names.map { .string($0) }),
            "additionalQueryParametersForAuthorization": [:], "uxContextHandle": .integer(-1),
        ]
    }

    /// Calls a method that can be repeated: once more where the broker ended during the call. The bus starts it again.
    private func call(_ method: String, _ request: JSONValue, limit: Duration) async throws -> JSONValue {
        do {
            return try await send(method, request, correlationID: UUID(), limit: limit)
        } catch AuthError.broker(.stopped) {
            return try await send(method, request, correlationID: UUID(), limit: limit)
        }
    }

    private func send(
        _ method: String, _ request: JSONValue, correlationID: UUID, limit: Duration?
    ) async throws -> JSONValue {
        let text: String
        do {
            text = try await bus.call(
                SessionBus.Method(
                    service: "com.microsoft.identity.broker1", path: "/com/microsoft/identity/broker1",
                    interface: "com.microsoft.identity.Broker1", name: method),
                [
                    "0.0", correlationID.uuidString.lowercased(),
                    String(decoding: try request.jsonData(), as: UTF8.self),
                ], limit: limit)
        } catch let problem as BrokerProblem {
            throw AuthError.broker(problem)
        }
        guard let response = JSONValue(parsing: Data(text.utf8)), response.objectValue != nil else {
            throw AuthError.broker(.malformedResponse(method: method))
        }
        return response
    }

    /// Closes the broker's window of a sign-in that was cancelled or has timed out. Failures are ignored: the window then
    /// stays until the user closes it.
    private func cancel(_ correlationID: UUID) async {
        // The task may be cancelled, and the call must be made all the same.
        _ = await Task {
            try await send("cancelInteractiveFlow", [:], correlationID: correlationID, limit: .seconds(3))
        }.result
    }
}

extension AuthError {
    /// Whether the broker did not answer within the time limit.
    fileprivate var isBrokerTimeout: Bool {
        if case .broker(.timedOut) = self { true } else { false }
    }
}
