import AccountProfiles
import AccountStore
import ArgumentParser

/// `acct allow`: let a checked-in `.acct` file choose the profile.
struct Allow: Command {
    static let configuration = CommandConfiguration(
        commandName: "allow",
        abstract: "Let an .acct file choose the profile for its directory and below.",
        discussion: """
            An .acct file holds one profile name, or tenant= and a tenant's GUID or domain; a # begins a comment. It \
            can come with a repository, so it has no effect until you allow it. This command shows the content and \
            allows exactly that content: after any change the file is ignored until you allow it again. Your own \
            binding of the same directory (acct bind) takes precedence.

            The file must belong to you or root, and must not be writable by others.

              acct allow                       the nearest .acct, here or above
              acct allow ~/src/contoso/.acct
              acct allow --revoke
            """)

    @Argument(
        help: ArgumentHelp("The .acct file or its directory. Default: the nearest one.", valueName: "file"),
        completion: .file())
    var file: String?

    @Flag(help: "Withdraw the permission.")
    var revoke = false

    @OptionGroup
    var common: CommonOptions

    func run(_ services: Services) async throws {
        let directory = try directory()
        try revoke ? revokeFile(in: directory, services) : allowFile(in: directory, services)
    }

    private func allowFile(in directory: String, _ services: Services) throws {
        guard let file = try AcctFile(in: directory) else {
            throw AcctFileError.missing(path: AcctFile.path(in: directory))
        }
        let binding = try file.binding()
        services.output.note(lines: ["\(file.path):"] + Self.indented(file.bytes))
        try services.directories.allow(file.path, content: file.bytes)
        services.output.note("Allowed. \(Self.meaning(of: binding))")
        if case .profile(let name) = binding.target, try !Self.exists(name, services) {
            services.output.note("No profile is named \(name) yet. To add it, run: acct add \(name.asShellWord)")
        }
    }

    private func revokeFile(in directory: String, _ services: Services) throws {
        let path = AcctFile.path(in: directory)
        guard try services.directories.revoke(path) else { throw AcctFileError.notAllowed(path: path) }
        services.output.note("\(path) is no longer allowed and is ignored from now on.")
    }

    /// The directory of the named file or, without a name, of the nearest one.
    private func directory() throws -> String {
        guard let file else {
            guard let chain = DirectoryChain.current else { throw DirectoryError.nowhere }
            for directory in chain.directories where AcctFile.exists(in: directory) { return directory }
            throw AcctFileError.nowhere
        }
        let isDirectory = ResolvedPath.of(file).map(ResolvedPath.isDirectory) == true
        let path = isDirectory ? AcctFile.path(in: file) : file
        guard ResolvedPath.lastName(path) == DirectoryFile.name else { throw AcctFileError.otherName(path: file) }
        // The file itself may be a link. The binding is for the directory in which the link is found.
        return try ResolvedPath.directoryEvenIfMissing(path.contains("/") ? ResolvedPath.parent(path) : nil)
    }

    private static func meaning(of binding: Binding) -> String {
        let commands = "Commands in \(binding.directory) and below"
        return switch binding.target {
        case .profile(let name): "\(commands) use the profile \(name)."
        case .tenant(let tenant): "\(commands) use the profile in the tenant \(tenant)."
        }
    }

    private static func indented(_ content: [UInt8]) -> [String] {
        var lines = String(decoding: content, as: UTF8.self)
            .split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        if lines.last?.isEmpty == true { lines.removeLast() }
        return lines.map { "  \($0)" }
    }

    private static func exists(_ name: String, _ services: Services) throws -> Bool {
        guard let name = try? ProfileName(name) else { return false }
        return try services.profiles.profiles().contains { $0.name == name }
    }
}
