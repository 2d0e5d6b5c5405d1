import Foundation

/// An error response (RFC 6749 sections 4.1.2.1 and 5.2) with the members that the Microsoft identity platform adds.
public struct OAuthError: Hashable, Sendable, Decodable {
    public let code: String
    /// As the server wrote it: untrusted text with control characters and trace ids.
    public let description: String?
    public let suberror: String?
    /// AADSTS numbers. Programs branch on `code` and `suberror`; these are for messages.
    public let codes: [Int]
    public let correlationID: String?
    public let traceID: String?
    /// Claims to send with the next interactive request.
    public let claims: String?

    public init(
        code: String, description: String? = nil, suberror: String? = nil, codes: [Int] = [],
        correlationID: String? = nil, traceID: String? = nil, claims: String? = nil
    ) {
        self.code = code
        self.description = description
        self.suberror = suberror
        self.codes = codes.isEmpty ? OAuthError.codes(in: description) : codes
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

    /// Whether the person can mend it by signing in.
    public var isInteractionRequired: Bool {
        ["invalid_grant", "interaction_required", "login_required", "consent_required"].contains(code)
            && suberror != "client_mismatch" && suberror != "protection_policy_required"
    }

    /// Whether the refresh token itself is of no more use. The documented suberrors left out ask for a further step for
    /// this one resource, while the token still serves others.
    var refusesRefreshToken: Bool {
        let furtherSteps = ["basic_action", "additional_action", "message_only", "consent_required"]
        return code == "invalid_grant" && !furtherSteps.contains(suberror ?? "")
    }

    /// Whether the secret of an app is wrong or has run out. The platform says `invalid_client` of other things too, which
    /// only these numbers tell apart; elsewhere it means no more than this (RFC 6749 section 5.2).
    var refusesSecret: Bool {
        code == "invalid_client" && (codes.isEmpty || codes.contains { [7_000_215, 7_000_222].contains($0) })
    }

    /// Whether nobody has yet agreed to what was asked for. An administrator who has to is one of the ways.
    public var isConsentMissing: Bool {
        code == "consent_required" || suberror == "consent_required" || codes.contains(65001) || needsAdministrator
    }

    /// Whether only an administrator of the tenant can agree to what was asked for. The documentation gives no code or
    /// suberror to tell it by, only these numbers.
    public var needsAdministrator: Bool { codes.contains { [90094, 90095].contains($0) } }

    public var isDeclined: Bool { code == "access_denied" || code == "authorization_declined" }

    /// The first line of the description, without its full stop: what follows are trace ids and a timestamp.
    public var summary: String? {
        guard let line = description?.split(whereSeparator: \.isNewline).first else { return nil }
        return String(line.hasSuffix(".") ? line.dropLast() : line)
    }

    /// Redirects carry the numbers in the text alone.
    private static func codes(in description: String?) -> [Int] {
        guard let description, description.hasPrefix("AADSTS") else { return [] }
        return Int(description.dropFirst(6).prefix { $0.isASCII && $0.isNumber }).map { [$0] } ?? []
    }

    private enum Member: String, CodingKey {
        case error, suberror, claims
        case errorDescription = "error_description"
        case errorCodes = "error_codes"
        case correlationID = "correlation_id"
        case traceID = "trace_id"
    }
}
