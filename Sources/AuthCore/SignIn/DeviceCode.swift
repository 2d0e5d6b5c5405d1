import Foundation
import HTTPTransport

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
