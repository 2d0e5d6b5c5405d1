import AccountProfiles
import AccountStore
import Foundation
import HTTPTransport

/// Choosing who acts: what is known is gathered here, the `Ladder` decides, and a person is asked where it cannot.
extension Services {
    /// The profile that an action acts as. Says on stderr who it is when that is not the current profile, nor one that
    /// was named for this very command; a write as somebody whom only the request points at has to be confirmed.
    ///
    /// - Parameters:
    ///   - flag: what `--profile` names.
    ///   - need: which permissions are enough, where that is known.
    ///   - writes: what a write is called where it has to be confirmed; else by its method and path.
    /// - Throws: `SelectionError`.
    func select(
        _ flag: String?, for action: Action = .anything, need: Need? = nil, writing writes: String? = nil
    ) throws -> Selection {
        let selection = try decide(flag, for: action, need: need)
        if let caution = selection.caution {
            output.note("\(selection.profile.name) may not be able to do this: \(caution).")
        }
        if action.isWrite, selection.isInferred {
            try confirmWrite(writes ?? "\(action.method) \(action.path ?? "")", as: selection)
        } else if selection.shouldAnnounce, try selection.profile.name != profiles().current() {
            output.note("Acting as \(selection.profile.name) (\(selection.profile.username)): \(selection.reason).")
        }
        return selection
    }

    /// The same without a word; a person is asked all the same where nothing decides.
    func decide(_ flag: String?, for action: Action = .anything, need: Need? = nil) throws -> Selection {
        let selectionContext = try selectionContext(flag, action)
        do {
            return try choose(in: selectionContext, need)
        } catch SelectionError.ambiguous(let candidates, _) where canPrompt {
            return try pick(among: candidates, for: action, current: selectionContext.current)
        }
    }

    /// Lets a person choose between those that are tied.
    private func pick(among candidates: [Candidate], for action: Action, current: ProfileName?) throws -> Selection {
        let known = try UsageHistory(domains: usageHistory().tenantDomains())
        let items = candidates.map {
            PickerItem(
                $0.profile, in: known.tenantName(of: $0.profile), isCurrent: $0.profile.name == current,
                why: "\($0.reason), \($0.profile.usage(at: Date()))")
        }
        let question = action.path.map { "Who does \(action.method) \($0)?" } ?? "Which profile?"
        let index = try Picker(terminal: terminal, prompt: question).choose(from: items)
        let profile = candidates[index].profile
        output.note("To go on as \(profile.name) without the list: --profile \(profile.name.text.asShellWord)")
        return Selection(profile: profile, step: .picker, reason: "you chose it")
    }

    /// Everything that has a say, but for what earlier uses have taught.
    func selectionContext(_ flag: String?, _ action: Action) throws -> SelectionContext {
        // Whoever is named acts: then nothing else is looked at, and no file is mentioned that does not matter.
        let isNamed = flag != nil || environment["ACCT_PROFILE"]?.isEmpty == false
        return SelectionContext(
            action: action, flag: flag, environment: environment["ACCT_PROFILE"],
            binding: isNamed ? nil : try binding(),
            rules: isNamed || action == .anything ? [] : try rules(), current: try profiles().current())
    }

    /// What the ladder says, from as little as it takes to say it.
    private func choose(in selectionContext: SelectionContext, _ need: Need?) throws -> Selection {
        let repository = try profiles()
        // An unknown name is looked for among all of them, to find the nearest.
        if let name = selectionContext.decidingName, let named = try? repository.profile(named: name) {
            return try Ladder(profiles: [named], selectionContext: selectionContext).select()
        }
        let all = try repository.profiles()
        var selectionContext = selectionContext
        selectionContext.usageHistory = try usageHistory(of: selectionContext.action)
        do {
            return try Ladder(profiles: all, selectionContext: selectionContext).select()
        } catch SelectionError.ambiguous {
            // Only a tie asks for the weaker hints.
            selectionContext.usageHistory = try usageHistory(of: selectionContext.action, holding: need, among: all)
            return try Ladder(profiles: all, selectionContext: selectionContext).select()
        }
    }

    /// What points at a tenant or a profile.
    private func usageHistory(of action: Action) throws -> UsageHistory {
        let repository = try usageHistory()
        let items = action.hints.compactMap { sign -> String? in
            switch sign.mark {
            case .item(let id): id
            case .sharePoint(let host): host.name
            default: nil
            }
        }
        return UsageHistory(
            domains: try repository.tenantDomains(),
            items: items.isEmpty ? [:] : try repository.profiles(using: items))
    }

    /// The same, and what breaks a tie or orders those that are tied.
    func usageHistory(of action: Action, holding need: Need?, among profiles: [Profile]) throws -> UsageHistory {
        let repository = try usageHistory()
        var usageHistory = try usageHistory(of: action)
        let now = Date()
        usageHistory.frecency = try repository.frecency(of: nil, at: now)
        // What was used for this kind of thing goes before what was used for others.
        for (name, value) in action.topic.isEmpty ? [:] : try repository.frecency(of: action.topic, at: now) {
            usageHistory.frecency[name, default: 0] += 1000 * value
        }
        guard let need else { return usageHistory }
        let held = try repository.heldScopes()
        for profile in profiles {
            usageHistory.holders[profile.name] = held[profile.name].flatMap { need.scope(among: $0, for: profile.kind) }
        }
        return usageHistory
    }
}

extension Selection {
    /// Whether it was decided by something else than what the person named or chose for this very command.
    fileprivate var shouldAnnounce: Bool { ![.flag, .environment, .picker].contains(step) }
}
