import AccountProfiles
import AuthCore
import MicrosoftGraph

/// The permissions that are enough for an action, by kind of profile.
struct Need {
    let required: RequiredPermissions

    /// The one of the scopes that is enough; nil where none is, or where it is not known what is.
    func scope(among held: Scopes, for kind: Profile.Kind) -> String? {
        guard let scheme = PermissionScheme(kind) else { return nil }
        if let one = held.names.first(where: { required.isSatisfied(by: [$0], for: scheme) == true }) {
            return GraphScope(one).name
        }
        return required.isSatisfied(by: held.names, for: scheme) == true ? required[scheme].least?.name : nil
    }
}

extension PermissionScheme {
    /// Nil for accounts that Graph does not know.
    init?(_ kind: Profile.Kind) {
        switch kind {
        case .work: self = .delegatedWork
        case .personal: self = .delegatedPersonal
        case .app: self = .application
        case .oidc: return nil
        }
    }
}
