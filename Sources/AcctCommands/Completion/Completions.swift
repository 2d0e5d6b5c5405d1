import AccountProfiles
import AccountStore
import AuthCore
import HTTPTransport
import MicrosoftGraph

/// The candidates for the last word of a command line.
enum Completions: Equatable {
    /// The shell knows its files and commands best.
    case files, directories, commands
    /// The shell knows the words of each program, too. The position is that of the program's name among the words.
    case program(at: Int)
    case words([CompletedWord])

    /// - Parameter services: for values that are in the store. Where it cannot be read, they are missing.
    init(of line: PartialCommandLine, in services: Services) {
        switch line.place {
        case .value(.kind(.file)): self = .files
        case .value(.kind(.directory)): self = .directories
        case .value(.kind(.command)): self = line.program.map { .program(at: $0) } ?? .commands
        case .value(.kind(let kind)): self = .words(StoredValues(services).candidates(kind, for: line))
        case .value(.words(let words)): self = .words(words.map { CompletedWord($0) })
        case .option: self = .words(line.before.options.map(CompletedWord.init))
        case .subcommand:
            let words = line.before.subcommands.words
            // `acct import FILE` runs a subcommand that need not be named.
            guard line.before.argument?.values == .kind(.file), !line.typed.isEmpty else {
                self = .words(words)
                return
            }
            let isOfSubcommand = words.contains { $0.text.hasPrefix(line.typed) }
            self = isOfSubcommand ? .words(words + FilePaths.completing(line.typed)) : .files
        case .value(.any), .nothing: self = .words([])
        }
    }
}

extension Completions {
    /// Puts paths that begin with the typed text in place of those that the shell would complete.
    mutating func listPaths(_ typed: String) {
        switch self {
        case .files: self = .words(FilePaths.completing(typed))
        case .directories: self = .words(FilePaths.completing(typed, onlyDirectories: true))
        case .commands, .program, .words: break
        }
    }
}

/// A candidate for a word.
struct CompletedWord: Equatable {
    /// The whole of what is completed, without quotes of a shell.
    let text: String
    /// A line for people; may be empty.
    let description: String
    /// The character that a longer value has next; nil for a value that ends here.
    let continuation: Character?

    init(_ text: String, _ description: String = "", continuation: Character? = nil) {
        self.text = text
        self.description = description
        self.continuation = continuation
    }

    /// The long name of an option, which says more than its letter.
    init(_ option: CommandTable.Parameter) {
        self.init(option.names.first { $0.hasPrefix("--") } ?? option.names.first ?? "", option.summary)
    }

    /// Whether a shell can show and insert the text: a line end would make two of it, and other controls would do things to
    /// the terminal.
    var isShowable: Bool {
        text.unicodeScalars.allSatisfy { !$0.isUnsafeForTerminal && $0 != "\n" && $0 != "\t" }
    }
}

extension [CommandTable.Command] {
    fileprivate var words: [CompletedWord] { filter { !$0.isHidden }.map { CompletedWord($0.name, $0.summary) } }
}

/// The values that are known of a kind, most of them from the store.
private struct StoredValues {
    private let services: Services
    /// Descriptions are read only for as many profiles as a person reads.
    private static let describedLimit = 100

    init(_ services: Services) {
        self.services = services
    }

    func candidates(_ kind: ValueKind, for line: PartialCommandLine) -> [CompletedWord] {
        switch kind {
        case .profileName: return unlisted(profiles(line.typed), in: line)
        case .profileNames:
            let names = unlisted(profiles(line.typed), in: line)
            return names.map {
                CompletedWord($0.text, $0.description, continuation: names.count > 1 ? "," : nil)
            }
        case .profileNameOrUsername:
            let names = profiles(line.typed)
            return names.contains { $0.text.hasPrefix(line.typed) } ? names : names + usernames
        case .username: return usernames
        case .tenant: return tenants
        case .scopes:
            return unlisted(PermissionTable.builtIn.delegatedPermissions.map { CompletedWord($0) }, in: line)
        case .graphPath:
            guard !GraphPaths.isHost(line.typed) else { return graphHosts }
            return GraphPaths.completing(line.typed, method: line.before.value(of: "--method"))
        case .requestPattern:
            // Without a slash a part may be a method or a host as well.
            guard line.typed.isEmpty ? !line.listed.isEmpty : line.typed.hasPrefix("/") else { return [] }
            return GraphPaths.completing(line.typed, method: GraphPaths.method(of: line.listed))
        case .rulePattern: return rules
        case .acctFile:
            return line.before.isGiven("--revoke") ? allowedFiles(line.typed) : FilePaths.acctFiles(line.typed)
        case .boundDirectory: return boundDirectories(line.typed)
        case .helpTopic:
            let table = line.before.table
            let command = table.commands.first { $0.words == ["acct"] + line.before.arguments }
            let topics = line.before.arguments.isEmpty ? HelpTopic.allCases.map { CompletedWord($0.rawValue) } : []
            return (command.map(table.subcommands)?.words ?? []) + topics
        case .file, .directory, .textOrFile, .command: return []
        }
    }

    /// The profiles whose names begin with the typed text. Without one, all: some shells match other parts of a name too.
    private func profiles(_ typed: String) -> [CompletedWord] {
        guard let profiles = try? services.profiles, var names = try? profiles.names(withPrefix: typed) else {
            return []
        }
        var prefix = typed
        if names.isEmpty, !typed.isEmpty { (prefix, names) = ("", (try? profiles.names(withPrefix: "")) ?? []) }
        guard names.count <= Self.describedLimit, let described = try? profiles.profiles(withPrefix: prefix) else {
            return names.map { CompletedWord($0.text) }
        }
        let domains = try? services.usage.tenantDomains(of: Set(described.map(\.tenantID)))
        let tenants = TenantNames(domains ?? [:])
        return described.inNameOrder().map { CompletedWord($0.name.text, "\($0.username), \(tenants.name(of: $0))") }
    }

    private var usernames: [CompletedWord] {
        let profiles = (try? services.profiles.profiles()) ?? []
        let names = Dictionary(grouping: profiles.filter { !$0.username.isEmpty }, by: \.username)
            .mapValues { $0.map(\.name.text).joined(separator: ", ") }
        return names.sorted { $0.key < $1.key }.map { CompletedWord($0.key, $0.value) }
    }

    private var tenants: [CompletedWord] {
        let domains = ((try? services.usage.tenantDomains()) ?? [:]).values.joined()
        return (["common", "organizations", "consumers"] + domains.sorted()).map { CompletedWord($0) }
    }

    /// The Graph endpoints of the profiles.
    private var graphHosts: [CompletedWord] {
        let profiles = (try? services.profiles.profiles()) ?? []
        return Set(profiles.compactMap(\.graph)).sorted().map { CompletedWord($0, continuation: "/") }
    }

    private var rules: [CompletedWord] {
        ((try? services.rules.rules()) ?? []).map { CompletedWord($0.rule.pattern.text, $0.rule.profile.text) }
    }

    /// Directories in the form in which one is typed: below the current directory relative to it, below the home directory
    /// after a `~/`, and elsewhere absolute.
    private func boundDirectories(_ typed: String) -> [CompletedWord] {
        ((try? services.bindings.bindings()) ?? []).map { binding in
            let name = if case .profile(let name) = binding.target { name } else { "" }
            return CompletedWord(path(binding.directory, as: typed), name)
        }
    }

    /// The `.acct` files that are allowed, in the same form.
    private func allowedFiles(_ typed: String) -> [CompletedWord] {
        ((try? services.bindings.allowedFiles()) ?? []).map { CompletedWord(path($0, as: typed)) }
    }

    private func path(_ path: String, as typed: String) -> String {
        let home = typed.hasPrefix("~/") ? HomePath(services.environment) : nil
        let current = typed.hasPrefix("/") || home != nil ? nil : ResolvedPath.current
        let relative = current.flatMap { path.relative(to: $0, isMarked: typed.hasPrefix("./")) }
        return relative ?? home?.shortened(path) ?? path
    }

    /// The words that are not in the list before the one that is completed.
    private func unlisted(_ words: [CompletedWord], in line: PartialCommandLine) -> [CompletedWord] {
        let listed = Set(line.listed.map { $0.lowercased() })
        return words.filter { !listed.contains($0.text.lowercased()) }
    }
}

extension String {
    /// The path from a directory above; nil for any other.
    ///
    /// - Parameter isMarked: whether it begins with `./`, as a name has to that looks like an option or a home directory.
    fileprivate func relative(to directory: String, isMarked: Bool) -> String? {
        let above = directory == "/" ? directory : directory + "/"
        guard utf8.count > above.utf8.count, utf8.starts(with: above.utf8) else { return nil }
        let path = String(self[utf8.index(startIndex, offsetBy: above.utf8.count)...])
        return isMarked || path.hasPrefix("-") || path.hasPrefix("~") ? "./" + path : path
    }
}
