import FoundationEssentials
import HTTPTransport

/// Signs a user in on another device (RFC 8628).
struct DeviceCodeFlow: Sendable {
    let client: ClientAuthentication
    let http: any HTTPClient
    let discovery: Discovery
    /// Shows the code and the address to the user.
    let show: @Sendable (DeviceCode) async -> Void

    /// - Returns: A checked grant that is not cached yet.
    func run(_ signIn: SignInRequest) async throws(AuthError) -> TokenGrant {
        let configuration = try await discovery.fetchConfiguration(of: client.authority)
        let scopes = signIn.scopes.forOneToken(from: client.authority)
        let attempt = Attempt(configuration: configuration, scopes: scopes, claims: signIn.claims)
        let code = try await requestCode(for: attempt)
        guard try ServerText.isSafeToOpen(code.verificationURI) else {
            throw .unsafeVerificationPage(code.verificationURI)
        }
        await show(code)
        let response = try await poll(code, for: attempt, timeout: signIn.timeout)
        let validator = TokenResponseValidator(
            clientID: client.clientID, authority: client.authority, requested: scopes, now: clock.now())
        return try validator.validateSignIn(
            response, configuration: configuration, nonce: nil, expected: signIn.expectedAccount)
    }

    /// The server, and what is asked of it.
    private struct Attempt {
        let configuration: OpenIDConfiguration
        let scopes: Scopes
        let claims: String?

        /// In the request for the code and, at the Microsoft identity platform, in that for the token too: without the demanded
        /// claims there, it issues a token that lacks them.
        var fields: [(String, String)] {
            [("scope", scopes.union(configuration.openIDScopes).spaceSeparated)] + claims.claimsField
        }
    }

    /// RFC 8628 section 3.1.
    private func requestCode(for attempt: Attempt) async throws(AuthError) -> DeviceCode {
        guard let url = client.authority.deviceAuthorizationEndpoint(in: attempt.configuration) else {
            throw .deviceCodeUnsupported
        }
        let fields = attempt.fields + client.authority.parameters.ofSignIn
        do {
            return try await TokenEndpoint(attempt.configuration.authenticated(url), client: client, http: http)
                .post(fields, expecting: DeviceCode.self)
        } catch {
            throw error.signInError(of: client)
        }
    }

    /// RFC 8628 section 3.5: waits the interval before each poll, five seconds longer from then on after `slow_down`, and
    /// longer for each consecutive trouble with the network or the server, or as long as the server asks for.
    ///
    /// No such trouble ends the wait, not even the page of a network that wants a sign-in of its own: the user may have
    /// entered the code meanwhile. The last poll is at the end of the time, however long the wait should have been. A time
    /// shorter than the interval has one poll, at its end.
    private func poll(
        _ code: DeviceCode, for attempt: Attempt, timeout: Duration?
    ) async throws(AuthError) -> TokenResponse {
        let limit = min(code.expiresIn, timeout ?? code.expiresIn)
        // Not the time of day, which can be set meanwhile.
        let start = ContinuousClock.now
        var (waited, remainder) = (Duration.zero, max(.zero, limit))
        var interval = code.interval
        var backOff = Duration.zero
        var trouble: AuthError?
        repeat {
            let wait = min(interval + backOff, remainder)
            do { try await clock.sleep(wait) } catch { throw .network(.cancelled) }
            switch try await redeem(code, for: attempt) {
            case .granted(let response): return response
            case .pending: (backOff, trouble) = (.zero, nil)
            case .slowDown:
                interval += .seconds(5)
                trouble = nil
            case .unreachable(let error):
                trouble = error
                backOff = max(
                    backOff == .zero ? interval : min(backOff * 2, .seconds(60)), error.retryAfter - interval)
            }
            waited += wait
            remainder = limit - max(waited, start.duration(to: .now))
        } while remainder >= interval
        throw trouble ?? code.end(after: limit)
    }

    private var clock: WallClock { client.clock }

    private enum PollResult {
        case granted(TokenResponse), pending, slowDown
        case unreachable(AuthError)
    }

    /// RFC 8628 section 3.4.
    private func redeem(_ code: DeviceCode, for attempt: Attempt) async throws(AuthError) -> PollResult {
        let fields =
            [
                ("grant_type", "urn:ietf:params:oauth:grant-type:device_code"),
                ("device_code", code.deviceCode.expose()),
            ] + (client.authority.kind.isMicrosoft ? attempt.fields : []) + client.authority.clientInfoField
            + client.authority.olderDeviceCodeField(code.deviceCode)
            // RFC 8707 section 2.2: otherwise the token may be for another resource than the user agreed to.
            + client.authority.parameters.ofTokens
        do {
            let endpoint = TokenEndpoint(attempt.configuration.tokens, client: client, http: http)
            return .granted(try await endpoint.post(fields, expecting: TokenResponse.self))
        } catch {
            return try pollResult(of: error)
        }
    }

    private func pollResult(of failure: TokenEndpoint.Failure) throws(AuthError) -> PollResult {
        switch failure {
        case .refused(let error):
            switch error.code {
            case "authorization_pending": return .pending
            case "slow_down": return .slowDown
            case "expired_token", "code_expired": throw .deviceCodeExpired
            default: throw failure.signInError(of: client)
            }
        case .transport(let error):
            guard error.mayPass else { throw error }
            return .unreachable(error)
        }
    }
}

extension AuthError {
    /// Whether this is trouble with the network or the server, which the next poll may not meet. A response of status 200 or
    /// 201 that cannot be used has spent the code.
    fileprivate var mayPass: Bool {
        switch self {
        case .network(.cancelled), .network(.clientCertificate): false
        case .network, .serverUnavailable, .unexpectedPage: true
        case .malformedResponse(_, let status): status != 200 && status != 201
        default: false
        }
    }

    /// The wait that a busy server asks for; zero where it asks for none.
    fileprivate var retryAfter: Duration {
        guard case .serverUnavailable(_, _, let seconds?) = self else { return .zero }
        return .seconds(seconds)
    }
}

extension Authority {
    /// ADFS supports device codes without always publishing the endpoint. MSAL finds it beside the token endpoint.
    fileprivate func deviceAuthorizationEndpoint(in configuration: OpenIDConfiguration) -> String? {
        if let named = configuration.deviceAuthorizationEndpoint { return named }
        let tokenEndpoint = configuration.tokenEndpoint.droppingTrailingSlash
        guard kind == .adfs, tokenEndpoint.hasSuffix("/token"), !tokenEndpoint.contains("?") else { return nil }
        return "\(tokenEndpoint.dropLast("token".count))devicecode"
    }

    /// The older name of `device_code`, which ADFS needs as well.
    fileprivate func olderDeviceCodeField(_ deviceCode: Secret) -> [(String, String)] {
        kind == .adfs ? [("code", deviceCode.expose())] : []
    }
}

/// The code to enter on another device, and the address of the page to enter it on (RFC 8628 section 3.2).
public struct DeviceCode: Sendable {
    public let userCode: String
    public let verificationURI: String
    /// The address with the code in it, where the server sends one that may be opened.
    public let verificationURIComplete: String?
    public let expiresIn: Duration
    let deviceCode: Secret
    let interval: Duration
}

extension DeviceCode {
    /// The error of a sign-in that has waited for this long: the code is over, or the caller's time is.
    fileprivate func end(after limit: Duration) -> AuthError {
        limit < expiresIn ? .deviceCodeTimedOut(seconds: Int(limit.components.seconds)) : .deviceCodeExpired
    }
}

extension DeviceCode: Decodable {
    public init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: Member.self)
        userCode = try members.decode(String.self, forKey: .userCode)
        guard ServerText.isUserCode(userCode) else {
            throw DecodingError.dataCorruptedError(
                forKey: .userCode, in: members, debugDescription: "the code cannot be shown")
        }
        deviceCode = try members.decode(Secret.self, forKey: .deviceCode)
        // Older endpoints spell it `verification_url`.
        verificationURI =
            try members.decodeIfPresent(String.self, forKey: .verificationURI)
            ?? members.decode(String.self, forKey: .verificationURL)
        let complete = try? members.decodeIfPresent(String.self, forKey: .verificationURIComplete)
        verificationURIComplete = try complete.flatMap { try ServerText.isSafeToOpen($0) ? $0 : nil }
        expiresIn = .seconds(members.seconds(.expiresIn) ?? 1800)
        // "If no value is provided, clients MUST use 5 as the default."
        interval = .seconds(max(1, members.seconds(.interval) ?? 5))
    }

    private enum Member: String, CodingKey {
        case interval
        case userCode = "user_code"
        case deviceCode = "device_code"
        case verificationURI = "verification_uri"
        case verificationURL = "verification_url"
        case verificationURIComplete = "verification_uri_complete"
        case expiresIn = "expires_in"
    }
}
