import AccountProfiles

/// A server that another program signs in to with a token of a profile.
protocol CredentialServer {
    /// The sign-in as the action that rules match.
    var action: Action { get }
    /// A pattern of a rule that would decide.
    var rulePattern: String { get }

    /// - Throws: `Failure` where a rule for another profile may be meant: it is about a part of the server that the program
    ///   did not name, or about some methods.
    func requireNoPossibleRule(for selection: Selection) throws(Failure)
}

extension Selector {
    /// The profile that signs in to a server, by the ladder. Nothing is asked and nothing inferred.
    ///
    /// - Throws: `SelectionError`; `Failure` where several profiles could act.
    func select(_ flag: String?, at server: some CredentialServer) throws -> (action: Action, profile: Profile) {
        let action = server.action
        do {
            let selection = try decide(flag, for: action)
            try server.requireNoPossibleRule(for: selection)
            return (action, selection.profile)
        } catch SelectionError.ambiguous(let tie) {
            throw Failure(tie, at: server.rulePattern)
        }
    }
}
