import AuthCore
import Foundation
import HTTPTransport
import Testing

@testable import AcctCommands

@Suite(.timeLimit(.minutes(1))) struct BrowserTests {
    /// A folder with scripts that record their arguments, one a line; removed at the end of the test.
    private final class Desktop {
        let folder: URL
        let log: URL

        init() throws {
            folder = FileManager.default.temporaryDirectory.appending(path: "acct-browser-\(UUID().uuidString)")
            log = folder.appending(path: "log")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        }

        deinit {
            try? FileManager.default.removeItem(at: folder)
        }

        func install(_ name: String, status: Int = 0) throws {
            let path = folder.appending(path: name).path
            let script =
                "#!/bin/sh\nfor word in \(name) \"$@\"; do echo \"$word\"; done > '\(log.path)'\nexit \(status)\n"
            try Data(script.utf8).write(to: URL(fileURLWithPath: path))
            try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: path)
        }

        func environment(_ browser: String? = nil) -> [String: String] {
            var environment = ["PATH": "/nonexistent:\(folder.path)"]
            environment["BROWSER"] = browser
            return environment
        }

        var words: [String] {
            get throws { try String(contentsOf: log, encoding: .utf8).split(separator: "\n").map(String.init) }
        }
    }

    private static let url = "https://login.example/?a=1&b=$(touch${IFS}x)"

    @Test(arguments: [
        ("firefox", nil, ["firefox", url]), ("firefox --new-window", nil, ["firefox", "--new-window", url]),
        ("firefox --url=%s -x", nil, ["firefox", "--url=\(url)", "-x"]), ("firefox %s %s", nil, ["firefox", url, url]),
        (nil, "firefox", ["firefox", url]), (nil, "firefox:xdg-open", ["firefox", url]), (nil, nil, ["xdg-open", url]),
        (nil, "", ["xdg-open", url]), ("firefox", "xdg-open", ["firefox", url]),
        ("  firefox  ", nil, ["firefox", url]),
        (nil, "missing:firefox %s", ["firefox", url]),
    ])
    func addressIsASingleArgument(command: String?, variable: String?, words: [String]) async throws {
        let desktop = try Desktop()
        try desktop.install("firefox")
        try desktop.install("xdg-open")
        try await Browser(command: command, environment: Environment(desktop.environment(variable))).open(Self.url)
        #expect(try desktop.words == words)
    }

    @Test(arguments: [
        "", "--help", "http://evil.example/", "file:///etc/passwd", "https://h/a b", "https://h/\n", "https://h/'x'",
        "https://h/\"x\"", "https://h/`x`", "https://h/" + String(repeating: "a", count: 20_000),
    ])
    func otherAddressesAreNotOpened(address: String) async throws {
        let desktop = try Desktop()
        try desktop.install("xdg-open")
        let browser = try Browser(command: nil, environment: Environment(desktop.environment()))
        await #expect(throws: AuthError.self) { try await browser.open(address) }
        #expect(!FileManager.default.fileExists(atPath: desktop.log.path))
    }

    @Test func pathIsUsedUnchanged() async throws {
        let desktop = try Desktop()
        try desktop.install("own")
        try await Browser(command: "\(desktop.folder.path)/own", environment: [:]).open(Self.url)
        #expect(try desktop.words == ["own", Self.url])
    }

    @Test(arguments: [
        ("", nil, "empty"), ("  ", nil, "empty"), ("missing", nil, "missing"), ("missing", "firefox", "missing"),
        (nil, "missing", "missing"), (nil, "missing:gone", "missing"), (nil, nil, "xdg-open"),
        ("/nonexistent/x", nil, "/nonexistent/x"),
        ("log", nil, "log"),
    ])
    func missingBrowserIsReportedBeforehand(command: String?, variable: String?, named: String) throws {
        let desktop = try Desktop()
        try Data().write(to: desktop.log)
        #expect {
            try Browser(command: command, environment: Environment(desktop.environment(variable)))
        } throws: { error in
            guard case AuthError.browserUnavailable(let reason) = error else { return false }
            return reason.contains(named)
        }
    }

    /// A text without a directory would stand for the current one.
    @Test(arguments: [[:], ["PATH": ""]]) func withoutPATHTheSystemsOwnIsSearched(environment: Environment) throws {
        #expect(try ProgramPath.find("sh", in: environment).hasPrefix("/"))
        #expect(throws: Never.self) { try Browser(command: "sh", environment: environment) }
    }

    @Test func programOfTheCurrentDirectoryIsNoBrowser() throws {
        let desktop = try Desktop()
        try desktop.install("xdg-open")
        let relative = String(repeating: "../", count: 64) + desktop.folder.path.dropFirst()
        for path in [relative, "/nonexistent::\(relative):"] {
            #expect(throws: Never.self) { try ProgramPath.find("xdg-open", in: ["PATH": path]) }
            #expect(throws: AuthError.self) { try Browser(command: nil, environment: ["PATH": path]) }
        }
    }

    @Test func failingBrowserIsReported() async throws {
        let desktop = try Desktop()
        try desktop.install("xdg-open", status: 3)
        let browser = try Browser(command: nil, environment: Environment(desktop.environment()))
        await #expect {
            try await browser.open(Self.url)
        } throws: { error in
            guard case AuthError.browserUnavailable(let reason) = error else { return false }
            return reason.contains("xdg-open") && reason.contains("3")
        }
    }
}
