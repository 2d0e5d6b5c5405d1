/// Whom one of several requests that go out together is meant for.
public struct PartPreference: Hashable, Sendable {
    /// Its position among the parts of the action, from 0.
    public let part: Int
    /// Any of these; none where nobody can be told.
    public let profiles: Set<ProfileName>
    /// A sentence without the profiles' names.
    public let reason: String

    public init(part: Int, profiles: Set<ProfileName>, reason: String) {
        self.part = part
        self.profiles = profiles
        self.reason = reason
    }
}
