import Foundation
import HTTPTransport
import SandboxServer

@testable import AuthCore

/// Leads each GET of a host of the world to a sandbox that answers for it, over real HTTP: the transport itself sends no
/// `Host` but the URL's.
struct LedHTTP: HTTPClient {
    let sandbox: Sandbox
    private let port: Int

    func send(_ request: HTTPRequest) async throws(HTTPError) -> HTTPResponse {
        let parts = request.url.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false)
        guard request.method == "GET", parts.count == 4 else { throw .unsupportedURL(request.url) }
        let head = "GET /\(parts[3]) HTTP/1.1\r\nHost: \(parts[2])\r\nConnection: close\r\n\r\n"
        let answer = await BrowserTab.send(head, port: port) ?? ""
        guard let end = answer.firstRange(of: "\r\n\r\n") else {
            throw .malformedResponse(host: String(parts[2]), reason: "no head")
        }
        let lines = answer[..<end.lowerBound].components(separatedBy: "\r\n")
        let headers = lines.dropFirst().compactMap { line in
            line.firstRange(of: ": ").map { (String(line[..<$0.lowerBound]), String(line[$0.upperBound...])) }
        }
        return HTTPResponse(
            status: Int(lines[0].split(separator: " ")[1]) ?? 0, headers: HTTPHeaders(headers),
            body: Data(answer[end.upperBound...].utf8), url: request.url)
    }

    func stream(_ request: HTTPRequest) async throws(HTTPError) -> HTTPStreamedResponse {
        throw .unsupportedURL(request.url)
    }

    /// A sandbox that answers for Microsoft's hosts, for the time that `body` takes.
    static func run(_ body: (LedHTTP) async throws -> Void) async throws {
        var options = SandboxOptions()
        options.servesPublicHosts = true
        let sandbox = try await Sandbox.start(options: options)
        let port = URLComponents(string: sandbox.description.graph)?.port ?? 0
        do {
            try await body(LedHTTP(sandbox: sandbox, port: port))
        } catch {
            try await sandbox.shutdown()
            throw error
        }
        try await sandbox.shutdown()
    }

    /// How often the platform was asked which hosts are its own.
    func instanceDiscoveries() async throws -> Int {
        let log = try await send(HTTPRequest(url: "http://localhost/sandbox/requests"))
        return String(decoding: log.body, as: UTF8.self).ranges(of: "\"path\":\"/common/discovery/instance\"").count
    }
}
