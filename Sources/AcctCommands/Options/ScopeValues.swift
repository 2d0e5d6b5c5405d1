import AccountProfiles
import AuthCore
import MicrosoftGraph

extension Scopes {
    /// The values of `--scope`. Several scopes in one value are separated by spaces or commas.
    ///
    /// RFC 6749 §3.3 allows a comma in a scope. No scope in known use has one, and other tools separate scopes by commas.
    init(typed values: [String]) {
        self.init(values.flatMap { Scopes(spaceSeparated: $0.replacing(",", with: " ")).names })
    }

    /// The options that name these scopes, as a person types them.
    var optionWords: [String] { names.flatMap { ["--scope", $0] } }

    /// - Parameters:
    ///   - graph: the resource of Graph, whose scopes have a short form.
    ///   - command: the command for the scopes of one resource, and whether that is the first one.
    /// - Throws: `Failure` of kind `usage` for scopes of several resources, where a token is for one.
    func requireOneResource(
        at authority: Authority, graph: String?, command: (_ scopes: Scopes, _ isFirst: Bool) -> SuggestedCommand
    ) throws(Failure) {
        let groups = relative(to: graph).byResource
        guard authority.kind.tokensHaveOneResource, groups.count > 1 else { return }
        let commands = groups.enumerated().map { command($0.element, $0.offset == 0) }
        throw Failure.severalResources(groups.compactMap(\.resource), commands: commands)
    }
}

extension Output {
    /// Names the permission of Graph that a mistyped one is most like. The page of the sign-in only says that there is no
    /// such permission. The table does not have all of them, so that a word of the name has to be unknown.
    ///
    /// - Parameter resource: that of Graph; nil where the scopes are not Graph's.
    func noteMisspelled(_ scopes: Scopes, graph resource: String?) {
        guard resource != nil else { return }
        let known = PermissionTable.builtIn.delegatedPermissions
        let words = Set(known.flatMap { $0.lowercased().split(separator: ".") })
        for scope in scopes.relative(to: resource).withoutOpenID.names where !scope.contains("/") {
            let parts = scope.lowercased().split(separator: ".")
            guard parts.count > 1, parts.contains(where: { !words.contains($0) }),
                let nearest = known.nearest(to: scope).first
            else { continue }
            note("\(scope) is not a permission that acct knows. Did you mean \(nearest)?")
        }
    }
}
