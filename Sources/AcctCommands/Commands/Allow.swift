import AccountProfiles
import AccountStore
import ArgumentParser
import HTTPTransport

/// `acct allow`: let a checked-in `.acct` file choose the profile.
struct Allow: DataCommand, ImmediateCommand {
    static let configuration = CommandConfiguration(
        commandName: "allow",
        abstract: "Let an .acct file choose the profile for its directory and below.",
        discussion: """
            An .acct file holds one profile name, or tenant= and a tenant's GUID or domain; a # begins a comment. Where \
            several profiles are in the tenant, the current one acts if it is among them, and otherwise none without \
            --profile.

            The file can come with a repository, so it has no effect until you allow it. This command shows the \
            content and allows exactly that content, for the account that the profile has now. After any change the \
            file is ignored until you allow it again, and writes and tokens stop there; so they do if the file is \
            gone, until --revoke forgets it. Your own binding of the same directory (acct bind) takes precedence.

            The file must belong to you or root, and must not be writable by others.

              acct allow                       the nearest .acct, here or above
              acct allow ~/src/contoso/.acct
              acct allow --revoke
            """)

    @Argument(
        help: ArgumentHelp("The .acct file or its directory. Default: the nearest one.", valueName: "file"),
        completion: .acctFiles)
    var file: String?

    @Flag(help: "Withdraw the permission.")
    var revoke = false

    @OptionGroup
    var json: JSONOption

    @OptionGroup
    var common: CommonOptions

    func run(_ services: Services) throws {
        let directory = try directory(services)
        let profile = try revoke ? revokeFile(in: directory, services) : allowFile(in: directory, services)
        guard json.json else { return }
        let report = Report(file: AcctFile.path(in: directory), allowed: !revoke, profile: profile?.text)
        try services.output.printJSON(report)
    }

    /// - Returns: the profile that acts in the directory by the file; nil where the file does not decide.
    private func allowFile(in directory: String, _ services: Services) throws -> ProfileName? {
        guard let file = try AcctFile(in: directory) else {
            throw Failure.missingAcctFile(AcctFile.path(in: directory))
        }
        let binding = try file.binding()
        services.output.note(lines: ["\(file.path):"] + Self.indented(file.bytes))
        try services.bindings.allow(file.path, content: file.bytes, profile: identity(namedBy: file, services))
        let allowed = try AllowedFile(binding, services)
        services.output.note("Allowed. \(allowed.meaning)")
        if let advice = allowed.advice { services.output.note(advice) }
        // A binding of one's own, a nearer one or the variable may decide all the same.
        if let profile = allowed.profile, DirectoryChain.currentIncludes(binding.directory, services.environment) {
            let acting = ActingProfile(services)
            if acting.name != profile { services.output.note(acting.sentence) }
        }
        return allowed.profile
    }

    /// The identity of the profile that the file names, empty where there is none; nil where it names a tenant.
    private func identity(namedBy file: AcctFile, _ services: Services) throws -> String? {
        guard case .profile = try file.binding().target else { return nil }
        return try file.namedProfile(among: services.profiles).map(services.profiles.identity) ?? ""
    }

    /// - Returns: nil, since the file decides no more.
    private func revokeFile(in directory: String, _ services: Services) throws -> ProfileName? {
        let path = AcctFile.path(in: directory)
        guard try services.bindings.revoke(path) else { throw AcctFileError.notAllowed(path: path) }
        services.output.note("\(path) is no longer allowed and is ignored from now on.")
        return nil
    }

    private struct Report: Encodable {
        let file: String
        let allowed: Bool
        /// Nil where the file does not decide.
        @Nullable var profile: String?
    }

    /// The directory of the named file or, without a name, of the nearest one. Where a file that was allowed is gone, its
    /// permission can still be withdrawn.
    private func directory(_ services: Services) throws -> String {
        guard let file else {
            guard let chain = DirectoryChain.current(services.environment) else { throw Failure.noCurrentDirectory }
            let allowed = try revoke ? services.bindings.allowedFiles(among: chain.directories.map(AcctFile.path)) : []
            let nearest = chain.directories.first {
                AcctFile.exists(in: $0) || allowed.contains(AcctFile.path(in: $0))
            }
            guard let nearest else { throw Failure.noAcctFile }
            return nearest
        }
        let isDirectory =
            ResolvedPath.lastName(file) != AcctFileContents.name
            && ResolvedPath.of(file).map(ResolvedPath.isDirectory) == true
        let path = isDirectory ? AcctFile.path(in: file) : file
        guard ResolvedPath.lastName(path) == AcctFileContents.name else {
            throw ResolvedPath.of(file) == nil ? Failure.missingAcctFile(file) : .notAnAcctFile(file)
        }
        // The file itself may be a link. The binding is for the directory in which the link is found.
        return try ResolvedPath.directoryEvenIfMissing(path.contains("/") ? ResolvedPath.parent(path) : nil)
    }

    private static func indented(_ content: [UInt8]) -> [String] {
        var lines = String(decoding: content, as: UTF8.self)
            .split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        if lines.last?.isEmpty == true { lines.removeLast() }
        return lines.map { "  \($0)" }
    }
}

/// The effect of an allowed `.acct` file on the profiles that there are.
private struct AllowedFile {
    /// The profile that acts in the directory by the file; nil where the file does not decide.
    let profile: ProfileName?
    let meaning: String
    /// The command that makes the file decide; nil where it does.
    let advice: Remark?

    init(_ binding: Binding, _ services: Services) throws {
        let repository = try services.profiles
        let (profiles, current) = (try repository.profiles(), try repository.current())
        let context = try SelectionContext(
            binding: binding, current: current, usageHistory: UsageHistory(domains: services.usage.tenantDomains()))
        do throws(SelectionError) {
            let chosen = try Ladder(profiles: profiles, context: context).select().profile
            self.init(binding, choosing: chosen, among: profiles)
        } catch {
            self.init(binding, undecidedBecause: error, among: profiles)
        }
    }

    private init(_ binding: Binding, choosing chosen: Profile, among profiles: [Profile]) {
        (profile, advice) = (chosen.name, nil)
        let commands = "Commands in \(binding.directory) and below"
        guard case .tenant(let tenant) = binding.target else {
            meaning = "\(commands) use the profile \(chosen.name)."
            return
        }
        let members = profiles.filter { $0.tenantID.lowercased() == chosen.tenantID.lowercased() }
        meaning =
            members.count == 1
            ? "\(commands) use \(chosen.name), the only profile in the tenant \(tenant)."
            : "\(commands) use the current profile, \(chosen.name), while it is one of the "
                + "\(Self.count(members.map(\.name))) in the tenant \(tenant)."
    }

    private init(_ binding: Binding, undecidedBecause error: SelectionError, among profiles: [Profile]) {
        profile = nil
        switch (error, binding.target) {
        case (.ambiguous(let tie), .tenant(let tenant)):
            meaning =
                "The tenant \(tenant) has \(Self.count(tie.fitting.map(\.profile.name))), and none of them is current: "
                + "commands in \(binding.directory) and below ask which, and scripts need --profile NAME."
            advice = Remark("To make one of them current, run:", command: "acct use NAME")
        case (_, .tenant(let tenant)):
            meaning = "No profile is in the tenant \(tenant) yet, so commands in \(binding.directory) stop."
            advice = Remark("To add one, run:", command: "acct add --tenant \(tenant)")
        case (_, .profile(let name)):
            let nearest = profiles.map(\.name).nearest(to: name).map(\.text)
            let hint = nearest.isEmpty ? "" : " Did you mean \(nearest.joined(separator: " or "))?"
            meaning = "Commands in \(binding.directory) and below stop while no profile has this name.\(hint)"
            advice = Remark("No profile is named \(name) yet. To add it, run:", command: "acct add \(name)")
        }
    }

    /// `3 profiles (alice, bob, carol)`, with the first few names.
    private static func count(_ names: [ProfileName]) -> String {
        let shown = names.map(\.text).listed(first: 8)
        return "\(names.count) \(names.count == 1 ? "profile" : "profiles") (\(shown))"
    }
}
