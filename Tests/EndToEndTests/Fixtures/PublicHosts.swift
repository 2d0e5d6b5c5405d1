import Foundation
import Testing

/// A sandbox that answers as Microsoft's hosts: a proxy leads their names to it, through TLS.
///
/// `acct` is told of the proxy and of the certificate authority, as in a company's network, and of nothing else.
struct PublicHosts {
    let sandbox: Sandboxed
    let proxy: ConnectProxy
    private let front: TLSFront

    static let names = [
        "login.microsoftonline.com", "graph.microsoft.com", "login.microsoftonline.us", "graph.microsoft.us",
        "dod-graph.microsoft.us", "login.partner.microsoftonline.cn", "microsoftgraph.chinacloudapi.cn",
        "login.sovcloud-identity.fr", "graph.svc.sovcloud.fr",
        "woodgrove.ciamlogin.com",
    ]

    /// - Parameter credentials: what the proxy wants, `user:password`.
    static func run(credentials: String? = nil, test: (PublicHosts) async throws -> Void) async throws {
        try await Sandboxed.run("--public-hosts") { sandbox in
            let front = try await TLSFront(in: sandbox.workspace, before: sandbox.port, names: names)
            let ways = Dictionary(uniqueKeysWithValues: names.map { ("\($0):443", front.port) })
            let proxy = try ConnectProxy(ways: ways, credentials: credentials)
            do {
                try await test(PublicHosts(sandbox: sandbox, proxy: proxy, front: front))
            } catch {
                await front.stop()
                throw error
            }
            await front.stop()
        }
    }

    func environment(_ changes: [String: String?] = [:]) -> [String: String?] {
        ["HTTPS_PROXY": proxy.url, "CURL_CA_BUNDLE": front.authority].merging(changes) { $1 }
    }

    func acct(_ line: String, _ more: [String] = [], environment changes: [String: String?] = [:]) async throws -> Run {
        try await sandbox.acct(line, more, environment: environment(changes))
    }

    @discardableResult
    func succeed(
        _ line: String, _ more: [String] = [], environment changes: [String: String?] = [:],
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> Run {
        try await sandbox.succeed(line, more, environment: environment(changes), sourceLocation: sourceLocation)
    }

    /// What is typed where no authority is named: the app, and who sits at the browser.
    func signIn(as person: String, browsing: String = "") -> [String] {
        ["--client-id", sandbox.server.clientId] + browser(person, browsing)
    }

    func browser(_ person: String, _ options: String = "") -> [String] {
        sandbox.browser(person, "--port \(sandbox.port) \(options)".trimmingCharacters(in: .whitespaces))
    }

    /// What each host was asked for, by paths.
    func paths() async throws -> [String: Set<String>] {
        try await sandbox.requests().reduce(into: [:]) { paths, request in
            paths[request.host ?? "", default: []].insert(request.path)
        }
    }
}

extension Sandboxed {
    var port: UInt16 { URLComponents(string: server.graph)?.port.flatMap(UInt16.init(exactly:)) ?? 0 }
}
