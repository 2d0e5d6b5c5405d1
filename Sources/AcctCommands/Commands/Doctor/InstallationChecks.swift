import CBuild
import FoundationEssentials
import HTTPTransport

/// The program that a shell runs, the completion script of that shell, and the manual pages.
struct InstallationChecks {
    private let environment: Environment
    /// The file of this program.
    private let program: String?
    /// The folders below which programs are installed.
    private let prefixes: [String]

    init(_ environment: Environment) {
        self.environment = environment
        program = ResolvedPath.of("/proc/self/exe")
        // `PREFIX/bin/acct` belongs to the files below `PREFIX/share`.
        let own = program.map { $0.split(separator: "/").dropLast(2).map { "/\($0)" }.joined() }
        prefixes = [own, "/usr/local", "/usr"].compactMap(\.self)
    }

    func findings() -> [Finding] { path + completions + manual }

    /// The commands of other findings run the program that the shell finds.
    private var path: [Finding] {
        guard let program else { return [] }
        let folder = ResolvedPath.parent(program)
        let command: SuggestedCommand = "export PATH=\(folder):\"$PATH\""
        guard let found = try? ProgramPath.find("acct", in: environment) else {
            return [
                Finding(.program, .note, "The shell does not find acct: its folder is not in PATH.", command: command)
            ]
        }
        guard ResolvedPath.of(found) != program else { return [] }
        return [
            Finding(
                .program, .note,
                "The shell finds another acct first in PATH: \(found). The one that runs now is \(program), version "
                    + "\(Self.version).", command: command)
        ]
    }

    private static let version = String(cString: cbuild_version())

    private var completions: [Finding] {
        guard let shell = environment["SHELL"]?.split(separator: "/").last.flatMap({ Shell(rawValue: String($0)) })
        else {
            return []
        }
        let places = places(of: shell)
        guard let place = places.first(where: FileManager.default.fileExists(atPath:)) else {
            return [
                Finding(
                    .completion, .note,
                    "The completion for \(shell.rawValue) is not in the usual folders.",
                    leadIn: "To see how to install it:",
                    command: "acct help completion")
            ]
        }
        let script = Data((shell.completionScript + "\n").utf8)
        let installed = try? RegularFile(place, limit: 1 << 16).bytes
        guard installed.map({ Data($0) }) != script else {
            return [Finding(.completion, .ok, "Completion for \(shell.rawValue) is installed and current.")]
        }
        return [
            Finding(
                .completion, .note, "\(place) is the completion of another version of acct.",
                command: "acct completion \(shell.rawValue) > \(place)")
        ]
    }

    /// The files in which a shell looks for the completion of `acct`, those of the person first.
    private func places(of shell: Shell) -> [String] {
        let home = environment["HOME"] ?? ""
        let data = environment["XDG_DATA_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? "\(home)/.local/share"
        return switch shell {
        case .bash:
            (["\(data)"] + prefixes.map { "\($0)/share" }).map { "\($0)/bash-completion/completions/acct" }
        case .zsh:
            ["\(home)/.zfunc/_acct"]
                + prefixes.flatMap {
                    ["\($0)/share/zsh/site-functions/_acct", "\($0)/share/zsh/vendor-completions/_acct"]
                }
        case .fish:
            ["\(home)/.config/fish/completions/acct.fish"]
                + prefixes.map { "\($0)/share/fish/vendor_completions.d/acct.fish" }
        }
    }

    private var manual: [Finding] {
        let home = environment["HOME"].map { ["\($0)/.local"] } ?? []
        let pages = (home + prefixes).flatMap { ["\($0)/share/man/man1/acct.1", "\($0)/share/man/man1/acct.1.gz"] }
        guard let page = pages.first(where: FileManager.default.fileExists(atPath:)) else {
            return [
                Finding(
                    .manual, .note, "The manual pages are not in the usual folders.",
                    leadIn: "The program has their text, too:",
                    command: "acct help")
            ]
        }
        let version = Self.version.prefix { $0 != " " }
        guard let other = Self.version(ofPage: page), other != version else {
            return [Finding(.manual, .ok, "The manual pages are installed and current.")]
        }
        return [
            Finding(
                .manual, .note,
                "\(page) is the manual of acct \(other), and this is acct \(version).",
                leadIn: "The program has the right text:",
                command: "acct help")
        ]
    }

    /// The version in the heading of a manual page; nil where there is none to be read.
    private static func version(ofPage path: String) -> String? {
        guard let file = try? RegularFile(path, limit: 1 << 16) else { return nil }
        let bytes = path.hasSuffix(".gz") ? Data(file.bytes).gunzipped(limit: 1 << 16) : Data(file.bytes)
        guard let bytes else { return nil }
        let start = ".Os acct "
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n").first { $0.hasPrefix(start) }
            .map { String($0.dropFirst(start.count)) }
    }
}
