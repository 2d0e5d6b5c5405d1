/// The rung of the rules.
extension Ladder {
    /// A rule decides over what it matches. Where several requests go out together, all of them have to be for the
    /// profile that it names: by rules, or because it would act without one.
    func byRule() throws(SelectionError) -> Selection? {
        guard !situation.rules.isEmpty else { return nil }
        let matches = situation.action.units.map(rule)
        guard let first = matches.lazy.compactMap(\.self).first ?? ruleForTheWhole else { return nil }
        let wishes = wishes(of: matches)
        guard wishes.allSatisfy({ $0.profiles == [first.profile] }) else { throw .divided(wishes) }
        return try holding(to: first.profile.text, .rule, first.reason)
    }

    private func rule(for action: Action) -> Rule? {
        let tenants = situation.tenants(namedBy: action, among: profiles)
        return situation.rules.first { $0.pattern.matches(action, tenants: tenants) }
    }

    /// One whose path is that of the request that carries the parts.
    private var ruleForTheWhole: Rule? {
        guard !situation.action.parts.isEmpty else { return nil }
        return situation.rules.first { $0.pattern.path != nil && $0.pattern.matches(situation.action, tenants: []) }
    }

    /// Whom each part wants: its rule's profile, or else the one that acts in all parts that no rule matches.
    private func wishes(of matches: [Rule?]) -> [PartWish] {
        let loose = matches.indices.filter { matches[$0] == nil }
        let unruled = loose.isEmpty || loose.count == matches.count ? nil : withoutRules(loose)
        return matches.indices.compactMap { index in
            if let rule = matches[index] { return PartWish(part: index, profiles: [rule.profile], reason: rule.reason) }
            return unruled.map { PartWish(part: index, profiles: $0.names, reason: $0.reason) }
        }
    }

    /// Nobody is a wish too: then the parts that rules are for must not take the others along.
    private func withoutRules(_ indices: [Int]) -> (names: Set<ProfileName>, reason: String) {
        var situation = situation
        situation.rules = []
        situation.action.parts = indices.map { situation.action.parts[$0] }
        let rest = Ladder(profiles: profiles, situation: situation)
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
