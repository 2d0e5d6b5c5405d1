import AccountProfiles
import AccountStore
import AuthCore
import HTTPTransport
import MicrosoftGraph

/// The inputs of the ladder, out of the options, the environment, the directories and the store.
extension Selector {
    /// All inputs of the ladder except the usage history.
    func selectionContext(_ flag: String?, _ action: Action) throws -> SelectionContext {
        // A named profile decides. Bindings and rules are not read then, and no note mentions an .acct file that does not
        // matter.
        let isNamed = flag != nil || environment["ACCT_PROFILE"]?.isEmpty == false
        let flag = try flag.map(TypedNames(profiles: profiles, prompter: prompter).completed)
        return SelectionContext(
            action: action, flag: flag, environment: environment["ACCT_PROFILE"],
            binding: isNamed ? nil : try binding(),
            rules: isNamed || action == .anything ? [] : try rules.rules().map(\.rule), current: try profiles.current())
    }

    /// The part of the usage history that points at a tenant or a profile.
    func usageHistory(of action: Action) throws -> UsageHistory {
        let items = action.requests.flatMap(\.hints).compactMap(\.historyKey)
        return UsageHistory(
            domains: try usage.tenantDomains(), items: items.isEmpty ? [:] : try usage.profiles(using: items))
    }

    /// The same, with the parts that break a tie or order the profiles that are tied.
    func usageHistory(
        of action: Action, required: RequiredPermissions?, among profiles: [Profile]
    ) throws -> UsageHistory {
        var history = try usageHistory(of: action)
        let now = clock.now()
        history.frecency = try usage.frecency(of: nil, at: now)
        // A profile that was used for this kind of request goes before all that were used for others.
        for (name, value) in action.topic.isEmpty ? [:] : try usage.frecency(of: action.topic, at: now) {
            history.frecency[name, default: 0] += 1000 * value
        }
        guard let required else { return history }
        let held = try usage.heldScopes()
        for profile in profiles {
            history.sufficientScopes[profile.name] = held[profile.name].flatMap {
                required.sufficientScope(among: $0, for: profile.kind)
            }
        }
        return history
    }

    /// The binding of the nearest directory that is bound or has an allowed `.acct` file. A nearer `.acct` file that does
    /// not count is ignored with a note.
    private func binding() throws -> Binding? {
        guard let chain = DirectoryChain.current else { return nil }
        let bound = chain.nearest(among: try directories.bindings(of: chain.directories))
        var ignored: AcctFileError?
        defer { if let ignored { prompter.output.note(ignored.note) } }
        for directory in chain.directories {
            if let bound, DirectoryChain.isSame(bound.directory, directory) { return bound }
            do {
                if let file = try allowedFile(in: directory) { return try file.binding() }
            } catch let error as AcctFileError {
                ignored = ignored ?? error
            }
        }
        return nil
    }

    private func allowedFile(in directory: String) throws -> AcctFile? {
        guard let file = try AcctFile(in: directory) else { return nil }
        switch try directories.isAllowed(file.path, content: file.bytes) {
        case true?: return file
        case false?: throw AcctFileError.edited(path: file.path)
        case nil: throw AcctFileError.notAllowed(path: file.path)
        }
    }
}
