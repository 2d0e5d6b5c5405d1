import Foundation
import HTTPTransport
import SandboxServer

@testable import AuthCore

/// Sends each GET of a public host to a sandbox that responds for it, over real HTTP. The transport itself always sends the
/// URL's host as `Host`.
struct SandboxedHTTP: HTTPClient {
    let sandbox: Sandbox
    private let port: Int

    func send(_ request: HTTPRequest) async throws(HTTPError) -> HTTPResponse {
        let parts = request.url.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false)
        guard request.method == "GET", parts.count == 4 else { throw .unsupportedURL(request.url) }
        let head = "GET /\(parts[3]) HTTP/1.1\r\nHost: \(parts[2])\r\nConnection: close\r\n\r\n"
        let response = await BrowserTab.send(head, port: port) ?? ""
        guard let end = response.firstRange(of: "\r\n\r\n") else {
            throw .malformedResponse(host: String(parts[2]), reason: "no head")
        }
        let lines = response[..<end.lowerBound].components(separatedBy: "\r\n")
        let headers = lines.dropFirst().compactMap { line in
            line.firstRange(of: ": ").map { (String(line[..<$0.lowerBound]), String(line[$0.upperBound...])) }
        }
        return HTTPResponse(
            status: Int(lines[0].split(separator: " ")[1]) ?? 0, headers: HTTPHeaders(headers),
            body: Data(response[end.upperBound...].utf8), url: request.url)
    }

    func stream(_ request: HTTPRequest) async throws(HTTPError) -> HTTPStreamedResponse {
        throw .unsupportedURL(request.url)
    }

    /// Runs `body` with a sandbox that responds for Microsoft's hosts.
    static func run(_ body: (SandboxedHTTP) async throws -> Void) async throws {
        var options = SandboxOptions()
        options.servesPublicHosts = true
        let sandbox = try await Sandbox.start(options: options)
        let port = URLComponents(string: sandbox.description.graph)?.port ?? 0
        do {
            try await body(SandboxedHTTP(sandbox: sandbox, port: port))
        } catch {
            try await sandbox.shutdown()
            throw error
        }
        try await sandbox.shutdown()
    }

    /// The number of instance discovery requests so far.
    func instanceDiscoveries() async throws -> Int {
        let log = try await send(HTTPRequest(url: "http://localhost/sandbox/requests"))
        return String(decoding: log.body, as: UTF8.self).ranges(of: "\"path\":\"/common/discovery/instance\"").count
    }
}
