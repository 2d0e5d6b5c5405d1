import AuthCore
import FoundationEssentials

/// Where earlier sign-ins, answers and uses are remembered. Notes may be coarse, may be lost, and never fail a command.
public protocol UsageRepository: Sendable {
    /// The verified domains of tenants, by tenant id; all in lower case.
    func tenantDomains() throws -> [String: Set<String>]

    /// The profiles that things with these ids were used with.
    func profiles(using items: [String]) throws -> [String: Set<ProfileName>]

    /// How much each profile was used for this kind of action; for anything when it is nil.
    func frecency(of topic: String?, at now: Date) throws -> [ProfileName: Double]

    /// The scopes of the access tokens that are kept for each profile, valid or not.
    func heldScopes() throws -> [ProfileName: Scopes]

    func note(_ use: ProfileUse)

    /// Adds to what is known of a tenant.
    func note(domains: [String], of tenantID: String)
}

/// What a profile was just used for.
public struct ProfileUse: Hashable, Sendable {
    public let profile: ProfileName
    /// The kind of action, such as `me/messages`; empty for none in particular.
    public let topic: String
    /// The ids of things that are the profile's to use, SharePoint hosts among them.
    public let items: [String]
    public let time: Date

    public init(of profile: ProfileName, for topic: String, items: [String] = [], at time: Date) {
        self.profile = profile
        self.topic = topic
        self.items = items
        self.time = time
    }
}
