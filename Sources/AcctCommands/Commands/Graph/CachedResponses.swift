import AccountStore
import FoundationEssentials
import HTTPTransport
import MicrosoftGraph
import Synchronization

/// Responses of Graph out of the store: while they are fresh, and older ones when no newer one can be had.
struct CachedResponses: Sendable {
    /// The age up to which a stored response is used instead of a request.
    let freshFor: TimeSpan?
    /// The age up to which a stored response is used when a request fails.
    let usableFor: TimeSpan?
    let cache: ResponseCache
    let output: Output
    let clock: WallClock

    /// A stored response if it is fresh, or else the response to the request, which is stored if its status is 200. When
    /// the request fails for now, an older stored response takes its place.
    ///
    /// - Returns: whether the response is a stored one, which says nothing of what the profile reaches now.
    /// - Throws: `GraphError` for a URL that is not on the profile's Graph, and what the client throws.
    func response(to call: GraphCall) async throws -> (response: HTTPStreamedResponse, isStored: Bool) {
        let key = try call.key()
        if let stored = stored(key), stored.isWithin(freshFor, at: clock.now()) {
            return (stored.response(from: try call.url), true)
        }
        do {
            let response = try await call.client.stream(call.request)
            guard GraphResponse.isThrottledOrUnavailable(response.status), let stored = usable(key) else {
                return (storing(response, as: key), false)
            }
            return (try use(stored, for: call, because: "Graph responded with status \(response.status)."), true)
        } catch {
            let failure = Failure(error)
            guard [.network, .signInRequired].contains(failure.kind), let stored = usable(key) else { throw error }
            return (try use(stored, for: call, because: failure.message), true)
        }
    }

    /// The stored response that may be used when a request fails.
    private func usable(_ key: RequestKey) -> CachedResponse? {
        stored(key).flatMap { $0.isWithin(usableFor, at: clock.now()) ? $0 : nil }
    }

    private func use(
        _ stored: CachedResponse, for call: GraphCall, because reason: String
    ) throws -> HTTPStreamedResponse {
        let age = RelativeTime.text(stored.time, now: clock.now())
        output.note("Using the response stored \(age). \(reason)")
        return stored.response(from: try call.url)
    }

    /// Nil also for a response that cannot be read.
    private func stored(_ key: RequestKey) -> CachedResponse? {
        (try? cache.response(to: key)).flatMap(CachedResponse.init)
    }

    /// The same response. Its body is stored once it has ended, if it can be.
    private func storing(_ response: HTTPStreamedResponse, as key: RequestKey) -> HTTPStreamedResponse {
        guard response.status == 200 else { return response }
        let copy = BodyCopy(limit: ResponseCache.responseLimit)
        var response = response
        let (body, headers) = (response.body, response.headers)
        response.body = HTTPBodyStream { () async throws(HTTPError) in
            var iterator = body.makeAsyncIterator()
            let chunk = try await iterator.next()
            if let whole = copy.add(chunk), Self.canBeStored(GraphResponse(status: 200, headers: headers, body: whole))
            {
                let time = clock.now()
                cache.save(CachedResponse(headers: headers, body: whole, time: time).bytes, as: key, at: time)
            }
            return chunk
        }
        return response
    }

    /// A web page and a body that is not the JSON that it should be would fail again and again until they are too old.
    private static func canBeStored(_ response: GraphResponse) -> Bool {
        !response.isWebPage && !response.isMalformedJSON
    }
}

/// A response with status 200 in the form of the store: header lines, an empty line, the body.
struct CachedResponse {
    let headers: HTTPHeaders
    let body: Data
    let time: Date

    init(headers: HTTPHeaders, body: Data, time: Date) {
        self.headers = headers
        self.body = body
        self.time = time
    }

    /// Nil for bytes of another form.
    init?(_ entry: ResponseCacheEntry) {
        guard let end = entry.content.firstRange(of: Data("\r\n\r\n".utf8)) else { return nil }
        var headers = HTTPHeaders()
        for line in String(decoding: entry.content[..<end.lowerBound], as: UTF8.self).split(separator: "\r\n") {
            let parts = line.split(separator: ": ", maxSplits: 1, omittingEmptySubsequences: false)
            if parts.count == 2 { headers.add(String(parts[0]), String(parts[1])) }
        }
        self.init(headers: headers, body: Data(entry.content[end.upperBound...]), time: entry.time)
    }

    var bytes: Data {
        let lines = headers.compactMap { field -> String? in
            guard case .text(let value) = field.value else { return nil }
            return "\(field.name): \(value)\r\n"
        }
        // An empty line in front, so that a response without headers has the line that ends them.
        return Data(("\r\n" + lines.joined()).utf8) + Data("\r\n".utf8) + body
    }

    /// Whether the response is no older than this. After a clock was set back its age is negative: then it is not used.
    func isWithin(_ lifetime: TimeSpan?, at now: Date) -> Bool {
        guard let lifetime else { return false }
        return (0...lifetime.duration / .seconds(1)).contains(now.timeIntervalSince(time))
    }

    func response(from url: String) -> HTTPStreamedResponse {
        HTTPResponse(status: 200, headers: headers, body: body, url: url).streamed
    }
}

/// Collects the pieces of a body as they pass, up to a limit.
final class BodyCopy: Sendable {
    private let limit: Int
    /// Nil once it is too large, or complete.
    private let collected = Mutex<Data?>(Data())

    init(limit: Int) {
        self.limit = limit
    }

    /// - Parameter chunk: nil at the end.
    /// - Returns: the whole body, once, at its end.
    func add(_ chunk: Data?) -> Data? {
        collected.withLock { collected in
            guard let chunk else {
                defer { collected = nil }
                return collected
            }
            collected?.append(chunk)
            if collected?.count ?? 0 > limit { collected = nil }
            return nil
        }
    }
}
