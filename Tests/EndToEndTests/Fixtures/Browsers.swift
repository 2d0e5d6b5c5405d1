import Foundation
import Testing

/// A headless browser, driven through the WebDriver protocol of chromedriver.
final class Chromium {
    private let driver: Child
    private let base: String
    private let workspace: Workspace

    /// Runs `visit` in a browser that can reach this machine only.
    static func run(_ visit: (Chromium) async throws -> Void) async throws {
        let browser = try await Chromium()
        try await withCleanup(browser.close) {
            try await visit(browser)
        }
    }

    private init() async throws {
        let workspace = try Workspace()
        let profile = "\(workspace.folder)/profile"
        // The shell ends the driver when the lifeline closes, and then a browser that still runs: the link of the lock
        // in its profile ends with its process id.
        let watch = """
            "$@" </dev/null & driver=$!
            read -r _
            lock=$(readlink '\(profile)/SingletonLock')
            kill $driver ${lock##*-}
            wait
            """
        let driver = try workspace.start(
            ["/bin/sh", "-c", watch, "sh", try Tool.chromedriver.require(), "--port=0"], input: .lifeline)
        let port = try await eventually("chromedriver prints its port") {
            String(decoding: driver.output, as: UTF8.self).firstMatch(of: /successfully on port (\d+)/).map {
                String($0.1)
            }
        }
        (self.driver, self.workspace) = (driver, workspace)
        let options =
            [
                "--headless=new", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run", "--window-size=900,760",
                "--disable-background-networking", "--disable-component-update", "--disable-sync",
                "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE localhost , EXCLUDE 127.0.0.1",
                "--user-data-dir=\(profile)",
            ] + (getuid() == 0 ? ["--no-sandbox"] : [])
        let capabilities = [
            "alwaysMatch": ["goog:chromeOptions": Options(binary: try Tool.chromium.require(), args: options)]
        ]
        struct Session: Decodable { let sessionId: String }
        let sessions = "http://127.0.0.1:\(port)/session"
        let started: Session = try await Self.send("POST", sessions, ["capabilities": capabilities])
        base = "\(sessions)/\(started.sessionId)"
    }

    private struct Options: Encodable { let binary: String, args: [String] }

    func open(_ url: String) async throws {
        let _: Nothing = try await Self.send("POST", "\(base)/url", ["url": url])
    }

    /// Clicks on the first element that matches a CSS selector, once it exists.
    func click(_ selector: String) async throws {
        let element = try await element(selector)
        let _: Nothing = try await Self.send("POST", "\(base)/element/\(element)/click", [String: String]())
    }

    func type(_ text: String, into selector: String) async throws {
        let element = try await element(selector)
        let _: Nothing = try await Self.send("POST", "\(base)/element/\(element)/value", ["text": text])
    }

    private func element(_ selector: String) async throws -> String {
        let query = ["using": "css selector", "value": selector]
        // One member, with the name that the WebDriver specification gives to references.
        let reference = try await eventually("there is \(selector)") { () -> [String: String]? in
            try? await Self.send("POST", "\(base)/element", query)
        }
        return try #require(reference.values.first)
    }

    var address: String {
        get async throws { try await Self.send("GET", "\(base)/url", Nothing?.none) }
    }

    var heading: String? {
        get async throws {
            struct Script: Encodable {
                let script = "return document.querySelector('h1')?.innerText ?? null"
                let args: [String] = []
            }
            return try await Self.send("POST", "\(base)/execute/sync", Script())
        }
    }

    /// Saves a screenshot in the folder that `ACCT_SCREENSHOTS` names, for review.
    func saveScreenshot(_ name: String) async throws {
        guard let folder = ProcessInfo.processInfo.environment["ACCT_SCREENSHOTS"] else { return }
        let picture: String = try await Self.send("GET", "\(base)/screenshot", Nothing?.none)
        try Data(base64Encoded: picture)?.write(to: URL(fileURLWithPath: "\(folder)/\(name).png"))
    }

    private func close() async {
        let _: Nothing? = try? await Self.send("DELETE", base, Nothing?.none)
        await driver.stop()
    }

    private struct Nothing: Codable {
        init(from decoder: any Decoder) throws {}
        func encode(to encoder: any Encoder) throws {}
    }

    private struct Response<Value: Decodable>: Decodable { let value: Value }

    private static func send<Value: Decodable>(
        _ method: String, _ url: String, _ body: (some Encodable)?
    ) async throws -> Value {
        let reply = try await LoopbackHTTP(timeout: 60).send(
            method, url, headers: ["Content-Type": "application/json"],
            body: try body.map { try JSONEncoder().encode($0) } ?? Data())
        guard reply.status == 200 else { throw SystemError("\(method) \(url): \(reply.text)", code: EPROTO) }
        return try JSONDecoder().decode(Response<Value>.self, from: reply.body).value
    }
}

/// A browser that only records the address it is opened with, so that the test can visit it.
struct RecordedBrowser {
    let command: String
    private let page: String

    init(in workspace: Workspace) throws {
        page = "\(workspace.folder)/page-\(UUID().uuidString)"
        command = try workspace.shellCommand(
            "browser-\(UUID().uuidString)", "printf %s \"$1\" > '\(page).new'\nmv '\(page).new' '\(page)'")
    }

    /// The address that the browser is opened with.
    func start(openedBy child: Child) async throws -> String {
        try await eventually("\(child.command) opens the browser") {
            if let url = FileManager.default.contents(atPath: page) { return String(decoding: url, as: UTF8.self) }
            if let code = child.exitCode { throw SystemError("exit code \(code): \(child.error)") }
            return nil
        }
    }

    /// The authorization request that the address redirects to.
    func request(openedBy child: Child) async throws -> AuthorizationRequest {
        let start = try await start(openedBy: child)
        let reply = try await LoopbackHTTP().send("GET", start)
        return AuthorizationRequest(start: start, url: try #require(reply.header("Location"), "\(reply.status)"))
    }

    struct AuthorizationRequest {
        let start, url: String

        var redirectURI: String {
            URLComponents(string: url)?.queryItems?.first { $0.name == "redirect_uri" }?.value ?? ""
        }
    }
}
