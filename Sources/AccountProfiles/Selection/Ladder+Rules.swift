/// The rung of the rules.
extension Ladder {
    /// A rule decides over what it matches. Where several requests go out together, all of them have to be for the
    /// profile that it names: by rules, or because it would act without one.
    func byRule() throws(SelectionError) -> Selection? {
        guard !selectionContext.rules.isEmpty else { return nil }
        let matches = selectionContext.action.units.map(rule)
        guard let first = matches.lazy.compactMap(\.self).first ?? ruleForTheWhole else { return nil }
        let wishes = wishes(of: matches)
        guard wishes.allSatisfy({ $0.profiles == [first.profile] }) else { throw .conflict(wishes) }
        return try holding(to: first.profile.text, .rule, first.reason)
    }

    private func rule(for action: Action) -> Rule? {
        let tenants = selectionContext.tenants(namedBy: action, among: profiles)
        return selectionContext.rules.first { $0.pattern.matches(action, tenants: tenants) }
    }

    /// One whose path is that of the request that carries the parts.
    private var ruleForTheWhole: Rule? {
        guard !selectionContext.action.parts.isEmpty else { return nil }
        return selectionContext.rules.first {
            $0.pattern.path != nil && $0.pattern.matches(selectionContext.action, tenants: [])
        }
    }

    /// Whom each part wants: its rule's profile, or else the one that acts in all parts that no rule matches.
    private func wishes(of matches: [Rule?]) -> [PartPreference] {
        let loose = matches.indices.filter { matches[$0] == nil }
        let unruled = loose.isEmpty || loose.count == matches.count ? nil : withoutRules(loose)
        return matches.indices.compactMap { index in
            if let rule = matches[index] {
                return PartPreference(part: index, profiles: [rule.profile], reason: rule.reason)
            }
            return unruled.map { PartPreference(part: index, profiles: $0.names, reason: $0.reason) }
        }
    }

    /// Nobody is a wish too: then the parts that rules are for must not take the others along.
    private func withoutRules(_ indices: [Int]) -> (names: Set<ProfileName>, reason: String) {
        var selectionContext = selectionContext
        selectionContext.rules = []
        selectionContext.action.parts = indices.map { selectionContext.action.parts[$0] }
        let rest = Ladder(profiles: profiles, selectionContext: selectionContext)
        do throws(SelectionError) {
            let selection = try rest.select()
            return ([selection.profile.name], selection.reason)
        } catch {
            return ([], "no rule matches")
        }
    }
}

extension Rule {
    fileprivate var reason: String { "the rule “\(pattern.text)” matches" }
}
