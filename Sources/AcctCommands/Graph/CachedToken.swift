import AccountProfiles
import AuthCore
import Foundation
import HTTPTransport
import MicrosoftGraph
import Synchronization

/// The token of a run that makes many requests: the store is asked again when it is about to expire or was refused, not
/// for every page.
final class CachedToken: Sendable {
    private let authenticator: Authenticator
    private let profile: Profile
    private let last = Mutex<AuthenticationResult?>(nil)

    init(for profile: Profile, from authenticator: Authenticator) {
        self.authenticator = authenticator
        self.profile = profile
    }

    func token(_ request: GraphClient.TokenRequest) async throws -> Secret {
        let kept = last.withLock(\.self)
        if request == GraphClient.TokenRequest(), let kept, kept.expiresOn.timeIntervalSinceNow > CachedToken.margin {
            return kept.accessToken
        }
        let result = kept == nil ? try await acquire(request) : try await acquireElsewhere(request)
        last.withLock { $0 = result }
        return result.accessToken
    }

    /// In the middle of a run this is asked where transfers go on. It may have to wait for the store, another process or a
    /// person, which must not keep those waiting.
    private func acquireElsewhere(_ request: GraphClient.TokenRequest) async throws -> AuthenticationResult {
        try await withTaskExecutorPreference(globalConcurrentExecutor) { try await acquire(request) }
    }

    private func acquire(_ request: GraphClient.TokenRequest) async throws -> AuthenticationResult {
        try await authenticator.token(for: profile, forceRefresh: request.forceRefresh, claims: request.claims)
    }

    /// Seconds. A token that has less left is renewed before it is used.
    private static let margin: TimeInterval = 300
}
