import AccountProfiles
import AuthCore
import FoundationEssentials
import HTTPTransport

/// `azd auth token --output json`: the only line of the Azure Developer CLI that acct answers.
struct AzureDeveloperCLITokenRequest: ShimRequest {
    private var scopes: [String] = []
    private var tenant: String?
    /// In standard base64.
    private var encodedClaims: String?

    /// Nil for every other line.
    init?(_ words: [String]) {
        guard words.starts(with: ["auth", "token"]) else { return nil }
        var isJSON = false
        var rest = words.dropFirst(2)
        while let word = rest.popFirst() {
            let parts = Self.parts(of: word)
            func value() -> String? { parts.value ?? rest.popFirst() }
            switch parts.name {
            case "--output", "-o":
                guard value() == "json" else { return nil }
                isJSON = true
            case "--scope":
                guard let scope = value() else { return nil }
                scopes.append(scope)
            case "--tenant-id":
                guard let id = value() else { return nil }
                tenant = id.isEmpty ? nil : id
            case "--claims":
                guard let claims = value() else { return nil }
                encodedClaims = claims.isEmpty ? nil : claims
            case "--no-prompt", "--debug": guard parts.value == nil || parts.value == "true" else { return nil }
            default: return nil
            }
        }
        guard isJSON else { return nil }
    }

    /// An option and the value that is joined to it: `--name=value`, `-nvalue` or `-n=value`.
    private static func parts(of word: String) -> (name: String, value: String?) {
        if word.hasPrefix("-"), !word.hasPrefix("--"), word.count > 2 {
            let value = word.dropFirst(2)
            return (String(word.prefix(2)), String(value.first == "=" ? value.dropFirst() : value))
        }
        let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        return (parts[0], parts.count == 2 ? parts[1] : nil)
    }

    func response(as profile: Profile, _ services: Services) async throws -> Data {
        let acting = try services.tenantProfile(of: profile, in: tenant)
        let scopes = try scopes.isEmpty ? acting.managementScopes : Scopes(scopes)
        let token = try await services.silentToken(for: scopes, as: acting, claims: try claims)
        let output = Output(
            token: token.accessToken.expose(), expiresOn: CalendarTime(utc: token.expiresOnEpoch).rfc3339)
        return Data(try JSONText.of(output, pretty: false).utf8) + [UInt8(ascii: "\n")]
    }

    /// The claims as JSON text; nil for none.
    private var claims: String? {
        get throws(Failure) {
            guard let encodedClaims else { return nil }
            guard let data = Data(base64Encoded: encodedClaims), let text = String(validating: data, as: UTF8.self),
                JSONValue(parsing: data)?.objectValue != nil
            else { throw Failure.notClaims }
            return text
        }
    }

    private struct Output: Encodable {
        let token: String
        /// In RFC 3339, UTC and whole seconds: callers read no other form.
        let expiresOn: String
    }

    /// The failure as a line of JSON. SDKs show its `error` to people.
    func errorLine(_ failure: Failure) -> String {
        struct Line: Encodable {
            let error, message: String
            let suggestion: String?
        }
        let line = Line(
            error: failure.sentence(withCommand: true), message: failure.text.safeLine,
            suggestion: failure.command.map { "Run: \($0.text.safeLine)" })
        // Strings always encode.
        return (try? JSONText.of(line, pretty: false)) ?? ""
    }
}
