import AccountProfiles
import ArgumentParser

/// `acct allow`: let a checked-in `.acct` file say who acts.
struct Allow: Command {
    static let configuration = CommandConfiguration(
        commandName: "allow",
        abstract: "Let an .acct file say who acts in its directory and below.",
        discussion: """
            An .acct file holds one profile name, or tenant= and a tenant's GUID or domain; a # begins a comment. It \
            comes with a repository, so it counts only once you have allowed it. This shows what is in it and allows \
            exactly that: after any change it does not count until you allow it again. Your own binding of the same \
            directory (acct bind) comes before it.

            The file must belong to you or root, and not be writable by everybody.

              acct allow                       the nearest .acct, here or above
              acct allow ~/src/contoso/.acct
              acct allow --revoke
            """)

    @Argument(
        help: ArgumentHelp("The .acct file or its directory; else the nearest one.", valueName: "file"),
        completion: .file())
    var file: String?

    @Flag(help: "Take the permission back.")
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
        services.output.note("\(file.path):\n\(Allow.indented(file.bytes))")
        try services.directories.allow(file.path, content: file.bytes)
        services.output.note("Allowed. \(Allow.meaning(of: binding))")
        if case .profile(let name) = binding.target, try !Self.exists(name, services) {
            services.output.note("There is no profile named \(name) yet. To add it, run: acct add \(name.asShellWord)")
        }
    }

    private func revokeFile(in directory: String, _ services: Services) throws {
        let path = AcctFile.path(in: directory)
        guard try services.directories.revoke(path) else { throw AcctFileError.notAllowed(path: path) }
        services.output.note("\(path) is not allowed any more, and says nothing about who acts.")
    }

    /// Of the file that was named or, without a name, of the nearest.
    private func directory() throws -> String {
        guard let file else {
            guard let chain = DirectoryChain.current else { throw DirectoryError.nowhere }
            for directory in chain.directories where AcctFile.isThere(in: directory) { return directory }
            throw AcctFileError.nowhere
        }
        let isDirectory = ResolvedPath.of(file).map(Directory.isThere) == true
        let path = isDirectory ? AcctFile.path(in: file) : file
        guard ResolvedPath.lastName(path) == DirectoryFile.name else { throw AcctFileError.otherName(path: file) }
        // The file itself may be a link: what counts is where it is found.
        return try Directory.perhapsGone(path.contains("/") ? ResolvedPath.parent(path) : nil)
    }

    private static func meaning(of binding: Binding) -> String {
        let place = "Commands in \(binding.directory) and below"
        return switch binding.target {
        case .profile(let name): "\(place) act as the profile \(name)."
        case .tenant(let tenant): "\(place) act as the profile that is in the tenant \(tenant)."
        }
    }

    private static func indented(_ content: [UInt8]) -> String {
        var lines = String(decoding: content, as: UTF8.self)
            .split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        if lines.last?.isEmpty == true { lines.removeLast() }
        return lines.map { "  \($0)" }.joined(separator: "\n")
    }

    private static func exists(_ name: String, _ services: Services) throws -> Bool {
        guard let name = try? ProfileName(name) else { return false }
        return try services.profiles.profiles().contains { $0.name == name }
    }
}
