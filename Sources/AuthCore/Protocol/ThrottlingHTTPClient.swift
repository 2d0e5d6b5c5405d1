import Foundation
import HTTPTransport

/// Asks the identity platform the way it wants to be asked: once more after trouble, and not at all while it wants
/// quiet, in this process or in the next.
///
/// Documented behaviour of MSAL: one retry after a second for a server in trouble; after 429, or any trouble that names a
/// `Retry-After`, the same endpoint is left alone for that long, an hour at the most and a minute if nothing is named.
struct ThrottlingHTTPClient: HTTPClient {
    let client: any HTTPClient
    let authorityCache: (any AuthorityCache)?
    let clock: WallClock

    func send(_ request: HTTPRequest) async throws(HTTPError) -> HTTPResponse {
        let endpoint = String(request.url.prefix { $0 != "?" })
        if let quiet = quietAnswer(endpoint, request) { return quiet }
        var response = try await sendOnceMore(request)
        if response.isPassingTrouble {
            try await pause()
            response = try await client.send(request)
        }
        if response.wantsQuiet {
            let seconds = min(Double(response.retryAfterSeconds ?? 60), 3600)
            try? authorityCache?.setThrottled(endpoint, until: clock.now().addingTimeInterval(seconds))
        }
        return response
    }

    func stream(_ request: HTTPRequest) async throws(HTTPError) -> HTTPStreamedResponse {
        try await client.stream(request)
    }

    /// A second try only where no connection was made: a refresh token that works once may have been used already.
    private func sendOnceMore(_ request: HTTPRequest) async throws(HTTPError) -> HTTPResponse {
        do {
            return try await client.send(request)
        } catch  where error.isBeforeConnection {
            try await pause()
            return try await client.send(request)
        }
    }

    private func pause() async throws(HTTPError) {
        do { try await clock.sleep(.seconds(1)) } catch { throw .cancelled }
    }

    /// What the server would say, without asking it.
    private func quietAnswer(_ endpoint: String, _ request: HTTPRequest) -> HTTPResponse? {
        guard let end = (try? authorityCache?.throttledUntil(of: endpoint, at: clock.now())) ?? nil else { return nil }
        let seconds = Int(end.timeIntervalSince(clock.now()).rounded(.up))
        return HTTPResponse(
            status: 429, headers: HTTPHeaders([("Retry-After", "\(seconds)")]), body: Data(), url: request.url)
    }
}

extension HTTPResponse {
    fileprivate var wantsQuiet: Bool { status == 429 || (status >= 500 && headers.contains("Retry-After")) }

    /// A gateway's 502 and 504 leave open what the server behind it did.
    fileprivate var isPassingTrouble: Bool { (status == 500 || status == 503) && !headers.contains("Retry-After") }
}
