/// Sends requests. What sits behind it may be libcurl, a retrying wrapper or a test's own answers.
///
/// Any status is an answer, not an error; an error means that no complete answer came.
public protocol HTTPClient: Sendable {
    /// Waits for the whole answer. A body beyond the request's `bodyLimit` is ``HTTPError/bodyTooLarge(limit:)``.
    func send(_ request: HTTPRequest) async throws(HTTPError) -> HTTPResponse

    /// Waits for the head of the answer only; the body follows at the pace it is read.
    func stream(_ request: HTTPRequest) async throws(HTTPError) -> HTTPStreamedResponse
}
