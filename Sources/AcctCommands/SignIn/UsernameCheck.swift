import AccountProfiles
import AccountStore
import AuthCore
import HTTPTransport

/// Compares the account that signed in with the username that a person or a definition names.
///
/// A sign-in page lets a person choose another account than the one it is filled in with, and a server may sign in the
/// account of the browser's session without a page.
struct UsernameCheck {
    let profiles: ProfileRepository
    let tokenCache: any TokenCache
    let prompter: Prompter

    /// Accepts the account of a grant that has the username, or is known by it. An account can have several usernames, so
    /// those of known accounts are told apart by their ids. For any other account the person decides.
    ///
    /// - Parameters:
    ///   - username: empty where any account will do.
    ///   - advice: the way to sign in as the account that was received, after "or".
    ///   - retryCommand: the command to try again with.
    /// - Throws: `Failure`, with nothing stored.
    func confirm(
        _ grant: TokenGrant, as username: String, orElse advice: (_ received: String) -> String,
        retryCommand: SuggestedCommand
    ) throws {
        let received = grant.tenantProfile?.username ?? ""
        guard !username.isEmpty, !received.equalsIgnoringASCIICase(username) else { return }
        let known = try knownAccounts(withUsername: username).filter { $0.environment == grant.account.environment }
        guard !known.contains(grant.account) else { return }
        guard known.isEmpty, prompter.canPrompt else {
            throw Failure.otherUsername(received, than: username, orElse: advice(received), retryCommand: retryCommand)
        }
        guard prompter.confirm("\(received.inSentence) signed in, not \(username.inSentence). Add it anyway?") else {
            throw Failure.signInNotKept
        }
    }

    /// The accounts of profiles, which outlast a sign-out, and those in the token cache, which has the usernames of every
    /// tenant.
    private func knownAccounts(withUsername username: String) throws -> Set<AccountID> {
        let ofProfiles = try profiles.profiles(withUsername: username).filter(\.hasAccount).map(\.account)
        let cached = try tokenCache.accounts().filter { account in
            account.tenantProfiles.contains { $0.username.equalsIgnoringASCIICase(username) }
        }
        return Set(ofProfiles + cached.map(\.id))
    }
}
