import AccountProfiles
import Foundation
import HTTPTransport

@testable import AuthCore

extension AuthenticationResult {
    /// A token of the profile that expires at 2026-01-31 14:05:06.9 UTC.
    static func sample(_ token: String = "ey.J-_~+/=", of profile: Profile, type: String = "Bearer") -> Self {
        AuthenticationResult(
            accessToken: Secret(token), tokenType: type,
            expiresOn: Date(timeIntervalSince1970: Double(sampleExpiry) + 0.9), expiryMargin: 300,
            scopes: ["a"], declinedScopes: [],
            account: profile.account, tenantID: profile.tenantID, source: .cache, storage: .saved)
    }

    /// In whole seconds since 1970.
    static let sampleExpiry = 1_769_868_306
}
