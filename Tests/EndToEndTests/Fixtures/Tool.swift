import Foundation
import Testing

/// A program that is not part of the project and may be missing.
struct Tool {
    let path: String?
    private let name: String

    init(_ name: String) {
        self.name = name
        path = Tool.folders.map { "\($0)/\(name)" }.first { FileManager.default.isExecutableFile(atPath: $0) }
    }

    func require() throws -> String { try #require(path, "\(name) is not installed") }

    static let folders = ["/usr/local/bin", "/usr/bin", "/bin", "/usr/sbin", "/sbin"]

    static let sqlite3 = Tool("sqlite3")
    static let bash = Tool("bash")
    static let zsh = Tool("zsh")
    static let fish = Tool("fish")
    static let tmux = Tool("tmux")
    static let unshare = Tool("unshare")
    static let glewlwyd = Tool("glewlwyd")
    static let git = Tool("git")
    static let openssl = Tool("openssl")
    static let socat = Tool("socat")
    static let chromium = Tool("chromium")
    static let chromedriver = Tool("chromedriver")
}

extension Trait where Self == ConditionTrait {
    /// Skips a test, and says why, where these programs are missing.
    static func needs(_ tools: Tool...) -> Self {
        .enabled(if: tools.allSatisfy { $0.path != nil }, "A program that this needs is not installed; see .ci/run.")
    }

    static var needsRoot: Self { .enabled(if: getuid() == 0, "Only root can do this.") }

    static var needsOrdinaryUser: Self { .enabled(if: getuid() != 0, "Root may read everything.") }
}
