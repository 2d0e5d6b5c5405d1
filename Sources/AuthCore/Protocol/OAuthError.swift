/// An error response (RFC 6749 sections 4.1.2.1 and 5.2) with the members that the Microsoft identity platform adds.
public struct OAuthError: Hashable, Sendable, Codable {
    /// The `error` member, such as `invalid_grant`.
    public let code: String
    /// The `error_description` as received: untrusted text, with control characters and trace ids.
    public let description: String?
    public let suberror: String?
    /// The numbers of AADSTS errors. Programs branch on `code` and `suberror`; these are for messages.
    public let codes: [Int]
    public let correlationID: String?
    public let traceID: String?
    /// The claims that the next sign-in has to request, as JSON text.
    public let claims: String?

    /// - Parameter codes: If empty, the number at the start of the description.
    public init(
        code: String, description: String? = nil, suberror: String? = nil, codes: [Int] = [],
        correlationID: String? = nil, traceID: String? = nil, claims: String? = nil
    ) {
        self.code = code
        self.description = description
        self.suberror = suberror
        self.codes = codes.isEmpty ? Self.codes(in: description) : codes
        self.correlationID = correlationID
        self.traceID = traceID
        self.claims = claims
    }

    public init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: Member.self)
        self.init(
            code: try members.decode(String.self, forKey: .error),
            description: try? members.decode(String.self, forKey: .errorDescription),
            suberror: try? members.decode(String.self, forKey: .suberror),
            codes: (try? members.decode([Int].self, forKey: .errorCodes)) ?? [],
            correlationID: try? members.decode(String.self, forKey: .correlationID),
            traceID: try? members.decode(String.self, forKey: .traceID),
            claims: try? members.decode(String.self, forKey: .claims))
    }

    public func encode(to encoder: any Encoder) throws {
        var members = encoder.container(keyedBy: Member.self)
        try members.encode(code, forKey: .error)
        try members.encodeIfPresent(description, forKey: .errorDescription)
        try members.encodeIfPresent(suberror, forKey: .suberror)
        try members.encode(codes, forKey: .errorCodes)
        try members.encodeIfPresent(correlationID, forKey: .correlationID)
        try members.encodeIfPresent(traceID, forKey: .traceID)
        try members.encodeIfPresent(claims, forKey: .claims)
    }

    private enum Member: String, CodingKey {
        case error, suberror, claims
        case errorDescription = "error_description"
        case errorCodes = "error_codes"
        case correlationID = "correlation_id"
        case traceID = "trace_id"
    }

    /// Redirects have no `error_codes`; the number is in the text alone.
    private static func codes(in description: String?) -> [Int] {
        guard let description, description.hasPrefix("AADSTS") else { return [] }
        return Int(description.dropFirst(6).prefix { $0.isASCII && $0.isNumber }).map { [$0] } ?? []
    }
}

extension OAuthError {
    /// Whether the server has trouble of its own, or has had enough of the same request (AADSTS50196, which MSAL takes for
    /// throttling too). Some servers send these errors with status 400.
    var isTransient: Bool { ["server_error", "temporarily_unavailable"].contains(code) || codes.contains(50196) }

    /// Whether a poll for a device code came too early (RFC 8628 section 3.5).
    var isDeviceCodePending: Bool { ["authorization_pending", "slow_down"].contains(code) }

    /// Whether another sign-in of the user can succeed.
    public var isInteractionRequired: Bool {
        ["invalid_grant", "interaction_required", "login_required", "consent_required", "bad_verification_code"]
            .contains(code)
            && suberror != "client_mismatch" && suberror != "protection_policy_required"
    }

    /// Whether the refresh token itself is no longer valid. The documented suberrors that are excluded demand a further
    /// step for this one resource, while the token still serves others.
    var rejectsRefreshToken: Bool {
        let furtherSteps = ["basic_action", "additional_action", "message_only", "consent_required"]
        return code == "invalid_grant" && !furtherSteps.contains(suberror ?? "") && !isConsentMissing
    }

    /// Whether an app's secret is wrong or has expired. The platform uses `invalid_client` for other failures too, which
    /// only these numbers tell apart; other issuers mean the credential (RFC 6749 section 5.2).
    var rejectsSecret: Bool {
        code == "invalid_client" && (codes.isEmpty || codes.contains { [7_000_215, 7_000_222].contains($0) })
    }

    /// Whether neither the user nor an administrator has consented to the scopes.
    public var isConsentMissing: Bool {
        code == "consent_required" || suberror == "consent_required" || codes.contains(65001) || needsAdministrator
            || saysThatScopesAreUnauthorized
    }

    /// The platform's error for personal accounts. Nothing but its text tells it from a refresh token that is no longer
    /// valid: "one or more scopes requested are unauthorized or expired".
    private var saysThatScopesAreUnauthorized: Bool {
        codes.contains(70000) && description?.contains("scopes requested are unauthorized") == true
    }

    /// Whether a scope is unknown, malformed or, at a refresh, more than the user has consented to (RFC 6749 sections 5.2
    /// and 6).
    var isInvalidScope: Bool { code == "invalid_scope" }

    /// Whether only an administrator of the tenant can consent to the scopes. The documentation gives no code or suberror
    /// for it, only these numbers.
    public var needsAdministrator: Bool { codes.contains { [90094, 90095].contains($0) } }

    /// Whether the redirect URI is not registered. RFC 6749 has no code for it: Microsoft has numbers, other servers a code
    /// of their own or the parameter's name in the description.
    public var rejectsRedirectURI: Bool {
        if codes.contains(where: { [50011, 500_113, 900_971].contains($0) }) { return true }
        if ["invalid_redirect_uri", "redirect_uri_mismatch"].contains(code) { return true }
        let text = description?.lowercased() ?? ""
        return text.contains("redirect_uri") || text.contains("redirect uri")
    }

    /// Whether the user cancelled or declined.
    public var isDeclined: Bool { code == "access_denied" || code == "authorization_declined" }

    /// The first line of the description, without its full stop and cut if it is long. Trace ids and a timestamp follow in
    /// the others.
    public var summary: String? {
        guard let line = description.flatMap(ServerText.line) else { return nil }
        return line.hasSuffix(".") ? String(line.dropLast()) : line
    }
}
