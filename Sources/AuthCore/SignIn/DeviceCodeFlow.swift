import Foundation
import HTTPTransport

/// Signs a person in on another device (RFC 8628).
struct DeviceCodeFlow: Sendable {
    let clientID: String
    let authority: Authority
    let http: any HTTPClient
    let discovery: Discovery
    let clock: WallClock
    /// Shows the code and the address to the person.
    let show: @Sendable (DeviceCode) async -> Void

    /// - Returns: a grant that is checked and not yet kept.
    func run(_ signIn: SignInRequest) async throws(AuthError) -> TokenGrant {
        let configuration = try await discovery.configuration(for: authority)
        let scopes = signIn.scopes.ofFirstResource
        let code = try await begin(configuration, scopes: scopes, claims: signIn.claims)
        await show(code)
        let response = try await poll(code, configuration, limit: signIn.timeout)
        let check = TokenResponseValidator(
            clientID: clientID, authority: authority, requested: scopes, now: clock.now())
        return try check.signIn(
            response, configuration: configuration, nonce: nil, expected: signIn.expectedAccount)
    }

    private func begin(
        _ configuration: OpenIDConfiguration, scopes: Scopes, claims: String?
    ) async throws(AuthError) -> DeviceCode {
        guard let url = authority.deviceAuthorizationEndpoint(in: configuration) else { throw .deviceCodeUnsupported }
        let fields =
            [("client_id", clientID), ("scope", scopes.decorated.spaceSeparated)]
            + (claims.map { [("claims", $0)] } ?? [])
        do {
            return try await TokenEndpoint(http: http, url: url).post(fields, as: DeviceCode.self)
        } catch {
            throw error.asSignInError
        }
    }

    /// RFC 8628 section 3.5: wait the interval before each poll, five seconds longer for good after `slow_down`, and
    /// longer each time in a row that the network fails.
    private func poll(
        _ code: DeviceCode, _ configuration: OpenIDConfiguration, limit: Duration
    ) async throws(AuthError) -> TokenResponse {
        let deadline = clock.now().addingTimeInterval(min(code.expiresIn, limit).inSeconds)
        var interval = code.interval
        var backOff = Duration.zero
        while true {
            guard clock.now().addingTimeInterval((interval + backOff).inSeconds) <= deadline else {
                throw .deviceCodeExpired
            }
            do { try await clock.sleep(interval + backOff) } catch { throw .network(.cancelled) }
            switch try await ask(code, configuration) {
            case .granted(let response): return response
            case .pending: backOff = .zero
            case .slowDown: interval += .seconds(5)
            case .unreachable: backOff = backOff == .zero ? interval : min(backOff * 2, .seconds(60))
            }
        }
    }

    private enum Answer {
        case granted(TokenResponse), pending, slowDown, unreachable
    }

    private func ask(_ code: DeviceCode, _ configuration: OpenIDConfiguration) async throws(AuthError) -> Answer {
        let fields =
            [
                ("client_id", clientID), ("grant_type", "urn:ietf:params:oauth:grant-type:device_code"),
                ("device_code", code.deviceCode.expose()),
            ] + authority.clientInfoField + authority.olderCodeField(code.deviceCode)
        do {
            let endpoint = TokenEndpoint(http: http, url: configuration.tokenEndpoint)
            return .granted(try await endpoint.post(fields, as: TokenResponse.self))
        } catch {
            return try answer(to: error)
        }
    }

    private func answer(to failure: TokenEndpoint.Failure) throws(AuthError) -> Answer {
        switch failure {
        case .refused(let error):
            switch error.code {
            case "authorization_pending": return .pending
            case "slow_down": return .slowDown
            case "expired_token", "code_expired": throw .deviceCodeExpired
            default: throw failure.asSignInError
            }
        case .transport(.serverUnavailable): return .unreachable
        case .transport(.network(let error)) where error.isTransient: return .unreachable
        case .transport(let error): throw error
        }
    }
}

extension Authority {
    /// ADFS has device codes and may not say so in its document; MSAL finds them beside its tokens.
    fileprivate func deviceAuthorizationEndpoint(in configuration: OpenIDConfiguration) -> String? {
        if let named = configuration.deviceAuthorizationEndpoint { return named }
        let tokens = configuration.tokenEndpoint.droppingTrailingSlash
        guard kind == .adfs, tokens.hasSuffix("/token"), !tokens.contains("?") else { return nil }
        return "\(tokens.dropLast("token".count))devicecode"
    }

    /// ADFS goes by an older name of `device_code` as well.
    fileprivate func olderCodeField(_ deviceCode: Secret) -> [(String, String)] {
        kind == .adfs ? [("code", deviceCode.expose())] : []
    }
}

extension Duration {
    var inSeconds: Double { Double(components.seconds) + Double(components.attoseconds) * 1e-18 }
}

/// What a person needs to sign in on another device (RFC 8628 section 3.2).
public struct DeviceCode: Sendable {
    public let userCode: String
    public let verificationURI: String
    /// The address with the code in it, where the server gives one.
    public let verificationURIComplete: String?
    public let expiresIn: Duration
    let deviceCode: Secret
    let interval: Duration
}

extension DeviceCode: Decodable {
    public init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: Member.self)
        userCode = try members.decode(String.self, forKey: .userCode)
        deviceCode = try members.decode(Secret.self, forKey: .deviceCode)
        // Older endpoints spell it `verification_url`.
        verificationURI =
            try members.decodeIfPresent(String.self, forKey: .verificationURI)
            ?? members.decode(String.self, forKey: .verificationURL)
        verificationURIComplete = try? members.decodeIfPresent(String.self, forKey: .verificationURIComplete)
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
