import AuthCore
import FoundationEssentials

/// Where profiles are kept. Every method that writes is one transaction.
public protocol ProfileRepository: Sendable {
    /// All profiles, by name.
    func profiles() throws -> [Profile]

    /// - Throws: `ProfileError.unknown` with the nearest names.
    func profile(named name: String) throws -> Profile

    /// Creates a profile together with the tokens of its sign-in; the first profile becomes current.
    ///
    /// - Parameter credential: what an app proves itself with from now on; nil for a person.
    /// - Throws: `ProfileError.nameInUse`, with nothing kept.
    func add(_ profile: Profile, with grant: TokenGrant, credential: ApplicationCredential?) throws

    /// Replaces what a new sign-in changed in the profile of this name, together with its tokens.
    func update(_ profile: Profile, with grant: TokenGrant, credential: ApplicationCredential?) throws

    /// What an app proves itself with; nil for a person, and for an app that was signed out.
    func credential(of account: AccountID) throws -> ApplicationCredential?

    /// - Throws: `ProfileError.unknown`, `.nameInUse`.
    func rename(_ name: String, to newName: ProfileName) throws

    /// Removes the profile and, when no other profile uses its account, everything kept of the account.
    func remove(_ name: String) throws -> RemovedTokens?

    func current() throws -> ProfileName?

    /// Makes a profile current and remembers the one before it.
    func use(_ name: String) throws -> Profile

    /// Makes the profile current that was current before.
    ///
    /// - Throws: `ProfileError.noPrevious`.
    func usePrevious() throws -> Profile

    func statuses(at now: Date) throws -> [ProfileName: ProfileStatus]

    /// Notes a use; may be coarse, and never fails a command.
    func recordUse(of name: ProfileName, at time: Date)

    /// The client id that a new profile gets when none is given.
    func defaultClientID() throws -> String?

    func setDefaultClientID(_ clientID: String) throws
}

/// For people, whose sign-in brings tokens and nothing else.
extension ProfileRepository {
    public func add(_ profile: Profile, with grant: TokenGrant) throws {
        try add(profile, with: grant, credential: nil)
    }

    public func update(_ profile: Profile, with grant: TokenGrant) throws {
        try update(profile, with: grant, credential: nil)
    }
}
