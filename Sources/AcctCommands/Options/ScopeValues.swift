import AccountProfiles
import AuthCore
import MicrosoftGraph

/// A read-only profile asks for scopes that only read: what its tokens cannot do, nobody has to forbid.
extension Profile {
    /// - Throws: `Failure` of kind `policy` when one of the scopes may allow a change. An app is not asked: it has what
    ///   was granted to it, whatever it asks for.
    func requireReadOnly(_ scopes: Scopes) throws {
        guard mode == .readOnly, kind != .app, let scope = scopes.beyondReading.names.first else { return }
        throw Failure(
            .policy,
            "Profile \(name) is read-only, and \(scope) may allow changes. Nothing was asked for; "
                + "name a scope that only reads, or a profile that may write.", command: "acct list",
            profile: name.text)
    }
}

extension Scopes {
    /// Those that may allow a change. Of other resources than Graph nothing is known, so theirs are among them.
    var beyondReading: Scopes { Scopes(names.filter { !GraphScope($0).isReadOnly }) }
}
