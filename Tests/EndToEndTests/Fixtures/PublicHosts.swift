import Foundation
import Testing

/// A sandbox that stands for Microsoft's hosts: a proxy routes their names to it, through TLS.
///
/// `acct` gets only the proxy and the certificate authority, as in a company's network.
struct PublicHosts {
    let sandbox: Sandboxed
    let proxy: ConnectProxy
    let tls: TLSProxy

    static let names = [
        "login.microsoftonline.com", "graph.microsoft.com", "login.microsoftonline.us", "graph.microsoft.us",
        "dod-graph.microsoft.us", "login.partner.microsoftonline.cn", "microsoftgraph.chinacloudapi.cn",
        "login.sovcloud-identity.fr", "graph.svc.sovcloud.fr",
        "woodgrove.ciamlogin.com",
    ]

    /// - Parameter credentials: of the proxy, `user:password`.
    static func run(credentials: String? = nil, test: (PublicHosts) async throws -> Void) async throws {
        try await Sandboxed.run("--public-hosts") { sandbox in
            let tls = try await TLSProxy(in: sandbox.workspace, forwardingTo: sandbox.port, names: names)
            let routes = Dictionary(uniqueKeysWithValues: names.map { ("\($0):443", tls.port) })
            let proxy = try ConnectProxy(routes: routes, credentials: credentials)
            try await withCleanup(tls.stop) {
                try await test(PublicHosts(sandbox: sandbox, proxy: proxy, tls: tls))
            }
        }
    }

    func environment(_ changes: [String: String?] = [:]) -> [String: String?] {
        ["HTTPS_PROXY": proxy.url, "CURL_CA_BUNDLE": tls.authority].merging(changes) { $1 }
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

    /// The options of a sign-in without an authority: the client id and the browser.
    func signIn(as person: String, browsing: String = "") -> [String] {
        ["--client-id", sandbox.server.clientId] + browser(person, browsing)
    }

    func browser(_ person: String, _ options: String = "") -> [String] {
        sandbox.browser(person, "--port \(sandbox.port) \(options)".trimmingCharacters(in: .whitespaces))
    }

    /// The requested paths of each host.
    func paths() async throws -> [String: Set<String>] {
        try await sandbox.requests().reduce(into: [:]) { paths, request in
            paths[request.host ?? "", default: []].insert(request.path)
        }
    }
}

extension Sandboxed {
    var port: UInt16 { URLComponents(string: server.graph)?.port.flatMap(UInt16.init(exactly:)) ?? 0 }
}
