/// Requests whose target matches this pattern use that profile.
public struct Rule: Hashable, Sendable {
    public let pattern: RulePattern
    public let profile: ProfileName

    public init(pattern: RulePattern, profile: ProfileName) {
        self.pattern = pattern
        self.profile = profile
    }
}
