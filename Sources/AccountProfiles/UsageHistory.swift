import FoundationEssentials
import Glibc

/// The facts from earlier sign-ins, responses and uses that concern one action.
public struct UsageHistory: Hashable, Sendable {
    /// The verified domains of tenants, by tenant id; all in lower case.
    public var domains: [String: Set<String>]
    /// The profiles that were served the items with these ids, in lower case. SharePoint hosts count as items.
    public var items: [String: Set<ProfileName>]
    /// The scope of each profile that is sufficient for the action. Profiles without one are left out.
    public var sufficientScopes: [ProfileName: String]
    /// The profiles of which it is not known whether they hold a sufficient scope: no token response lists those of an app.
    public var withUnknownScopes: Set<ProfileName>
    /// The frecency of each profile for this kind of action: more frequent and more recent use gives a higher value.
    public var frecency: [ProfileName: Double]

    public init(
        domains: [String: Set<String>] = [:], items: [String: Set<ProfileName>] = [:],
        sufficientScopes: [ProfileName: String] = [:], withUnknownScopes: Set<ProfileName> = [],
        frecency: [ProfileName: Double] = [:]
    ) {
        self.domains = domains
        self.items = items
        self.sufficientScopes = sufficientScopes
        self.withUnknownScopes = withUnknownScopes
        self.frecency = frecency
    }

    /// The profiles with the likeliest first. Profiles that were never used keep their order.
    public func ranked(_ profiles: [Profile]) -> [Profile] {
        let scores = profiles.map { frecency[$0.name] ?? 0 }
        return profiles.indices.sorted { (scores[$1], $0) < (scores[$0], $1) }.map { profiles[$0] }
    }
}

/// A use of a profile.
public struct ProfileUse: Hashable, Sendable {
    public let profile: ProfileName
    /// The kind of action, such as `me/messages`; empty for a token of the profile's own. Nil where only the time of the
    /// use is recorded: the action failed, or was part of a read over many profiles.
    public let topic: String?
    /// The ids of items that the profile may use, SharePoint hosts among them.
    public let items: [String]
    public let time: Date

    public init(of profile: ProfileName, for topic: String? = nil, items: [String] = [], at time: Date) {
        self.profile = profile
        self.topic = topic
        self.items = items
        self.time = time
    }
}

/// Frequency and recency of uses as one number: each use adds one, and two weeks halve it.
///
/// Two stored numbers stand for a history of any length.
public struct Frecency: Hashable, Sendable {
    /// The value at `time`.
    public let score: Double
    public let time: Date

    public init(score: Double, at time: Date) {
        self.score = score
        self.time = time
    }

    /// The value now. A clock set back does not raise it.
    public func value(at now: Date) -> Double {
        score * exp2(-max(0, now.timeIntervalSince(time)) / Self.halfLife)
    }

    /// The frecency after one more use.
    public func used(at now: Date) -> Frecency {
        Frecency(score: value(at: now) + 1, at: now)
    }

    private static let halfLife: TimeInterval = 14 * 86400
}
