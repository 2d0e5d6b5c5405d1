import AccountProfiles
import AuthCore

/// The permissions that are enough for an action, by kind of profile.
struct Need {
    /// The one of the scopes that is enough; nil where none is, or where it is not known what is.
    func scope(among held: Scopes, for kind: Profile.Kind) -> String? { nil }
}
