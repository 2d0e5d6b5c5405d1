import AccountProfiles
import AccountStore
import AuthCore
import HTTPTransport

/// The part of a file of `acct export` that is new here, and the reasons why the rest is left out.
struct ProfileFilePlan {
    private(set) var additions = ProfileAdditions()
    private(set) var rows: [ImportRow] = []
    private(set) var notes: [Note] = []
    /// The rules and bindings for profiles that existed before. A file of somebody else could choose an account with them.
    private(set) var choices: [Choice] = []
    /// The hosts of profiles that are left out, because --trust does not name them.
    private(set) var untrustedHosts: Set<String> = []
    /// The hosts outside the Microsoft clouds of all valid profiles of the file.
    private(set) var hostsOfFile: Set<String> = []
    /// The names of the new profiles, in lower case.
    private var namesOfNew: Set<String> = []
    /// The names in the file, in lower case, that other profiles have here: its rules and bindings are not for those.
    private var namesOfOthers: Set<String> = []

    /// A rule or a binding of the file, with the profile that it chooses here.
    enum Choice {
        case rule(RulePattern, Profile)
        case binding(directory: String, Profile)

        var profile: Profile {
            switch self {
            case .rule(_, let profile), .binding(_, let profile): profile
            }
        }

        var text: String {
            switch self {
            case .rule(let pattern, let profile): "the rule \"\(pattern.text)\" for \(profile.nameAndUsername)"
            case .binding(let directory, let profile): "the binding of \(directory) to \(profile.nameAndUsername)"
            }
        }
    }

    /// A result of the import beside the rows.
    enum Note {
        /// A sentence on an entry of the file.
        case notImported(String)
        case imported(Choice)
        case current(ProfileName)

        func sentence(isDryRun: Bool) -> String {
            switch self {
            case .notImported(let sentence): "Not imported: \(sentence)"
            case .imported(let choice): "\(isDryRun ? "Would import" : "Imported"): \(choice.text)."
            case .current(let name):
                "\(name) \(isDryRun ? "would become the current profile" : "is the current profile now")."
            }
        }
    }

    var isEmpty: Bool {
        additions.profiles.isEmpty && additions.rules.isEmpty && additions.bindings.isEmpty
            && additions.current == nil && additions.defaultClientID == nil
    }

    /// - Parameter hosts: with a port where it is not the usual one.
    init(_ file: ProfileFile, trusting hosts: [String], _ services: Services) throws {
        let existing = try services.profiles.profiles()
        var known = Dictionary(existing.map { ($0.name.text.lowercased(), $0) }) { first, _ in first }
        for exported in file.profiles { add(exported, trusting: hosts, to: &known) }
        rows += file.incomplete.map { ImportRow($0) }
        let profiles = known.filter { !namesOfOthers.contains($0.key) }
        try addRules(of: file, profiles, services)
        try addBindings(of: file, profiles, services)
        if try services.profiles.current() == nil,
            let name = file.current.flatMap({
                namesOfNew.contains($0.lowercased()) ? known[$0.lowercased()]?.name : nil
            })
        {
            additions.current = name
            notes.append(.current(name))
        }
        if try services.profiles.defaultClientID() == nil, let id = file.clientId {
            additions.defaultClientID = try ClientID.checked(id, for: nil)
        }
    }

    /// - Parameter known: the profiles that exist or are added before, by their names in lower case.
    private mutating func add(
        _ exported: ExportedProfile, trusting hosts: [String], to known: inout [String: Profile]
    ) {
        do {
            let profile = try exported.profile()
            let hostsOfProfile = try profile.hosts()
            hostsOfFile.formUnion(hostsOfProfile)
            let key = profile.name.text.lowercased()
            if let same = known[key] {
                guard ExportedProfile(same).describesSameSignIn(as: ExportedProfile(profile)) else {
                    namesOfOthers.insert(key)
                    let reason = "another profile has the name"
                    return rows.append(ImportRow(.skipped, profile, reason: reason, signedIn: false))
                }
                let isOther = !profile.username.isEmpty && !profile.username.equalsIgnoringASCIICase(same.username)
                let reason = "the profile exists" + (isOther ? "; the file's is \(profile.username)" : "")
                return rows.append(ImportRow(.unchanged, same, reason: reason, signedIn: false))
            }
            let untrusted = hostsOfProfile.filter { !hosts.contains($0) }
            untrustedHosts.formUnion(untrusted)
            if let host = untrusted.first {
                let reason = "\(host) is not in a Microsoft cloud; add --trust \(host)"
                return rows.append(ImportRow(.skipped, profile, reason: reason, signedIn: false))
            }
            known[key] = profile
            additions.profiles.append(profile)
            namesOfNew.insert(key)
            rows.append(ImportRow(.added, profile, reason: "", signedIn: false))
        } catch {
            rows.append(ImportRow(invalid: exported, reason: Failure(error).message))
        }
    }

    private mutating func addRules(
        of file: ProfileFile, _ profiles: [String: Profile], _ services: Services
    ) throws {
        var owners = Dictionary(try services.rules.rules().map { ($0.rule.pattern.key, $0.rule.profile) }) { $1 }
        for rule in file.rules {
            let entry = "the rule \"\(rule.pattern)\" for \(rule.profile)"
            add(entry, of: rule.profile, among: profiles) { profile in
                guard let pattern = try? RulePattern(rule.pattern) else { return .refused("The pattern is not valid.") }
                if let owner = owners[pattern.key] {
                    return owner == profile.name ? .known : .refused("The same pattern has a rule for \(owner).")
                }
                owners[pattern.key] = profile.name
                return .new(.rule(pattern, profile))
            }
        }
    }

    private mutating func addBindings(
        of file: ProfileFile, _ profiles: [String: Profile], _ services: Services
    ) throws {
        let home = HomePath(services.environment)
        var bound = Dictionary(try services.bindings.bindings().map { ($0.directory, $0.target) }) { $1 }
        for binding in file.bindings {
            let entry = "the binding of \(binding.directory) to \(binding.profile)"
            add(entry, of: binding.profile, among: profiles) { profile in
                guard let path = home.expanded(binding.directory), let directory = ResolvedPath.evenIfMissing(path)
                else {
                    return .refused("The directory is not an absolute path.")
                }
                if let target = bound[directory] {
                    return target == .profile(profile.name.text) ? .known : .refused("It is bound already.")
                }
                bound[directory] = .profile(profile.name.text)
                return .new(.binding(directory: directory, profile))
            }
        }
    }

    /// The comparison of a rule or binding of the file with those that exist or were added before.
    private enum Comparison {
        case new(Choice)
        case known
        /// With the reason as a sentence.
        case refused(String)
    }

    /// - Parameters:
    ///   - entry: the rule or the binding, as the beginning of a note.
    ///   - profiles: those that the file's rules and bindings can be for, by their names in lower case.
    private mutating func add(
        _ entry: String, of name: String, among profiles: [String: Profile], compare: (Profile) -> Comparison
    ) {
        guard let profile = profiles[name.lowercased()] else {
            return notes.append(.notImported("\(entry). The file's \(name) is not among your profiles."))
        }
        switch compare(profile) {
        case .new(let choice): add(choice)
        case .known: break
        case .refused(let reason): notes.append(.notImported("\(entry). \(reason)"))
        }
    }

    private mutating func add(_ choice: Choice) {
        namesOfNew.contains(choice.profile.name.text.lowercased()) ? accept(choice) : choices.append(choice)
    }

    private mutating func accept(_ choice: Choice) {
        notes.append(.imported(choice))
        switch choice {
        case .rule(let pattern, let profile): additions.rules.append((pattern, profile.name))
        case .binding(let directory, let profile): additions.bindings.append((directory, profile.name))
        }
    }

    /// Takes the rules and bindings for profiles that exist along.
    mutating func acceptChoices() {
        choices.forEach { accept($0) }
        choices = []
    }
}

extension ExportedProfile {
    /// Whether a sign-in to either profile is the same one.
    fileprivate func describesSameSignIn(as other: ExportedProfile) -> Bool {
        kind == other.kind && authority == other.authority && tenantId == other.tenantId && clientId == other.clientId
    }
}

extension Profile {
    /// The hosts outside the Microsoft clouds that get tokens or codes of the profile.
    ///
    /// - Throws: `HTTPError` without libcurl, which tells the hosts.
    fileprivate func hosts() throws(HTTPError) -> [String] {
        let own = authority.cloud == nil ? [authority.origin] : []
        let graph = graph.flatMap { endpoint in
            Cloud.allCases.contains { $0.graph == endpoint } ? nil : endpoint
        }
        return (own + [graph, try redirectOrigin()].compactMap(\.self)).map { $0.replacing("https://", with: "") }
    }

    /// The beginning of a redirect URI on another host than a cloud's, and of one that has no host to be trusted, such as
    /// one that names a user.
    private func redirectOrigin() throws(HTTPError) -> String? {
        guard !redirectURI.isLoopback else { return nil }
        if let origin = try HTTPOrigin(parsing: redirectURI.text), Cloud(loginHost: origin.host) != nil { return nil }
        let parts = redirectURI.text.split(separator: "/", omittingEmptySubsequences: false)
        return parts.prefix(3).joined(separator: "/").lowercased()
    }
}
