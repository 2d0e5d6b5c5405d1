import AccountProfiles
import AccountStore
import Foundation
import HTTPTransport
import MicrosoftGraph

/// Answers of Graph out of the store: while they are fresh, and older ones when nothing newer can be had.
struct CachedResponses: Sendable {
    let fresh: TimeSpan?
    let stale: TimeSpan?
    let store: ResponseCache
    let output: Output

    /// What was answered to a GET before, while it is fresh.
    ///
    /// - Throws: `GraphError` for a URL that is not on the profile's Graph.
    func fresh(_ call: GraphCall) throws -> HTTPStreamedResponse? {
        guard fresh != nil else { return nil }
        guard let kept = answer(to: try call.key()), kept.isWithin(fresh, at: Date()) else { return nil }
        return kept.response(from: try call.url)
    }

    /// A new answer, which is kept if its status is 200; or an older one, where there is no way to a new one.
    ///
    /// - Throws: what the client throws, when there is nothing to answer with instead.
    func new(_ call: GraphCall) async throws -> HTTPStreamedResponse {
        let key = try call.key()
        do {
            return keeping(try await call.client.stream(call.request), under: key)
        } catch {
            let failure = Failure(error)
            let now = Date()
            guard [.network, .signInRequired].contains(failure.kind), let kept = answer(to: key),
                kept.isWithin(stale, at: now)
            else { throw error }
            output.note("Answered from the store, kept \(RelativeTime.text(kept.time, now: now)). \(failure.message)")
            return kept.response(from: try call.url)
        }
    }

    /// What cannot be read is fetched.
    private func answer(to key: RequestKey) -> CachedResponse? {
        (try? store.response(to: key)).flatMap(CachedResponse.init)
    }

    /// The same response, whose body is also put into the store once it has come to its end.
    private func keeping(_ response: HTTPStreamedResponse, under key: RequestKey) -> HTTPStreamedResponse {
        guard response.status == 200 else { return response }
        let copy = BodyCopy(limit: ResponseCache.responseLimit)
        var response = response
        let (body, headers) = (response.body, response.headers)
        response.body = HTTPBodyStream { () async throws(HTTPError) in
            var iterator = body.makeAsyncIterator()
            let chunk = try await iterator.next()
            if let whole = copy.take(chunk) {
                let time = Date()
                store.save(CachedResponse(headers: headers, body: whole, time: time).bytes, as: key, at: time)
            }
            return chunk
        }
        return response
    }
}
