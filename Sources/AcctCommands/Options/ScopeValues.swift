import AccountProfiles
import AuthCore
import MicrosoftGraph

/// A read-only profile requests only scopes that read, so that its tokens cannot write either.
extension Profile {
    /// - Throws: `Failure` of kind `policy` when one of the scopes may allow a change. Apps are exempt: their tokens carry
    ///   all granted permissions, whichever they request.
    func requireReadOnly(_ scopes: Scopes) throws {
        if let scope = forbiddenScope(among: scopes) { throw Failure.readOnlyProfile(name, scope: scope) }
    }

    /// - Throws: `Failure` of kind `policy` for a token that a program would get and that allows changes. The platform puts
    ///   all that the account has consented to in the app into a token of Graph, also for another profile.
    func requireReadOnly(_ token: AuthenticationResult) throws {
        guard mode == .readOnly, kind != .app, authority.kind.tokensHaveOneResource else { return }
        let scopes = token.scopes.beyondReading
        guard scopes.names.isEmpty else { throw Failure.writableToken(of: name, scopes: scopes) }
    }

    /// The first scope that may allow a change, in a read-only profile of a user; else nil.
    func forbiddenScope(among scopes: Scopes) -> String? {
        mode == .readOnly && kind != .app ? scopes.beyondReading.names.first : nil
    }
}

extension Scopes {
    /// The scopes that may allow a change. Scopes of other resources than Graph are among them, since nothing is known of
    /// them.
    var beyondReading: Scopes { Scopes(names.filter { !GraphScope($0).isReadOnly }) }
}

extension Scopes {
    /// The values of `--scope`. Several scopes in one value are separated by spaces or commas.
    ///
    /// RFC 6749 §3.3 allows a comma in a scope. No scope in known use has one, and other tools separate scopes by commas.
    init(typed values: [String]) {
        self.init(values.flatMap { Scopes(spaceSeparated: $0.replacing(",", with: " ")).names })
    }

    /// The options that name these scopes, as a person types them.
    var optionWords: String { names.map { "--scope \($0.asShellWord)" }.joined(separator: " ") }

    /// - Parameters:
    ///   - graph: the resource of Graph, whose scopes have a short form.
    ///   - command: the command for the scopes of one resource, and whether that is the first one.
    /// - Throws: `Failure` of kind `usage` for scopes of several resources, where a token is for one.
    func requireOneResource(
        at authority: Authority, graph: String?, command: (_ scopes: Scopes, _ isFirst: Bool) -> String
    ) throws(Failure) {
        let groups = relative(to: graph).byResource
        guard authority.kind.tokensHaveOneResource, groups.count > 1 else { return }
        let commands = groups.enumerated().map { command($0.element, $0.offset == 0) }
        throw Failure.severalResources(groups.compactMap(\.resource), commands: commands)
    }
}
