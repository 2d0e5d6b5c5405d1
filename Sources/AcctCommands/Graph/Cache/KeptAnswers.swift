import AccountProfiles
import AccountStore
import Foundation
import HTTPTransport
import MicrosoftGraph

/// Answers of Graph out of the store: while they are fresh, and older ones when nothing newer can be had.
struct KeptAnswers: Sendable {
    let fresh: Lifetime?
    let stale: Lifetime?
    let store: StoredAnswers
    let output: Output

    /// The answer to a GET, kept or new; a new one is kept if its status is 200.
    ///
    /// - Throws: what the client throws, when there is nothing to answer with instead.
    func stream(_ request: GraphRequest, as profile: Profile, _ client: GraphClient) async throws
        -> HTTPStreamedResponse
    {
        let url = try client.url(of: request)
        let key = KeptAnswers.key(of: request, at: url, as: profile)
        // What cannot be read is fetched.
        let kept = (try? store.answer(to: key)).flatMap(KeptAnswer.init)
        let now = Date()
        if let kept, kept.isWithin(fresh, at: now) { return kept.response(from: url) }
        do {
            return keeping(try await client.stream(request), under: key)
        } catch {
            let failure = Failure(error)
            guard [.network, .signInRequired].contains(failure.kind), let kept, kept.isWithin(stale, at: now) else {
                throw error
            }
            output.note("Answered from the store, kept \(RelativeTime.text(kept.time, now: now)). \(failure.message)")
            return kept.response(from: url)
        }
    }

    /// The same response, whose body is also put into the store once it has come to its end.
    private func keeping(_ response: HTTPStreamedResponse, under key: AnswerKey) -> HTTPStreamedResponse {
        guard response.status == 200 else { return response }
        let copy = BodyCopy(limit: StoredAnswers.answerLimit)
        var response = response
        let (body, headers) = (response.body, response.headers)
        response.body = HTTPBodyStream { () async throws(HTTPError) in
            var iterator = body.makeAsyncIterator()
            let chunk = try await iterator.next()
            if let whole = copy.take(chunk) {
                let time = Date()
                store.keep(KeptAnswer(headers: headers, body: whole, time: time).bytes, as: key, at: time)
            }
            return chunk
        }
        return response
    }

    /// Who asks, where and what; every header may make another answer, but for the id of the request.
    private static func key(of request: GraphRequest, at url: String, as profile: Profile) -> AnswerKey {
        let headers = request.headers.compactMap { field -> String? in
            guard case .text(let value) = field.value, field.name.lowercased() != "client-request-id" else {
                return nil
            }
            return "\(field.name.lowercased()): \(value)"
        }
        return AnswerKey(
            account: profile.account, request: [profile.clientID, profile.tenantID, url] + headers.sorted())
    }
}
