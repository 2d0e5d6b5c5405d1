import Foundation
import HTTPTransport

/// The status of a response that is not the file.
struct DownloadError: Error {
    let status: Int
}

/// Downloads a file with a bearer token. Prints every wait before a retry.
func download(_ url: String, token: Secret) async throws -> Data {
    let delay = RetryDelay(policy: RetryPolicy(maxWait: .seconds(60))) { wait, outcome in
        print("\(outcome): the next attempt follows in \(wait)")
    }
    let client = RetryingHTTPClient(CurlHTTPClient(userAgent: "example/1"), delay: delay)

    var request = HTTPRequest(url: url, timeouts: HTTPRequest.Timeouts(total: nil), redirects: .follow(limit: 5))
    request.headers["Accept"] = "application/octet-stream"
    request.headers.set("Authorization", secret: Secret("Bearer \(token.expose())"))

    let response = try await client.stream(request)
    guard response.status == 200 else { throw DownloadError(status: response.status) }
    var content = Data()
    for try await piece in response.body {
        content.append(piece)
    }
    return content
}
