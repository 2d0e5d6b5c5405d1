/// The step of the rules. Several requests may be sent together, each with a rule of its own.
extension Ladder {
    // Step 4: the most specific rule. Where several requests are sent together, all of them have to belong to the profile
    // of the rule: by a rule, or because the ladder would choose it without rules.
    func byRule() throws(SelectionError) -> Selection? {
        guard !context.rules.isEmpty else { return nil }
        let graph = graphOfPaths
        let matches = try context.action.requests.map { request throws(SelectionError) in
            try rule(for: request, onGraph: graph)
        }
        var first = matches.lazy.compactMap(\.self).first
        if first == nil { first = try ruleForAllParts() }
        guard let first else { return nil }
        let preferences = try preferences(of: matches)
        guard preferences.allSatisfy({ $0.profiles == [first.profile] }) else { throw .conflict(preferences) }
        let selection = try pinned(first.profile.text, from: .rule, first.predicate)
        // The rule of one part is no consent to what only hints send as its profile.
        let others = matches.indices.filter { matches[$0] == nil && context.action.requests[$0].isWrite }
        guard !others.isEmpty, others.count < matches.count,
            (try? selectionWithoutRules(ofParts: others))?.isInferred == true
        else { return selection }
        return Selection(profile: selection.profile, step: .rule, predicate: selection.predicate, isInferred: true)
    }

    private func rule(for action: Action, onGraph graph: String?) throws(SelectionError) -> Rule? {
        let tenants = tenants(namedBy: action)
        return try mostSpecificRule { $0.pattern.matches(sent(action, to: graph, by: $0), tenants: tenants) }
    }

    /// The tenants that an action addresses, by ids and domains in lower case, with all known names of each.
    private func tenants(namedBy action: Action) -> Set<String> {
        action.hints.reduce(into: []) { names, hint in
            if let name = hint.tenantName { names.insert(name) }
            guard
                let resolved = ResolvedHint(hint, among: profiles, tenants: tenants, history: context.usageHistory),
                !resolved.isGuess
            else {
                return
            }
            for tenant in resolved.tenants.union(resolved.itemOwners) where !tenant.isEmpty {
                names.formUnion(tenants.names(of: tenant))
            }
        }
    }

    /// Before an action that needs certainty, several rules that are equally specific and name different profiles decide
    /// nothing.
    private func mostSpecificRule(where matches: (Rule) -> Bool) throws(SelectionError) -> Rule? {
        guard let first = context.rules.first(where: matches) else { return nil }
        guard context.action.needsCertainty else { return first }
        let rival = context.rules.first {
            $0.profile != first.profile && $0.pattern.isEquallySpecific(as: first.pattern) && matches($0)
        }
        if let rival { throw .conflictingRules([first, rival]) }
        return first
    }

    /// The action as the profile of the rule would send it: a path alone goes to the Graph host, if that is the profile's.
    private func sent(_ action: Action, to graph: String?, by rule: Rule) -> Action {
        guard action.usesGraph, action.endpoint == nil, rule.pattern.host != nil,
            profiles.contains(where: { $0.name == rule.profile && $0.graph == graph })
        else { return action }
        var action = action
        action.endpoint = graph
        return action
    }

    /// The Graph host that a path alone goes to: that of the profile that acts without the rules for hosts, since a rule must
    /// not make its own condition true. Nil where several could act and are on different hosts.
    private var graphOfPaths: String? {
        guard context.action.usesGraph, context.rules.contains(where: { $0.pattern.host != nil }) else { return nil }
        var context = context
        context.rules.removeAll { $0.pattern.host != nil }
        let acting: [Profile]
        do throws(SelectionError) {
            acting = [try with(context).select().profile]
        } catch .ambiguous(let tie) {
            acting = tie.fitting.map(\.profile)
        } catch {
            acting = profiles
        }
        let hosts = Set(acting.compactMap(\.graph))
        return hosts.count == 1 ? hosts.first : nil
    }

    /// A rule for the path of the request that carries the parts.
    private func ruleForAllParts() throws(SelectionError) -> Rule? {
        guard !context.action.parts.isEmpty else { return nil }
        return try mostSpecificRule { $0.pattern.path != nil && $0.pattern.matches(context.action, tenants: []) }
    }

    /// The preference of each part: the profile of its rule, or else the one that acts in all parts without a rule.
    ///
    /// - Throws: the error of parts without a rule whose own profile cannot send them.
    private func preferences(of matches: [Rule?]) throws(SelectionError) -> [PartPreference] {
        let unmatched = matches.indices.filter { matches[$0] == nil }
        let isMixed = !unmatched.isEmpty && unmatched.count < matches.count
        let withoutRule = isMixed ? try profileWithoutRules(ofParts: unmatched) : nil
        return matches.indices.compactMap { index in
            if let rule = matches[index] {
                return PartPreference(part: index, profiles: [rule.profile], reason: "it \(rule.predicate)")
            }
            return withoutRule.map { PartPreference(part: index, profiles: $0.names, reason: $0.reason) }
        }
    }

    /// The profile that the ladder chooses for these parts without rules. If it chooses none, the names are empty: then
    /// the parts with rules must not take the others along.
    func profileWithoutRules(
        ofParts indices: [Int]
    ) throws(SelectionError) -> (names: Set<ProfileName>, reason: String) {
        do {
            let selection = try selectionWithoutRules(ofParts: indices)
            return ([selection.profile.name], selection.reason)
        } catch {
            switch error {
            case .addressed: throw error
            case .ambiguous: return ([], "no rule matches, and several profiles fit")
            default: return ([], "no rule matches")
            }
        }
    }

    private func selectionWithoutRules(ofParts indices: [Int]) throws(SelectionError) -> Selection {
        var context = context
        context.rules = []
        context.action.parts = indices.map { context.action.parts[$0] }
        return try with(context).select()
    }
}

/// Rules that may be meant by an action that leaves its path or its method open.
extension Ladder {
    /// The most specific rule of another profile that may match one of the requests, unless a name, a directory or a more
    /// specific rule decided.
    func possibleRule(beside selection: Selection) -> Rule? {
        guard ![.flag, .environment, .binding].contains(selection.step), context.action.needsCertainty,
            !context.rules.isEmpty
        else { return nil }
        let graph = graphOfPaths
        return context.action.requests.lazy.compactMap { request in
            let tenants = tenants(namedBy: request)
            return context.rules.prefix { !$0.pattern.matches(sent(request, to: graph, by: $0), tenants: tenants) }
                .first { $0.profile != selection.profile.name && $0.pattern.mayMatch(request, tenants: tenants) }
        }.first
    }
}

extension Rule {
    /// The reason for the profile it chooses, without a subject.
    fileprivate var predicate: String { "is named by the rule \"\(pattern.text)\"" }
}
