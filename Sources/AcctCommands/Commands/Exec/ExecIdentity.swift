import AccountProfiles
import AccountStore
import AuthCore
import HTTPTransport

/// The profile that programs under `acct exec` act as. Its identity is passed as a variable beside its name, because the name
/// can be reassigned while the program runs.
struct ExecIdentity: Codable, Equatable {
    /// The variable with the name of the profile. It is the mark of an environment that `acct exec` made.
    static let profileVariable = "ACCT_EXEC"
    static let accountVariable = "ACCT_EXEC_ACCOUNT"

    let profile: String
    /// Nil in an environment of an earlier version.
    let account: String?

    init(_ profile: Profile, in profiles: ProfileRepository) throws {
        self.profile = profile.name.text
        account = try profiles.identity(of: profile)
    }

    /// Nil outside of `acct exec`.
    init?(_ environment: Environment) {
        guard let profile = environment[Self.profileVariable] else { return nil }
        self.profile = profile
        account = environment[Self.accountVariable]
    }

    /// Whether the text is the name of this profile. Names that differ only in case are the same name.
    func isNamed(_ name: String) -> Bool { name.lowercased() == profile.lowercased() }

    /// The profile as it is now.
    ///
    /// - Throws: `Failure` where another account has taken its name since `acct exec` began.
    func current(_ services: Services) throws -> Profile {
        let current = try services.profiles.profile(named: profile)
        try requireAccount(of: current, in: services.profiles)
        return current
    }

    /// - Throws: `Failure` where this is the profile of that name, with another account.
    func requireAccount(of current: Profile, in profiles: ProfileRepository) throws {
        guard let account, isNamed(current.name.text), try !profiles.isIdentity(account, of: current) else { return }
        throw Failure.profileReplaced(current.name)
    }
}

/// The identity service of the machine. Under `acct exec` its variables name the endpoint with the tokens of the profile: a
/// managed identity that asked there would get a token of somebody else.
extension ExecIdentity {
    private static let machinePrefix = "ACCT_EXEC_"

    /// The variables of the machine's own service, which under `acct exec` have names of acct's.
    static func managedIdentityVariables(in environment: Environment) -> [String: String] {
        let prefix = ExecIdentity(environment) == nil ? "" : machinePrefix
        return ManagedIdentityID.environmentVariables.reduce(into: [:]) { $0[$1] = environment[prefix + $1] }
    }

    /// The variables of the machine's own service by their names under `acct exec`.
    static func preservedManagedIdentityVariables(of environment: Environment) -> [String: String] {
        Dictionary(
            uniqueKeysWithValues: managedIdentityVariables(in: environment).map { (machinePrefix + $0.key, $0.value) })
    }
}
