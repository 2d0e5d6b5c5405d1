import FoundationEssentials
import HTTPTransport

/// The completion script of the person's shell, and the manual pages.
struct InstallationChecks {
    private let environment: Environment
    /// The folders below which programs are installed.
    private let prefixes: [String]

    init(_ environment: Environment) {
        self.environment = environment
        // `PREFIX/bin/acct` belongs to the files below `PREFIX/share`.
        let own = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe"))
            .map { $0.split(separator: "/").dropLast(2).map { "/\($0)" }.joined() }
        prefixes = [own, "/usr/local", "/usr"].compactMap(\.self)
    }

    func findings() -> [Finding] { completions + manual }

    private var completions: [Finding] {
        guard let shell = environment["SHELL"]?.split(separator: "/").last.flatMap({ Shell(rawValue: String($0)) })
        else {
            return []
        }
        let places = places(of: shell)
        guard let place = places.first(where: FileManager.default.fileExists(atPath:)) else {
            return [
                Finding(
                    "completion", .note, "Completion is not installed for \(shell.rawValue). To see how:",
                    command: "acct help completion")
            ]
        }
        let script = Data((shell.completionScript + "\n").utf8)
        let installed = try? RegularFile(place, limit: 1 << 16).bytes
        guard installed.map({ Data($0) }) != script else {
            return [Finding("completion", .ok, "Completion for \(shell.rawValue) is installed and current.")]
        }
        return [
            Finding(
                "completion", .note, "\(place) is the completion of another version of acct.",
                command: "acct completion \(shell.rawValue) > \(place.asShellWord)")
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
        let pages = prefixes.flatMap { ["\($0)/share/man/man1/acct.1", "\($0)/share/man/man1/acct.1.gz"] }
        guard !pages.contains(where: FileManager.default.fileExists(atPath:)) else { return [] }
        return [
            Finding(
                "manual", .note, "The manual pages are not installed. The program has their text, too:",
                command: "acct help")
        ]
    }
}
