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
        let isNamed = flag != nil || namedProfile != nil
        let names = TypedNames(profiles: profiles, prompter: prompter)
        let flag = try action.needsCertainty ? flag : flag.map(names.completed)
        let (binding, untrustedFile) = isNamed ? (nil, nil) : try binding(for: action)
        return SelectionContext(
            action: action, flag: flag, environment: namedProfile, binding: binding,
            untrustedFile: untrustedFile,
            rules: isNamed || action.hasNoTarget ? [] : try rules.rules().map(\.rule), current: try profiles.current())
    }

    /// The name in `ACCT_PROFILE`. A program under `acct exec` acts as its profile also where it has cleared the variable.
    var namedProfile: String? { environment["ACCT_PROFILE"] ?? ExecIdentity(environment)?.profile }

    /// The part of the usage history whose hints point at a tenant or a profile.
    func usageHints(of action: Action) throws -> UsageHistory {
        let items = action.requests.flatMap(\.hints).flatMap(\.historyKeys)
        return UsageHistory(
            domains: try usage.tenantDomains(), items: items.isEmpty ? [:] : try usage.profiles(using: items))
    }

    /// The whole usage history: also the parts that break a tie or order the profiles that are tied.
    func usageHistory(
        of action: Action, required: RequiredPermissions?, among profiles: [Profile]
    ) throws -> UsageHistory {
        var history = try usageHints(of: action)
        let now = clock.now()
        history.frecency = try usage.frecency(of: nil, at: now)
        // A profile that was used for this kind of request goes before all that were used for others.
        for (name, value) in action.topic.isEmpty ? [:] : try usage.frecency(of: action.topic, at: now) {
            history.frecency[name, default: 0] += 1000 * value
        }
        guard let required else { return history }
        let held = try usage.heldScopes()
        let isOfAUser = action.path?.lowercased().hasPrefix("/users/") == true
        // A personal account reads no user but itself.
        for profile in profiles where profile.kind != .personal || !isOfAUser {
            if profile.kind == .app { history.withUnknownScopes.insert(profile.name) }
            history.sufficientScopes[profile.name] = held[profile.name].flatMap {
                required.sufficientScope(among: $0, for: profile.kind)
            }
        }
        return history
    }

    /// The binding of the nearest directory that is bound or has an allowed `.acct` file.
    ///
    /// A nearer `.acct` file that does not count is ignored with a note. Before an action that needs certainty, one that was
    /// allowed is returned instead.
    private func binding(for action: Action) throws -> (Binding?, UntrustedFile?) {
        guard let chain = DirectoryChain.current(environment) else {
            if action.needsCertainty, try !bindings.isEmpty() { throw Failure.unknownDirectory }
            return (nil, nil)
        }
        let bound = chain.nearest(among: try bindings.bindings(of: chain.directories))
        // A missing file that was allowed still stops writes: another branch may lack it.
        let allowed = try bindings.allowedFiles(among: chain.directories.map(AcctFile.path))
        var ignored: AcctFileError?
        defer { if let ignored { prompter.output.note(ignored.note) } }
        for directory in chain.directories {
            if let bound, DirectoryChain.isSame(bound.directory, directory) { return (bound, nil) }
            let path = AcctFile.path(in: directory)
            do {
                if let file = try allowedFile(in: directory) { return (try file.binding(), nil) }
                if allowed.contains(path) { throw AcctFileError.gone(path: path) }
            } catch let error as AcctFileError {
                if action.needsCertainty, allowed.contains(path) { return (nil, error.untrusted) }
                ignored = ignored ?? error
            }
        }
        return (nil, nil)
    }

    private func allowedFile(in directory: String) throws -> AcctFile? {
        guard let file = try AcctFile(in: directory) else { return nil }
        try file.requireAllowance(in: bindings, profiles)
        return file
    }
}

extension AcctFile {
    /// - Throws: `AcctFileError` for a file that is not allowed, or does not name what it named then.
    func requireAllowance(in bindings: BindingRepository, _ profiles: ProfileRepository) throws {
        guard let allowance = try bindings.allowance(of: path, content: bytes) else {
            throw AcctFileError.notAllowed(path: path)
        }
        guard allowance.hasSameContent else { throw AcctFileError.edited(path: path) }
        guard let identity = allowance.profile, let profile = try namedProfile(among: profiles) else { return }
        guard try profiles.isIdentity(identity, of: profile) else {
            throw AcctFileError.otherAccount(path: path, profile: profile.name)
        }
    }

    /// The profile that the file names; nil where it names a tenant, or a profile that does not exist.
    func namedProfile(among profiles: ProfileRepository) throws -> Profile? {
        guard case .profile(let name) = try binding().target else { return nil }
        do {
            return try profiles.profile(named: name)
        } catch ProfileError.unknown {
            return nil
        }
    }
}
