import Foundation
import Testing

/// A program from outside the project, which may be missing.
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
    static let curl = Tool("curl")
    static let jq = Tool("jq")
    static let zsh = Tool("zsh")
    static let fish = Tool("fish")
    static let tmux = Tool("tmux")
    static let unshare = Tool("unshare")
    static let glewlwyd = Tool("glewlwyd")
    static let git = Tool("git")
    static let kubectl = Tool("kubectl")
    static let skopeo = Tool("skopeo")
    static let python3 = Tool("python3")
    static let cc = Tool("cc")
    static let openssl = Tool("openssl")
    static let socat = Tool("socat")
    static let dbusDaemon = Tool("dbus-daemon")
    static let dbusSend = Tool("dbus-send")
    static let gnomeKeyring = Tool("gnome-keyring-daemon")
    static let chromium = Tool("chromium")
    static let chromedriver = Tool("chromedriver")
}

extension Trait where Self == ConditionTrait {
    /// Skips a test, with the reason, where one of these programs is missing.
    static func needs(_ tools: Tool...) -> Self {
        .enabled(if: tools.allSatisfy { $0.path != nil }, "A program that this needs is not installed; see .ci/run.")
    }

    /// `acct` loads the library on first use, as this does.
    static var needsJQ: Self { .enabled(if: dlopen("libjq.so.1", RTLD_LAZY) != nil, "libjq is not installed.") }

    static var needsRoot: Self { .enabled(if: getuid() == 0, "Only root can do this.") }

    static var needsOrdinaryUser: Self { .enabled(if: getuid() != 0, "Root may read everything.") }
}

/// Microsoft's libraries and the Azure CLI, in the Python that `.ci/deps --tests` sets up or that `$ACCT_TEST_PYTHON` names.
enum MicrosoftPython {
    private static let fixtures = URL(fileURLWithPath: #filePath).deletingLastPathComponent()

    static let path: String? = {
        let named = ProcessInfo.processInfo.environment["ACCT_TEST_PYTHON"]
        let own = fixtures.appending(path: "../../../.build/microsoft-python/bin/python3").path
        return [named, own].compactMap(\.self).first { FileManager.default.isExecutableFile(atPath: $0) }
    }()

    /// The command that runs a program of the fixtures.
    static func command(_ program: String, _ words: String...) throws -> [String] {
        [try #require(path), fixtures.appending(path: program).path] + words
    }

    /// The Azure CLI; nil where it is not installed.
    static let azureCLI = path.map { URL(fileURLWithPath: $0).deletingLastPathComponent().appending(path: "az").path }
        .flatMap { FileManager.default.isExecutableFile(atPath: $0) ? $0 : nil }

    static func msalClient(_ mode: String, _ sandbox: Sandboxed, _ file: String, _ scopes: String...) throws -> [String]
    {
        let authority = try #require(sandbox.server.authorities["contoso.example"])
        return try command("msal-client.py", mode, authority, sandbox.server.clientId, file) + scopes
    }
}

extension Trait where Self == ConditionTrait {
    static var needsMicrosoftPython: Self {
        .enabled(if: MicrosoftPython.path != nil, "Microsoft's libraries for Python are not installed; see .ci/deps.")
    }

    static var needsAzureCLI: Self {
        .enabled(if: MicrosoftPython.azureCLI != nil, "The Azure CLI is not installed; see .ci/deps.")
    }
}
