import FoundationEssentials
import HTTPTransport

/// The token response of an identity service. Numbers may be text, and the oldest services write a date.
struct ManagedIdentityResponse: Decodable {
    private let accessToken: Secret
    private let tokenType: String?
    private let expiresOn: Date?
    private let expiresIn: Int?

    init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: Member.self)
        accessToken = try members.decode(Secret.self, forKey: .accessToken)
        guard ServerText.isToken(accessToken) else {
            throw DecodingError.dataCorruptedError(forKey: .accessToken, in: members, debugDescription: "not a token")
        }
        tokenType = try? members.decode(String.self, forKey: .tokenType)
        expiresIn = members.seconds(.expiresIn)
        if let seconds = try? members.decode(Double.self, forKey: .expiresOn) {
            expiresOn = Date(epochSeconds: seconds)
        } else {
            expiresOn = (try? members.decode(String.self, forKey: .expiresOn)).flatMap(Self.date)
        }
    }

    private enum Member: String, CodingKey {
        case accessToken = "access_token"
        case tokenType = "token_type"
        case expiresOn = "expires_on"
        case expiresIn = "expires_in"
    }

    /// Nil for an empty token, and without an expiry time.
    func token(for scopes: Scopes, now: Date) -> AccessToken? {
        let end = expiresOn ?? expiresIn.map { now.addingTimeInterval(Double($0)) }
        guard let end, !accessToken.isEmpty else { return nil }
        let life = end.timeIntervalSince(now)
        return AccessToken(
            secret: accessToken, tokenType: tokenType ?? "Bearer", scopes: scopes, cachedAt: now, expiresOn: end,
            // Documented: a token that lasts a day is renewed after half of it, because its permissions are those of the
            // time it was issued.
            refreshOn: life > 7200 ? now.addingTimeInterval(life / 2) : nil)
    }

    /// Reads epoch seconds, or `11/05/2021 15:18:31 +00:00` with the month first, which Windows writes with AM or PM.
    private static func date(_ text: String) -> Date? {
        if let seconds = Double(text) { return Date(epochSeconds: seconds) }
        guard
            let match = text.wholeMatch(
                of: /(\d{1,2})\/(\d{1,2})\/(\d{4}) (\d{1,2}):(\d{1,2}):(\d{1,2})( [AP]M)? \+00:00/),
            let hour = Int(match.4)
        else { return nil }
        let hours = match.7.map { hour % 12 + ($0 == " PM" ? 12 : 0) } ?? hour
        return DateComponents(
            calendar: Calendar(identifier: .gregorian), timeZone: .gmt, year: Int(match.3), month: Int(match.1),
            day: Int(match.2), hour: hours, minute: Int(match.5), second: Int(match.6)
        ).date
    }
}

/// The error response of an identity service, in any of the forms that they use.
struct ManagedIdentityErrorResponse: Decodable {
    let message: String

    init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: Member.self)
        let nested = try? members.decode(Nested.self, forKey: .error)
        let texts = [Member.errorDescription, .message, .error].compactMap {
            try? members.decode(String.self, forKey: $0)
        }
        guard let message = texts.first ?? nested?.message else {
            throw DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: "no message in the response"))
        }
        self.message = message
    }

    private struct Nested: Decodable { let message: String }

    private enum Member: String, CodingKey {
        case error, message
        case errorDescription = "error_description"
    }
}
