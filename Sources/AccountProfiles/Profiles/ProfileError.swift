/// What can be wrong with a request about profiles.
public enum ProfileError: Error, Hashable, Sendable {
    case invalidName(String)
    case nameInUse(ProfileName)
    /// No profile has this name; the nearest names, best first.
    case unknown(String, nearest: [ProfileName])
    /// There is no previous profile to go back to.
    case noPrevious
}
